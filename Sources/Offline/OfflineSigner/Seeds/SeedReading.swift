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

  private func codex32(_ text: borrowing SecretBytes) throws(ProgramError) -> GivenSeed {
    let lines = SecretLines(text) { characters, _ in characters >= 48 }
    let first = try codex32Share(lines.line(at: 0))
    if first.isSecret { return try given(first) }
    var set = Codex32ShareSet(first)
    var number = 1
    while set.count < set.threshold || number < lines.count {
      let line = try next(lines, number, "\(set.count) of \(set.threshold) shares are there")
      guard let line else { break }
      do throws(ProgramError) {
        let share = try codex32Share(line)
        do throws(ShareSetError) { _ = try set.add(share) } catch { throw ProgramError(error) }
      } catch {
        try again(error, lines, number)
        continue
      }
      number += 1
    }
    let whole = try recovered(set)
    return try given(whole, "codex32, \(set.count) shares")
  }

  private func recovered(_ set: borrowing Codex32ShareSet) throws(ProgramError) -> Codex32Share {
    do throws(ShareSetError) { return try set.recovered() } catch { throw ProgramError(error) }
  }

  private func given(
    _ share: borrowing Codex32Share, _ form: String = "codex32"
  ) throws(ProgramError) -> GivenSeed {
    do throws(Codex32Error) {
      return GivenSeed(try share.seed(), form: form)
    } catch {
      throw ProgramError(error)
    }
  }

  /// Reads a string; what is damaged is mended when a person compares the changes and agrees.
  private func codex32Share(_ line: borrowing SecretBytes) throws(ProgramError) -> Codex32Share {
    let refusal: Codex32Error
    do throws(Codex32Error) {
      return try Codex32Share(parsing: line)
    } catch {
      refusal = error
    }
    let correction: Codex32Correction
    do throws(Codex32Error) {
      correction = try Codex32Share.correction(of: line)
    } catch {
      throw ProgramError(refusal)
    }
    let places = correction.positions.map(String.init).joined(separator: ", ")
    guard console.screen.canAsk else {
      throw ProgramError(
        "\(refusal); it can be corrected at \(places)",
        hint: "do it on a terminal, where the correction is shown to be compared with the sheet")
    }
    try console.showSecret(
      title: "\(refusal). What it should be, with other characters at \(places):",
      correction.revealingText())
    guard try console.agrees(to: "Does the sheet say so at \(places), or could it?") else {
      throw ProgramError(refusal)
    }
    return correction.accepted()
  }

  private func slip39(_ text: borrowing SecretBytes) throws(ProgramError) -> GivenSeed {
    let lines = SecretLines(text) { _, words in words >= 20 }
    var set = SLIP39ShareSet(try slip39Share(lines.line(at: 0)))
    var number = 1
    while !set.progress.isComplete || number < lines.count {
      guard let line = try next(lines, number, set.progress.text) else { break }
      do throws(ProgramError) {
        let share = try slip39Share(line)
        do throws(ShareSetError) { _ = try set.add(share) } catch { throw ProgramError(error) }
      } catch {
        try again(error, lines, number)
        continue
      }
      number += 1
    }
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

  private func slip39Share(_ line: borrowing SecretBytes) throws(ProgramError) -> SLIP39Share {
    do throws(SLIP39Error) {
      return try SLIP39Share(parsing: line)
    } catch {
      try WordHelp(console: console).show(forShare: line)
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
    let lines = SecretLines(text) { characters, words in
      words >= 25 || (words == 1 && characters > 8)
    }
    var set = SSKRShareSet(try sskrShare(lines.line(at: 0)))
    var number = 1
    while !set.progress.isComplete || number < lines.count {
      guard let line = try next(lines, number, set.progress.text) else { break }
      do throws(ProgramError) {
        let share = try sskrShare(line)
        do throws(ShareSetError) { _ = try set.add(share) } catch { throw ProgramError(error) }
      } catch {
        try again(error, lines, number)
        continue
      }
      number += 1
    }
    let secret = try joined(set)
    do throws(MnemonicError) {
      let mnemonic = try Mnemonic(entropy: secret, language: language ?? .english)
      return GivenSeed(mnemonic, form: "SSKR, \(set.count) shares")
    } catch {
      throw ProgramError(error)
    }
  }

  private func joined(_ set: borrowing SSKRShareSet) throws(ProgramError) -> SecretBytes {
    do throws(ShareSetError) { return try set.secret() } catch { throw ProgramError(error) }
  }

  private func sskrShare(_ line: borrowing SecretBytes) throws(ProgramError) -> SSKRShare {
    do throws(SSKRError) { return try SSKRShare(parsing: line) } catch { throw ProgramError(error) }
  }

  /// Says what is wrong with a share that was typed or scanned, so that it can be given again; throws
  /// for one of a file, which stays as it is.
  private func again(
    _ error: ProgramError, _ lines: borrowing SecretLines, _ number: Int
  ) throws(ProgramError) {
    guard number >= lines.count, console.screen.canAsk else { throw error }
    console.warn("\(error.message). It was not taken: \(error.hint)")
  }

  /// The next share: of the text, or asked for when the text held only one; nil when there is none.
  private func next(
    _ lines: borrowing SecretLines, _ number: Int, _ progress: String
  ) throws(ProgramError) -> SecretBytes? {
    if number < lines.count { return lines.line(at: number) }
    guard lines.count == 1, console.screen.canAsk else { return nil }
    guard let camera else {
      return try WordEntry(console: console).read("\(progress). Share \(number + 1)")
    }
    _ = try console.ask(
      "\(progress). Hold share \(number + 1) in front of the camera and press Enter",
      orElse: "give the pictures of all shares")
    return try camera.symbol("share", on: console, where: SeedInput.isWanted)
  }
}
