internal import Synchronization

/// Says when an answer has taken too long: as a whole, or with a silence in its middle.
final class AnswerWatch: Sendable {
  private let end: ContinuousClock.Instant
  private let stall: Duration
  /// When the last part came; nil before the answer has begun.
  private let last = Mutex<ContinuousClock.Instant?>(nil)

  init(seconds: Int, stallSeconds: Int) {
    end = ContinuousClock.now + .seconds(seconds)
    stall = .seconds(stallSeconds)
  }

  /// Notes that a part of the answer came.
  func heard() { last.withLock { $0 = ContinuousClock.now } }

  /// When the time is over, as far as can be said now.
  private var limit: ContinuousClock.Instant {
    last.withLock { $0.map { min($0 + stall, end) } ?? end }
  }

  /// Comes back when the time is over.
  /// - Throws: `CancellationError` when nobody waits for the answer any more.
  func waitUntilOver() async throws {
    while true {
      let limit = limit
      if ContinuousClock.now >= limit { return }
      // The answer may begin while this sleeps, so it never sleeps longer than a stall may last.
      try await Task.sleep(until: min(limit, ContinuousClock.now + stall), clock: .continuous)
    }
  }
}
