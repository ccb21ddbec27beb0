public import Bytes
package import CSecp256k1

/// The x coordinate of a point with an even y coordinate (BIP-340).
///
/// The point is kept parsed: using it again does not lift it again.
public struct XOnlyPublicKey: Sendable {
  package let point: secp256k1_xonly_pubkey

  /// The x coordinate, big-endian.
  public let bytes: Bytes32

  package init(point: secp256k1_xonly_pubkey) {
    self.point = point
    bytes = Bytes32 { target in
      var point = point
      secp256k1_xonly_pubkey_serialize(Curve.context, target, &point)
    }
  }

  /// Reads 32 bytes, big-endian; throws when no point of the curve has this x coordinate.
  public init(decoding bytes: Bytes32) throws(Secp256k1Error) {
    var point = secp256k1_xonly_pubkey()
    let done = bytes.withPointer {
      secp256k1_xonly_pubkey_parse(Curve.context, &point, $0)
    }
    guard done == 1 else { throw .notOnCurve }
    self.point = point
    self.bytes = bytes
  }

  /// Reads exactly 32 bytes, big-endian; throws when no point of the curve has this x coordinate.
  public init(decoding bytes: some Collection<UInt8>) throws(Secp256k1Error) {
    guard let value = Bytes32(bytes) else { throw .publicKeyLength(found: bytes.count) }
    try self.init(decoding: value)
  }

  /// The key plus `tweak` times the generator, and whether that sum's y coordinate is odd
  /// (BIP-341).
  ///
  /// Throws when the tweak (big-endian) is not below the order of the curve or the sum is not a
  /// key.
  public func tweaked(
    by tweak: Bytes32
  ) throws(Secp256k1Error) -> (key: XOnlyPublicKey, parityIsOdd: Bool) {
    // The point itself, whose y is even, has no other way out of the library than its x coordinate.
    let even = try PublicKey(self)
    guard let sum = Curve.sum(even.point, tweak: tweak) else { throw .tweakOutOfRange }
    let (key, yIsOdd) = PublicKey(point: sum).xOnlyAndParity
    return (key, yIsOdd)
  }

  /// Whether tweaking this key gives `output` with that parity: the check of a taproot script path.
  ///
  /// Cheaper than ``tweaked(by:)``. A tweak out of range gives false.
  public func gives(_ output: Bytes32, parityIsOdd: Bool, tweakedBy tweak: Bytes32) -> Bool {
    var point = point
    return output.withPointer { output in
      tweak.withPointer { tweak in
        secp256k1_xonly_pubkey_tweak_add_check(
          Curve.context, output, parityIsOdd ? 1 : 0, &point, tweak) == 1
      }
    }
  }

  /// Whether `signature` (64 bytes) is this key's BIP-340 signature of a 32-byte digest.
  ///
  /// Any other length gives false: a sighash byte must have been cut off before.
  public func verifies(schnorr signature: some Collection<UInt8>, of digest: Bytes32) -> Bool {
    guard signature.count == 64 else { return false }
    let bytes = Array(signature)
    var point = point
    return digest.withPointer {
      secp256k1_schnorrsig_verify(Curve.context, bytes, $0, 32, &point) == 1
    }
  }

  /// Whether `signature` (64 bytes) is this key's BIP-340 signature of a message of any length.
  public func verifies(schnorr signature: some Collection<UInt8>, of message: [UInt8]) -> Bool {
    guard signature.count == 64 else { return false }
    let bytes = Array(signature)
    var point = point
    return secp256k1_schnorrsig_verify(Curve.context, bytes, message, message.count, &point) == 1
  }
}

extension XOnlyPublicKey: Hashable {
  public static func == (left: XOnlyPublicKey, right: XOnlyPublicKey) -> Bool {
    left.bytes == right.bytes
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension XOnlyPublicKey: Comparable {
  /// Compares the x coordinates as big-endian numbers.
  public static func < (left: XOnlyPublicKey, right: XOnlyPublicKey) -> Bool {
    left.bytes < right.bytes
  }
}

extension XOnlyPublicKey: CustomStringConvertible {
  public var description: String { bytes.hex }
}
