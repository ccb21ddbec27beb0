internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors

/// A signature as it came in, before anything about it is believed.
struct IncomingSignature: Hashable {
  /// What the packet says the signature is.
  enum Claim: Hashable {
    /// ECDSA of this public key; nil when it came in a finished script, which names no key.
    case ecdsa(publicKey: [UInt8]?)
    /// Schnorr, by the key of a taproot output.
    case keyPath
    /// Schnorr, for a leaf; the key is nil when it came in a finished witness.
    case leaf(key: Bytes32?, hash: Bytes32)
  }

  let input: Int
  let claim: Claim
  /// As scripts carry it, sighash byte included.
  let bytes: [UInt8]

  /// Every signature of an input: those in its fields, and those in its final scripts.
  ///
  /// Final scripts are taken apart: the signatures in them are looked at one by one like all others,
  /// and the input is finished again here, with the right ones.
  static func all(of input: PSBTInput, at index: Int, knowing known: KnownInput) -> [Self] {
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
    guard input.isFinal else { return found }
    return found
      + finished(
        scriptSig: input.finalScriptSig ?? Script(), witness: input.finalScriptWitness ?? [],
        at: index, knowing: known)
  }

  /// The signatures of a finished input.
  static func finished(
    scriptSig: Script, witness: [[UInt8]], at index: Int, knowing known: KnownInput
  ) -> [Self] {
    guard known.derived.taproot != nil else {
      let items = witness.isEmpty ? scriptSig.pushedItems ?? [] : witness
      return items.filter { $0.first == 0x30 && (9...73).contains($0.count) }.map {
        Self(input: index, claim: .ecdsa(publicKey: nil), bytes: $0)
      }
    }
    let isSignature: ([UInt8]) -> Bool = { $0.count == 64 || $0.count == 65 }
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
