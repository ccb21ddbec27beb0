public import BitcoinPSBT
internal import BitcoinPrimitives
public import Bytes
internal import Descriptors
internal import ExtendedKeys
internal import ParallelWork
internal import Secp256k1
internal import Secp256k1Signing
public import SecretKeys
internal import TransactionReview

/// Turns an approval into signatures: the role Signer of BIP-174.
///
/// It adds signatures to the PSBT that was reviewed and changes nothing else. Which inputs are
/// ours and by which keys was decided by the review, from registered wallets; the PSBT is not
/// asked again.
public struct Signer: ~Copyable {
  private let keys: KeyRing

  /// Signs with these keys.
  public init(keys: KeyRing) {
    self.keys = keys
  }

  /// What signing did.
  public struct Outcome: Sendable {
    /// The reviewed PSBT with our signatures.
    public let psbt: PSBT
    /// The inputs that got a signature of ours.
    public let signedInputs: [Int]
    /// The signatures that were made, by input.
    let made: [(input: Int, signatures: [InputSignature])]
  }

  /// Signs every input that the review found to be ours, with each of our keys that is to sign.
  ///
  /// Signatures are deterministic, so that a second machine can be compared (R28): ECDSA by RFC
  /// 6979 with low R, Schnorr by BIP-340 with `auxiliary`, 32 bytes for each input. Zeros are the
  /// default; other bytes are for those who ask for fresh randomness. Every signature is verified
  /// before it is kept. A signature under one of these keys that came along is replaced by the one
  /// made here. The work is spread over the cores.
  ///
  /// Before anything is handed out the bytes are read a second time, by code that shares nothing with
  /// the review but hashes and curve: both must say the same, and each signature must sign what the
  /// second reader computed (R29). `source` holds the bytes as they came and the wallets as they are
  /// kept.
  ///
  /// - Throws: ``SignerError``; then nothing is signed at all.
  public func signed(
    consuming approval: consuming Approval, source: ReadingSource = ReadingSource(),
    auxiliary: (Int) -> Bytes32 = { _ in .zero }
  ) throws(SignerError) -> Outcome {
    let review = approval.review
    let inputs = review.signableInputs
    let facts = review.facts
    let spent = facts.inputs.compactMap(\.signedOutput)
    let cache: SighashCache
    do {
      cache = try SighashCache(facts.transaction, spentOutputs: spent)
    } catch {
      throw .sighash(input: inputs.first ?? 0, error)
    }
    try prepareAccounts(of: inputs, in: facts)
    let randomness = inputs.map(auxiliary)
    let keys = self.keys
    let results = ParallelMap.results(count: inputs.count) { number in
      Self.result(
        ofInput: inputs[number], facts: facts, cache: cache, keys: keys,
        auxiliary: randomness[number])
    }
    var psbt = review.psbt
    var made: [(input: Int, signatures: [InputSignature])] = []
    for (number, result) in results.enumerated() {
      let signatures = try result.get()
      made.append((inputs[number], signatures))
      psbt.updateInput(inputs[number]) { input in
        for signature in signatures { signature.set(in: &input) }
      }
    }
    try ReadingComparison(of: review, source).require(made)
    return Outcome(psbt: psbt, signedInputs: inputs, made: made)
  }

  /// Derives the parents of all keys once, before the threads need them.
  private func prepareAccounts(of inputs: [Int], in facts: ReviewFacts) throws(SignerError) {
    for number in inputs {
      for key in Self.ownKeys(ofInput: number, in: facts).map(\.key) {
        do {
          try keys.prepare(parentOf: key.origin)
        } catch {
          throw SignerError(error, input: number, origin: key.origin)
        }
      }
    }
  }

  /// The keys of ours that sign an input, with their positions in the wallet.
  private static func ownKeys(
    ofInput number: Int, in facts: ReviewFacts
  ) -> [(position: Int, key: DerivedKey)] {
    guard let place = facts.inputs[number].place else { return [] }
    let keys = place.derived.keys
    let positions = facts.context.wallets[place.wallet].signingKeys
    return positions.sorted().compactMap { keys.indices.contains($0) ? ($0, keys[$0]) : nil }
  }

  private static func result(
    ofInput number: Int, facts: ReviewFacts, cache: SighashCache, keys: KeyRing,
    auxiliary: Bytes32
  ) -> Result<[InputSignature], SignerError> {
    do throws(SignerError) {
      guard let place = facts.inputs[number].place,
        let output = facts.inputs[number].signedOutput
      else {
        throw .unsupportedScript(input: number, type: "unknown")
      }
      let coin = CoinToSign(
        number: number, output: output, derived: place.derived,
        policy: facts.policies[place.wallet],
        asksForAll: facts.psbt.inputs[number].sighashType == SighashType.all.rawValue,
        cache: cache, auxiliary: auxiliary)
      var signatures: [InputSignature] = []
      let own = ownKeys(ofInput: number, in: facts)
      if output.scriptPubKey.isP2TR {
        for (position, key) in own {
          signatures += try coin.taproot(position, key, privateKey(key, keys, input: number))
        }
      } else {
        // Computed once for all keys: a legacy digest hashes the whole transaction.
        let digest = try coin.ecdsaDigest()
        for (_, key) in own {
          signatures.append(
            try coin.ecdsa(digest, key, privateKey(key, keys, input: number)))
        }
      }
      guard !signatures.isEmpty else { throw .unsupportedScript(input: number, type: "unknown") }
      return .success(signatures)
    } catch {
      return .failure(error)
    }
  }

  private static func privateKey(
    _ key: DerivedKey, _ keys: KeyRing, input number: Int
  ) throws(SignerError) -> PrivateKey {
    do {
      return try keys.privateKey(for: key.origin)
    } catch {
      throw SignerError(error, input: number, origin: key.origin)
    }
  }
}
