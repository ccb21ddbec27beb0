internal import Synchronization

/// What was said where the person at the terminal does not see it, since the last question.
final class UnheardTalk: Sendable {
  /// More lines than this are not talk but a list that somebody redirected; the last ones are kept.
  private static let mostLines = 1_000

  private let lines = Mutex<[String]>([])

  func add(_ text: String) {
    lines.withLock { lines in
      lines.append(text)
      if lines.count > Self.mostLines { lines.removeFirst(lines.count - Self.mostLines) }
    }
  }

  /// Everything that is kept, which is then forgotten; nil for nothing.
  func take() -> String? {
    lines.withLock { lines in
      defer { lines = [] }
      return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }
  }
}

extension Console {
  /// Keeps what was said for the next question, unless it stands above that question already.
  func keepUnheard(_ text: String) {
    if !screen.talkIsWhereQuestionsAre, screen.canAsk { unheard.add(text) }
  }

  /// Shows on the terminal what was said elsewhere, in pages when it leaves no room for a question.
  ///
  /// - Throws: `ProgramError` when it is left before its end.
  func showUnheard() throws(ProgramError) {
    guard let text = unheard.take() else { return }
    _ = try showOnTerminal(text, questionRows: 10)
  }
}
