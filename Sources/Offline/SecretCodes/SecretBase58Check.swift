public import Bytes
internal import Hashes
public import SecureMemory

/// Base58Check of secrets, in secret memory from beginning to end.
///
/// For payloads that do not begin with a zero byte, as no kind of private key does.
public enum SecretBase58Check {
  /// The longest text that is read, in characters: the work grows with its square.
  private static let limit = 200

  /// Reads text whose payload has one of the lengths; spaces around it are ignored.
  ///
  /// Throws for other lengths, a character that Base58 does not have, and a wrong checksum.
  public static func decode(
    _ text: borrowing SecretBytes, counts: [Int]
  ) throws(BytesError) -> SecretBytes {
    let longest = counts.max() ?? 0
    let digits = try digits(of: text, longest: longest)
    var number = SecretBytes(count: longest + 4)
    let isWhole = digits.withUnsafeBytes { digits in
      number.withUnsafeMutableBytes { Base58.convert(digits: digits, intoBytes: $0) }
    }
    guard isWhole else {
      throw .wrongLength(what: "base58 payload", expected: longest, found: longest + 1)
    }
    let length = number.withUnsafeBytes { number in
      number.count - (number.firstIndex { $0 != 0 } ?? number.count)
    }
    guard length >= 4, counts.contains(length - 4) else {
      throw .wrongLength(what: "base58 payload", expected: longest, found: max(0, length - 4))
    }
    let first = number.count - length
    let payload = number.slice(first..<(number.count - 4))
    guard checksum(payload).constantTimeEquals(number.slice((number.count - 4)..<number.count))
    else { throw .checksumMismatch(encoding: "base58") }
    return payload
  }

  /// The values of the characters; what is too long or begins with a zero byte is refused.
  private static func digits(
    of text: borrowing SecretBytes, longest: Int
  ) throws(BytesError) -> SecretBytes {
    try text.withUnsafeBytes { text throws(BytesError) in
      let place = SecretUnicode.trimmed(text)
      guard place.count <= limit else {
        throw .tooLarge(
          what: "base58 text", value: UInt64(place.count), limit: UInt64(limit), offset: 0)
      }
      var digits = SecretBytes(count: place.count)
      for offset in place {
        guard let digit = Alphabet.base58.value(ofSecret: text[offset]) else {
          throw .invalidCharacter(encoding: "base58", offset: offset)
        }
        // A one stands for a zero byte that the number does not show.
        guard offset > place.lowerBound || digit != 0 else {
          throw .wrongLength(what: "base58 payload", expected: longest, found: longest + 1)
        }
        digits.withUnsafeMutableBytes { $0[offset - place.lowerBound] = digit }
      }
      return digits
    }
  }

  /// Writes a payload.
  public static func encode(_ payload: borrowing SecretBytes) -> SecretBytes {
    let number = SecretBytes(joining: payload, checksum(payload))
    var digits = SecretBytes(count: number.count * 138 / 100 + 1)
    let first = number.withUnsafeBytes { number in
      digits.withUnsafeMutableBytes { digits -> Int in
        Base58.convert(bytes: number, intoDigits: digits)
        let first = digits.firstIndex { $0 != 0 } ?? digits.count
        for index in digits.indices {
          digits[index] = Alphabet.base58.character(ofSecret: digits[index])
        }
        return first
      }
    }
    return digits.slice(first..<digits.count)
  }

  private static func checksum(_ payload: borrowing SecretBytes) -> SecretBytes {
    SecretSHA256.hash(SecretSHA256.hash(payload)).slice(0..<4)
  }
}
