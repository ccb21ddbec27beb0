public import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import Foundation
internal import GRDB
internal import WalletTypes

// What goes into a backup and comes back from one.
extension Store {
  /// What belongs to the wallets of a network, all as of one moment.
  public func snapshot(on network: Network) throws(StorageError) -> StoreSnapshot {
    try read { db in
      let rows = try Row.fetchAll(
        db, sql: "SELECT * FROM wallet WHERE network = ? ORDER BY id", arguments: [network.identity]
      )
      return StoreSnapshot(
        wallets: try rows.map { try snapshot(db, WalletRecord($0, db)) },
        nodes: try Row.fetchAll(db, sql: "SELECT * FROM node ORDER BY id").map(NodeRecord.init),
        recipients: try Self.recipients(db, on: network),
        document: try Self.document(db, network),
        changes: try Self.backupChanges(db, on: network))
    }
  }

  private func snapshot(_ db: Database, _ wallet: WalletRecord) throws -> WalletSnapshot {
    let people = try Row.fetchAll(
      db, sql: "SELECT position, label FROM walletKey WHERE wallet = ?", arguments: [wallet.id])
    let payments = try Row.fetchAll(
      db,
      sql: """
        \(Self.select) WHERE payment.wallet = ? AND \(Self.isOpen) ORDER BY payment.id
        """, arguments: [wallet.id])
    let records = try payments.map(PaymentRecord.init)
    // Not what only the mempool shows, which may be invented: what is restored stays handed out.
    let next = try Self.branches(db, wallet.id).map { state in
      let key = HandedOutFile.key(network: wallet.network.identity, script: state.firstScript)
      return min(max(state.known, handedOutElsewhere(key)), IndexLimits.end)
    }
    return WalletSnapshot(
      wallet: wallet, next: next, people: try Self.keyLabels(people, of: wallet),
      labels: try Self.labelLines(db, wallet.id) + Self.keptLines(db, wallet.id),
      payments: records,
      packets: try records.map { record in
        // What is signed or was given up is not signed again: the transactions that it spends are
        // left out.
        record.final == nil && record.standing != .cancelled
          ? try Self.packet(db, record.number) : try Self.packetWithoutPrevious(db, record.number)
      })
  }

  /// The document that was restored last on a network.
  public func restoredDocument(on network: Network) throws(StorageError) -> [UInt8]? {
    try read { try Self.document($0, network) }
  }

  private static func document(_ db: Database, _ network: Network) throws -> [UInt8]? {
    try Data.fetchOne(
      db, sql: "SELECT document FROM backupDocument WHERE network = ?",
      arguments: [network.identity]
    ).map { [UInt8]($0) }
  }

  /// Puts wallets, labels, payments, nodes and names of recipients back, all or nothing.
  ///
  /// A wallet that is here already, by its scripts, keeps its name and what it has; only what it
  /// lacks is added. `document` replaces the one restored before. Coins come with the next sync. No
  /// node that comes back is in use, or has the path of a cookie file.
  ///
  /// - Throws: `StorageError.nameTaken` when another wallet has the name of one, `.walletOverlaps` when
  ///   one has some scripts of a wallet that was here before, and is another.
  public func restore(
    _ wallets: [RestoredWallet], nodes: [NodeRecord], recipients: [NamedRecipient] = [],
    document: [UInt8], on network: Network
  ) throws(StorageError) -> RestoreReport {
    defer { shareHandedOut() }
    return try change { db in
      var report = RestoreReport()
      let here = try Self.wallets(db, on: network)
      for wallet in wallets { try restore(db, wallet, besides: here, on: network, &report) }
      for node in nodes { try Self.restore(db, node, &report) }
      try Self.restore(db, recipients, on: network, &report)
      try db.execute(
        sql: "INSERT OR REPLACE INTO backupDocument (network, document) VALUES (?, ?)",
        arguments: [network.identity, Data(document)])
      return report
    }
  }

