internal import Bytes
package import CSecp256k1

/// Two numbers r and s that may be an ECDSA signature.
public struct ECDSASignature: Sendable {
  package let raw: secp256k1_ecdsa_signature

  package init(raw: secp256k1_ecdsa_signature) {
    self.raw = raw
  }

  /// Reads the one DER encoding of r and s, without a sighash byte (BIP-66), at most 72 bytes.
  ///
  /// Throws when a single byte is superfluous, and when r or s is zero or not below the order.
  public init(der bytes: some Collection<UInt8>) throws(Secp256k1Error) {
    guard bytes.count <= 72 else { throw .signatureNotDER }
    let array = Array(bytes)
    var raw = secp256k1_ecdsa_signature()
    guard secp256k1_ecdsa_signature_parse_der(Curve.context, &raw, array, array.count) == 1 else {
      throw .signatureNotDER
    }
    self.init(raw: raw)
    // The library turns numbers above the order into zero.
    guard isInRange else { throw .signatureOutOfRange }
    guard der == array else { throw .signatureNotDER }
  }

  /// Reads what blocks from before BIP-66 may contain, exactly as Bitcoin Core still reads it.
  ///
  /// For the script interpreter only. Numbers above the order of the curve give a signature of two
  /// zeros, which has a low S and verifies nothing, as in Core. Throws `.signatureMalformed`.
  public init(laxDER bytes: some Collection<UInt8>) throws(Secp256k1Error) {
    self.init(raw: try LaxDER.parse(Array(bytes)))
  }

  /// Reads 64 bytes: r and s, big-endian; throws when one is zero or not below the order.
  public init(compact bytes: some Collection<UInt8>) throws(Secp256k1Error) {
    guard bytes.count == 64 else { throw .signatureLength(expected: 64, found: bytes.count) }
    var raw = secp256k1_ecdsa_signature()
    guard secp256k1_ecdsa_signature_parse_compact(Curve.context, &raw, Array(bytes)) == 1 else {
      throw .signatureOutOfRange
    }
    self.init(raw: raw)
    guard isInRange else { throw .signatureOutOfRange }
  }

  /// The DER encoding, without a sighash byte: 8 to 72 bytes.
  public var der: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 72) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      count = buffer.count
      var raw = raw
      if secp256k1_ecdsa_signature_serialize_der(Curve.context, start, &count, &raw) != 1 {
        count = 0  // cannot be: 72 bytes hold any two numbers below the order
      }
    }
  }

  /// The 64 bytes of r and s, big-endian.
  public var compact: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      var raw = raw
      secp256k1_ecdsa_signature_serialize_compact(Curve.context, start, &raw)
      count = 64
    }
  }

  /// Whether s is at most half of the order, which policy and BIP-146 demand.
  public var isLowS: Bool {
    var raw = raw
    return secp256k1_ecdsa_signature_normalize(Curve.context, nil, &raw) == 0
  }

  /// Whether r fits in 32 bytes of DER, so that the encoding takes at most 70 bytes with a low S.
  public var isLowR: Bool {
    var raw = raw
    var numbers = (Bytes32.zero, Bytes32.zero)  // no array: signing asks for every try
    return withUnsafeMutableBytes(of: &numbers) { bytes in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return false }
      secp256k1_ecdsa_signature_serialize_compact(Curve.context, start, &raw)
      return start[0] < 0x80
    }
  }

  /// The same signature with a low S.
  public var normalized: ECDSASignature {
    var input = raw
    var output = secp256k1_ecdsa_signature()
    secp256k1_ecdsa_signature_normalize(Curve.context, &output, &input)
    return ECDSASignature(raw: output)
  }

  private var isInRange: Bool {
    let numbers = compact
    return numbers[..<32].contains { $0 != 0 } && numbers[32...].contains { $0 != 0 }
  }
}

extension ECDSASignature: Hashable {
  public static func == (left: ECDSASignature, right: ECDSASignature) -> Bool {
    left.compact == right.compact
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(compact) }
}

extension ECDSASignature: CustomStringConvertible {
  public var description: String { Hex.encode(der) }
}
