internal import Synchronization
internal import WalletStorage

/// What is done when a command has ended, well or not.
///
/// The program that runs the commands says what: it knows what is made of them, and they do not.
struct CommandEnd: Sendable {
  /// Is told of the records that the command opened, and whether it failed.
  let deed:
    @Sendable (_ session: CoordinatorSession, _ records: Store, _ failed: Bool) async -> Void

  // A value of a type with a name: with Swift 6.3, optimised, the program crashes where the value is a function.
  @TaskLocal static var current = CommandEnd { _, _, _ in }
}

/// Remembers the records that a command opened, for what is done at its end.
final class OpenedRecords: Sendable {
  private let state = Mutex<Store?>(nil)

  var store: Store? { state.withLock { $0 } }

  func note(_ store: Store) { state.withLock { $0 = store } }
}
