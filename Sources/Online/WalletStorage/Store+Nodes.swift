internal import GRDB

/// A node as the coordinator remembers it.
public struct NodeRecord: Hashable, Sendable {
  /// What the person calls it; unique in the home.
  public let name: String
  /// The URL with its password, if it has one: never print it as it stands.
  public let url: String
  /// Path of Bitcoin Core's cookie file.
  public let cookie: String?
  /// SOCKS5 proxy, `host:port`.
  public let proxy: String?
  /// The one certificate that TLS trusts, as PEM; nil for the system's authorities.
  ///
  /// Of an Electrum or Esplora server, its public key counts alone.
  public var certificate: String?
  /// Whether commands use this one.
  public let isActive: Bool

  /// Takes everything that is remembered of a node.
  public init(
    name: String, url: String, cookie: String?, proxy: String?, certificate: String? = nil,
    isActive: Bool
  ) {
    self.name = name
    self.url = url
    self.cookie = cookie
    self.proxy = proxy
    self.certificate = certificate
    self.isActive = isActive
  }

  init(_ row: Row) throws {
    let name: String = try row.value("name", of: "a node")
    let place = "node \(name)"
    self.init(
      name: name, url: try row.value("url", of: place),
      cookie: try row.valueIfAny("cookie", of: place),
      proxy: try row.valueIfAny("proxy", of: place),
      certificate: try row.valueIfAny("certificate", of: place),
      isActive: try row.value("isActive", of: place))
  }
}

extension Store {
  /// Adds a node; it becomes the active one when there is none.
  public func addNode(_ node: NodeRecord) throws(StorageError) {
    let name = try checkedName(node.name)
    try change { db in
      try Self.requireNewNode(named: name, db)
      let isFirst = try Int.fetchOne(db, sql: "SELECT count(*) FROM node WHERE isActive") == 0
      if node.isActive { try db.execute(sql: "UPDATE node SET isActive = 0") }
      try db.execute(
        sql: """
          INSERT INTO node (name, url, cookie, proxy, certificate, isActive)
          VALUES (?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          name, node.url, node.cookie, node.proxy, node.certificate, isFirst || node.isActive,
        ])
    }
  }

  /// Checked before the node itself is asked, which may take long.
  ///
  /// - Throws: `badName`, `nameTaken`.
  public func requireNewNode(named name: String) throws(StorageError) {
    let name = try checkedName(name)
    try read { try Self.requireNewNode(named: name, $0) }
  }

  private static func requireNewNode(named name: String, _ db: Database) throws {
    let sql = "SELECT count(*) FROM node WHERE name = ?"
    guard try Int.fetchOne(db, sql: sql, arguments: [name]) == 0 else {
      throw StorageError.nameTaken(name)
    }
  }

  /// Every node, in the order in which they were added.
  public func nodes() throws(StorageError) -> [NodeRecord] {
    try read { try Row.fetchAll($0, sql: "SELECT * FROM node ORDER BY id").map(NodeRecord.init) }
  }

  /// The node that commands use; nil when there is none.
  public func activeNode() throws(StorageError) -> NodeRecord? {
    try nodes().first { $0.isActive }
  }

  /// The node of that name; throws `noSuchNode` when there is none.
  public func node(named name: String) throws(StorageError) -> NodeRecord {
    guard let node = try nodes().first(where: { $0.name == name }) else {
      throw .noSuchNode(name: name)
    }
    return node
  }

  /// Makes a node the active one.
  public func useNode(named name: String) throws(StorageError) {
    try change { db in
      try db.execute(sql: "UPDATE node SET isActive = (name = ?)", arguments: [name])
      guard
        try Int.fetchOne(db, sql: "SELECT count(*) FROM node WHERE isActive") == 1
      else { throw StorageError.noSuchNode(name: name) }
    }
  }

  private static let second = "second-node"

  /// The node that is asked beside the one in use whether payments arrived; nil for none, or while it is the one
  /// in use.
  public func secondNode() throws(StorageError) -> NodeRecord? {
    try read { db in
      try Row.fetchOne(
        db,
        sql: """
          SELECT node.* FROM node JOIN setting ON setting.value = node.id
          WHERE setting.name = ? AND NOT node.isActive
          """, arguments: [Self.second]
      ).map(NodeRecord.init)
    }
  }

  /// Chooses that node; nil asks none.
  public func setSecondNode(named name: String?) throws(StorageError) {
    try change { db in
      try db.execute(sql: "DELETE FROM setting WHERE name = ?", arguments: [Self.second])
      guard let name else { return }
      try db.execute(
        sql: "INSERT INTO setting (name, value) SELECT ?, id FROM node WHERE name = ?",
        arguments: [Self.second, name])
      guard db.changesCount == 1 else { throw StorageError.noSuchNode(name: name) }
    }
  }

  /// Forgets a node; when it was the active one there is none until a person chooses one.
  ///
  /// The others may have come with a backup: none of them is asked before somebody says so.
  public func removeNode(named name: String) throws(StorageError) {
    try change { db in
      // A number may be given again, to another node.
      try db.execute(
        sql: """
          DELETE FROM setting WHERE name = ? AND value = (SELECT id FROM node WHERE name = ?)
          """, arguments: [Self.second, name])
      try db.execute(sql: "DELETE FROM node WHERE name = ?", arguments: [name])
      guard db.changesCount == 1 else { throw StorageError.noSuchNode(name: name) }
    }
  }
}
