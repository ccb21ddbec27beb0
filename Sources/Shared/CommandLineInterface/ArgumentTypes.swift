public import AirgapTransfer
public import ArgumentParser
public import BitcoinPrimitives
public import ExtendedKeys

// Arguments become domain types at the edge: a command never sees one that is not what it says.

extension Network: ExpressibleByArgument {
  public init?(argument: String) { self.init(name: argument) }

  public static var allValueStrings: [String] { standard.map(\.name) }
}

extension StandardAccount: ExpressibleByArgument {}

extension PayloadFormat: ExpressibleByArgument {}
