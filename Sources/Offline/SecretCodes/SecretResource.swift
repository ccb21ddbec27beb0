public import SecureMemory

/// A secret as a uniform resource in one QR code (BCR-2020-005): `ur:TYPE/` and the bytewords of a
/// CBOR message.
public struct SecretResource: ~Copyable {
  /// What it is said to be, such as `seed`.
  public let type: String
  /// The CBOR message.
  public let message: SecretBytes

  /// Whether a text begins as a resource of one of the types, in any case.
  public static func isOne(_ text: UnsafeRawBufferPointer, ofTypes types: [String]) -> Bool {
    types.contains { SecretUnicode.begins(text, with: "ur:\($0)/") }
  }

  /// Reads a resource of one of the types, of any case; spaces around it are ignored.
  ///
  /// Throws for other types, for one of several QR codes, and for letters that are not bytewords;
  /// `limit` is the most letters.
  public init(
    parsing text: borrowing SecretBytes, types: [String], limit: Int = SecretBytewords.limit
  ) throws(SecretResourceError) {
    let place = text.withUnsafeBytes { text -> (type: String, body: Range<Int>)? in
      let whole = SecretUnicode.trimmed(text)
      let trimmed = UnsafeRawBufferPointer(rebasing: text[whole])
      guard let type = types.first(where: { Self.isOne(trimmed, ofTypes: [$0]) }) else {
        return nil
      }
      let body = (whole.lowerBound + "ur:\(type)/".utf8.count)..<whole.upperBound
      // Hyphens and a further slash belong to one QR code of several.
      let isLetters = text[body].allSatisfy { (0x61...0x7a).contains($0 | 0x20) }
      return isLetters && !body.isEmpty ? (type, body) : nil
    }
    guard let place else { throw .resource }
    let message: SecretBytes
    do throws(SecretBytewordsError) {
      message = try text.withUnsafeBytes { text throws(SecretBytewordsError) in
        try SecretBytewords.decode(
          UnsafeRawBufferPointer(rebasing: text[place.body]), limit: limit)
      }
    } catch {
      throw .bytewords(error)
    }
    type = place.type
    self.message = message
  }

  /// Writes a message, ASCII: in capitals where asked, which make a smaller QR code.
  public static func encode(
    _ type: String, _ message: borrowing SecretBytes, isUpperCase: Bool
  ) -> SecretBytes {
    var text = SecretBytes(
      joining: SecretBytes(notSecret: "ur:\(type)/".utf8),
      SecretBytewords.encode(message, isMinimal: true))
    guard isUpperCase else { return text }
    text.withUnsafeMutableBytes { text in
      for index in text.indices where (0x61...0x7a).contains(text[index]) { text[index] &= 0xdf }
    }
    return text
  }
}

/// Why a text is not a resource; never with a part of it.
public enum SecretResourceError: Error, Equatable, Sendable {
  /// It is of another type, or one of several QR codes.
  case resource
  /// Its letters are not bytewords.
  case bytewords(SecretBytewordsError)
}
