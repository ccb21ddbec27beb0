public import ArgumentParser
public import BitcoinPrimitives
public import TerminalUI

/// Where the entry of a network goes.
public struct NetworkEntryOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Write the entry to this file.", valueName: "output"))
  var out: String?

  @Flag(help: "Overwrite an existing file.")
  var force = false

  /// Options that were not parsed yet; ArgumentParser fills them.
  public init() {}

  /// Writes the entry where one was asked for.
  ///
  /// Throws for a network that has none: those that everybody knows are the same in every home.
  public func write(_ network: Network) throws(ProgramError) {
    guard let out else { return }
    guard let entry = NetworkEntry(network) else {
      throw ProgramError(
        "\(network.name) has no entry: every home knows it",
        hint: "leave --out out, or write the entry of another network")
    }
    try NetworkFile.write(entry, to: out, replacing: force)
  }
}
