internal import ArgumentParser
internal import BitcoinPrimitives
internal import PaymentBuilding
internal import Refusals
internal import TerminalUI

/// One `--to ADDRESS=AMOUNT`, or a `bitcoin:` URI.
struct RecipientArgument: ExpressibleByArgument, Sendable {
  let text: String

  init?(argument: String) { text = argument }

  /// Several may be given: an error says which one is wrong.
  private var shown: String { "--to \(ForeignText.shown(text, limit: 120))" }

  /// The recipient on a network; the amount is bitcoin with a point, satoshis with `sat`, or `all`.
  ///
  /// What a URI calls itself is said.
  func recipient(on network: Network, _ console: Console) throws(ProgramError) -> Recipient {
    // With no question mark it may still have its amount behind it, as any address.
    if PaymentURI.isOne(text), text.contains("?") || !text.contains("=") {
      let argument = self
      return try hinted(during: shown) { () throws(ProgramError) in
        try argument.requested(on: network, console)
      }
    }
    let named = PaymentURI.isOne(text) ? text.drop { $0 != ":" }.dropFirst() : text[...]
    guard let equals = named.lastIndex(of: "=") else {
      throw ProgramError(
        "\(shown) names no amount",
        hint: "write --to ADDRESS=0.5, --to ADDRESS=50000sat or --to ADDRESS=all",
        exitCode: .wrongUsage)
    }
    let address = try hinted(during: shown) { () throws(AddressError) in
      try Address(parsing: named[..<equals], on: network)
    }
    let amount = named[named.index(after: equals)...]
    if amount == "all" { return Recipient(address: address, share: .everything) }
    let exact = try hinted(during: shown) { () throws(AmountError) in
      try Amount(parsing: amount)
    }
    return Recipient(address: address, share: .exactly(exact))
  }

  private func requested(
    on network: Network, _ console: Console
  ) throws(ProgramError) -> Recipient {
    let uri = try PaymentURI(parsing: text)
    let address = try uri.address(on: network)
    guard let amount = uri.amount else {
      throw ProgramError(
        "the bitcoin: URI names no amount", hint: "write --to \(address)=0.5",
        exitCode: .wrongUsage)
    }
    if let words = uri.words { console.talk(words) }
    return Recipient(address: address, share: .exactly(amount))
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
