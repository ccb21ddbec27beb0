public import AirgapTransfer
public import ArgumentParser
public import BitcoinPrimitives
public import ExtendedKeys
public import SignedMessages
public import TerminalUI

// Arguments become domain types at the edge: a command never sees one that is not what it says.

extension Network: ExpressibleByArgument {
  /// Reads the ``name`` of a network that is built in, or of a signet by its challenge; nil for anything else.
  public init?(argument: String) {
    guard let known = NetworkRegistry.builtIn.network(named: argument) else { return nil }
    self = known
  }

  /// The names of the five networks everybody knows, for help and completion.
  public static var allValueStrings: [String] { standard.map(\.name) }
}

/// The name of a network on the command line: only a home knows all of its networks.
public struct NetworkName: ExpressibleByArgument, Sendable, Equatable {
  /// As it was typed.
  public let text: String

  /// Takes what may be a name; nil for what is none of any network.
  public init?(argument: String) {
    guard NetworkEntry.isName(argument) || Network(name: argument) != nil else { return nil }
    text = argument
  }

  /// The names of the five networks everybody knows, for help and completion.
  public static var allValueStrings: [String] { Network.allValueStrings }

  /// The network of this name.
  ///
  /// Throws where no network of the home has it.
  public func network(in networks: NetworkRegistry) throws(ProgramError) -> Network {
    if let network = networks.network(named: text) { return network }
    throw ProgramError(
      "there is no network called \(text)",
      hint:
        "take one of \(networks.all.map(\.name).joined(separator: ", ")), or add it: `network add FILE`",
      exitCode: .wrongUsage)
  }
}

extension StandardAccount: ExpressibleByArgument {}

extension PayloadFormat: ExpressibleByArgument {}

extension Peer: ExpressibleByArgument {}

extension MessageForm: ExpressibleByArgument {}
