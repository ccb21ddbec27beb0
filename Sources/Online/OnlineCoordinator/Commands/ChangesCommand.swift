internal import ArgumentParser
internal import Bytes
internal import TerminalUI
internal import WalletStorage

/// The command `changes`: the desk learns by it that a command in another terminal, or a look at the chain, has changed the
/// records.
struct ChangesCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "changes",
    abstract:
      "Says a line whenever another program has changed the records: what the desk follows.",
    shouldDisplay: false)

  @Flag(help: "End after the first change.")
  var once = false

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    // Not by the session's records: nothing is made, migrated or backed up here.
    let watch = RecordsWatch(path: Store.path(inHome: try session.home()))
    let stop = session.environment.stop
    stop.arm()
    defer { stop.disarm() }
    var count: Int64 = 0
    func say() {
      session.console.result(
        sentences: count == 0 ? "Following the records." : "The records were changed.",
        json: ["changes": .integer(count)])
    }
    _ = watch.hasChanged()
    // From here on nothing is missed.
    say()
    while !stop.isRaised(), !session.environment.isUnheard(), !session.console.hasLostResult {
      if watch.hasChanged() {
        count += 1
        say()
        if once { return }
      }
      session.environment.pause()
    }
  }
}
