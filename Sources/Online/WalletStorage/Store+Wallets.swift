public import BitcoinPrimitives
public import Descriptors
internal import Foundation
internal import GRDB

/// A wallet as the coordinator remembers it.
public struct WalletRecord: Hashable, Sendable {
  let id: Int64
  public let name: String
  public let network: Network
  public let descriptor: Descriptor
  /// No coin of it is older than this block.
  public let birthHeight: Int
  /// How many addresses past the last used or handed out are watched.
  public let gapLimit: Int

  init(_ row: Row) throws {
    id = try row.value("id", of: "a wallet")
    let name: String = try row.value("name", of: "a wallet")
    self.name = name
    let place = "wallet \(name)"
    birthHeight = Int(try row.number("birthHeight", in: 0...499_999_999, of: place))
    gapLimit = Int(try row.number("gapLimit", in: 0...1_000_000, of: place))
    let text: String = try row.value("descriptor", of: place)
    let networkName: String = try row.value("network", of: place)
    guard let network = Network(name: networkName) else {
      throw StorageError.damaged(what: "the network of \(name)")
    }
    self.network = network
    do {
      descriptor = try Descriptor(parsing: text, checksum: .required, on: network)
    } catch {
      throw StorageError.damaged(what: "the descriptor of \(name)")
    }
  }

  /// The branch that change goes to.
  public var changeBranch: Int { descriptor.changeBranch }

  /// Whether it holds whatever one key was paid with (`combo`): such a wallet is emptied, not paid to.
  public var isForSweeping: Bool { descriptor.alternatives.count > 1 && !descriptor.isRange }
}

/// Where a branch of a wallet stands.
public struct BranchState: Hashable, Sendable {
  public let branch: Int
  /// The first index never handed out.
  public let next: UInt32
  /// The highest index seen on the chain.
  public let lastUsed: UInt32?
  let scanned: UInt32

  init(_ row: Row) throws {
    let branch = try row.branch(of: "a branch of a wallet")
    let place = "branch \(branch) of a wallet"
    self.branch = branch
    next = try row.index("next", of: place)
    lastUsed = try row.numberIfAny("lastUsed", in: 0...0x7fff_ffff, of: place).map { UInt32($0) }
    scanned = try row.index("scanned", of: place)
  }
}

/// An address that was just handed out, to nobody else.
public struct IssuedAddress: Hashable, Sendable {
  public let branch: Int
  public let index: UInt32
  /// Whether a wallet restored elsewhere, looking the usual gap ahead, might miss it.
  public let isBeyondGap: Bool

  public init(branch: Int, index: UInt32, isBeyondGap: Bool) {
    self.branch = branch
    self.index = index
    self.isBeyondGap = isBeyondGap
  }
}

extension Store {
  /// Adds a wallet; its descriptor has to be derivable from public keys.
  ///
  /// `keyLabels` says who holds which key, by its place in the descriptor counted from 0.
  @discardableResult
  public func addWallet(
    name: String, network: Network, descriptor: Descriptor, birthHeight: Int, gapLimit: Int = 20,
    keyLabels: [Int: String] = [:]
  ) throws(StorageError) -> WalletRecord {
    let name = try checkedName(name)
    return try change {
      try Self.addWallet(
        $0, name: name, network: network, descriptor: descriptor, birthHeight: birthHeight,
        gapLimit: gapLimit, keyLabels: keyLabels)
    }
  }

