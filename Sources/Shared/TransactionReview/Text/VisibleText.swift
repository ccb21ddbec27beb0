internal import Bytes

/// Foreign text as it may stand on a screen (R24): printable ASCII as it is, every other byte and the
/// backslash as `\u{..}`.
enum VisibleText {
  /// Makes UTF-8 text visible, scalar by scalar.
  static func of(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      (0x20...0x7e).contains(scalar.value) && scalar != "\\"
        ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
    }.joined()
  }

  /// Makes bytes of unknown encoding visible, byte by byte.
  static func of(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
      (0x20...0x7e).contains(byte) && byte != 0x5c
        ? String(UnicodeScalar(byte)) : "\\u{\(Hex.encode([byte]))}"
    }.joined()
  }
}
