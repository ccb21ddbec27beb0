internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import NodeClients
internal import PaymentBuilding
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// The command `bump`.
struct BumpCommand: PaymentMakingCommand {
  static let configuration = CommandConfiguration(
    commandName: "bump",
    abstract: "Builds what makes a waiting payment confirm sooner.",
    discussion: """
        online-coordinator bump 3 --out faster.gif
        online-coordinator bump 3 --fee-rate 30 --out faster.psbt
        online-coordinator bump TXID:VOUT --target 2 --out child.psbt
        online-coordinator bump --coin 12 --out child.psbt

      Says what it cost before, what it costs now, and how much more. The signer
      reviews and signs what is built, then `collect` and `broadcast` it.

      A payment of yours (replaced, BIP-125)
        The new one pays the same people the same amounts out of the same coins.
        What the fee takes more comes out of the change; if that is not enough,
        coins are added, after a sentence is typed (--accept more-coins in a
        script). It pays a higher rate than the old one, and at least the fees of
        all that nodes drop for it and 1 sat/vB for its own size: without that,
        nodes keep the old one. Only one of the two can confirm.

      What somebody else sends you (child pays for parent)
        Who did not make a payment cannot replace it. Name a coin of it that is not
        confirmed: a child spends it back to a new change address, at a fee that
        lifts both, and what they build on, to the wanted rate. So does --by-child
        for a payment of yours with change. A transaction of version 3 (TRUC) takes
        one child, of version 3 and at most 1,000 vB; the signer asks about that
        version (R16). A child that waits is bumped like any payment of yours: the
        rate is then its own.

      If the node drops the parent before the child is sent, `broadcast` sends
      both as one package, where the node takes packages.
      """)

  @Argument(
    help: ArgumentHelp(
      "The payment's number, or the TXID or TXID:VOUT of what waits.", valueName: "payment"))
  var waiting: WaitingArgument?

  @Option(
    help: ArgumentHelp(
      "Speed up what pays this coin, by its number in `coins` or as TXID:VOUT.", valueName: "coin"))
  var coin: CoinArgument?

  @Flag(
    name: .customLong("by-child"),
    help: "Do not replace the payment: spend its change at a fee that lifts both.")
  var byChild = false

  @Option(
    name: .customLong("fee-rate"),
    help: ArgumentHelp("The fee rate in sat/vB.", valueName: "sat/vB"))
  var feeRate: FeeRateArgument?

  @Option(
    help: ArgumentHelp(
      "Use the node's fee rate for confirmation within this many blocks (6 unless given).",
      valueName: "blocks"))
  var target: Int?

  @Option(help: ArgumentHelp("What the payment is for.", valueName: "text"))
  var label: String?

  @Option(
    help: ArgumentHelp(
      "With --as multisig: where to write the transactions that it spends.", valueName: "output"))
  var previous: String?

  @Flag(
    name: .customLong("without-previous"),
    help: "Leave out previous transactions, for a signer that does not need them.")
  var withoutPrevious = false

  @Flag(
    name: .customLong("anti-exfil"),
    help: "Have a say in the nonces, so that no signer can hide its key in them: two rounds.")
  var antiExfil = false

  @OptionGroup var acceptance: AcceptanceOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var bothWays: BothWaysOptions
  @OptionGroup var common: CoordinatorCommonOptions

  var freeTexts: [String] { [label].compactMap(\.self) }
  /// What the node says now is what counts.
  var noSync: Bool { false }

  func validate() throws {
    if (waiting == nil) == (coin == nil) {
      throw ValidationError("give the payment's number, TXID or TXID:VOUT, or --coin COIN")
    }
    if antiExfil, output.format == .multisig {
      throw ValidationError("a multisig payload has no place for --anti-exfil: leave --as out")
    }
  }

  func run(in session: CoordinatorSession) async throws {
    try requireOneRate()
    let place = PaymentPlace(
      out: output.out,
      target: try bothWays.watching(output.target(withoutPrevious: withoutPrevious)),
      previous: try PreviousOutput(
        previous, beside: output.out, as: output.format, overwriting: output.force),
      format: output.format)
    let store = try session.store()
    let waiting = try WaitingMoney(self.waiting, coin: coin, in: store)
    session.remind(of: [waiting.wallet])
    try await session.sync(waiting.wallet, store)
    if let number = waiting.payment, !byChild {
      try await replace(try store.payment(number), of: waiting.wallet, to: place, session, store)
    } else {
      try await spend(try waiting.now(in: store), to: place, session, store)
    }
  }

  // MARK: The payment again

  private func replace(
    _ payment: PaymentRecord, of wallet: WalletRecord, to place: PaymentPlace,
    _ session: CoordinatorSession, _ store: Store
  ) async throws {
    let number = payment.number
    let replacement = try await session.replacement(of: number, of: wallet, store)
    guard replacement.coins.count == payment.unsigned.inputs.count else {
      throw ProgramError(
        "payment \(number) cannot be paid out of the same coins: \(replacement.coins.count) of its "
          + "\(payment.unsigned.inputs.count) coins are of \(wallet.name) and free",
        hint:
          "speed it up by a child, where \(wallet.name) gets some of it: `bump \(number) --by-child`"
      )
    }
    let recipients = try replacement.samePayees()
    let rate = try await rate(session, store, wallet, takesLeast: true)
    try make(
      instead: replacement, paying: recipients, at: rate, summary: payment.summary, of: wallet,
      to: place, session, store)
  }

  // MARK: A child

  private func spend(
    _ waiting: WaitingMoney, to place: PaymentPlace, _ session: CoordinatorSession, _ store: Store
  ) async throws {
    let wallet = waiting.wallet
    let rate = try await rate(session, store, wallet)
    let source = try session.source(session.activeNode(store))
    let child = try ChildPayment(
      of: waiting.txid, spending: waiting.named, at: rate,
      waiting: try await session.waiting(waiting.txid, at: source), wallet: wallet, in: store)
    guard
      let made = try make(
        on: child, paying: [], at: rate, summary: "child of \(waiting.txid)",
        isTRUC: child.isTRUC, of: wallet, to: place, session, store)
    else { return }
    let count = child.waiting.count
    let parents =
      count == 1
      ? "\(waiting.txid) waits"
      : "\(waiting.txid) and \(counted(count - 1, "transaction")) that it builds on wait"
    let now = child.rate(withChild: made.built)
    let cost = """
      \(parents) with \(child.waitingFees) sat of fees (\(child.rate)). The child pays \
      \(made.built.fee.satoshis) sat: together that is at least \(now).
      """
    if child.isTRUC {
      session.console.warn(
        """
        \(waiting.txid) has version 3 (TRUC): the child has it too, nodes take no other child beside it, and the \
        signer asks about the version (R16)
        """)
    }
    made.report(
      cost,
      [
        "way": "child", "parent": .string("\(waiting.txid)"),
        "oldFee": .integer(child.waitingFees), "oldFeeRate": .number(child.rate.satPerVByte),
        "packageFeeRate": .number(now.satPerVByte), "moreFee": .integer(made.built.fee.satoshis),
        "version": .integer(Int64(made.built.unsigned.version)),
      ], session.console)
    if let late = made.late { throw late }
  }
}
