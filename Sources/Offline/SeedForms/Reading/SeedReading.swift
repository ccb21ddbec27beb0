internal import AirgapTransfer
package import BitcoinPrimitives
internal import Bytes
internal import EncryptedVault
package import ExtendedKeys
package import Mnemonics
internal import RecoverySheets
internal import Refusals
internal import SecretKeys
package import SecureMemory
internal import SeedShares
package import TerminalUI

/// Reads a seed as a person gives it, in any form, and asks for what belongs to it: further shares,
/// a passphrase of SLIP-39, consent to a correction.
///
/// In two steps: ``collected(_:)`` takes what comes from outside and comes before a vault is opened;
/// ``read(_:on:)`` makes a seed of it, for which it needs the network.
package struct SeedReading {
  let console: Console
  package var language: MnemonicLanguage?
  /// Whether the words are parts of Seed XOR, which look like any other words.
  var isXOR = false
  /// Where the passphrase of SLIP-39 is; nil to ask.
  var slip39Passphrase: SecretSource?
  /// Where the passphrase of an encrypted key (BIP-38) is; nil to ask.
  var bip38Passphrase: SecretSource?
  /// The most iterations that shares of SLIP-39 may ask for without a person's word.
  var mostIterations = SeedReading.ordinaryIterations
  /// Whether readable characters in a QR code were said to be a CompactSeedQR.
  var takesReadableCompact = false
  /// Where the sheet words of an encrypted sheet are; nil to ask.
  var sheetWords: SecretSource?
  /// The least work that an encrypted sheet may ask for.
  var leastSealing = KDFParameters.standard
  /// The camera that further shares are held before.
  var camera: PrivateInput?
  /// The fingerprint that the seed must have; one word that is wrong is put right by it.
  package var fingerprint: Fingerprint?
  /// Where the BIP-39 passphrase is that the fingerprint may have been noted with; nil for none.
  package var passphraseOfFingerprint: SecretSource?

  /// What words are called among the forms.
  static let wordsForm = "words"

  /// What SLIP-39 asks for at the exponent 6: a second of work or so.
  ///
  /// A hostile share can ask for 327,680,000.
  static let ordinaryIterations = 640_000

  private var shares: ShareCollecting { ShareCollecting(console: console, camera: camera) }

  /// Takes what was given, a text or a QR code, and collects the shares that belong to it.
  ///
  /// Needs nothing of a vault: what a camera shows comes from outside and is read before any key is in
  /// memory.
  ///
  /// - Throws: `ProgramError`, also when several places were given of which one holds a whole seed.
  package func collected(_ given: consuming GivenText) throws(ProgramError) -> CollectedSeed {
    if isXOR { return .text(given) }
    try given.requireOneSeed()
    let isOther = given.bytes.withUnsafeBytes { SealedParts.isTyped($0) || RecoveryQR.isOne($0) }
    if given.isCompact || isOther || isShortOfAWord(given.bytes) { return .text(given) }
    switch SecretForm(recognising: given.bytes) {
    case .codex32: return .codex32(try shares.collected(from: given.bytes))
    case .slip39: return .slip39(try shares.collected(from: given.bytes))
    case .sskr: return .sskr(try shares.collected(from: given.bytes))
    case .words, .seedQR, .seedResource, .extendedPrivateKey, .singleKey, .encryptedKey, .unknown:
      return .text(given)
    }
  }

  /// Makes a seed of what was collected.
  ///
  /// - Throws: `ProgramError` with what is wrong or missing.
  package func read(
    _ collected: borrowing CollectedSeed, on network: Network
  ) throws(ProgramError) -> ReadSeed {
    let seed = try anySeed(collected, on: network)
    try requireFingerprint(of: seed, on: network)
    return seed
  }

  private func anySeed(
    _ collected: borrowing CollectedSeed, on network: Network
  ) throws(ProgramError) -> ReadSeed {
    switch collected {
    case .text(let given):
      // First of all: a part of Seed XOR may look like a whole seed, and is never kept as one.
      if isXOR { return try xor(given.bytes, on: network) }
      return given.isCompact ? try compact(given.bytes) : try read(text: given.bytes, on: network)
    case .codex32(let set): return try read(set)
    case .slip39(let set): return try read(set)
    case .sskr(let set): return try read(set)
    }
  }

  /// Reads a text; a form of several parts has one on each line, and asks for the missing ones.
  package func read(
    text: borrowing SecretBytes, on network: Network
  ) throws(ProgramError) -> ReadSeed {
    if text.withUnsafeBytes(SealedParts.isTyped) { return try sealed(text, on: network) }
    if isShortOfAWord(text) {
      return ReadSeed(.words(try seedWords(text, on: network)), form: Self.wordsForm)
    }
    if fingerprint == nil { noteElectrum(text) }
    let own = text.duplicated()
    switch SecretForm(recognising: text) {
    case .words, .unknown:
      return ReadSeed(.words(try seedWords(text, on: network)), form: Self.wordsForm)
    case .seedResource:
      let mnemonic = try hinted { () throws(SeedResourceError) in try Mnemonic(resource: own) }
      return ReadSeed(.words(mnemonic), form: "uniform resource")
    case .seedQR:
      let mnemonic = try hinted { () throws(SeedQRError) in try Mnemonic(seedQR: own) }
      return ReadSeed(.words(mnemonic), form: "SeedQR")
    case .extendedPrivateKey:
      let right = try mendedKey(own, counts: [78]) { (text) throws(DerivationError) in
        _ = try Xpriv(parsing: text)
      }
      let master = try hinted { () throws(DerivationError) in try Xpriv(parsing: right) }
      return ReadSeed(try GivenSeed(master, on: network), form: "extended private key")
    case .singleKey:
      let right = try mendedKey(own, counts: [33, 34]) { (text) throws(SingleKeyError) in
        _ = try WIFKey(parsing: text)
      }
      let key = try hinted { () throws(SingleKeyError) in try WIFKey(parsing: right) }
      return ReadSeed(try GivenSeed(key, on: network), form: "WIF")
    case .encryptedKey: return try encryptedKey(text, on: network)
    case .codex32: return try read(shares.collected(from: text) as Codex32ShareSet)
    case .slip39: return try read(shares.collected(from: text) as SLIP39ShareSet)
    case .sskr: return try read(shares.collected(from: text) as SSKRShareSet)
    }
  }

  /// Reads the bytes of a CompactSeedQR.
  ///
  /// They have no checksum. Sixteen readable characters are more often the text of some other QR
  /// code than a seed, so somebody has to say that they are one.
  private func compact(_ bytes: borrowing SecretBytes) throws(ProgramError) -> ReadSeed {
    let isReadable = bytes.withUnsafeBytes { $0.allSatisfy { (0x20...0x7e).contains($0) } }
    if isReadable, !takesReadableCompact {
      let question =
        "The QR code holds \(bytes.count) readable characters. Is it a CompactSeedQR? Yes reads them as a seed."
      guard try console.agrees(to: question, orElse: "add --compact-seedqr if it is one") else {
        throw ProgramError(
          "declined: the QR code was not read as a seed",
          hint: "give the picture of the seed's QR code")
      }
    }
    let bytes = bytes.duplicated()
    let mnemonic = try hinted { () throws(SeedQRError) in try Mnemonic(compactSeedQR: bytes) }
    if fingerprint == nil {
      console.talk(
        "A CompactSeedQR has no checksum, and a damaged one could give another seed: compare the seed's "
          + "fingerprint with the one on your paper.")
    }
    return ReadSeed(.words(mnemonic), form: "CompactSeedQR")
  }

  /// Opens a private key that is encrypted with a passphrase (BIP-38).
  private func encryptedKey(
    _ text: borrowing SecretBytes, on network: Network
  ) throws(ProgramError) -> ReadSeed {
    let text = text.duplicated()
    let key = try hinted { () throws(BIP38Error) in try BIP38Key(parsing: text) }
    if bip38Passphrase == nil, !console.screen.canAsk {
      throw ProgramError(
        "there is no terminal to ask for the passphrase of BIP-38 on",
        hint: "name a file with --bip38-passphrase-file")
    }
    let passphrase = try console.secret(
      "Passphrase of this encrypted key (BIP-38)", from: bip38Passphrase ?? .terminal,
      option: "bip38-passphrase", mayBeEmpty: true)
    let kind = KeyNetwork(network)
    let opened = try console.working("computing the key from the passphrase") {
      () throws(ProgramError) in
      try hinted { () throws(BIP38Error) in try key.decrypted(passphrase: passphrase, network: kind)
      }
    }
    return ReadSeed(try GivenSeed(opened, on: network), form: "BIP-38")
  }

  /// Opens an encrypted sheet; missing QR codes are asked for, to be typed.
  private func sealed(
    _ text: borrowing SecretBytes, on network: Network
  ) throws(ProgramError) -> ReadSeed {
    let isChecked = text.withUnsafeBytes(SheetLetters.isOne)
    var parts = isChecked ? try checked(text) : SealedParts(typed: SecretLines(text))
    while !isChecked, !parts.isComplete, parts.lines == 1 || parts.wasAsked, console.screen.canAsk,
      camera == nil
    {
      let (received, needed) = parts.progress
      let typed = try console.secret(
        "\(received) of \(needed) QR codes read. The letters of the next one", option: "sheet")
      parts.take(typed: typed)
    }
    let opened = try SheetWords.open(
      try parts.sheet(minimum: leastSealing), from: sheetWords, on: console)
    var reading = self
    reading.language = opened.language ?? language
    // Its own check says that it was read right: only the whole seed is compared.
    reading.fingerprint = nil
    let given = try reading.read(text: opened.seed, on: network)
    return ReadSeed(given.seed, from: .sheet(opened.rest))
  }

  /// Reads lines with checks; when one alone was typed, the others are asked for one by one.
  private func checked(_ text: borrowing SecretBytes) throws(ProgramError) -> SealedParts {
    var letters = SheetLetters()
    do throws(CheckedTextError) {
      try text.withUnsafeBytes { (text) throws(CheckedTextError) in
        try letters.take(text, from: 1, on: console)
      }
      guard letters.count == 1, console.screen.canAsk, camera == nil else {
        return try SealedParts(letters)
      }
    } catch {
      throw ProgramError(error)
    }
    while true {
      if let parts = try? SealedParts(letters), parts.isWhole(minimum: leastSealing) {
        return parts
      }
      let line = try console.ask(
        "Line \(letters.next), with its check (Enter alone when there are no more)",
        orElse: "put all lines into a file, and name it with --from")
      do throws(CheckedTextError) {
        guard !line.isEmpty else { return try SealedParts(letters) }
        try letters.take(line.utf8, from: letters.next, on: console)
      } catch {
        guard !line.isEmpty else { throw ProgramError(error) }
        console.warn("\(error.description). It was not accepted: \(error.hint)")
      }
    }
  }

  // MARK: Words

  func words(_ text: borrowing SecretBytes) throws(ProgramError) -> Mnemonic {
    do throws(MnemonicError) {
      return try Mnemonic(parsing: text, language: language)
    } catch {
      if case .severalLanguages(let languages) = error, console.screen.canAsk {
        var reading = self
        reading.language = try chosen(languages)
        return try reading.words(text)
      }
      try WordHelp(console: console).show(for: text, error)
      throw ProgramError(error)
    }
  }

  /// Asks in which of these languages the words are.
  private func chosen(_ languages: [MnemonicLanguage]) throws(ProgramError) -> MnemonicLanguage {
    let names = languages.map(\.rawValue)
    console.talk(
      "The words are valid in several languages: \(names.joined(separator: ", ")). In each of them they are the same seed; "
        + "only other forms of it, such as a SeedQR, differ.")
    while true {
      let typed = try console.ask(
        "Which language are they in", orElse: "name it with --language")
      if let index = names.firstIndex(of: typed.lowercased()) { return languages[index] }
      console.warn(
        "\(ForeignText.shown(typed)) is none of them: type \(names.joined(separator: " or "))")
    }
  }

  /// Says of words of BIP-39 that they may be Electrum's, too: it did not always make sure that its own are not.
  private func noteElectrum(_ text: borrowing SecretBytes) {
    guard let kind = ElectrumSeedKind(text),
      (try? Mnemonic(parsing: text, language: language)) != nil
    else { return }
    console.warn(
      "these words are valid by BIP-39, but also look like \(kind.words) (1 seed in 215 does so by chance): if Electrum "
        + "made them, its addresses are not those of this seed; compare an address before you pay to it"
    )
  }

  // MARK: Shares

  private func read(_ set: borrowing Codex32ShareSet) throws(ProgramError) -> ReadSeed {
    do {
      let form = set.count == 1 ? "codex32" : "codex32, \(set.count) shares"
      return ReadSeed(.seed(try set.recovered().seed()), form: form)
    } catch {
      throw ProgramError(any: error)
    }
  }

  private func read(_ set: borrowing SSKRShareSet) throws(ProgramError) -> ReadSeed {
    do {
      let mnemonic = try Mnemonic(entropy: try set.secret(), language: language ?? .english)
      return ReadSeed(.words(mnemonic), form: "SSKR, \(set.count) shares")
    } catch {
      throw ProgramError(any: error)
    }
  }

  private func read(_ set: borrowing SLIP39ShareSet) throws(ProgramError) -> ReadSeed {
    do throws(ShareSetError) { try set.check() } catch { throw ProgramError(error) }
    try requireOrdinary(set.iterations)
    let passphrase = try passphraseOfSLIP39()
    do {
      let secret = try set.masterSecret(passphrase: passphrase)
      return ReadSeed(.seed(try Seed(secret)), form: "SLIP-39, \(set.count) shares")
    } catch {
      throw ProgramError(any: error)
    }
  }

  /// Names the work that shares ask for before it is done, where it is more than anybody needs.
  private func requireOrdinary(_ iterations: Int) throws(ProgramError) {
    guard iterations > mostIterations else { return }
    let work =
      "these shares ask for \(iterations) iterations, \(iterations / 20_000) times what is usual"
    let option = "--slip39-iterations \(iterations)"
    guard console.screen.canAsk else {
      throw ProgramError(
        "\(work): minutes of work, or an attack", rule: .r18,
        hint: "if you know that they were made like this, add \(option)")
    }
    guard
      try console.typed(
        "\(iterations)",
        to:
          "WARNING: \(work). This can take minutes. No ordinary wallet makes such shares: somebody may have "
          + "forged them to stall this program.",
        orElse: "add \(option)")
    else {
      throw ProgramError(
        "declined: \(iterations) iterations were not started",
        hint: "if you know that the shares were made like this, add \(option)")
    }
  }

  private func passphraseOfSLIP39() throws(ProgramError) -> SecretBytes {
    if slip39Passphrase == nil, !console.screen.canAsk {
      throw ProgramError(
        "there is no terminal to ask for the passphrase of SLIP-39 on",
        hint: "name a file with --slip39-passphrase-file, an empty one for none")
    }
    return try console.secret(
      "Passphrase of these SLIP-39 shares (Enter alone for none)",
      from: slip39Passphrase ?? .terminal, option: "slip39-passphrase", mayBeEmpty: true)
  }
}

extension SeedReading {
  /// Reading as it is without options.
  package init(console: Console, language: MnemonicLanguage?) {
    self.console = console
    self.language = language
  }
}
