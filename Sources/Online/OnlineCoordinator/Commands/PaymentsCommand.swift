internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import Refusals
internal import TerminalUI
internal import TransactionReview
internal import WalletStorage
internal import WalletTypes

/// The command `payments`.
struct PaymentsCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "payments",
    abstract: "Lists payments; for one of them, shows who has signed and who is missing.",
    discussion: """
        online-coordinator payments savings
        online-coordinator payments --payment 3
        online-coordinator payments --payment 3 --out for-carol.gif
        online-coordinator payments --payment 3 --out terminal --both-ways camera

      BTC is what leaves the wallet, without the fee; date is when it was built.

        draft         not written for a signer yet
        exported      written for signers, and nobody has signed
        partly signed signatures are missing
        complete      ready to broadcast
        sending       the program ended while it was being sent, and it is not known
                      whether the node took it
        sent          handed to the node; `seen by`: the second node has it as well
        confirmed     in a block; 6 deep: in 6 blocks, its own included
        cancelled     by you
        replaced by   the payment that was built to replace it is in a block
        conflicted    a transaction in a block spent one of its coins
        dead          a coin that it spends no longer exists, because the
                      transaction that made it is gone

      A payment that is replaced, conflicted or dead holds no coins; it counts again
      if a reorganisation undoes that.

      The wallets are synced first; with --offline, and where the node does not
      answer, this is what the last sync found. A look tells a node nothing that a
      sync does not tell it.

      Words: each signer shows the same four words for the same payment. If they
      differ, it is another payment: do not sign.

      With --payment you see which coins it spends, too. The sentences about who
      has signed can be sent to the others as they are; --out writes the payment
      with every signature so far, for the next signer, and beside a multisig:
      payload the transactions that it spends; with --ladder all steps of its fee
      ladder. A payment that spends a frozen coin is not written (`unfreeze`).
      --prove puts in proofs that its coins are confirmed, as `pay --prove` does.
      """)

  @Argument(help: "The wallet's name; all wallets unless given.")
  var wallet: String?

  @Option(help: ArgumentHelp("Show one payment, by its number.", valueName: "payment"))
  var payment: PaymentArgument?

  @Option(
    help: ArgumentHelp(
      "With --payment: write it with what was collected, for the next signer.",
      valueName: "output"))
  var out: String?

  @Flag(help: "With --out: write all steps of its fee ladder.")
  var ladder = false

  @Option(
    name: .customLong("as"), help: ArgumentHelp("The form to write it in.", valueName: "format"))
  var format: PayloadFormat?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("With --out: the program or device that will read it.", valueName: "peer"))
  var peer: Peer?

  @Flag(
    name: .customLong("without-previous"),
    help: "With --out: leave out previous transactions, for a signer that does not need them.")
  var withoutPrevious = false

  @Option(
    help: ArgumentHelp(
      "With --as multisig: where to write the transactions that it spends.", valueName: "output"))
  var previous: String?

  @Option(
    defaultAsFlag: ProofDepth.usual,
    help: ArgumentHelp(
      "With --out: prove to the signer that each coin is at least this many blocks deep (without a number: 144).",
      valueName: "blocks"))
  var prove: Int?

  @OptionGroup var bothWays: BothWaysOptions
  @OptionGroup var offline: OfflineOptions
  @OptionGroup var common: CoordinatorCommonOptions

  func validate() throws {
    if out != nil, payment == nil { throw ValidationError("--out needs --payment NUMBER") }
    if format != nil, out == nil { throw ValidationError("--as needs --out OUTPUT") }
    if ladder, out == nil { throw ValidationError("--ladder needs --out OUTPUT") }
    if peer != nil || withoutPrevious, out == nil {
      throw ValidationError("--for and --without-previous need --out OUTPUT")
    }
    if let prove {
      guard ProofDepth.range.contains(prove) else {
        throw ValidationError("--prove: give 1 to \(ProofDepth.range.upperBound) blocks")
      }
      guard out != nil else { throw ValidationError("--prove needs --out OUTPUT") }
      guard format != .multisig, !ladder, !withoutPrevious else {
        throw ValidationError(
          "--prove does not go with --as multisig, --ladder or --without-previous: leave one out"
        )
      }
      try ProofDepth.requireReader(peer)
    }
    if bothWays.bothWays != nil, out == nil {
      throw ValidationError("--both-ways needs --out terminal")
    }
    if previous != nil, out == nil { throw ValidationError("--previous needs --out OUTPUT") }
    if wallet != nil, payment != nil {
      throw ValidationError("give a wallet or --payment NUMBER, not both")
    }
  }

  func run(in session: CoordinatorSession) async throws {
    let store = try session.store()
    if let payment {
      let wallet = try store.wallet(of: store.payment(payment.number))
      await session.refresh([wallet], store, offline)
      try session.sayAge(of: [wallet], store)
      try await show(payment.number, session, store)
    } else {
      let wallets = try wallet.map { [try store.wallet(named: $0)] } ?? store.wallets()
      // A wallet without payments has nothing to be looked up here.
      let paying = Set(try store.payments().map(\.walletName))
      let concerned = wallets.filter { paying.contains($0.name) }
      await session.refresh(concerned, store, offline)
      try session.sayAge(of: concerned, store)
      try list(session, store)
    }
  }

  /// The most frozen coins of a payment that are named.
  private static let mostNamed = 20

  // MARK: The list

  private func list(_ session: CoordinatorSession, _ store: Store) throws {
    var record: WalletRecord?
    if let wallet {
      record = try session.wallet(wallet, store)
    } else {
      session.remind(of: try store.wallets())
    }
    let chosen = record
    let payments = try store.payments(of: chosen)
    let stages = try PaymentStages(of: payments, in: store)
    var table = Table([
      .init("", .right), .init("date (UTC)", leaves: 3), .init("wallet", leaves: 1),
      .init("state", .left, .wraps, leaves: 5), .init("signed", .right, leaves: 2),
      .init("BTC", .right), .init("fee sat", .right), .init("label", .left, .wraps, leaves: 4),
      .init("to", .left, .goesBelow),
    ])
    var list: [JSONValue] = []
    var remarks: [String] = []
    for payment in payments {
      // Who has signed a finished payment is not asked; a draft whose coins are gone cannot be
      // signed.
      let status = payment.state == .draft ? try? session.status(of: payment, store) : nil
      let contents = try stages.contents(of: payment)
      let stage = try stages.stage(of: payment, status)
      table.add([
        "\(payment.number)", UTCTime(payment.created).text, payment.walletName, stage.words,
        status?.fraction ?? "", contents.paid.btc, "\(payment.fee.satoshis)",
        contents.title(of: payment) ?? "", contents.payeeWords,
      ])
      if let status, status.isPartial {
        remarks.append(
          "Payment \(payment.number): \(status.words.replacing("\n", with: " "))")
      }
      if let remark = payment.remark { remarks.append("Payment \(payment.number): \(remark).") }
      let frozen = payment.waitsToBeSent ? try store.frozenCoins(of: payment) : []
      for coin in frozen.prefix(Self.mostNamed) {
        remarks.append("Payment \(payment.number) \(payment.words(about: coin)).")
      }
      var object: JSONObject = [
        "payment": .integer(payment.number), "wallet": .string(payment.walletName),
        "state": .string(payment.state.rawValue), "fee": .integer(payment.fee.satoshis),
        "txid": .string("\((payment.final ?? payment.unsigned).txid)"),
        "what": .string(payment.summary),
        "created": .integer(payment.created), "complete": .bool(payment.final != nil),
      ]
      contents.writeRate(to: &object)
      contents.writeOutputs(to: &object)
      stage.write(to: &object)
      payment.writeStanding(to: &object)
      object["frozen"] = .array(frozen.map { .string("\($0.outPoint)") })
      if let status {
        object["missing"] = .integer(status.mostMissing)
        object["status"] = .string(status.words)
      }
      list.append(.object(object))
    }
    session.console.result(
      text: payments.isEmpty
        ? "No payments."
        : ([session.console.shown(table)] + remarks.map(session.console.wrappedResult))
          .joined(separator: "\n"),
      json: .array(list))
  }

  // MARK: One payment

  private func show(
    _ number: Int64, _ session: CoordinatorSession, _ store: Store
  ) async throws {
    var payment = try store.payment(number)
    session.remind(of: [try store.wallet(of: payment)])
    let frozen = payment.waitsToBeSent ? try store.frozenCoins(of: payment) : []
    // What is written can be signed and sent without this program.
    if out != nil, payment.state != .confirmed, let coin = try store.frozenCoins(of: payment).first
    {
      throw StorageError.coinFrozen(coin)
    }
    let status = try session.status(of: payment, store)
    var written: String?
    if let out {
      let target = try bothWays.watching(
        MessageOutput(out, for: peer, withoutPrevious: withoutPrevious))
      try target.requireFree()
      let previous = try PreviousOutput(
        self.previous, beside: out, as: format, overwriting: false)
      if ladder {
        try LadderOptions.require(target, as: format)
        try target.write(
          .ladder(session.message(of: payment, store)), as: format, on: session.console)
      } else {
        var packet = try session.packet(of: payment, store)
        if let prove {
          packet = try await session.proving(
            packet, of: payment, depth: prove, try store.wallet(of: payment), store
          ).psbt
        }
        if format == .multisig, packet.global.note != nil {
          session.console.warn("the note was left out: a multisig payload has no place for it")
        }
        try previous.write(packet, beside: target, as: format, on: session.console)
        previous.warnIfMissing(on: session.console)
      }
      session.noteWritten(
        ladder ? try store.ladder(of: payment).map(\.number) : [payment.number], store)
      payment = try store.payment(number)
      if out == "-" { return }
      written =
        "Wrote it to \(ForeignText.shown(out)), with the signatures collected so far."
        + (previous.target == nil ? "" : "\n\(previous.line)")
    }
    var object: JSONObject = [
      "payment": .integer(payment.number), "wallet": .string(payment.walletName),
      "state": .string(payment.state.rawValue), "fee": .integer(payment.fee.satoshis),
      "txid": .string("\((payment.final ?? payment.unsigned).txid)"),
      "words": .string("\(payment.unsigned.checkWords)"),
      "what": .string(payment.summary), "created": .integer(payment.created),
    ]
    let wallet = try store.wallet(of: payment)
    let contents = try PaymentContents(payment, of: wallet, in: store)
    let stage = try PaymentStages(of: [payment], in: store).stage(of: payment, status)
    contents.writeRate(to: &object)
    contents.writeOutputs(to: &object)
    let spent = try SpentCoins(of: payment, of: wallet, in: store)
    object["coins"] = spent.json
    stage.write(to: &object)
    let signatures = try store.packetWithoutPrevious(of: payment).signatures()
    let note = signatures.global.note
    object["note"] = note.map { .string($0) } ?? .null
    payment.writeStanding(to: &object)
    status.write(to: &object)
    object["frozen"] = .array(frozen.map { .string("\($0.outPoint)") })
    let rounds = NonceRounds(of: signatures)
    object["antiExfil"] = rounds.json
    session.console.result(
      text: Self.text(
        stage, contents, spent, note, status, rounds, frozen, written, session.console),
      json: .object(object))
  }

  private static func text(
    _ stage: PaymentStage, _ contents: PaymentContents, _ spent: SpentCoins, _ note: String?,
    _ status: PaymentStatus, _ rounds: NonceRounds, _ frozen: [FrozenCoin], _ written: String?,
    _ console: Console
  ) -> String {
    let payment = stage.payment
    var lines = ["Payment \(payment.number) of \(payment.walletName), \(stage.words)"]
    if let title = contents.title(of: payment) { lines.append("  \(ForeignText.shown(title))") }
    lines += stage.way.map { "  \($0)" }
    lines += [
      "  transaction \((payment.final ?? payment.unsigned).txid)",
      "  \(payment.unsigned.wordsToCompare)",
    ]
    if let remark = payment.remark { lines.append("  \(remark)") }
    lines += frozen.prefix(mostNamed).map { "  it \(payment.words(about: $0))" }
    if rounds.commitments > 0 {
      lines.append(
        "  anti-exfil: \(rounds.openings) of \(counted(rounds.commitments, "opening")) received")
    }
    var moved = [console.shown(contents.tableOfOutputs)]
    moved.append(
      "fee \(payment.fee.satoshis) sat" + (contents.feeRate.map { ", \($0)" } ?? ""))
    moved += ["", console.wrappedResult(spent.heading), console.shown(spent.table)]
    let before = lines.map(console.wrappedResult)
    lines = ["", status.words]
    if let note {
      // Each row of a line with this mark has it, so that none looks like one of ours, whatever quotes it closes.
      lines += [
        "", "Message from whoever made this payment (nobody checked it):",
        "  | \(ForeignText.shown(note))",
      ]
    }
    lines = before + [""] + moved + lines.map(console.wrappedResult)
    if status.cosigners.all.count > 1 { lines += ["", console.shown(table(status))] }
    if let written { lines += ["", console.wrappedResult(written)] }
    return lines.joined(separator: "\n")
  }

  /// A row a key; the inputs only where they differ.
  private static func table(_ status: PaymentStatus) -> Table {
    let count = status.inputs.count
    let differs = status.groups.count > 1
    var table = Table(
      .init("who", .left, .wraps), .init(differs ? "inputs signed" : "signed"))
    for cosigner in status.cosigners.all {
      let inputs = status.inputs.filter { $0.signed.contains(cosigner.position) }
      let words =
        switch inputs.count {
        case 0: "no"
        case count: differs ? "all \(count)" : "yes"
        default: "\(inputs.count) of \(count)"
        }
      table.add([cosigner.name, words])
    }
    return table
  }
}
