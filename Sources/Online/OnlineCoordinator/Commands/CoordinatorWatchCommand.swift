internal import ArgumentParser
internal import CommandLineInterface
internal import TerminalUI

/// `watch`: collects what appears on a memory stick, or follows the chain.
struct CoordinatorWatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Collects signed payments from a folder as they appear; --chain follows the chain.",
    discussion: """
        online-coordinator watch /media/stick
        online-coordinator watch --chain savings
        online-coordinator watch --chain --json --on-event ./notify

      The folder may appear later: put the stick in when you like. For each file
      `collect` is run: it verifies each signature and says what is missing. Nothing
      is sent: `broadcast` does that.

      A payment whose answer lies beside it (pay-signed.psbt beside pay.psbt) is left
      alone, and the answer is collected. Files are told by their endings: .psbt .txt
      .txn .gif .png .jpg .pdf. One that is still being copied is waited for. What
      stands behind -- goes to `collect`.

      --chain syncs again and again, and says in a line each what arrived, left,
      was confirmed, lost its confirmation (unconfirmed), or vanished; with --json
      each line is a numbered object, which has the sentence as its text. It begins
      with what changed since the last sync; --since NUMBER goes back further. It
      waits for a node that does not answer: unreachable and reachable are events,
      too.

      --on-event runs a program for each event, which gets the object as one line on
      its standard input: no arguments, no shell, PATH and a few variables of yours.
      It has 60 s; if it fails, you are told, and the watch goes on. It runs under
      the limits of this program: sudo and other setuid programs do not work in it.

      --once handles what lies there now, or looks at the chain once, and ends.
      """)

  @Argument(help: "The folder; with --chain the wallet's name, all wallets unless given.")
  var subject: String?

  @Flag(help: "Follow the chain.")
  var chain = false

  @Option(help: ArgumentHelp("With --chain: the time between looks.", valueName: "seconds"))
  var every = 30

  @Option(help: ArgumentHelp("With --chain: begin after this event.", valueName: "number"))
  var since: Int64?

  @Option(
    name: .customLong("on-event"),
    help: ArgumentHelp(
      "With --chain: the program to run for each event, by its path.", valueName: "program"))
  var onEvent: String?

  @Flag(help: "Handle what is there now, and end.")
  var once = false

  @OptionGroup var common: CoordinatorCommonOptions

  @Argument(
    parsing: .postTerminator, help: ArgumentHelp("Options for `collect`.", valueName: "options"))
  var rest: [String] = []

  func validate() throws {
    guard chain else {
      if subject == nil { throw ValidationError("name a folder, or give --chain") }
      if onEvent != nil || since != nil || common.json {
        throw ValidationError("--on-event, --since and --json need --chain")
      }
      return
    }
    if !rest.isEmpty { throw ValidationError("options for `collect` need a folder, not --chain") }
    guard (1...86_400).contains(every) else {
      throw ValidationError("--every needs a number of seconds from 1 to 86400")
    }
    if let since, since < 0 { throw ValidationError("--since needs the number of an event") }
  }

  func run() throws {
    guard !chain else { return try followChain() }
    let watch = FolderWatch(subject ?? "") { file, _ in ["collect", file] + rest }
    let waiting = TerminalUI.ExitCode.needsSignatures.rawValue
    let code = try watch.run(
      once: once, good: [0, waiting], deed: "collected", on: CommandConsole.current)
    if code != 0 { throw Ending(code: .failed) }
  }

  private func followChain() throws {
    let console = CommandConsole.current
    let stop = CoordinatorEnvironment.current.stop
    let watch = try ChainWatch(
      wallet: subject, every: every, program: onEvent, stop: stop, on: console)
    stop.arm()
    defer { stop.disarm() }
    let isSeen = try watch.run(after: since, once: once, on: console)
    // Who asks once wants to know whether the chain was seen.
    if once, !isSeen { throw Ending(code: .failed) }
  }
}
