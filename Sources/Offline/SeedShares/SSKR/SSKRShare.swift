internal import SecretCodes
public import SecureMemory

/// One share of a secret as Blockchain Commons writes it (SSKR, BCR-2020-011): in bytewords, or as a
/// uniform resource in a QR symbol.
///
/// The secret is usually the entropy of words (BIP-39), and nothing encrypts it.
public struct SSKRShare: ~Copyable, Sendable {
  let header: ShareSetHeader
  let place: SharePlace
  let value: SecretBytes

  private static let headLength = 5
  private static let valueLengths = 16...32
  /// The tag of the new name, and that of the first generation.
  private static let tags: [UInt16] = [40309, 309]

  init(_ header: ShareSetHeader, _ place: SharePlace, _ value: consuming SecretBytes) {
    self.header = header
    self.place = place
    self.value = value
  }

  /// The number, of 16 bits, that all shares of a set have in common.
  public var identifier: UInt16 { header.identifier }
  /// The number of groups that are needed.
  public var groupThreshold: Int { header.groupThreshold }
  /// The number of groups.
  public var groupCount: Int { header.groupCount }
  /// The number of this share's group, counted from 1.
  public var group: Int { place.group + 1 }
  /// The number of this share in its group, counted from 1.
  public var member: Int { place.member + 1 }
  /// The number of shares of this group that are needed.
  public var memberThreshold: Int { place.memberThreshold }

  /// Reads bytewords of any style, `ur:sskr/...` or `ur:crypto-sskr/...`, any case, at most 1,024 bytes.
  ///
  /// Throws when a word is unknown, the checksum does not match, or the share is malformed.
  public init(parsing text: borrowing SecretBytes) throws(SSKRError) {
    let message = try text.withUnsafeBytes { text throws(SSKRError) in
      let start = text.prefix(while: SecretUnicode.isSpace).count
      let end =
        text.count - text.dropFirst(start).reversed().prefix(while: SecretUnicode.isSpace).count
      let trimmed = UnsafeRawBufferPointer(rebasing: text[start..<max(start, end)])
      guard Self.begins(trimmed, with: "ur:") else { return try Self.decoded(trimmed) }
      for prefix in ["ur:sskr/", "ur:crypto-sskr/"] where Self.begins(trimmed, with: prefix) {
        let body = UnsafeRawBufferPointer(rebasing: trimmed[prefix.utf8.count...])
        // Hyphens and a further slash belong to one symbol of several.
        guard body.allSatisfy({ (0x61...0x7a).contains($0 | 0x20) }) else { throw .resource }
        return try Self.decoded(body)
      }
      throw .resource
    }
    try self.init(message: message)
  }

  private static func decoded(_ words: UnsafeRawBufferPointer) throws(SSKRError) -> SecretBytes {
    do throws(SecretBytewordsError) {
      return try SecretBytewords.decode(words)
    } catch {
      throw SSKRError(error)
    }
  }

  private static func begins(_ text: UnsafeRawBufferPointer, with prefix: String) -> Bool {
    text.count >= prefix.utf8.count && zip(text, prefix.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
  }

  /// Reads the CBOR: a byte string, tagged or not.
  private init(message: borrowing SecretBytes) throws(SSKRError) {
    let start = message.withUnsafeBytes { message -> Int? in
      var offset = 0
      if message.count > 3, message[0] == 0xd9 {
        guard Self.tags.contains(UInt16(message[1]) << 8 | UInt16(message[2])) else { return nil }
        offset = 3
      }
      guard message.count > offset + 2 else { return nil }
      if message[offset] == 0x58 {
        guard message[offset + 1] >= 24, message.count == offset + 2 + Int(message[offset + 1])
        else { return nil }
        return offset + 2
      }
      guard (0x40...0x57).contains(message[offset]),
        message.count == offset + 1 + Int(message[offset] - 0x40)
      else { return nil }
      return offset + 1
    }
    guard let start else { throw .malformed }
    try self.init(decoding: message.slice(start..<message.count))
  }

  /// Reads the five bytes of numbers and the value of 16 to 32 bytes.
  ///
  /// Throws when the length is another one, the reserved bits are not zero, or more groups are
  /// needed than there are.
  public init(decoding bytes: borrowing SecretBytes) throws(SSKRError) {
    let length = bytes.count - Self.headLength
    guard Self.valueLengths.contains(length), length % 2 == 0 else { throw .malformed }
    // What stands before the value is no secret.
    let head = bytes.withUnsafeBytes { $0.prefix(Self.headLength).map { Int($0) } }
    guard head[4] >> 4 == 0 else { throw .malformed }
    let header = ShareSetHeader(
      identifier: UInt16(head[0] << 8 | head[1]), groupThreshold: head[2] >> 4 + 1,
      groupCount: head[2] & 15 + 1)
    guard header.groupThreshold <= header.groupCount else {
      throw .groupThreshold(needed: header.groupThreshold, count: header.groupCount)
    }
    let place = SharePlace(
      group: head[3] >> 4, member: head[4] & 15, memberThreshold: head[3] & 15 + 1)
    self.init(header, place, bytes.slice(Self.headLength..<bytes.count))
  }

  /// The five bytes of numbers and the value.
  public borrowing func revealingBytes() -> SecretBytes {
    let head = [
      UInt8(header.identifier >> 8), UInt8(header.identifier & 0xff),
      UInt8((header.groupThreshold - 1) << 4 | (header.groupCount - 1)),
      UInt8(place.group << 4 | (place.memberThreshold - 1)), UInt8(place.member),
    ]
    return SecretBytes(joining: SecretBytes(notSecret: head), value)
  }

  /// The CBOR byte string.
  private borrowing func message() -> SecretBytes {
    let bytes = revealingBytes()
    let count = UInt8(truncatingIfNeeded: bytes.count)
    return SecretBytes(
      joining: SecretBytes(notSecret: count < 24 ? [0x40 | count] : [0x58, count]), bytes)
  }

  /// The share as words of four letters with spaces, ASCII: to read aloud and write down.
  public borrowing func revealingWords() -> SecretBytes {
    let tag = SecretBytes(notSecret: [0xd9, UInt8(Self.tags[0] >> 8), UInt8(Self.tags[0] & 0xff)])
    return SecretBytewords.encode(SecretBytes(joining: tag, message()), isMinimal: false)
  }

  /// The share as a uniform resource for one QR symbol, ASCII: `ur:sskr/...`, in capitals where asked,
  /// which make a smaller symbol.
  public borrowing func revealingResource(isUpperCase: Bool = false) -> SecretBytes {
    var text = SecretBytes(
      joining: SecretBytes(notSecret: "ur:sskr/".utf8),
      SecretBytewords.encode(message(), isMinimal: true))
    guard isUpperCase else { return text }
    text.withUnsafeMutableBytes { text in
      for index in text.indices where (0x61...0x7a).contains(text[index]) { text[index] &= 0xdf }
    }
    return text
  }
}
