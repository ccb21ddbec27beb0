internal import ArgumentParser
internal import Bytes
internal import DurableFiles
internal import Refusals
internal import TerminalUI
internal import WalletStorage

/// The command `label export`.
struct LabelExportCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes the labels of a wallet for other programs (BIP-329).",
    discussion: """
        online-coordinator label export savings --out labels.jsonl
        online-coordinator label export savings --out -

      One JSON object on each line: labels, frozen coins (spendable: false) and tags,
      and all that was imported and that this program does not use, unchanged.

      Whoever reads it learns which addresses are yours and what they are for.
      """)

  @Argument(help: "The wallet's name.")
  var wallet: String

  @Option(help: ArgumentHelp("The file; - for standard output.", valueName: "output"))
  var out: String

  @Flag(help: "Overwrite the file if it exists.")
  var force = false

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let store = try session.store()
    let record = try session.wallet(wallet, store)
    let lines = try store.labelLines(of: record)
    let text = Array(LabelFile.text(of: lines).utf8)
    guard text.count <= LabelFile.byteLimit else {
      throw ProgramError(
        "the labels of \(wallet) take more than \(LabelFile.byteLimit >> 20) MiB, which no file of labels may have",
        rule: .r18, hint: "remove labels that nobody needs: `label \(wallet) REF \"\"`")
    }
    if out == "-" { return session.console.result(bytes: text) }
    try AtomicFile.write(text, to: out, replacing: force ? .yes : .no)
    session.console.result(
      sentences: "Wrote \(counted(lines.count, "line")) to \(ForeignText.shown(out)).",
      json: ["wallet": .string(wallet), "lines": .integer(lines.count)])
  }
}
