public import Mnemonics
public import SecureMemory
internal import SheetPages

/// A seed as it is put on paper: what a person reads, what a camera reads, and what is known of it.
public struct SheetSeed: ~Copyable, Sendable {
  /// The way it is written.
  public enum Form: Hashable, Sendable {
    /// Words of BIP-39, and how many.
    case words(MnemonicLanguage, count: Int)
    /// A string of codex32 (BIP-93).
    case codex32
    /// An extended private key (BIP-32).
    case extendedKey
    /// A private key of one address (WIF).
    case singleKey
  }

  /// What is not secret about it.
  public struct Facts: Hashable, Sendable {
    /// What the person calls the seed.
    public let name: String
    /// Of the master key, in hexadecimal; without the BIP-39 passphrase.
    public let fingerprint: String
    /// How it came to be, in words.
    public let origin: String
    /// When it was made or imported, in words.
    public let created: String
    /// The height of the chain below which no coin of it can be.
    public let birthHeight: UInt32?
    /// Whether its keys need a BIP-39 passphrase, which no sheet holds.
    public let usesPassphrase: Bool
    /// The seeds of the vault that are derived from it (BIP-85), and those that are from these.
    public let children: [SheetChild]
    /// What it is itself a child of, where it is one.
    public let asChild: SheetChild?
    /// Whether it is English words of BIP-39; false also where nobody said so.
    public let isEnglishWords: Bool
    /// Whether it is words of BIP-39, of any of its lists; false also where nobody said so.
    public let isWords: Bool

    static let importMark = "imported "

    /// Whether it came from elsewhere: ``created`` is the day on which it was taken in.
    public var isImported: Bool {
      origin.hasPrefix(Self.importMark) || origin.hasPrefix("Recovery QR")
    }

    /// Whether it was derived from another seed (BIP-85), or made of nothing but draws that a person can note: then the
    /// same seed may have been there before ``created``, and coins of it, too.
    public var mayBeMadeAgain: Bool {
      if asChild != nil || isDerived { return true }
      // `dice(99)`, `d20(40)+coins(64)`, `dice(99) alone, as Coldcard`: not what the system or a camera had a part in.
      return origin.split(separator: " ").first.map { sources in
        sources.split(separator: "+").allSatisfy { source in
          let name = source.prefix { $0 != "(" }
          return source.hasSuffix(")")
            && (["dice", "coins", "cards"].contains(name)
              || (name.first == "d" && Int(name.dropFirst()) != nil))
        }
      } ?? false
    }

    /// Whether it was derived from another seed (BIP-85).
    var isDerived: Bool { origin.hasPrefix(Self.derivedMark) }

    static let derivedMark = "BIP-85: "

    /// Takes what is known of the seed.
    public init(
      name: String, fingerprint: String, origin: String, created: String,
      birthHeight: UInt32? = nil, usesPassphrase: Bool = false, children: [SheetChild] = [],
      asChild: SheetChild? = nil, isEnglishWords: Bool = false, isWords: Bool = false
    ) {
      self.name = name
      self.fingerprint = fingerprint
      self.origin = origin
      self.created = created
      self.birthHeight = birthHeight
      self.usesPassphrase = usesPassphrase
      self.children = children
      self.asChild = asChild
      self.isEnglishWords = isEnglishWords
      self.isWords = isWords || isEnglishWords
    }
  }

  /// What is not secret about it.
  public let facts: Facts
  /// The way it is written.
  public let form: Form
  /// What a person reads and types: words with one space between, or the text of a key.
  public let text: SecretBytes
  /// What its QR code holds: the digits of a SeedQR for English words, else the text.
  public let symbol: PrintedSymbol
  /// Words, each with its number in the list, counted from 1; else the text.
  let written: SecretBytes
  /// The digits of the SeedQR in groups of four; nil where there are none.
  let digits: SheetDigits?
  /// The entropy of 12 or 24 English words as a CompactSeedQR; nil where there is none.
  let compact: PrintedSymbol?

  /// Takes words.
  public init(_ mnemonic: borrowing Mnemonic, _ facts: Facts) {
    var words = SecretBuffer(capacity: mnemonic.wordCount * 24)
    mnemonic.revealWords { position, word in
      if position > 1 { words.append(" ") }
      words.append(word)
    }
    let text = words.bytes()
    // SeedQR knows English words only; words of other languages are read as text.
    let content = (try? mnemonic.revealingSeedQR()) ?? text.duplicated()
    let what = mnemonic.language == .english ? "the SeedQR" : "the words as text"
    digits = mnemonic.language == .english ? SheetDigits(content) : nil
    if let entropy = try? mnemonic.revealingCompactSeedQR() {
      compact = PrintedSymbol(
        "the CompactSeedQR of \(facts.name)", entropy, isSecret: true, isBinary: true)
    } else {
      compact = nil
    }
    symbol = PrintedSymbol("\(what) of \(facts.name)", content, isSecret: true)
    written = mnemonic.revealingNumberedWords()
    self.text = text
    form = .words(mnemonic.language, count: mnemonic.wordCount)
    self.facts = facts
  }

