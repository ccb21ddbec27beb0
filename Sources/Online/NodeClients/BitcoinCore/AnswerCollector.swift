internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

/// Collects an answer as it comes, up to a size, and gives it up when it is silent in its middle for too
/// long.
///
/// All of it happens on the connection's event loop: a machine whose other threads are busy does not make
/// a node look slow.
final class AnswerCollector: HTTPClientResponseDelegate {
  typealias Response = HTTPReply

  private struct State {
    var status = 0
    var body: [UInt8] = []
    /// Ends the answer when nothing more comes.
    var stall: Scheduled<Void>?
  }

  private let limit: Int
  private let stallSeconds: Int
  private let state = Mutex(State())

  /// Takes at most `limit` bytes, with at most `stallSeconds` between two parts.
  init(limit: Int, stallSeconds: Int) {
    self.limit = limit
    self.stallSeconds = stallSeconds
  }

  func didReceiveHead(
    task: HTTPClient.Task<HTTPReply>, _ head: HTTPResponseHead
  ) -> EventLoopFuture<Void> {
    let length = head.headers.first(name: "Content-Length").flatMap { Int($0) }
    if let length, length > limit { return task.eventLoop.makeFailedFuture(HTTPFailure.tooLarge) }
    state.withLock { $0.status = Int(head.status.code) }
    expectMore(task)
    return task.eventLoop.makeSucceededVoidFuture()
  }

  func didReceiveBodyPart(
    task: HTTPClient.Task<HTTPReply>, _ buffer: ByteBuffer
  ) -> EventLoopFuture<Void> {
    let isTooLarge = state.withLock { state in
      guard buffer.readableBytes <= limit - state.body.count else { return true }
      state.body += buffer.readableBytesView
      return false
    }
    if isTooLarge { return task.eventLoop.makeFailedFuture(HTTPFailure.tooLarge) }
    expectMore(task)
    return task.eventLoop.makeSucceededVoidFuture()
  }

  func didFinishRequest(task: HTTPClient.Task<HTTPReply>) throws -> HTTPReply {
    state.withLock { state in
      state.stall?.cancel()
      return HTTPReply(status: state.status, body: state.body)
    }
  }

  func didReceiveError(task: HTTPClient.Task<HTTPReply>, _ error: any Error) {
    state.withLock { $0.stall?.cancel() }
  }

  /// Begins to wait for the next part.
  private func expectMore(_ task: HTTPClient.Task<HTTPReply>) {
    let stall = task.eventLoop.scheduleTask(in: .seconds(Int64(stallSeconds))) {
      task.fail(reason: HTTPFailure.timedOut)
    }
    state.withLock { state in
      state.stall?.cancel()
      state.stall = stall
    }
  }
}
