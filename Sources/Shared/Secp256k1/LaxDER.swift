internal import CSecp256k1

/// The reading of ECDSA signatures from before BIP-66, which consensus still needs.
///
/// The rules are those of OpenSSL as Bitcoin Core preserved them: the sequence's length is not
/// believed, lengths may be longer than needed, numbers may have any padding, anything may follow.
enum LaxDER {
  static func parse(
    _ bytes: [UInt8]
  ) throws(Secp256k1Error) -> secp256k1_ecdsa_signature {
    var position = 0
    try skip(tag: 0x30, in: bytes, &position)
    try skipSequenceLength(in: bytes, &position)
    let r = try readNumber(in: bytes, &position)
    let s = try readNumber(in: bytes, &position)

    var compact = [UInt8](repeating: 0, count: 64)
    var overflow = r.count > 32 || s.count > 32
    if !overflow {
      compact.replaceSubrange((32 - r.count)..<32, with: r)
      compact.replaceSubrange((64 - s.count)..<64, with: s)
    }
    var raw = secp256k1_ecdsa_signature()
    if !overflow {
      overflow = secp256k1_ecdsa_signature_parse_compact(Curve.context, &raw, compact) != 1
    }
    if overflow {
      let zeros = [UInt8](repeating: 0, count: 64)
      _ = secp256k1_ecdsa_signature_parse_compact(Curve.context, &raw, zeros)
    }
    return raw
  }

  private static func skip(
    tag: UInt8, in bytes: [UInt8], _ position: inout Int
  ) throws(Secp256k1Error) {
    guard position < bytes.count, bytes[position] == tag else { throw .signatureMalformed }
    position += 1
  }

  private static func skipSequenceLength(
    in bytes: [UInt8], _ position: inout Int
  ) throws(Secp256k1Error) {
    guard position < bytes.count else { throw .signatureMalformed }
    let first = bytes[position]
    position += 1
    guard first & 0x80 != 0 else { return }
    let more = Int(first & 0x7f)
    guard more <= bytes.count - position else { throw .signatureMalformed }
    position += more
  }

  /// Reads an integer's bytes without its leading zeros.
  private static func readNumber(
    in bytes: [UInt8], _ position: inout Int
  ) throws(Secp256k1Error) -> ArraySlice<UInt8> {
    try skip(tag: 0x02, in: bytes, &position)
    guard position < bytes.count else { throw .signatureMalformed }
    var length = Int(bytes[position])
    position += 1
    if length & 0x80 != 0 {
      var more = length & 0x7f
      guard more <= bytes.count - position else { throw .signatureMalformed }
      while more > 0, bytes[position] == 0 {
        position += 1
        more -= 1
      }
      guard more < 4 else { throw .signatureMalformed }
      length = 0
      while more > 0 {
        length = length << 8 | Int(bytes[position])
        position += 1
        more -= 1
      }
    }
    guard length <= bytes.count - position else { throw .signatureMalformed }
    defer { position += length }
    return bytes[position..<(position + length)].drop { $0 == 0 }
  }
}
