internal import ArgumentParser
internal import WalletStorage

/// The name of a tag: 1 to 64 letters, digits and `. _ - +`.
struct TagArgument: ExpressibleByArgument, Sendable {
  let name: String

  init?(argument: String) {
    guard LabelLine.isTag(argument) else { return nil }
    name = argument
  }
}
