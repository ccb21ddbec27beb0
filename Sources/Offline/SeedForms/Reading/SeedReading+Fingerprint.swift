internal import BitcoinPrimitives
internal import ExtendedKeys
internal import Mnemonics
internal import SecretKeys
internal import SecureMemory
internal import SeedShares
internal import TerminalUI

// Words are held against a fingerprint that was noted with them, and put right by it.
extension SeedReading {
  /// Whether a text is words of BIP-39 of which one is missing, though it looks like a share.
  func isShortOfAWord(_ text: borrowing SecretBytes) -> Bool {
    guard fingerprint != nil else { return false }
    let count = text.withUnsafeBytes { $0.split { $0 <= 0x20 }.count }
    return (count == 20 || count == 23) && !text.withUnsafeBytes(SLIP39Share.mostAreWords)
  }

  /// The words of a text; where a fingerprint is known, those that lead to it.
  ///
  /// One wrong or missing word, or two in each other's place, are put right once a person agreed.
  func seedWords(
    _ text: borrowing SecretBytes, on network: Network
  ) throws(ProgramError) -> Mnemonic {
    guard let fingerprint else { return try words(text) }
    var known = KnownFingerprint(fingerprint, on: network)
    if let mnemonic = try? Mnemonic(parsing: text, language: language), try known.fits(mnemonic) {
      return mnemonic
    }
    if let passphraseOfFingerprint {
      try known.askPassphrase(passphraseOfFingerprint, on: console)
      if let mnemonic = try? Mnemonic(parsing: text, language: language),
        try known.fits(mnemonic)
      {
        return mnemonic
      }
    }
    return try repaired(text, known)
  }

  /// Refuses a seed in another form that has another fingerprint.
  ///
  /// Words and parts of Seed XOR were compared when they were read.
  func requireFingerprint(
    of given: borrowing ReadSeed, on network: Network
  ) throws(ProgramError) {
    guard let fingerprint, given.form != SeedReading.wordsForm, given.xorParts == nil else {
      return
    }
    let found = try given.seed.fingerprint(on: network)
    guard found != fingerprint else { return }
    switch given.seed {
    case .words(let mnemonic):
      guard let passphraseOfFingerprint else { break }
      var known = KnownFingerprint(fingerprint, on: network)
      try known.askPassphrase(passphraseOfFingerprint, on: console)
      if try known.fits(mnemonic) { return }
    default: break
    }
    throw ProgramError(
      "this seed has the fingerprint \(found), not \(fingerprint)",
      hint: given.isSLIP39
        ? "check the passphrase of SLIP-39, of which any gives a seed, and that these are the shares you meant"
        : "check that this is the backup you meant; only words and shares that fail their own checksum are put right"
    )
  }

  private func repaired(
    _ text: borrowing SecretBytes, _ known: borrowing KnownFingerprint
  ) throws(ProgramError) -> Mnemonic {
    let fingerprint = known.value
    let found: RepairedWords
    do {
      found = try console.working("looking for the words of the fingerprint \(fingerprint)") {
        try Mnemonic.repaired(text, language: language) { try known.fits($0) }
      }
    } catch let error as MnemonicError {
      throw ProgramError(error)
    } catch {
      throw ProgramError(any: error)
    }
    switch consume found {
    case .none:
      throw ProgramError(
        "these words do not have the fingerprint \(fingerprint), and no change of one word gives it",
        hint:
          "compare every word and the fingerprint with the paper; if the fingerprint was noted with a "
          + "BIP-39 passphrase, add --with-bip39-passphrase")
    case .several(let count):
      throw ProgramError(
        "\(count) different seeds that are one change away have the fingerprint \(fingerprint)",
        hint: "read the paper again, with a magnifying glass: nothing tells these seeds apart")
    case .one(let mnemonic, let change):
      let repair = ProposedRepair(
        console: console, change: change, result: "the fingerprint is \(fingerprint)",
        consequence: "takes the seed with the fingerprint \(fingerprint)")
      try repair.agree(mnemonic.revealingSentence())
      return mnemonic
    }
  }
}
