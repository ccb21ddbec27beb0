import Bytes

@testable import WalletFiles

/// An H2 database of one chunk, made row by row, that can say anything in its headers, statements and pages.
struct SampleStore {
  struct Table {
    var schema = "wallet_master"
    var name: String
    var columns: [String]
    var rows: [[H2Value]] = []
    /// The transaction that has not finished with the last row.
    var transaction: UInt64 = 0
  }

  var tables: [Table]
  var header = "H:2,block:2,blockSize:1000,chunk:1,clean:1,created:1,format:2,version:1"
  var secondHeader: String?
  var chunkLength: String?
  /// What the layout says besides.
  var layout: [(String, String)] = []
  /// Changes the head and the contents of the page of a map.
  var pages: [Int: (inout Page) -> Void] = [:]

  struct Page {
    var kind: UInt8 = 0
    var map: UInt64
    var keyCount: UInt64
    var contents: [UInt8]
    /// Where it begins in its chunk.
    let offset: Int
    var lengthChange = 0
    var checkChange: UInt16 = 0
    /// The whole position in place of the truth.
    var position: UInt64?
  }

  /// A wallet of one key.
  static func wallet(
    _ wallet: [H2Value] = [
      .integer(1), .text("Savings"), .integer(0), .integer(0), .integer(6), .integer(30),
      .integer(1),
    ], policy: String = "wpkh(coldcard)", keys: [[H2Value]] = [key()]
  ) -> SampleStore {
    SampleStore(tables: [
      Table(
        name: "wallet",
        columns: [
          "id", "name", "network", "policyType", "scriptType", "gapLimit", "defaultPolicy",
        ], rows: [wallet]),
      Table(
        name: "policy", columns: ["id", "name", "script"],
        rows: [[.integer(1), .text("Default"), .text(policy)]]),
      Table(
        name: "keystore",
        columns: [
          "id", "masterFingerprint", "derivationPath", "extendedPublicKey",
          "masterPrivateExtendedKey", "seed", "wallet", "index",
        ], rows: keys),
      Table(name: "seed", columns: ["id", "mnemonicString"]),
      Table(name: "masterPrivateExtendedKey", columns: ["id", "privateKey"]),
    ])
  }

  static let xpub =
    "xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V"

  static func key(
    _ xpub: H2Value = .text(xpub), fingerprint: H2Value = .text("73c5da0a"),
    seed: H2Value = .null, index: Int64 = 0
  ) -> [H2Value] {
    [
      .integer(1), fingerprint, .text("m/84'/0'/0'"), xpub, .null, seed, .integer(1),
      .integer(index),
    ]
  }

  subscript(name: String) -> Table {
    get { tables.first { $0.name == name } ?? Table(name: name, columns: []) }
    set {
      tables.removeAll { $0.name == name }
      tables.append(newValue)
    }
  }

  // MARK: Writing

  var bytes: [UInt8] {
    var chunk = [UInt8](repeating: 0x20, count: 1_024)
    var roots: [(String, String)] = []
    var names: [(String, String)] = []
    func add(_ map: Int, _ count: Int, _ contents: [UInt8]) -> UInt64 {
      let offset = chunk.count
      var page = Page(
        map: UInt64(map), keyCount: UInt64(count), contents: contents, offset: offset)
      pages[map]?(&page)
      var body = Self.variable(0) + Self.variable(page.map) + Self.variable(page.keyCount)
      body += [page.kind] + page.contents
      let length = body.count + 6 + page.lengthChange
      let check = [1, offset, length].reduce(page.checkChange) {
        $0 ^ UInt16(truncatingIfNeeded: $1 >> 16 ^ $1)
      }
      chunk += Self.big(UInt64(length), 4) + Self.big(UInt64(check), 2) + body
      return page.position ?? (1 << 38 | UInt64(offset) << 6 | 31 << 1 | UInt64(page.kind & 1))
    }
    func addTable(_ number: Int, _ table: Table) {
      let map = number + 10
      names.append(("name.table.\(number)", String(map, radix: 16)))
      guard !table.rows.isEmpty else { return }
      var contents = (1...table.rows.count).flatMap { Self.variable(UInt64($0)) }
      contents.append(table.transaction == 0 ? 0 : 1)
      for (position, row) in table.rows.enumerated() {
        if table.transaction != 0 {
          let isLast = position == table.rows.count - 1
          contents += Self.variable(isLast ? table.transaction : 0)
        }
        contents += row.flatMap { Self.value($0) }
      }
      let root = add(map, table.rows.count, contents)
      roots.append(("root.\(String(map, radix: 16))", String(root, radix: 16)))
    }
    for (position, table) in tables.enumerated() { addTable(position + 1, table) }
    let statements = tables.enumerated().map { position, table -> [H2Value] in
      let columns = table.columns.map { "\n    \"\($0)\" CHARACTER VARYING(255)" }
      let name = "\"\(table.schema)\".\"\(table.name)\""
      let text = "CREATE CACHED TABLE \(name)(\(columns.joined(separator: ","))\n)"
      return [.integer(Int64(position + 1)), .integer(0), .integer(0), .text(text)]
    }
    addTable(0, Table(name: "", columns: [], rows: statements))
    let meta = add(1, names.count, Self.texts(names))
    let all = [("meta.id", "1"), ("root.1", String(meta, radix: 16))] + roots + layout
    let root = add(0, all.count, Self.texts(all))
    let blocks = (chunk.count + 128 + 4_095) / 4_096
    let length = chunkLength ?? String(blocks, radix: 16)
    let line = Array("chunk:1,block:2,len:\(length),root:\(String(root, radix: 16)),version:1".utf8)
    chunk.replaceSubrange(0..<line.count, with: line)
    chunk[1_023] = 0x0a
    chunk += [UInt8](repeating: 0, count: blocks * 4_096 - 128 - chunk.count)
    chunk += Self.checked("chunk:1,block:2,version:1", size: 128)
    return Self.checked(header, size: 4_096)
      + Self.checked(secondHeader ?? header, size: 4_096) + chunk
  }

  static func checked(_ line: String, size: Int) -> [UInt8] {
    let sum = String(H2Header.checksum(Array(line.utf8)[...]), radix: 16)
    let text = Array("\(line),fletcher:\(sum)".utf8)
    return text + [UInt8](repeating: 0x20, count: size - 1 - text.count) + [0x0a]
  }

  static func variable(_ value: UInt64) -> [UInt8] {
    var (rest, bytes): (UInt64, [UInt8]) = (value, [])
    while rest >= 0x80, bytes.count < 9 {
      bytes.append(UInt8(rest & 0x7f) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  static func big(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func texts(_ pairs: [(String, String)]) -> [UInt8] {
    (pairs.map(\.0) + pairs.map(\.1)).flatMap { variable(UInt64($0.utf8.count)) + Array($0.utf8) }
  }

  static func value(_ value: H2Value) -> [UInt8] {
    switch value {
    case .null: [0]
    case .boolean(let flag): [flag ? 65 : 64]
    case .integer(let number) where number < 0: [67] + variable(UInt64(-number))
    case .integer(let number): [5] + variable(UInt64(number))
    case .text(let text): [13] + variable(UInt64(text.utf8.count)) + Array(text.utf8)
    case .bytes(let bytes): [12] + variable(UInt64(bytes.count)) + bytes
    case .time: [11, 1, 1, 1]
    }
  }
}
