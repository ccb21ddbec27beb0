internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import CoinSelection
internal import CommandLineInterface
internal import Descriptors
internal import NodeClients
internal import PaymentBuilding
internal import Refusals
internal import TerminalUI
internal import TransactionReview
internal import WalletStorage
internal import WalletTypes

/// The command `pay`.
struct PayCommand: LadderMakingCommand {
  static let configuration = CommandConfiguration(
    commandName: "pay",
    abstract: "Builds a payment for the signer.",
    discussion: """
        online-coordinator pay savings --to ADDRESS=0.12 --out payment.gif
        online-coordinator pay savings --to A=0.1 --to B=50000sat --out payment.psbt
        online-coordinator pay savings --to ADDRESS=all --fee-rate 2 --out -
        online-coordinator pay savings --to-csv salaries.csv --out payment.psbt
        online-coordinator pay club --to ADDRESS=0.1 --as multisig --out club.txt
        online-coordinator pay savings --to ADDRESS=0.1 --out terminal \\
          --both-ways camera

      Words
        The signer shows the same four words for the same payment. If they differ,
        it is another payment: do not sign.

      Which coins
        Confirmed coins come first. Change that is not confirmed is spent only if
        they are not enough, and never in longer chains than nodes accept. The coins
        are chosen by branch and bound, drawn at random or, above three times the
        long-term fee rate, the lightest that are enough, whichever costs less. That
        counts what it will cost to spend the change later: at the median of the last
        year, which `sync` asks Bitcoin Core for, or 10 sat/vB if that is not known;
        `settings long-term-fee-rate` sets another rate. --explain lists them, says
        why these, and how much another choice could save at most; --coin chooses
        them by hand.
        They are held until the payment is confirmed, or cancelled (`cancel`).
        Frozen coins are never chosen (`freeze`).

      Tags
        A tag keeps coins apart (`label set --tag`). Coins that have one are chosen
        only with --tag NAME, which chooses among them alone, and --coin takes coins
        of one tag at a time. --mix-tags lets all be spent together: whoever looks at
        the chain then sees that they belong together. Change gets their tag.

      Names
        --to landlord=0.12 pays the address that `recipient add` gave that name. The
        draft shows the name and the whole address; the signer shows the address
        only.

      Trying it out
        --dry-run says what the payment would cost, which coins it would spend and
        why (--explain), what everybody would learn from it, and what you would be
        asked. Nothing is recorded or written, and no coin is held. Built again it
        may spend other coins, so it has no number and no words yet.

      Many recipients
        --to-csv reads a table with commas: an address, an amount as behind --to, and
        a label if you like, one recipient a line. The first line may name the
        columns. A fault is named by line and column, and nothing is built. You are
        asked about an address that stands there twice (R33). Labels are kept on the
        addresses.

      The whole wallet
        `all` means every coin of the wallet, or with --coin every coin that is
        named. If payments hold some of them, or some are frozen or not confirmed,
        you are told so and asked; in a script, --without-held pays only what is
        free.

      The fee
        --target asks the node what confirms within so many blocks. --fee-place 1.5
        pays for a place in the first 1.5 million virtual bytes (MvB) of its mempool;
        a block takes about 1. --fee-rate gives the rate itself. `node fees` shows
        how much waits there, by fee rate.

        You are asked about a fee above 10 % of what is paid, or above 500 sat/vB
        (R04), even if the node suggested the rate. If it is above a quarter of the
        inputs and above 100,000 sat, nothing is built.

      The fee is taken from the recipients
        --subtract-fee takes the fee from what the recipients get, in equal parts;
        --subtract-fee-from ADDRESS only from those that you name. With change, the
        wallet then loses exactly the amounts that you gave; without change, a little
        more may go to the fee.

      Data and a time
        --data and --data-text put up to 80 bytes into the transaction, for everybody
        to read for ever; what is private does not belong there. --lock-time lets it
        confirm only after a block or a time. The signer shows both (R15, R16).

      Replacing a payment
        --replace NUMBER builds a payment in the place of one that was signed or sent
        and is not in a block. It spends the same coins, and more if they are not
        enough, at a fee for which nodes drop the other. It pays the same people
        unless --to says otherwise. Without --to, its note and a lock time that is
        still to come are kept; what is not carried over is said. Whichever of the
        two gets into a block first counts.

      A fee ladder
        --ladder 2,5,10,25 builds the payment at each of these rates (at most 8, each
        at least 1 sat/vB above the one before), and one more that takes it all back
        (--no-cancel leaves that out). All cross the gap together and are signed
        after one question. `broadcast` sends the lowest; `broadcast --step` and
        `cancel --on-chain` send another later, without the signer. Only one of them
        can confirm. They differ in fee and change alone, so coins are chosen that
        leave change at the highest rate. With --replace all of them replace that
        payment, so the lowest has to pay what nodes ask for that.

      Privacy
        Before anything is recorded you are told what everybody learns from the
        payment, and what to do instead: that an address was paid before, that coins
        with different tags belong together, which output is the change (a round
        amount, another type of address), or that more coins are spent than needed.
        Inputs and outputs stand in any order.

      Addresses that look alike
        If a recipient's address begins and ends like one that was paid before, or
        like one of yours, and is another, both are shown whole, and a sentence must
        be typed (R30; in a script --accept look-alike): somebody may have made it to
        be copied by mistake.

      Paying the same twice
        You are asked (R33) before the same amount is paid to the same address from
        other coins while a cancelled payment of it may still confirm: somebody may
        have the signatures of that payment, or the node cannot tell where its coins
        went.

      Notes
        --note sends a short text (up to 200 bytes) to everybody who signs. Their
        signer shows it, and says that nobody checked it. --label stays here.

      Proofs
        --prove lets the signer, which sees no chain, check that each coin is in a
        block, with 144 blocks counted from there (--prove 6: 6 blocks). The signer
        says what faking them would cost. Each block adds 48 bytes, 144 blocks 7 kB.
        Coins that are less deep, in blocks from before June 2018, or in blocks that
        the node has pruned get no proof: you are told which, and the payment can be
        signed all the same. On test networks it proves nothing. Not with --ladder,
        --as multisig or --without-previous.

      Anti-exfil
        A signer can hide its key in the nonces of its signatures. With --anti-exfil
        this program has a say in each nonce, and sees that it was heard. It takes
        two rounds: sign the payment (nothing is signed yet), collect the answer with
        --out, sign what that writes, and collect again. For ECDSA, not for taproot.
      """)

