public import Bytes
package import CSecp256k1

/// A point of secp256k1 that somebody can sign for.
///
/// Whether it was written compressed is part of the value, because scripts and addresses depend on
/// it. The point is kept parsed: using it again does not decompress it again.
public struct PublicKey: Sendable {
  package let point: secp256k1_pubkey

  /// Whether ``encoded`` takes 33 bytes; otherwise it takes 65.
  public let isCompressed: Bool

  package init(point: secp256k1_pubkey, isCompressed: Bool = true) {
    self.point = point
    self.isCompressed = isCompressed
  }

  /// Reads 33 bytes (prefix 02 or 03) or 65 bytes (prefix 04), coordinates big-endian (SEC 1).
  ///
  /// Throws when the length, the prefix or the point is wrong; hybrid keys are refused.
  public init(decoding bytes: some Collection<UInt8>) throws(Secp256k1Error) {
    let count = bytes.count
    guard count == 33 || count == 65 else { throw .publicKeyLength(found: count) }
    let array = Array(bytes)
    switch (array[0], count) {
    case (2, 33), (3, 33), (4, 65): break
    default: throw .publicKeyPrefix(array[0])
    }
    try self.init(checkedLength: array)
  }

  /// Reads what consensus lets a legacy script use: as ``init(decoding:)``, and also 65 bytes with
  /// prefix 06 or 07 (hybrid), whose parity must fit.
  ///
  /// For the script interpreter only. The key is then printed uncompressed, not hybrid.
  public init(decodingConsensus bytes: some Collection<UInt8>) throws(Secp256k1Error) {
    let count = bytes.count
    guard count == 33 || count == 65 else { throw .publicKeyLength(found: count) }
    let array = Array(bytes)
    switch (array[0], count) {
    case (2, 33), (3, 33), (4, 65), (6, 65), (7, 65): break
    default: throw .publicKeyPrefix(array[0])
    }
    try self.init(checkedLength: array)
  }

  private init(checkedLength bytes: [UInt8]) throws(Secp256k1Error) {
    var point = secp256k1_pubkey()
    guard secp256k1_ec_pubkey_parse(Curve.context, &point, bytes, bytes.count) == 1 else {
      throw .notOnCurve
    }
    self.init(point: point, isCompressed: bytes.count == 33)
  }

  /// The point with this x coordinate and an even or odd y coordinate, compressed.
  public init(_ key: XOnlyPublicKey, yIsOdd: Bool = false) throws(Secp256k1Error) {
    try self.init(checkedLength: [yIsOdd ? 3 : 2] + key.bytes.bytes)
  }

  /// The 33 bytes (compressed) or 65 bytes of the SEC 1 encoding, coordinates big-endian.
  public func encoded(compressed: Bool) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: compressed ? 33 : 65) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      count = buffer.count
      var point = point
      let flags = UInt32(compressed ? SECP256K1_EC_COMPRESSED : SECP256K1_EC_UNCOMPRESSED)
      secp256k1_ec_pubkey_serialize(Curve.context, start, &count, &point, flags)
    }
  }

  /// The encoding as it was parsed: 33 or 65 bytes.
  public var encoded: [UInt8] { encoded(compressed: isCompressed) }

  /// The 33 bytes of the compressed encoding.
  public var compressed: [UInt8] { encoded(compressed: true) }

  /// The same point, written compressed or not.
  public func written(compressed: Bool) -> PublicKey {
    PublicKey(point: point, isCompressed: compressed)
  }

  /// The x coordinate alone, as taproot uses it (BIP-340).
  public var xOnly: XOnlyPublicKey { xOnlyAndParity.key }

  /// Whether the y coordinate is odd.
  public var yIsOdd: Bool { xOnlyAndParity.yIsOdd }

  /// The x coordinate, and whether the y coordinate is odd.
  public var xOnlyAndParity: (key: XOnlyPublicKey, yIsOdd: Bool) {
    var point = point
    var xOnly = secp256k1_xonly_pubkey()
    var parity: Int32 = 0
    // Cannot fail: the point was parsed before.
    _ = secp256k1_xonly_pubkey_from_pubkey(Curve.context, &xOnly, &parity, &point)
    return (XOnlyPublicKey(point: xOnly), parity == 1)
  }

  /// The key plus `tweak` times the generator, compressed: one step of BIP-32 public derivation.
  ///
  /// Throws when the tweak (big-endian) is not below the order of the curve or the sum is not a
  /// key.
  public func adding(tweak: Bytes32) throws(Secp256k1Error) -> PublicKey {
    guard let sum = Curve.sum(point, tweak: tweak) else { throw .tweakOutOfRange }
    return PublicKey(point: sum)
  }

  /// Whether `signature` is this key's ECDSA signature of a 32-byte digest.
  ///
  /// Signatures with a high S are never accepted here: consensus code normalizes them first.
  public func verifies(_ signature: ECDSASignature, of digest: Bytes32) -> Bool {
    var point = point
    var raw = signature.raw
    return digest.withPointer {
      secp256k1_ecdsa_verify(Curve.context, &raw, $0, &point) == 1
    }
  }
}

extension PublicKey: Hashable {
  public static func == (left: PublicKey, right: PublicKey) -> Bool {
    var (first, second) = (left.point, right.point)
    return left.isCompressed == right.isCompressed
      && secp256k1_ec_pubkey_cmp(Curve.context, &first, &second) == 0
  }

  public func hash(into hasher: inout Hasher) {
    compressed.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

extension PublicKey: Comparable {
  /// Compares the encodings byte by byte, as `sortedmulti` and BIP-67 sort keys.
  public static func < (left: PublicKey, right: PublicKey) -> Bool {
    if left.isCompressed, right.isCompressed {
      var (first, second) = (left.point, right.point)
      return secp256k1_ec_pubkey_cmp(Curve.context, &first, &second) < 0
    }
    return left.encoded.lexicographicallyPrecedes(right.encoded)
  }
}

extension PublicKey: CustomStringConvertible {
  public var description: String { Hex.encode(encoded) }
}
