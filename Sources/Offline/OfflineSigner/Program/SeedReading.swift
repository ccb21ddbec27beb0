import BitcoinPrimitives
import SecretKeys
import SecureMemory
import TerminalUI

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

  /// Reads a text; a form of several parts has one on each line, and asks for those that miss.
  func read(_ text: borrowing SecretBytes) throws(ProgramError) -> GivenSeed {
    if isXOR { return try xor(text) }
    switch SecretForm(recognising: text) {
    case .words, .unknown: return try GivenSeed(words(text))
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
    case .singleKey, .encryptedKey:
      throw ProgramError(
        "this is a single private key, which has no accounts",
        hint: "seeds are taken as words, SeedQR, codex32, SLIP-39, SSKR, Seed XOR or xprv")
    }
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
    let whole = try combined(sum)
    return GivenSeed(whole, form: "Seed XOR of \(number) parts")
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
      let share = try codex32Share(line)
      do throws(ShareSetError) { _ = try set.add(share) } catch { throw ProgramError(error) }
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
      let share = try slip39Share(line)
      do throws(ShareSetError) { _ = try set.add(share) } catch { throw ProgramError(error) }
      number += 1
    }
    do throws(ShareSetError) { try set.check() } catch { throw ProgramError(error) }
    let passphrase = try passphraseOfSLIP39()
    let count = set.count
    let secret = try opened(set, passphrase)
    do throws(MnemonicError) {
      return GivenSeed(try Seed(secret), form: "SLIP-39, \(count) shares")
    } catch {
      throw ProgramError(error)
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
      let share = try sskrShare(line)
      do throws(ShareSetError) { _ = try set.add(share) } catch { throw ProgramError(error) }
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

  /// The next share: of the text, or asked for when the text held only one; nil when there is none.
  private func next(
    _ lines: borrowing SecretLines, _ number: Int, _ progress: String
  ) throws(ProgramError) -> SecretBytes? {
    if number < lines.count { return lines.line(at: number) }
    guard lines.count == 1, console.screen.canAsk else { return nil }
    return try WordEntry(console: console).read("\(progress). Share \(number + 1)")
  }
}

extension ShareSetProgress {
  /// What is there and what misses, in words.
  var text: String {
    let groups = groups.map { "group \($0.number): \($0.found) of \($0.needed) shares" }
    let needed = groupsNeeded == 1 ? [] : ["\(groupsNeeded) groups are needed"]
    return (groups + needed).joined(separator: ", ")
  }
}

/// The lines of a secret text that are not blank.
struct SecretLines: ~Copyable {
  private let text: SecretBytes
  private let bounds: [Range<Int>]

  /// Cuts at line breaks.
  init(_ text: borrowing SecretBytes) {
    self.text = text.duplicated()
    bounds = text.withUnsafeBytes { text in
      var bounds: [Range<Int>] = []
      var start = 0
      for index in 0...text.count
      where index == text.count || text[index] == 0x0a || text[index] == 0x0d {
        if text[start..<index].contains(where: { $0 > 0x20 }) { bounds.append(start..<index) }
        start = index + 1
      }
      return bounds.isEmpty ? [0..<text.count] : bounds
    }
  }

  /// Cuts at line breaks when the first line is a whole part; else takes the text as one part that was
  /// written over several lines.
  ///
  /// `isWhole` gets the number of characters without spaces and the number of words of the line.
  init(_ text: borrowing SecretBytes, when isWhole: (_ characters: Int, _ words: Int) -> Bool) {
    let lines = SecretLines(text)
    let first = lines.line(at: 0)
    let (characters, words) = first.withUnsafeBytes { line in
      (line.count { $0 > 0x20 }, line.split { $0 <= 0x20 }.count)
    }
    if isWhole(characters, words) { self = lines } else { self.init(one: text) }
  }

  private init(one text: borrowing SecretBytes) {
    self.text = text.duplicated()
    bounds = [0..<text.count]
  }

  /// The number of lines, at least one.
  var count: Int { bounds.count }

  /// A copy of a line, counted from 0.
  func line(at index: Int) -> SecretBytes { text.slice(bounds[index]) }
}
