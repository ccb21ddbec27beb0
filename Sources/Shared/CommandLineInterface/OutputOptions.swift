public import AirgapTransfer
public import ArgumentParser
internal import Refusals
public import TerminalUI

/// Where a result is written, and how.
public struct OutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where to write: a name ending with .psbt .txt .bsms .dat .json .png .gif .pdf or /, `-`, or `terminal`.",
      valueName: "output"))
  /// Where to write, as it was typed.
  public var out: String

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "The form to write it in; each kind of output has its own default.", valueName: "format"))
  /// The form to write it in; nil for the default of its kind.
  public var format: PayloadFormat?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("Who reads it: sets form, density and speed for them.", valueName: "peer"))
  /// Who reads it; nil where nobody said.
  public var peer: Peer?

  /// Whether a file or folder that has the name may be replaced (R25).
  @Flag(help: "Overwrite an existing file or folder.")
  public var force = false

  /// Options that were not parsed yet; ArgumentParser fills them.
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

  /// What is compared of a wallet that was written here, as sentences after a space.
  ///
  /// `checksum` is that of its descriptor, `words` are its four. A redeem script holds no key paths, so
  /// what is made of it has another checksum, and the same words.
  public func comparison(keys: Int, checksum: String, words: String) -> String {
    if keys < 2 { return " Words: \(words) (the other machine must show the same)." }
    return format == .redeemScript
      ? " Compare the address and the words with every cosigner, not the checksum: this format has no key"
        + " paths. Words: \(words)."
      : " Every cosigner must see the same checksum, \(checksum), and the same words: \(words)."
  }

  /// The target, free to be written; `withoutPrevious` leaves the previous transactions of segwit inputs out.
  public func target(withoutPrevious: Bool = false) throws(ProgramError) -> MessageOutput {
    let target = try MessageOutput(
      out, overwriting: force, for: peer, withoutPrevious: withoutPrevious)
    try target.requireFree()
    return target
  }
}
