package import BitcoinPrimitives
package import Bytes
internal import Hashes
package import Synchronization

@testable package import NodeClients

/// A server of Esplora's API in front of a rehearsal chain, which answers well unless told how not to.
///
/// The chain is in memory, or that of a home's rehearsal node, read anew for each call.
package final class PracticeEsploraServer: HTTPTransport {
  /// An answer before it is sent.
  package struct Answer: Sendable {
    package var status: Int
    package var body: [UInt8]

    package init(status: Int, body: [UInt8]) { (self.status, self.body) = (status, body) }

    package static func json(_ value: JSONValue) -> Answer {
      Answer(status: 200, body: Array(JSONWriter.encode(value).utf8))
    }

    package static func text(_ text: String, status: Int = 200) -> Answer {
      Answer(status: status, body: Array(text.utf8))
    }

    package static let missing = Answer.text("not found", status: 404)

    /// What the body is in JSON.
    package var value: JSONValue { (try? JSONReader.parse(body)) ?? .null }
  }

  package struct State: Sendable {
    /// Changes an answer before it is sent; nil is a connection that breaks.
    package var change: @Sendable (_ path: String, _ answer: Answer) -> Answer? = { $1 }
    /// Answers that come before all others.
    package var first: [Answer] = []
    /// What each call asked for.
    package var asked: [String] = []
    /// Transactions and blocks to a page, and unconfirmed transactions in the first answer.
    package var page = 25
    package var blocks = 10
    package var waiting = 50
    /// What it answers in place of sending on.
    package var refusal: String?
  }

  package let state = Mutex(State())
  private let memory: Mutex<RehearsalChain>
  private let file: RehearsalFile?

  /// A chain in memory, or the one in the folder of a rehearsal node.
  package init(folder: String? = nil) throws {
    memory = Mutex(try RehearsalChain.new(now: 1_800_000_000))
    file = folder.map { RehearsalFile(folder: $0) }
  }

  /// The server as the program asks it.
  package func source(
    on network: Network = .regtest, now: Int64 = 1_800_000_000,
    pause: @escaping @Sendable (Int) async -> Void = { _ in }
  ) throws -> EsploraServer {
    var patience = RPCConnection.Patience()
    patience.pause = pause
    return EsploraServer(
      EsploraConnection(
        url: try NodeURL(parsing: "esplora+https://server.invalid/api"), transport: self,
        patience: patience),
      networks: ["\(genesis)": network], now: { now })
  }

  package var genesis: BlockHash { hash(at: 0) }
  package var tipHeight: Int { chain.height }
  package var asked: [String] { state.withLock { $0.asked } }

  package func hash(at height: Int) -> BlockHash { chain.hashes[height] }
  package func time(at height: Int) -> Int64 { Int64(chain.blocks[height].time) }
  package func header(at height: Int) -> [UInt8] { chain.blocks[height].header }

  /// Pays a script; the transaction waits.
  package func fund(_ script: Script, _ satoshis: Int64) throws -> Transaction {
    try memory.withLock { try $0.fund(script, try Amount(satoshis: satoshis)) }
  }

  package func accept(_ transaction: Transaction) throws {
    try memory.withLock { _ = try $0.accept(transaction) }
  }

  package func mine(_ count: Int = 1) throws {
    try memory.withLock { _ = try $0.mine(count, now: 1_800_000_000) }
  }

  /// Changes the answers whose path holds this text from now on.
  package func lie(
    _ part: String, _ change: @escaping @Sendable (Answer) -> Answer?
  ) {
    state.withLock { $0.change = { $0.contains(part) ? change($1) : $1 } }
  }

  package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPReply {
    let base = "https://server.invalid:443/api/"
    guard request.url.hasPrefix(base) else { throw .unreachable("not this server") }
    let path = String(request.url.dropFirst(base.count))
    var chain = chain
    let answer = state.withLock { state -> Answer? in
      state.asked.append(path)
      if !state.first.isEmpty { return state.first.removeFirst() }
      return state.change(path, state.answer(path, request, &chain))
    }
    keep(chain)
    guard let answer else { throw .cutOff }
    guard answer.body.count <= request.limit else { throw .tooLarge }
    return HTTPReply(status: answer.status, body: answer.body)
  }

  private var chain: RehearsalChain {
    if let file, let chain = try? file.load() { return chain }
    return memory.withLock { $0 }
  }

  private func keep(_ chain: RehearsalChain) {
    guard let file else { return memory.withLock { $0.mempool = chain.mempool } }
    if (try? file.load())??.mempool != chain.mempool { try? file.save(chain) }
  }
}

