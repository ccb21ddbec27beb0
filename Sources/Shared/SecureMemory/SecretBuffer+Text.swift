extension SecretBuffer {
  /// Adds text that is not secret by itself.
  public mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// Adds a secret.
  public mutating func append(_ secret: borrowing SecretBytes) {
    secret.withUnsafeBytes { append($0) }
  }

  /// Adds two lower-case hexadecimal digits for each byte.
  public mutating func append(hex bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      for nibble in [byte >> 4, byte & 15] {
        // Computed, not looked up: a table would be indexed by the secret.
        let letter = 0x30 + nibble + (((9 &- nibble) >> 7) & 1) * 0x27
        Swift.withUnsafeBytes(of: letter) { append($0) }
      }
    }
  }

  /// Adds a number below 10,000 in decimal digits, without zeros before it.
  public mutating func append(decimal number: Int) {
    let count = number >= 1_000 ? 4 : number >= 100 ? 3 : number >= 10 ? 2 : 1
    _ = append(upTo: count) { room in
      var rest = number
      for place in (0..<count).reversed() {
        // Division by a constant: a multiplication, whose time does not depend on the number.
        room[place] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
      return count
    }
  }
}
