internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import Secp256k1
internal import TerminalUI

/// Takes signatures into a payment, and nothing else (R31).
///
/// What comes back is held against what was sent, field by field: where an amount, a script or a
/// sighash differs, none of it is taken; anything else that is new or different is named and left
/// out. Each signature is then verified against its key, its input and its sighash, by this home's
/// own records; those that are wrong are named and left out, the others are kept.
struct Collector {
  /// What was sent, with the signatures collected so far; none of its inputs is final.
  var packet: PSBT
  /// The signatures that came with what was added, and were not there before.
  private(set) var kept: [VerifiedSignature] = []
  /// Those that were left out, at most ``mostListed`` of them.
  private(set) var rejected: [RejectedSignature] = []
  /// How many were left out.
  private(set) var rejectedCount = 0
  /// How many openings were taken: answers to round 1 of anti-exfil.
  var openings = 0
  /// Fields beside signatures that were not taken.
  private(set) var leftOut: [LeftOutField] = []
  /// How the signatures compare with the receipts that were given; nil without any.
  private(set) var receipts: ReceiptComparison?

  /// The most wrong signatures that are kept to be listed.
  static let mostListed = 1_000
  /// How many signatures an input may come with beyond the number of its coin's keys (R18): nobody
  /// signs with keys that are not the coin's, so more than a few are there to fill the memory.
  static let signaturesBeyondKeys = 20

  let inputs: [KnownInput]
  let cosigners: Cosigners
  private var judge: SignatureJudge
  /// Whose signature has a nonce, by the nonce.
  private var nonces: [[UInt8]: VerifiedSignature] = [:]
  /// The nonces of other payments.
  private let earlier: EarlierNonces
  /// This home's say in the nonces; nil where it has none.
  let entropy: NonceEntropy?
  /// Whether signatures are taken whose signers did not answer round 1 (`--accept R28`).
  let allowsUnanswered: Bool
  /// Whether the signatures of the records are looked at: that their signers did not answer was
  /// accepted when they came.
  private(set) var isReadingRecords = true

  /// Starts with the PSBT of a payment as it is in the records.
  ///
  /// Signatures in it are verified as well; one that is not right any more is dropped and named.
  init(
    _ stored: PSBT, inputs: [KnownInput], cosigners: Cosigners,
    earlier: EarlierNonces = EarlierNonces(), entropy: NonceEntropy? = nil,
    allowsUnanswered: Bool = false
  ) throws(CollectError) {
    self.entropy = entropy
    self.allowsUnanswered = allowsUnanswered
    self.inputs = inputs
    self.cosigners = cosigners
    self.earlier = earlier
    guard
      let judge = try? SignatureJudge(
        stored.unsignedTransaction, spending: inputs.map { ($0.output, $0.derived) })
    else { throw .changedTransaction }
    self.judge = judge
    packet = stored
    for index in stored.inputs.indices {
      packet.updateInput(index) { $0.removeAll { Self.isSignature($0.type) } }
    }
    for index in stored.inputs.indices { try take(stored.inputs[index], index, from: "") }
    kept = []
    isReadingRecords = false
  }

  /// Takes in all that one run was given.
  ///
  /// - Throws: `ProgramError` as the other forms do, naming the input when there are several, and when
  ///   no signature of them is right.
  mutating func add(_ returned: ReturnedPayment) throws(ProgramError) {
    // Those of the records are not of what was given.
    let (stored, storedCount) = (rejected.count, rejectedCount)
    for item in returned.items {
      judge.meter = WorkMeter()
      try hinted(during: returned.items.count > 1 ? item.source : nil) { () throws(CollectError) in
        switch item.content {
        case .packet(let theirs): try add(theirs, from: item.source)
        case .finished(let transaction): try add(transaction, from: item.source)
        case .payload(let payload): try add(payload, from: item.source)
        case .previous, .receipt: break
        }
      }
    }
    if kept.isEmpty, openings == 0, let first = rejected.dropFirst(stored).first {
      throw ProgramError(
        CollectError.nothingRight(first, more: rejectedCount - storedCount - 1))
    }
    guard !returned.receipts.isEmpty else { return }
    // With all signatures that there are, whenever they came.
    receipts = try hinted { () throws(CollectError) in
      try ReceiptComparison(
        returned.receipts, with: Array(nonces.values), inputs: inputs, naming: cosigners.name)
    }
  }

