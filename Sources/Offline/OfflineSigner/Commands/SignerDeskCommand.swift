internal import ArgumentParser
internal import CommandLineInterface
internal import SignerHome
internal import TerminalUI

/// `desk`: the signer on a full screen, led by menus.
struct SignerDeskCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "desk",
    abstract: "Leads through set-up, signing and recovery on a full screen.",
    discussion: """
      For the keyboard alone, on a Linux console or any terminal of 80 columns and 24
      rows or more. It asks for the vault's passphrase once a sitting. The desk locks
      itself after ten minutes without a key (`vault settings desk-lock-minutes`),
      when you press l, and when this machine changes: a cable, a radio, a device
      with a network.

      Everything that it does is a command of this program, which it shows and runs
      on the same terminal, with the same review, questions and rules.

        offline-signer desk

      A home for mainnet opens only on an isolated machine. To print sheets through
      CUPS, start it with --cups: what talks to CUPS has to be there before the rest.
      """)

  @Flag(help: "Start what prints through CUPS, for up to six sheets.")
  var cups = false

  func run() throws {
    try DeskSession(.current, CommandConsole.current).run()
  }
}
