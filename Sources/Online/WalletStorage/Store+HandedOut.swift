internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import Foundation
internal import GRDB

// How far the addresses of a wallet were handed out outlives the wallet: whoever removes it and adds it
// again, under whatever name and in whatever spelling, is not given an address that somebody has.
extension Store {
  /// Remembers how far the branches of a wallet were handed out.
  static func keepIndices(_ db: Database, _ wallet: WalletRecord) throws {
    for (state, script) in try firstScripts(db, wallet) where state.next > 0 {
      try db.execute(
        sql: """
          INSERT INTO handedOut (network, script, next) VALUES (?, ?, ?)
          ON CONFLICT (network, script) DO UPDATE SET next = max(next, excluded.next)
          """,
        arguments: [wallet.network.name, script, Int64(state.next)])
    }
  }

  /// Starts the branches of a wallet where any wallet of this home with the same scripts stopped.
  static func resumeIndices(_ db: Database, _ wallet: WalletRecord) throws {
    for (state, script) in try firstScripts(db, wallet) {
      try db.execute(
        sql: """
          UPDATE branch SET next = max(next, coalesce(
            (SELECT next FROM handedOut WHERE network = ? AND script = ?), 0))
          WHERE wallet = ? AND branch = ?
          """,
        arguments: [wallet.network.name, script, wallet.id, state.branch])
    }
  }

  private static func firstScripts(
    _ db: Database, _ wallet: WalletRecord
  ) throws -> [(state: BranchState, script: Data)] {
    try branches(db, wallet.id).compactMap { state in
      guard
        let derived = try? wallet.descriptor.derived(branch: state.branch, index: 0)
      else { return nil }
      return (state, derived.scriptPubKey.data)
    }
  }
}
