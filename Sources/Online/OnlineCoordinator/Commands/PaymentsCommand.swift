internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import TerminalUI
internal import WalletStorage

/// The command `payments`.
struct PaymentsCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "payments",
    abstract: "Lists the payments and how far each is.",
    discussion: """
      draft: signatures are missing. complete: ready to broadcast. sent: handed to the node. confirmed:
      in a block. cancelled: given up. conflicted: another transaction spent one of its coins.
      """)

  @Argument(help: "The wallet's name; all wallets unless given.")
  var wallet: String?

  @OptionGroup var common: CommonOptions

  func run(in session: Session) async throws(ProgramError) {
    let store = try session.store()
    var record: WalletRecord?
    if let wallet {
      record = try session.wallet(wallet, store)
    } else {
      session.remind(of: try hinted { () throws(StorageError) in try store.wallets() })
    }
    let chosen = record
    let payments = try hinted { () throws(StorageError) in try store.payments(of: chosen) }
    var table = Table([
      ("", .right), ("wallet", .left), ("state", .left), ("fee sat", .right), ("what", .left),
    ])
    var list: [JSONValue] = []
    for payment in payments {
      let txid = "\((payment.final ?? payment.unsigned).txid)"
      table.add([
        "\(payment.number)", payment.walletName, payment.state.rawValue,
        "\(payment.fee.satoshis)", ForeignText.shown(payment.summary),
      ])
      list.append([
        "payment": .integer(payment.number), "wallet": .string(payment.walletName),
        "state": .string(payment.state.rawValue), "fee": .integer(payment.fee.satoshis),
        "txid": .string(txid), "what": .string(payment.summary),
        "created": .integer(payment.created),
      ])
    }
    session.console.result(
      text: payments.isEmpty ? "No payments." : table.text, json: .array(list))
  }
}

/// The command `cancel`.
struct CancelCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Gives up a payment that was not sent; its coins are free again.",
    discussion: """
      Signed copies of it stay valid: whoever has one can still broadcast it until one of its coins is
      spent otherwise.
      """)

  @Argument(help: "The payment's number.")
  var payment: PaymentArgument

  @OptionGroup var consent: ConsentOptions
  @OptionGroup var common: CommonOptions

  func run(in session: Session) async throws(ProgramError) {
    let store = try session.store()
    let number = payment.number
    let record = try hinted { () throws(StorageError) in try store.payment(number) }
    session.remind(of: [try hinted { () throws(StorageError) in try store.wallet(of: record) }])
    if record.state == .complete {
      session.console.warn(
        "it is signed: whoever has a copy can still broadcast it until its coins are spent")
    }
    guard
      try consent.agrees(
        to: "Give up payment \(number) (\(ForeignText.shown(record.summary)))?",
        on: session.console)
    else { throw ProgramError("nothing was cancelled", hint: "answer yes to cancel it") }
    try hinted { () throws(StorageError) in try store.cancel(number) }
    session.console.result(
      text: "Payment \(number) was given up; its coins are free.",
      json: ["payment": .integer(number), "state": "cancelled"])
  }
}
