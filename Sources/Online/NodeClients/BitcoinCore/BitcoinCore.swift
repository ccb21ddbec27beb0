public import BitcoinPrimitives
internal import Bytes
public import ChainTypes

/// A Bitcoin Core node, asked without any wallet in it.
///
/// With the block filter index its whole history is read (`scanblocks`, then
/// `getdescriptoractivity`), else the coins that are there (`scantxoutset`). The node is asked
/// about bare scripts: it never sees an extended key and keeps nothing.
public struct BitcoinCore: ChainSource {
  let connection: RPCConnection
  private let networks: NetworkRegistry

  /// Asks the node at the other end of the connection, which may be on any of the networks.
  public init(_ connection: RPCConnection, networks: NetworkRegistry = .builtIn) {
    self.connection = connection
    self.networks = networks
  }

  func call(
    _ method: String, _ params: [JSONValue] = [], isScan: Bool = false
  ) async throws(NodeError) -> RPCAnswer {
    let value = try await connection.call(
      method, params, limit: isScan ? RPCConnection.scanLimit : RPCConnection.answerLimit,
      seconds: isScan ? connection.patience.scanSeconds : nil)
    return RPCAnswer(value: value, method: method)
  }

  // MARK: Status

  public func status() async throws(NodeError) -> NodeStatus {
    let chain = try await call("getblockchaininfo")
    let stated = try statedNetwork(chain)
    let height = try chain.member("blocks").height()
    let hash = try chain.member("bestblockhash").blockHash()
    try await requireBlocks(of: stated, through: height)
    let network = try await fork(of: stated, through: height)
    let about = try await call("getnetworkinfo")
    let mempool = try await call("getmempoolinfo")
    let minimum = max(
      try mempool.member("mempoolminfee").feeRate(), try mempool.member("minrelaytxfee").feeRate())
    let firstBlock = try Self.firstBlock(chain)
    let indexes = try await indexes()
    let hasFilters = indexes.contains { $0.name == Self.filterIndex && $0.height >= height }
    return NodeStatus(
      network: network,
      tip: ChainTip(
        height: height, hash: hash,
        time: Int64(try chain.member("time").integer(0...Int(UInt32.max)))),
      software: NodeError.cut(try about.member("subversion").text()),
      isCatchingUp: try chain.member("initialblockdownload").flag(),
      firstBlock: firstBlock, scanning: hasFilters ? .blockFilters : .unspentOutputs,
      minimumFeeRate: minimum,
      historyFrom: hasFilters ? firstBlock : max(firstBlock, height + 1 - Self.replayLimit),
      limits: Self.limits(
        hasFilters: hasFilters, hasTransactions: indexes.contains { $0.name == "txindex" },
        firstBlock: firstBlock),
      progress: chain.optional("verificationprogress")?.value.numberText.flatMap(Double.init)
        .flatMap { (0...1).contains($0) ? $0 : nil },
      indexes: indexes)
  }

  private static let filterIndex = "basic block filter index"
  /// The most indexes of a node that are listed; Bitcoin Core has four.
  private static let mostIndexes = 20

  /// The indexes that the node keeps, by name.
  private func indexes() async throws(NodeError) -> [NodeIndex] {
    let answer = try await call("getindexinfo")
    guard let object = answer.value.objectValue else { throw answer.wrong() }
    var indexes: [NodeIndex] = []
    for name in object.members.map(\.name).sorted().prefix(Self.mostIndexes) {
      let index = try answer.member(name)
      indexes.append(
        NodeIndex(
          name: NodeError.cut(name), height: try index.member("best_block_height").height(),
          isSynced: try index.member("synced").flag()))
    }
    return indexes
  }

  private static func limits(
    hasFilters: Bool, hasTransactions: Bool, firstBlock: Int
  ) -> [String] {
    var limits: [String] = []
    if !hasFilters {
      limits.append(
        "it has no index of block filters (-blockfilterindex=1): a first sync finds what is unspent, "
          + "not the payments of the past, unless `sync --whole` reads every block")
    }
    // A node that prunes cannot have that index.
    if !hasTransactions, firstBlock == 0 {
      limits.append(
        "it has no index of transactions (-txindex=1): it finds a confirmed payment only while one of its outputs "
          + "is unspent")
    }
    if firstBlock > 0 {
      limits.append("it is pruned: transactions below block \(firstBlock) cannot be read from it")
    }
    return limits
  }

  /// The first block that the node still has.
  static func firstBlock(_ chain: RPCAnswer) throws(NodeError) -> Int {
    guard try chain.optional("pruned")?.flag() ?? false else { return 0 }
    return try chain.optional("pruneheight")?.height() ?? 0
  }

