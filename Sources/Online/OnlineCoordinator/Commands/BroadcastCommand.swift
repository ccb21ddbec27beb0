internal import ArgumentParser
internal import CommandLineInterface
internal import TerminalUI
internal import WalletStorage

/// The command `broadcast`.
struct BroadcastCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "broadcast",
    abstract: "Sends a complete payment, once a person has looked at it.",
    discussion: """
      First shows whom it pays, how much, what comes back and the fee, read from the
      transaction itself. After you agree, it asks the node whether it would take the
      transaction, and sends it. (An Electrum or Esplora server cannot be asked
      first; what it answers is shown.) That cannot be taken back. Sending it again
      does no harm. The question asks for characters of an address that is paid.
      --yes answers it in advance on test networks; on mainnet only if the setting
      unattended-broadcast is on (`settings`).

      A payment that spends a frozen coin is not sent (`unfreeze`).

      If the node dropped a transaction that the payment builds on, that transaction
      is sent again with the payment, if it is still here: as one package (Bitcoin
      Core from 28 on, Electrum servers from protocol 1.6 on), else one after the
      other. What it pays is shown first, and the question asks about its addresses,
      too. A payment that was cancelled, or in whose place another is, is not sent
      again: then nothing is sent.

      The records say first that it is being sent: if the program or the
      connection ends in the middle, the payment is `sending` until a node says
      that it has it, and its coins stay held. A node that refuses it may have
      kept it: to pay the same people in another way, use pay --replace.

      Of a fee ladder (`pay --ladder`) each step is a payment, and the ladder has the
      number of the first. --step sends a higher one in the place of what waits.
      Whether its fee is enough for that is checked first (BIP-125, rules 3 and 4).

      If you chose a second node (`node second`), it is asked whether it has seen the
      payment.
      """)

  @Argument(help: "The payment's number.")
  var payment: PaymentArgument

  @Option(
    help: ArgumentHelp("Of a fee ladder, send this step, from 1.", valueName: "number"))
  var step: Int?

  @OptionGroup var consent: CoordinatorConsentOptions
  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let number = try step.map { try session.store().step($0, ofLadder: payment.number) }
    try await PaymentRelease(number: number ?? payment.number, consent: consent).send(in: session)
  }
}
