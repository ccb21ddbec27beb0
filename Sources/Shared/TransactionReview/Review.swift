public import BitcoinPSBT
internal import BitcoinPrimitives

/// What a PSBT does to the wallets of this machine: the facts, the warnings and the refusals.
///
/// The review derives, hashes and adds for itself; the PSBT only says where to look. It holds the
/// very PSBT it looked at, and that PSBT is what an approval is about (R29).
public struct Review: Sendable {
  /// Everything that the rules looked at.
  public let facts: ReviewFacts
  /// All findings, by rule and then in the order of the transaction; before them that the wallet is
  /// not registered, or that this is an answer trimmed to its signatures.
  public let findings: [Finding]

  /// Reviews a PSBT with what this machine knows.
  public init(of psbt: PSBT, in context: ReviewContext) {
    var facts = ReviewFacts(of: psbt, in: context)
    let first = ReviewRules.first.flatMap { $0(facts) }
    var last = ReviewRules.last.flatMap { $0(facts) }
    // Somebody else wrote these scripts, and chose how long they run: they are run only where
    // nothing else refuses, so that the answer depends on them alone.
    if !(first + last).contains(where: { $0.severity == .refuse }) {
      facts.runFinalScripts()
      last = ReviewRules.last.flatMap { $0(facts) }
    }
    self.facts = facts
    let found = first + last
    let leading = R12Ownership.leading(in: facts)
    findings = leading + found.filter { !leading.contains($0) }
  }

  /// The very PSBT that was reviewed.
  public var psbt: PSBT { facts.psbt }
  /// The findings that need an acknowledgement, in the order of ``findings``.
  public var warnings: [Finding] { findings.filter { $0.severity == .warn } }
  /// The findings that no acknowledgement overrides, in the order of ``findings``.
  public var refusals: [Finding] { findings.filter { $0.severity == .refuse } }
  /// The findings that are only shown, in the order of ``findings``.
  public var notes: [Finding] { findings.filter { $0.severity == .show } }

  /// What the warnings wait for, each once, in order: their rules, and the names of consents in
  /// words.
  public var acknowledgements: [String] {
    warnings.reduce(into: []) {
      if !$0.contains($1.acknowledgement) { $0.append($1.acknowledgement) }
    }
  }

  /// The inputs this machine signs: ours, by our own derivation, with a key of ours that is to
  /// sign, and not signed for good already.
  public var signableInputs: [Int] {
    facts.inputs.indices.filter { number in
      guard let place = facts.inputs[number].place else { return false }
      return !facts.context.wallets[place.wallet].signingKeys.isEmpty
        && !facts.psbt.inputs[number].isFinal
    }
  }
}

/// The rules in force, each in a file of its own, in the order of docs/rules.md.
enum ReviewRules {
  /// Those that look at no signature.
  static let first: [@Sendable (ReviewFacts) -> [Finding]] = [
    R01PreviousTransactions.findings,
    R02WitnessUTXO.findings,
    R02Confirmations.findings,
    R03Amounts.findings,
    R04Fee.findings,
    R05DuplicateInputs.findings,
    R06Change.findings,
    R07ChangePath.findings,
    R08GlobalXpubs.findings,
    R10Sighash.findings,
    R11Network.findings,
    R12Ownership.findings,
    R13ScriptHashes.findings,
    R14Taproot.findings,
    R15Outputs.findings,
    R16LockTimes.findings,
    R27SecretsInNotes.findings,
    R34ReplayLock.findings,
  ]
  /// Those that look at signatures, and what comes behind them.
  static let last: [@Sendable (ReviewFacts) -> [Finding]] = [
    R18Work.findings,
    R19DataRidingAlong.findings,
    R20ExistingSignatures.findings,
    R21MultisigPayload.findings,
    R28Nonces.findings,
    R33SignedBefore.findings,
  ]
}