  private func restore(
    _ db: Database, _ restored: RestoredWallet, besides here: [WalletRecord],
    on network: Network, _ report: inout RestoreReport
  ) throws {
    // Also one that the same backup brought under another name, as earlier versions let in.
    let now = try Self.wallets(db, on: network)
    let known =
      now.first { $0.descriptor.canonical == restored.descriptor.canonical }
      ?? now.first { $0.isSame(as: restored.descriptor, on: network) }
    let wallet: WalletRecord
    if let known {
      wallet = known
    } else {
      switch try Self.overlap(
        db, of: restored.descriptor, gapLimit: restored.gapLimit, among: here, on: network)
      {
      case .walletIsHere(let other)?, .addressIsHere(let other)?:
        throw StorageError.walletOverlaps(name: restored.name, with: other)
      case let other?: throw other
      case nil: break
      }
      wallet = try Self.addWallet(
        db, name: checkedName(restored.name), network: network, descriptor: restored.descriptor,
        birthHeight: restored.birthHeight, gapLimit: restored.gapLimit, keyLabels: [:])
    }
    report.wallets.append(.init(name: wallet.name, wasHere: known != nil))
    let states = try Self.branches(db, wallet.id)
    for state in states where restored.next.indices.contains(state.branch) {
      // An index that was once handed out is never handed out again.
      try Self.raiseHandedOut(db, wallet, state, to: restored.next[state.branch])
    }
    for (place, name) in restored.people where !name.isEmpty {
      let spelled = restored.descriptor
      guard let position = Self.position(of: place, in: spelled, among: wallet.descriptor)
      else { continue }
      try db.execute(
        sql: "INSERT OR IGNORE INTO walletKey (wallet, position, label) VALUES (?, ?, ?)",
        arguments: [wallet.id, position, String(name.prefix(Self.keyLabelLimit))])
    }
    // What is written here stays; only what is missing is added.
    var labels = LabelImport()
    for label in restored.labels { try Self.take(label, db, wallet, .keep, &labels) }
    report.labels += labels.added + labels.changed
    var added: Set<Int64> = []
    for payment in restored.payments {
      if let number = try Self.restore(db, payment, of: wallet) { added.insert(number) }
    }
    report.payments += added.sorted()
    try Self.linkPayments(restored.payments, added: added, db, wallet)
    // Coins that are here already are held for them at once.
    try settlePayments(db, wallet.id, after: .change)
  }

  /// Where a wallet has the key that another spelling of it has at `place`; nil when it does not.
  private static func position(
    of place: Int, in spelled: Descriptor, among own: Descriptor
  ) -> Int? {
    guard spelled.keys.indices.contains(place) else { return nil }
    let key = spelled.keys[place]
    if own.keys.indices.contains(place), own.keys[place].material == key.material { return place }
    return own.keys.firstIndex { $0.material == key.material }
  }

  /// Adds a payment; nil when it is here already.
  private static func restore(
    _ db: Database, _ payment: RestoredPayment, of wallet: WalletRecord
  ) throws -> Int64? {
    let txid = payment.unsigned.txid.bytes.data
    let same = try Int.fetchOne(
      db, sql: "SELECT count(*) FROM payment WHERE wallet = ? AND txid = ?",
      arguments: [wallet.id, txid])
    guard same == 0 else {
      if payment.wasHandedOver { try noteHandedOver(db, txid, wallet) }
      return nil
    }
    let isFree =
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM payment WHERE id = ?", arguments: [payment.number]) == 0
    try db.execute(
      sql: """
        INSERT INTO payment
          (id, wallet, state, standing, handedOver, unsignedTx, psbt, finalTx, txid, fee, summary,
          created)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        isFree ? payment.number : nil, wallet.id, payment.state.rawValue, payment.state.rawValue,
        payment.wasHandedOver,
        Data(payment.unsigned.encoded()), Data(payment.psbt.slim),
        payment.final.map { Data($0.encoded()) }, txid, payment.fee.satoshis, payment.summary,
        payment.created,
      ])
    let number = db.lastInsertedRowID
    try keepPrevious(of: payment.psbt, db, wallet: wallet.id, payment: number)
    return number
  }

  /// What a backup says was sent was sent, whatever these records remember.
  private static func noteHandedOver(
    _ db: Database, _ txid: Data, _ wallet: WalletRecord
  ) throws {
    try db.execute(
      sql: "UPDATE payment SET handedOver = 1 WHERE wallet = ? AND txid = ?",
      arguments: [wallet.id, txid])
  }

  private static func restore(
    _ db: Database, _ node: NodeRecord, _ report: inout RestoreReport
  ) throws {
    let name = try checkedName(node.name)
    let same = try Int.fetchOne(
      db, sql: "SELECT count(*) FROM node WHERE name = ?", arguments: [name])
    guard same == 0 else { return }
    // In use, it would be asked by the next command, with the file that it names.
    try db.execute(
      sql: "INSERT INTO node (name, url, proxy, certificate, isActive) VALUES (?, ?, ?, ?, 0)",
      arguments: [name, node.url, node.proxy, node.certificate])
    report.nodes.append(name)
  }
}
