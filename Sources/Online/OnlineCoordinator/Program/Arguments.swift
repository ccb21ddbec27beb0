internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPrimitives
internal import ExtendedKeys
internal import TerminalUI

// Arguments become domain types at the edge: a command never sees one that is not what it says.

/// A network, by its name.
struct NetworkArgument: ExpressibleByArgument, Sendable {
  let network: Network

  init?(argument: String) {
    guard let network = Network(name: argument) else { return nil }
    self.network = network
  }

  static var allValueStrings: [String] { Network.standard.map(\.name) }
}

/// A kind of script, by its name.
struct ScriptArgument: ExpressibleByArgument, Sendable {
  let script: StandardAccount

  init?(argument: String) {
    guard let script = StandardAccount(rawValue: argument) else { return nil }
    self.script = script
  }

  static var allValueStrings: [String] { StandardAccount.allCases.map(\.rawValue) }
}

/// A form to write something in, by its name.
struct FormatArgument: ExpressibleByArgument, Sendable {
  let format: PayloadFormat

  init?(argument: String) {
    guard let format = PayloadFormat(rawValue: argument) else { return nil }
    self.format = format
  }

  static var allValueStrings: [String] { PayloadFormat.allCases.map(\.rawValue) }
}

/// A fee rate in satoshi per virtual byte.
struct FeeRateArgument: ExpressibleByArgument, Sendable {
  let rate: FeeRate

  init?(argument: String) {
    guard let rate = try? FeeRate(satPerVByte: argument) else { return nil }
    self.rate = rate
  }
}

/// An amount, as a person types it.
struct AmountArgument: ExpressibleByArgument, Sendable {
  let text: String

  init?(argument: String) { text = argument }

  func amount() throws(ProgramError) -> Amount {
    try hinted { () throws(AmountError) in try Amount(parsing: text) }
  }
}

/// Where a result is written, and how.
struct OutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where to write: a name ending with .psbt .txt .json .png .gif or /, `-`, or `terminal`.",
      valueName: "output"))
  var out: String

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "The form to write it in; each kind of output has its own default.", valueName: "format"))
  var format: FormatArgument?

  @Flag(help: "Overwrite what is there.")
  var force = false

  /// The target, free to be written.
  func target() throws(ProgramError) -> MessageOutput {
    let target = try MessageOutput(out, overwriting: force)
    try target.requireFree()
    return target
  }
}
