import BitcoinPrimitives
import Bytes
import PracticeServers
import Synchronization

@testable import NodeClients

/// A server of the Electrum protocol in front of a rehearsal chain in memory, which answers well unless told
/// how not to.
final class PracticeElectrumServer: LineTransport {
  struct State {
    var chain = RehearsalChain()
    /// Changes an answer before it is sent; nil leaves it out.
    var change: @Sendable (_ method: String, _ answer: JSONValue) -> JSONValue? = { $1 }
    /// Lines that are sent before the answers.
    var news: [String] = []
    var connections = 0
    /// How many of the next exchanges break.
    var breaks = 0
    var asked: [String] = []
    var version = "1.4.2"
    var software = "Practice 1.0"
  }

  let state: Mutex<State>

  init() throws {
    let chain = try RehearsalChain.new(now: 1_800_000_000)
    state = Mutex(State(chain: chain))
  }

  /// The server of the program at the other end of it.
  func source(
    on network: Network = .regtest, landmarked: [Network] = [], now: Int64 = 1_800_000_000
  ) -> ElectrumServer {
    ElectrumServer(
      ElectrumConnection(place: "server.invalid:50001", transport: self),
      networks: ["\(genesis)": network], landmarked: landmarked, now: { now })
  }

  var genesis: BlockHash { state.withLock { $0.chain.hashes[0] } }
  var tipHeight: Int { state.withLock { $0.chain.height } }
  var asked: [String] { state.withLock { $0.asked } }

  /// Pays a script; the transaction waits.
  func fund(_ script: Script, _ satoshis: Int64) throws -> Transaction {
    try state.withLock { try $0.chain.fund(script, try Amount(satoshis: satoshis)) }
  }

  func accept(_ transaction: Transaction) throws {
    try state.withLock { _ = try $0.chain.accept(transaction) }
  }

  func mine(_ count: Int = 1) throws {
    try state.withLock { _ = try $0.chain.mine(count, now: 1_800_000_000) }
  }

  /// Changes the answers to one method from now on.
  func lie(_ method: String, _ change: @escaping @Sendable (JSONValue) -> JSONValue?) {
    state.withLock { $0.change = { $0 == method ? change($1) : $1 } }
  }

  func connect() async throws(HTTPFailure) -> any LineChannel {
    state.withLock { $0.connections += 1 }
    return Channel(server: self)
  }

  private struct Channel: LineChannel {
    let server: PracticeElectrumServer

    func exchange(_ order: LineOrder) async throws(HTTPFailure) {
      let lines = try server.state.withLock { state throws(HTTPFailure) in
        if state.breaks > 0 {
          state.breaks -= 1
          throw .cutOff
        }
        let news = state.news.map { Array($0.utf8) }
        return news
          + order.request.split(separator: 0x0a).compactMap { state.answer(Array($0)) }.reversed()
      }
      for line in lines where order.take(line) { return }
      throw .timedOut
    }
  }
}

extension PracticeElectrumServer.State {
  /// The answer to one line; nil for none.
  mutating func answer(_ line: [UInt8]) -> [UInt8]? {
    guard let call = try? JSONReader.parse(line), let id = call["id"],
      let method = call["method"]?.stringValue, let params = call["params"]?.arrayValue
    else { return nil }
    asked.append(method)
    guard let result = change(method, self.result(method, params)) else { return nil }
    let isError = result["refused"] != nil
    let answer: JSONValue = [
      "jsonrpc": "2.0", "id": id,
      isError ? "error" : "result": isError
        ? ["code": result["code"] ?? 1, "message": result["refused"] ?? ""] : result,
    ]
    return Array(JSONWriter.encode(answer).utf8)
  }

  private mutating func result(_ method: String, _ params: [JSONValue]) -> JSONValue {
    let text = params.first?.stringValue ?? ""
    let number = params.first?.intValue ?? -1
    switch method {
    case "server.version": return [.string(software), .string(version)]
    case "blockchain.headers.subscribe":
      return ["height": .integer(chain.height), "hex": .string(header(chain.height))]
    case "blockchain.block.header":
      guard chain.blocks.indices.contains(number) else { return ["refused": "no such height"] }
      return .string(header(number))
    case "blockchain.block.headers":
      let count = min(params[1].intValue ?? 0, chain.height - number + 1)
      let headers = (0..<max(0, count)).map { header(number + $0) }
      let list: JSONValue =
        version.hasPrefix("1.6") ? .array(headers.map { .string($0) }) : .string(headers.joined())
      return [
        "count": .integer(headers.count), "max": 2016,
        version.hasPrefix("1.6") ? "headers" : "hex": list,
      ]
    case "blockchain.scripthash.get_history": return history(text)
    case "blockchain.transaction.get":
      guard let txid = try? Txid(parsing: text), let transaction = chain.transaction(txid) else {
        return ["refused": "no such transaction"]
      }
      return .string(Hex.encode(transaction.encoded()))
    case "blockchain.transaction.get_merkle": return proof(text)
    case "blockchain.relayfee": return .number("0.00000100")
    case "mempool.get_info":
      return ["mempoolminfee": .number("0.00000100"), "minrelaytxfee": .number("0.00000100")]
    case "blockchain.estimatefee": return .number(number > 1 ? "0.00012345" : "-1")
    case "blockchain.transaction.broadcast":
      guard let bytes = try? Hex.decode(text), let transaction = try? Transaction(decoding: bytes)
      else { return ["refused": "TX decode failed"] }
      do {
        _ = try chain.accept(transaction)
      } catch {
        return ["refused": .string("\(error)")]
      }
      return .string("\(transaction.txid)")
    default: return ["refused": "unknown method"]
    }
  }

  private func header(_ height: Int) -> String { Hex.encode(chain.blocks[height].header) }

  private func history(_ scriptHash: String) -> JSONValue {
    func isConcerned(_ transaction: Transaction) -> Bool {
      let spent = transaction.inputs.compactMap { input -> Script? in
        guard let maker = chain.transaction(input.previousOutput.txid) else { return nil }
        return maker.outputs[Int(input.previousOutput.vout)].scriptPubKey
      }
      return (transaction.outputs.map(\.scriptPubKey) + spent).contains {
        ElectrumServer.scriptHash($0) == scriptHash
      }
    }
    var lines: [JSONValue] = []
    for (height, block) in chain.blocks.enumerated() {
      for transaction in block.transactions where isConcerned(transaction) {
        lines.append(["tx_hash": .string("\(transaction.txid)"), "height": .integer(height)])
      }
    }
    for transaction in chain.mempool where isConcerned(transaction) {
      lines.append(["tx_hash": .string("\(transaction.txid)"), "height": 0, "fee": 200])
    }
    return .array(lines)
  }

  private func proof(_ text: String) -> JSONValue {
    guard let txid = try? Txid(parsing: text), let place = chain.places[txid] else {
      return ["refused": "not in a block"]
    }
    let leaves = chain.blocks[place.height].transactions.map(\.txid.bytes)
    let branch = merkleBranch(leaves, position: place.position)
    return [
      "block_height": .integer(place.height), "pos": .integer(place.position),
      "merkle": .array(branch.map { .string($0.reversedHex) }),
    ]
  }
}