/// The hashes beside the way from one leaf of a Merkle tree to its root, the lowest first.
package func merkleBranch(_ leaves: [Bytes32], position: Int) -> [Bytes32] {
  var level = leaves
  var position = position
  var branch: [Bytes32] = []
  while level.count > 1 {
    branch.append(level[min(position ^ 1, level.count - 1)])
    level = stride(from: 0, to: level.count, by: 2).map {
      SHA256.doubleHash(level[$0].bytes + level[min($0 + 1, level.count - 1)].bytes)
    }
    position /= 2
  }
  return branch
}

extension PracticeEsploraServer.State {
  package typealias Answer = PracticeEsploraServer.Answer

  mutating func answer(
    _ path: String, _ request: HTTPRequest, _ chain: inout RehearsalChain
  ) -> Answer {
    let parts = path.split(separator: "/").map(String.init)
    if request.method != .get {
      return parts == ["tx"]
        ? send(String(decoding: request.body, as: UTF8.self), &chain) : .missing
    }
    switch (parts.first, parts.count) {
    case ("blocks", 3) where parts[1...] == ["tip", "hash"]:
      return .text("\(chain.hashes[chain.height])")
    case ("blocks", 2):
      guard let top = Int(parts[1]), chain.blocks.indices.contains(top) else { return .missing }
      return .json(
        .array((max(0, top - blocks + 1)...top).reversed().map { Self.block($0, chain) }))
    case ("block-height", 2):
      guard let height = Int(parts[1]), chain.hashes.indices.contains(height) else {
        return .missing
      }
      return .text("\(chain.hashes[height])\n")
    case ("block", 2), ("block", 3):
      guard let height = chain.hashes.firstIndex(where: { "\($0)" == parts[1] }) else {
        return .missing
      }
      return parts.count == 2
        ? .json(Self.block(height, chain)) : .text(Hex.encode(chain.blocks[height].header))
    case ("scripthash", _): return script(Array(parts.dropFirst()), chain)
    case ("tx", 3): return transaction(parts[1], parts[2], chain)
    case ("fee-estimates", 1):
      return .json([
        "1": .number("12.345100000000001"), "6": .number("2.5"), "1008": .number("1"),
      ])
    default: return .missing
    }
  }

  private static func block(_ height: Int, _ chain: RehearsalChain) -> JSONValue {
    let block = chain.blocks[height]
    return [
      "id": .string("\(chain.hashes[height])"), "height": .integer(height),
      "version": .integer(Int(RehearsalBlock.version)), "timestamp": .integer(Int(block.time)),
      "tx_count": .integer(block.transactions.count), "size": 1000, "weight": 4000,
      "merkle_root": .string(block.merkleRoot.reversedHex),
      "previousblockhash": height == 0 ? .null : .string("\(block.previous)"),
      "mediantime": .integer(Int(block.time)), "nonce": .integer(Int(block.nonce)),
      "bits": .integer(Int(RehearsalBlock.easiestBits)), "difficulty": .number("4.6e-10"),
    ]
  }

