internal import ArgumentParser

/// `rehearse`: the private chain for practice.
struct RehearseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rehearse",
    abstract: "Makes coins and blocks on a rehearsal chain.",
    discussion: """
      A rehearsal chain is a file in this home, with the rules of a real chain and
      coins that are worth nothing: every signature is judged as a node would judge
      it.

        online-coordinator node add practice rehearsal://
        online-coordinator rehearse fund ADDRESS 0.5
        online-coordinator rehearse mine
      """,
    subcommands: [RehearseMineCommand.self, RehearseFundCommand.self])
}
