/// The tables of an H2 database by schema and name, and their rows.
///
/// The first table holds the statements that made everything else; of these only `CREATE CACHED TABLE` is read, for the
/// names of columns in their order. A row that a transaction has not finished refuses the whole file.
struct H2Database {
  /// A table as its statement made it.
  struct Table: Hashable {
    let number: Int64
    let schema: String
    let name: String
    /// In small letters.
    let columns: [String]
  }

  /// Those columns of a row that are wanted, by their names in small letters.
  typealias Row = [String: H2Value]

  /// The most statements that made a database.
  static let statementLimit = 20_000

  let tables: [Table]
  private var store: H2Store

  /// Reads the statements.
  init(_ bytes: [UInt8]) throws(WalletFileError) {
    store = try H2Store(bytes)
    var tables: [Table] = []
    let statements = try Self.rows(
      of: "table.0", called: "of statements", columns: ["id", "head", "type", "sql"],
      wanted: ["id", "type", "sql"], limit: Self.statementLimit, in: &store)
    for row in statements {
      guard row["type"] == .integer(0), case .integer(let number)? = row["id"],
        case .text(let statement)? = row["sql"],
        let made = try SQLTable(statement)
      else { continue }
      guard !tables.contains(where: { $0.schema == made.schema && $0.name == made.name }) else {
        throw H2Reader.malformed("it has two tables of one name")
      }
      tables.append(
        Table(number: number, schema: made.schema, name: made.name, columns: made.columns))
      guard tables.count <= 2_000 else {
        throw H2Reader.tooLarge("has more than 2000 tables")
      }
    }
    self.tables = tables
  }

  /// All rows of a table that must be there, with their `wanted` columns; throws for more than `limit`.
  mutating func rows(
    _ name: String, in schema: String, wanted: Set<String>, limit: Int
  ) throws(WalletFileError) -> [Row] {
    let table = try table(name, in: schema)
    return try Self.rows(
      of: "table.\(table.number)", called: name, columns: table.columns, wanted: wanted,
      limit: limit, in: &store)
  }

  /// Whether a table that must be there holds anything; what it is is not looked at.
  mutating func isEmpty(_ name: String, in schema: String) throws(WalletFileError) -> Bool {
    var count = 0
    try store.leaves(of: "table.\(try table(name, in: schema).number)") { leaf, keys in
      count += keys
      leaf = H2Reader([])
    }
    return count == 0
  }

  private func table(_ name: String, in schema: String) throws(WalletFileError) -> Table {
    let found = tables.first { $0.schema == schema && $0.name.lowercased() == name }
    guard let found else {
      throw H2Reader.unread("has no table \(name), as Sparrow's have")
    }
    return found
  }

  private static func rows(
    of map: String, called name: String, columns: [String], wanted: Set<String>, limit: Int,
    in store: inout H2Store
  ) throws(WalletFileError) -> [Row] {
    var rows: [Row] = []
    try store.leaves(of: map) { leaf, count throws(WalletFileError) in
      guard count <= limit - rows.count else {
        throw H2Reader.tooLarge("has more than \(limit) rows in its table \(name)")
      }
      for _ in 0..<count { _ = try leaf.variable() }
      guard count > 0 else {
        leaf = H2Reader([])
        return
      }
      // The first byte says whether any of them may belong to a transaction.
      let hasTransactions = try leaf.byte() != 0
      for _ in 0..<count {
        if hasTransactions, try leaf.variable() != 0 { throw .openDatabase }
        var row: Row = [:]
        for column in columns {
          let value = try H2Value(&leaf)
          if wanted.contains(column) { row[column] = value }
        }
        rows.append(row)
      }
    }
    return rows
  }
}
