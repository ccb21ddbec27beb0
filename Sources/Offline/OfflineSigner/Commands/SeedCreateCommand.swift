internal import ArgumentParser
internal import Bytes
internal import EncryptedVault
internal import ExtendedKeys
internal import Mnemonics
internal import SecretKeys
internal import SecureMemory
internal import SeedEntropy
internal import SeedForms
internal import SignerHome
internal import TerminalUI

/// `seed create`: makes a seed.
struct SeedCreateCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Makes a seed from the system's randomness mixed with yours.",
    discussion: """
      Two sources are better than one: if one is broken, the other protects you. The
      program draws its part first and shows the hash of it, so that it cannot
      choose it to fit yours. Then come your rolls, and SHA-256 of everything is
      the seed: a bad source never hurts a good one. With --yes and no source of
      yours the system's randomness is used alone; that is said and recorded.

        offline-signer seed create savings --words 24
        offline-signer seed create savings --dice rolls.txt
        offline-signer seed create savings --dice terminal --die 20 --keys
        offline-signer seed create savings --coins terminal --frames camera

      --birth-height is the newest block of today. The sheets show it, so that a
      recovery searches the chain from there and not from its start.

      Each draw counts as follows, as if it were a fifth less fair than it should be:
      a roll of six sides 2.3 bits (56 rolls carry all of 12 words, 111 all
      of 24), of twenty sides 4, a coin 0.7, a shuffled deck 200, a gap between
      two keys 2, a frame of a camera 64. Draws that look made up are pointed
      out and count as nothing; keys and frames without randomness are refused.

      --transcript terminal shows everything that went in, the program's part too,
      and Samples/replay-entropy/replay.py makes the same words from it. Whoever sees
      it has the seed.

      --as seedsigner and --as coldcard make the words of dice alone, without the
      system's randomness, exactly as those signers do: 50 rolls for 12 words, 99
      for 24 (SeedSigner takes 128 or 256 coins too). It is for comparing two
      devices; you are asked before it is kept.

        offline-signer seed create same --as coldcard --dice terminal --words 12
      """)

  @Argument(help: "A name for the seed: letters, digits, dot, dash, underscore.")
  var name: EntryName

  @Option(help: ArgumentHelp("How many words.", valueName: "words"))
  var words: WordCount = .twentyFour

  @OptionGroup var entropy: EntropyOptions

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Make the words of dice alone as `seedsigner` or `coldcard` does.", valueName: "signer"))
  var other: OtherSigner?

  @OptionGroup var transcript: TranscriptOptions

  @Option(help: ArgumentHelp("The language of the words.", valueName: "language"))
  var language: MnemonicLanguage = .english

  @OptionGroup var birthHeight: BirthHeightOption
  @OptionGroup var newPassphrase: NewPassphraseOptions
  @OptionGroup var consent: SignerConsentOptions
  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    try entropy.check()
    try newPassphrase.check()
    try transcript.check(session.console)
    try session.requireVault()
    if let other { return try compare(with: other, session) }
    let count = words.rawValue
    let laboratory = EntropyLaboratory(
      options: entropy, wordCount: count, random: session.environment.random,
      console: session.console, isUnattended: consent.yes)
    // What comes from outside is read before any key is in memory; what is typed, once it is known that
    // the name is free.
    var early: EntropyPool?
    if entropy.areOutside { early = try laboratory.begun() }
    var vault = try session.openVault()
    try NewSeed.requireFree(name, in: vault.contents)
    try session.seeds(of: vault).unlock()
    var pool: EntropyPool
    if let begun = early.take() { pool = begun } else { pool = try laboratory.begun() }
    try laboratory.finish(&pool)
    let mixed = try hinted { () throws(EntropyError) in try pool.mixed(wordCount: count) }
    let mnemonic = try hinted { () throws(MnemonicError) in
      try Mnemonic(entropy: mixed.entropy.duplicated(), language: language)
    }
    let report = EntropyReport(
      claims: pool.claims, neededBits: mnemonic.withEntropy { $0.count } * 8)
    let isAlone = pool.claims.count == 1
    if isAlone {
      session.console.warn(
        "the seed comes from the system's randomness alone, which nobody can check; this is recorded"
      )
    } else {
      session.console.talk(report.text)
    }
    try transcript.reveal(
      pool, wordCount: count, of: name, session.console,
      asking: session.console.screen.canAsk && !consent.yes && !isAlone)
    let seed = try keep(mnemonic, origin: mixed.record.text, in: &vault, session)
    try reveal(mnemonic, on: session.console)
    session.console.result(
      sentences: made(seed), json: json(seed, report, commitment: pool.commitment))
  }

  // MARK: Keeping

  private func keep(
    _ mnemonic: borrowing Mnemonic, origin: String, in vault: inout Vault, _ session: SignerSession
  ) throws(ProgramError) -> StoredSeed {
    var contents = vault.contents
    let passphrase = try newPassphrase.kept(
      for: GivenSeed(mnemonic), named: name, on: contents.knownNetwork(), consent,
      session.console)
    let new = NewSeed(
      name: name, given: GivenSeed(mnemonic), origin: origin,
      usesPassphrase: newPassphrase.isUsed, birthHeight: birthHeight.value)
    let stored = try new.store(
      in: &contents, now: session.now, opening: session.seeds(of: vault))
    let seed = contents.keep(passphrase, with: stored)
    try vault.keep(contents)
    return seed
  }

  // MARK: As others do it

  private func compare(
    with other: OtherSigner, _ session: SignerSession
  ) throws(ProgramError) {
    guard transcript.transcript == nil else {
      throw ProgramError(
        "with --as \(other.rawValue) the rolls are the only source: there is no transcript",
        hint: "leave --transcript out", exitCode: .wrongUsage)
    }
    let (console, count) = (session.console, words.rawValue)
    // As in `run`: outside bytes before the vault, typing after it.
    var early: Draws?
    if entropy.areOutside { early = try other.draws(entropy, wordCount: count, console) }
    var vault = try session.openVault()
    try NewSeed.requireFree(name, in: vault.contents)
    try session.seeds(of: vault).unlock()
    let draws: Draws
    if let read = early.take() {
      draws = read
    } else {
      draws = try other.draws(entropy, wordCount: count, console)
    }
    let mnemonic = try other.mnemonic(of: draws, wordCount: count, in: language, console)
    let refusal = other.refusal(of: draws, wordCount: count)
    let master = try MasterKeys.masterKey(
      of: mnemonic, passphrase: SecretBytes(count: 0), on: vault.contents.knownNetwork())
    console.talk("The fingerprint of the words is \(master.fingerprint).")
    if console.screen.canAsk, !consent.yes {
      try console.showSecret(
        title: "What \(other.name) makes of these \(draws.kind.plural)",
        WordSheet.text(of: mnemonic))
    }
    if let refusal {
      guard console.screen.canAsk, !consent.yes else { throw ProgramError(refusal) }
      console.warn("they cannot be kept: \(refusal)")
      return compared(master.fingerprint, console)
    }
    var agreed = consent.yes
    if !agreed { agreed = try console.agrees(to: "Keep this seed as \(name)?") }
    guard agreed else { return compared(master.fingerprint, console) }
    let source = draws.kind == .coin ? "coins" : "dice"
    let seed = try keep(
      mnemonic, origin: "\(source)(\(draws.count)) alone, as \(other.name)", in: &vault, session)
    console.talk("Check what you wrote: offline-signer seed verify \(name)")
    console.result(sentences: made(seed), json: seed.json)
  }

  private func compared(_ fingerprint: Fingerprint, _ console: Console) {
    console.result(
      sentences: "Compared, and nothing was kept: fingerprint \(fingerprint).",
      json: ["fingerprint": .string("\(fingerprint)"), "kept": .bool(false)])
  }

  // MARK: Showing

  /// Shows the words once, where a person sits.
  private func reveal(
    _ mnemonic: borrowing Mnemonic, on console: Console
  ) throws(ProgramError) {
    if console.screen.canAsk, !consent.yes {
      let title = "The words of \(name). Write them down on paper, in order, and nowhere else."
      try console.showSecret(title: title, WordSheet.text(of: mnemonic))
    } else {
      console.talk("Write its words down: offline-signer seed show \(name)")
    }
    // The desk leads on by itself.
    if SignerEnvironment.current.action == nil {
      console.talk("Then check what you wrote: offline-signer seed verify \(name)")
    }
  }

  private func made(_ seed: StoredSeed) -> String {
    """
    Made the seed \(seed.name): \(words.rawValue) words, fingerprint \(Hex.encode(seed.fingerprint)), \
    from \(seed.origin).
    """
  }

  /// The object of the seed, with {commitment, addedBits, sources: [{name, count, bits}]}.
  private func json(
    _ seed: StoredSeed, _ report: EntropyReport, commitment: Bytes32
  ) -> JSONValue {
    guard case .object(var members) = seed.json else { return seed.json }
    members["commitment"] = .string(commitment.hex)
    members["addedBits"] = .integer(report.addedBits)
    members["sources"] = .array(
      report.claims.map {
        ["name": .string($0.name), "count": .integer($0.count), "bits": .integer($0.bits)]
      })
    return .object(members)
  }
}
