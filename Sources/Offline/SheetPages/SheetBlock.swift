/// One block of a document as it was read.
///
/// Secrets stay where they are: a block has the range of bytes in which its ``SheetDocument`` holds them.
public enum SheetBlock: Equatable, Sendable {
  /// A heading, kept together with what follows it.
  case heading(String)
  /// Text that is wrapped at words.
  case paragraph(String)
  /// A sentence that must not be missed, in a frame.
  case notice(String)
  /// Rows of two columns.
  case facts([SheetFact])
  /// Rows numbered from `first` on.
  case numbered([String], first: Int, isCode: Bool)
  /// Words with one space between; where they have numbers each is followed by its own.
  case words(Range<Int>, SheetWordStyle)
  /// One secret text that is read letter by letter; small without a frame, in its own groups.
  case secretLine(label: String, Range<Int>, isSmall: Bool)
  /// A QR code above its caption, in a square of so many millimeters, quiet zone included.
  case symbol(SheetSymbol, width: Int)
  /// A QR code that stands beside its like, as many in a row as fit.
  case tile(SheetSymbol)
  /// An empty square of modules to be filled in by hand.
  case blankGrid(size: Int, caption: String)
  /// Empty lines for handwriting, down each column in turn.
  case lines(count: Int, columns: Int, isNumbered: Bool, label: String)
  /// An empty frame to write into, several in a row.
  case box(label: String)
  /// What follows begins a page.
  case pageBreak
  /// A small QR code at the foot of every page.
  case mark(SheetSymbol)
  /// Where two columns begin, where the second one does, and where they end.
  case beside(SheetColumns)
  /// A frame with a title and short paragraphs in two columns, each with a label; the first `leading`
  /// of them are as large as the page has room for, the others small.
  case panel(title: String, [SheetFact], leading: Int)
  /// What each page says at its head from this one on.
  case standing(SheetStanding)
  /// Steps numbered from `first` on, each with its command on a line of its own.
  case steps([SheetStep], first: Int)
  /// A paragraph in small letters.
  case note(String)
  /// Lines of one width, small, as they stand: a program.
  case listing(String)
  /// The cells of a QR code, and beside them empty ones to copy it into by hand.
  case copy(SheetSymbol)
  /// Words with their numbers as they are stamped into metal.
  case plate(Range<Int>)
}

/// What a page says at its head, whoever sees it first: secret or not, and whether it is for practice.
public struct SheetStanding: Hashable, Sendable {
  /// What the page is: `SECRET: whoever sees this page can take the coins`.
  public let text: String
  /// At the right; empty where the page is no practice.
  public let practice: String
  /// Whether whoever sees the page sees a secret: drawn white on black.
  public let isSecret: Bool

  /// Takes all three.
  public init(_ text: String, practice: String = "", isSecret: Bool) {
    self.text = text
    self.practice = practice
    self.isSecret = isSecret
  }
}

/// How words are drawn.
public struct SheetWordStyle: Hashable, Sendable {
  /// Whether each word is followed by its number in the list.
  public let hasNumbers: Bool
  /// Whether the first four letters, by which a word is known, are bold and the rest are not.
  public let marksFourLetters: Bool

  /// Takes both.
  public init(hasNumbers: Bool, marksFourLetters: Bool) {
    self.hasNumbers = hasNumbers
    self.marksFourLetters = marksFourLetters
  }
}

/// Two columns side by side on one page.
public enum SheetColumns: Equatable, Sendable {
  /// The left one begins; one of them has so many millimeters, the other what is left.
  case begin(width: Int, isLeft: Bool)
  /// The right one begins.
  case turn
  /// What follows has the whole width again.
  case end
}

/// One step: what is done, and the command that does it.
public struct SheetStep: Hashable, Sendable {
  /// What is done.
  public let text: String
  /// As it is typed; empty where nothing is.
  public let command: String

  /// Takes both.
  public init(_ text: String, _ command: String = "") {
    self.text = text
    self.command = command
  }
}

/// A QR code in a document: its modules lie in the document, a bit each.
public struct SheetSymbol: Equatable, Sendable {
  /// What stands beside the QR code.
  public let caption: String
  /// Modules along one side, without the quiet zone.
  public let size: Int
  let bits: Range<Int>
}

/// The tags of the format (docs/formats.md).
enum SheetTag: UInt8 {
  case end = 0
  case heading = 1
  case paragraph = 2
  case notice = 3
  case facts = 4
  case numbered = 5
  case words = 6
  case secretLine = 7
  case symbol = 8
  case tile = 9
  case blankGrid = 10
  case lines = 11
  case box = 12
  case pageBreak = 13
  case mark = 14
  case columns = 15
  case panel = 16
  case steps = 17
  case note = 18
  case copy = 19
  case plate = 20
  case listing = 21
  case standing = 22
  case phrases = 23
}
