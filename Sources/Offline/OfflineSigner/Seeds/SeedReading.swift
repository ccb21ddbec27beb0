internal import AirgapTransfer
internal import BitcoinPrimitives
internal import EncryptedVault
internal import ExtendedKeys
internal import Mnemonics
internal import RecoverySheets
internal import Refusals
internal import SecretKeys
internal import SecureMemory
internal import SeedShares
internal import TerminalUI

/// Reads a seed as a person gives it, in any form, and asks for what belongs to it: further shares,
/// a passphrase of SLIP-39, consent to a correction.
struct SeedReading {
  let console: Console
  let network: Network
  var language: MnemonicLanguage?
  /// Whether the words are parts of Seed XOR, which look like any other words.
  var isXOR = false
  /// Where the passphrase of SLIP-39 is; nil to ask.
  var slip39Passphrase: SecretSource?
  /// Where the passphrase of an encrypted key (BIP-38) is; nil to ask.
  var bip38Passphrase: SecretSource?
  /// The most iterations that shares of SLIP-39 may ask for without a person's word.
  var mostIterations = SeedReading.ordinaryIterations
  /// Whether readable characters in a symbol were said to be a CompactSeedQR.
  var takesReadableCompact = false
  /// Where the words of an encrypted sheet are; nil to ask.
  var sheetWords: SecretSource?
  /// The least work that an encrypted sheet may ask for.
  var leastSealing = KDFParameters.standard
  /// The camera that further shares are held before.
  ///
  /// Only the first share is seen before the vault is opened: how many more there must be, and which of
  /// them was wrong, comes out while they are combined, and that needs the vault's network and, to
  /// verify, its seed. The frames are decoded by `qr-reader`, which has none of the vault's memory, files
  /// or sockets; what comes back is bounded text that goes through the same readers as a typed share.
  var camera: PrivateInput?

  /// What SLIP-39 asks for at the exponent 6: a second of work or so.
  ///
  /// A hostile share can ask for 327,680,000.
  static let ordinaryIterations = 640_000

  /// Reads what was given: a text, or a symbol whose bytes may be a CompactSeedQR.
  ///
  /// - Throws: `ProgramError`, also when several places were given of which one holds a whole seed.
  func read(_ given: borrowing GivenText) throws(ProgramError) -> GivenSeed {
    if !isXOR { try given.requireOneSeed() }
    guard given.isSymbol, SeedInput.isCompact(given.bytes.count) else {
      return try read(given.bytes)
    }
    return try compact(given.bytes)
  }

  /// Reads a text; a form of several parts has one on each line, and asks for those that miss.
  func read(_ text: borrowing SecretBytes) throws(ProgramError) -> GivenSeed {
    if isXOR { return try xor(text) }
    if text.withUnsafeBytes(SealedParts.isPart) { return try sealed(text) }
    switch SecretForm(recognising: text) {
    case .words, .unknown: return try GivenSeed(words(text))
    case .seedResource:
      let text = text.duplicated()
      return try GivenSeed(
        hinted { () throws(SeedResourceError) in try Mnemonic(resource: text) },
        form: "uniform resource")
    case .seedQR:
      let text = text.duplicated()
      return try GivenSeed(
        hinted { () throws(SeedQRError) in try Mnemonic(seedQR: text) }, form: "SeedQR")
    case .extendedPrivateKey:
      let text = text.duplicated()
      return try GivenSeed(
        hinted { () throws(DerivationError) in try Xpriv(parsing: text) }, on: network)
    case .codex32: return try codex32(text)
    case .slip39: return try slip39(text)
    case .sskr: return try sskr(text)
    case .singleKey:
      let text = text.duplicated()
      return try GivenSeed(
        hinted { () throws(SingleKeyError) in try WIFKey(parsing: text) }, form: "WIF",
        on: network)
    case .encryptedKey: return try encryptedKey(text)
    }
  }

  /// Reads the bytes of a CompactSeedQR.
  ///
  /// They have no checksum. Sixteen readable characters are more often the text of some other symbol
  /// than a seed, so somebody has to say that they are one.
  private func compact(_ bytes: borrowing SecretBytes) throws(ProgramError) -> GivenSeed {
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
    return try GivenSeed(
      hinted { () throws(SeedQRError) in try Mnemonic(compactSeedQR: bytes) },
      form: "CompactSeedQR")
  }

  /// Opens a private key that is encrypted with a passphrase (BIP-38).
  private func encryptedKey(_ text: borrowing SecretBytes) throws(ProgramError) -> GivenSeed {
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
    let opened = try console.working("stretching the passphrase") { () throws(ProgramError) in
      try hinted { () throws(BIP38Error) in try key.decrypted(passphrase: passphrase, network: kind)
      }
    }
    return try GivenSeed(opened, form: "BIP-38", on: network)
  }

