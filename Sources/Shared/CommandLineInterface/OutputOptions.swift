public import AirgapTransfer
public import ArgumentParser
internal import Refusals
public import TerminalUI

/// Where a result is written, and how.
public struct OutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where to write: a name ending with .psbt .txt .bsms .dat .json .png .gif or /, `-`, or `terminal`.",
      valueName: "output"))
  public var out: String

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "The form to write it in; each kind of output has its own default.", valueName: "format"))
  public var format: PayloadFormat?

  @Flag(help: "Overwrite an existing file or folder.")
  public var force = false

  public init() {}

  /// Where the result went, as a sentence.
  public var destination: String { Self.destination(out) }

  /// Whether the result goes to a file, and not to the terminal or standard output.
  public var isFile: Bool { out != "terminal" && out != "-" }

  /// The file, as a command on the other machine names it; `FILE` where there is none.
  public var fileOrName: String { isFile ? ForeignText.shown(out) : "FILE" }

  /// Where a result given as `out` went, as a sentence.
  public static func destination(_ out: String) -> String {
    out == "terminal" ? "Shown on screen." : "Written to \(ForeignText.shown(out))."
  }

  /// The target, free to be written.
  public func target() throws(ProgramError) -> MessageOutput {
    let target = try MessageOutput(out, overwriting: force)
    try target.requireFree()
    return target
  }
}
