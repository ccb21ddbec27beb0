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

/// The command `collect`.
struct CollectCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "collect",
    abstract: "Takes in the signatures for a payment, and verifies each of them.",
    discussion: """
        online-coordinator collect signed.gif
        online-coordinator collect alice.psbt bob.txt carol/
        online-coordinator collect camera

      Takes files, pictures and pastes in any order and number: PSBTs, multisig:
      payloads and finished transactions of one payment. They are compared with the
      payment that was built, field by field: if an amount, script or sighash
      differs, they are refused; any other field that is new or different is named
      and left out. Each signature is verified against its key, its input and what it
      signs; a wrong one is named and left out. While signatures are missing the
      exit code is 3, and payments --payment NUMBER shows whose.

      The receipt that a second signer made of the payment (`sign --receipt`) may be
      among them: each signature must then have the nonce that it names (R28).

      Of a payment built with --anti-exfil it first takes the answer to round 1, and
      --out writes the payment for round 2. Each signature is then held against round
      1; one that does not follow it is named and left out. --accept R28 takes those
      of a signer that does not know anti-exfil.

        online-coordinator collect answer.gif --out round-2.gif

      Of a fee ladder (`pay --ladder`) it takes all steps at once, from one message
      or from several files, and says of each whether it is complete.

      A payment or a fee ladder that was begun elsewhere, but spends coins of a
      wallet of this home, is shown with the signatures that came with it, and kept
      once you agree; one that spends a frozen coin is refused (`unfreeze`). A ladder
      is kept only if its payments differ in fee and change alone. For a multisig:
      payload of a wallet not known here, it shows who signed.
      """)

  @Argument(help: "What the signers wrote: files, pictures, folders, `-`, `camera`, `paste`.")
  var inputs: [String]

  @Option(
    help: ArgumentHelp(
      "Also write what comes next: the finished transaction (.txn, .txt or `-`), or the payment for round 2.",
      valueName: "output"))
  var out: String?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("With --out: the program or device that will read it.", valueName: "peer"))
  var peer: Peer?

  @Option(help: ArgumentHelp("What a payment begun elsewhere is for.", valueName: "text"))
  var label: String?

  @OptionGroup var bothWays: BothWaysOptions
  @OptionGroup var acceptance: AcceptanceOptions
  @OptionGroup var consent: CoordinatorConsentOptions
  @OptionGroup var common: CoordinatorCommonOptions

  var freeTexts: [String] { [label].compactMap(\.self) }

  func validate() throws {
    if bothWays.bothWays != nil, out == nil {
      throw ValidationError("--both-ways needs --out terminal")
    }
  }

  func run(in session: CoordinatorSession) async throws {
    var target: MessageOutput?
    if let out { target = try bothWays.watching(MessageOutput(out, for: peer)) }
    try target?.requireFree()
    var read: [Returned] = []
    for input in inputs { read += try Returned.all(reading: input, on: session.console) }
    let store = try session.store()
    let ladder = try Self.ladder(of: read, store)
    guard ladder.isEmpty else { return try collect(read, of: ladder, session, store) }
    if let unknown = try UnknownLadder(read, store) {
      try requireNoOutput()
      let adopted = try Adoption(
        session: session, store: store, acceptance: acceptance, consent: consent, label: label
      ).adopt(unknown)
      return try collect(read, of: adopted, isAdopted: true, session, store)
    }
    let returned = try Self.returned(read, store)
    let (payment, collected, adopted) = try taken(
      returned, writing: target != nil, session, store)
    if let final = collected.final {
      try target?.write(.transaction(final.encoded()), on: session.console)
    } else if let target, collected.isAnswered {
      let current = try store.payment(payment.number)
      try target.write(
        OutgoingMessage.payment(session.packet(of: current, store), as: nil), as: nil,
        on: session.console)
      session.noteWritten([payment.number], store)
    } else if target != nil {
      session.console.warn("signatures are missing: there is no transaction to write yet")
    }
    if out != "-" || collected.final == nil && !collected.isAnswered {
      report(payment, collected, adopted: adopted, session.console)
    }
    if collected.final == nil { session.ending.note(.needsSignatures) }
  }

  static func returned(_ read: [Returned], _ store: Store) throws -> ReturnedPayment {
    try ReturnedPayment(read) { unsigned in
      let owners = try? store.owners(of: unsigned.inputs.map(\.previousOutput))
      return owners?.first?.wallet.network ?? .mainnet
    }
  }

  /// Takes in what came back of one payment, and says what was left out of it.
  func taken(
    _ returned: ReturnedPayment, writing: Bool, _ session: CoordinatorSession, _ store: Store
  ) throws -> (payment: PaymentRecord, collected: Collected, adopted: Bool) {
    for _ in 0..<5 {
      let found = try store.payment(unsignedTxid: returned.unsigned.txid)
      let payment: PaymentRecord
      if let found {
        payment = found
        session.remind(
          of: [try store.wallet(of: payment)])
      } else {
        payment = try Adoption(
          session: session, store: store, acceptance: acceptance, consent: consent, label: label
        ).adopt(returned)
      }
      guard payment.state == .draft || payment.state == .complete else {
        throw ProgramError(
          CollectError.finished(state: payment.state.rawValue, number: payment.number))
      }
      let frozen = try store.frozenCoins(of: payment)
      // What is written can be sent without this program.
      if writing, let coin = frozen.first { throw StorageError.coinFrozen(coin) }
      guard let collected = try collect(returned, payment, session, store) else { continue }
      for coin in frozen.prefix(Self.mostNamed) {
        session.console.warn("payment \(payment.number) \(payment.words(about: coin))")
      }
      let leftOut = LeftOutField.words(collected.leftOut)
      for words in leftOut.prefix(Self.mostNamed) { session.console.warn("left out: \(words)") }
      if leftOut.count > Self.mostNamed {
        session.console.warn("left out: \(leftOut.count - Self.mostNamed) more fields like these")
      }
      for signature in collected.rejected.prefix(Self.mostNamed) {
        session.console.warn("left out: \(signature.words) (\(signature.rule))")
      }
      if collected.rejectedCount > Self.mostNamed {
        session.console.warn(
          "left out: \(collected.rejectedCount - Self.mostNamed) more signatures like these")
      }
      return (payment, collected, found == nil)
    }
    throw ProgramError(CollectError.outrun)
  }

  /// The most wrong signatures that are named.
  private static let mostNamed = 20
  /// The most fields that are listed in a result, and as many wrong signatures.
  private static let mostListed = Collector.mostListed

  struct Collected {
    let final: Transaction?
    let status: PaymentStatus
    let kept: Int
    /// The first of those that were left out.
    let rejected: [RejectedSignature]
    let rejectedCount: Int
    let leftOut: [LeftOutField]
    let receipts: ReceiptComparison?
    /// How many answers to round 1 of anti-exfil were new.
    let openings: Int
    let rounds: NonceRounds

    /// Whether round 2 can begin: somebody answered round 1, and signatures are missing.
    var isAnswered: Bool { rounds.openings > 0 && final == nil }
  }

  /// Takes it all in; nil when another program was faster.
  private func collect(
    _ returned: ReturnedPayment, _ payment: PaymentRecord, _ session: CoordinatorSession,
    _ store: Store
  ) throws -> Collected? {
    let wallet = try store.wallet(of: payment)
    let inputs = try store.knownInputs(of: payment.unsigned, in: wallet)
    let cosigners = try session.cosigners(wallet, store)
    let stored = try store.packet(of: payment, sharing: returned.packets)
    let before = try stored.psbt()
    let payments = try store.payments(of: wallet)
    let earlier = try EarlierNonces(of: payments, in: store, but: payment.number)
    var collector = try Collector(
      before, inputs: inputs, cosigners: cosigners, earlier: earlier,
      entropy: store.nonceSecret(of: payment).map(NonceEntropy.init),
      allowsUnanswered: acceptance.accept.contains { $0.name == Rule.r28.rawValue })
    try collector.add(returned)
    var finished: Transaction?
    do {
      switch try collector.outcome() {
      case .finished(let transaction): finished = transaction
      case .signaturesMissing: break
      case .unfinishable(let problem):
        session.console.warn(
          "payment \(payment.number) cannot be finished: \(problem). "
            + "Cancel it, and build it again with `pay`.")
      }
    } catch {
      throw ProgramError(
        "the finished transaction is not valid: \(error)", rule: error.rule,
        hint: "sign it again; if it happens again, do not trust the signer")
    }
    let packet = collector.packet
    let isWritten = try store.collect(
      payment.number, psbt: StoredPacket(packet), expected: stored, final: finished)
    guard isWritten else { return nil }
    let final = payment.final ?? finished
    return Collected(
      final: final,
      status: PaymentStatus(
        of: packet, inputs: inputs, cosigners: cosigners, isComplete: final != nil),
      kept: collector.kept.count, rejected: collector.rejected,
      rejectedCount: collector.rejectedCount, leftOut: collector.leftOut,
      receipts: collector.receipts,
      openings: collector.openings, rounds: NonceRounds(of: packet))
  }

  private func report(
    _ payment: PaymentRecord, _ collected: Collected, adopted: Bool, _ console: Console
  ) {
    // Before it was signed the rate was known only as what it is at least.
    let rate = collected.final.map { FeeRate(fee: payment.fee, for: $0.weight) }
    console.result(
      sentences: Self.text(payment, collected, rate, out: out),
      json: .object(Self.object(payment, collected, rate, adopted: adopted)))
  }

  private static func text(
    _ payment: PaymentRecord, _ collected: Collected, _ rate: FeeRate?, out: String?
  ) -> String {
    var lines = [
      collected.final != nil
        ? "Payment \(payment.number) is complete: its scripts were run, and all of them agree."
        : "Payment \(payment.number): \(count(collected.kept)).", collected.status.words,
    ]
    if let receipts = collected.receipts { lines.append(receipts.words) }
    if collected.isAnswered {
      let rounds = collected.rounds
      lines.append(
        "Anti-exfil: \(rounds.openings) of \(counted(rounds.commitments, "opening")) received.")
      let file = out.map { "\(ForeignText.shown($0)), written now" }
      lines.append(
        "Next: sign round 2: \(file ?? "`payments --payment \(payment.number) --out FILE` writes it")"
      )
      if rounds.openings < rounds.commitments {
        lines.append("Whoever has not answered yet signs round 1 of the same file.")
      }
    }
    lines.append(payment.unsigned.wordsToCompare)
    if let rate {
      lines.append("As signed, the fee is \(payment.fee.satoshis) sat, \(rate).")
      lines.append("Send it with: `broadcast \(payment.number)`")
    }
    return lines.joined(separator: "\n")
  }

  static func object(
    _ payment: PaymentRecord, _ collected: Collected, _ rate: FeeRate?, adopted: Bool
  ) -> JSONObject {
    var object: JSONObject = ["payment": .integer(payment.number)]
    collected.status.write(to: &object)
    object["words"] = .string("\(payment.unsigned.checkWords)")
    object["txid"] = collected.final.map { .string("\($0.txid)") } ?? .null
    object["new"] = .integer(collected.kept)
    object["newOpenings"] = .integer(collected.openings)
    object["antiExfil"] = collected.rounds.json
    object["adopted"] = .bool(adopted)
    object["rejected"] = .array(collected.rejected.map(\.json))
    object["rejectedCount"] = .integer(collected.rejectedCount)
    object["leftOut"] = .array(collected.leftOut.prefix(mostListed).map(\.json))
    object["leftOutCount"] = .integer(collected.leftOut.count)
    if let receipts = collected.receipts { object["receipts"] = receipts.json }
    if let rate { object["feeRate"] = .number(rate.satPerVByte) }
    object["ladder"] = .array([])
    return object
  }

  private static func count(_ kept: Int) -> String {
    switch kept {
    case 0: "no new signature"
    case 1: "one new signature"
    default: "\(kept) new signatures"
    }
  }
}
