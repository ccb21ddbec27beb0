public import BitcoinPrimitives
public import Bytes
internal import ExtendedKeys
public import SecureMemory
public import SheetPages

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

  /// Takes what the sheets have in common.
  public init(
    paper: Paper, program: String, network: Network, printed: String, nextDrill: String,
    time: Int64 = 0
  ) {
    self.paper = paper
    self.program = program
    self.network = network
    self.printed = printed
    self.nextDrill = nextDrill
    self.time = time
  }

  /// The mark of a sheet of `name` with these QR codes.
  func mark(_ kind: SheetKind, of name: String, _ symbols: [PrintedSymbol]) -> SheetMark {
    SheetMark(kind, RecoverySheet.digest(kind, symbols), of: name, printed: time)
  }

  /// Begins a document; the number of its print stands at the foot of each page.
  func writer(_ subject: String, _ mark: SheetMark) -> SheetWriter {
    let kind = mark.kind
    let rehearsal = network.isMainnet ? "" : " (rehearsal on \(network.name), worth nothing)"
    return SheetWriter(
      paper: paper, title: "\(kind.title): \(subject)\(rehearsal)",
      footer: "\(program), sheet \(kind.rawValue), printed \(printed), print \(mark.spoken)")
  }

  /// Where standard accounts of a seed are kept.
  var standardPaths: String {
    let network = KeyNetwork(network)
    return [StandardAccount.pkh, .shWpkh, .wpkh, .tr].compactMap { script in
      (try? script.path(on: network, account: 0)).map { "\(script) \($0)" }
    }.joined(separator: ", ")
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
