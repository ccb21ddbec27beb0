package import EncryptedVault
internal import Mnemonics
internal import SecretCodes
package import SecureMemory
package import SeedForms
package import TerminalUI

/// Where the words of a backup differ from those of a seed of the vault: their numbers, never a word.
package struct WordComparison: Equatable {
  /// How many words the backup has, and how many the seed.
  let given: Int
  let count: Int
  /// The numbers, from 1, of the words that are not those of the seed, as far as both go.
  let wrong: [Int]

  package var isSame: Bool { wrong.isEmpty && given == count }

  /// Whether so few words differ that it can hardly be another seed.
  package var isNear: Bool { given == count && wrong.count <= 2 }

  /// Compares words, or the digits of a SeedQR; nil for what is neither.
  init?(_ text: borrowing SecretBytes, with mnemonic: borrowing Mnemonic) {
    var mine = SecretList()
    switch SecretForm(recognising: text) {
    case .seedQR:
      guard let digits = try? mnemonic.revealingSeedQR() else { return nil }
      let own = Self.parts(of: digits, width: 4)
      self.init(Self.parts(of: text, width: 4), own)
    case .words, .unknown:
      guard let canonical = try? SpokenWords.canonical(text) else { return nil }
      let typed = Self.parts(of: canonical, width: nil)
      guard typed.count > 1 else { return nil }
      mnemonic.revealWords { _, word in
        guard let word = try? SpokenWords.canonical(SecretBytes(copying: word)) else { return }
        word.withUnsafeBytes { mine.append($0) }
      }
      self.init(typed, mine)
    default: return nil
    }
  }

  /// Compares two seeds.
  init?(_ other: borrowing Mnemonic, with mnemonic: borrowing Mnemonic) {
    var text = SecretBuffer(capacity: other.wordCount * 24)
    other.revealWords { position, word in
      if position > 1 { text.append(" ") }
      text.append(word)
    }
    self.init(text.bytes(), with: mnemonic)
  }

  private init(_ typed: borrowing SecretList, _ own: borrowing SecretList) {
    var wrong: [Int] = []
    for index in 0..<min(typed.count, own.count) {
      let isSame = typed.withUnsafeBytes(at: index) { word in
        own.withUnsafeBytes(at: index) { Self.isSame(word, $0) }
      }
      if !isSame { wrong.append(index + 1) }
    }
    (given, count, self.wrong) = (typed.count, own.count, wrong)
  }

  /// The same word; or one that was cut after four letters or more, as on metal plates.
  private static func isSame(
    _ typed: UnsafeRawBufferPointer, _ own: UnsafeRawBufferPointer
  ) -> Bool {
    let isCut = typed.count >= 4 && typed.count < own.count
    let own = isCut ? UnsafeRawBufferPointer(rebasing: own[..<typed.count]) : own
    return SecretBytes.constantTimeEquals(typed, own)
  }

  /// The words of a canonical text, or its groups of letters.
  private static func parts(of text: borrowing SecretBytes, width: Int?) -> SecretList {
    var list = SecretList()
    text.withUnsafeBytes { text in
      if let width {
        for start in stride(from: 0, to: text.count, by: width) {
          list.append(
            UnsafeRawBufferPointer(rebasing: text[start..<min(start + width, text.count)]))
        }
        return
      }
      for word in text.split(separator: 0x20) {
        list.append(UnsafeRawBufferPointer(rebasing: word))
      }
    }
    return list
  }

  /// The differences in words; nil when there are none.
  package var sentence: String? {
    guard !isSame else { return nil }
    if given != count {
      let lengths = "\(given) words were given, but the seed has \(count)"
      guard let first = wrong.first else {
        return lengths
          + (given < count ? "; those that were given match" : "; the first \(count) match")
      }
      return lengths + "; the first that does not match is word \(first)"
    }
    guard wrong.count <= count / 2 else {
      return "\(wrong.count) of the \(count) words do not match"
    }
    let numbers = wrong.map { "\($0)" }
    guard let last = numbers.last, numbers.count > 1 else {
      return "word \(numbers.first ?? "") does not match"
    }
    return "words \(numbers.dropLast().joined(separator: ", ")) and \(last) do not match"
  }

  /// The refusal of a backup of which some words are wrong.
  package func refusal(of seed: String) -> ProgramError {
    ProgramError(
      "\(sentence ?? "nothing differs") (compared with the seed \(seed) in this vault)",
      hint: given == count && wrong.count <= count / 2
        ? "look at the paper again, letter by letter; if the paper is wrong, write a new one: "
          + "`seed show \(seed)`"
        : "check whether the paper belongs to another seed, and type all of its words in order")
  }
}

extension StoredSeed {
  /// Compares a text with the words of this seed, which was opened; nil when it has none, or the text is something else.
  package func comparison(with text: borrowing SecretBytes) -> WordComparison? {
    guard kind == .mnemonic, !text.withUnsafeBytes(SealedParts.isTyped),
      let mnemonic = try? GivenSeed(self).mnemonic()
    else { return nil }
    return WordComparison(text, with: mnemonic)
  }

  /// Compares the words of a backup with those of this seed, which was opened; nil when one of them has none.
  package func comparison(with backup: borrowing GivenSeed) -> WordComparison? {
    guard kind == .mnemonic, backup.kind == .mnemonic, let own = try? GivenSeed(self).mnemonic(),
      let other = try? backup.mnemonic()
    else { return nil }
    return WordComparison(other, with: own)
  }
}
