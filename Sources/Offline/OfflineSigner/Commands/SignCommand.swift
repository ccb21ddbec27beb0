import AirgapTransfer
import ArgumentParser
import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import EncryptedVault
import ExtendedKeys
import SecretKeys
import SecureMemory
import Signing
import TerminalUI
import TransactionReview

/// `sign`: review, consent, signatures.
struct SignCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign",
    abstract: "Reviews a payment, asks, and signs exactly what was reviewed.",
    discussion: """
      The packet is read once; what is shown is what is signed. A refusal ends it.
      Each warning is acknowledged on its own, by typing its rule, or in a script
      by --accept; --yes answers only the final question.

        offline-signer sign payment.gif --out signed.gif
        offline-signer sign camera --out terminal
        offline-signer sign payment.psbt --out signed.psbt --yes --accept R04

      Without a vault, for one run (nothing is remembered, amounts must all be
      proved anew):

        offline-signer sign payment.psbt --seed words.txt --wallet wallet.txt \\
          --out signed.psbt
      """)

  @Argument(help: "The payment: file, picture, folder of pictures, `-`, `camera` or `paste`.")
  var input: [String]

  @OptionGroup var output: OutputOptions

  @Option(help: ArgumentHelp("Sign with this seed of the vault only.", valueName: "seed"))
  var with: EntryName?

  @Option(
    help: ArgumentHelp("Acknowledge the warnings of a rule, such as R04.", valueName: "rule"))
  var accept: [RuleArgument] = []

  @OptionGroup var stateless: StatelessOptions
  @OptionGroup var consent: ConsentOptions
  @OptionGroup var seedPassphrase: SeedPassphraseOptions
  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws(ProgramError) {
    let target = try output.target()
    if stateless.isAsked {
      try signStateless(to: target, session)
    } else {
      try signFromVault(to: target, session)
    }
  }

  private func signFromVault(
    to target: MessageOutput, _ session: Session
  ) throws(ProgramError) {
    try session.requireVault()
    // Bytes from outside are read before any key is in memory.
    let psbt = try Payment.read(input, on: session.console)
    var vault = try session.openVault()
    let review = Review(of: psbt, in: try vault.contents.reviewContext(now: session.now))
    let approval = try approve(review, session.console)
    let keys = try keyRing(for: review, vault.contents, session.console)
    let outcome = try sign(approval, with: keys, session)
    let signature = Signature(outcome)
    // Saved before a signature leaves: an amount that was proved or accepted is never forgotten.
    var contents = vault.contents
    contents.remember(review, as: signature.txid, now: session.now)
    do {
      try vault.save(contents)
    } catch {
      throw ProgramError(error, during: "nothing was written, because it could not be remembered")
    }
    try deliver(outcome, signature, review, to: target, session.console)
  }

  private func signStateless(
    to target: MessageOutput, _ session: Session
  ) throws(ProgramError) {
    let psbt = try Payment.read(input, on: session.console)
    let source = try stateless.open(session, seedPassphrase, agreed: consent.yes)
    let review = Review(of: psbt, in: source.context(now: session.now))
    let approval = try approve(review, session.console)
    let outcome = try sign(approval, with: source.keys, session)
    try deliver(outcome, Signature(outcome), review, to: target, session.console)
  }

  // MARK: Steps

  private func approve(_ review: Review, _ console: Console) throws(ProgramError) -> Approval {
    var screen = SigningScreen(on: console, accepting: accept, agreed: consent.yes)
    do throws(ApprovalError) {
      return try review.approval(on: &screen)
    } catch {
      if let trouble = screen.trouble {
        throw ProgramError("\(error): \(trouble.message)", hint: error.hint)
      }
      throw ProgramError(error)
    }
  }

  /// The master keys of the seeds that the reviewed inputs need.
  private func keyRing(
    for review: Review, _ contents: VaultContents, _ console: Console
  ) throws(ProgramError) -> KeyRing {
    let network = try contents.knownNetwork()
    let keys = KeyRing()
    if let with {
      keys.add(try contents.requiredSeed(with).masterKey(on: network, seedPassphrase, console))
      return keys
    }
    let places = review.signableInputs.compactMap { review.facts.inputs[$0].place }
    let fingerprints = Set(places.flatMap { $0.derived.keys.map { $0.origin.fingerprint.bytes } })
    let wallets = Set(places.map { review.facts.context.wallets[$0.wallet].name })
    let named = Set(contents.wallets.filter { wallets.contains($0.name) }.compactMap(\.seed))
    for seed in contents.seeds {
      // A BIP-39 passphrase gives another fingerprint than the one in the record.
      let isNeeded =
        seed.usesPassphrase ? named.contains(seed.name) : fingerprints.contains(seed.fingerprint)
      guard isNeeded else { continue }
      keys.add(try seed.masterKey(on: network, seedPassphrase, console))
    }
    return keys
  }

  private func sign(
    _ approval: consuming Approval, with keys: KeyRing, _ session: Session
  ) throws(ProgramError) -> Signer.Outcome {
    let count = approval.psbt.inputs.count
    let random: [UInt8]
    do {
      random = try session.environment.random.bytes(count: 32 * count)
    } catch {
      throw ProgramError(error)
    }
    do {
      return try Signer(keys: keys).signed(consuming: approval) { number in
        Bytes32(random[(32 * number)..<(32 * number + 32)]) ?? .zero
      }
    } catch {
      throw ProgramError(error)
    }
  }

  private func deliver(
    _ outcome: Signer.Outcome, _ signature: Signature, _ review: Review,
    to target: MessageOutput, _ console: Console
  ) throws(ProgramError) {
    try target.write(.psbt(outcome.psbt.encoded()), as: output.format, on: console)
    let (signed, all) = (outcome.signedInputs.count, outcome.psbt.inputs.count)
    let state =
      signature.isComplete
      ? "The payment is complete." : "\(signature.missing) inputs wait for other signers."
    let text =
      "Signed \(signed) of \(all) inputs. \(state) Written to \(ForeignText.shown(output.out))."
    // Standard output belongs to the packet when that is where it goes.
    guard output.out != "-" else { return console.talk(text) }
    console.result(
      text: text,
      json: [
        "signed": .integer(signed), "complete": .bool(signature.isComplete),
        "inputs": .integer(all),
        "txid": .string("\(signature.txid)"), "out": .string(output.out),
        "accepted": .array(review.rulesToAcknowledge.map { .string($0) }),
      ])
  }
}

/// What the signatures make of the payment.
private struct Signature {
  /// The inputs that still wait for somebody.
  let missing: Int
  /// Of the finished transaction; while signatures are missing, of the unsigned one.
  let txid: Txid

  var isComplete: Bool { missing == 0 }

  init(_ outcome: Signer.Outcome) {
    let (final, missing) = Finalizer().finalizedWherePossible(outcome.psbt)
    self.missing = missing.count
    // A legacy input's signature is part of what its txid commits to.
    let finished = missing.isEmpty ? try? Extractor(final).uncheckedTransaction() : nil
    txid = (finished ?? outcome.psbt.unsignedTransaction).txid
  }
}
