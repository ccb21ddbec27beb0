internal import AirgapTransfer
internal import ArgumentParser
internal import CommandLineInterface
internal import DurableFiles
internal import Refusals
internal import TerminalUI

/// `watch`: signs what appears on a memory stick.
struct SignerWatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Waits for payments in a folder, such as a memory stick, and signs each.",
    discussion: """
        offline-signer watch /media/stick

      The folder may appear later: put the stick in when you like. For each payment
      `sign` is run, with its review and its questions, and nothing is written before
      you agree. The answer lies beside the payment: pay.psbt is answered by
      pay-signed.psbt, and that by pay-signed-2.psbt, as when the next cosigner
      signs. A payment whose answer lies there already is left alone.

      Files are told by their endings: .psbt .txt .txn .gif .png .jpg .pdf. One that
      is still being copied is waited for. What stands behind -- goes to `sign`:

        offline-signer watch /media/stick --out ~/signed -- --with savings

      --once signs what lies there now, and ends.
      """)

  @Argument(help: "The folder.")
  var folder: String

  @Option(help: ArgumentHelp("Write the answers into this folder instead.", valueName: "folder"))
  var out: String?

  @Flag(help: "Handle what lies there now, and end.")
  var once = false

  @Argument(
    parsing: .postTerminator, help: ArgumentHelp("Options for `sign`.", valueName: "options"))
  var rest: [String] = []

  func run() throws {
    let answers = out ?? folder
    if let out, (try? Folder.kind(of: out)) != .folder {
      throw ProgramError(
        "there is no folder \(ForeignText.shown(out))", hint: "make it, or leave --out out")
    }
    let watch = FolderWatch(folder) { file, answer in
      ["sign", file, "--out", FolderWatch.path(of: answer, in: answers)] + rest
    }
    let code = try watch.run(once: once, deed: "signed", on: CommandConsole.current)
    if code != 0 { throw Ending(code: .failed) }
  }
}
