public import BitcoinPrimitives
public import Descriptors
internal import Foundation
internal import GRDB
public import WalletTypes

extension WalletRecord {
  init(_ row: Row, _ db: Database) throws {
    let name: String = try row.value("name", of: "a wallet")
    let place = "wallet \(name)"
    let birthHeight = Int(try row.number("birthHeight", in: 0...499_999_999, of: place))
    let gapLimit = Int(try row.number("gapLimit", in: 0...1_000_000, of: place))
    let text: String = try row.value("descriptor", of: place)
    let network = try row.network(of: place, db)
    let descriptor: Descriptor
    do {
      descriptor = try Descriptor(parsing: text, checksum: .required, on: network)
    } catch {
      throw StorageError.damaged(what: "the descriptor of \(name)")
    }
    self.init(
      id: try row.value("id", of: "a wallet"), name: name, network: network,
      descriptor: descriptor, birthHeight: birthHeight, gapLimit: gapLimit)
  }
}

extension BranchState {
  init(_ row: Row) throws {
    let branch = try row.branch(of: "a branch of a wallet")
    let place = "branch \(branch) of a wallet"
    func last(_ column: String) throws -> UInt32? {
      try row.numberIfAny(column, in: 0...0x7fff_ffff, of: place).map { UInt32($0) }
    }
    self.init(
      branch: branch, handedOut: try row.index("handedOut", of: place),
      lastUsed: try last("lastUsed"), lastPaid: try last("lastPaid"), lastSeen: try last("seen"),
      scanned: try row.index("scanned", of: place),
      firstScript: try row.bytes("firstScript", of: place))
  }
}

extension Store {
  /// Adds a wallet; its descriptor has to be derivable from public keys.
  ///
  /// `keyLabels` says who holds which key, by its place in the descriptor counted from 0.
  ///
  /// - Throws: `StorageError.walletIsHere` when a wallet of the network has any of its first scripts, or the
  ///   only one that it has; `.addressIsHere` when it has the one address of another.
  @discardableResult
  public func addWallet(
    name: String, network: Network, descriptor: Descriptor, birthHeight: Int, gapLimit: Int = 20,
    keyLabels: [Int: String] = [:]
  ) throws(StorageError) -> WalletRecord {
    let name = try checkedName(name)
    return try change { db in
      let here = try Self.wallets(db, on: network)
      if let overlap = try Self.overlap(
        db, of: descriptor, gapLimit: gapLimit, among: here, on: network)
      {
        throw overlap
      }
      return try Self.addWallet(
        db, name: name, network: network, descriptor: descriptor, birthHeight: birthHeight,
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
        name, network.identity, descriptor.canonical, birthHeight, gapLimit, nodeName?.text,
        nodeName?.otherSpelling,
      ])
    let id = db.lastInsertedRowID
    for (position, label) in keyLabels {
      try Self.setKeyLabel(db, label, at: position, of: id)
    }
    for branch in 0..<descriptor.scriptBranchCount {
      try db.execute(
        sql: "INSERT INTO branch (wallet, branch, firstScript) VALUES (?, ?, ?)",
        arguments: [id, branch, firstScript(of: descriptor, branch: branch, wallet: id)])
    }
    return try Self.wallet(db, name)
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
    for lone in wallets where !lone.descriptor.isRange {
      let (scripts, indices) = (lone.descriptor.firstScripts, lone.descriptor.namedIndices)
      for account in wallets
      where account.descriptor.isRange && account.network == lone.network
        && account.descriptor.derives(anyOf: scripts, at: indices)
        && !pairs.contains(where: {
          [$0.first, $0.second].sorted() == [account.name, lone.name].sorted()
        })
      {
        pairs.append((account.name, lone.name))
      }
    }
    return pairs
  }

