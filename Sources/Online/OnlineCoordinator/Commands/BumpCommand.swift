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
struct BumpCommand: LadderMakingCommand {
  static let configuration = CommandConfiguration(
    commandName: "bump",
    abstract: "Builds a transaction that makes a waiting payment confirm sooner.",
    discussion: """
        online-coordinator bump 3 --out faster.gif
        online-coordinator bump 3 --fee-rate 30 --out faster.psbt
        online-coordinator bump TXID:VOUT --target 2 --out child.psbt
        online-coordinator bump --coin 12 --out child.psbt
        online-coordinator bump 3 --ladder 20,40,80 --out ladder.gif

      It shows the fee before, the fee now, and the difference. Review and sign what
      is built on the signer, then `collect` and `broadcast` it.

      A payment of yours (replaced, BIP-125)
        The new one pays the same people the same amounts out of the same coins.
        The higher fee comes out of the change; if that is not enough, coins are
        added, but only after you type a sentence (--accept more-coins in a
        script). It pays a higher rate than the old one, and at least the fees of
        all that nodes drop for it plus 1 sat/vB for its own size: otherwise nodes
        keep the old one. What the node says is built on the payment raises it, and
        you are told so. A lock time that is still to come is kept. Only one of the
        two can confirm.

      At several fee rates
        --ladder 20,40,80 builds a fee ladder in the place of the payment: it at each
        of these rates, and one more that takes it all back (--no-cancel leaves that
        out). All are signed after one question and sent one after the other without
        the signer, as with `pay --ladder`. The lowest has to pay what nodes ask for
        a replacement. A child is built at one rate.

      What somebody else sends you (child pays for parent)
        You cannot replace a payment that somebody else made. Name a coin of it that
        is not confirmed: a child spends it back to a new change address, at a fee
        that lifts both, and what they build on, to the rate you ask for. Where it
        pays you coins with different tags, name the one to be spent. --by-child
        does the same for a payment of yours with change. A transaction of version 3
        (TRUC) takes one child, of version 3 and at most 1,000 vB; the signer asks
        about that version (R16). A child that waits is bumped like any payment of
        yours; --fee-rate is then the rate of the child alone.

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

  @Option(
    name: .customLong("fee-place"),
    help: ArgumentHelp(
      "Pay for a place in the first so many MvB of the node's mempool (a block is about 1).",
      valueName: "MvB"))
  var feePlace: FeePlaceArgument?

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

  @OptionGroup var ladder: LadderOptions
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
    try validateLadder()
  }

  func run(in session: CoordinatorSession) async throws {
    try requireOneRate()
    let place = PaymentPlace(
      out: output.out,
      target: try bothWays.watching(output.target(withoutPrevious: withoutPrevious)),
      previous: try PreviousOutput(
        previous, beside: output.out, as: output.format, overwriting: output.force),
      format: output.format)
    let rates = try ladder.rates(to: place.target, as: output.format)
    let store = try session.store()
    let waiting = try WaitingMoney(self.waiting, coin: coin, in: store)
    session.remind(of: [waiting.wallet])
    try await session.sync(waiting.wallet, store)
    if let number = waiting.payment, !byChild {
      let payment = try store.payment(number)
      if let rates {
        try await replace(
          payment, byLadderAt: rates, of: waiting.wallet, to: place, session, store)
      } else {
        try await replace(payment, of: waiting.wallet, to: place, session, store)
      }
    } else {
      guard rates == nil else {
        throw ProgramError(
          "a child cannot be built at several fee rates: \(waiting.txid) is no payment of \(waiting.wallet.name) that can be "
            + "replaced",
          hint: "give one rate for both together: --fee-rate", exitCode: .wrongUsage)
      }
      try await spend(try waiting.now(in: store), to: place, session, store)
    }
  }

  // MARK: The payment again

  private func replace(
    _ payment: PaymentRecord, of wallet: WalletRecord, to place: PaymentPlace,
    _ session: CoordinatorSession, _ store: Store
  ) async throws {
    let replacement = try await wholeReplacement(of: payment, wallet, session, store)
    let recipients = try replacement.samePayees()
    let rate = try await rate(session, store, wallet, takesLeast: true)
    try make(
      instead: replacement, keepsLockTime: true, paying: recipients, at: rate,
      summary: payment.summary, of: wallet,
      to: place, session, store)
  }

  /// What takes the place of a payment with all of its coins.
  func wholeReplacement(
    of payment: PaymentRecord, _ wallet: WalletRecord, _ session: CoordinatorSession,
    _ store: Store
  ) async throws -> Replacement {
    let number = payment.number
    let replacement = try await session.replacement(of: number, of: wallet, store)
    guard replacement.coins.count == payment.unsigned.inputs.count else {
      throw ProgramError(
        "payment \(number) cannot be paid out of the same coins: only \(replacement.coins.count) of its "
          + "\(payment.unsigned.inputs.count) coins belong to \(wallet.name) and are free",
        hint:
          "if \(wallet.name) gets some of it, speed it up by a child: `bump \(number) --by-child`"
      )
    }
    return replacement
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
      ? "\(waiting.txid) waits and pays"
      : "\(waiting.txid) and \(counted(count - 1, "transaction")) that it builds on wait and pay"
    let now = child.rate(withChild: made.built)
    let cost = """
      \(parents) \(child.waitingFees) sat in fees (\(child.rate)). The child pays a fee of \
      \(made.built.fee.satoshis) sat: together they pay at least \(now).
      """
    if child.isTRUC {
      session.console.warn(
        """
        \(waiting.txid) has version 3 (TRUC): the child has version 3, too, nodes take no other child beside it, \
        and the signer asks about the version (R16)
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
