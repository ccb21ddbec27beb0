internal import ArgumentParser

/// `message`: texts that the holder of an address signed.
struct MessageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "message",
    abstract: "Verifies a text that the holder of an address signed.",
    discussion: """
      A signed text shows that somebody holds the keys of an address, and moves no
      coin. This version verifies such texts and does not sign them.
      """,
    subcommands: [MessageVerifyCommand.self])
}
