internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPrimitives
internal import ExtendedKeys
internal import TerminalUI

// Arguments become domain types at the edge: a command never sees one that is not what it says.

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
