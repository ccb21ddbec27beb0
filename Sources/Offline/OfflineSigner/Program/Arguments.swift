public import AirgapTransfer
public import ArgumentParser
public import BitcoinPrimitives
public import ExtendedKeys
public import SecretKeys
import TerminalUI

// Arguments become domain types at the edge: a command never sees one that is not what it says.

extension EntryName: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}

extension Network: ExpressibleByArgument {
  public init?(argument: String) { self.init(name: argument) }

  public static var allValueStrings: [String] { standard.map(\.name) }
}

extension StandardAccount: ExpressibleByArgument {}

extension PayloadFormat: ExpressibleByArgument {}

extension DerivationPath: ExpressibleByArgument {
  public init?(argument: String) {
    guard let path = try? DerivationPath(parsing: argument) else { return nil }
    self = path
  }
}

/// An index below 2^31, as a person types it.
struct IndexArgument: ExpressibleByArgument, Sendable {
  let value: UInt32

  init?(argument: String) {
    guard let value = UInt32(argument), value < ChildNumber.hardenedBit else { return nil }
    self.value = value
  }
}

/// What a script accepts beforehand: the warnings of a rule of the law, such as R04; by `wallet`
/// that a wallet handed in for one run is the right one; by another name what a person would have to
/// consent to in words.
struct RuleArgument: ExpressibleByArgument, Hashable, Sendable {
  let name: String

  static let wallet = "wallet"
  static let stranger = "stranger"
  /// What a script may name beside rules: consents that no rule's name stands for.
  static let names: Set<String> = [
    wallet, stranger, "sweep", "handed-out", "real-coins", "replace", "no-vault", "unknown-fee",
  ]

  init?(argument: String) {
    if Self.names.contains(argument.lowercased()) {
      name = argument.lowercased()
      return
    }
    let name = argument.uppercased()
    // The rules of the law are R01 to R33: anything else is a slip of the fingers.
    guard name.count == 3, name.first == "R", name.dropFirst().allSatisfy(\.isWholeNumber),
      let number = Int(name.dropFirst()), (1...33).contains(number)
    else { return nil }
    self.name = name
  }
}

/// Where a result is written, and how.
struct OutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where to write: a name ending with .psbt .txt .bsms .dat .json .png .gif or /, `-`, or `terminal`.",
      valueName: "output"))
  var out: String

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "The form to write it in; each kind of output has its own default.", valueName: "format"))
  var format: PayloadFormat?

  @Flag(help: "Overwrite what is there.")
  var force = false

  /// Where the result went, as a sentence.
  var destination: String { Self.destination(out) }

  /// Whether the result goes to a file, and not to the terminal or standard output.
  var isFile: Bool { out != "terminal" && out != "-" }

  /// The file, as a command on the other machine names it; `FILE` where there is none.
  var fileOrName: String { isFile ? ForeignText.shown(out) : "FILE" }

  /// Where a result given as `out` went, as a sentence.
  static func destination(_ out: String) -> String {
    out == "terminal" ? "Shown on screen." : "Written to \(ForeignText.shown(out))."
  }

  /// The target, free to be written.
  func target() throws(ProgramError) -> MessageOutput {
    let target = try MessageOutput(out, overwriting: force)
    try target.requireFree()
    return target
  }
}

extension MnemonicLanguage: ExpressibleByArgument {}

extension OtherSigner: ExpressibleByArgument {}

extension ShareForm: ExpressibleByArgument {}

/// Where another wallet keeps its keys.
enum KeyProfile: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// The iOS wallet Chance: `m/44h/0h/Nh` itself, on every network.
  case chance
}
