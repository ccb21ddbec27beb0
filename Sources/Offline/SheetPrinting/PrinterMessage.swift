/// What the helper says: records of a letter, a length (16 bits, big-endian) and as many bytes of text.
enum PrinterMessage: Equatable {
  /// `R`: scheme, place of the spool, whether jobs are kept, path of the spool; a space between.
  case report(PrinterReport)
  /// `J`: the job that CUPS took.
  case job(String)
  /// `D`: `removed` or `kept`: the job is printed.
  case done(isRemoved: Bool)
  /// `E`: a word.
  case refusal(Refusal)

  enum Refusal: String, CaseIterable {
    case usage
    case badName = "bad-name"
    case noCUPS = "no-cups"
    case noPrinter = "no-printer"
    case notTaken = "not-taken"
    case stuckRemoved = "stuck-removed"
    case stuckKept = "stuck-kept"
  }

  /// The longest text.
  static let limit = 4_200

  var bytes: [UInt8] {
    let (letter, text): (Unicode.Scalar, String) =
      switch self {
      case .report(let report):
        (
          "R",
          "\(report.connection) \(report.spool.rawValue) \(report.keepsJobs ? 1 : 0) "
            + report.spoolPath
        )
      case .job(let name): ("J", name)
      case .done(let isRemoved): ("D", isRemoved ? "removed" : "kept")
      case .refusal(let refusal): ("E", refusal.rawValue)
      }
    let content = Array(text.utf8.prefix(Self.limit))
    return [UInt8(ascii: letter), UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
  }

  /// Reads one record; nil for anything else.
  init?(letter: UInt8, text: String) {
    switch letter {
    case UInt8(ascii: "R"):
      let words = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        .map(String.init)
      guard words.count == 4, PrinterName.isConnection(words[0]),
        let place = PrintSpool.Place(rawValue: words[1]), words[2] == "0" || words[2] == "1",
        words[3].unicodeScalars.allSatisfy({ (0x20...0x7e).contains($0.value) })
      else { return nil }
      self = .report(
        PrinterReport(
          connection: words[0], spool: place, spoolPath: words[3], keepsJobs: words[2] == "1"))
    case UInt8(ascii: "J"):
      guard PrinterName.isName(text) else { return nil }
      self = .job(text)
    case UInt8(ascii: "D"):
      guard text == "removed" || text == "kept" else { return nil }
      self = .done(isRemoved: text == "removed")
    case UInt8(ascii: "E"):
      guard let refusal = Refusal(rawValue: text) else { return nil }
      self = .refusal(refusal)
    default: return nil
    }
  }
}

/// Names that go into a command line and onto a screen.
enum PrinterName {
  /// Letters, digits, `.`, `_` and `-`, not first; at most 127, as CUPS has them.
  static func isName(_ text: String) -> Bool {
    let letters = text.utf8
    guard (1...127).contains(letters.count), letters.first != UInt8(ascii: "-") else {
      return false
    }
    return letters.allSatisfy {
      switch $0 {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
      default: false
      }
    }
  }

  /// The scheme of an address (RFC 3986, 3.1).
  static func isConnection(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        switch $0 {
        case 0x30...0x39, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
        default: false
        }
      }
  }
}
