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
  /// Words with one space between.
  case words(Range<Int>)
  /// One secret text that is read letter by letter.
  case secretLine(label: String, Range<Int>)
  /// A QR code beside its caption, with coordinates and a copy for the hand where asked.
  case symbol(SheetSymbol, coordinates: Bool, zoom: Bool)
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
}
