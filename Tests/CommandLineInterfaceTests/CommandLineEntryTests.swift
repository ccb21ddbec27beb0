import ArgumentParser
import BitcoinPrimitives
import Bytes
import CommandLineInterface
import ExtendedKeys
import RecordingScreens
import Refusals
import TerminalUI
import Testing

@Suite struct CommandLineEntryTests {
  private struct NoOptions: ParsableArguments {}

  private struct Pay: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "pay")
    @Option(help: ArgumentHelp("The network.", valueName: "network")) var network: Network?
    @Option(help: ArgumentHelp("The kind.", valueName: "kind")) var kind: Int?
    @Option(help: ArgumentHelp("The script.", valueName: "type")) var script: StandardAccount?
    @Option var label: String?
  }

  private struct Root: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "program", abstract: "A program of tests.",
      subcommands: [Pay.self, QRCommand<NoOptions>.self])
  }

  private let entry = CommandLineEntry(
    root: Root.self, meanings: ["kind": "a kind of test"],
    secretHint: { "forget \($0)" }, isFile: { $0 == "there.txt" })

  /// Ends a command line that is wrong, or asks for help.
  private func end(
    _ arguments: String...
  ) -> (code: TerminalUI.ExitCode, out: String, said: String) {
    let screen = RecordingScreen()
    do {
      // Help is a command as well.
      var command = try Root.parseAsRoot(arguments)
      try command.run()
      return (.done, "", "")
    } catch {
      let code = entry.end(with: error, of: arguments, on: Console(screen: screen))
      return (code, screen.result, screen.talk)
    }
  }

  @Test func `help that was asked for is a result`() {
    let help = end("--help")
    #expect(help.code == .done && help.out.contains("A program of tests."), "\(help)")
    #expect(help.said.isEmpty)
  }

  @Test(arguments: [
    ("--network", "what was given for --network <network> is not a network: mainnet,"),
    ("--script", "what was given for --script <type> is not a script: pkh,"),
    ("--kind", "what was given for --kind <kind> is not a kind of test"),
  ])
  func `a value that was not understood is described and not repeated`(
    option: String, sentence: String
  ) {
    let wrong = end("pay", option, "hunter2")
    #expect(wrong.code == .wrongUsage && wrong.said.contains(sentence), "\(wrong.said)")
    #expect(!wrong.said.contains("hunter2"))
  }

  @Test func `an argument too many is not repeated`() {
    let wrong = end("pay", "hunter2")
    #expect(wrong.code == .wrongUsage)
    #expect(wrong.said.contains("this command does not take that argument"), "\(wrong.said)")
    #expect(wrong.said.contains("`program --help` lists the commands"))
    #expect(!wrong.said.contains("hunter2"))
  }

  @Test func `a mistyped command gets the nearest one`() {
    let wrong = end("pey")
    #expect(wrong.code == .wrongUsage && wrong.said.contains("`program pay`"), "\(wrong.said)")
  }

  @Test func `a secret is refused before anything is parsed, with what this program says of it`() {
    let words = String(repeating: "abandon ", count: 11) + "about"
    let refusal = entry.secretRefusal(["pay", "--label", words])
    #expect(refusal?.rule == .r27 && refusal?.hint == "forget a list of seed words")
    #expect(refusal?.isSecretRefused == true)
    #expect(entry.secretRefusal(["pay", "--label", "rent"]) == nil)
  }

  @Test
  func `what looks like a mistyped secret is refused where a command failed, but no file's name`() {
    let mistyped = String(repeating: "abandon ", count: 11) + "abuot"
    #expect(entry.mistypedSecretRefusal(["pay", mistyped])?.rule == .r27)
    #expect(entry.mistypedSecretRefusal(["pay", "there.txt"]) == nil)
    #expect(!end("pay", mistyped).said.contains("abuot"))
  }
}
