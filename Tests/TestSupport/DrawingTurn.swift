import Synchronization

/// One test at a time lays out and draws pages.
///
/// Tests run in several threads of one process, which share what cairo and Pango keep. cairo 1.16 has ten font files
/// open at most, and closes one that another thread reads when all languages are drawn at once. The programs draw in a
/// process with one thread.
public enum DrawingTurn {
  private static let turn = Mutex(())

  /// Waits for its turn and runs `body`, which must not call this again.
  public static func take<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    try turn.withLock { _ throws(Failure) in try body() }
  }
}