  /// Takes the text of a seed or key that has no words.
  public init(_ text: consuming SecretBytes, _ form: Form, _ facts: Facts) {
    symbol = PrintedSymbol("the \(form.title) of \(facts.name)", text.duplicated(), isSecret: true)
    (digits, compact) = (nil, nil)
    written = text.duplicated()
    self.text = text
    self.form = form
    self.facts = facts
  }
}

/// Digits in groups of four; a class because an optional of what is not copied cannot be lent.
final class SheetDigits: Sendable {
  let bytes: SecretBytes

  init(_ digits: borrowing SecretBytes) {
    var groups = SecretBuffer(capacity: digits.count * 5 / 4)
    digits.withUnsafeBytes { digits in
      for start in stride(from: 0, to: digits.count, by: 4) {
        if start > 0 { groups.append(" ") }
        let end = min(start + 4, digits.count)
        groups.append(UnsafeRawBufferPointer(rebasing: digits[start..<end]))
      }
    }
    bytes = groups.bytes()
  }
}

extension SheetWordStyle {
  /// Words of BIP-39 with their numbers.
  static func bip39(_ language: MnemonicLanguage) -> SheetWordStyle {
    SheetWordStyle(hasNumbers: true, marksFourLetters: language.hasAbbreviations)
  }
}

extension WordListNames {
  /// How the language of a list is called.
  func name(of language: MnemonicLanguage) -> String {
    switch language {
    case .english: english
    case .japanese: japanese
    case .korean: korean
    case .spanish: spanish
    case .chineseSimplified: chineseSimplified
    case .chineseTraditional: chineseTraditional
    case .french: french
    case .italian: italian
    case .czech: czech
    case .portuguese: portuguese
    }
  }
}

extension SheetSeed.Form {
  /// What it is, in English words.
  public var title: String { title(in: .english) }

  /// What it is, in words.
  func title(in facts: FactSentences) -> String {
    switch self {
    case .words(let language, let count):
      facts.words.filling(["count": "\(count)", "language": facts.lists.name(of: language)])
    case .codex32: facts.codex32
    case .extendedKey: facts.extendedKey
    case .singleKey: facts.singleKey
    }
  }
}

extension SheetSeed {
  /// What stands under its QR code.
  func caption(in facts: FactSentences) -> String {
    let name = self.facts.name
    let caption =
      switch form {
      case .words(.english, _): facts.seedQR.filling(["name": name])
      case .words: facts.wordsAsText.filling(["name": name])
      default: facts.codeOf.filling(["form": form.title(in: facts), "name": name])
      }
    if case .words(.english, _) = form { return caption }
    return facts.anyReader.filling(["caption": caption])
  }
}

extension SheetSeed.Facts {
  /// How it came to be: the sources of chance as the program calls them, and the rest in words.
  func origin(in language: SheetLanguage) -> String {
    let facts = language.sentences.facts
    let mark = isDerived ? Self.derivedMark : Self.importMark
    let said = origin.replacing(mark, with: "", maxReplacements: 1)
    guard language != .english else { return said }
    if isDerived { return asChild?.path.map { "BIP-85 \($0)" } ?? said }
    switch said {
    case "words": return facts.originWords
    case "extended private key": return facts.originKey
    case "uniform resource": return facts.originResource
    case "encrypted sheet": return facts.originSheet
    default: break
    }
    let (xor, parts, shares, recovery) = (
      "Seed XOR of ", " parts", " shares", "Recovery QR of "
    )
    if said.hasPrefix(xor), said.hasSuffix(parts) {
      let count = said.dropFirst(xor.count).dropLast(parts.count)
      return facts.originParts.filling(["count": String(count)])
    }
    if said.hasSuffix(shares), let comma = said.ranges(of: ", ").last {
      let count = said[comma.upperBound...].dropLast(shares.count)
      return facts.originShares.filling([
        "form": String(said[..<comma.lowerBound]), "count": String(count),
      ])
    }
    if let alone = said.firstRange(of: " alone, as ") {
      return facts.originAlone.filling([
        "draws": String(said[..<alone.lowerBound]), "program": String(said[alone.upperBound...]),
      ])
    }
    guard said.hasPrefix(recovery) else { return said }
    return facts.originRecovery.filling(["program": String(said.dropFirst(recovery.count))])
  }
}
