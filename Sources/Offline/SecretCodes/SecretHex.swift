internal import Bytes
public import SecureMemory

/// Hexadecimal text of secrets, in lower case.
public enum SecretHex {
  /// Two characters for each byte.
  public static func encode(_ secret: borrowing SecretBytes) -> SecretBytes {
    SecretBytes(count: secret.count * 2) { text in
      secret.withUnsafeBytes { bytes in
        for (index, byte) in bytes.enumerated() {
          text[index * 2] = Hex.digit(byte >> 4)
          text[index * 2 + 1] = Hex.digit(byte & 15)
        }
      }
    }
  }

  /// Reads an even number of characters of either case; nil at the first other one.
  public static func decode(_ text: borrowing SecretBytes) -> SecretBytes? {
    guard text.count % 2 == 0 else { return nil }
    var isHex = true
    let bytes = SecretBytes(count: text.count / 2) { bytes in
      text.withUnsafeBytes { text in
        for (index, character) in text.enumerated() {
          guard let value = Hex.value(character) else {
            isHex = false
            return
          }
          bytes[index / 2] = bytes[index / 2] << 4 | value
        }
      }
    }
    guard isHex else { return nil }
    return bytes
  }
}
