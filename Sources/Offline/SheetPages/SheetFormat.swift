/// What the drawer makes of a document.
public enum SheetFormat: String, Sendable, CaseIterable {
  /// All pages in one file, drawn with lines and letters, the same bytes each time.
  case pdf
  /// The same for printers that take PostScript (level 3) and not PDF.
  case postScript = "ps"
  /// A picture for each page, in dots.
  case png
  /// A picture for each page, in lines.
  case svg

  /// Whether each page is a file of its own.
  public var isPaged: Bool { self == .png || self == .svg }
}
