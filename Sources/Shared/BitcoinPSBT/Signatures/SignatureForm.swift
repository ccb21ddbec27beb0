public import BitcoinPrimitives
internal import Bytes
public import Secp256k1

/// The form that a signature must have before it is worth verifying, for whatever it came in.
public enum SignatureForm {
  /// Reads an ECDSA signature as scripts carry it: strict DER (BIP-66), low S, and the sighash
  /// byte.
  ///
  /// Without `expected`, the type must be ALL. Throws `SignatureFault` for any other form or type.
  public static func ecdsa(
    _ bytes: some BidirectionalCollection<UInt8>, expecting expected: UInt32? = nil
  ) throws(SignatureFault) -> (signature: ECDSASignature, type: SighashType) {
    guard bytes.count <= 73, let byte = bytes.last,
      let signature = try? ECDSASignature(der: bytes.dropLast())
    else { throw .malformed }
    let type = SighashType(rawValue: UInt32(byte))
    let expected = expected ?? SighashType.all.rawValue
    guard type.rawValue == expected, type.isStandard else {
      throw .wrongSighash(found: type.rawValue, expected: expected)
    }
    guard signature.isLowS else { throw .highS }
    return (signature, type)
  }

  /// Reads a signature of BIP-340 as witnesses carry it: 64 bytes, or 65 with a sighash byte that
  /// is not 0.
  ///
  /// Without `expected`, the type must be DEFAULT or ALL. Throws `SignatureFault` for any other.
  public static func schnorr(
    _ bytes: some BidirectionalCollection<UInt8>, expecting expected: UInt32? = nil
  ) throws(SignatureFault) -> (signature: [UInt8], type: SighashType) {
    let byte: UInt8
    switch (bytes.count, bytes.last) {
    case (64, _): byte = 0
    case (65, let last?) where last != 0: byte = last
    default: throw .malformed
    }
    let type = SighashType(rawValue: UInt32(byte))
    let isExpected = expected.map { $0 == type.rawValue } ?? (type == .default || type == .all)
    guard isExpected, type.isDefinedForTaproot else {
      throw .wrongSighash(found: type.rawValue, expected: expected)
    }
    return (Array(bytes.prefix(64)), type)
  }
}
