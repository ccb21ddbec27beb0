public import BitcoinPrimitives
internal import Bytes
public import ChainTypes
internal import Hashes

extension ElectrumServer: ScriptIndex {
  private typealias History = ScriptHistory<ElectrumServer>

  static let headerMethod = "blockchain.block.headers"
  static let proofMethod = "blockchain.transaction.get_merkle"
  static let scriptsAtATime = ElectrumConnection.callsAtATime

  /// How many scripts of a transaction are asked about to find where it is.
  private static let scriptsAsked = 3

  private var history: History { History(index: self) }

  public func activity(
    of scripts: [Script], from height: Int, through tip: ChainTip, reading: ChainReading,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws(NodeError) -> ScriptActivity {
    try await history.activity(of: scripts, from: height, through: tip, progress: progress)
  }

  // MARK: What a server says of scripts

  /// The history of each script, as the server tells it.
  func events(of scripts: [Script]) async throws(NodeError) -> [[ScriptEvent]] {
    let method = "blockchain.scripthash.get_history"
    let answers = try await connection.calls(
      scripts.map { .init(method, [.string(Self.scriptHash($0))]) })
    var found: [[ScriptEvent]] = []
    for answer in answers {
      let answer = RPCAnswer(value: try answer.get(), method: method)
      guard answer.value.arrayValue?.count ?? 0 <= History.eventLimit else { throw History.tooMuch }
      let list = try answer.elements()
      var events: [ScriptEvent] = []
      for line in list {
        events.append(
          ScriptEvent(
            txid: try line.member("tx_hash").txid(),
            height: try line.member("height").integer(-1...10_000_000)))
      }
      found.append(events)
    }
    return found
  }

  /// SHA-256 of the script, last byte first, as the protocol names scripts.
  static func scriptHash(_ script: Script) -> String {
    SHA256.hash(script.bytes).reversedHex
  }

  /// Where a server says that a transaction is; nil when it does not know it.
  ///
  /// It is asked about a script of the transaction: that of a coin that it spends if it can be had, as that is the
  /// wallet's own; those of others may have histories that no server tells.
  func event(of transaction: Transaction) async throws(NodeError) -> ScriptEvent? {
    let txid = transaction.txid
    var failure: NodeError?
    for script in try await scripts(of: transaction) {
      do throws(NodeError) {
        return try await events(of: [script]).first?.first { $0.txid == txid }
      } catch {
        guard error.isRefusal else { throw error }
        failure = error
      }
    }
    if let failure { throw failure }
    return nil
  }

  private func scripts(of transaction: Transaction) async throws(NodeError) -> [Script] {
    let coins = transaction.inputs.map(\.previousOutput).filter { !$0.isNull }
      .prefix(Self.scriptsAsked)
    var scripts: [Script] = []
    for (coin, maker) in zip(coins, try await transactions(coins.map(\.txid))) {
      guard let maker, coin.vout < maker.outputs.count else { continue }
      scripts.append(maker.outputs[Int(coin.vout)].scriptPubKey)
    }
    // Nobody can spend from an OP_RETURN, so no server keeps a history of one.
    scripts += transaction.outputs.map(\.scriptPubKey).filter { $0.bytes.first != 0x6a }
      .prefix(Self.scriptsAsked)
    return scripts
  }

  // MARK: Proofs

  func headers(
    from height: Int, count: Int, through tip: ChainTip
  ) async throws(NodeError) -> [BlockHeader] {
    let answer = try await connection.call(
      Self.headerMethod, [.integer(height), .integer(count)])
    var digits: [String] = []
    if let list = answer.optional("headers") {
      // Version 1.6 gives a list, those before give one text.
      for one in try list.elements() { digits.append(try one.text()) }
    } else {
      digits = [try answer.member("hex").text()]
    }
    var headers: [BlockHeader] = []
    for text in digits {
      guard let bytes = try? Hex.decode(text), bytes.count % BlockHeader.size == 0 else {
        throw answer.wrong("hex")
      }
      for start in stride(from: 0, to: bytes.count, by: BlockHeader.size) {
        guard let header = BlockHeader(bytes[start..<start + BlockHeader.size]) else {
          throw answer.wrong("hex")
        }
        headers.append(header)
      }
    }
    if headers.isEmpty { throw .chainMoved }
    // Fewer only where the server never gives more at once; one by one they would go on for months.
    let most = answer.optional("max").flatMap { $0.value.intValue } ?? count
    guard headers.count == count || (headers.count < count && headers.count == most && most >= 100)
    else { throw .chainMoved }
    return headers
  }

  func proofs(
    of confirmed: [(txid: Txid, height: Int)]
  ) async throws(NodeError) -> [RPCAnswer] {
    let answers = try await connection.calls(
      confirmed.map { .init(Self.proofMethod, [.string("\($0.txid)"), .integer($0.height)]) })
    var proofs: [RPCAnswer] = []
    for answer in answers {
      proofs.append(RPCAnswer(value: try answer.get(), method: Self.proofMethod))
    }
    return proofs
  }

  public func blockHeaders(
    at heights: ClosedRange<Int>, through tip: ChainTip
  ) async throws(NodeError) -> [BlockHeader]? {
    try await history.blockHeaders(at: heights, through: tip)
  }

  public func merkleProofs(
    of confirmed: [(txid: Txid, height: Int)]
  ) async throws(NodeError) -> [MerkleProof?] {
    try await history.merkleProofs(of: confirmed)
  }

  public func confirmation(
    of transaction: Transaction, through tip: ChainTip
  ) async throws(NodeError) -> BlockPosition? {
    guard let event = try await event(of: transaction), event.height > 0 else { return nil }
    guard event.height <= tip.height else { throw .chainMoved }
    return try await history.blocks(of: [event.txid: event.height], through: tip) { _ in }[
      event.height]
  }

  // MARK: Coins

  public func unspentOutputs(
    _ outPoints: [OutPoint], at tip: ChainTip
  ) async throws(NodeError) -> [UnspentOutput?] {
    let txids = Array(Set(outPoints.map(\.txid)))
    var makers: [Txid: Transaction] = [:]
    for start in stride(from: 0, to: txids.count, by: History.fetchStep) {
      let part = Array(txids[start..<min(start + History.fetchStep, txids.count)])
      for (txid, transaction) in zip(part, try await transactions(part)) {
        makers[txid] = transaction
      }
    }
    let outputs = outPoints.map { outPoint -> TxOut? in
      guard let made = makers[outPoint.txid]?.outputs, outPoint.vout < made.count else {
        return nil
      }
      return made[Int(outPoint.vout)]
    }
    let scripts = Array(Set(outputs.compactMap { $0?.scriptPubKey }))
    var histories: [Script: [ScriptEvent]] = [:]
    for (script, events) in zip(scripts, try await events(of: scripts)) {
      histories[script] = events.filter { $0.height > 0 && $0.height <= tip.height }
    }
    // Each transaction of these scripts, looked at once: which of the coins it spends.
    let asked = Set(outPoints)
    var spent: Set<OutPoint> = []
    try await history.fetch(Set(histories.values.joined().map(\.txid)).sorted()) { transaction in
      spent.formUnion(transaction.inputs.map(\.previousOutput).filter(asked.contains))
    }
    guard try await blockHash(at: tip.height) == tip.hash else { throw .chainMoved }
    var found: [UnspentOutput?] = []
    for (outPoint, output) in zip(outPoints, outputs) {
      guard let output, !spent.contains(outPoint), let maker = makers[outPoint.txid],
        let event = histories[output.scriptPubKey]?.first(where: { $0.txid == outPoint.txid })
      else {
        found.append(nil)
        continue
      }
      found.append(
        UnspentOutput(
          output: output, height: event.height, isCoinbase: maker.isCoinbase))
    }
    return found
  }

  public func provedOutputs(
    _ outPoints: [OutPoint], at tip: ChainTip
  ) async throws(NodeError) -> [UnspentOutput?] {
    let found = try await unspentOutputs(outPoints, at: tip)
    try await history.prove(found, of: outPoints, through: tip)
    return found
  }
}