  /// The network that the node says it is on.
  private func statedNetwork(_ chain: RPCAnswer) throws(NodeError) -> Network {
    let name = try chain.member("chain")
    guard let kind = CoreChain(rawValue: try name.text()) else { throw name.wrong() }
    // The challenge tells the public signet from a private one; other chains have none.
    let challenge = kind == .signet ? try chain.optional("signet_challenge")?.script() : nil
    guard let network = networks.network(chain: kind, challenge: challenge) else {
      throw name.wrong()
    }
    return network
  }

  /// Refuses a node of another chain that calls itself by the same name.
  ///
  /// What descends from Bitcoin Core says `main` of its own main chain, and a fork of Bitcoin begins with
  /// Bitcoin's blocks: of mainnet a late block is looked at, which implies the first.
  private func requireBlocks(
    of network: Network, through height: Int
  ) async throws(NodeError) {
    let isLate = network.isMainnet && height >= MainnetFloor.height
    let asked = isLate ? MainnetFloor.height : 0
    let expected = isLate ? MainnetFloor.hash : "\(network.firstBlock)"
    let found = try await call("getblockhash", [.integer(asked)]).blockHash()
    guard "\(found)" == expected else {
      throw .wrongNetwork(
        node: "a chain whose block \(asked) is \(found)", wallet: "a chain of Bitcoin")
    }
  }

  /// The fork that the node is on, by the block that only that fork has; else the network that it says.
  private func fork(of network: Network, through height: Int) async throws(NodeError) -> Network {
    for fork in networks.networks(beginningLike: network) where fork.forkHeight != nil {
      guard let landmark = fork.landmark, landmark.height <= height else { continue }
      let found = try await call("getblockhash", [.integer(landmark.height)]).blockHash()
      if found == landmark.block { return fork }
    }
    return network
  }

  /// Whether block filters are there up to this height.
  func hasFilters(at height: Int) async throws(NodeError) -> Bool {
    let indices = try await call("getindexinfo", [.string(Self.filterIndex)])
    guard let index = indices.optional(Self.filterIndex) else { return false }
    return try index.member("best_block_height").height() >= height
  }

  public func blockHash(at height: Int) async throws(NodeError) -> BlockHash? {
    do throws(NodeError) {
      return try await call("getblockhash", [.integer(height)]).blockHash()
    } catch {
      if case .refused(_, -8, _) = error { return nil }  // above the tip
      throw error
    }
  }

  /// How many heights or outputs are asked about in one request.
  static let questionsAtATime = 200

  public func blockHashes(at heights: [Int]) async throws(NodeError) -> [BlockHash?] {
    let method = "getblockhash"
    var hashes: [BlockHash?] = []
    for start in stride(from: 0, to: heights.count, by: Self.questionsAtATime) {
      let part = heights[start..<min(start + Self.questionsAtATime, heights.count)]
      for result in try await connection.batch(method, part.map { [.integer($0)] }) {
        switch result {
        case .success(let value):
          hashes.append(try RPCAnswer(value: value, method: method).blockHash())
        case .failure(.refused(_, -8, _)): hashes.append(nil)  // above the tip
        case .failure(let error): throw error
        }
      }
    }
    return hashes
  }

  public func blockTimes(_ blocks: [BlockPosition]) async throws(NodeError) -> [Int64?] {
    let method = "getblockheader"
    var times: [Int64?] = []
    times.reserveCapacity(blocks.count)
    for start in stride(from: 0, to: blocks.count, by: Self.questionsAtATime) {
      let part = blocks[start..<min(start + Self.questionsAtATime, blocks.count)]
      let results = try await connection.batch(
        method, part.map { [.string("\($0.hash)"), false] })
      for (block, result) in zip(part, results) {
        switch result {
        case .success(let value):
          times.append(try RPCAnswer(value: value, method: method).headerTime(of: block.hash))
        case .failure(.refused(_, -5, _)): times.append(nil)  // a block that it does not have
        case .failure(let error): throw error
        }
      }
    }
    return times
  }

  public func unspentOutputs(
    _ outPoints: [OutPoint], at tip: ChainTip
  ) async throws(NodeError) -> [UnspentOutput?] {
    let method = "gettxout"
    var found: [UnspentOutput?] = []
    for start in stride(from: 0, to: outPoints.count, by: Self.questionsAtATime) {
      let part = outPoints[start..<min(start + Self.questionsAtATime, outPoints.count)]
      let results = try await connection.batch(
        method, part.map { [.string("\($0.txid)"), .integer(Int($0.vout)), false] })
      for result in results {
        let answer = RPCAnswer(value: try result.get(), method: method)
        guard !answer.value.isNull else {
          found.append(nil)
          continue
        }
        guard try answer.member("bestblock").blockHash() == tip.hash else { throw .chainMoved }
        let blocks = try answer.member("confirmations").integer(1...tip.height + 1)
        found.append(
          UnspentOutput(
            output: TxOut(
              amount: try answer.member("value").amount(),
              scriptPubKey: try answer.member("scriptPubKey").member("hex").script()),
            height: tip.height + 1 - blocks, isCoinbase: try answer.member("coinbase").flag()))
      }
    }
    return found
  }

