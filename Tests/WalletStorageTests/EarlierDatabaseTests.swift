import BitcoinPrimitives
import Bytes
import Descriptors
import Foundation
import GRDB
import Synchronization
import Testing
import WalletTypes

@testable import WalletStorage

/// Records as earlier commits wrote them, kept in `Databases` as SQL, and what is in them as text.
///
/// `DatabaseRecorder` in OnlineCoordinatorTests makes them; what is said of them is written when
/// `DRAWBRIDGE_RECORD_GOLDEN` is set.
@Suite struct EarlierDatabaseTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Databases")

  /// Records as `name` has them, in a file of their own.
  static func database(_ name: String) throws -> String {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "store-\(UUID().uuidString).sqlite").path
    let sql = try String(contentsOf: folder.appending(path: "\(name).sql"), encoding: .utf8)
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
    return path
  }

  static let names = [
    "2026-11-22", "2026-11-22-twin", "2026-11-23", "2026-11-24", "2026-11-24-labels",
    "2026-11-24-coin-numbers", "2026-11-28-backups", "2026-11-29-recipients",
    "2026-11-29-uploads", "2026-11-29-payment-ways",
  ]

  /// Records of today: no table of them changes yet.
  private static let today = ["2026-12-01-networks"]

  @Test(arguments: names + today)
  func `records of earlier commits are opened and keep everything`(
    name: String
  ) throws {
    let path = try Self.database(name)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let kept = Self.folder.appending(path: "\(name).txt")
    for _ in 0..<2 {
      let told = try Self.contents(of: Store(path: path))
      if ProcessInfo.processInfo.environment["DRAWBRIDGE_RECORD_GOLDEN"] != nil {
        try Data(told.utf8).write(to: kept)
      }
      #expect(told == (try String(contentsOf: kept, encoding: .utf8)))
    }
  }

  /// The second has read which changes are missing when the first makes them.
  @Test(arguments: names) func `two programs that open records of earlier commits at once both can`(
    name: String
  ) throws {
    let path = try Self.database(name)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let first = Mutex<Result<String, any Error>?>(nil)
    let second = try Store(path: path, patience: 10) { statement in
      guard statement.hasPrefix("BEGIN IMMEDIATE"), first.withLock({ $0 == nil }) else { return }
      first.withLock { $0 = Result { try Self.contents(of: Store(path: path)) } }
    }
    let kept = try String(
      contentsOf: Self.folder.appending(path: "\(name).txt"), encoding: .utf8)
    #expect(try first.withLock { $0 }?.get() == kept)
    #expect(try Self.contents(of: second) == kept)
  }

  /// What lies on the disk before a statement is what a kill at that moment leaves.
  @Test(arguments: names) func `a kill at any statement of a change of the tables loses nothing`(
    name: String
  ) throws {
    let path = try Self.database(name)
    let copies = FileManager.default.temporaryDirectory
      .appending(path: "killed-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: copies, withIntermediateDirectories: true)
    defer {
      try? FileManager.default.removeItem(atPath: path)
      try? FileManager.default.removeItem(at: copies)
    }
    let count = Mutex(0)
    _ = try Store(path: path, patience: 10) { statement in
      guard !statement.hasPrefix("SELECT"), !statement.hasPrefix("PRAGMA") else { return }
      let copy = copies.appending(path: "\(count.withLock { $0 }).sqlite").path
      try? FileManager.default.copyItem(atPath: path, toPath: copy)
      try? FileManager.default.copyItem(atPath: "\(path)-journal", toPath: "\(copy)-journal")
      count.withLock { $0 += 1 }
    }
    let kept = try String(
      contentsOf: Self.folder.appending(path: "\(name).txt"), encoding: .utf8)
    let copied = count.withLock { $0 }
    #expect(copied > 5)
    // The first and the last moments, and every so many between them.
    for number in stride(from: 0, to: copied, by: max(1, copied / 25)) {
      let copy = copies.appending(path: "\(number).sqlite").path
      #expect(try Self.contents(of: Store(path: copy)) == kept, "killed at \(number)")
    }
  }

  @Test func `earlier coins get numbers in their order, and keep them`() throws {
    let path = try Self.database("2026-11-24-labels")
    defer { try? FileManager.default.removeItem(atPath: path) }
    var numbers: [[Int64?]] = []
    for _ in 0..<2 {
      let store = try Store(path: path)
      for wallet in try store.wallets() {
        let coins = try store.coins(of: wallet, includingSpent: true)
        numbers.append(coins.map(\.number))
        for coin in coins {
          #expect(
            try store.outPoint(numbered: try #require(coin.number), of: wallet) == coin.outPoint)
        }
      }
    }
    #expect(numbers[..<3] == numbers[3...] && numbers.flatMap(\.self).count == 30)
    #expect(Set(numbers[..<3].flatMap(\.self)) == Set((1...15).map { Int64?($0) }))
    #expect(numbers.allSatisfy { $0.compactMap(\.self) == $0.compactMap(\.self).sorted() })
  }

  /// Everything that people have in these records, through what every version of `Store` offers.
  static func contents(of store: Store) throws -> String {
    var lines: [String] = []
    for node in try store.nodes() {
      lines.append("node \(node.name) \(node.url) \(node.isActive ? "in use" : "not in use")")
    }
    for network in try store.networks().own {
      lines.append("network \(network.name), kept as \(network.identity)")
      for recipient in try store.recipients(on: network) {
        lines.append("  recipient \(recipient.name) \(recipient.address.string)")
      }
    }
    for wallet in try store.wallets() {
      lines.append(
        "wallet \(wallet.name) on \(wallet.network.name): \(wallet.descriptor.canonical)")
      lines.append("  born at \(wallet.birthHeight), gap \(wallet.gapLimit)")
      for state in try store.branches(of: wallet) {
        let used = state.lastUsed.map { "\($0)" } ?? "none"
        lines.append("  branch \(state.branch): next \(state.next), last used \(used)")
      }
      if let point = try store.lastSync(of: wallet) {
        lines.append("  synced to \(point.height) \(point.hash) \(point.time)")
      }
      for (position, person) in try store.keyLabels(of: wallet).sorted(by: { $0.key < $1.key }) {
        lines.append("  key \(position): \(person)")
      }
      for kind in [LabelKind.address, .output, .transaction] {
        for (reference, label) in try store.labels(kind, of: wallet).sorted(by: <) {
          lines.append("  \(kind.rawValue) \(reference): \(label)")
        }
      }
      lines.append("  \(try store.scripts(of: wallet).count) scripts")
      var txids: Set<Txid> = []
      for coin in try store.coins(of: wallet, includingSpent: true) {
        let place =
          "at \(coin.branch)/\(coin.index), block \(coin.height.map { "\($0)" } ?? "none")"
        let use = [
          coin.isCoinbase ? "coinbase" : nil,
          coin.spender.map { "spent by \($0.txid.map { "\($0)" } ?? "nobody knows")" },
          coin.payment.map { "held by \($0)" },
        ].compactMap { $0 }
        lines.append(
          (["  coin \(coin.outPoint) \(coin.amount.satoshis) \(place)"] + use)
            .joined(separator: ", "))
        txids.insert(coin.outPoint.txid)
        if let spender = coin.spender?.txid { txids.insert(spender) }
      }
      for txid in txids.sorted() {
        let bytes = try store.transaction(txid, of: wallet)?.encoded()
        lines.append("  tx \(txid): \(bytes.map { Hex.encode($0) } ?? "unknown")")
      }
    }
    for payment in try store.payments() {
      lines.append("payment \(payment.number) of \(payment.walletName): \(payment.state.rawValue)")
      lines.append(
        "  \(payment.summary), fee \(payment.fee.satoshis), made \(payment.created)")
      lines.append("  unsigned \(Hex.encode(payment.unsigned.encoded()))")
      lines.append("  psbt \(Hex.encode(try store.packet(of: payment).bytes))")
      lines.append("  final \(payment.final.map { Hex.encode($0.encoded()) } ?? "none")")
      if let written = payment.writtenAt { lines.append("  written \(written)") }
      if let sighting = payment.secondSighting {
        lines.append("  \(sighting.node) \(sighting.place) \(sighting.time)")
      }
    }
    if let server = try store.backupServer() {
      lines.append("backups go to \(server)")
      for upload in try store.backupUploads() {
        let sent = try [upload.done?.hash, upload.attempt].compactMap { try $0.map(store.isSent) }
        lines.append("  \(upload), sent \(sent)")
      }
    }
    let document = try store.snapshot(on: .regtest).document
    lines.append("document \(document.map { Hex.encode($0) } ?? "none")")
    return lines.joined(separator: "\n") + "\n"
  }
}