  /// Every wallet, in the order in which they were added.
  public func wallets() throws(StorageError) -> [WalletRecord] {
    try read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM wallet ORDER BY id").map {
        try WalletRecord($0, db)
      }
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
      return try WalletRecord(row, db)
    }
    // The same wallet may be here twice under names of its own; then the node's name tells nothing.
    let known = try Row.fetchAll(
      db, sql: "SELECT * FROM wallet WHERE nodeName = :name OR otherNodeName = :name LIMIT 2",
      arguments: ["name": name.lowercased()])
    guard known.count == 1, let row = known.first else {
      throw StorageError.noSuchWallet(name: name)
    }
    return try WalletRecord(row, db)
  }

  static func wallet(_ db: Database, id: Int64) throws -> WalletRecord {
    guard let row = try Row.fetchOne(db, sql: "SELECT * FROM wallet WHERE id = ?", arguments: [id])
    else { throw StorageError.damaged(what: "a payment without a wallet") }
    return try WalletRecord(row, db)
  }

  /// Forgets a wallet with everything about it but how far its addresses were handed out; the coins
  /// stay where they are on the chain.
  public func removeWallet(named name: String, evenIfBusy: Bool = false) throws(StorageError) {
    defer { shareHandedOut() }
    try change { db in
      let wallet = try Self.wallet(db, name)
      let unfinished =
        try Int.fetchOne(
          db,
          sql: """
            SELECT count(*) FROM payment WHERE wallet = ? AND (\(Self.isHolding)
            OR ((handedOver OR finalTx IS NOT NULL) AND state NOT IN ('confirmed', 'conflicted')))
            """,
          arguments: [wallet.id]) ?? 0
      guard unfinished == 0 || evenIfBusy else {
        throw StorageError.walletBusy(name: name, payments: unfinished)
      }
      try Self.keepIndices(db, wallet)
      try db.execute(sql: "DELETE FROM wallet WHERE id = ?", arguments: [wallet.id])
    }
  }

  /// Where each branch of a wallet stands, by its number.
  public func branches(of wallet: WalletRecord) throws(StorageError) -> [BranchState] {
    try read { try Self.branches($0, wallet.id) }
  }

  static func branches(_ db: Database, _ wallet: Int64) throws -> [BranchState] {
    try Row.fetchAll(
      db, sql: selectBranches, arguments: ["wallet": wallet, "ahead": Int64(IndexLimits.ahead)]
    ).map(BranchState.init)
  }

  /// `lastPaid` and `seen` are the highest index that any wallet with the same scripts has a coin of a
  /// block at, and any coin: of those that only the mempool has, not far above the others.
  private static let selectBranches = """
    WITH state AS (
      SELECT branch.branch, branch.scanned, branch.firstScript, wallet.network,
        coalesce(handedOut.next, 0) AS handedOut,
        (SELECT max(idx) FROM coin
          WHERE coin.wallet = branch.wallet AND coin.branch = branch.branch) AS lastUsed,
        (SELECT max((SELECT idx FROM coin
            WHERE coin.wallet = twin.wallet AND coin.branch = twin.branch AND height IS NOT NULL
            ORDER BY idx DESC LIMIT 1))
          FROM branch AS twin JOIN wallet AS other ON other.id = twin.wallet
          WHERE twin.firstScript = branch.firstScript AND other.network = wallet.network
        ) AS lastPaid
      FROM branch JOIN wallet ON wallet.id = branch.wallet
      LEFT JOIN handedOut
        ON handedOut.network = wallet.network AND handedOut.script = branch.firstScript
      WHERE branch.wallet = :wallet)
    SELECT *,
      (SELECT max((SELECT max(idx) FROM coin
          WHERE coin.wallet = twin.wallet AND coin.branch = twin.branch
          AND idx < max(handedOut, coalesce(lastPaid + 1, 0)) + :ahead))
        FROM branch AS twin JOIN wallet AS other ON other.id = twin.wallet
        WHERE twin.firstScript = state.firstScript AND other.network = state.network) AS seen
    FROM state ORDER BY branch
    """

  /// Hands out the next address of a branch: never the same twice, whoever else asks.
  ///
  /// - Throws: `StorageError.farAhead` where it lies 1,000 or more above all that was handed out or paid
  ///   in a block, unless that was agreed to; then nothing is handed out.
  public func issueAddress(
    of wallet: WalletRecord, branch: Int = 0, evenFarAhead: Bool = false
  ) throws(StorageError) -> IssuedAddress {
    try change { try issue($0, wallet, branch, evenFarAhead: evenFarAhead) }
  }

  /// Takes an address back that reached nobody: it is the next one again, unless somebody else was given
  /// a later one since.
  public func takeBack(_ issued: IssuedAddress, of wallet: WalletRecord) throws(StorageError) {
    let told = try change { try takeBack(issued, of: wallet, $0) }
    untell(told)
  }

  /// What the file of all homes is to forget once the records have: told before, another home could hand out
  /// what these still hold.
  struct ToldAddress {
    let key: String
    let issued: IssuedAddress
  }

  func untell(_ told: ToldAddress?) {
    guard let told else { return }
    unclaim(told.key, told.issued.index, to: told.issued.handedOutBefore)
  }

  /// Takes an address back in the records; the file of all homes is lowered with what this returns, after
  /// the transaction.
  func takeBack(
    _ issued: IssuedAddress, of wallet: WalletRecord, _ db: Database
  ) throws -> ToldAddress? {
    let state = try Self.branch(db, wallet, issued.branch)
    try db.execute(
      sql: """
        UPDATE handedOut SET next = :before
        WHERE network = :network AND script = :script AND next = :index + 1
        """,
      arguments: [
        "before": Int64(issued.handedOutBefore), "network": wallet.network.identity,
        "script": Data(state.firstScript), "index": Int64(issued.index),
      ])
    guard db.changesCount == 1, issued.isShared else { return nil }
    return ToldAddress(
      key: HandedOutFile.key(network: wallet.network.identity, script: state.firstScript),
      issued: issued)
  }

  static func branch(
    _ db: Database, _ wallet: WalletRecord, _ branch: Int
  ) throws -> BranchState {
    guard let state = try branches(db, wallet.id).first(where: { $0.branch == branch }) else {
      throw StorageError.damaged(what: "the branches of \(wallet.name)")
    }
    return state
  }

  private func issue(
    _ db: Database, _ wallet: WalletRecord, _ branch: Int, evenFarAhead: Bool
  ) throws -> IssuedAddress {
    let state = try Self.branch(db, wallet, branch)
    let isRange = wallet.descriptor.isRange
    // What only the mempool shows may be invented, and what is handed out stays so in every home.
    let limit =
      !isRange
      ? 1 : evenFarAhead ? IndexLimits.end : min(state.known + IndexLimits.ahead, IndexLimits.end)
    let key = HandedOutFile.key(network: wallet.network.identity, script: state.firstScript)
    var claim = try claimed(db, key, from: state.next, below: limit)
    while claim.index < limit,
      try wasHandedOutAlone(db, wallet, branch: branch, index: claim.index)
    {
      claim = try claimed(db, key, from: claim.index + 1, below: limit)
    }
    guard claim.index < limit else {
      if isRange {
        guard claim.index < IndexLimits.end else { throw StorageError.indexExhausted }
        throw StorageError.farAhead(
          wallet: wallet.name, index: claim.index, known: state.known, isChange: false)
      }
      throw StorageError.singleAddress(wallet: wallet.name)
    }
    try Self.raiseHandedOut(db, wallet, state, to: claim.index + 1)
    return IssuedAddress(
      branch: branch, index: claim.index,
      isBeyondGap: try Self.isBeyondGap(db, wallet, branch, claim.index),
      handedOutBefore: max(state.handedOut, claim.before), isShared: claim.isShared)
  }
}
