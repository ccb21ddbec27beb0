internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import Foundation
internal import GRDB
internal import WalletTypes

// How far the addresses of a wallet were handed out is kept by the first script of each branch, not by
// wallet: it outlives the wallet, and whoever removes it and adds it again, or has it here twice, under
// whatever name and in whatever spelling, is not given an address that somebody has.
//
// What the chain and the mempool show is kept apart, as coins: a node that invents some moves the next
// index only until they are gone.
extension Store {
  /// What stands for a branch of a wallet wherever it is here: its script at index 0.
  ///
  /// One that cannot be derived stands for itself alone.
  static func firstScript(of descriptor: Descriptor?, branch: Int, wallet: Int64) -> Data {
    guard let derived = try? descriptor?.derived(branch: branch, index: 0) else {
      return Data("branch \(branch) of wallet \(wallet)".utf8)
    }
    return derived.scriptPubKey.data
  }

  /// Notes that all below `next` were handed out; never lowers it.
  static func raiseHandedOut(
    _ db: Database, network: String, script: Data, to next: UInt32
  ) throws {
    guard next > 0 else { return }
    try db.execute(
      sql: """
        INSERT INTO handedOut (network, script, next) VALUES (?, ?, ?)
        ON CONFLICT (network, script) DO UPDATE SET next = max(next, excluded.next)
        """,
      arguments: [network, script, Int64(next)])
  }

  /// The same for a branch of a wallet.
  static func raiseHandedOut(
    _ db: Database, _ wallet: WalletRecord, _ state: BranchState, to next: UInt32
  ) throws {
    try raiseHandedOut(
      db, network: wallet.network.identity, script: Data(state.firstScript), to: next)
  }

  /// Remembers, before a wallet goes, what was handed out and what blocks have shown: until it is synced
  /// again nothing else tells.
  static func keepIndices(_ db: Database, _ wallet: WalletRecord) throws {
    for state in try branches(db, wallet.id) {
      try raiseHandedOut(db, wallet, state, to: state.known)
    }
  }

  /// Whether a wallet restored elsewhere, which looks the usual gap ahead, might miss an index.
  ///
  /// What only the mempool shows does not count: it may be invented, or never confirm.
  static func isBeyondGap(
    _ db: Database, _ wallet: WalletRecord, _ branch: Int, _ index: UInt32
  ) throws -> Bool {
    let paid = try lastPaid(db, wallet.id, branch).map { Int64($0) + 1 } ?? 0
    return Int64(index) - paid >= Int64(wallet.gapLimit)
  }

  /// The highest index of a branch that was paid in a block.
  static func lastPaid(_ db: Database, _ wallet: Int64, _ branch: Int) throws -> UInt32? {
    try Row.fetchOne(
      db,
      sql: """
        SELECT idx FROM coin WHERE wallet = ? AND branch = ? AND height IS NOT NULL
        ORDER BY idx DESC LIMIT 1
        """,
      arguments: [wallet, branch]
    )?.index("idx", of: "a coin")
  }
}