  @Argument(help: "The wallet's name.")
  var wallet: String

  @Option(
    help: ArgumentHelp(
      "Who gets how much: 0.5, 50000sat or all, to an address or a name of the address book "
        + "(`recipient`); or a bitcoin: URI. May be given several times.",
      valueName: "address=amount"))
  var to: [RecipientArgument] = []

  @Option(
    name: .customLong("to-from"),
    help: ArgumentHelp(
      "Pay the bitcoin: URI that a file, a picture or `camera` shows. May be given several times.",
      valueName: "input"))
  var toFrom: [String] = []

  @OptionGroup var table: RecipientTableOptions

  @Option(
    help: ArgumentHelp(
      "Replace this payment, which was signed or sent and is not in a block.",
      valueName: "payment"))
  var replace: PaymentArgument?

  @Option(
    name: .customLong("fee-rate"),
    help: ArgumentHelp(
      "The fee rate in sat/vB, such as 2.5; a rate below 1, such as 0.1, if the node relays it.",
      valueName: "sat/vB"))
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

  @Option(
    help: ArgumentHelp(
      "Spend exactly this coin, by its number in `coins` or as TXID:VOUT; several may be given.",
      valueName: "coin"))
  var coin: [CoinArgument] = []

  @Option(
    help: ArgumentHelp(
      "Spend only coins with this tag; several may be given.", valueName: "name"))
  var tag: [TagArgument] = []

  @Flag(
    name: .customLong("mix-tags"),
    help: "Let coins with different tags, or with none, be spent together: this links them.")
  var mixTags = false

  @Option(help: ArgumentHelp("What the payment is for; kept here.", valueName: "text"))
  var label: String?

