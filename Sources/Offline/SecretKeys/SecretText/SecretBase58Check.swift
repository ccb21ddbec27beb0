internal import Bytes
internal import Hashes
internal import SecureMemory

/// Base58Check of secrets, in secret memory from beginning to end.
enum SecretBase58Check {
  private static let alphabet: StaticString =
    "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

  /// The longest text that is read, in characters: the work grows with its square.
  private static let limit = 200

  /// Reads text whose payload has exactly `count` bytes; spaces around it are ignored.
  static func decode(
    _ text: borrowing SecretBytes, count: Int
  ) throws(DerivationError) -> SecretBytes {
    var number = SecretBytes(count: count + 4)
    try text.withUnsafeBytes { text throws(DerivationError) in
      let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0d).contains($0) }
      let start = text.prefix(while: isSpace).count
      let end = text.count - text.dropFirst(start).reversed().prefix(while: isSpace).count
      guard end - start <= limit else {
        throw .text(
          .tooLarge(
            what: "base58 text", value: UInt64(end - start), limit: UInt64(limit), offset: 0))
      }
      try number.withUnsafeMutableBytes { number throws(DerivationError) in
        for offset in start..<end {
          guard let digit = digit(text[offset]) else {
            throw .text(.invalidCharacter(encoding: "base58", offset: offset))
          }
          var carry = UInt32(digit)
          for index in number.indices.reversed() {
            carry += UInt32(number[index]) * 58
            number[index] = UInt8(truncatingIfNeeded: carry)
            carry >>= 8
          }
          guard carry == 0 else {
            throw .text(
              .wrongLength(what: "base58 payload", expected: count, found: count + 1))
          }
        }
      }
    }
    let payload = number.slice(0..<count)
    guard checksum(payload).constantTimeEquals(number.slice(count..<(count + 4))) else {
      throw .text(.checksumMismatch(encoding: "base58"))
    }
    return payload
  }

  /// Writes a payload that does not begin with a zero byte.
  static func encode(_ payload: borrowing SecretBytes) -> SecretBytes {
    let number = SecretBytes(joining: payload, checksum(payload))
    // 138 digits for 100 bytes are enough.
    var digits = SecretBytes(count: number.count * 138 / 100 + 1)
    let first = number.withUnsafeBytes { number in
      digits.withUnsafeMutableBytes { digits -> Int in
        for byte in number {
          var carry = UInt32(byte)
          for index in digits.indices.reversed() {
            carry += UInt32(digits[index]) << 8
            digits[index] = UInt8(carry % 58)
            carry /= 58
          }
        }
        let first = digits.firstIndex { $0 != 0 } ?? digits.count
        alphabet.withUTF8Buffer { alphabet in
          for index in digits.indices { digits[index] = alphabet[Int(digits[index])] }
        }
        return first
      }
    }
    return digits.slice(first..<digits.count)
  }

  private static func checksum(_ payload: borrowing SecretBytes) -> SecretBytes {
    SecretSHA256.hash(SecretSHA256.hash(payload)).slice(0..<4)
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    alphabet.withUTF8Buffer { $0.firstIndex(of: character).map { UInt8($0) } }
  }
}
