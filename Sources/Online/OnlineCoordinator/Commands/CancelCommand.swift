internal import ArgumentParser
internal import Bytes
internal import TerminalUI
internal import WalletStorage

/// The command `cancel`.
struct CancelCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Gives up a payment that was not sent; its coins are free again.",
    discussion: """
      It cannot be taken up again: what signers write for it afterwards is not
      collected, and pay builds a new payment.

      Signed copies of it stay valid: whoever has one can still broadcast it until
      one of its coins is spent otherwise. To be sure of that, pay --coin with one of
      them.
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
