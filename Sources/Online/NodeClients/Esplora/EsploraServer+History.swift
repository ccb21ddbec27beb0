public import BitcoinPrimitives
internal import Bytes
public import ChainTypes
internal import Hashes
internal import Synchronization

extension EsploraServer: ScriptIndex {
  private typealias History = ScriptHistory<EsploraServer>

  static let headerMethod = "/blocks/:start_height"
  static let proofMethod = "/tx/:txid/merkle-proof"
  static let scriptsAtATime = 20

  /// From so many unconfirmed transactions on the server is asked whether it listed all: it cuts that list.
  private static let mempoolListed = 10
  /// The fewest and the most blocks of one answer: Blockstream's server gives 10, that of mempool.space 15.
  private static let blocksListed = 5...1000

  var history: ScriptHistory<EsploraServer> { ScriptHistory(index: self) }

  public func activity(
    of scripts: [Script], from height: Int, through tip: ChainTip, reading: ChainReading,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws(NodeError) -> ScriptActivity {
    try await watching { () async throws(NodeError) in
      try await history.activity(of: scripts, from: height, through: tip, progress: progress)
    }
  }

  /// Does something that reads headers; those that were kept are forgotten when the chain moved.
  func watching<Value>(
    _ body: () async throws(NodeError) -> Value
  ) async throws(NodeError) -> Value {
    do throws(NodeError) {
      return try await body()
    } catch {
      if error == .chainMoved { connection.headers.withLock { $0 = HeaderMemory() } }
      throw error
    }
  }

  // MARK: What a server says of scripts

  func events(of scripts: [Script]) async throws(NodeError) -> [[ScriptEvent]] {
    try await EsploraConnection.each(scripts) { script throws(NodeError) in
      try await events(of: script)
    }
  }

  /// SHA-256 of the script, first byte first, as the API names scripts.
  static func scriptHash(_ script: Script) -> String { Hex.encode(SHA256.hash(script.bytes).bytes) }

  /// The whole history of one script: the first answer, then page by page until one is empty.
  ///
  /// How many there are to a page differs from server to server, so that a short page is not taken for the last.
  private func events(of script: Script) async throws(NodeError) -> [ScriptEvent] {
    let hash = Self.scriptHash(script)
    var page = try await page(Call("scripthash/\(hash)/txs", as: "/scripthash/:hash/txs"))
    if page.isEmpty { return [] }
    var events: [ScriptEvent] = []
    var seen: [Txid: Int] = [:]
    let waiting = page.count { $0.height == 0 }
    if waiting >= Self.mempoolListed { try await requireWhole(waiting, hash) }
    repeat {
      for event in page {
        if let height = seen.updateValue(event.height, forKey: event.txid) {
          // Its block came between two answers; or the pages go in a circle.
          guard height == event.height else { throw .chainMoved }
          throw .contradiction(
            method: "/scripthash/:hash/txs",
            field: "transaction \(event.txid), which it lists twice")
        }
        events.append(event)
        guard events.count <= History.eventLimit else { throw History.tooMuch }
      }
      let last = events.last { $0.height > 0 }
      let rest = last.map { "/\($0.txid)" } ?? ""
      page = try await self.page(
        Call(
          "scripthash/\(hash)/txs/chain\(rest)", as: "/scripthash/:hash/txs/chain/:last_seen"))
      guard page.allSatisfy({ $0.height > 0 }) else {
        throw .unexpected(
          method: "/scripthash/:hash/txs/chain/:last_seen", field: "a transaction without its block"
        )
      }
    } while !page.isEmpty
    return events
  }

  private func page(_ call: Call) async throws(NodeError) -> [ScriptEvent] {
    guard let answer = try await connection.json(call) else {
      throw .httpStatus(code: 404, method: call.name)
    }
    var events: [ScriptEvent] = []
    for line in try answer.elements() {
      events.append(
        ScriptEvent(
          txid: try line.member("txid").txid(),
          height: try Self.height(line.member("status")) ?? 0))
    }
    return events
  }

  /// Refuses a script of which more is unconfirmed than the server lists.
  private func requireWhole(_ listed: Int, _ hash: String) async throws(NodeError) {
    let call = Call("scripthash/\(hash)", as: "/scripthash/:hash")
    guard let answer = try await connection.json(call) else {
      throw .httpStatus(code: 404, method: call.name)
    }
    let said = try answer.member("mempool_stats").member("tx_count").integer(0...Int(Int32.max))
    guard said <= listed else {
      throw .cannotScan(
        reason:
          "\(said) unconfirmed transactions pay or spend one address, and this server lists only "
          + "\(listed) of them")
    }
  }

  func transactions(_ txids: [Txid]) async throws(NodeError) -> [Transaction?] {
    try await EsploraConnection.each(txids) { txid throws(NodeError) -> Transaction? in
      let call = Call("tx/\(txid)/raw", as: "/tx/:txid/raw")
      guard let bytes = try await connection.bytes(call, limit: Self.transactionLimit) else {
        return nil
      }
      // The bytes prove themselves: a lie about them has another txid.
      guard let transaction = try? Transaction(decoding: bytes), transaction.txid == txid else {
        throw .unexpected(method: call.name, field: "the result")
      }
      return transaction
    }
  }

  /// No transaction is larger than a block.
  private static let transactionLimit = 4_000_000

  // MARK: Headers and proofs

  func headers(
    from height: Int, count: Int, through tip: ChainTip
  ) async throws(NodeError) -> [BlockHeader] {
    let wanted = height..<height + count
    let known = connection.headers.withLock { memory in
      memory.use(tip: "\(tip.hash)")
      return wanted.map { memory[$0] }
    }
    var found: [Int: BlockHeader] = [:]
    for (height, header) in zip(wanted, known) { found[height] = header }
    // Pages go downwards. The first one tells how long they are, so that the others can be asked for together.
    var missing = wanted.reversed().filter { found[$0] == nil }
    if let top = missing.first {
      let first = try await page(downFrom: top)
      found.merge(first) { $1 }
      missing.removeAll { found[$0] != nil }
      var starts: [Int] = []
      for height in missing where height <= (starts.last ?? .max) - first.count {
        starts.append(height)
      }
      for page in try await EsploraConnection.each(
        starts, { start throws(NodeError) in try await self.page(downFrom: start) })
      {
        found.merge(page) { $1 }
      }
    }
    let headers = wanted.compactMap { found[$0] }
    guard headers.count == count else { throw .chainMoved }
    let kept = found
    connection.headers.withLock { $0.keep(kept) }
    return headers
  }

  /// The headers of some blocks, downwards from a height.
  private func page(downFrom height: Int) async throws(NodeError) -> [Int: BlockHeader] {
    guard let answer = try await connection.json(Call("blocks/\(height)", as: Self.headerMethod))
    else { throw .chainMoved }
    guard answer.value.arrayValue?.count ?? 0 <= Self.blocksListed.upperBound else {
      throw answer.wrong()
    }
    let blocks = try answer.elements()
    guard blocks.count >= min(Self.blocksListed.lowerBound, height + 1), blocks.count <= height + 1
    else { throw answer.wrong() }
    var found: [Int: BlockHeader] = [:]
    for (offset, block) in blocks.enumerated() {
      guard try block.member("height").height() == height - offset else {
        throw block.wrong("height")
      }
      let header = try Self.header(block)
      guard try block.member("id").blockHash() == header.hash else { throw block.wrong("id") }
      found[height - offset] = header
    }
    return found
  }

  /// The 80 bytes at the head of a block, put together from what the API says of it; the hash proves them.
  static func header(_ block: RPCAnswer) throws(NodeError) -> BlockHeader {
    func hash(_ name: String) throws(NodeError) -> [UInt8] {
      let part = try block.member(name)
      guard let hash = try? Bytes32(reversedHex: part.text()) else { throw part.wrong() }
      return hash.bytes
    }
    func number(_ name: String) throws(NodeError) -> [UInt8] {
      let value = try block.member(name).integer(Int(Int32.min)...Int(UInt32.max))
      return (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    // The first block has none before it.
    let previous =
      block.optional("previousblockhash") == nil
      ? [UInt8](repeating: 0, count: 32) : try hash("previousblockhash")
    let bytes =
      try number("version") + previous + hash("merkle_root") + number("timestamp")
      + number("bits") + number("nonce")
    guard let header = BlockHeader(bytes[...]) else { throw block.wrong() }
    return header
  }

  func proofs(
    of confirmed: [(txid: Txid, height: Int)]
  ) async throws(NodeError) -> [RPCAnswer] {
    try await EsploraConnection.each(confirmed.map(\.txid)) { txid throws(NodeError) in
      let call = Call("tx/\(txid)/merkle-proof", as: Self.proofMethod)
      // Its block went between two answers.
      guard let answer = try await connection.json(call) else { throw .chainMoved }
      return answer
    }
  }

  public func blockHeaders(
    at heights: ClosedRange<Int>, through tip: ChainTip
  ) async throws(NodeError) -> [BlockHeader]? {
    try await watching { () async throws(NodeError) in
      try await history.blockHeaders(at: heights, through: tip)
    }
  }

  public func merkleProofs(
    of confirmed: [(txid: Txid, height: Int)]
  ) async throws(NodeError) -> [MerkleProof?] {
    try await history.merkleProofs(of: confirmed)
  }

  // MARK: Coins

  /// What the server says of one transaction and of who spends its outputs.
  private struct Maker: Sendable {
    let transaction: Transaction
    let height: Int
    /// The spender of each output in the blocks; nil for none.
    let spenders: [Txid?]
  }

  public func unspentOutputs(
    _ outPoints: [OutPoint], at tip: ChainTip
  ) async throws(NodeError) -> [UnspentOutput?] {
    let txids = Array(Set(outPoints.map(\.txid))).sorted()
    let makers = try await EsploraConnection.each(txids) { txid throws(NodeError) in
      try await maker(txid, tip)
    }
    var known: [Txid: Maker] = [:]
    for (txid, maker) in zip(txids, makers) { known[txid] = maker }
    var found: [UnspentOutput?] = []
    var spent: [(coin: OutPoint, spender: Txid)] = []
    for outPoint in outPoints {
      guard let maker = known[outPoint.txid], outPoint.vout < maker.spenders.count else {
        found.append(nil)
        continue
      }
      if let spender = maker.spenders[Int(outPoint.vout)] {
        spent.append((outPoint, spender))
        found.append(nil)
      } else {
        found.append(
          UnspentOutput(
            output: maker.transaction.outputs[Int(outPoint.vout)], height: maker.height,
            isCoinbase: maker.transaction.isCoinbase))
      }
    }
    try await requireSpenders(spent)
    guard try await blockHash(at: tip.height) == tip.hash else { throw .chainMoved }
    return found
  }

  private func maker(_ txid: Txid, _ tip: ChainTip) async throws(NodeError) -> Maker? {
    guard let transaction = try await transactions([txid]).first ?? nil,
      let height = try await height(of: txid), height <= tip.height
    else { return nil }
    let call = Call("tx/\(txid)/outspends", as: "/tx/:txid/outspends")
    guard let answer = try await connection.json(call) else { throw .chainMoved }
    let lines = try answer.elements()
    guard lines.count == transaction.outputs.count else { throw answer.wrong() }
    var spenders: [Txid?] = []
    for line in lines {
      guard try line.member("spent").flag(), let block = try Self.height(line.member("status"))
      else {
        spenders.append(nil)
        continue
      }
      guard block <= tip.height else { throw .chainMoved }
      spenders.append(try line.member("txid").txid())
    }
    return Maker(transaction: transaction, height: height, spenders: spenders)
  }

  /// Holds what is said to spend coins against the bytes of those transactions.
  private func requireSpenders(
    _ spent: [(coin: OutPoint, spender: Txid)]
  ) async throws(NodeError) {
    let spenders = Array(Set(spent.map(\.spender))).sorted()
    var coins: [Txid: Set<OutPoint>] = [:]
    for one in spent { coins[one.spender, default: []].insert(one.coin) }
    try await history.fetch(spenders) { transaction throws(NodeError) in
      let taken = Set(transaction.inputs.map(\.previousOutput))
      guard coins[transaction.txid]?.isSubset(of: taken) == true else {
        throw .contradiction(
          method: "/tx/:txid/outspends",
          field: "transaction \(transaction.txid), which does not spend that coin")
      }
    }
  }

  public func provedOutputs(
    _ outPoints: [OutPoint], at tip: ChainTip
  ) async throws(NodeError) -> [UnspentOutput?] {
    let found = try await unspentOutputs(outPoints, at: tip)
    try await watching { () async throws(NodeError) in
      try await history.prove(found, of: outPoints, through: tip)
    }
    return found
  }
}