  @Option(
    help: ArgumentHelp(
      "A note to those who sign, sent along with the payment; nobody checks it.", valueName: "text")
  )
  var note: String?

  @Option(
    help: ArgumentHelp(
      "With --as multisig: where to write the transactions that it spends.", valueName: "output"))
  var previous: String?

  @Flag(name: .customLong("no-sync"), help: "Do not sync first.")
  var noSync = false

  @Flag(
    name: .customLong("without-held"),
    help: "With `all`: leave out coins that are held, frozen, not confirmed or fenced by a tag.")
  var withoutHeld = false

  @Flag(
    name: .customLong("without-previous"),
    help: "Leave out previous transactions, for a signer that does not need them.")
  var withoutPrevious = false

  @Option(
    defaultAsFlag: ProofDepth.usual,
    help: ArgumentHelp(
      "Prove to the signer that each coin is at least this many blocks deep (without a number: 144).",
      valueName: "blocks"))
  var prove: Int?

  @Flag(
    name: .customLong("anti-exfil"),
    help: "Have a say in the nonces, so that no signer can hide its key in them: two rounds.")
  var antiExfil = false

  @OptionGroup var ladder: LadderOptions
  @OptionGroup var contents: PayContentOptions
  @OptionGroup var choice: CoinChoiceOptions
  @OptionGroup var acceptance: AcceptanceOptions
  @OptionGroup var place: PayOutputOptions
  @OptionGroup var bothWays: BothWaysOptions
  @OptionGroup var common: CoordinatorCommonOptions

  var freeTexts: [String] { [label, note, contents.dataText].compactMap(\.self) + tag.map(\.name) }

  var output: OutputOptions { place.output }

  /// Which coins may be spent, by their tags.
  private var fence: TagFence {
    if mixTags { return .open }
    return tag.isEmpty ? .closed : .only(Set(tag.map(\.name)))
  }

  func validate() throws {
    if to.isEmpty, toFrom.isEmpty, table.toCSV == nil, replace == nil {
      throw ValidationError("give --to ADDRESS=AMOUNT, --to-csv FILE, or --replace NUMBER")
    }
    if replace != nil, !coin.isEmpty {
      throw ValidationError("--replace spends the coins of the payment: leave --coin out")
    }
    if mixTags, !tag.isEmpty {
      throw ValidationError("--mix-tags lifts the fence: leave --tag out")
    }
    if replace != nil, !tag.isEmpty {
      throw ValidationError("--replace spends the coins of the payment: leave --tag out")
    }
    if let note {
      guard PaymentNote.isOne(note) else {
        throw ValidationError(
          "--note: give 1 to \(PaymentNote.limit) bytes of text on one line (most letters take one byte)"
        )
      }
      if output.format == .multisig {
        throw ValidationError("a multisig payload has no place for --note: leave --as out")
      }
    }
    if antiExfil, output.format == .multisig {
      throw ValidationError("a multisig payload has no place for --anti-exfil: leave --as out")
    }
    if let prove {
      guard ProofDepth.range.contains(prove) else {
        throw ValidationError("--prove: give 1 to \(ProofDepth.range.upperBound) blocks")
      }
      if output.format == .multisig {
        throw ValidationError("a multisig payload has no place for --prove: leave --as out")
      }
      if withoutPrevious {
        throw ValidationError("--prove needs the previous transactions: leave one of the two out")
      }
      try ProofDepth.requireReader(output.peer)
    }
    if choice.cheapest, replace != nil || !coin.isEmpty {
      throw ValidationError("--cheapest chooses the coins: leave it out, or --coin and --replace")
    }
    if replace != nil, noSync, !place.dryRun {
      throw ValidationError("--replace needs a sync: leave --no-sync out")
    }
    try validateLadder()
  }

