internal import Bytes
internal import Synchronization

/// One scan by a node that is not left running: whoever does not wait for it any longer has the node end it.
///
/// Bitcoin Core does one scan at a time, and goes on with it when whoever asked has hung up; it ends when it is told to
/// (`abort`). It does not say whose scan it is. But it refuses a second one at once: a scan that it has neither refused nor
/// answered for ``RPCConnection/Patience/refusalMilliseconds`` is the one that this run began, and no other is ever ended.
struct NodeScan {
  let connection: RPCConnection
  let method: String

  /// How far it is: whether the node has answered, so that there is nothing to end, and what ends it.
  private final class Standing: Sendable {
    private let state = Mutex<(isOver: Bool, stopper: Task<Void, Never>?)>((false, nil))
    var isOver: Bool { state.withLock { $0.isOver } }
    var stopper: Task<Void, Never>? { state.withLock { $0.stopper } }
    func end() { state.withLock { $0.isOver = true } }
    func note(_ stopper: Task<Void, Never>) { state.withLock { $0.stopper = stopper } }
  }

  /// Scans, and gives back the result.
  ///
  /// Where the task is cancelled, where the answer takes too long, and where the connection ends, the scan is ended first.
  /// - Throws: `NodeError`; `.timedOut` also where the task was cancelled.
  func run(_ params: [JSONValue]) async throws(NodeError) -> JSONValue {
    let patience = connection.patience
    guard !Task.isCancelled else {
      throw .timedOut(method: method, seconds: patience.scanSeconds)
    }
    let start = patience.now()
    let standing = Standing()
    // Not a part of the task that may be cancelled: what the node says to it tells whose scan is running.
    let call = Task { () -> Result<JSONValue, NodeError> in
      defer { standing.end() }
      do throws(NodeError) {
        return .success(
          try await connection.call(
            method, params, limit: RPCConnection.scanLimit, seconds: patience.scanSeconds,
            repeats: false))
      } catch {
        return .failure(error)
      }
    }
    let result = await withTaskCancellationHandler {
      await call.value
    } onCancel: {
      standing.note(
        Task {
          let left =
            patience.refusalMilliseconds - Self.milliseconds(from: start, to: patience.now())
          if left > 0, !standing.isOver { await patience.pause(left) }
          if !standing.isOver { await connection.abort(method) }
          // It has ended, or the node cannot be asked.
          call.cancel()
        })
    }
    if let stopper = standing.stopper {
      // Once the node has answered there is nothing more to wait for.
      stopper.cancel()
      await stopper.value
    }
    guard !Task.isCancelled else {
      throw .timedOut(method: method, seconds: patience.scanSeconds)
    }
    switch result {
    case .success(let value): return value
    case .failure(let error):
      let took = Self.milliseconds(from: start, to: patience.now())
      switch error {
      // Sooner it was no connection that could be made, or an answer that stopped in the middle.
      case .timedOut where took >= 1000 * (patience.scanSeconds - 1): await connection.abort(method)
      case .cutOff where took >= patience.refusalMilliseconds: await connection.abort(method)
      default: break
      }
      throw error
    }
  }

  private static func milliseconds(
    from start: ContinuousClock.Instant, to end: ContinuousClock.Instant
  ) -> Int {
    Int((end - start) / .milliseconds(1))
  }
}
