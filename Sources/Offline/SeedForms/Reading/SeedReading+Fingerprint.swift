internal import BitcoinPrimitives
internal import ExtendedKeys
internal import Mnemonics
internal import SecretKeys
internal import SecureMemory
internal import TerminalUI

// Words are held against a fingerprint that was noted with them, and put right by it.
extension SeedReading {
  /// Whether a text is words of BIP-39 of which one is missing, though it looks like a share.
  func isShortOfAWord(_ text: borrowing SecretBytes) -> Bool {
    guard fingerprint != nil else { return false }
    let count = text.withUnsafeBytes { $0.split { $0 <= 0x20 }.count }
    return count == 23
  }

  /// The words of a text; where a fingerprint is known, those that lead to it.
  ///
  /// One wrong or missing word, or two in each other's place, are put right once a person agreed.
  func seedWords(
    _ text: borrowing SecretBytes, on network: Network
  ) throws(ProgramError) -> Mnemonic {
    guard let fingerprint else { return try words(text) }
    let none = SecretBytes(count: 0)
    if let mnemonic = try? Mnemonic(parsing: text, language: language),
      try Self.fits(mnemonic, none, fingerprint, network)
    {
      return mnemonic
    }
    let passphrase =
      if let passphraseOfFingerprint {
        try console.secret(
          "BIP-39 passphrase of the seed (the fingerprint may be the one with it)",
          from: passphraseOfFingerprint, option: "bip39-passphrase", mayBeEmpty: true)
      } else {
        SecretBytes(count: 0)
      }
    if !passphrase.isEmpty, let mnemonic = try? Mnemonic(parsing: text, language: language),
      try Self.fits(mnemonic, passphrase, fingerprint, network)
    {
      return mnemonic
    }
    return try repaired(text, passphrase, fingerprint, network)
  }

  /// Refuses a seed in another form that has another fingerprint.
  func requireFingerprint(
    of given: borrowing ReadSeed, on network: Network
  ) throws(ProgramError) {
    guard let fingerprint, given.form != SeedReading.wordsForm else { return }
    let found = try given.seed.fingerprint(on: network)
    guard found == fingerprint else {
      throw ProgramError(
        "this seed has the fingerprint \(found), not \(fingerprint)",
        hint: "check that this is the backup you meant; only words are put right by a fingerprint")
    }
  }

  private static func fits(
    _ mnemonic: borrowing Mnemonic, _ passphrase: borrowing SecretBytes,
    _ fingerprint: Fingerprint, _ network: Network
  ) throws(ProgramError) -> Bool {
    try MasterKeys.masterKey(of: mnemonic, passphrase: passphrase, on: network).fingerprint
      == fingerprint
  }

  private func repaired(
    _ text: borrowing SecretBytes, _ passphrase: borrowing SecretBytes,
    _ fingerprint: Fingerprint, _ network: Network
  ) throws(ProgramError) -> Mnemonic {
    let none = SecretBytes(count: 0)
    let found: RepairedWords
    do {
      found = try console.working("looking for the words of the fingerprint \(fingerprint)") {
        try Mnemonic.repaired(text, language: language) { candidate in
          let isPlain = try Self.fits(candidate, none, fingerprint, network)
          if passphrase.isEmpty { return isPlain }
          let isProtected = try Self.fits(candidate, passphrase, fingerprint, network)
          return isPlain || isProtected
        }
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
      try agree(to: change, mnemonic, fingerprint)
      return mnemonic
    }
  }

  /// Shows the change on the terminal, where a person compares it with the paper.
  private func agree(
    to change: WordChange, _ mnemonic: borrowing Mnemonic, _ fingerprint: Fingerprint
  ) throws(ProgramError) {
    guard console.screen.canAsk else {
      throw ProgramError(
        "\(change.sentence); with it put right, the words have the fingerprint \(fingerprint)",
        hint: "run it in a terminal: it shows the change, and you compare that with the paper")
    }
    if let position = change.newWord {
      var word = SecretBytes(count: 0)
      mnemonic.revealWords { if $0 == position { word = SecretBytes(copying: $1) } }
      try console.showSecret(
        title:
          "\(change.sentence.capitalizedFirst). With this word at place \(position) the fingerprint is "
          + "\(fingerprint):", word)
    }
    guard
      try console.agrees(
        to:
          "\(change.sentence.capitalizedFirst). Can the paper be read like this? Yes takes the seed with the "
          + "fingerprint \(fingerprint).")
    else {
      throw ProgramError(
        "declined: the words were not changed", hint: "type the words again, as the paper has them")
    }
    console.talk("Fixed: \(change.sentence).")
  }
}

extension WordChange {
  /// What was wrong, without the word.
  fileprivate var sentence: String {
    switch self {
    case .replaced(let position): "word \(position) is wrong"
    case .inserted(let position): "word \(position) is missing"
    case .swapped(let first, let second): "words \(first) and \(second) are swapped"
    }
  }

  /// Where a word stands that was not typed.
  fileprivate var newWord: Int? {
    switch self {
    case .replaced(let position), .inserted(let position): position
    case .swapped: nil
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