  // MARK: Transactions

  /// The most outputs of a transaction that are asked about to find its block.
  private static let outputsAsked = 100

  public func confirmation(
    of transaction: Transaction, through tip: ChainTip
  ) async throws(NodeError) -> BlockPosition? {
    // With an index of transactions the node knows it; the mempool is looked at as well.
    do throws(NodeError) {
      let answer = try await call("getrawtransaction", [.string("\(transaction.txid)"), 1])
      guard let hash = answer.optional("blockhash") else { return nil }
      let blocks = try answer.member("confirmations").integer(0...Int(Int32.max))
      // No confirmations: its block was replaced. More than the height allows: a block came
      // meanwhile.
      guard blocks > 0 else { return nil }
      guard blocks <= tip.height + 1 else { throw NodeError.chainMoved }
      return BlockPosition(height: tip.height + 1 - blocks, hash: try hash.blockHash())
    } catch {
      guard case .refused(_, -5, _) = error else { throw error }
    }
    // Without one, an output of it that is unspent tells how many blocks lie on top of it.
    let txid = transaction.txid
    let outPoints = transaction.outputs.indices.prefix(Self.outputsAsked).map {
      OutPoint(txid: txid, vout: UInt32($0))
    }
    for (index, unspent) in try await unspentOutputs(outPoints, at: tip).enumerated() {
      guard let unspent else { continue }
      guard unspent.output == transaction.outputs[index] else {
        throw .contradiction(method: "gettxout", field: "output \(outPoints[index])")
      }
      guard let hash = try await blockHash(at: unspent.height) else { throw .chainMoved }
      return BlockPosition(height: unspent.height, hash: hash)
    }
    return nil
  }

  /// How many transactions are asked for in one request.
  private static let batchSize = 25

  public func transactions(
    _ wanted: [TransactionPlace]
  ) async throws(NodeError) -> [Transaction?] {
    let method = "getrawtransaction"
    var found: [Transaction?] = []
    found.reserveCapacity(wanted.count)
    for start in stride(from: 0, to: wanted.count, by: Self.batchSize) {
      let part = wanted[start..<min(start + Self.batchSize, wanted.count)]
      let results = try await connection.batch(
        method,
        part.map { place in
          [.string("\(place.txid)"), 0] + (place.block.map { [.string("\($0)")] } ?? [])
        })
      for (place, result) in zip(part, results) {
        switch result {
        case .success(let value):
          let answer = RPCAnswer(value: value, method: method)
          let transaction = try answer.transaction()
          // The bytes prove themselves: a lie about them has another txid.
          guard transaction.txid == place.txid else { throw answer.wrong("txid") }
          found.append(transaction)
        case .failure(.refused(_, -5, _)), .failure(.refused(_, -1, _)):
          found.append(nil)  // not known, or its block is pruned
        case .failure(let error): throw error
        }
      }
    }
    return found
  }

  // MARK: Fees

  public func estimatedFeeRate(target blocks: Int) async throws(NodeError) -> FeeRate? {
    let answer = try await call("estimatesmartfee", [.integer(blocks)])
    return try answer.optional("feerate")?.feeRate()
  }

  // MARK: Sending

  public func verdict(on transaction: Transaction) async throws(NodeError) -> MempoolVerdict {
    let hex = Hex.encode(transaction.encoded())
    let answer = try await call("testmempoolaccept", [[.string(hex)]])
    guard let verdict = try answer.elements().first else { throw answer.wrong() }
    guard try verdict.member("txid").txid() == transaction.txid else {
      throw verdict.wrong("txid")
    }
    if try verdict.optional("allowed")?.flag() == true {
      return .accepted(fee: try verdict.optional("fees")?.optional("base")?.amount())
    }
    let reason = try verdict.optional("reject-reason")?.text() ?? "no reason given"
    switch reason {
    case "txn-already-in-mempool": return .alreadyInMempool
    case "txn-already-known": return .alreadyConfirmed
    default:
      let details = try verdict.optional("reject-details")?.text() ?? reason
      return .refused(
        reason: NodeError.cut(details.contains(reason) ? details : "\(reason): \(details)"))
    }
  }

  public func send(_ transaction: Transaction) async throws(NodeError) {
    do throws(NodeError) {
      let answer = try await call(
        "sendrawtransaction", [.string(Hex.encode(transaction.encoded()))])
      guard try answer.txid() == transaction.txid else { throw answer.wrong("txid") }
    } catch {
      if case .refused(_, -27, _) = error { return }  // confirmed already
      throw error
    }
  }

  public func sighting(of txid: Txid) async throws(NodeError) -> Wtxid? {
    do throws(NodeError) {
      return try await call("getmempoolentry", [.string("\(txid)")]).member("wtxid").wtxid()
    } catch {
      if case .refused(_, -5, _) = error { return nil }
      throw error
    }
  }
}
