/// The statement with which H2 made a table: schema, name, and the names of its columns in order.
struct SQLTable {
  /// The most bytes of a name: H2 allows 256 characters.
  static let nameLimit = 1_024

  let schema: String
  let name: String
  /// In small letters.
  let columns: [String]

  /// Reads the statement as H2 itself writes it; nil for any other statement.
  init?(_ statement: String) throws(WalletFileError) {
    let start = "CREATE CACHED TABLE "
    guard statement.hasPrefix(start) else { return nil }
    var rest = statement.utf8.dropFirst(start.utf8.count)
    let damaged = H2Reader.malformed("the statement of a table is not one of H2's")
    guard let schema = Self.identifier(&rest), rest.popFirst() == UInt8(ascii: "."),
      let name = Self.identifier(&rest), rest.popFirst() == UInt8(ascii: "(")
    else { throw damaged }
    self.schema = schema
    self.name = name
    var columns: [String] = []
    repeat {
      while let next = rest.first, next == 0x20 || next == 0x0a { rest = rest.dropFirst() }
      guard columns.count < 100, let column = Self.identifier(&rest)?.lowercased(),
        !columns.contains(column)
      else { throw damaged }
      columns.append(column)
    } while try Self.skipDefinition(&rest)
    self.columns = columns
  }

  /// A name in quotation marks, those within doubled; nil for anything else, and for more than ``nameLimit``.
  private static func identifier(_ rest: inout Substring.UTF8View) -> String? {
    let mark = UInt8(ascii: "\"")
    guard rest.popFirst() == mark else { return nil }
    var name: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == mark {
        guard rest.first == mark else { return String(decoding: name, as: UTF8.self) }
        rest = rest.dropFirst()
      }
      guard name.count < nameLimit else { return nil }
      name.append(byte)
    }
    return nil
  }

  /// Steps over type and conditions of a column; whether another one follows.
  private static func skipDefinition(
    _ rest: inout Substring.UTF8View
  ) throws(WalletFileError) -> Bool {
    var depth = 0
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        // A doubled mark within ends one text and begins another: the same for who steps over it.
        guard let end = rest.firstIndex(of: byte) else { break }
        rest = rest[end...].dropFirst()
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")") where depth == 0: return false
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: ",") where depth == 0: return true
      default: break
      }
    }
    throw H2Reader.malformed("the statement of a table is not one of H2's")
  }
}