  /// Takes in another PSBT for the same transaction.
  ///
  /// - Throws: `CollectError` when it is another one, contradicts an amount, a script or a sighash,
  ///   gives a private key away, or has an input with too many signatures; nothing of it is kept then.
  mutating func add(_ theirs: PSBT, from source: String) throws(CollectError) {
    guard theirs.unsignedTransaction == packet.unsignedTransaction else {
      throw .changedTransaction
    }
    var comparison = FieldComparison(
      with: packet, inputs: inputs, cosigners: cosigners, source: source)
    try comparison.compare(theirs)
    let before = self
    leftOut += comparison.leftOut
    do throws(CollectError) {
      for index in packet.inputs.indices {
        try take(theirs.inputs[index], index, from: source, atMost: mostSignatures(of: index))
      }
      // After its signatures: one that comes together with its opening was not bound by it.
      try takeOpenings(of: theirs, from: source)
    } catch {
      self = before
      throw error
    }
  }

  /// Takes in the signatures of a finished transaction.
  ///
  /// - Throws: as the other form does.
  mutating func add(_ finished: Transaction, from source: String) throws(CollectError) {
    guard finished.withoutUnlocking == packet.unsignedTransaction else { throw .changedTransaction }
    let before = self
    do throws(CollectError) {
      for (index, input) in finished.inputs.enumerated() {
        let signatures = ClaimedSignature.finished(
          scriptSig: input.scriptSig, witness: input.witness, at: index,
          isTaproot: inputs[index].derived.taproot != nil)
        try require(signatures, of: index, atMost: mostSignatures(of: index))
        for signature in signatures { try take(signature, from: source) }
      }
    } catch {
      self = before
      throw error
    }
  }

  /// Takes in a `multisig:` payload.
  ///
  /// - Throws: as the other forms do.
  mutating func add(_ payload: MultisigPayload, from source: String) throws(CollectError) {
    guard payload.transaction == packet.unsignedTransaction else { throw .changedTransaction }
    for (index, input) in inputs.enumerated()
    where input.derived.redeemScript != payload.redeemScript.script {
      throw .changedField(map: .input(index), field: "redeemScriptHex")
    }
    let before = self
    do throws(CollectError) {
      for (key, entries) in payload.signatures.sorted(by: { $0.key < $1.key }) {
        for (index, bytes) in entries.enumerated() {
          let claim = ClaimedSignature.Claim.ecdsa(
            publicKey: payload.redeemScript.keys[key].encoded)
          try take(
            ClaimedSignature(input: index, claim: claim, bytes: bytes), from: source)
        }
      }
    } catch {
      self = before
      throw error
    }
  }

  // MARK: Fields

  static func isSignature(_ type: UInt64) -> Bool {
    switch PSBTInputKey(rawValue: type) {
    case .partialSig, .tapKeySig, .tapScriptSig, .finalScriptSig, .finalScriptWitness: true
    default: false
    }
  }

  // MARK: Signatures

  /// The most signatures that are looked at of an input that comes in: the internal key and those of
  /// all leaves are among the keys of a taproot coin.
  private func mostSignatures(of index: Int) -> Int {
    inputs[index].derived.keys.count + Self.signaturesBeyondKeys
  }

  private func require(
    _ signatures: [ClaimedSignature], of index: Int, atMost limit: Int
  ) throws(CollectError) {
    guard signatures.count <= limit else {
      throw .tooManySignatures(
        input: index, count: signatures.count, keys: inputs[index].derived.keys.count)
    }
  }

