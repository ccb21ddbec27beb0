/// How much a document of pages may hold; checked before anything is allocated or drawn.
public enum SheetLimits {
  /// The whole document, in bytes.
  public static let documentBytes = 1 << 20
  /// Titles, headings, labels and captions, in bytes of UTF-8.
  public static let labelBytes = 1_000
  /// Paragraphs and values, in bytes of UTF-8.
  public static let textBytes = 32_768
  /// A secret in letters, in bytes of UTF-8.
  public static let secretBytes = 2_048
  /// Words in one grid: a SLIP-39 share of the 64 bytes that words lead to has 59.
  public static let words = 64
  /// Rows of facts or of a numbered list.
  public static let rows = 500
  /// Lines for handwriting in one block.
  public static let lines = 60
  /// Millimeters that one of two columns, or a QR code, may have.
  public static let widths = 15...170
  /// Blocks in one document.
  public static let blocks = 2_000

  /// Whether QR codes have so many modules a side (ISO/IEC 18004: 21 to 177, in steps of 4).
  public static func isSymbolSize(_ size: Int) -> Bool {
    (21...177).contains(size) && size % 4 == 1
  }
}
