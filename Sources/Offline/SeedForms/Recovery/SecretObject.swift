internal import Bytes
internal import SecureMemory

/// A flat JSON object that holds secrets: read where it lies, its texts never become a `String`.
///
/// What RFC 8259 allows of an object whose members are texts and whole numbers; of the escapes in
/// secret texts only `\/`, `\"` and `\\`. At most 16 members, no name twice.
package struct SecretObject: ~Copyable {
  private enum Member {
    /// Between the quotation marks, escapes still in.
    case text(Range<Int>)
    case number(UInt64)
    /// `true`, `false`, `null`, fractions and negative numbers: there, and of no use.
    case other
  }

  private let bytes: SecretBytes
  private let members: [String: Member]

  private static let memberLimit = 16

  /// Whether bytes begin as an object does.
  static func begins(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.first == UInt8(ascii: "{")
  }

  /// Reads the object; blanks may stand around it.
  init(parsing bytes: consuming SecretBytes) throws(RecoveryError) {
    let members = try bytes.withUnsafeBytes { (raw) throws(RecoveryError) in
      var reader = Reader(bytes: raw)
      return try reader.object()
    }
    self.bytes = bytes
    self.members = members
  }

  func has(_ name: String) -> Bool { members[name] != nil }

  /// A text, its escapes undone, in locked memory; nil when there is none of that name.
  func text(_ name: String) throws(RecoveryError) -> SecretBytes? {
    guard let member = members[name] else { return nil }
    guard case .text(let range) = member else { throw .malformed("\(name) is not text") }
    var text = bytes.slice(range)
    var length = 0
    let isPlain = text.withUnsafeMutableBytes { memory in
      var index = 0
      while index < memory.count {
        if memory[index] == UInt8(ascii: "\\") {
          index += 1
          guard index < memory.count, "/\"\\".utf8.contains(memory[index]) else { return false }
        }
        memory[length] = memory[index]
        length += 1
        index += 1
      }
      return true
    }
    guard isPlain else { throw .malformed("\(name) has an escape that does not belong there") }
    text.truncate(to: length)
    return text
  }

  /// A text that is not secret, with any escapes; nil when there is none of that name.
  func publicText(_ name: String) throws(RecoveryError) -> String? {
    guard let member = members[name] else { return nil }
    guard case .text(let range) = member else { throw .malformed("\(name) is not text") }
    let quoted = bytes.withUnsafeBytes { raw in
      Array("{\"text\":\"".utf8) + Array(raw[range]) + Array("\"}".utf8)
    }
    guard let text = (try? JSONReader.parse(quoted))?["text"]?.stringValue else {
      throw .malformed("\(name) is not text")
    }
    return text
  }

  /// A whole number; nil when there is none of that name.
  func number(_ name: String) throws(RecoveryError) -> UInt64? {
    guard let member = members[name] else { return nil }
    guard case .number(let number) = member else {
      throw .malformed("\(name) is not a whole number")
    }
    return number
  }

  /// Goes through the bytes once, from left to right.
  private struct Reader {
    let bytes: UnsafeRawBufferPointer
    var offset = 0

    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    mutating func object() throws(RecoveryError) -> [String: Member] {
      var members: [String: Member] = [:]
      skipBlanks()
      try expect("{")
      skipBlanks()
      if take("}") { return try atEnd(members) }
      while true {
        skipBlanks()
        let name = try name()
        skipBlanks()
        try expect(":")
        skipBlanks()
        guard members.updateValue(try value(), forKey: name) == nil else {
          throw .malformed("a member appears twice")
        }
        guard members.count <= SecretObject.memberLimit else {
          throw .malformed("more than \(SecretObject.memberLimit) members")
        }
        skipBlanks()
        if take("}") { return try atEnd(members) }
        try expect(",")
      }
    }

    private mutating func atEnd(
      _ members: [String: Member]
    ) throws(RecoveryError) -> [String: Member] {
      skipBlanks()
      guard offset == bytes.count else { throw .malformed("something follows the object") }
      return members
    }

    /// Names are plain letters: one that is not could be anything, a secret too.
    private mutating func name() throws(RecoveryError) -> String {
      let range = try quoted()
      let isPlain = bytes[range].allSatisfy {
        (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0) || $0 == 0x5f
      }
      guard isPlain, (1...32).contains(range.count) else {
        throw .malformed("a name that is not one of letters")
      }
      return String(decoding: bytes[range], as: UTF8.self)
    }

    private mutating func value() throws(RecoveryError) -> Member {
      guard offset < bytes.count else { throw .malformed("it is cut off") }
      if bytes[offset] == UInt8(ascii: "\"") { return .text(try quoted()) }
      let start = offset
      while offset < bytes.count,
        (0x30...0x39).contains(bytes[offset]) || (0x41...0x5a).contains(bytes[offset])
          || (0x61...0x7a).contains(bytes[offset]) || "+-.".utf8.contains(bytes[offset])
      {
        offset += 1
      }
      let word = bytes[start..<offset]
      guard !word.isEmpty, word.count <= 24 else {
        throw .malformed("a value that is neither text nor number")
      }
      if word.allSatisfy({ (0x30...0x39).contains($0) }), word.count == 1 || word.first != 0x30 {
        guard let number = UInt64(String(decoding: word, as: UTF8.self)) else {
          throw .malformed("a number that is too large")
        }
        return .number(number)
      }
      return .other
    }

    /// The place between two quotation marks.
    private mutating func quoted() throws(RecoveryError) -> Range<Int> {
      try expect("\"")
      let start = offset
      while offset < bytes.count {
        switch bytes[offset] {
        case UInt8(ascii: "\""):
          offset += 1
          return start..<(offset - 1)
        case UInt8(ascii: "\\"): offset += 2
        case 0..<0x20: throw .malformed("a control character in a text")
        default: offset += 1
        }
      }
      throw .malformed("it is cut off")
    }

    private mutating func skipBlanks() {
      while offset < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[offset]) { offset += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
      offset += 1
      return true
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(RecoveryError) {
      guard offset < bytes.count else { throw .malformed("it is cut off") }
      guard take(character) else {
        throw .malformed("\(character) is missing at byte \(offset + 1)")
      }
    }
  }
}
