internal import AirgapTransfer
internal import RecoverySheets
internal import Refusals
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
    /// What else is to be said about it.
    var notes: [String] = []
  }

  private var pages: [Page] = []

  /// Takes the pages of one file; their QR codes are places in the list.
  mutating func add(_ read: [ReadPage], _ symbols: borrowing SecretList) {
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
        }
      }
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
          // Each share has a print of its own.
          if own != mark, own.kind == mark?.kind, own.kind != .share, Self.isOfSeed(page) {
            words.append("OF ANOTHER PRINT")
          }
        }
        return "  \(page.name): \(words.joined(separator: "; "))"
      }
  }

  private static func isOfSeed(_ page: Page) -> Bool {
    page.kinds.contains { $0 != other && $0 != wallet && $0 != reader }
  }

  private static func mostOften<Value: Hashable>(_ values: [Value]) -> Value? {
    let counts = values.reduce(into: [Value: Int]()) { $0[$1, default: 0] += 1 }
    // Of several as often, the first.
    return values.max { counts[$0, default: 0] < counts[$1, default: 0] }
  }

  private static let reader = "the reader of encrypted sheets"
  private static let other = "a QR code that holds no seed"
  private static let wallet = "a wallet, without a seed"

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
      let isDescriptor =
        symbol.count > 20 && symbol.contains(UInt8(ascii: "("))
        && symbol[symbol.count - 9] == UInt8(ascii: "#")
      return (isDescriptor ? wallet : other, nil)
    }
  }
}
