internal import Bytes
public import SecureMemory

/// Hexadecimal text of secrets, in lower case.
public enum SecretHex {
  /// Two characters for each byte.
  public static func encode(_ secret: borrowing SecretBytes) -> SecretBytes {
    SecretBytes(count: secret.count * 2) { text in
      secret.withUnsafeBytes { Hex.encode(secret: $0, into: text) }
    }
  }

  /// Reads an even number of characters of either case; nil at the first other one.
  public static func decode(_ text: borrowing SecretBytes) -> SecretBytes? {
    var isHex = false
    let bytes = SecretBytes(count: text.count / 2) { bytes in
      isHex = text.withUnsafeBytes { Hex.decode(secret: $0, into: bytes) }
    }
    guard isHex else { return nil }
    return bytes
  }
}
