internal import AirgapTransfer
internal import BitcoinPrimitives
internal import ExtendedKeys
internal import Mnemonics
internal import RecoverySheets
internal import Refusals
internal import SecretKeys
internal import SecureMemory
internal import SeedShares
internal import TerminalUI

/// What each page is that a seed is read from, in words: never what it says.
struct SeedPages {
  /// A page: its name, what is on it, the set of its share, and the mark of its sheet.
  private struct Page {
    let file: String
    let name: String
    var kinds: [String] = []
    var set: String?
    var mark: SheetMark?
    /// Of the whole seed on it; nil where there is none, or a part of Seed XOR, which looks like one.
    var fingerprint: Fingerprint?
    /// What else is to be said about it.
    var notes: [String] = []
  }

  private var pages: [Page] = []
  /// Whether they are parts of Seed XOR, each of which looks like another seed.
  private var isXOR = false

  /// Takes the pages of one file; their QR codes are places in the list, and with `isXOR` parts of Seed XOR.
  mutating func add(_ read: [ReadPage], _ symbols: borrowing SecretList, isXOR: Bool = false) {
    self.isXOR = self.isXOR || isXOR
    for page in read {
      var next = Page(file: page.name, name: page.text)
      next.notes = page.words
      for place in page.symbols {
        symbols.withUnsafeBytes(at: place) { symbol in
          if let mark = SheetMark(reading: symbol) {
            next.mark = next.mark ?? mark
            return
          }
          let (kind, set) = Self.kind(of: symbol)
          if !next.kinds.contains(kind) { next.kinds.append(kind) }
          next.set = next.set ?? set
          if !isXOR { next.fingerprint = next.fingerprint ?? Self.fingerprint(of: symbol) }
        }
      }
      // A part of Seed XOR that was printed here says that it is one.
      if next.mark?.kind == .share { next.fingerprint = nil }
      pages.append(next)
    }
  }

  /// Whether a file is among them.
  func names(_ file: String) -> Bool { pages.contains { $0.file == file } }

  /// Whether a file holds a page of an encrypted sheet: some of them have its reader or its mark alone.
  func isOfEncryptedSheet(_ file: String) -> Bool {
    pages.contains {
      $0.file == file && ($0.kinds.contains(Self.reader) || $0.mark?.kind == .encrypted)
    }
  }

  /// Says it, where there is more than one page: a single one needs no list, only what is wrong with it.
  func say(on console: Console) {
    guard pages.count > 1 else {
      for page in pages { for note in page.notes { console.warn("\(page.name): \(note)") } }
      return
    }
    console.talk(lines.joined(separator: "\n"))
  }

  /// A line for each page, and a heading.
  var lines: [String] {
    // What most pages belong to is meant; a page of anything else is named.
    let set = Self.mostOften(pages.compactMap(\.set))
    let mark = Self.mostOften(pages.filter { Self.isOfSeed($0) }.compactMap(\.mark))
    let seed = Self.mostOften(pages.compactMap(\.fingerprint))
    return ["Pages:"]
      + pages.map { page in
        var words = page.kinds
        if words.isEmpty {
          words = [page.mark == nil ? "no QR code was found on it" : "only the mark of a sheet"]
        }
        words += page.notes
        if let own = page.set, own != set { words.append("OF ANOTHER SET of shares") }
        if let own = page.mark {
          words.append("the \(own.kind.title.lowercased()) with the number \(own.spoken)")
        }
        guard !isXOR else { return "  \(page.name): \(words.joined(separator: "; "))" }
        if let own = page.fingerprint, own != seed {
          words.append("OF ANOTHER SEED, with the fingerprint \(own)")
        } else if let own = page.mark, own != mark, own.kind == mark?.kind, own.kind != .share,
          Self.isOfSeed(page)
        {
          // Each share has a print of its own.
          words.append("OF ANOTHER PRINT")
        }
        return "  \(page.name): \(words.joined(separator: "; "))"
      }
  }

  private static func isOfSeed(_ page: Page) -> Bool {
    page.kinds.contains {
      $0 != other && $0 != wallet && $0 != reader && !$0.hasSuffix(withoutSeed)
        && !$0.hasSuffix(notLookedInto)
    }
  }

  private static func mostOften<Value: Hashable>(_ values: [Value]) -> Value? {
    let counts = values.reduce(into: [Value: Int]()) { $0[$1, default: 0] += 1 }
    // Of several as often, the first.
    return values.max { counts[$0, default: 0] < counts[$1, default: 0] }
  }

