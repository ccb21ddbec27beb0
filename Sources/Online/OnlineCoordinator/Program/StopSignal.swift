internal import Glibc
internal import Synchronization

/// Ctrl-C, and the request to end (SIGTERM), while something is waited for: the first one ends the waiting, the second
/// one the program.
///
/// The program has ``system``; tests have their own.
struct StopSignal: Sendable {
  /// From here on a signal is noted, and does not end the program.
  var arm: @Sendable () -> Void
  /// Signals end the program again.
  var disarm: @Sendable () -> Void
  /// Whether one came since ``arm``.
  var isRaised: @Sendable () -> Bool

  /// No signal.
  static let none = StopSignal(arm: {}, disarm: {}, isRaised: { false })

  /// The signals of this process.
  static let system = StopSignal(
    arm: {
      raised.store(false, ordering: .relaxed)
      for number in [SIGINT, SIGTERM] where !isIgnored(number) {
        signal(number) { number in
          StopSignal.raised.store(true, ordering: .relaxed)
          signal(number, SIG_DFL)
        }
      }
    },
    disarm: {
      for number in [SIGINT, SIGTERM] where !isIgnored(number) { signal(number, SIG_DFL) }
    },
    isRaised: { raised.load(ordering: .relaxed) })

  private static let raised = Atomic<Bool>(false)

  /// Whether whoever started this program had it ignore a signal, as a shell does in the background.
  private static func isIgnored(_ number: Int32) -> Bool {
    var current = sigaction()
    guard sigaction(number, nil, &current) == 0 else { return false }
    return unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
