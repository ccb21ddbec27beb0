public import BitcoinPrimitives
internal import GRDB

// What blocks paid, as a node said: some of the last year, from which the long-term fee rate follows.
extension Store {
  /// Those of the heights of which nothing was written down yet, in their order.
  public func heightsWithoutFees(
    among heights: [Int], of node: NodeRecord, on network: Network
  ) throws(StorageError) -> [Int] {
    try read { db in
      let known = Set(
        try Int.fetchAll(
          db,
          sql: """
            SELECT height FROM blockFee JOIN node ON node.id = blockFee.node
            WHERE node.name = ? AND network = ?
            """, arguments: [node.name, network.identity]))
      return heights.filter { !known.contains($0) }
    }
  }

  /// Writes down what the middle of each of these blocks paid; nil for one of which there is nothing to be told.
  ///
  /// What the node said of blocks outside of `kept`, or of another network, is let go of. Nothing is written of a node that
  /// was removed meanwhile.
  public func keepFees(
    _ fees: [(height: Int, median: FeeRate?)], of node: NodeRecord, on network: Network,
    keeping kept: ClosedRange<Int>
  ) throws(StorageError) {
    try change { db in
      let sql = "SELECT id FROM node WHERE name = ?"
      guard let id = try Int64.fetchOne(db, sql: sql, arguments: [node.name]) else { return }
      try db.execute(
        sql: """
          DELETE FROM blockFee WHERE node = ? AND (network <> ? OR height NOT BETWEEN ? AND ?)
          """, arguments: [id, network.identity, kept.lowerBound, kept.upperBound])
      let statement = try db.makeStatement(
        sql: """
          INSERT OR REPLACE INTO blockFee (node, network, height, rate) VALUES (?, ?, ?, ?)
          """)
      for block in fees where kept.contains(block.height) {
        try statement.execute(
          arguments: [id, network.identity, block.height, block.median?.satoshisPerKvB])
      }
    }
  }

  /// What the middle of each block paid that the node told, of the blocks in a range of heights, the lowest rate first.
  public func fees(
    in range: ClosedRange<Int>, of node: NodeRecord, on network: Network
  ) throws(StorageError) -> [FeeRate] {
    try read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT rate FROM blockFee JOIN node ON node.id = blockFee.node
          WHERE node.name = ? AND network = ? AND height BETWEEN ? AND ? AND rate IS NOT NULL
          ORDER BY rate
          """,
        arguments: [node.name, network.identity, range.lowerBound, range.upperBound])
      return try rows.map { row in
        FeeRate(try row.amount("rate", of: "the fees of a block of node \(node.name)"))
      }
    }
  }
}

extension FeeRate {
  /// A rate that the records hold, in satoshis per 1,000 vB.
  fileprivate init(_ perKvB: Amount) {
    self = (try? FeeRate(satoshisPerKvB: perKvB.satoshis)) ?? .zero
  }
}
