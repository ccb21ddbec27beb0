public import BitcoinPrimitives
internal import Bytes

/// A Bitcoin Core node, asked without any wallet in it.
///
/// With the block filter index its whole history is read (`scanblocks`, then
/// `getdescriptoractivity`), else the coins that are there (`scantxoutset`). The node is asked
/// about bare scripts: it never sees an extended key and keeps nothing.
public struct BitcoinCore: ChainSource {
  let connection: RPCConnection

  public init(_ connection: RPCConnection) {
    self.connection = connection
  }

  func call(
    _ method: String, _ params: [JSONValue] = [], isScan: Bool = false
  ) async throws(NodeError) -> Answer {
    let value = try await connection.call(
      method, params, limit: isScan ? RPCConnection.scanLimit : RPCConnection.answerLimit,
      seconds: isScan ? connection.patience.scanSeconds : nil)
    return Answer(value: value, method: method)
  }

  // MARK: Status

  public func status() async throws(NodeError) -> NodeStatus {
    let chain = try await call("getblockchaininfo")
    let network = try Self.network(chain)
    let height = try chain.member("blocks").height()
    let hash = try chain.member("bestblockhash").blockHash()
    let about = try await call("getnetworkinfo")
    let mempool = try await call("getmempoolinfo")
    let minimum = max(
      try mempool.member("mempoolminfee").feeRate(), try mempool.member("minrelaytxfee").feeRate())
    let isPruned = try chain.optional("pruned")?.flag() ?? false
    return NodeStatus(
      network: network,
      tip: ChainTip(
        height: height, hash: hash,
        time: Int64(try chain.member("time").integer(0...Int(UInt32.max)))),
      software: NodeError.cut(try about.member("subversion").text()),
      isCatchingUp: try chain.member("initialblockdownload").flag(),
      firstBlock: isPruned ? try chain.optional("pruneheight")?.height() ?? 0 : 0,
      scanning: try await hasFilters(at: height) ? .blockFilters : .unspentOutputs,
      minimumFeeRate: minimum)
  }

  private static func network(_ chain: Answer) throws(NodeError) -> Network {
    let name = try chain.member("chain")
    switch try name.text() {
    case "main": return .mainnet
    case "test": return .testnet3
    case "testnet4": return .testnet4
    case "regtest": return .regtest
    case "signet":
      // The challenge tells the common signet from somebody's own.
      guard let challenge = try chain.optional("signet_challenge")?.script() else { return .signet }
      return challenge.hex == Self.signetChallenge ? .signet : .customSignet(challenge: challenge)
    default: throw name.wrong()
    }
  }

  /// The block challenge of the common signet (BIP-325).
  private static let signetChallenge =
    "512103ad5e0edad18cb1f0fc0d28a3d4f1f3e445640337489abb10404f2d1e086be430"
    + "210359ef5021964fe22d6f8e05b2463c9540ce96883fe3b278760f048f5189f2e6c452ae"

  /// Whether block filters are there up to this height.
  func hasFilters(at height: Int) async throws(NodeError) -> Bool {
    let indices = try await call("getindexinfo", ["basic block filter index"])
    guard let index = indices.optional("basic block filter index") else { return false }
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

  // MARK: Transactions

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
          let answer = Answer(value: value, method: method)
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
