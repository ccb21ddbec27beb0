internal import BitcoinPrimitives
internal import ExtendedKeys
internal import Mnemonics
internal import SecureMemory
internal import SeedShares
internal import TerminalUI

// Parts of Seed XOR: words each, which are joined, and put right by the fingerprint of the whole.
extension SeedReading {
  /// Joins the parts of a text, one on each line; where it has one, the others are asked for.
  func xor(
    _ text: borrowing SecretBytes, on network: Network
  ) throws(ProgramError) -> ReadSeed {
    let lines = SecretLines(text)
    var parts = SecretList()
    for number in 0..<lines.count { try take(lines.line(at: number), into: &parts) }
    while lines.count == 1, console.screen.canAsk {
      let question =
        "Any other part: all of them are needed (\(parts.count) given; Enter alone when there are no more)"
      let typed = try WordEntry(console: console, language: language)
        .read(question, mayBeEmpty: true)
      guard !typed.isEmpty else { break }
      try take(typed, into: &parts)
    }
    guard let fingerprint else {
      return ReadSeed(.words(try joined(parts)), from: .xor(parts: parts.count))
    }
    let whole = try right(parts, KnownFingerprint(fingerprint, on: network))
    return ReadSeed(.words(whole), from: .xor(parts: parts.count))
  }

  /// Takes a part; without a fingerprint that could put it right, only one that is.
  private func take(
    _ part: borrowing SecretBytes, into parts: inout SecretList
  ) throws(ProgramError) {
    if fingerprint == nil { _ = try words(part).wordCount }
    guard parts.count < SeedXOR.limit else {
      throw ProgramError(SeedXORError.partCount(parts.count + 1))
    }
    part.withUnsafeBytes { parts.append($0) }
  }

  /// What all parts give together, each as it was given.
  private func joined(_ parts: borrowing SecretList) throws(ProgramError) -> Mnemonic {
    var sum = SeedXOR(try words(parts.secret(at: 0)))
    for index in 1..<max(1, parts.count) { try add(words(parts.secret(at: index)), to: &sum) }
    do throws(SeedXORError) { return try sum.combined() } catch { throw ProgramError(error) }
  }

  private func add(_ part: borrowing Mnemonic, to sum: inout SeedXOR) throws(ProgramError) {
    do throws(SeedXORError) { try sum.add(part) } catch { throw ProgramError(error) }
  }

  // MARK: One mistake in one part

  /// The seed of the fingerprint: that of the parts as they are, else of one change in one of them, once a
  /// person agreed.
  private func right(
    _ parts: borrowing SecretList, _ known: consuming KnownFingerprint
  ) throws(ProgramError) -> Mnemonic {
    guard parts.count > 1 else { throw ProgramError(SeedXORError.partCount(parts.count)) }
    var wrong: [Int] = []
    for index in 0..<parts.count where !isPart(parts.secret(at: index)) { wrong.append(index) }
    // Two parts with a wrong checksum are two mistakes: say what the first one is.
    guard wrong.count < 2 else { return try joined(parts) }
    if wrong.isEmpty {
      let whole = try joined(parts)
      if try known.fits(whole) { return whole }
    }
    if let passphraseOfFingerprint {
      try known.askPassphrase(passphraseOfFingerprint, on: console)
      if wrong.isEmpty {
        let whole = try joined(parts)
        if try known.fits(whole) { return whole }
      }
    }
    var found = JoinedParts()
    do {
      try console.working("looking for the parts of the fingerprint \(known.value)") {
        for index in wrong.isEmpty ? Array(0..<parts.count) : wrong {
          try search(parts, at: index, known, into: &found)
        }
      }
    } catch let error as MnemonicError {
      throw ProgramError(error)
    } catch {
      throw ProgramError(any: error)
    }
    return try agreed(consume found, of: parts.count, known.value)
  }

  private func isPart(_ text: borrowing SecretBytes) -> Bool {
    (try? Mnemonic(parsing: text, language: language).wordCount) != nil
  }

  /// Takes the seeds of the fingerprint that one change in a part gives.
  private func search(
    _ parts: borrowing SecretList, at changed: Int, _ known: borrowing KnownFingerprint,
    into found: inout JoinedParts
  ) throws {
    let first = changed == 0 ? 1 : 0
    var others = SeedXOR(try words(parts.secret(at: first)))
    for index in (first + 1)..<max(first + 1, parts.count) where index != changed {
      try add(words(parts.secret(at: index)), to: &others)
    }
    let repaired = try Mnemonic.repaired(parts.secret(at: changed), language: others.language) {
      (part) throws in
      guard let whole = others.combined(with: part) else { return false }
      return try known.fits(whole)
    }
    switch consume repaired {
    case .none: break
    case .several(let count): found.ambiguous += count
    case .one(let part, let change):
      guard let whole = others.combined(with: part) else { return }
      found.add(whole, JoinedParts.Change(part: changed + 1, change: change), part)
    }
  }

  private func agreed(
    _ found: consuming JoinedParts, of count: Int, _ fingerprint: Fingerprint
  ) throws(ProgramError) -> Mnemonic {
    guard found.ambiguous == 0, found.seeds < 2 else {
      throw ProgramError(
        "\(found.ambiguous + found.seeds) different seeds have the fingerprint \(fingerprint), each with one change in one part",
        hint: "read the paper again, with a magnifying glass: nothing tells these seeds apart")
    }
    guard let change = found.changes.first, let whole = found.whole() else {
      throw ProgramError(
        "these \(count) parts do not join to the fingerprint \(fingerprint), and no change of one word in one part gives it",
        hint:
          "see that no part is missing, of another seed or another set, and compare every word with the "
          + "paper; if the fingerprint was noted with a BIP-39 passphrase, add --with-bip39-passphrase"
      )
    }
    // The same change in another part can give the same seed: the paper says which it is.
    let elsewhere = found.changes.dropFirst().map { $0.change.sentence(of: "part \($0.part)") }
    if !elsewhere.isEmpty {
      console.talk(
        "The same seed comes out if \(elsewhere.joined(separator: ", or if ")): compare these with the "
          + "paper, too.")
    }
    let repair = ProposedRepair(
      console: console, change: change.change, owner: "part \(change.part)",
      result: "the parts join to the fingerprint \(fingerprint)",
      consequence: "takes the seed with the fingerprint \(fingerprint)")
    try repair.agree(found.part(at: 0))
    return whole
  }
}

/// The seeds that one change in one part leads to.
private struct JoinedParts: ~Copyable {
  struct Change {
    let part: Int
    let change: WordChange
  }

  /// The different seeds, as entropy.
  private var entropies = SecretList()
  /// The changed parts, as words.
  private var parts = SecretList()
  private var language = MnemonicLanguage.english
  private(set) var changes: [Change] = []
  /// How many changes of one part lead to seeds that cannot be told apart.
  var ambiguous = 0

  var seeds: Int { entropies.count }

  mutating func add(
    _ whole: borrowing Mnemonic, _ change: Change, _ part: borrowing Mnemonic
  ) {
    language = whole.language
    whole.withEntropy { if !entropies.contains($0) { entropies.append($0) } }
    part.revealingSentence().withUnsafeBytes { parts.append($0) }
    changes.append(change)
  }

  borrowing func whole() -> Mnemonic? {
    entropies.isEmpty
      ? nil : try? Mnemonic(entropy: entropies.secret(at: 0), language: language)
  }

  borrowing func part(at index: Int) -> SecretBytes { parts.secret(at: index) }
}
