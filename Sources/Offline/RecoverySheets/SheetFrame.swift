public import BitcoinPrimitives
public import Bytes
internal import ExtendedKeys
public import SecureMemory
public import SheetPages

/// The log of a signer as sheets say it: so a vault that was put back to an older state is noticed.
public struct SheetLog: Hashable, Sendable {
  /// How many entries it had.
  public let entries: Int
  /// The four words of its head.
  public let words: String

  /// Takes both.
  public init(entries: Int, words: String) {
    self.entries = entries
    self.words = words
  }
}

/// What all sheets of one run have in common.
public struct SheetFrame: Sendable {
  /// The size of the pages.
  public let paper: Paper
  /// The program's name and version, which can read the sheet.
  public let program: String
  /// The network that everything on the sheets is for.
  public let network: Network
  /// The day of printing, in words.
  public let printed: String
  /// The day of the next drill, in words.
  public let nextDrill: String
  /// When it is printed, in seconds since 1970.
  public let time: Int64
  /// The log of the signer that prints them; nil where it has none.
  public let log: SheetLog?
  /// The language of the pages, and of the letter beside English.
  public let language: SheetLanguage
  /// Where the programs and their source are kept; nil where nobody said it.
  var archive = SheetArchive.ofThisBuild
  /// The commit that the programs were built from; nil where nobody said it.
  var commit = SourceCommit.ofThisBuild

  /// Takes what the sheets have in common.
  public init(
    paper: Paper, program: String, network: Network, printed: String, nextDrill: String,
    time: Int64 = 0, log: SheetLog? = nil, language: SheetLanguage = .english
  ) {
    self.paper = paper
    self.program = program
    self.network = network
    self.printed = printed
    self.nextDrill = nextDrill
    self.time = time
    self.log = log
    self.language = language
  }

  /// The mark of a sheet of `name` with these QR codes.
  func mark(_ kind: SheetKind, of name: String, _ symbols: [PrintedSymbol]) -> SheetMark {
    SheetMark(kind, RecoverySheet.digest(kind, symbols), of: name, printed: time)
  }

  /// What the signer's log was on the day of printing; none where it has no log.
  ///
  /// With the command that shows the words of that day again: others mean that an older vault was put
  /// back.
  var logFact: [SheetFact] { logFact(in: facts) }

  /// The same in other sentences: those of a letter's second language.
  func logFact(in facts: FactSentences) -> [SheetFact] {
    guard let log else { return [] }
    let text = log.entries == 1 ? facts.logTextOfOne : facts.logText
    return [
      SheetFact(
        facts.log,
        text.filling([
          "entries": "\(log.entries)", "words": log.words,
          "command": "`offline-signer log verify --entries \(log.entries)`",
        ]))
    ]
  }

  /// What stands on its pages beside boxes, heads and steps.
  var facts: FactSentences { language.sentences.facts }

  /// Where somebody writes at the foot of a page.
  static let line = "____"

  /// Begins a document; at the head of each page stands what it is, at its foot its print, what is
  /// filled in by hand, and its mark.
  ///
  /// Throws: `symbol`.
  func writer(
    _ title: String, _ mark: SheetMark, _ matter: PageMatter
  ) throws(RecoverySheetError) -> SheetWriter {
    var writer = SheetWriter(
      paper: paper, title: title, subtitle: subtitle,
      footer: [
        facts.print.filling([
          "title": title, "number": mark.spoken, "date": printed, "program": program,
        ]), facts.samePrint,
        facts.checked.filling(["line": Self.line, "date": nextDrill]),
      ].joined(separator: "\n"))
    writer.phrases(facts.phrases)
    writer.standing(standing(matter))
    // 25 modules at Q; a longer name of a kind has them at M.
    let modules = try mark.symbol.modules(width: 27)
    writer.mark(modules)
    return writer
  }

  /// What stands below each title.
  var subtitle: String { "Bitcoin" }
}

extension FactSentences {
  /// What the drawer writes by itself.
  var phrases: SheetPhrases {
    SheetPhrases(
      page: page, withoutSpaces: withoutSpaces, oneSpace: oneSpace, continued: continued)
  }
}

/// A sheet that is ready to be drawn: the document, and the QR codes on it that are read back.
public struct RecoverySheet: ~Copyable, Sendable {
  /// What kind of sheet it is.
  public let kind: SheetKind
  /// The seed or the wallet, by name.
  public let subject: String
  /// The QR codes on it, in order; they are read back after printing.
  public let symbols: [PrintedSymbol]
  /// Of a share: what the shares of its set have in common, where they say something.
  public let set: String?
  /// What `sheet-drawer` draws; it may hold the seed.
  public let document: SecretBytes

  /// What tells it from other sheets; no secret can be had from it.
  public var digest: Bytes32 { Self.digest(kind, symbols) }

  /// The digest of a sheet with these QR codes: only the same bytes in the same order have it.
  public static func digest(_ kind: SheetKind, _ symbols: [PrintedSymbol]) -> Bytes32 {
    PrintedSymbol.digest(kind, symbols)
  }

  /// Ends a document.
  ///
  /// Throws: `pages`.
  init(
    _ kind: SheetKind, _ subject: String, _ symbols: [PrintedSymbol],
    _ writer: consuming SheetWriter, set: String? = nil
  ) throws(RecoverySheetError) {
    self.set = set
    self.kind = kind
    self.subject = subject
    self.symbols = symbols
    do throws(SheetPagesError) {
      document = try writer.document()
    } catch {
      throw .pages(error)
    }
  }
}

extension SheetFrame {
  /// Whether a page of a seed has room for nothing more.
  ///
  /// The address and the hash of an archive take lines of a box, Letter is shorter than A4, sentences are shortest
  /// in English, and a passphrase adds to its lines and steps.
  func isTight(_ usesPassphrase: Bool) -> Bool {
    paper == .letter && (archive != nil || language != .english || usesPassphrase)
  }
}
