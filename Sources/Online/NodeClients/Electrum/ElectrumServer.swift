public import BitcoinPrimitives
internal import Bytes
public import ChainTypes
internal import Hashes

/// A server of the Electrum protocol: electrs, Fulcrum, ElectrumX.
///
/// It is asked about the hashes of bare scripts: it never sees an extended key. But it sees which scripts are
/// asked about together, and so which coins belong to one wallet. What it says of the chain is proved: each
/// transaction by its txid, each confirmation by a Merkle proof and the headers up to the last block. What it
/// leaves out nobody can prove.
public struct ElectrumServer: ChainSource {
  let connection: ElectrumConnection
  let networks: [String: Network]
  let landmarked: [Network]
  private let now: @Sendable () -> Int64

  /// Asks the server at the other end of the connection, which may be on any of the networks; `now` gives the
  /// time in seconds since 1970.
  public init(
    _ connection: ElectrumConnection, networks: NetworkRegistry = .builtIn,
    now: @escaping @Sendable () -> Int64
  ) {
    self.init(
      connection, networks: KnownChains.byFirstBlock,
      landmarked: networks.all.filter { $0.landmark != nil }, now: now)
  }

  init(
    _ connection: ElectrumConnection, networks: [String: Network], landmarked: [Network] = [],
    now: @escaping @Sendable () -> Int64
  ) {
    self.connection = connection
    self.networks = networks
    self.landmarked = landmarked
    self.now = now
  }

  // MARK: Status

  public func status() async throws(NodeError) -> NodeStatus {
    let network = try await network()
    let answer = try await connection.call("blockchain.headers.subscribe")
    let height = try answer.member("height").height()
    let header = try Self.header(answer.member("hex"))
    guard header.hasWork else {
      throw .contradiction(
        method: answer.method, field: "block \(height), which has not the work it names")
    }
    let greeting = await connection.greeting
    return NodeStatus(
      network: network, tip: ChainTip(height: height, hash: header.hash, time: Int64(header.time)),
      software: greeting.software,
      // It cannot be asked; its last block tells.
      isCatchingUp: Int64(header.time) < now() - KnownChains.mostAge, firstBlock: 0,
      scanning: .scriptIndex,
      minimumFeeRate: try await minimumFeeRate(greeting.version),
      limits: [NodeStatus.cannotJudge])
  }

  /// The chain, by the header of its first block.
  func network() async throws(NodeError) -> Network {
    let answer = try await connection.call("blockchain.block.header", [0])
    let hash = try Self.header(answer).hash
    return try await network(beginningWith: hash, method: answer.method)
  }

  private func minimumFeeRate(_ version: [Int]) async throws(NodeError) -> FeeRate {
    if version.lexicographicallyPrecedes([1, 6]) {
      return try await connection.call("blockchain.relayfee").feeRate()
    }
    let mempool = try await connection.call("mempool.get_info")
    return max(
      try mempool.member("mempoolminfee").feeRate(), try mempool.member("minrelaytxfee").feeRate())
  }

  private static func header(_ answer: RPCAnswer) throws(NodeError) -> BlockHeader {
    guard let bytes = try? Hex.decode(answer.text()), let header = BlockHeader(bytes[...]) else {
      throw answer.wrong()
    }
    return header
  }

  public func blockHash(at height: Int) async throws(NodeError) -> BlockHash? {
    try await blockHashes(at: [height]).first ?? nil
  }

  public func blockHashes(at heights: [Int]) async throws(NodeError) -> [BlockHash?] {
    try await headers(at: heights).map { $0?.hash }
  }

  public func blockTimes(_ blocks: [BlockPosition]) async throws(NodeError) -> [Int64?] {
    zip(blocks, try await headers(at: blocks.map(\.height))).map { block, header in
      // Its hash says that it is the header of that block.
      header.flatMap { $0.hash == block.hash ? Int64($0.time) : nil }
    }
  }

