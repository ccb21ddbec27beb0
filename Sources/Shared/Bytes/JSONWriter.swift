/// Writes JSON with the members in their order: the same value always gives the same text.
public enum JSONWriter {
  /// Writes one value; `pretty` puts every member and element on a line, indented by two.
  ///
  /// Controls are escaped, other characters are written as UTF-8. There is no newline at the end.
  public static func encode(_ value: JSONValue, pretty: Bool = false) -> String {
    var text = ""
    write(value, pretty: pretty, indent: 0, to: &text)
    return text
  }

  // Recursive: the depth is that of a value this program built or that the reader has capped.
  private static func write(_ value: JSONValue, pretty: Bool, indent: Int, to text: inout String) {
    switch value {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let digits): text += digits
    case .string(let string): write(string, to: &text)
    case .array(let elements):
      writeList(elements, brackets: ("[", "]"), pretty: pretty, indent: indent, to: &text) {
        write($0, pretty: pretty, indent: indent + 1, to: &$1)
      }
    case .object(let object):
      writeList(object.members, brackets: ("{", "}"), pretty: pretty, indent: indent, to: &text) {
        write($0.name, to: &$1)
        $1 += pretty ? ": " : ":"
        write($0.value, pretty: pretty, indent: indent + 1, to: &$1)
      }
    }
  }

  private static func writeList<Item>(
    _ items: [Item], brackets: (String, String), pretty: Bool, indent: Int, to text: inout String,
    item write: (Item, inout String) -> Void
  ) {
    text += brackets.0
    for (index, item) in items.enumerated() {
      if index > 0 { text += "," }
      if pretty { text += "\n" + String(repeating: "  ", count: indent + 1) }
      write(item, &text)
    }
    if pretty, !items.isEmpty { text += "\n" + String(repeating: "  ", count: indent) }
    text += brackets.1
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f:
        text += "\\u00" + Hex.encode([UInt8(scalar.value)])
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
