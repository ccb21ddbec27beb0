internal import ArgumentParser
internal import BitcoinPrimitives
internal import PaymentBuilding
internal import TerminalUI

/// One `--to ADDRESS=AMOUNT`.
struct RecipientArgument: ExpressibleByArgument, Sendable {
  let text: String

  init?(argument: String) { text = argument }

  /// The recipient on a network; the amount is bitcoin with a point, satoshis with `sat`, or `all`.
  func recipient(on network: Network) throws(ProgramError) -> Recipient {
    // Several may be given: the error says which one is wrong.
    let shown = "--to \(ForeignText.shown(text, limit: 120))"
    guard let equals = text.lastIndex(of: "=") else {
      throw ProgramError(
        "\(shown) names no amount",
        hint: "write --to ADDRESS=0.5, --to ADDRESS=50000sat or --to ADDRESS=all",
        exitCode: .wrongUsage)
    }
    let address = try hinted(during: shown) { () throws(AddressError) in
      try Address(parsing: text[..<equals], on: network)
    }
    let amount = text[text.index(after: equals)...]
    if amount == "all" { return Recipient(address: address, share: .everything) }
    let exact = try hinted(during: shown) { () throws(AmountError) in
      try Amount(parsing: amount)
    }
    return Recipient(address: address, share: .exactly(exact))
  }
}

/// A number of a payment, as `pay` printed it.
struct PaymentArgument: ExpressibleByArgument, Sendable {
  let number: Int64

  init?(argument: String) {
    guard let number = Int64(argument), number > 0 else { return nil }
    self.number = number
  }
}

/// A coin, TXID:VOUT.
struct CoinArgument: ExpressibleByArgument, Sendable {
  let outPoint: OutPoint

  init?(argument: String) {
    guard let outPoint = try? OutPoint(parsing: argument) else { return nil }
    self.outPoint = outPoint
  }
}
