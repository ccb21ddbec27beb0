public import BitcoinPrimitives
internal import Bytes
public import ChainTypes
internal import Hashes

/// A server of Esplora's REST API: electrs of Blockstream or of mempool.space.
///
/// It is asked about the hashes of bare scripts: it never sees an extended key. But it sees which scripts are
/// asked about together, and so which coins belong to one wallet. What it says of the chain is proved as of an
/// ``ElectrumServer``. What it leaves out nobody can prove.
public struct EsploraServer: ChainSource {
  let connection: EsploraConnection
  let networks: [String: Network]
  let landmarked: [Network]
  private let now: @Sendable () -> Int64

  /// Asks the server at the other end of the connection, which may be on any of the networks; `now` gives the
  /// time in seconds since 1970.
  public init(
    _ connection: EsploraConnection, networks: NetworkRegistry = .builtIn,
    now: @escaping @Sendable () -> Int64
  ) {
    self.init(
      connection, networks: KnownChains.byFirstBlock,
      landmarked: networks.all.filter { $0.landmark != nil }, now: now)
  }

  init(
    _ connection: EsploraConnection, networks: [String: Network], landmarked: [Network] = [],
    now: @escaping @Sendable () -> Int64
  ) {
    self.connection = connection
    self.networks = networks
    self.landmarked = landmarked
    self.now = now
  }

  typealias Call = EsploraConnection.Call

  // MARK: Status

  /// What Bitcoin Core relays from on, since version 29.1; the API does not tell that of the server's own node.
  private static let minimumFeeRate: Int64 = 100

  public func status() async throws(NodeError) -> NodeStatus {
    let network = try await network()
    let call = Call("blocks/tip/hash", as: "/blocks/tip/hash")
    guard let hash = try await connection.text(call)?.blockHash() else {
      throw .httpStatus(code: 404, method: call.name)
    }
    // Its height by its hash: between two questions about the last block another one may come.
    let block = Call("block/\(hash)", as: "/block/:hash")
    guard let answer = try await connection.json(block) else { throw .chainMoved }
    let header = try Self.header(answer)
    guard header.hash == hash else { throw answer.wrong("id") }
    let height = try answer.member("height").height()
    guard header.hasWork else {
      throw .contradiction(
        method: block.name, field: "block \(height), which has not the work it names")
    }
    guard let minimum = try? FeeRate(satoshisPerKvB: Self.minimumFeeRate) else {
      throw answer.wrong()
    }
    return NodeStatus(
      network: network, tip: ChainTip(height: height, hash: hash, time: Int64(header.time)),
      software: "Esplora server",
      // It cannot be asked; its last block tells.
      isCatchingUp: Int64(header.time) < now() - KnownChains.mostAge, firstBlock: 0,
      scanning: .scriptIndex, minimumFeeRate: minimum,
      limits: [
        NodeStatus.cannotJudge,
        "it does not tell its version, nor the lowest fee rate that it relays: "
          + "\(minimum) is taken, as of Bitcoin Core",
        "it gives the headers of ten blocks at a time: the first sync of an old wallet takes long",
      ])
  }

  /// The chain, by the hash of its first block.
  func network() async throws(NodeError) -> Network {
    guard let first = try await blockHash(at: 0) else {
      // Nothing is where the first block should be: the path leads elsewhere.
      throw .httpStatus(code: 404, method: Self.hashMethod)
    }
    return try await network(beginningWith: first, method: Self.hashMethod)
  }

  private static let hashMethod = "/block-height/:height"

  public func blockHash(at height: Int) async throws(NodeError) -> BlockHash? {
    try await connection.text(Call("block-height/\(height)", as: Self.hashMethod))?.blockHash()
  }

  public func blockHashes(at heights: [Int]) async throws(NodeError) -> [BlockHash?] {
    try await EsploraConnection.each(heights) { height throws(NodeError) in
      try await blockHash(at: height)
    }
  }

  public func blockTimes(_ blocks: [BlockPosition]) async throws(NodeError) -> [Int64?] {
    try await EsploraConnection.each(blocks) { block throws(NodeError) in
      let call = Call("block/\(block.hash)/header", as: "/block/:hash/header")
      return try await connection.text(call)?.headerTime(of: block.hash)
    }
  }