  func run(in session: CoordinatorSession) async throws {
    let output = output
    let target =
      place.dryRun
      ? nil : try bothWays.watching(output.target(withoutPrevious: withoutPrevious))
    let rates = try target.flatMap { target throws(ProgramError) in
      try ladder.rates(to: target, as: output.format)
    }
    let previous = try PreviousOutput(
      self.previous, beside: output.out, as: output.format, overwriting: output.force)
    try requireOneRate()
    // What a dry run would have to be agreed to is said, and nobody is asked.
    var wouldAsk: [Finding] = []
    func agree(to warnings: [Finding]) throws(ProgramError) {
      guard place.dryRun else {
        return try acceptance.acknowledge(warnings, on: session.console)
      }
      wouldAsk += warnings
    }
    let store = try session.store()
    let record = try session.wallet(wallet, store)
    var recipients: [Recipient] = []
    let book = try KnownRecipients(on: record.network, in: store)
    for argument in to {
      recipients.append(try argument.recipient(on: record.network, book, session.console))
    }
    for input in toFrom {
      recipients.append(
        try RequestedRecipient.recipient(from: input, on: record.network, session.console))
    }
    let table = try table.toCSV.map { path throws(ProgramError) in
      try RecipientTable(from: path, on: record.network)
    }
    let repeated = table?.repetitions(beside: recipients) ?? []
    recipients += table?.entries.map(\.recipient) ?? []
    if !noSync { try await session.sync(record, store) }
    guard let point = try store.lastSync(of: record)
    else {
      throw ProgramError("\(wallet) was never synced", hint: "run `sync \(wallet)`")
    }
    let replacement = try replace.map { number in
      try Replacement(number.number, of: record, in: store)
    }
    let repeats = recipients.isEmpty
    if let replacement, repeats { recipients = try replacement.recipients() }
    try agree(
      to: LookAlikes(recipients.map(\.address), of: record, in: store).findings
        + book.findings(on: table?.labels ?? [:]))
    try agree(to: repeated)
    let named = try coin.outPoints(of: record, in: store)
    try refuse(named, spentInTheMempoolOf: record, store)
    try store.requireUnfrozen(replacement?.outPoints ?? named, of: record)
    let leftOut = try leftOut(recipients, record, point.height, session, store)
    if rates != nil { try LadderOptions.requireAmounts(recipients) }
    let rate =
      if let rates { try await highest(of: rates, session, store, record) } else {
        try await rate(session, store, record)
      }
    let longTerm = try LongTermFeeRate(for: record, at: point.height, in: store)
    var request = PaymentRequest(
      recipients: recipients, feeRate: rate, longTermFeeRate: longTerm.rate,
      coins: replacement?.outPoints ?? (named.isEmpty ? nil : named),
      tipHeight: point.height, tipTime: point.time, now: session.now)
    request.fence = fence
    request.takesCheapest = choice.cheapest
    request.keepsChange = rates != nil
    if output.format == .multisig { request.form = .payload }
    try contents.fill(&request, book)
    // Who says nothing else wants the same payment again, and no sooner.
    let kept =
      repeats && contents.lockTime == nil
      ? try replacement?.lockTime(in: store, now: session.now, as: output.format) : nil
    if let kept { request.notBefore = kept }
    try request.takeReplayLock(of: record.network)
    // Once it is built, its coins are held.
    let notOffered =
      choice.explain && request.coins == nil
      ? try LeftOutCoins(
        of: record, at: point.height, within: fence, tellsAll: true, in: store
      ).groups : []
    let limits = try ReviewLimits(of: store)
    request.feeRefusalPercent = limits.feeRefusalPercent
    let question = FeeQuestion(
      source: feeRate == nil && rates == nil ? "the node suggested this rate" : nil,
      own: try own(recipients, record, store), limits: limits)
    var twice = try SamePaymentTwice(of: record, in: store)
    twice.looksInside = repeated.isEmpty
    let privacy = try PrivacyCheck(
      recipients, of: record, isReplacement: replacement != nil, in: store)
    guard let target else {
      let (plan, findings) = try planned(
        request, question, twice, replacement, privacy, record, store, agree: agree)
      for finding in findings { session.console.talk(finding.words) }
      var random = SystemRandomNumberGenerator()
      let built = try plan.payment(
        previous: try store.previousTransactions(plan.neededTransactions, of: record),
        change: plan.hasChange ? try store.nextChange(of: record) : nil, using: &random)
      report(
        built, nil, record, previous, leftOut,
        try explanation(of: built, record, notOffered, longTerm, store), table?.labels ?? [:], book,
        findings, waitingFor: request.notBefore, wouldAsk: wouldAsk, session.console)
      return
    }
    if let rates {
      let made = try makeLadder(
        at: rates, request, question, twice, privacy, replacing: replacement,
        called: Self.summary(request), note: repeats ? try replacement?.note(in: store) : nil,
        record, to: target, as: output.format, session, store)
      guard let made else { return }
      table?.keepLabels(of: record, in: store, session.console)
      if let replacement {
        session.console.warn(replacement.words(isLadder: true))
        replacement.warnOfNonces(unless: antiExfil, session.console, store)
        try replacement.warnOfLost(
          by: made.built.steps[0], isLockTimeGiven: contents.lockTime != nil, now: session.now,
          session.console, store)
      }
      report(
        made.built.steps[0], made.recorded.payments[0], record, previous, nil, nil,
        table?.labels ?? [:], book, made.findings, waitingFor: request.notBefore,
        ladder: LadderReport(made.built, made.recorded), session.console)
      if let late = made.late { throw late }
      return
    }
    let (built, recorded, findings) = try build(
      request, question, twice, replacement, privacy, record, session.console, store,
      keptNote: repeats && output.format != .multisig ? try replacement?.note(in: store) : nil)
    let payment = recorded.payment
    var packet = built.psbt
    var proved: [Int] = []
    if let prove {
      (packet, proved) = try await session.proving(
        packet, of: payment, depth: prove, record, store)
    }
    guard
      let delivered = try deliver(
        packet, recorded, of: record, to: target, previous, as: output.format, session, store)
    else { return }
    table?.keepLabels(of: record, in: store, session.console)
    if let replacement {
      session.console.warn(replacement.words())
      replacement.warnOfNonces(unless: antiExfil, session.console, store)
      try replacement.warnOfLost(
        by: built, isLockTimeGiven: contents.lockTime != nil, now: session.now, session.console,
        store)
    }
    report(
      built, payment, record, previous, leftOut,
      try explanation(of: built, record, notOffered, longTerm, store), table?.labels ?? [:], book,
      findings, waitingFor: request.notBefore, proved: proved, session.console)
    if let late = delivered.late { throw late }
  }

