public import BitcoinPSBT
internal import BitcoinPrimitives
public import Bytes
internal import Descriptors
package import PacketSigning
public import SecretKeys
package import TransactionReview

/// Turns an approval into signatures: the role Signer of BIP-174.
///
/// It adds signatures to the PSBT that was reviewed and changes nothing else. Which inputs are
/// ours and by which keys was decided by the review, from registered wallets; the PSBT is not
/// asked again. What is signed is computed by the second reading of the same bytes, and held against what
/// the review says.
public struct Signer: ~Copyable {
  let keys: KeyRing

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

    /// The signatures that were made, by their nonces alone.
    public var nonces: [SignatureComparison.Nonce] {
      made.flatMap { input, signatures in
        signatures.map { .init(input: input, key: $0.key, leaf: $0.leaf, x: $0.nonce) }
      }
    }
  }

  /// Signs every input that the review found to be ours, with each of our keys that is to sign.
  ///
  /// Signatures are deterministic, so that a second machine can be compared (R28): ECDSA by RFC
  /// 6979 with low R, Schnorr by BIP-340 with `auxiliary`, 32 bytes for each input. Zeros are the
  /// default; other bytes are for those who ask for fresh randomness. Every signature is verified
  /// before it is kept. A signature under one of these keys that came along is replaced by the one
  /// made here. The work is spread over the cores.
  ///
  /// The bytes are read a second time, by code that shares nothing with the review but hashes and curve:
  /// both must say the same, of each digest too (R29). `source` holds the bytes as they came and the wallets
  /// as they are kept.
  ///
  /// - Throws: ``SignerError``; then nothing is signed at all.
  public func signed(
    consuming approval: consuming Approval, source: ReadingSource = ReadingSource(),
    auxiliary: (Int) -> Bytes32 = { _ in .zero }
  ) throws(SignerError) -> Outcome {
    let review = approval.review
    let made: [MadeSignature]
    do throws(PacketSigningError) {
      let (signer, prepared) = try source.prepared(review)
      made = try signer.signatures(prepared, with: keys, auxiliary: auxiliary)
    } catch {
      throw .packet(error)
    }
    return try Outcome(of: review, made)
  }
}

extension Review {
  /// Our keys of each wallet, by number and position.
  var ownKeys: [Int: Set<Int>] { keys(\.ownKeys) }
  /// Those of them that nobody else was given.
  var secretKeys: [Int: Set<Int>] { keys(\.secretKeys) }
  /// Those of them that are to sign.
  var signingKeys: [Int: Set<Int>] { keys(\.signingKeys) }

  private func keys(_ which: (RegisteredWallet) -> Set<Int>) -> [Int: Set<Int>] {
    let wallets = facts.context.wallets.enumerated()
    return Dictionary(uniqueKeysWithValues: wallets.map { ($0, which($1)) })
  }
}

extension Approval {
  /// Gives the approval up for the review that it is about, which `key-keeper` then asks about and signs.
  package consuming func approvedReview() -> Review { review }
}

extension Signer.Outcome {
  /// Puts signatures that the second reading led to into the reviewed PSBT.
  ///
  /// Where only their hashes came (`areHashes`), they can be compared, and the PSBT stays as it is.
  ///
  /// - Throws: ``SignerError`` where one of them signs anything else than the review computes.
  package init(
    of review: Review, _ made: [MadeSignature], areHashes: Bool = false
  ) throws(SignerError) {
    let facts = review.facts
    let spent = facts.inputs.compactMap(\.signedOutput)
    let cache: SighashCache
    do {
      cache = try SighashCache(facts.transaction, spentOutputs: spent)
    } catch {
      throw .sighash(input: review.signableInputs.first ?? 0, error)
    }
    var byInput: [Int: [InputSignature]] = [:]
    for signature in made {
      let number = signature.input
      guard facts.inputs.indices.contains(number), let place = facts.inputs[number].place,
        let output = facts.inputs[number].signedOutput
      else { throw .unsupportedScript(input: number, type: "unknown") }
      let asksForAll = facts.psbt.inputs[number].sighashType == SighashType.all.rawValue
      guard
        let signature = InputSignature(
          signature, of: place.derived.keys.map(\.publicKey), asksForAll: asksForAll,
          isHash: areHashes)
      else { throw .unsupportedScript(input: number, type: "unknown") }
      let digest = try CoinDigests(
        number: number, output: output, derived: place.derived,
        asksForAll: asksForAll, cache: cache
      ).digest(at: signature.place)
      guard digest == signature.digest else {
        throw .packet(
          .readingsDiffer(
            "input \(number), hash to sign", review: digest.hex,
            secondReading: signature.digest.hex))
      }
      byInput[number, default: []].append(signature)
    }
    var psbt = review.psbt
    for (number, signatures) in byInput where !areHashes {
      psbt.updateInput(number) { input in
        for signature in signatures { signature.set(in: &input) }
      }
    }
    let inputs = byInput.keys.sorted()
    self.init(
      psbt: psbt, signedInputs: inputs, made: inputs.map { ($0, byInput[$0] ?? []) })
  }
}
