internal import Refusals
internal import TerminalUI

/// How it ended that something was waited for.
enum Waited<Value: Sendable>: Sendable {
  /// It came to this.
  case ended(Result<Value, any Error>)
  /// The time was up before.
  case late
  /// The person did not want to wait (Ctrl-C).
  case stopped
}

extension CoordinatorSession {
  /// Asks the node; after a second it is said that its answer is waited for.
  ///
  /// - Throws: `ProgramError`, made of what `body` throws.
  func asked<Value, Failure: HintedError>(
    during action: String? = nil, _ body: () async throws(Failure) -> Value
  ) async throws -> Value {
    let progress = console.progress("waiting for the node")
    let ticking = progress.ticking()
    defer {
      ticking.cancel()
      progress.end()
    }
    return try await hinted(during: action, body)
  }

  /// Does what a node may be asked for at length, such as a sync; Ctrl-C ends it.
  ///
  /// Then `body` is cancelled, and ends scans that it began at the node. The second Ctrl-C ends the program at once.
  /// - Throws: what `body` throws, and `ProgramError` where it was ended.
  func untilStopped<Value: Sendable>(
    during action: String, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    environment.stop.arm()
    defer { environment.stop.disarm() }
    switch await waited(until: nil, or: environment.stop, body) {
    case .ended(let result): return try result.get()
    case .late, .stopped:
      throw ProgramError(
        "\(action): stopped by Ctrl-C", hint: "run it again when there is time")
    }
  }

  /// Waits for `body` until a moment, or without a limit, and cancels it then; `stop` ends the waiting too.
  func waited<Value: Sendable>(
    until deadline: ContinuousClock.Instant?, or stop: StopSignal = .none,
    _ body: @escaping @Sendable () async throws -> Value
  ) async -> Waited<Value> {
    await withTaskGroup(of: Waited<Value>.self) { group in
      group.addTask {
        do { return .ended(.success(try await body())) } catch { return .ended(.failure(error)) }
      }
      group.addTask {
        while !stop.isRaised() {
          let next = ContinuousClock.now + .milliseconds(100)
          if let deadline, deadline <= next {
            try? await Task.sleep(until: deadline)
            return .late
          }
          guard (try? await Task.sleep(until: next)) != nil else { return .late }
        }
        return .stopped
      }
      let first = await group.next() ?? .late
      group.cancelAll()
      return first
    }
  }
}

extension Progress {
  /// Says again and again that it goes on, until it is cancelled.
  func ticking() -> Task<Void, Never> {
    Task { [self] in
      while !Task.isCancelled {
        goesOn()
        try? await Task.sleep(for: .milliseconds(250))
      }
    }
  }
}
