import Synchronization

/// One test at a time lays out and draws pages.
///
/// Tests run in several threads of one process, which share what cairo and Pango keep. cairo 1.16 has ten font files
/// open at most, and closes one that another thread reads when all languages are drawn at once. The programs draw in a
/// process with one thread.
public enum DrawingTurn {
  private struct Queue {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private static let queue = Mutex(Queue())

  /// Waits for its turn and runs `body`, which must not call this again.
  ///
  /// Whoever waits keeps no thread: there are as few as cores, and other tests have work for them.
  public static func take<Failure: Error>(
    _ body: () throws(Failure) -> Void
  ) async throws(Failure) {
    await withCheckedContinuation { turn in
      let isNext = queue.withLock { queue in
        if queue.isTaken {
          queue.waiting.append(turn)
          return false
        }
        queue.isTaken = true
        return true
      }
      if isNext { turn.resume() }
    }
    defer { handOn() }
    try body()
  }

  private static func handOn() {
    let next = queue.withLock { queue in
      guard !queue.waiting.isEmpty else {
        queue.isTaken = false
        return nil as CheckedContinuation<Void, Never>?
      }
      return queue.waiting.removeFirst()
    }
    next?.resume()
  }
}