  private mutating func send(_ hex: String, _ chain: inout RehearsalChain) -> Answer {
    if let refusal { return .text(refusal, status: 400) }
    guard let bytes = try? Hex.decode(hex), let transaction = try? Transaction(decoding: bytes)
    else { return .text("TX decode failed", status: 400) }
    do {
      _ = try chain.accept(transaction)
    } catch {
      return .text(
        #"sendrawtransaction RPC error: {"code":-26,"message":"\#(error)"}"#, status: 400)
    }
    return .text("\(transaction.txid)")
  }

  // MARK: Scripts

  private func script(_ parts: [String], _ chain: RehearsalChain) -> Answer {
    guard let hash = parts.first else { return .missing }
    func isConcerned(_ transaction: Transaction) -> Bool {
      let spent = transaction.inputs.compactMap { input -> Script? in
        guard let maker = chain.transaction(input.previousOutput.txid) else { return nil }
        return maker.outputs[Int(input.previousOutput.vout)].scriptPubKey
      }
      return (transaction.outputs.map(\.scriptPubKey) + spent).contains {
        EsploraServer.scriptHash($0) == hash
      }
    }
    let mempool = chain.mempool.filter(isConcerned)
    // Newest first, also within a block.
    let confirmed = chain.blocks.reversed().flatMap { $0.transactions.reversed() }
      .filter(isConcerned)
    func lines(_ transactions: some Sequence<Transaction>) -> JSONValue {
      .array(
        transactions.map { transaction in
          [
            "txid": .string("\(transaction.txid)"), "version": 2, "vin": [], "vout": [],
            "status": Self.status(transaction.txid, chain),
          ]
        })
    }
    switch Array(parts.dropFirst()) {
    case []:
      return .json([
        "scripthash": .string(hash), "chain_stats": ["tx_count": .integer(confirmed.count)],
        "mempool_stats": ["tx_count": .integer(mempool.count)],
      ])
    case ["txs"]: return .json(lines(mempool.prefix(waiting) + confirmed.prefix(page)))
    case ["txs", "chain"]: return .json(lines(confirmed.prefix(page)))
    case let rest where rest.count == 3 && rest[..<2] == ["txs", "chain"]:
      guard let last = confirmed.firstIndex(where: { "\($0.txid)" == rest[2] }) else {
        return .json([])
      }
      return .json(lines(confirmed[(last + 1)...].prefix(page)))
    default: return .missing
    }
  }

  // MARK: Transactions

  private static func status(_ txid: Txid, _ chain: RehearsalChain) -> JSONValue {
    guard let place = chain.places[txid] else { return ["confirmed": false] }
    return [
      "confirmed": true, "block_height": .integer(place.height),
      "block_hash": .string("\(chain.hashes[place.height])"),
      "block_time": .integer(Int(chain.blocks[place.height].time)),
    ]
  }

  private func transaction(_ text: String, _ what: String, _ chain: RehearsalChain) -> Answer {
    guard let txid = try? Txid(parsing: text) else { return .text("Invalid hash", status: 400) }
    // Of a transaction that nobody knows it says that it is not confirmed.
    if what == "status" { return .json(Self.status(txid, chain)) }
    guard let transaction = chain.transaction(txid) else { return .missing }
    switch what {
    case "raw": return Answer(status: 200, body: transaction.encoded())
    case "merkle-proof":
      guard let place = chain.places[txid] else { return .missing }
      let leaves = chain.blocks[place.height].transactions.map(\.txid.bytes)
      return .json([
        "block_height": .integer(place.height), "pos": .integer(place.position),
        "merkle": .array(
          merkleBranch(leaves, position: place.position).map { .string($0.reversedHex) }),
      ])
    case "outspends":
      let all = chain.blocks.flatMap(\.transactions) + chain.mempool
      return .json(
        .array(
          transaction.outputs.indices.map { vout in
            let coin = OutPoint(txid: txid, vout: UInt32(vout))
            guard
              let spender = all.first(where: { $0.inputs.contains { $0.previousOutput == coin } })
            else { return ["spent": false] }
            return [
              "spent": true, "txid": .string("\(spender.txid)"), "vin": 0,
              "status": Self.status(spender.txid, chain),
            ]
          }))
    default: return .missing
    }
  }
}
