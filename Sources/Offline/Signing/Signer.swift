public import BitcoinPSBT
import BitcoinPrimitives
public import Bytes
import Descriptors
import ExtendedKeys
import ParallelWork
import Secp256k1
import Secp256k1Signing
public import SecretKeys
import TransactionReview

/// Turns an approval into signatures: the role Signer of BIP-174.
///
/// It adds signatures to the packet that was reviewed and changes nothing else. Which inputs are ours
/// and by which key was decided by the review, from registered wallets; the packet is not asked again.
public struct Signer: ~Copyable {
  private let keys: KeyRing

  /// Signs with these keys.
  public init(keys: KeyRing) {
    self.keys = keys
  }

  /// What signing did.
  public struct Outcome: Sendable {
    /// The reviewed packet with our signatures.
    public let psbt: PSBT
    /// The inputs that got a signature of ours.
    public let signedInputs: [Int]
  }

  /// Signs every input that the review found to be ours.
  ///
  /// ECDSA signatures are deterministic (RFC 6979 with low R); Schnorr signatures take auxiliary
  /// randomness, 32 bytes for each input, given so that tests and a second machine can compare.
  /// Every signature is verified before it is kept. The work is spread over the cores.
  ///
  /// - Throws: ``SignerError``; then nothing is signed at all.
  public func signed(
    consuming approval: consuming Approval, auxiliary: (Int) -> Bytes32 = { _ in .zero }
  ) throws(SignerError) -> Outcome {
    let review = approval.review
    let inputs = review.signableInputs
    let facts = review.facts
    let spent = facts.inputs.compactMap(\.output)
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
      Self.signature(
        ofInput: inputs[number], facts: facts, cache: cache, keys: keys,
        auxiliary: randomness[number])
    }
    var psbt = review.psbt
    for (number, result) in results.enumerated() {
      let signature = try result.get()
      psbt.updateInput(inputs[number]) { input in
        switch signature {
        case .ecdsa(let publicKey, let bytes): input.setPartialSig(bytes, publicKey: publicKey)
        case .schnorr(let bytes): input.setTapKeySig(bytes)
        }
      }
    }
    return Outcome(psbt: psbt, signedInputs: inputs)
  }

  /// A signature as its field wants it: with its sighash byte, but for taproot's DEFAULT.
  private enum Signature: Sendable {
    case ecdsa(publicKey: [UInt8], bytes: [UInt8])
    case schnorr([UInt8])
  }

  /// Derives the parents of all keys once, before the threads need them.
  private func prepareAccounts(of inputs: [Int], in facts: ReviewFacts) throws(SignerError) {
    for number in inputs {
      guard let key = facts.inputs[number].place?.derived.keys.first else { continue }
      do {
        try keys.prepare(parentOf: key.origin)
      } catch {
        throw SignerError(error, input: number, origin: key.origin)
      }
    }
  }

  private static func signature(
    ofInput number: Int, facts: ReviewFacts, cache: SighashCache, keys: KeyRing,
    auxiliary: Bytes32
  ) -> Result<Signature, SignerError> {
    do throws(SignerError) {
      return .success(
        try made(number, facts: facts, cache: cache, keys: keys, auxiliary: auxiliary))
    } catch {
      return .failure(error)
    }
  }

  private static func made(
    _ number: Int, facts: ReviewFacts, cache: SighashCache, keys: KeyRing, auxiliary: Bytes32
  ) throws(SignerError) -> Signature {
    let input = facts.inputs[number]
    guard let derived = input.place?.derived, let key = derived.keys.first,
      let output = input.output
    else { throw .unsupportedScript(input: number, type: "unknown") }
    let privateKey: PrivateKey
    do {
      privateKey = try keys.privateKey(for: key.origin)
    } catch {
      throw SignerError(error, input: number, origin: key.origin)
    }
    if derived.scriptPubKey.isP2TR {
      return try schnorr(
        number, output, facts: facts, cache: cache, privateKey, auxiliary: auxiliary)
    }
    let digest: Bytes32
    do {
      let inner = derived.redeemScript ?? derived.scriptPubKey
      if inner.isP2WPKH {
        digest = try cache.segwitV0(
          input: number, scriptCode: .p2pkh(hash: Array(inner.slice.dropFirst(2))),
          amount: output.rawValue, type: .all)
      } else if derived.scriptPubKey.isP2PKH {
        digest = try cache.legacy(input: number, scriptCode: derived.scriptPubKey, type: .all)
      } else {
        throw SignerError.unsupportedScript(
          input: number, type: "\(derived.scriptPubKey.type)")
      }
    } catch let error as SighashError {
      throw .sighash(input: number, error)
    } catch let error as SignerError {
      throw error
    } catch {
      throw .signature(input: number)
    }
    // The public key is the registered wallet's: a signature that verifies under it proves that the
    // seed derived the same key, without computing the key a second time.
    guard let signature = try? privateKey.ecdsaSignature(of: digest, publicKey: key.publicKey)
    else { throw .otherKey(input: number, origin: key.origin) }
    return .ecdsa(
      publicKey: key.publicKey.encoded, bytes: signature.der + [UInt8(SighashType.all.rawValue)])
  }

  private static func schnorr(
    _ number: Int, _ output: TxOut, facts: ReviewFacts, cache: SighashCache,
    _ privateKey: borrowing PrivateKey, auxiliary: Bytes32
  ) throws(SignerError) -> Signature {
    let asksForAll = facts.psbt.inputs[number].sighashType == SighashType.all.rawValue
    let digest: Bytes32
    do {
      digest = try cache.taproot(input: number, type: asksForAll ? .all : .default)
    } catch {
      throw .sighash(input: number, error)
    }
    // The tweaked key must be the key in the coin; the signature is verified under it as it is made.
    guard case .p2tr(let outputKey) = output.scriptPubKey.type,
      let pair = try? KeyPair(privateKey).tweakedForTaproot(merkleRoot: nil),
      pair.publicKey.bytes == outputKey,
      let signature = try? pair.schnorrSignature(of: digest, auxiliary: auxiliary)
    else { throw .signature(input: number) }
    return .schnorr(asksForAll ? signature + [UInt8(SighashType.all.rawValue)] : signature)
  }
}
