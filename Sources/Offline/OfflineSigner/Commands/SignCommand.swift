internal import AirgapMessages
internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import Descriptors
internal import EncryptedVault
internal import ExtendedKeys
internal import KeeperProcess
internal import KeyKeeper
internal import PacketSigning
internal import PaymentSigning
internal import SecretKeys
internal import SecureMemory
internal import SeedForms
internal import SignerHome
internal import Signing
internal import TerminalUI
internal import TransactionReview

/// `sign`: review, consent, signatures.
struct SignCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign",
    abstract: "Reviews a payment, asks, and signs exactly what was reviewed.",
    discussion: """
      The payment is read once, and what is shown is what is signed. A refusal ends
      the command. For a wallet of several people it adds the signatures of this
      vault, and says who is missing.

        offline-signer sign payment.gif --out signed.gif
        offline-signer sign camera --out terminal
        offline-signer sign payment.psbt --out signed.psbt --accept R04

      QR codes are answered in the form and density in which they came: BBQr by BBQr,
      ur by ur, the short form of this project by the same. --for names another
      reader.
      A large answer crosses in seconds where each camera sees the other screen:
      write it to a file, show that, and press b where it is read.

        offline-signer sign payment.psbt --out signed.psbt
        offline-signer qr show signed.psbt --both-ways camera

      Warnings and the final question
        Each warning is acknowledged on its own: type its rule, or in a script add
        --accept. The final question asks for characters of an address that is paid.
        --yes answers it in rehearsals, and on mainnet only if the vault's setting
        unattended-signing is on.

      Words
        The coordinator shows the same four words for the same payment. If they
        differ, it is another payment: do not sign.
        They are not secret and not part of a seed.

      Consent in words
        Some things are refused unless you type a sentence, or in a script give its
        name:
          --accept sweep        paying a single key that came from outside
          --accept handed-out   paying a wallet that was handed out as a BIP-85 child
          --accept real-coins   signing on a test network with keys that are the same
                                on mainnet
          --accept replace      spending a coin that was already signed for, in a
                                payment with other recipients or amounts
          --accept no-vault     inputs of others, if no vault remembers which coins
                                are ours
          --accept unknown-fee  a multisig payload whose fee cannot be known

      Several files
        They are read as parts of one payment: PSBTs, multisig payloads of the Chance
        wallet, and the transactions that it spends, in hex, one on each line.
        Without those transactions the fee of a payload cannot be known, and you must
        type a sentence (R21). A payload is answered by a payload, unless --as or the
        ending .psbt says otherwise; a complete one gets no further signature (R20).

          offline-signer sign payload.txt previous.txt --out signed.txt

      A fee ladder
        What `pay --ladder` of the coordinator writes is one payment at several fees,
        and what takes it back. The payment is shown once with a row for each, and
        one question signs all. If anything but fee and change differs, none is
        signed.

      Without a vault
        --seed signs once with a seed that is not kept. Nothing is remembered, so all
        amounts must be proved again. If there are inputs of others, you must type a
        sentence, because they may be ours in another signing (R12).

          offline-signer sign payment.psbt --seed words.txt --wallet wallet.txt \\
            --out signed.psbt

        You are shown the wallet and asked about it. In a script, once you compared
        it, --accept wallet answers that; --accept stranger answers that somebody
        else can spend from it alone. On a test network, where the machine is not
        isolated, --accept practice answers that the seed never held real coins,
        which is asked before it is read. A single private key (WIF, BIP-38) needs no
        --wallet: its wallet is the combo of its public key. --bip85 takes a child of
        the seed instead of the seed itself:

          offline-signer sign payment.psbt --seed words.txt --bip85 words/12/0 \\
            --wallet wallet.txt --out signed.psbt

      Anti-exfil
        A payment that was built with `pay --anti-exfil` is signed in two rounds. The
        review says which one it is. The answer to round 1 has no signature: give it
        to the coordinator, and sign what that writes.

      Comparing two signers
        Signatures are deterministic: a second machine with the same seed, or another
        build of this program, makes the same bytes. --compare signs in memory after
        the same review and consent, and says for each signature whether the other
        signer's answer has the same bytes; if not, the exit code is 1. A signer that
        adds randomness makes valid signatures that differ each time.

          offline-signer sign payment.psbt --compare signed-by-the-other.psbt

        --receipt writes which keys signed with which nonces, and no signature. Give
        the second machine's receipt to the coordinator with the signed payment: it
        takes no signature with another nonce. --compare takes a receipt too.

          offline-signer sign payment.psbt --receipt receipt.png   on the second one
          online-coordinator collect signed.psbt receipt.png
      """)

  @Argument(help: "The payment: file, picture, folder of pictures, `-`, `camera` or `paste`.")
  var input: [String]

  @OptionGroup var output: SigningOutput

  @Option(
    help: ArgumentHelp(
      "Sign with this seed of the vault only; otherwise with every seed that has a key.",
      valueName: "seed"))
  var with: EntryName?

  @Option(
    help: ArgumentHelp(
      "Acknowledge the warnings of a rule, such as R04, or what `review --json` names as accept.",
      valueName: "rule"))
  var accept: [RuleArgument] = []

  @OptionGroup var stateless: StatelessOptions
  @OptionGroup var consent: SignerConsentOptions
  @OptionGroup var seedPassphrase: SeedPassphraseOptions
  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    let targets = try output.targets()
    if stateless.isAsked {
      try signForOneRun(to: targets, session)
    } else {
      try signFromVault(to: targets, session)
    }
  }

  typealias Targets = (answer: MessageOutput?, receipt: MessageOutput?)

  private func signFromVault(
    to targets: Targets, _ session: SignerSession
  ) throws(ProgramError) {
    try stateless.carriedSeed.requireUnused()
    try session.requireVault()
    let keeper = keeper(session)
    // Beside another process the passphrase is typed before bytes from outside are read: whoever takes this
    // process over by them could read the terminal. Within one process they are read before the vault is open.
    let opened = session.environment.keeper == nil ? nil : try keeper.open()
    let steps = try steps(session.console)
    let payment = steps[0]
    let other = try otherAnswer(session.console)
    let contents = if let opened { opened } else { try keeper.open() }
    try session.beginRehearsal(on: contents.knownNetwork())
    if let with { _ = try contents.requiredSeed(with) }
    let money = try MoneyConsent(
      consent, on: contents.knownNetwork(), vault: contents, session)
    guard steps.count == 1 else {
      return try sign(ladder: steps, contents, money, by: keeper, to: targets, session)
    }
    let context = try contents.reviewContext(
      now: session.now, signingWith: with, payload: payment.payload)
    let review = Review(of: payment.psbt, in: context)
    try requireAnswerable(review, payment)
    session.endRehearsal(of: review.facts)
    try requireKeys(of: review, contents)
    try sign(review, payment, comparedWith: other, money, by: keeper, to: targets, session)
  }

  /// Has what was reviewed signed by what holds the seeds: from here on that reads, asks and signs.
  func sign(
    _ review: Review, _ payment: Payment, comparedWith other: OtherAnswer?, _ money: MoneyConsent,
    by keeper: KeeperClient, to targets: Targets, _ session: SignerSession
  ) throws(ProgramError) {
    var answers: [String: LoggedAcceptance.Answer] = [:]
    let approved = try approve(review, money, session.console, noting: &answers).approvedReview()
    let request = SignRequest(
      packet: payment.bytes ?? approved.psbt.encoded(), isPutTogether: payment.bytes == nil,
      claims: ReviewClaims(approved), inputs: approved.signableInputs,
      round: approved.agreedRound,
      accepted: approved.acknowledgements.map {
        LoggedAcceptance($0, answers[$0] ?? .notKept)
      })
    guard approved.facts.nonceRound != .first else {
      let openings = try keeper.openings(request)
      let answer = try hinted { () throws(SignerError) in try approved.answered(openings) }
      return try deliverOpenings(
        answer, payment, approved, to: targets.answer, session.console)
    }
    let (made, log) = try keeper.sign(request)
    let outcome: Signer.Outcome
    do throws(SignerError) {
      outcome = try Signer.Outcome(of: approved, made, areHashes: output.out == nil)
    } catch {
      throw ProgramError(error)
    }
    let comparison = try other?.compared(with: outcome, packet: payment.packetHash)
    if log != nil, comparison?.trouble != nil {
      session.console.talk(
        "This signing is in the log of this signer, but its signatures were not written.")
    }
    guard let target = try goesOn(to: targets, comparison, outcome, payment, session.console)
    else { return }
    var signature = Signature(outcome, approved)
    // As the log calls it: while signatures are missing, its name may be known already.
    if let log { signature.txid = Txid(log.txid) }
    try deliver(
      outcome, signature, payment, approved,
      log: log.map { LogHead(count: $0.count, hash: $0.hash) }, to: target, session.console)
  }

  /// The way to what holds the seeds: the process beside this one, or in it where the whole command runs there.
  func keeper(_ session: SignerSession) -> KeeperClient {
    KeeperClient(session.environment.keeper ?? KeeperServer(session, for: task))
  }

  /// What this command line says to what holds the seeds.
  var task: KeeperTask {
    guard stateless.isAsked else { return .sign(keeperOptions) }
    return .oneRun(
      OneRunOptions(
        signing: keeperOptions, carried: stateless.carriedSeed, seedPassphrase: seedPassphrase,
        accepted: accept))
  }

  private var keeperOptions: KeeperOptions {
    KeeperOptions(
      consent: consent,
      seedPassphrase: stateless.isAsked ? SeedPassphraseOptions() : seedPassphrase,
      isForOneRun: stateless.isAsked, seed: with,
      freshRandomness: output.freshRandomness,
      accepted: accept, comparesOnly: output.out == nil)
  }

  // MARK: Steps

  /// Reads the payment and sees to it that an answer in its form can be written.
  func payment(_ console: Console) throws(ProgramError) -> Payment {
    let steps = try steps(console)
    guard steps.count == 1 else {
      throw ProgramError(
        "a fee ladder is signed by a vault only",
        hint: "leave --seed out; or have each payment written by itself, and sign these")
    }
    return steps[0]
  }

  /// The same, or the payments of a fee ladder.
  private func steps(_ console: Console) throws(ProgramError) -> [Payment] {
    let steps = try Payment.steps(input, on: console)
    if steps.count > 1 { try requireLadder() } else { try require(steps[0]) }
    return steps
  }

  private func require(_ payment: Payment) throws(ProgramError) {
    try payment.requireUnfinished()
    let format = payment.answerFormat(output.format, to: output.out ?? "")
    if format == .multisig, output.out != nil { _ = try payment.answer(payment.psbt, as: format) }
  }

  /// Asks for consent; `answers` take how each warning was acknowledged.
  private func approve(
    _ review: Review, _ money: MoneyConsent, _ console: Console,
    noting answers: inout [String: LoggedAcceptance.Answer]
  ) throws(ProgramError) -> Approval {
    var screen = SigningScreen(on: console, accepting: accept, money)
    defer { answers = screen.answers }
    do throws(ApprovalError) {
      return try review.approval(on: &screen)
    } catch {
      guard let trouble = screen.trouble else { throw ProgramError(error) }
      // Where no question was asked, nothing was declined or left unacknowledged.
      if screen.isUnread || error == .declined {
        throw ProgramError("nothing was signed: \(trouble.message)", hint: trouble.hint)
      }
      throw ProgramError("\(error): \(trouble.message)", rule: error.rule, hint: trouble.hint)
    }
  }

  /// Refuses a seed that signs nothing of this payment, by name.
  func requireKeys(
    of review: Review, _ contents: VaultContents
  ) throws(ProgramError) {
    guard let with, review.refusals.isEmpty else { return }
    let spent = review.facts.spentWallets.map { review.facts.context.wallets[$0] }
    guard !spent.isEmpty, spent.allSatisfy(\.signingKeys.isEmpty) else { return }
    let seeds = contents.wallets.filter { wallet in spent.contains { $0.name == wallet.name } }
      .flatMap(\.seeds)
    throw ProgramError(
      "the seed \(with) has no key for the coins that this payment spends",
      hint: "sign with one of: \(Set(seeds).sorted().joined(separator: ", "))")
  }

  func otherAnswer(_ console: Console) throws(ProgramError) -> OtherAnswer? {
    guard let name = output.compare else { return nil }
    return try OtherAnswer(name, on: console)
  }

  /// Says what the comparison came to and writes the receipt; gives the target when the signatures are to leave.
  ///
  /// Without one none leaves; key-keeper then gave hashes alone, and remembered nothing.
  ///
  /// - Throws: `ProgramError` when they are not equal; then nothing leaves, wherever it was meant
  ///   to go.
  private func goesOn(
    to targets: Targets, _ comparison: OtherAnswer.Comparison?, _ outcome: Signer.Outcome,
    _ payment: Payment, _ console: Console
  ) throws(ProgramError) -> MessageOutput? {
    var sentences = [comparison?.text].compactMap(\.self)
    var object: JSONObject = [:]
    if let comparison {
      object["equal"] = .bool(comparison.isEqual)
      object["signatures"] = comparison.json
    }
    if comparison?.trouble == nil, let target = targets.receipt {
      let receipt = SigningReceipt(of: outcome, packet: payment.packetHash)
      try target.write(.signingReceipt(receipt), as: nil, on: console)
      let name = output.receipt ?? "-"
      sentences.append(Self.sentence(receipt, leaves: targets.answer != nil, name))
      object["receipt"] = [
        "out": .string(name), "packet": .string(receipt.packet.hex),
        "signatures": .integer(receipt.signatures.count),
      ]
    }
    if targets.answer != nil, comparison?.trouble == nil {
      if !sentences.isEmpty { console.talk(sentences.joined(separator: "\n")) }
      return targets.answer
    }
    // Standard output belongs to the receipt when that is where it goes.
    if targets.receipt != nil, output.receipt == "-", comparison?.trouble == nil {
      console.talk(sentences.joined(separator: "\n"))
    } else {
      console.result(sentences: sentences.joined(separator: "\n"), json: .object(object))
    }
    if let trouble = comparison?.trouble { throw trouble.besideResult() }
    return nil
  }

  /// Says where the receipt went, and what to do with it.
  private static func sentence(
    _ receipt: SigningReceipt, leaves: Bool, _ name: String
  ) -> String {
    let count = receipt.signatures.count
    let what = count == 1 ? "1 signature" : "\(count) signatures"
    let end =
      leaves ? "" : " No signature was written, and this signing is not in the log."
    return "Receipt of \(what). \(OutputOptions.destination(name)) Another signer compares with it "
      + "(`sign --compare`), and the coordinator does (`collect`).\(end)\n"
      + "SHA-256 of the packet: \(receipt.packet.hex)"
  }

  private func deliver(
    _ outcome: Signer.Outcome, _ signature: Signature, _ payment: Payment, _ review: Review,
    log: LogHead?, to target: MessageOutput, _ console: Console
  ) throws(ProgramError) {
    // First: the entry is in the log, whatever becomes of the file.
    if let log {
      console.talk(
        "The log of this signer has \(log.text). Write both down: if it ever has fewer entries, or "
          + "`log verify --entries \(log.count)` shows other words, an older vault was put back.")
    }
    let out = output.out ?? "-"
    let format = payment.answerFormat(output.format, to: out)
    // The next signer may want to see that the coins are confirmed; who sends the payment knows.
    let answer = signature.isComplete ? outcome.psbt.withoutConfirmationProofs : outcome.psbt
    try target.answering(payment.carriage).write(
      payment.answer(answer, as: format), as: format, on: console)
    let (signed, all) = (outcome.signedInputs.count, outcome.psbt.inputs.count)
    let missing = review.facts.progress.compactMap { $0?.missing }.max() ?? 0
    let text =
      "Signed \(signed) of \(all) \(all == 1 ? "input" : "inputs"). \(state(signature, missing)) "
      + OutputOptions.destination(out)
      + "\nWords: \(review.facts.transaction.checkWords) (compare with the coordinator)"
      + output.fasterWay(bytes: answer.encodedPieces().reduce(0) { $0 + $1.count })
    // Standard output belongs to the PSBT or the receipt when that is where it goes.
    guard out != "-", output.receipt != "-" else { return console.talk(text) }
    console.result(
      sentences: text,
      json: [
        "signed": .integer(signed), "complete": .bool(signature.isComplete),
        "inputs": .integer(all), "missing": .integer(signature.isComplete ? 0 : max(1, missing)),
        "txid": .string("\(signature.txid)"),
        "words": .string("\(review.facts.transaction.checkWords)"), "out": .string(out),
        "accepted": .array(review.acknowledgements.map { .string($0) }), "log": log?.json ?? .null,
      ])
  }
}

