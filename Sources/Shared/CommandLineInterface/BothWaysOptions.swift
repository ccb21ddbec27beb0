public import AirgapTransfer
public import ArgumentParser
public import TerminalUI

/// Whether the other screen is watched while a message is shown.
public struct BothWaysOptions: ParsableArguments {
  @Option(
    name: .customLong("both-ways"),
    help: ArgumentHelp(
      "Watch the other screen with this `camera`, and show first what is missing there (press b there while it reads).",
      valueName: "camera"))
  /// The camera, as it was typed, or a film in its place; nil where nobody watches.
  public var bothWays: String?

  /// Options that were not parsed yet; ArgumentParser fills them.
  public init() {}

  /// The same target, watching for the other side's reports where that was asked for.
  ///
  /// - Throws: `ProgramError` where nothing is shown on the terminal, and where there is no such camera.
  public func watching(_ target: MessageOutput) throws(ProgramError) -> MessageOutput {
    try target.listening(to: bothWays)
  }
}