  /// Opens an encrypted sheet; symbols that miss are asked for, to be typed.
  private func sealed(_ text: borrowing SecretBytes) throws(ProgramError) -> GivenSeed {
    var parts = SealedParts(typed: SecretLines(text))
    while !parts.isComplete, parts.lines == 1 || parts.wasAsked, console.screen.canAsk,
      camera == nil
    {
      let (received, needed) = parts.progress
      let typed = try console.secret(
        "\(received) of \(needed) symbols. The letters of the next one", option: "sheet")
      parts.take(typed: typed)
    }
    let opened = try SheetWords.open(
      try parts.sheet(minimum: leastSealing), from: sheetWords, on: console)
    var reading = self
    reading.language = opened.language ?? language
    var given = try reading.read(opened.seed)
    given.form = "encrypted sheet"
    given.sheet = opened.rest
    return given
  }

  // MARK: Words

  private func words(_ text: borrowing SecretBytes) throws(ProgramError) -> Mnemonic {
    do throws(MnemonicError) {
      return try Mnemonic(parsing: text, language: language)
    } catch {
      try WordHelp(console: console).show(for: text, error)
      throw ProgramError(error)
    }
  }

  private func xor(_ text: borrowing SecretBytes) throws(ProgramError) -> GivenSeed {
    let parts = SecretLines(text)
    var sum = SeedXOR(try words(parts.line(at: 0)))
    var number = 1
    while number < parts.count {
      try add(words(parts.line(at: number)), to: &sum)
      number += 1
    }
    while parts.count == 1, console.screen.canAsk {
      let question = "Part \(number + 1) (Enter alone when there are no more)"
      let typed = try WordEntry(console: console, language: language)
        .read(question, mayBeEmpty: true)
      guard !typed.isEmpty else { break }
      try add(words(typed), to: &sum)
      number += 1
    }
    var given = GivenSeed(try combined(sum), form: "Seed XOR of \(number) parts")
    given.xorParts = number
    return given
  }

  private func add(_ part: borrowing Mnemonic, to sum: inout SeedXOR) throws(ProgramError) {
    do throws(SeedXORError) { try sum.add(part) } catch { throw ProgramError(error) }
  }

  private func combined(_ sum: borrowing SeedXOR) throws(ProgramError) -> Mnemonic {
    do throws(SeedXORError) { return try sum.combined() } catch { throw ProgramError(error) }
  }

  // MARK: Shares

  private var shares: ShareCollecting { ShareCollecting(console: console, camera: camera) }

  private func codex32(_ text: borrowing SecretBytes) throws(ProgramError) -> GivenSeed {
    let set: Codex32ShareSet = try shares.collected(from: text)
    do {
      let form = set.count == 1 ? "codex32" : "codex32, \(set.count) shares"
      return GivenSeed(try set.recovered().seed(), form: form)
    } catch {
      throw ProgramError(any: error)
    }
  }

  private func slip39(_ text: borrowing SecretBytes) throws(ProgramError) -> GivenSeed {
    let set: SLIP39ShareSet = try shares.collected(from: text)
    do throws(ShareSetError) { try set.check() } catch { throw ProgramError(error) }
    try requireOrdinary(set.iterations)
    let passphrase = try passphraseOfSLIP39()
    let count = set.count
    let secret = try opened(set, passphrase)
    do throws(MnemonicError) {
      return GivenSeed(try Seed(secret), form: "SLIP-39, \(count) shares")
    } catch {
      throw ProgramError(error)
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
        "declined: \(iterations) iterations were not begun",
        hint: "if you know that the shares were made like this, add \(option)")
    }
  }

  private func opened(
    _ set: borrowing SLIP39ShareSet, _ passphrase: borrowing SecretBytes
  ) throws(ProgramError) -> SecretBytes {
    do throws(SLIP39RecoveryError) {
      return try set.masterSecret(passphrase: passphrase)
    } catch {
      throw ProgramError(error)
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

  private func sskr(_ text: borrowing SecretBytes) throws(ProgramError) -> GivenSeed {
    let set: SSKRShareSet = try shares.collected(from: text)
    do {
      let mnemonic = try Mnemonic(entropy: try set.secret(), language: language ?? .english)
      return GivenSeed(mnemonic, form: "SSKR, \(set.count) shares")
    } catch {
      throw ProgramError(any: error)
    }
  }
}