  private static let reader = "the reader of encrypted sheets"
  private static let other = "a QR code that holds no seed"
  private static let wallet = "a wallet\(withoutSeed)"
  private static let withoutSeed = ", without a seed"
  /// Of what is known only with all of its parts.
  private static let notLookedInto = ", not looked into"

  /// Whether a QR code is of a wallet, whole or in parts of BBQr, which `wallet register` takes.
  static func isWallet(_ symbol: UnsafeRawBufferPointer) -> Bool {
    CarriedPart(symbol)?.isText == true || kind(of: symbol).kind == wallet
  }

  /// The fingerprint of a seed that a QR code holds whole, without a BIP-39 passphrase; nil for anything else, and
  /// for what only a person can tell apart.
  private static func fingerprint(of symbol: UnsafeRawBufferPointer) -> Fingerprint? {
    let text = SecretBytes(copying: symbol)
    do {
      if SeedInput.isCompact(symbol.count) {
        return try fingerprint(of: .words(Mnemonic(compactSeedQR: text)))
      }
      switch SecretForm(symbol: symbol) {
      case .words: return try fingerprint(of: .words(Mnemonic(parsing: text)))
      case .seedQR: return try fingerprint(of: .words(Mnemonic(seedQR: text)))
      case .codex32:
        let share = try Codex32Share(parsing: text)
        return share.isSecret ? try fingerprint(of: .seed(share.seed())) : nil
      case .extendedPrivateKey: return try fingerprint(of: .master(Xpriv(parsing: text)))
      case .singleKey: return try fingerprint(of: .key(WIFKey(parsing: text)))
      default: return nil
      }
    } catch {
      return nil
    }
  }

  /// It is the same on every network.
  private static func fingerprint(of seed: borrowing GivenSeed) throws -> Fingerprint {
    try seed.fingerprint(on: .mainnet)
  }

  /// Whether a QR code is a share, which brings nothing back alone.
  static func isShare(_ symbol: UnsafeRawBufferPointer) -> Bool {
    switch SecretForm(symbol: symbol) {
    case .codex32, .slip39, .sskr: true
    default: false
    }
  }

  /// What a QR code is, and which set of shares it belongs to.
  private static func kind(of symbol: UnsafeRawBufferPointer) -> (kind: String, set: String?) {
    if SealedParts.isPart(symbol) { return ("a part of an encrypted sheet", nil) }
    if SheetReaderSource.holds(symbol) { return (reader, nil) }
    if RecoveryQR.isOne(symbol) { return ("a seed with its wallets (Recovery QR)", nil) }
    if SeedInput.isCompact(symbol.count) { return ("a seed (CompactSeedQR)", nil) }
    let text = SecretBytes(copying: symbol)
    switch SecretForm(symbol: symbol) {
    case .words: return ("words", nil)
    case .seedQR: return ("a seed (SeedQR)", nil)
    case .seedResource: return ("a seed (uniform resource)", nil)
    case .extendedPrivateKey: return ("an extended private key", nil)
    case .singleKey: return ("a single private key (WIF)", nil)
    case .encryptedKey: return ("an encrypted private key (BIP-38)", nil)
    case .codex32:
      guard let share = try? Codex32Share(parsing: text) else {
        return ("a string of codex32, damaged", nil)
      }
      guard !share.isSecret else { return ("a seed (codex32)", nil) }
      return ("share \(share.index.uppercased()) of codex32", "codex32 \(share.identifier)")
    case .slip39:
      guard let share = try? SLIP39Share(parsing: text) else {
        return ("a share of SLIP-39, damaged", nil)
      }
      return ("a share of SLIP-39", "SLIP-39 \(share.identifier)")
    case .sskr:
      guard let share = try? SSKRShare(parsing: text) else {
        return ("a share of SSKR, damaged", nil)
      }
      return ("a share of SSKR", "SSKR \(share.identifier)")
    case .unknown:
      if let part = CarriedPart(symbol) { return (part.text + notLookedInto, nil) }
      let isDescriptor =
        symbol.count > 20 && symbol.contains(UInt8(ascii: "("))
        && symbol[symbol.count - 9] == UInt8(ascii: "#")
      return (isDescriptor ? wallet : other, nil)
    }
  }
}
