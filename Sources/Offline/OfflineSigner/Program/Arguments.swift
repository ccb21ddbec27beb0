internal import AirgapTransfer
public import ArgumentParser
internal import CommandLineInterface
public import ExtendedKeys
internal import SeedEntropy
internal import TerminalUI

// Arguments become domain types at the edge: a command never sees one that is not what it says.

extension DerivationPath: ExpressibleByArgument {
  /// Reads a path such as `m/84h/0h/0h`; nil for anything else.
  public init?(argument: String) {
    guard let path = try? DerivationPath(parsing: argument) else { return nil }
    self = path
  }
}

extension OtherSigner: ExpressibleByArgument {}

/// Where another wallet keeps its keys.
enum KeyProfile: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// The iOS wallet Chance: `m/44h/0h/Nh` itself, on every network.
  case chance
}