  /// Why these coins, where that was asked for.
  private func explanation(
    of built: BuiltPayment, _ record: WalletRecord, _ notOffered: [LeftOutCoins.Group],
    _ longTerm: LongTermFeeRate, _ store: Store
  ) throws -> ChoiceExplanation? {
    guard choice.explain else { return nil }
    return try ChoiceExplanation(
      built.choice, spending: SpentCoins(built.inputs.map(\.outPoint), of: record, in: store),
      leftOut: notOffered, longTerm: longTerm, replacing: replace?.number,
      isCheapest: choice.cheapest)
  }

  /// What `all` leaves out, once somebody has said that it may; nil when nobody gets all.
  private func leftOut(
    _ recipients: [Recipient], _ record: WalletRecord, _ height: Int, _ session: CoordinatorSession,
    _ store: Store
  ) throws -> LeftOutCoins? {
    guard coin.isEmpty, replace == nil, recipients.contains(where: { $0.share == .everything })
    else { return nil }
    let leftOut = try LeftOutCoins(of: record, at: height, within: fence, in: store)
    try leftOut.requireConsent(given: withoutHeld || place.dryRun, on: session.console)
    return leftOut
  }

  /// A coin that a payment in the mempool spends is not unknown: it can be had by replacing that.
  private func refuse(
    _ named: [OutPoint], spentInTheMempoolOf record: WalletRecord, _ store: Store
  ) throws {
    guard !named.isEmpty else { return }
    let payments = try store.paymentsInMempool(of: record)
    for payment in payments {
      let spent = Set(payment.unsigned.inputs.map(\.previousOutput))
      guard let taken = named.first(where: spent.contains) else { continue }
      throw ProgramError(
        "the coin \(taken) is spent by payment \(payment.number), which is in the mempool",
        hint: "to spend it in another payment: `pay \(record.name) --replace \(payment.number)`")
    }
  }
}
