internal import ArgumentParser

/// `message`: texts that the holder of an address signed.
struct MessageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "message",
    abstract: "Signs a text by an address, and verifies one that somebody signed.",
    discussion: """
      A signed text shows that somebody holds the keys of an address, and moves no
      coin.
      """,
    subcommands: [MessageSignCommand.self, MessageVerifyCommand.self])
}