  // MARK: Transactions

  public func transactions(
    _ wanted: [TransactionPlace]
  ) async throws(NodeError) -> [Transaction?] {
    try await transactions(wanted.map(\.txid))
  }

  public func confirmation(
    of transaction: Transaction, through tip: ChainTip
  ) async throws(NodeError) -> BlockPosition? {
    guard let height = try await height(of: transaction.txid) else { return nil }
    guard height <= tip.height else { throw .chainMoved }
    let confirmed = [transaction.txid: height]
    return try await watching { () async throws(NodeError) in
      try await history.blocks(of: confirmed, through: tip) { _ in }[height]
    }
  }

  /// The block that a transaction is in, as the server says; nil while it is in none.
  func height(of txid: Txid) async throws(NodeError) -> Int? {
    let call = Call("tx/\(txid)/status", as: "/tx/:txid/status")
    guard let status = try await connection.json(call) else { return nil }
    return try Self.height(status)
  }

  /// The block in a status; nil for none.
  static func height(_ status: RPCAnswer) throws(NodeError) -> Int? {
    guard try status.member("confirmed").flag() else { return nil }
    return try status.member("block_height").height()
  }

  // MARK: Fees and sending

  public func estimatedFeeRate(target blocks: Int) async throws(NodeError) -> FeeRate? {
    try await estimatedFeeRates(targets: [blocks]).first ?? nil
  }

  /// All targets stand in one answer.
  public func estimatedFeeRates(targets: [Int]) async throws(NodeError) -> [FeeRate?] {
    let call = Call("fee-estimates", as: "/fee-estimates")
    guard let answer = try await connection.json(call) else { return targets.map { _ in nil } }
    guard let rates = answer.value.objectValue else { throw answer.wrong() }
    let known = rates.names.compactMap { Int($0) }.filter { $0 > 0 }.sorted()
    var found: [FeeRate?] = []
    for blocks in targets { found.append(try Self.feeRate(in: answer, of: known, within: blocks)) }
    return found
  }

  private static func feeRate(
    in answer: RPCAnswer, of targets: [Int], within blocks: Int
  ) throws(NodeError) -> FeeRate? {
    // Not every target is there: the next smaller one pays no less, and the smallest is the best there is.
    guard let target = targets.last(where: { $0 <= blocks }) ?? targets.first else { return nil }
    let rate = try answer.member("\(target)")
    // In sat/vB, with as many decimals as floating point has.
    guard let text = rate.value.numberText, let perByte = Double(text), perByte > 0,
      perByte <= 1_000_000,
      let found = try? FeeRate(satoshisPerKvB: Int64((perByte * 1000).rounded(.up)))
    else { throw rate.wrong() }
    return found
  }

  /// There is no way to ask such a server beforehand what its node thinks of a transaction.
  public func verdict(on transaction: Transaction) async throws(NodeError) -> MempoolVerdict {
    guard try await transactions([transaction.txid]).first ?? nil != nil else { return .untold }
    guard try await height(of: transaction.txid) != nil else { return .alreadyInMempool }
    let tip = try await status().tip
    return try await confirmation(of: transaction, through: tip) == nil
      ? .untold : .alreadyConfirmed
  }

  public func send(_ transaction: Transaction) async throws(NodeError) {
    do throws(NodeError) {
      let answer = try await connection.post(
        Hex.encode(transaction.encoded()), to: Call("tx", as: "POST /tx"))
      guard try answer.txid() == transaction.txid else { throw answer.wrong("txid") }
    } catch {
      guard case .refused = error else { throw error }
      // What it has already it may refuse.
      guard try await transactions([transaction.txid]).first ?? nil != nil else { throw error }
    }
  }

  public func sighting(of txid: Txid) async throws(NodeError) -> Wtxid? {
    guard let transaction = try await transactions([txid]).first ?? nil,
      try await height(of: txid) == nil
    else { return nil }
    return transaction.wtxid
  }
}
