public import BitcoinPrimitives
public import Bytes

/// A signature as it came in, before anything about it is believed: where it stands, and what it is
/// said to be.
public struct ClaimedSignature: Hashable, Sendable {
  /// What its place says that it is.
  public enum Claim: Hashable, Sendable {
    /// ECDSA of this public key; nil when it came in a finished script, which names no key.
    case ecdsa(publicKey: [UInt8]?)
    /// Schnorr, by the key of a taproot output.
    case keyPath
    /// Schnorr, for a leaf; the key is nil when it came in a finished witness.
    case leaf(key: Bytes32?, hash: Bytes32)
  }

  /// The position of the input.
  public let input: Int
  /// What its place says that it is.
  public let claim: Claim
  /// As scripts carry it, sighash byte included.
  public let bytes: [UInt8]

  /// Takes the position of the input, what is claimed, and the bytes as they came.
  public init(input: Int, claim: Claim, bytes: [UInt8]) {
    self.input = input
    self.claim = claim
    self.bytes = bytes
  }

  /// Every signature of an input that stands in a field of its own, in the order of the PSBT.
  public static func fields(of input: PSBTInput, at index: Int) -> [Self] {
    var found: [Self] = []
    for partial in input.partialSigs {
      found.append(
        Self(
          input: index, claim: .ecdsa(publicKey: Array(partial.publicKey)),
          bytes: Array(partial.signature)))
    }
    if let signature = input.tapKeySig {
      found.append(Self(input: index, claim: .keyPath, bytes: Array(signature)))
    }
    for signature in input.tapScriptSigs {
      found.append(
        Self(
          input: index, claim: .leaf(key: signature.xOnlyKey, hash: signature.leafHash),
          bytes: Array(signature.signature)))
    }
    return found
  }

  /// Every signature of an input: those in its fields, and those in its final scripts.
  public static func all(of input: PSBTInput, at index: Int, isTaproot: Bool) -> [Self] {
    let found = fields(of: input, at: index)
    guard input.isFinal else { return found }
    return found
      + finished(
        scriptSig: input.finalScriptSig ?? Script(), witness: input.finalScriptWitness ?? [],
        at: index, isTaproot: isTaproot)
  }

  /// The signatures of a finished input, taken out of its scripts.
  public static func finished(
    scriptSig: Script, witness: [[UInt8]], at index: Int, isTaproot: Bool
  ) -> [Self] {
    guard isTaproot else {
      let items = witness.isEmpty ? scriptSig.pushedItems ?? [] : witness
      return items.filter { $0.first == 0x30 && (9...73).contains($0.count) }.map {
        Self(input: index, claim: .ecdsa(publicKey: nil), bytes: $0)
      }
    }
    let isSignature: ([UInt8]) -> Bool = { $0.count == 64 || $0.count == 65 }
    // Behind everything else an annex may stand. Signatures commit to it, so that they are worth
    // nothing where none was asked for; they are looked at all the same, to be named.
    let hasAnnex = witness.count > 1 && witness.last?.first == 0x50
    let witness = Array(witness.dropLast(hasAnnex ? 1 : 0))
    guard witness.count > 1 else {
      return witness.filter(isSignature).map {
        Self(input: index, claim: .keyPath, bytes: $0)
      }
    }
    // ..., script, control block
    let (block, script) = (witness[witness.count - 1], witness[witness.count - 2])
    guard let version = block.first else { return [] }
    let hash = Taproot.leafHash(version: version & 0xfe, script: Script(script))
    return witness.dropLast(2).filter(isSignature).map {
      Self(input: index, claim: .leaf(key: nil, hash: hash), bytes: $0)
    }
  }
}
