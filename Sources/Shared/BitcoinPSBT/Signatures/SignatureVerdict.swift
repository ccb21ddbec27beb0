package import BitcoinPrimitives
package import Bytes
public import Descriptors
internal import Secp256k1

/// What became of a signature: whose it is, or why it is worth nothing.
public struct SignatureVerdict: Hashable, Sendable {
  /// The way to spend that it belongs to; nil when it belongs to none.
  public let way: SpendingWay.Kind?
  /// The key that it is of, or is said to be of; nil when nobody says.
  public let key: ScriptKey?
  /// Valid or invalid, never absent.
  public let state: SignatureState

  /// Whether it was verified.
  public var isValid: Bool { fault == nil }

  /// Why it is worth nothing; nil when it is valid.
  public var fault: SignatureFault? {
    if case .invalid(let fault) = state { fault } else { nil }
  }
}

extension ClaimedSignature {
  /// The key that its place names.
  var claimedKey: ScriptKey? {
    switch claim {
    case .ecdsa(let key): key.map { .full($0) }
    case .keyPath: nil
    case .leaf(let key, _): key.map { .xOnly($0) }
    }
  }

  /// The hash of the leaf that it is for; nil for other ways.
  var leaf: Bytes32? {
    if case .leaf(_, let hash) = claim { hash } else { nil }
  }

  /// Whether its place is one of taproot's.
  var isSchnorr: Bool {
    if case .ecdsa = claim { false } else { true }
  }
}

/// A signature whose form is right, ready to be held against keys.
package struct VerifiableSignature {
  private enum Scheme {
    case ecdsa(ECDSASignature)
    case schnorr([UInt8])
  }

  /// What it says that it signs.
  package let type: SighashType
  private let scheme: Scheme

  /// Throws `SignatureFault` for any other form, or another type than the one expected.
  package init(
    _ signature: ClaimedSignature, expecting expected: UInt32? = nil
  ) throws(SignatureFault) {
    if signature.isSchnorr {
      let (bytes, type) = try SignatureForm.schnorr(signature.bytes, expecting: expected)
      (self.type, scheme) = (type, .schnorr(bytes))
    } else {
      let (parsed, type) = try SignatureForm.ecdsa(signature.bytes, expecting: expected)
      (self.type, scheme) = (type, .ecdsa(parsed))
    }
  }

  /// Whether it is this key's over this digest; never of a key that is known by its hash only.
  package func verifies(by key: ScriptKey, of digest: Bytes32) -> Bool {
    switch (scheme, key) {
    case (.ecdsa(let signature), .full(let bytes)):
      (try? PublicKey(decoding: bytes))?.verifies(signature, of: digest) ?? false
    case (.schnorr(let signature), .xOnly(let bytes)):
      (try? XOnlyPublicKey(decoding: bytes))?.verifies(schnorr: signature, of: digest) ?? false
    default: false
    }
  }
}

extension DerivedScript {
  /// The place, among the keys of the descriptor, of a key that stands in a way to spend; nil when
  /// it has no such key.
  public func position(of key: ScriptKey, in way: SpendingWay.Kind) -> Int? {
    switch way {
    case .script: return keys.firstIndex { $0.publicKey.encoded == key.bytes }
    case .keyPath: return taproot == nil ? nil : 0
    case .leaf(let hash):
      guard case .xOnly(let xOnly) = key else { return nil }
      // Behind the internal key stand those of the leaves, one leaf after the other.
      var next = 1
      for leaf in taproot?.leaves ?? [] {
        if leaf.leafHash == hash {
          return leaf.keys.firstIndex { $0.publicKey.xOnly.bytes == xOnly }
            .map { next + $0 }
        }
        next += leaf.keys.count
      }
      return nil
    }
  }

  /// The place of the key that a signature is said to be of; nil when its script has no such key.
  public func position(of signature: ClaimedSignature) -> Int? {
    switch signature.claim {
    case .ecdsa(let key): key.flatMap { position(of: .full($0), in: .script) }
    case .keyPath: taproot == nil ? nil : 0
    case .leaf(let key, let hash): key.flatMap { position(of: .xOnly($0), in: .leaf(hash)) }
    }
  }
}

extension InputSignatures {
  /// The places, among the keys of the descriptor, of those whose signatures of a way were
  /// verified.
  public func signers(of derived: DerivedScript, by kind: SpendingWay.Kind) -> Set<Int> {
    var signers: Set<Int> = []
    for way in ways where way.kind == kind {
      for entry in way.signatures where entry.isValid {
        if let position = derived.position(of: entry.key, in: kind) { signers.insert(position) }
      }
    }
    return signers
  }
}
