public import AirgapTransfer
public import ArgumentParser
public import BitcoinPrimitives
public import ExtendedKeys
public import SignedMessages

// Arguments become domain types at the edge: a command never sees one that is not what it says.

extension Network: ExpressibleByArgument {
  /// Reads a ``name``, a custom signet's among them; nil for anything else.
  public init?(argument: String) { self.init(name: argument) }

  /// The names of the five networks everybody knows, for help and completion.
  public static var allValueStrings: [String] { standard.map(\.name) }
}

extension StandardAccount: ExpressibleByArgument {}

extension PayloadFormat: ExpressibleByArgument {}

extension Peer: ExpressibleByArgument {}

extension MessageForm: ExpressibleByArgument {}
