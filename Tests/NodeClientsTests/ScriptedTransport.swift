import Bytes
import NodeClients
import Synchronization

/// A node made of prepared answers; it remembers what it was asked.
final class ScriptedTransport: HTTPTransport {
  enum RPCAnswer {
    case reply(Int, String)
    /// The result of a JSON-RPC call, under whatever id was sent.
    case result(String)
    /// The results of the calls of one request, in their order.
    case results([String])
    case rpcError(Int, String)
    case failure(HTTPFailure)
  }

  private let state: Mutex<(answers: [RPCAnswer], asked: [HTTPRequest])>

  init(_ answers: [RPCAnswer]) { state = Mutex((answers, [])) }

  var asked: [HTTPRequest] { state.withLock { $0.asked } }

  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPReply {
    let answer: RPCAnswer? = state.withLock {
      $0.asked.append(request)
      return $0.answers.isEmpty ? nil : $0.answers.removeFirst()
    }
    let id = (try? JSONReader.parse(request.body))?["id"]?.numberText ?? "null"
    switch answer {
    case nil: throw .unreachable("nothing prepared")
    case .reply(let status, let body): return HTTPReply(status: status, body: Array(body.utf8))
    case .result(let result):
      return HTTPReply(
        status: 200, body: Array(#"{"jsonrpc":"2.0","result":\#(result),"id":\#(id)}"#.utf8))
    case .results(let results):
      let calls = (try? JSONReader.parse(request.body))?.arrayValue ?? []
      let answers = zip(calls, results).map { call, result in
        #"{"jsonrpc":"2.0","result":\#(result),"id":\#(call["id"]?.numberText ?? "null")}"#
      }
      return HTTPReply(status: 200, body: Array("[\(answers.joined(separator: ","))]".utf8))
    case .rpcError(let code, let message):
      return HTTPReply(
        status: 200,
        body: Array(
          #"{"jsonrpc":"2.0","error":{"code":\#(code),"message":"\#(message)"},"id":\#(id)}"#.utf8))
    case .failure(let failure): throw failure
    }
  }
}

/// A connection that does not wait and counts the time that it would have waited.
func connection(
  _ transport: any HTTPTransport, _ credentials: RPCCredentials = .none,
  pauses: PauseLog = PauseLog()
) throws -> RPCConnection {
  var patience = RPCConnection.Patience()
  patience.pause = { pauses.add($0) }
  return RPCConnection(
    url: try NodeURL(parsing: "http://127.0.0.1:18443"), credentials: credentials,
    transport: transport, patience: patience)
}

final class PauseLog: Sendable {
  private let list = Mutex<[Int]>([])
  var milliseconds: [Int] { list.withLock { $0 } }
  func add(_ milliseconds: Int) { list.withLock { $0.append(milliseconds) } }
}
