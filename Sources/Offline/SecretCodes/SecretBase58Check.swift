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
  /// Throws for other lengths, a character that is none of Base58, and a wrong checksum.
  public static func decode(
    _ text: borrowing SecretBytes, counts: [Int]
  ) throws(BytesError) -> SecretBytes {
    let longest = counts.max() ?? 0
    var number = SecretBytes(count: longest + 4)
    let length = try text.withUnsafeBytes { text throws(BytesError) in
      let start = text.prefix(while: SecretText.isSpace).count
      let end =
        text.count - text.dropFirst(start).reversed().prefix(while: SecretText.isSpace).count
      guard end - start <= limit else {
        throw .tooLarge(
          what: "base58 text", value: UInt64(max(0, end - start)), limit: UInt64(limit), offset: 0)
      }
      return try number.withUnsafeMutableBytes { number throws(BytesError) in
        for offset in start..<max(start, end) {
          guard let digit = SecretAlphabet.base58.value(of: text[offset]) else {
            throw .invalidCharacter(encoding: "base58", offset: offset)
          }
          // A one stands for a zero byte that the number does not show.
          guard offset > start || digit != 0 else {
            throw .wrongLength(what: "base58 payload", expected: longest, found: longest + 1)
          }
          var carry = UInt32(digit)
          for index in number.indices.reversed() {
            carry += UInt32(number[index]) * 58
            number[index] = UInt8(truncatingIfNeeded: carry)
            carry >>= 8
          }
          guard carry == 0 else {
            throw .wrongLength(what: "base58 payload", expected: longest, found: longest + 1)
          }
        }
        return number.count - (number.firstIndex { $0 != 0 } ?? number.count)
      }
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

  /// Writes a payload.
  public static func encode(_ payload: borrowing SecretBytes) -> SecretBytes {
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
        for index in digits.indices {
          digits[index] = SecretAlphabet.base58.character(of: digits[index])
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
