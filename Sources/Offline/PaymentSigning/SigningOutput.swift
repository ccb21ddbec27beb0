package import AirgapTransfer
package import ArgumentParser
internal import Bytes
internal import CommandLineInterface
package import TerminalUI

/// Where signatures go, how they are made, and whose they are compared with.
package struct SigningOutput: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where to write: a name ending with .psbt .txt .json .png .gif or /, `-`, or `terminal`.",
      valueName: "output"))
  package var out: String?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "The form to write it in; each kind of output has its own default.", valueName: "format"))
  package var format: PayloadFormat?

  @Flag(help: "Overwrite an existing file or folder.")
  var force = false

  @Option(
    help: ArgumentHelp(
      "Compare with another signer's answer, byte for byte; nothing is written unless --out is given and all is equal.",
      valueName: "signed"))
  package var compare: String?

  @Flag(
    help: "Add fresh randomness to Schnorr signatures. They can then no longer be compared.")
  package var freshRandomness = false

  package init() {}

  package mutating func validate() throws {
    if out == nil, compare == nil {
      throw ValidationError("Missing expected argument '--out <output>' (or --compare)")
    }
    if compare != nil, freshRandomness {
      throw ValidationError(
        "--compare needs the same signature each time: leave --fresh-randomness out")
    }
  }

  /// The target, free to be written; nil when the answer is only compared.
  package func target() throws(ProgramError) -> MessageOutput? {
    guard let out else { return nil }
    let target = try MessageOutput(out, overwriting: force)
    try target.requireFree()
    return target
  }
}
