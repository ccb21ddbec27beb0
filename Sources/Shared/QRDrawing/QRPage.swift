/// A page of paper with QR codes in a grid and a line for a person under each.
public struct QRPage: Hashable, Sendable {
  /// A QR code of a page and the line under it.
  public struct Cell: Hashable, Sendable {
    /// What the machine reads.
    public let symbol: QRSymbol
    /// What a person reads: printable ASCII, a few words.
    public let line: String

    /// A QR code over a line.
    public init(_ symbol: QRSymbol, line: String) {
      self.symbol = symbol
      self.line = line
    }
  }

  /// The line at the head of the page: printable ASCII.
  public let heading: String
  /// The lines at its foot: printable ASCII.
  public let foot: [String]
  /// QR codes side by side.
  public let columns: Int
  /// Rows of them.
  public let rows: Int
  /// In reading order; at most columns times rows count.
  public let cells: [Cell]

  /// A page of `columns` by `rows`, each at least 1.
  public init(
    heading: String, cells: [Cell], columns: Int, rows: Int, foot: [String] = []
  ) {
    self.heading = heading
    self.foot = foot
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    self.cells = Array(cells.prefix(self.columns * self.rows))
  }
}
