internal import Refusals
internal import TerminalUI

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
