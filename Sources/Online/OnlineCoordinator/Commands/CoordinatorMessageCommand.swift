internal import ArgumentParser

/// The commands about texts that the holder of an address signed.
struct CoordinatorMessageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "message",
    abstract: "Asks for a signature of a text, and checks one.",
    discussion: """
      A signed text shows that somebody holds the keys of an address, and moves no
      coin.
      """,
    subcommands: [MessageRequestCommand.self, MessageCheckCommand.self])
}
