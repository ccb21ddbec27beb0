internal import Bytes
internal import Mnemonics
internal import SecretCodes
public import SecureMemory

/// One share of a secret as Blockchain Commons writes it (SSKR, BCR-2020-011): in bytewords, or as
/// a uniform resource in a QR code.
///
/// The secret is usually the entropy of words (BIP-39), and nothing encrypts it.
public struct SSKRShare: ~Copyable, Sendable {
  let header: ShareSetHeader
  let place: SharePlace
  let value: SecretBytes

  /// The fewest words of a share.
  ///
  /// One of the length, five and sixteen bytes, four of the checksum; most have three of a tag before them.
  public static let leastWords = 26
  private static let headLength = 5
  private static let valueLengths = 16...32
  /// The tag of the new name, and that of the first generation.
  private static let tags = [40309, 309]
  private static let types = ["sskr", "crypto-sskr"]

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

  /// Whether a text begins as a share in a uniform resource, of whatever generation and case.
  public static func isResource(_ text: UnsafeRawBufferPointer) -> Bool {
    SecretResource.isOne(text, ofTypes: types)
  }

  /// Reads bytewords of any style, `ur:sskr/...` or `ur:crypto-sskr/...`, any case, at most 1,024 bytes.
  ///
  /// Throws when a word is unknown, the checksum does not match, or the share is malformed.
  public init(parsing text: borrowing SecretBytes) throws(SSKRError) {
    let isResource = text.withUnsafeBytes { text in
      SecretUnicode.begins(
        UnsafeRawBufferPointer(rebasing: text[SecretUnicode.trimmed(text)]), with: "ur:")
    }
    try self.init(message: isResource ? Self.resource(text) : Self.words(text))
  }

  private static func resource(_ text: borrowing SecretBytes) throws(SSKRError) -> SecretBytes {
    do throws(SecretResourceError) {
      let resource = try SecretResource(parsing: text, types: types)
      return resource.message.duplicated()
    } catch {
      switch error {
      case .resource: throw .resource
      case .bytewords(let error): throw SSKRError(error)
      }
    }
  }

  private static func words(_ text: borrowing SecretBytes) throws(SSKRError) -> SecretBytes {
    do throws(SecretBytewordsError) {
      return try text.withUnsafeBytes { text throws(SecretBytewordsError) in
        try SecretBytewords.decode(
          UnsafeRawBufferPointer(rebasing: text[SecretUnicode.trimmed(text)]))
      }
    } catch {
      throw SSKRError(error)
    }
  }

  /// Finds what one wrong word, one missing word or two swapped words of a share should have been.
  ///
  /// Only for words of four letters; the checksum says it (`SecretBytewords.repairs`). A share that is
  /// valid needs nothing, which is `none`.
  public static func repaired(_ text: borrowing SecretBytes) -> RepairedShare {
    var found = FoundShares()
    text.withUnsafeBytes { text in
      let trimmed = UnsafeRawBufferPointer(rebasing: text[SecretUnicode.trimmed(text)])
      SecretBytewords.repairs(of: trimmed) { payload, change in
        guard (try? SSKRShare(message: payload.duplicated()).group) != nil else { return }
        // In the same words as on the paper: the tag may be that of the first edition, or none.
        found.add(SecretBytewords.encode(payload, isMinimal: false), WordChange(change))
      }
    }
    return found.result()
  }

  /// Reads the CBOR: a byte string, tagged or not.
  private init(message: consuming SecretBytes) throws(SSKRError) {
    var reader = SecretCBORReader(message)
    guard var head = reader.head() else { throw .malformed }
    if head.kind == .tag, Self.tags.contains(head.value), let next = reader.head() { head = next }
    guard head.kind == .bytes, let bytes = reader.content(head.value), reader.isAtEnd else {
      throw .malformed
    }
    try self.init(decoding: bytes)
  }

  /// Reads the five bytes of numbers and the value of 16 to 32 bytes.
  ///
  /// Throws when the length is another one, the reserved bits are not zero, or more groups are
  /// needed than there are.
  public init(decoding bytes: borrowing SecretBytes) throws(SSKRError) {
    let length = bytes.count - Self.headLength
    guard Self.valueLengths.contains(length), length % 2 == 0 else { throw .malformed }
    // What stands before the value is not secret.
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
    return SecretBytes(
      joining: SecretBytes(notSecret: CBORWriter.head(major: 2, bytes.count)), bytes)
  }

  /// The share as words of four letters with spaces, ASCII: to read aloud and write down.
  public borrowing func revealingWords() -> SecretBytes {
    let tag = SecretBytes(notSecret: CBORWriter.head(major: 6, Self.tags[0]))
    return SecretBytewords.encode(SecretBytes(joining: tag, message()), isMinimal: false)
  }

  /// The share as a uniform resource for one QR code, ASCII: `ur:sskr/...`, in capitals where
  /// asked, which make a smaller QR code.
  public borrowing func revealingResource(isUpperCase: Bool = false) -> SecretBytes {
    SecretResource.encode(Self.types[0], message(), isUpperCase: isUpperCase)
  }
}

extension WordChange {
  fileprivate init(_ change: BytewordsChange) {
    switch change {
    case .replaced(let position): self = .replaced(position: position)
    case .inserted(let position): self = .inserted(position: position)
    case .swapped(let first, let second): self = .swapped(first: first, second: second)
    }
  }
}
