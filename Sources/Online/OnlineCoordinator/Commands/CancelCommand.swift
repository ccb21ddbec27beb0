internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// The command `cancel`.
struct CancelCommand: PaymentMakingCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Cancels a payment that is not in a block, and frees its coins.",
    discussion: """
        online-coordinator cancel 3
        online-coordinator cancel 3 --on-chain --out back.gif
        online-coordinator cancel 3 --on-chain

      This cannot be undone: what signers write for it afterwards is not
      collected, and pay builds a new payment.

      If a payment was sent, or was being sent when the program ended, the node in
      use is asked about it first, for ten seconds at most, and its answer is shown
      before the question. A payment in a block cannot be cancelled, and coins that
      the node reports as being spent are not freed. Without a node, you are told
      that nobody could be asked.

      Signed copies of it stay valid: whoever has one can still broadcast it until
      one of its coins is spent in another transaction. One that was sent may
      confirm at any time, also long after the node forgot it; when it is seen
      again, payments shows it as sent or confirmed. To be sure that it cannot
      confirm, spend its coins yourself, with --on-chain.

      --on-chain does not cancel the payment in the records. It builds another one,
      which spends the same coins back to a new change address of the wallet, at a
      fee for which nodes drop the first. The signer asks for a sentence (R33),
      because the same people are not paid. Sign it, collect it and broadcast it.
      Until one of the two is in a block, either can confirm; only one of them can.
      pay --replace does the same with other people or amounts.

      Of a fee ladder (`pay --ladder`) all steps are cancelled together, and the
      node is asked about each that was sent. --on-chain without --out sends the
      cancel that was signed with it, as `broadcast` does: the signer is not needed.
      Once the ladder is cancelled, that cancel can no longer be sent.
      """)

  @Argument(help: "The payment's number.")
  var payment: PaymentArgument

  @Flag(
    name: .customLong("on-chain"),
    help: "Build a payment that takes the coins back: once it confirms, the other cannot.")
  var onChain = false

  @Option(
    help: ArgumentHelp("With --on-chain: where to write it, as `pay` does.", valueName: "output"))
  var out: String?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("With --on-chain: the form to write it in.", valueName: "format"))
  var format: PayloadFormat?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("With --on-chain: who reads it.", valueName: "peer"))
  var peer: Peer?

  @Flag(help: "With --on-chain: overwrite an existing file or folder.")
  var force = false

  @Option(
    name: .customLong("fee-rate"),
    help: ArgumentHelp(
      "With --on-chain: the fee rate in sat/vB; unless given, the node's, or more if needed.",
      valueName: "sat/vB"))
  var feeRate: FeeRateArgument?

  @Option(
    help: ArgumentHelp(
      "With --on-chain: the node's fee rate for confirmation within this many blocks.",
      valueName: "blocks"))
  var target: Int?

  @Option(
    name: .customLong("fee-place"),
    help: ArgumentHelp(
      "With --on-chain: pay for a place in the first so many MvB of the node's mempool.",
      valueName: "MvB"))
  var feePlace: FeePlaceArgument?

  @Flag(
    name: .customLong("anti-exfil"),
    help: "With --on-chain: have a say in the nonces, in two rounds.")
  var antiExfil = false

  @OptionGroup var acceptance: AcceptanceOptions
  @OptionGroup var bothWays: BothWaysOptions
  @OptionGroup var consent: CoordinatorConsentOptions
  @OptionGroup var common: CoordinatorCommonOptions

  var label: String? { nil }
  var noSync: Bool { false }

  func validate() throws {
    guard onChain || out == nil else { throw ValidationError("--out needs --on-chain") }
    let others =
      format != nil || peer != nil || force || feeRate != nil || target != nil
      || feePlace != nil || antiExfil || bothWays.bothWays != nil || !acceptance.accept.isEmpty
    if others, out == nil {
      throw ValidationError("options that build a payment need --on-chain and --out OUTPUT")
    }
    if consent.yes, out != nil {
      throw ValidationError("--out asks no question that --yes answers: leave --yes out")
    }
    if antiExfil, format == .multisig {
      throw ValidationError("a multisig payload has no place for --anti-exfil: leave --as out")
    }
  }

  /// Builds what takes the coins of the payment back.
  private func takeBack(to out: String, _ session: CoordinatorSession) async throws {
    try requireOneRate()
    let target = try bothWays.watching(MessageOutput(out, overwriting: force, for: peer))
    try target.requireFree()
    let place = PaymentPlace(
      out: out, target: target,
      previous: try PreviousOutput(nil, beside: out, as: format, overwriting: force),
      format: format)
    let store = try session.store()
    let number = payment.number
    let wallet = try store.wallet(of: store.payment(number))
    session.remind(of: [wallet])
    try await session.sync(wallet, store)
    let replacement = try await session.replacement(of: number, of: wallet, store)
    try make(
      instead: replacement, keepsLockTime: false, paying: [],
      at: try await rate(session, store, wallet, takesLeast: true),
      summary: "takes the coins of payment \(number) back", of: wallet, to: place, session, store)
  }

  func run(in session: CoordinatorSession) async throws {
    if let out { return try await takeBack(to: out, session) }
    let store = try session.store()
    let number = payment.number
    if onChain {
      let cancel = try session.signedCancel(of: number, store)
      return try await PaymentRelease(number: cancel, consent: consent).send(in: session)
    }
    let record = try store.payment(number)
    let wallet = try store.wallet(of: record)
    session.remind(of: [wallet])
    // All steps of a ladder are given up together: what was sent of it counts, whichever is named.
    var sighting: NodeSighting?
    if record.state.canBeGivenUp, record.standing != .cancelled {
      sighting = try await ask(about: StoredLadder(of: record, in: store), wallet, session, store)
    }
    let ladder = try StoredLadder(of: record, in: store)
    if ladder.payments.contains(where: \.wasHandedOver) {
      session.console.warn(try Self.danger(ladder, store))
    } else if ladder.payments.contains(where: { $0.final != nil }) {
      session.console.warn(
        """
        it is signed: whoever has a copy can still broadcast it until its coins are spent. To make sure \
        that nobody can, take them back: \(ladder.takingBack ?? "`cancel \(number) --on-chain --out FILE`")\
        \(ladder.lastChance), or pay others: `pay \
        \(record.walletName) --replace \(ladder.signedTop?.number ?? number)`
        """)
    }
    guard
      try consent.agrees(
        to: "Cancel payment \(number) (\(ForeignText.shown(record.summary)))"
          + (record.ladder.map { ", and with it all of ladder \($0.ladder)" } ?? "") + "?",
        on: session.console)
    else { throw ProgramError("nothing was cancelled", hint: "answer yes to cancel it") }
    let now = try store.cancel(number)
    let given = try StoredLadder(of: now, in: store)
    let frozen = now.state == .cancelled ? try store.frozenCoins(of: now).count : 0
    session.console.result(
      sentences: Self.text(given, naming: now)
        + (frozen > 0 ? "\nStill frozen: \(counted(frozen, "coin")) of it." : ""),
      json: [
        "payment": .integer(number),
        "state": .string((given.payments.first { $0.state == .sent } ?? now).state.rawValue),
        "mayStillConfirm": .bool(given.payments.contains(where: \.mayStillConfirm)),
        "node": Self.json(sighting),
      ])
  }

  /// Asks the node about each payment that it may have, and writes down and says what it answers.
  ///
  /// - Returns: the worst of the answers; nil where nothing was asked.
  /// - Throws: `ProgramError` when giving them up would free coins that are spent in a block.
  private func ask(
    about ladder: StoredLadder, _ wallet: WalletRecord, _ session: CoordinatorSession,
    _ store: Store
  ) async throws -> NodeSighting? {
    var answers: [(payment: PaymentRecord, sighting: NodeSighting)] = []
    // The highest first: it is the most likely to be in a block.
    for payment in ladder.payments.reversed()
    where payment.wasHandedOver && payment.state.canBeGivenUp && payment.standing != .cancelled {
      let found = try await session.sighting(of: payment, of: wallet, store)
      answers.append((payment, found))
      // The next one would be waited for in vain.
      if case .unasked = found { break }
    }
    // What a block has says more than that a coin is gone.
    for isBlock in [true, false] {
      for (payment, sighting) in answers {
        if case .block = sighting {
          if isBlock { try note(sighting, of: payment, session.console, store) }
        } else if !isBlock {
          try note(sighting, of: payment, session.console, store)
        }
      }
    }
    let worst =
      answers.first { $0.sighting == .mempool } ?? answers.first { $0.sighting != .nowhere }
    return (worst ?? answers.first)?.sighting
  }

  /// Writes down and says what the node said.
  private func note(
    _ sighting: NodeSighting, of record: PaymentRecord, _ console: Console, _ store: Store
  ) throws {
    let number = record.number
    switch sighting {
    case .mempool:
      try store.markInMempool(number)
      console.warn("the node has payment \(number) in its mempool: cancelling does not stop it")
    case .block(let height):
      try store.markSent(number)
      throw ProgramError(
        "payment \(number) is in block \(height): it cannot be cancelled any more",
        hint: "run `sync \(record.walletName)`, then `payments`")
    case .coinSpent(let outPoint):
      throw ProgramError(
        "the node does not list coin \(outPoint) of payment \(number) as unspent in its blocks, "
          + "but the records do: the payment may be confirmed",
        hint: "run `sync \(record.walletName)`, then `payments`")
    case .nowhere:
      console.talk(
        "The node does not have payment \(number) in its mempool, and did not find it in a block.")
    case .unasked(let reason):
      console.warn(
        "no node could be asked whether it has payment \(number) (\(reason)): it may be in the mempool "
          + "or in a block now")
    }
  }

  private static func json(_ sighting: NodeSighting?) -> JSONValue {
    switch sighting {
    case .mempool: "mempool"
    case .nowhere: "nowhere"
    // The other two end the command.
    case .block, .coinSpent, .unasked, nil: .null
    }
  }

  /// What giving up means once a node had it, or one of its ladder.
  private static func danger(_ ladder: StoredLadder, _ store: Store) throws -> String {
    let sent = ladder.payments.filter(\.wasHandedOver)
    guard let highest = sent.last(where: { $0.ladder?.step != nil }) ?? sent.last else { return "" }
    let coins = try store.replaceableCoins(of: highest)
    let gone =
      ladder.payments.contains(where: \.isUncertain)
      ? "one of its coins is spent, and this node cannot tell by which transaction: it may already be "
        + "confirmed. "
      : ""
    let what = sent.map { record in
      let name =
        "payment \(record.number)" + (record.stepWords.map { ", \($0)," } ?? "")
      return switch record.state {
      case .complete: "\(name) \(record.whatNodesDid)"
      case .sending: "\(name) was being sent when the program ended, and a node may have it"
      default: "\(name) was sent"
      }
    }.joined(separator: "; ")
    return """
      \(gone)\(what): cancelling it here does not take it back. It may still confirm, also long after \
      the node forgot it. Sync from time to time: `payments` shows it as soon as it is seen again. \
      Do not pay the same people again until you are sure that it cannot confirm.\
      \(way(ladder, highest, coins))
      """
  }

  /// What to do so that none of them confirms; empty where nothing can be done.
  private static func way(
    _ ladder: StoredLadder, _ highest: PaymentRecord, _ coins: [WalletCoin]
  ) -> String {
    guard let first = coins.first else { return "" }
    // Those that are frozen cannot be spent before that is taken back.
    let frozen = coins.filter(\.isFrozen)
      .map { "`unfreeze \(highest.walletName) \($0.outPoint)`" }.joined(separator: " and ")
    let after = frozen.isEmpty ? "" : ", after \(frozen)"
    if let place = highest.ladder?.ladder, let cancel = ladder.signedCancel, !cancel.wasHandedOver {
      return
        " To take it back, answer no and send its signed cancel\(after): `cancel \(place) --on-chain`"
        + ladder.lastChance
    }
    let number = (ladder.signedTop ?? highest).number
    return " To make sure, spend one of its coins in another payment\(after): `cancel \(number) "
      + "--on-chain --out FILE`, `pay \(highest.walletName) --replace \(number)`, or `pay "
      + "\(highest.walletName) --coin \(first.outPoint) --to ADDRESS=AMOUNT`"
  }

  private static func text(_ given: StoredLadder, naming record: PaymentRecord) -> String {
    if let sent = given.payments.first(where: { $0.state == .sent }) {
      let what =
        sent.stepWords.map { "Payment \(sent.number), \($0)," } ?? "Payment \(sent.number)"
      return """
        \(what) was cancelled here, but it is in the mempool of the node: it will probably \
        confirm. To try to stop it: `cancel \(sent.number) --on-chain --out FILE`, or `pay \
        \(record.walletName) --replace \(sent.number)`
        """
    }
    let freed =
      record.ladder.map {
        "Ladder \($0.ladder) was cancelled with all its steps; its coins are free."
      }
      ?? "Payment \(record.number) was cancelled; its coins are free."
    if given.payments.contains(where: \.wasHandedOver) {
      return freed + " It may still confirm: sync from time to time, then run `payments`."
    }
    guard let open = given.payments.last(where: \.mayStillConfirm) else { return freed }
    let number = given.payments.last { $0.mayStillConfirm && $0.ladder?.step != nil } ?? open
    return """
      \(freed) It is signed, and whoever has a copy can still send it, until another payment has spent one \
      of its coins: `pay \(record.walletName) --replace \(number.number)`
      """
  }
}

extension StoredLadder {
  /// That giving it up ends what was signed to take it back; empty where nothing was.
  fileprivate var lastChance: String {
    signedCancel == nil ? "" : " (once the ladder is given up, that can no longer be sent)"
  }
}
