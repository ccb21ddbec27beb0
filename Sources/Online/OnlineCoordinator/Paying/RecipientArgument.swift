internal import AirgapMessages
internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPrimitives
internal import PaymentBuilding
internal import Refusals
internal import TerminalUI

/// One `--to ADDRESS=AMOUNT` or `--to NAME=AMOUNT`, or a `bitcoin:` URI.
struct RecipientArgument: ExpressibleByArgument, Sendable {
  let text: String

  init?(argument: String) { text = argument }

  /// Several may be given: an error says which one is wrong.
  private var shown: String { "--to \(ForeignText.shown(text, limit: 120))" }

  /// The recipient on a network; the amount is bitcoin with a point, satoshis with `sat`, or `all`.
  ///
  /// What a URI calls itself is said. A name is one of `book`.
  func recipient(
    on network: Network, _ book: KnownRecipients, _ console: Console
  ) throws(ProgramError) -> Recipient {
    // With no question mark it may still have its amount behind it, as any address.
    if PaymentURI.isOne(text), text.contains("?") || !text.contains("=") {
      let argument = self
      return try hinted(during: shown) { () throws(ProgramError) in
        try RequestedRecipient.recipient(argument.uri(), on: network, console)
      }
    }
    let isURI = PaymentURI.isOne(text)
    let named = isURI ? text.drop { $0 != ":" }.dropFirst() : text[...]
    guard let equals = named.lastIndex(of: "=") else {
      throw ProgramError(
        "\(shown) names no amount",
        hint:
          "write --to ADDRESS=0.5, --to ADDRESS=50000sat or --to ADDRESS=all; ADDRESS may be a name "
          + "of the address book",
        exitCode: .wrongUsage)
    }
    let address = try hinted(during: shown) { () throws(ProgramError) in
      guard isURI else { return try book.address(named[..<equals]) }
      return try hinted { () throws(AddressError) in
        try Address(parsing: named[..<equals], on: network)
      }
    }
    let amount = named[named.index(after: equals)...]
    if amount == "all" { return Recipient(address: address, share: .everything) }
    let exact = try hinted(during: shown) { () throws(AmountError) in
      try Amount(parsing: amount)
    }
    return Recipient(address: address, share: .exactly(exact))
  }

  /// What it says; one that is no such URI was typed wrong.
  private func uri() throws(ProgramError) -> PaymentURI {
    do throws(PaymentURIError) {
      return try PaymentURI(parsing: text)
    } catch {
      throw ProgramError(
        "\(error)", rule: error.rule, hint: error.hint, exitCode: .wrongUsage)
    }
  }
}

/// The recipient of a request to be paid.
enum RequestedRecipient {
  /// Reads a request from a file, a picture or a camera.
  static func recipient(
    from input: String, on network: Network, _ console: Console
  ) throws(ProgramError) -> Recipient {
    let shown = "--to-from \(ForeignText.shown(input, limit: 120))"
    let message = try MessageInput(input).message(on: console)
    guard case .paymentRequest(let uri) = message else {
      if case .address(let address) = message {
        throw ProgramError(
          "\(shown) names no amount",
          hint: "write --to \(ForeignText.shown(address, limit: 100))=0.5",
          exitCode: .wrongUsage)
      }
      throw ProgramError(
        "\(shown) holds \(message.kind), not a request to be paid",
        hint: "give a bitcoin: URI, or its QR code")
    }
    return try hinted(during: shown) { () throws(ProgramError) in
      try recipient(uri, on: network, console)
    }
  }

  /// The recipient on a network; what the request calls itself, and what of it is left out, is said.
  static func recipient(
    _ uri: PaymentURI, on network: Network, _ console: Console
  ) throws(ProgramError) -> Recipient {
    let choice = try hinted { () throws(PaymentURIError) in try uri.choice(on: network) }
    guard let amount = uri.amount else {
      throw ProgramError(
        "the bitcoin: URI names no amount", hint: "write --to \(choice.address)=0.5",
        exitCode: .wrongUsage)
    }
    if let words = uri.words { console.talk(words) }
    if let words = choice.words { console.talk(words) }
    return Recipient(address: choice.address, share: .exactly(amount))
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
