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

  static let names = ["2026-11-22", "2026-11-22-twin", "2026-11-23", "2026-11-24"]

  @Test(arguments: names) func `records of earlier commits are opened and keep everything`(
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

  /// Everything that people have in these records, through what every version of `Store` offers.
  static func contents(of store: Store) throws -> String {
    var lines: [String] = []
    for node in try store.nodes() {
      lines.append("node \(node.name) \(node.url) \(node.isActive ? "in use" : "not in use")")
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
    }
    let document = try store.snapshot(on: .regtest).document
    lines.append("document \(document.map { Hex.encode($0) } ?? "none")")
    return lines.joined(separator: "\n") + "\n"
  }
}
