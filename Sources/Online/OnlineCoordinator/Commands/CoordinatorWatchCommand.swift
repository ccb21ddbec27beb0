internal import ArgumentParser
internal import CommandLineInterface
internal import TerminalUI

/// `watch`: collects what appears on a memory stick.
struct CoordinatorWatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Waits for signed payments in a folder, such as a memory stick, and collects each.",
    discussion: """
        online-coordinator watch /media/stick

      The folder may appear later: put the stick in when you like. For each file
      `collect` is run: it verifies each signature and says what is missing. Nothing
      is sent: `broadcast` does that.

      A payment whose answer lies beside it (pay-signed.psbt beside pay.psbt) is left
      alone, and the answer is collected. Files are told by their endings: .psbt .txt
      .txn .gif .png .jpg .pdf. One that is still being copied is waited for. What
      stands behind -- goes to `collect`.

      --once collects what lies there now, and ends.
      """)

  @Argument(help: "The folder.")
  var folder: String

  @Flag(help: "Handle what lies there now, and end.")
  var once = false

  @Argument(
    parsing: .postTerminator, help: ArgumentHelp("Options for `collect`.", valueName: "options"))
  var rest: [String] = []

  func run() throws {
    let watch = FolderWatch(folder) { file, _ in ["collect", file] + rest }
    let waiting = TerminalUI.ExitCode.needsSignatures.rawValue
    let code = try watch.run(
      once: once, good: [0, waiting], deed: "collected", on: CommandConsole.current)
    if code != 0 { throw Ending(code: .failed) }
  }
}
