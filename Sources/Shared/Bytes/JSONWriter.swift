internal import Refusals

/// Writes JSON with the members in their order: the same value always gives the same text.
public enum JSONWriter {
  /// Writes one value; `pretty` puts every member and element on a line, indented by two.
  ///
  /// Controls are escaped, and so is all that ``ForeignText`` makes visible, as a terminal may show
  /// the text as it is (R24); other characters are written as UTF-8. There is no newline at the end.
  public static func encode(_ value: JSONValue, pretty: Bool = false) -> String {
    var text: [UInt8] = []
    write(value, pretty: pretty, indent: 0, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Writes an array as ``encode(_:pretty:)`` does, of elements that are made one after the other:
  /// a long list is never there as values all at once.
  public static func encode(
    list elements: some Sequence<JSONValue>, pretty: Bool = false
  ) -> String {
    var text: [UInt8] = []
    write(list: elements, pretty: pretty) { text += $0 }
    return String(decoding: text, as: UTF8.self)
  }

  /// Hands on what ``encode(list:pretty:)`` gives, piece by piece, each about 64 kB and ending between two
  /// characters: a long list is never there as one text either.
  public static func write(
    list elements: some Sequence<JSONValue>, pretty: Bool = false, to sink: ([UInt8]) -> Void
  ) {
    write(elements, pretty: pretty, to: sink) { write($0, pretty: pretty, indent: 1, to: &$1) }
  }

  /// The same for a list of objects, whose members are written as they are told: none of them is there as
  /// a value.
  public static func write<Item>(
    objects items: some Sequence<Item>, pretty: Bool = false, to sink: ([UInt8]) -> Void,
    members: (Item, inout JSONMembers) -> Void
  ) {
    write(items, pretty: pretty, to: sink) { item, text in
      var writer = JSONMembers(pretty: pretty, indent: 1)
      // Lent, not copied.
      swap(&text, &writer.text)
      writer.open()
      members(item, &writer)
      writer.close()
      swap(&text, &writer.text)
    }
  }

  private static func write<Items: Sequence>(
    _ items: Items, pretty: Bool, to sink: ([UInt8]) -> Void,
    item write: (Items.Element, inout [UInt8]) -> Void
  ) {
    var text: [UInt8] = []
    writeList(items, brackets: ("[", "]"), pretty: pretty, indent: 0, to: &text) {
      write($0, &$1)
      guard $1.count >= 1 << 16 else { return }
      sink($1)
      $1.removeAll(keepingCapacity: true)
    }
    sink(text)
  }

  // Recursive: the depth is that of a value this program built or that the reader has capped.
  fileprivate static func write(
    _ value: JSONValue, pretty: Bool, indent: Int, to text: inout [UInt8]
  ) {
    switch value {
    case .null: text += "null".utf8
    case .bool(let value): text += (value ? "true" : "false").utf8
    case .number(let digits): text += digits.utf8
    case .string(let string): write(string, to: &text)
    case .array(let elements):
      writeList(elements, brackets: ("[", "]"), pretty: pretty, indent: indent, to: &text) {
        write($0, pretty: pretty, indent: indent + 1, to: &$1)
      }
    case .object(let object):
      writeList(object.members, brackets: ("{", "}"), pretty: pretty, indent: indent, to: &text) {
        write($0.name, to: &$1)
        $1 += (pretty ? ": " : ":").utf8
        write($0.value, pretty: pretty, indent: indent + 1, to: &$1)
      }
    }
  }

  private static func writeList<Items: Sequence>(
    _ items: Items, brackets: (Unicode.Scalar, Unicode.Scalar), pretty: Bool, indent: Int,
    to text: inout [UInt8], item write: (Items.Element, inout [UInt8]) -> Void
  ) {
    text.append(UInt8(ascii: brackets.0))
    var isFirst = true
    for item in items {
      if !isFirst { text.append(UInt8(ascii: ",")) }
      isFirst = false
      if pretty { breakLine(indent: indent + 1, in: &text) }
      write(item, &text)
    }
    if pretty, !isFirst { breakLine(indent: indent, in: &text) }
    text.append(UInt8(ascii: brackets.1))
  }

  fileprivate static func breakLine(indent: Int, in text: inout [UInt8]) {
    text.append(UInt8(ascii: "\n"))
    text += repeatElement(UInt8(ascii: " "), count: 2 * indent)
  }

  fileprivate static func write(_ string: String, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    var string = string
    if string.utf8.allSatisfy({ $0 < 0x80 }) {
      string.withUTF8 { write($0, to: &text) }
    } else {
      for scalar in string.unicodeScalars {
        if !scalar.isASCII, ForeignText.isHidden(scalar) {
          for unit in UTF16.encode(scalar) ?? .init() {
            let digits = String(unit, radix: 16)
            text += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
          }
        } else {
          var character = String(scalar)
          character.withUTF8 { write($0, to: &text) }
        }
      }
    }
    text.append(UInt8(ascii: "\""))
  }

  /// Most of a string is copied as it is, in runs: lists write hundreds of thousands of them.
  private static func write(_ bytes: UnsafeBufferPointer<UInt8>, to text: inout [UInt8]) {
    var start = 0
    for index in bytes.indices where isEscaped(bytes[index]) {
      let byte = bytes[index]
      text += bytes[start..<index]
      start = index + 1
      switch byte {
      case UInt8(ascii: "\""): text += "\\\"".utf8
      case UInt8(ascii: "\\"): text += "\\\\".utf8
      case UInt8(ascii: "\n"): text += "\\n".utf8
      case UInt8(ascii: "\r"): text += "\\r".utf8
      case UInt8(ascii: "\t"): text += "\\t".utf8
      default: text += "\\u00\(Hex.encode([byte]))".utf8
      }
    }
    text += bytes[start...]
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7f
  }
}

/// The members of one object of a long list, written as they are told.
public struct JSONMembers {
  fileprivate var text: [UInt8] = []
  private let pretty: Bool
  private let indent: Int
  private var isFirst = true

  fileprivate init(pretty: Bool, indent: Int) {
    self.pretty = pretty
    self.indent = indent
  }

  fileprivate mutating func open() { text.append(UInt8(ascii: "{")) }

  fileprivate mutating func close() {
    if pretty, !isFirst { JSONWriter.breakLine(indent: indent, in: &text) }
    text.append(UInt8(ascii: "}"))
  }

  /// Adds a member; the caller sees to it that no name comes twice, and that it is of letters.
  public mutating func add(_ name: StaticString, _ value: JSONValue) {
    begin(name)
    JSONWriter.write(value, pretty: pretty, indent: indent + 1, to: &text)
  }

  /// Adds a text.
  public mutating func add(_ name: StaticString, string: String?) {
    begin(name)
    guard let string else { return text += Self.null }
    JSONWriter.write(string, to: &text)
  }

  /// Adds an integer.
  public mutating func add(_ name: StaticString, integer: Int64?) {
    begin(name)
    guard let integer else { return text += Self.null }
    var rest = integer.magnitude
    // The digits, the last one first; 2^63 has 19.
    var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
    withUnsafeMutableBytes(of: &digits) { buffer in
      var start = buffer.count
      repeat {
        start -= 1
        buffer[start] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      } while rest > 0
      if integer < 0 {
        start -= 1
        buffer[start] = UInt8(ascii: "-")
      }
      text += buffer[start...]
    }
  }

  /// Adds `true` or `false`.
  public mutating func add(_ name: StaticString, bool: Bool) {
    begin(name)
    text += bool ? Self.yes : Self.no
  }

  private static let null = Array("null".utf8)
  private static let yes = Array("true".utf8)
  private static let no = Array("false".utf8)

  private mutating func begin(_ name: StaticString) {
    if !isFirst { text.append(UInt8(ascii: ",")) }
    isFirst = false
    if pretty { JSONWriter.breakLine(indent: indent + 1, in: &text) }
    text.append(UInt8(ascii: "\""))
    text += UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    text.append(UInt8(ascii: "\""))
    text.append(UInt8(ascii: ":"))
    if pretty { text.append(UInt8(ascii: " ")) }
  }
}
