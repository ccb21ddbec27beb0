internal import Synchronization
internal import WalletStorage

/// What is done when a command has ended, well or not.
///
/// The program that runs the commands says what: it knows what is made of them, and they do not.
enum CommandEnd {
  /// Is told of the records that the command opened, and whether it failed.
  typealias Deed =
    @Sendable (_ session: CoordinatorSession, _ records: Store, _ failed: Bool) -> Void

  @TaskLocal static var deed: Deed = { _, _, _ in }
}

/// Remembers the records that a command opened, for what is done at its end.
final class OpenedRecords: Sendable {
  private let state = Mutex<Store?>(nil)

  var store: Store? { state.withLock { $0 } }

  func note(_ store: Store) { state.withLock { $0 = store } }
}
