public import BitcoinPSBT
public import BitcoinPrimitives
public import Descriptors
internal import Secp256k1

/// A text on its way to its signature: the transaction of BIP-322 as a PSBT, which takes the signatures of one signer or
/// of several.
public struct MessageDraft: Sendable {
  /// A coin that a proof of funds shows, with the script of the wallet that it lies at.
  public struct Coin: Sendable {
    /// Where it is.
    public let outPoint: OutPoint
    /// Its amount and script.
    public let output: TxOut
    /// The script and its keys.
    public let script: DerivedScript
    /// The transaction that made it: needed where no signature commits to the amount.
    public let previous: PreviousTransaction?

    /// Takes the four.
    public init(
      outPoint: OutPoint, output: TxOut, script: DerivedScript, previous: PreviousTransaction?
    ) {
      self.outPoint = outPoint
      self.output = output
      self.script = script
      self.previous = previous
    }
  }

  /// The text and who signs it.
  public let message: GenericMessage
  /// The transaction that is signed, with the signatures so far.
  public private(set) var psbt: PSBT
  /// The same without any.
  private let unsigned: PSBT
  private let hasCoins: Bool

  /// Puts the transaction together: the text's own input first, then the coins.
  ///
  /// - Throws: ``MessageError`` for a coin that is not what its transaction or script says, or that has no transaction
  ///   where no signature commits to its amount.
  public init(
    _ text: [UInt8], signedBy script: DerivedScript, showing coins: [Coin] = []
  ) throws(MessageError) {
    message = GenericMessage(text, challenge: script.scriptPubKey)
    hasCoins = !coins.isEmpty
    var transaction = message.toSign
    for coin in coins {
      transaction.inputs.append(
        TxIn(previousOutput: coin.outPoint, scriptSig: Script(), sequence: 0))
    }
    guard let created = try? Creator(transaction).created() else {
      throw .transaction(what: "it has too many coins")
    }
    var updater = Updater(created)
    do throws(UpdaterError) {
      try updater.addPreviousTransaction(message.toSpend.encoded(), toInput: 0)
      try updater.add(script, toInput: 0)
    } catch {
      throw .transaction(what: "\(error)")
    }
    for (number, coin) in coins.enumerated() {
      try Self.requireProof(of: coin, input: number + 1)
      do throws(UpdaterError) {
        if let previous = coin.previous {
          try updater.addPreviousTransaction(previous, toInput: number + 1)
        } else {
          try updater.addCoin(coin.output, toInput: number + 1)
        }
        try updater.add(coin.script, toInput: number + 1)
      } catch {
        throw .coin(input: number + 1, what: "\(error)")
      }
    }
    psbt = updater.psbt
    unsigned = updater.psbt
  }

  private static func requireProof(of coin: Coin, input: Int) throws(MessageError) {
    guard let previous = coin.previous else {
      let isSegwit =
        coin.script.scriptPubKey.witnessProgram != nil
        || coin.script.redeemScript?.witnessProgram != nil
      guard isSegwit else {
        throw .coin(
          input: input,
          what: "no signature commits to its amount, and the transaction that made it is missing")
      }
      return
    }
    // That the output is there, and of this script, is for the updater to say.
    guard let made = previous.output(at: coin.outPoint.vout) else { return }
    guard made.rawValue == coin.output.rawValue else {
      throw .amount(input: input, claimed: coin.output.rawValue, made: made.rawValue)
    }
  }

  /// Lets `body` put a signature into an input; does nothing when there is no such input.
  public mutating func update(input: Int, _ body: (inout PSBTInput) -> Void) {
    psbt.updateInput(input, body)
  }

  /// Takes the signatures of another signer's draft of the same text, and nothing else of it; each is verified first.
  ///
  /// - Throws: ``MessageError/otherMessage`` when it is a PSBT of anything else, ``MessageError/cosigner(input:what:)``
  ///   for a signature that is of no key or leaf of its input, or wrong, and ``MessageError/work``.
  public mutating func addSignatures(of other: PSBT) throws(MessageError) {
    guard other.unsignedTransaction == psbt.unsignedTransaction else { throw .otherMessage }
    for (number, input) in other.inputs.enumerated()
    where input.partialSigs.count > Self.mostECDSA || input.tapScriptSigs.count > Self.mostLeaf {
      throw .cosigner(input: number, what: "is one of more than an input can have")
    }
    // What the other PSBT says about coins and scripts is not looked at.
    var judged = unsigned
    Self.put(signaturesOf: other, into: &judged)
    let check = PartialSignatureCheck(judged)
    let found = check.inputs()
    guard !check.meter.isExceeded else { throw .work }
    for input in found {
      if let problem = input.problem { throw .transaction(what: "\(problem)") }
      if let fault = input.faults.first {
        throw .cosigner(
          input: input.input,
          what: (fault.key.map { "by the key \($0) " } ?? "") + fault.fault.description)
      }
    }
    Self.put(signaturesOf: judged, into: &psbt)
  }

  /// The most signatures that are looked at: what a script of an input can have (R20).
  private static let mostECDSA = 20
  private static let mostLeaf = 999

  private static func put(signaturesOf other: PSBT, into psbt: inout PSBT) {
    for (number, input) in other.inputs.enumerated() {
      psbt.updateInput(number) { own in
        for signature in input.partialSigs {
          own.setPartialSig(Array(signature.signature), publicKey: signature.publicKey)
        }
        if let signature = input.tapKeySig { own.setTapKeySig(Array(signature)) }
        for signature in input.tapScriptSigs {
          own.setTapScriptSig(
            Array(signature.signature), xOnlyKey: signature.xOnlyKey, leafHash: signature.leafHash)
        }
      }
    }
  }

  /// The signature, once there are enough; nil before.
  ///
  /// What it is worth is for ``MessageSignature/verdict(on:by:)`` to say.
  ///
  /// - Throws: ``MessageError`` where a signature is wrong that is needed, and not only missing.
  public func signature(as form: MessageForm) throws(MessageError) -> MessageSignature? {
    let (final, missing) = Finalizer().finalizedWherePossible(psbt)
    for error in missing {
      guard case .missingSignatures = error else { throw .transaction(what: "\(error)") }
    }
    guard missing.isEmpty else { return nil }
    if hasCoins { return .proofOfFunds(final) }
    let input = final.inputs[0]
    if form == .bip322, message.challenge.witnessProgram != nil {
      return .simple(witness: input.finalScriptWitness ?? [])
    }
    var transaction = final.unsignedTransaction
    transaction.inputs[0].scriptSig = input.finalScriptSig ?? Script()
    transaction.inputs[0].witness = input.finalScriptWitness ?? []
    return .full(transaction)
  }
}
