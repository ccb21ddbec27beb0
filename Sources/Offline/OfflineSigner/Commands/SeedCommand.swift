internal import ArgumentParser

/// `seed`: the seeds in the vault.
struct SeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seed",
    abstract: "Makes, imports, derives, lists, shows, splits, verifies and removes seeds.",
    discussion: """
      A seed is shown as words (BIP-39). Words are typed and shown on the terminal
      alone, or read from a file; never from an argument.
      """,
    subcommands: [
      SeedCreateCommand.self, SeedImportCommand.self, SeedListCommand.self, SeedShowCommand.self,
      SeedSplitCommand.self, SeedDeriveCommand.self, SeedVerifyCommand.self,
      SeedLastWordCommand.self, SeedPassphraseCommand.self, SeedRemoveCommand.self,
    ])
}

/// The number of words of a seed.
enum WordCount: Int, ExpressibleByArgument, CaseIterable, Sendable {
  case twelve = 12
  case fifteen = 15
  case eighteen = 18
  case twentyOne = 21
  case twentyFour = 24
}
