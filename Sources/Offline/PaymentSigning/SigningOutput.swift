package import AirgapTransfer
package import ArgumentParser
internal import CommandLineInterface
internal import Refusals
package import TerminalUI

/// Where signatures go, how they are made, and whose they are compared with.
package struct SigningOutput: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where to write: a name ending with .psbt .txt .json .png .gif .pdf or /, `-`, or `terminal`.",
      valueName: "output"))
  package var out: String?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "The form to write it in; each kind of output has its own default.", valueName: "format"))
  package var format: PayloadFormat?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "The program or device that will read it. Without it, the answer has the form of the payment.",
      valueName: "peer"))
  package var peer: Peer?

  @Flag(help: "Overwrite an existing file or folder.")
  var force = false

  @Option(
    help: ArgumentHelp(
      "Compare with another signer's answer, byte for byte; nothing is written unless --out is given and all is equal.",
      valueName: "signed"))
  package var compare: String?

  @Option(
    help: ArgumentHelp(
      "Where to write a receipt: which keys signed with which nonces, without the signatures.",
      valueName: "output"))
  package var receipt: String?

  @Flag(
    help: "Add fresh randomness to Schnorr signatures. They can then no longer be compared.")
  package var freshRandomness = false

  package init() {}

  package mutating func validate() throws {
    if out == nil, compare == nil, receipt == nil {
      throw ValidationError(
        "Missing expected argument '--out <output>' (or --compare, or --receipt)")
    }
    if freshRandomness, compare ?? receipt != nil {
      let option = compare != nil ? "--compare" : "--receipt"
      throw ValidationError(
        "\(option) needs the same signature each time: leave --fresh-randomness out")
    }
    if let receipt, receipt == out {
      throw ValidationError(
        "--receipt and --out name the same place: give each its own name")
    }
  }

  /// Bytes from which an answer takes some 20 QR codes as a series begins.
  package static let large = 8_000

  /// How an answer of so many bytes gets across faster, as a sentence after a line break; empty for a small one, and
  /// where it is not shown.
  ///
  /// Nothing is watched while keys are in memory: `sign` itself has no `--both-ways`.
  package func fasterWay(bytes: Int) -> String {
    guard bytes > Self.large, let out else { return "" }
    if out == MessageOutput.terminal {
      return
        "\nIf it did not get across: sign again with --out FILE.psbt, then `qr show FILE.psbt --both-ways camera` "
        + "shows what the other machine still misses."
    }
    guard out.hasSuffix(".psbt") else { return "" }
    return
      "\nWithout a memory stick: `qr show \(ForeignText.shown(out)) --both-ways camera` shows it in QR codes, first those "
      + "that the other machine still misses."
  }

  /// Where signatures and their receipt go, free to be written; nil for what stays here.
  package func targets() throws(ProgramError) -> (answer: MessageOutput?, receipt: MessageOutput?) {
    let targets = try (answer: target(out), receipt: target(receipt))
    if let place = targets.receipt, !place.isText, !place.isQRCodes {
      throw ProgramError(
        "a receipt is not written to \(ForeignText.shown(receipt ?? ""))",
        hint: "end the name with .txt, .png or .gif, or / for a folder; or use - or terminal",
        exitCode: .wrongUsage)
    }
    return targets
  }

  private func target(_ name: String?) throws(ProgramError) -> MessageOutput? {
    guard let name else { return nil }
    let target = try MessageOutput(name, overwriting: force, for: peer)
    try target.requireFree()
    return target
  }
}
