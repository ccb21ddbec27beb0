internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import TerminalUI
internal import WalletStorage

/// The command `cancel`.
struct CancelCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Gives up a payment that is not in a block; its coins are free again.",
    discussion: """
      It cannot be taken up again: what signers write for it afterwards is not
      collected, and pay builds a new payment.

      Signed copies of it stay valid: whoever has one can still broadcast it until
      one of its coins is spent in another transaction. One that was sent may
      confirm at any time, also long after the node forgot it; when it is seen
      again, payments shows it as sent or confirmed. To be sure that it cannot,
      conflict it on purpose: pay --replace builds a payment that spends its coins
      at a higher fee, to the same people or to an address of your own; so does pay
      --coin with one of its coins, once the node has forgotten it.
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
    if record.wasHandedOver {
      session.console.warn(try Self.danger(record, store))
    } else if record.final != nil {
      session.console.warn(
        "it is signed: whoever has a copy can still broadcast it until its coins are spent")
    }
    guard
      try consent.agrees(
        to: "Give up payment \(number) (\(ForeignText.shown(record.summary)))?",
        on: session.console)
    else { throw ProgramError("nothing was cancelled", hint: "answer yes to cancel it") }
    let now = try hinted { () throws(StorageError) in try store.cancel(number) }
    session.console.result(
      text: Self.text(now),
      json: [
        "payment": .integer(number), "state": .string(now.state.rawValue),
        "mayStillConfirm": .bool(now.mayStillConfirm),
      ])
  }

  /// What giving up means once a node had it.
  private static func danger(
    _ record: PaymentRecord, _ store: Store
  ) throws(ProgramError) -> String {
    let number = record.number
    let coins = try hinted { () throws(StorageError) in try store.replaceableCoins(of: record) }
    let gone =
      record.isUncertain
      ? "one of its coins is spent, and this node cannot tell by which transaction: it may already be "
        + "confirmed. "
      : ""
    let what =
      record.state == .complete
      ? "payment \(number) was refused by a node, which may have kept it: cancelling it here does not "
        + "take it back"
      : "payment \(number) was sent: cancelling it here does not take it back"
    let way =
      coins.first.map {
        " To make sure, spend one of its coins in another payment: pay \(record.walletName) --replace "
          + "\(number), or pay \(record.walletName) --coin \($0.outPoint) --to ADDRESS=AMOUNT"
      } ?? ""
    return """
      \(gone)\(what). It may still confirm, also long after the node forgot it. Sync from time to time: \
      payments shows it as soon as it is seen again. Do not pay the same people again until you are \
      sure that it cannot confirm.\(way)
      """
  }

  private static func text(_ record: PaymentRecord) -> String {
    let number = record.number
    if record.state == .sent {
      return """
        Payment \(number) was cancelled here, but at the last sync it was in the mempool: it will probably \
        confirm. To stop it: pay \(record.walletName) --replace \(number)
        """
    }
    return "Payment \(number) was cancelled; its coins are free."
      + (record.wasHandedOver
        ? " It may still confirm: sync from time to time, then run payments." : "")
  }
}