  mutating func reject(_ signature: @autoclosure () -> RejectedSignature) {
    rejectedCount += 1
    if rejected.count < Self.mostListed { rejected.append(signature()) }
  }

  private mutating func take(
    _ theirs: PSBTInput, _ index: Int, from source: String, atMost limit: Int = .max
  ) throws(CollectError) {
    let signatures = ClaimedSignature.all(
      of: theirs, at: index, isTaproot: inputs[index].derived.taproot != nil)
    try require(signatures, of: index, atMost: limit)
    // DEFAULT is taproot's own way to say ALL.
    if let type = theirs.sighashType, type > 1 {
      // A PSBT that asks for something else does not sign what was sent, whatever its signatures
      // say.
      for _ in signatures {
        reject(RejectedSignature(input: index, asking: type, from: source))
      }
      if signatures.isEmpty { throw .sighash(input: index, type: type) }
      return
    }
    for signature in signatures { try take(signature, from: source) }
  }

  private mutating func take(
    _ incoming: ClaimedSignature, from source: String
  ) throws(CollectError) {
    let verdict = judge.verdict(on: incoming)
    if let limit = judge.exceededLimit { throw .tooMuchWork(limit: limit) }
    if let fault = verdict.fault {
      let (inputs, cosigners) = (inputs, cosigners)
      reject(RejectedSignature(incoming, verdict, fault, inputs, cosigners, from: source))
    }
    let derived = inputs[incoming.input].derived
    guard let signature = VerifiedSignature(incoming, verdict, of: derived) else { return }
    let map = packet.inputs[signature.input].map
    // The first one stays when somebody signed twice: both are right.
    if map.value(key: signature.field.key) != nil { return }
    guard !signature.hasWeakNonce else {
      throw .weakNonce(input: signature.input, signer: cosigners.name(signature.signer))
    }
    if let other = nonces[signature.nonce] {
      throw .reusedNonce(
        inputs: [other.input, signature.input].sorted(),
        signers: Set([other.signer, signature.signer]).sorted().map(cosigners.name))
    }
    if let payment = earlier.payment(sharingNonceWith: signature) {
      throw .nonceOfPayment(
        payment, input: signature.input, signer: cosigners.name(signature.signer))
    }
    if let fault = nonceFault(of: signature) {
      let name = cosigners.name(signature.signer)
      reject(RejectedSignature(signature, fault, signer: name, from: source))
      return
    }
    nonces[signature.nonce] = signature
    packet.updateInput(signature.input) { $0.setUnchecked(signature.field) }
    kept.append(signature)
  }

  // MARK: The end

  /// What became of the payment.
  enum Outcome {
    /// The transaction, verified as a whole.
    case finished(Transaction)
    case signaturesMissing
    /// An input cannot be finished with any signatures.
    case unfinishable(FinalizerError)
  }

  /// Finishes the payment where there are enough signatures.
  ///
  /// By this home's own coins: a PSBT that came back from a backup may not hold the transactions
  /// that it spends.
  /// - Throws: `ExtractorError` when the finished transaction does not verify.
  func outcome() throws(ExtractorError) -> Outcome {
    let known = Dictionary(
      uniqueKeysWithValues: inputs.enumerated().map { ($0.offset, $0.element.output) })
    let (finalized, missing) = Finalizer(knowing: known).finalizedWherePossible(packet)
    for problem in missing {
      if case .missingSignatures = problem { continue }
      return .unfinishable(problem)
    }
    guard missing.isEmpty else { return .signaturesMissing }
    return .finished(try Extractor(finalized).transaction(spending: inputs.map(\.output)))
  }

  /// The finished transaction; nil while there is none.
  func finished() throws(ExtractorError) -> Transaction? {
    if case .finished(let transaction) = try outcome() { transaction } else { nil }
  }
}
