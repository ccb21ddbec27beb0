package import BitcoinPrimitives
package import ChainTypes
package import WalletTypes

/// What happened to a wallet's scripts, as a sync found it: what `ScriptActivity` lists, in a fifth of the room.
///
/// Transactions, blocks and scripts are held once each, and what refers to one has its number.
package struct SyncEvents: Sendable {
  /// The scripts of the wallet.
  package var scripts: WalletScripts
  /// Scripts that were named and are not the wallet's.
  private var strangers = ScriptTable()
  private var txids = Numbered<Txid>()
  private var blocks = Numbered<BlockPosition>()
  private var receiptRows: [ReceiptRow] = []
  private var spendRows: [SpendRow] = []
  /// The last receipt of each coin, by its coin.
  private var coins = PositionIndex()
  private var spent: Set<CoinKey> = []
  /// What a list of what is unspent named.
  private var listed: Set<CoinKey> = []

  private struct ReceiptRow {
    let coin: CoinKey
    /// A position among the scripts of the wallet, or one of a stranger.
    let script: UInt32
    let block: UInt32
    let amount: Amount
  }

  private struct SpendRow {
    let coin: CoinKey
    let spender: UInt32
    let block: UInt32
  }

  /// A coin, by the number of its transaction.
  private struct CoinKey: Hashable {
    let txid: UInt32
    let vout: UInt32
  }

  /// Added to the position of a script that is not the wallet's.
  private static let stranger: UInt32 = 1 << 31
  /// The number of no block.
  private static let waiting = UInt32.max

  /// None yet.
  package init(of scripts: WalletScripts) { self.scripts = scripts }

  // MARK: Adding

  /// Adds an output; the position of its script where that is the wallet's.
  @discardableResult
  package mutating func add(_ receipt: ScriptActivity.Receipt) -> Int? {
    let own = scripts.all.firstPosition(of: receipt.script)
    let script: UInt32
    if let own {
      script = UInt32(own)
    } else {
      let position = strangers.firstPosition(of: receipt.script) ?? strangers.count
      if position == strangers.count { strangers.append(receipt.script) }
      script = Self.stranger | UInt32(position)
    }
    let coin = CoinKey(txid: txids.add(receipt.outPoint.txid), vout: receipt.outPoint.vout)
    let position = receiptRows.count
    receiptRows.append(
      ReceiptRow(coin: coin, script: script, block: number(receipt.block), amount: receipt.amount))
    let rows = receiptRows
    coins.set(position, hash: coin.hashValue, where: { rows[$0].coin == coin }) {
      rows[$0].coin.hashValue
    }
    return own
  }

  /// Adds the spend of an output.
  package mutating func add(_ spend: ScriptActivity.Spend) {
    let coin = CoinKey(txid: txids.add(spend.outPoint.txid), vout: spend.outPoint.vout)
    spendRows.append(
      SpendRow(coin: coin, spender: txids.add(spend.spender), block: number(spend.block)))
    spent.insert(coin)
  }

  /// Notes that a list of what is unspent names this output.
  package mutating func list(_ outPoint: OutPoint) {
    listed.insert(CoinKey(txid: txids.add(outPoint.txid), vout: outPoint.vout))
  }

  private mutating func number(_ block: BlockPosition?) -> UInt32 {
    block.map { blocks.add($0) } ?? Self.waiting
  }

  // MARK: Reading

  /// The outputs that were named or proved, in that order.
  package var receipts: Receipts { Receipts(events: self) }
  /// The spends that were named or proved, in that order.
  package var spends: Spends { Spends(events: self) }

  package struct Receipts: RandomAccessCollection {
    fileprivate let events: SyncEvents

    package var startIndex: Int { 0 }
    package var endIndex: Int { events.receiptRows.count }
    package subscript(position: Int) -> ScriptActivity.Receipt { events.receipt(position) }
  }

  package struct Spends: RandomAccessCollection {
    fileprivate let events: SyncEvents

    package var startIndex: Int { 0 }
    package var endIndex: Int { events.spendRows.count }
    package subscript(position: Int) -> ScriptActivity.Spend {
      let row = events.spendRows[position]
      return ScriptActivity.Spend(
        outPoint: events.outPoint(row.coin), spender: events.txids[row.spender],
        block: events.block(row.block))
    }
  }

  /// Where the wallet derives the script of a receipt; nil of a script that is not its own.
  package func place(ofReceipt position: Int) -> ScriptPlace? {
    let script = receiptRows[position].script
    return script & Self.stranger == 0 ? scripts.place(at: Int(script)) : nil
  }

  /// What the last receipt of a coin says of it.
  package func coin(_ outPoint: OutPoint) -> ScriptActivity.Receipt? {
    key(outPoint).flatMap(row).map(receipt)
  }

  /// The position of the last receipt of a coin.
  private func row(of coin: CoinKey) -> Int? {
    coins.position(hash: coin.hashValue) { receiptRows[$0].coin == coin }
  }

  /// Whether a spend of this output was named or proved.
  package func isSpent(_ outPoint: OutPoint) -> Bool { key(outPoint).map(spent.contains) ?? false }

  /// Whether a spend of this output, or the output in a block, was named or proved.
  package func settles(_ outPoint: OutPoint) -> Bool {
    guard let key = key(outPoint) else { return false }
    return spent.contains(key)
      || row(of: key).map { receiptRows[$0].block != Self.waiting } ?? false
  }

  /// Whether a list of what is unspent named it.
  package func isListed(_ outPoint: OutPoint) -> Bool {
    key(outPoint).map(listed.contains) ?? false
  }

  /// What lists of what is unspent named, in the order of outputs.
  package var listedCoins: [OutPoint] { listed.map(outPoint).sorted() }

  /// The transactions that made the outputs, each once.
  package var makers: [Txid] { Set(receiptRows.lazy.map(\.coin.txid)).map { txids[$0] } }

  /// The lowest of the blocks; nil where none was named.
  package var lowestHeight: Int? { blocks.values.lazy.map(\.height).min() }

  /// The first of the outputs in blocks that no spend was named of, as far as they are wanted: those of some
  /// transactions before the others, then in the order of outputs.
  package func unspent(
    atMost most: Int, first isFirst: (Txid) -> Bool, where isWanted: (OutPoint) -> Bool
  ) -> [KnownCoin] {
    let comesFirst = txids.values.map(isFirst)
    let rows = receiptRows.indices.filter {
      let row = receiptRows[$0]
      return row.block != Self.waiting && !spent.contains(row.coin) && isWanted(outPoint(row.coin))
    }.sorted { first, second in
      let (left, right) = (receiptRows[first].coin, receiptRows[second].coin)
      let (early, late) = (comesFirst[Int(left.txid)], comesFirst[Int(right.txid)])
      return early == late ? isBefore(left, right) ?? (first < second) : early
    }
    return rows.prefix(most).map {
      let row = receiptRows[$0]
      return KnownCoin(
        outPoint: outPoint(row.coin), amount: row.amount, height: blocks[row.block].height)
    }
  }

  /// The positions of the receipts, those of the lowest blocks first and those of the mempool last; within a block
  /// in the order of outputs.
  package var receiptsByAge: [Int] {
    receiptRows.indices.sorted { first, second in
      let (left, right) = (receiptRows[first], receiptRows[second])
      guard left.block == right.block else {
        let heights = (height(left.block), height(right.block))
        if heights.0 != heights.1 { return heights.0 < heights.1 }
        return isBefore(left.coin, right.coin) ?? (first < second)
      }
      return isBefore(left.coin, right.coin) ?? (first < second)
    }
  }

  private func height(_ block: UInt32) -> Int {
    block == Self.waiting ? .max : blocks[block].height
  }

  /// Whether one output comes before another; nil of the same.
  private func isBefore(_ first: CoinKey, _ second: CoinKey) -> Bool? {
    guard first.txid == second.txid else { return txids[first.txid] < txids[second.txid] }
    return first.vout == second.vout ? nil : first.vout < second.vout
  }

  private func key(_ outPoint: OutPoint) -> CoinKey? {
    txids.number(of: outPoint.txid).map { CoinKey(txid: $0, vout: outPoint.vout) }
  }

  private func outPoint(_ coin: CoinKey) -> OutPoint {
    OutPoint(txid: txids[coin.txid], vout: coin.vout)
  }

  private func receipt(_ position: Int) -> ScriptActivity.Receipt {
    let row = receiptRows[position]
    return ScriptActivity.Receipt(
      outPoint: outPoint(row.coin), script: script(row.script), amount: row.amount,
      block: block(row.block))
  }

  private func script(_ number: UInt32) -> Script {
    number & Self.stranger == 0
      ? scripts.all[Int(number)] : strangers[Int(number & ~Self.stranger)]
  }

  private func block(_ number: UInt32) -> BlockPosition? {
    number == Self.waiting ? nil : blocks[number]
  }
}
