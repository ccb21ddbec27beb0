/// The lines of text that stand in H2's store: `name:value,name:"value"`.
struct H2Header {
  private let values: [String: String]

  /// A line without a checksum.
  init(_ text: String) throws(WalletFileError) {
    guard let values = Self.values(Array(text.utf8)[...]) else {
      throw H2Reader.malformed("a line of it is not a list of names and values")
    }
    self.values = values
  }

  /// A line with a checksum at its end, in a block that is filled up with blanks; nil for anything else.
  init?(checked block: ArraySlice<UInt8>) {
    guard let first = block.firstIndex(where: { $0 > 0x20 }),
      let last = block.lastIndex(where: { $0 > 0x20 })
    else { return nil }
    let line = block[first...last]
    let label = Array(",fletcher:".utf8)
    guard line.count <= 1_024,
      let end = line.indices.first(where: {
        line[$0] == label[0] && line[$0...].starts(with: label)
      }
      ),
      let stated = UInt32(
        String(decoding: line[(end + label.count)...], as: UTF8.self), radix: 16),
      stated == Self.checksum(line[..<end]), let values = Self.values(line[..<end])
    else { return nil }
    self.values = values
  }

  subscript(name: String) -> String? { values[name] }

  /// A number in hexadecimal, at most 63 bits; nil where it is missing or is none.
  func number(_ name: String) -> Int? { values[name].flatMap { Int($0, radix: 16) } }

  /// A position in hexadecimal, 64 bits.
  func position(_ name: String) -> UInt64? { values[name].flatMap { UInt64($0, radix: 16) } }

  private static func values(_ line: ArraySlice<UInt8>) -> [String: String]? {
    var values: [String: String] = [:]
    var rest = line
    while !rest.isEmpty {
      guard let colon = rest.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let name = String(decoding: rest[..<colon], as: UTF8.self)
      rest = rest[(colon + 1)...]
      var value: [UInt8] = []
      var isQuoted = false
      while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "\"") {
          isQuoted.toggle()
        } else if isQuoted, byte == UInt8(ascii: "\\") {
          guard let next = rest.popFirst() else { return nil }
          value.append(next)
        } else if !isQuoted, byte == UInt8(ascii: ",") {
          break
        } else {
          value.append(byte)
        }
      }
      guard !isQuoted,
        values.updateValue(String(decoding: value, as: UTF8.self), forKey: name) == nil
      else { return nil }
    }
    return values
  }

  /// Fletcher's checksum of 16-bit words, with the carries folded where H2 folds them.
  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (0xffff, 0xffff)
    var rest = bytes
    while rest.count >= 2 {
      // As many words as fit before 32 bits overflow.
      var words = 360
      while words > 0, let first = rest.popFirst(), let second = rest.popFirst() {
        low += UInt32(first) << 8 | UInt32(second)
        high += low
        words -= 1
        if rest.count < 2 { break }
      }
      low = (low & 0xffff) + (low >> 16)
      high = (high & 0xffff) + (high >> 16)
    }
    if let last = rest.first {
      low += UInt32(last) << 8
      high += low
    }
    low = (low & 0xffff) + (low >> 16)
    high = (high & 0xffff) + (high >> 16)
    return high << 16 | low
  }
}
