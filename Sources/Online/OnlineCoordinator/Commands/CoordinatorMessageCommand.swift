internal import ArgumentParser

/// The commands about texts that the holder of an address signed.
struct CoordinatorMessageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "message",
    abstract: "Checks a text that the holder of an address signed.",
    discussion: """
      A signed text shows that somebody holds the keys of an address, and moves no
      coin.
      """,
    subcommands: [MessageCheckCommand.self])
}