extension SignCommand {
  /// How far the payment is, in words.
  private func state(_ signature: Signature, _ missing: Int) -> String {
    if signature.isComplete { return "The payment is complete." }
    if missing > 0 {
      return
        "\(missing) more \(missing == 1 ? "signature is" : "signatures are") needed: pass it on."
    }
    return signature.missing == 1
      ? "1 input waits for another signer." : "\(signature.missing) inputs wait for other signers."
  }
}

/// What the signatures make of the payment.
struct Signature {
  /// The inputs that still wait for somebody.
  let missing: Int
  /// Of the finished transaction; while signatures are missing, of the unsigned one.
  var txid: Txid

  var isComplete: Bool { missing == 0 }

  init(_ outcome: Signer.Outcome, _ review: Review) {
    // What this machine knows of the coins stands in for what the PSBT leaves out.
    let known = review.facts.inputs.enumerated().compactMap { number, input in
      input.signedOutput.map { (number, $0) }
    }
    let (final, missing) = Finalizer(knowing: Dictionary(uniqueKeysWithValues: known))
      .finalizedWherePossible(outcome.psbt)
    self.missing = missing.count
    // A legacy input's signature is part of what its txid commits to.
    let finished = missing.isEmpty ? try? Extractor(final).uncheckedTransaction() : nil
    txid = (finished ?? outcome.psbt.unsignedTransaction).txid
  }
}
