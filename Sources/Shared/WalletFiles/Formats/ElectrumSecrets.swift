internal import Bytes

/// The members of Electrum's JSON that hold what spends, encrypted once more or not.
enum ElectrumSecrets {
  private static let names = ["xprv", "seed", "passphrase", "keypairs", "lightning_xprv"]
  /// Stands in the names of all others, such as `lightning_privkey2`.
  private static let part = Array("privkey".utf8)

  /// Whether a member of this name holds what spends.
  static func areNamed(_ name: some Sequence<UInt8>) -> Bool {
    if names.contains(where: { name.elementsEqual($0.utf8) }) { return true }
    // The first letter stands nowhere else in it: after a mismatch the search starts afresh.
    var matched = 0
    for byte in name {
      if byte == part[matched] {
        matched += 1
        if matched == part.count { return true }
      } else {
        matched = byte == part[0] ? 1 : 0
      }
    }
    return false
  }

  /// Whether an object that was read has such a member that is not empty.
  static func stand(in json: JSONValue) -> Bool {
    json.objectValue?.members.contains { member in
      let isEmpty =
        member.value.isNull || member.value == .string("") || member.value == .object(JSONObject())
      return !isEmpty && areNamed(member.name.utf8)
    } ?? false
  }

  /// Whether a text of JSON has such a member that is not empty, at any depth; nothing of the text is copied.
  ///
  /// A member is a string with a colon behind it, whatever stands around it: text that is no JSON hides none. Within a
  /// string a quotation mark stands behind a backslash, so no label looks like a member.
  static func stand(in json: UnsafeRawBufferPointer) -> Bool {
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    for start in json.indices
    where json[start] == quote && (start == 0 || json[start - 1] != backslash) {
      var end = start + 1
      while end < json.count, json[end] != quote { end += json[end] == backslash ? 2 : 1 }
      guard end < json.count else { continue }
      var place = end + 1
      while place < json.count, json[place].isBlank { place += 1 }
      guard place < json.count, json[place] == UInt8(ascii: ":") else { continue }
      place += 1
      while place < json.count, json[place].isBlank { place += 1 }
      let value = json[place...].prefix(4)
      if ["null", "\"\"", "{}"].contains(where: { value.starts(with: $0.utf8) }) { continue }
      if areNamed(Characters(json[(start + 1)..<end])) { return true }
    }
    return false
  }

  /// The characters within a string of JSON, one byte each: 0xff is any that is not ASCII or is a control.
  private struct Characters: Sequence, IteratorProtocol {
    private var rest: Slice<UnsafeRawBufferPointer>

    init(_ text: Slice<UnsafeRawBufferPointer>) { rest = text }

    mutating func next() -> UInt8? {
      guard let byte = rest.popFirst() else { return nil }
      guard byte == UInt8(ascii: "\\") else { return byte < 0x80 ? byte : 0xff }
      switch rest.popFirst() {
      case UInt8(ascii: "u"):
        var code = 0
        for _ in 0..<4 { code = code << 4 | (rest.popFirst().flatMap(Self.digit) ?? 0xfff) }
        return UInt8(exactly: code).flatMap { (0x20..<0x80).contains($0) ? $0 : nil } ?? 0xff
      case let same? where "\"\\/".utf8.contains(same): return same
      default: return 0xff
      }
    }

    private static func digit(_ byte: UInt8) -> Int? {
      switch byte {
      case 0x30...0x39: Int(byte) - 0x30
      case 0x41...0x46: Int(byte) - 0x37
      case 0x61...0x66: Int(byte) - 0x57
      default: nil
      }
    }
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x0a || self == 0x0d || self == 0x09 }
}