  /// The headers at some heights, each as the server says it; nil above the tip.
  private func headers(at heights: [Int]) async throws(NodeError) -> [BlockHeader?] {
    let method = "blockchain.block.header"
    let answers = try await connection.calls(heights.map { .init(method, [.integer($0)]) })
    var headers: [BlockHeader?] = []
    for answer in answers {
      switch answer {
      case .success(let value):
        headers.append(try Self.header(RPCAnswer(value: value, method: method)))
      case .failure(let error): headers.append(try absent(error))  // above the tip
      }
    }
    return headers
  }

  /// Nothing, where the server says that there is no such thing; what it does not answer for another reason is
  /// no answer.
  ///
  /// The codes are those of ElectrumX: 1 for a bad request, 2 for an error of its node, 0 for a bare text; -101
  /// and -102 say that it has too much to do.
  private func absent<Value>(_ error: NodeError) throws(NodeError) -> Value? {
    guard case .refused(_, let code, _) = error else { throw error }
    if (-102 ... -101).contains(code) { throw .busy(place: connection.place) }
    guard (0...2).contains(code) else { throw error }
    return nil
  }

  // MARK: Transactions

  public func transactions(
    _ wanted: [TransactionPlace]
  ) async throws(NodeError) -> [Transaction?] {
    try await transactions(wanted.map(\.txid))
  }

  /// The bytes of transactions; nil where the server has none.
  func transactions(_ txids: [Txid]) async throws(NodeError) -> [Transaction?] {
    let method = "blockchain.transaction.get"
    let answers = try await connection.calls(txids.map { .init(method, [.string("\($0)")]) })
    var found: [Transaction?] = []
    for (txid, answer) in zip(txids, answers) {
      switch answer {
      case .success(let value):
        let part = RPCAnswer(value: value, method: method)
        let transaction = try part.transaction()
        // The bytes prove themselves: a lie about them has another txid.
        guard transaction.txid == txid else { throw part.wrong("txid") }
        found.append(transaction)
      case .failure(let error): found.append(try absent(error))
      }
    }
    return found
  }

  // MARK: Fees and sending

  public func estimatedFeeRate(target blocks: Int) async throws(NodeError) -> FeeRate? {
    let answer = try await connection.call("blockchain.estimatefee", [.integer(blocks)])
    // -1 says that it does not know.
    if answer.value.numberText?.hasPrefix("-") == true { return nil }
    return try answer.feeRate()
  }

  /// There is no way to ask such a server beforehand what its node thinks of a transaction.
  public func verdict(on transaction: Transaction) async throws(NodeError) -> MempoolVerdict {
    guard let event = try await event(of: transaction) else { return .untold }
    guard event.height > 0 else { return .alreadyInMempool }
    let tip = try await status().tip
    return try await confirmation(of: transaction, through: tip) == nil
      ? .untold : .alreadyConfirmed
  }

  public func send(_ transaction: Transaction) async throws(NodeError) {
    do throws(NodeError) {
      let answer = try await connection.call(
        "blockchain.transaction.broadcast", [.string(Hex.encode(transaction.encoded()))])
      guard try answer.txid() == transaction.txid else { throw answer.wrong("txid") }
    } catch {
      guard case .refused(let method, let code, let message) = error else { throw error }
      // Anything but a no may come after the server did it.
      guard (0...2).contains(code) else {
        throw .unexpected(method: method, field: "error \(code): \(message)")
      }
      // What it has already it may refuse.
      guard try await event(of: transaction) != nil else {
        throw .refused(method: method, code: code, message: Self.reason(in: message))
      }
    }
  }

  /// Why a node refuses: ElectrumX says in a first line that it does, and in a last one, in brackets, the bytes.
  static func reason(in message: String) -> String {
    let lines = message.split(whereSeparator: \.isNewline)
    guard lines.count > 1, lines[0].hasSuffix("was rejected by network rules.") else {
      return message
    }
    let reason = lines.dropFirst().filter { !$0.hasPrefix("[") }.joined(separator: ", ")
    return reason.isEmpty ? message : reason
  }

  public func sighting(of txid: Txid) async throws(NodeError) -> Wtxid? {
    guard let transaction = try await transactions([txid]).first ?? nil,
      let event = try await event(of: transaction), event.height <= 0
    else { return nil }
    return transaction.wtxid
  }
}
