internal import BitcoinPrimitives
internal import ChainTypes

/// One line of what a server says of a script: a transaction that pays or spends it.
struct ScriptEvent: Hashable, Sendable {
  let txid: Txid
  /// The block; 0 and -1 while it waits in the mempool.
  let height: Int
}

/// A server that keeps an index of scripts: what ``ScriptHistory`` asks of it, proved by nothing yet.
protocol ScriptIndex: Sendable {
  /// How the call for headers is named in errors.
  static var headerMethod: String { get }
  /// The same of the call for a Merkle proof.
  static var proofMethod: String { get }
  /// How many scripts are asked about between two looks at how far it is.
  static var scriptsAtATime: Int { get }

  /// By the hash of the first block.
  var networks: [String: Network] { get }
  /// Those that are told from others by a block that they alone have.
  var landmarked: [Network] { get }

  /// The chain that the server is on.
  func network() async throws(NodeError) -> Network
  /// The block at a height of the best chain; nil above the tip.
  func blockHash(at height: Int) async throws(NodeError) -> BlockHash?
  /// The history of each script, as the server tells it.
  func events(of scripts: [Script]) async throws(NodeError) -> [[ScriptEvent]]
  /// The bytes of transactions, each held against its txid; nil where the server has none.
  func transactions(_ txids: [Txid]) async throws(NodeError) -> [Transaction?]
  /// The headers from a height on, 2,016 at most; fewer where the server never gives more at once.
  func headers(
    from height: Int, count: Int, through tip: ChainTip
  ) async throws(NodeError) -> [BlockHeader]
  /// What the server gives as the Merkle proof of each transaction in the block of that height.
  func proofs(
    of confirmed: [(txid: Txid, height: Int)]
  ) async throws(NodeError) -> [RPCAnswer]
}

extension ScriptIndex {
  /// The chain whose first block this is; of mainnet a late block is looked at as well, as anybody can show the
  /// first.
  func network(
    beginningWith first: BlockHash, method: String
  ) async throws(NodeError) -> Network {
    guard let network = networks["\(first)"] else {
      throw .wrongNetwork(
        node: "a chain whose first block is \(first)", wallet: "a chain of Bitcoin")
    }
    guard network.isMainnet else {
      return try await landmarked(beginningLike: network) ?? network
    }
    let height = MainnetFloor.height
    guard let late = try await blockHash(at: height) else {
      throw .stillCatchingUp(height: height - 1)
    }
    guard "\(late)" == MainnetFloor.hash else {
      throw .contradiction(
        method: method, field: "block \(height), which is not the one of the Bitcoin network")
    }
    return try await landmarked(beginningLike: network) ?? network
  }

  /// The network whose landmark the server has, among those that begin as this one does.
  private func landmarked(
    beginningLike network: Network
  ) async throws(NodeError) -> Network? {
    for other in landmarked where other.firstBlock == network.firstBlock {
      guard let landmark = other.landmark else { continue }
      if try await blockHash(at: Int(landmark.height)) == landmark.block { return other }
    }
    return nil
  }
}

/// The chains that are known, and when one has stopped.
enum KnownChains {
  /// A last block that is older than a day is not the last one of the chain.
  static let mostAge: Int64 = 86_400

  /// By the hash of the first block.
  ///
  /// All signets have one first block; a server cannot tell which one it is on, so it counts as the
  /// public one unless it has the landmark of another.
  static let byFirstBlock = Dictionary(
    Network.standard.map { ("\($0.firstBlock)", $0) }, uniquingKeysWith: { known, _ in known })
}