  static func addWallet(
    _ db: Database, name: String, network: Network, descriptor: Descriptor, birthHeight: Int,
    gapLimit: Int, keyLabels: [Int: String]
  ) throws -> WalletRecord {
    let nodeName = try? NodeWalletName(descriptor)
    guard
      try Int.fetchOne(db, sql: "SELECT count(*) FROM wallet WHERE name = ?", arguments: [name])
        == 0
    else { throw StorageError.nameTaken(name) }
    try db.execute(
      sql: """
        INSERT INTO wallet
          (name, network, descriptor, birthHeight, gapLimit, nodeName, otherNodeName)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        name, network.name, descriptor.canonical, birthHeight, gapLimit, nodeName?.text,
        nodeName?.otherSpelling,
      ])
    let id = db.lastInsertedRowID
    for (position, label) in keyLabels {
      try Self.setKeyLabel(db, label, at: position, of: id)
    }
    for branch in 0..<descriptor.scriptBranchCount {
      try db.execute(
        sql: "INSERT INTO branch (wallet, branch) VALUES (?, ?)", arguments: [id, branch])
    }
    let wallet = try Self.wallet(db, name)
    try resumeIndices(db, wallet)
    return wallet
  }

  /// Wallets that share their scripts, as earlier versions let in; pairs in the order of the list.
  public static func sharing(_ wallets: [WalletRecord]) -> [(first: String, second: String)] {
    var owners: [Network: [Script: String]] = [:]
    var pairs: [(first: String, second: String)] = []
    for wallet in wallets {
      let scripts = wallet.descriptor.firstScripts
      if let other = scripts.compactMap({ owners[wallet.network]?[$0] }).min() {
        pairs.append((other, wallet.name))
      }
      for script in scripts { owners[wallet.network, default: [:]][script] = wallet.name }
    }
    return pairs
  }

  public func wallets() throws(StorageError) -> [WalletRecord] {
    try read {
      try Row.fetchAll($0, sql: "SELECT * FROM wallet ORDER BY id").map(WalletRecord.init)
    }
  }

  /// The wallet of a name: its own, or one of the two by which a node may know it.
  public func wallet(named name: String) throws(StorageError) -> WalletRecord {
    try read { try Self.wallet($0, name) }
  }

  static func wallet(_ db: Database, _ name: String) throws -> WalletRecord {
    if let row = try Row.fetchOne(
      db, sql: "SELECT * FROM wallet WHERE name = ?", arguments: [name])
    {
      return try WalletRecord(row)
    }
    // The same wallet may be here twice under names of its own; then the node's name tells nothing.
    let known = try Row.fetchAll(
      db, sql: "SELECT * FROM wallet WHERE nodeName = :name OR otherNodeName = :name LIMIT 2",
      arguments: ["name": name.lowercased()])
    guard known.count == 1, let row = known.first else {
      throw StorageError.noSuchWallet(name: name)
    }
    return try WalletRecord(row)
  }

  static func wallet(_ db: Database, id: Int64) throws -> WalletRecord {
    guard let row = try Row.fetchOne(db, sql: "SELECT * FROM wallet WHERE id = ?", arguments: [id])
    else { throw StorageError.damaged(what: "a payment without a wallet") }
    return try WalletRecord(row)
  }

  /// Forgets a wallet with everything about it but how far its addresses were handed out; the coins
  /// stay where they are on the chain.
  public func removeWallet(named name: String, evenIfBusy: Bool = false) throws(StorageError) {
    try change { db in
      let wallet = try Self.wallet(db, name)
      let unfinished =
        try Int.fetchOne(
          db,
          sql: """
            SELECT count(*) FROM payment WHERE wallet = ? AND (\(Self.isHolding)
            OR (handedOver AND state NOT IN ('confirmed', 'conflicted')))
            """,
          arguments: [wallet.id]) ?? 0
      guard unfinished == 0 || evenIfBusy else {
        throw StorageError.walletBusy(name: name, payments: unfinished)
      }
      try Self.keepIndices(db, wallet)
      try db.execute(sql: "DELETE FROM wallet WHERE id = ?", arguments: [wallet.id])
    }
  }

  public func branches(of wallet: WalletRecord) throws(StorageError) -> [BranchState] {
    try read { try Self.branches($0, wallet.id) }
  }

  static func branches(_ db: Database, _ wallet: Int64) throws -> [BranchState] {
    try Row.fetchAll(
      db, sql: "SELECT * FROM branch WHERE wallet = ? ORDER BY branch", arguments: [wallet]
    ).map(BranchState.init)
  }

  /// Hands out the next address of a branch: never the same twice, whoever else asks.
  public func issueAddress(
    of wallet: WalletRecord, branch: Int = 0
  ) throws(StorageError) -> IssuedAddress {
    try change { try Self.issue($0, wallet, branch) }
  }

  /// Takes an address back that reached nobody: it is the next one again, unless somebody else was given
  /// a later one since.
  public func takeBack(_ issued: IssuedAddress, of wallet: WalletRecord) throws(StorageError) {
    try change { db in
      try db.execute(
        sql:
          "UPDATE branch SET next = :index WHERE wallet = :wallet AND branch = :branch AND next = :next",
        arguments: [
          "index": Int64(issued.index), "wallet": wallet.id, "branch": issued.branch,
          "next": Int64(issued.index) + 1,
        ])
    }
  }

  /// Hands out the next change index: never the same twice, and used up even when no payment
  /// comes of it.
  public func issueChange(of wallet: WalletRecord) throws(StorageError) -> UInt32 {
    try change { try Self.issue($0, wallet, wallet.changeBranch, forChange: true).index }
  }

  static func issue(
    _ db: Database, _ wallet: WalletRecord, _ branch: Int, forChange: Bool = false
  ) throws -> IssuedAddress {
    guard let state = try branches(db, wallet.id).first(where: { $0.branch == branch }) else {
      throw StorageError.damaged(what: "the branches of \(wallet.name)")
    }
    guard wallet.descriptor.isRange || state.next == 0 else {
      // A lone address takes its own change back.
      if forChange { return .init(branch: branch, index: 0, isBeyondGap: false) }
      throw StorageError.singleAddress(wallet: wallet.name)
    }
    guard state.next < 0x7fff_ffff else { throw StorageError.indexExhausted }
    try db.execute(
      sql: "UPDATE branch SET next = ? WHERE wallet = ? AND branch = ?",
      arguments: [Int64(state.next) + 1, wallet.id, branch])
    let beyond = Int64(state.next) - Int64(state.lastUsed.map { $0 + 1 } ?? 0)
    return IssuedAddress(
      branch: branch, index: state.next, isBeyondGap: beyond >= Int64(wallet.gapLimit))
  }
}
