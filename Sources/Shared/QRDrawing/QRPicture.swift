/// Modules as they lie on a screen or a page: one QR code or a mosaic of several, each in its quiet
/// zone.
public struct QRPicture: Hashable, Sendable {
  /// Light modules around each QR code (ISO/IEC 18004 asks for 4).
  public static let quietZone = 4

  /// Modules across, quiet zones included.
  public let width: Int
  /// Modules down, quiet zones included.
  public let height: Int
  /// Row by row, 1 dark and 0 light.
  public let modules: [UInt8]

  /// One QR code in its quiet zone.
  public init(_ symbol: QRSymbol) {
    let size = symbol.size + 2 * Self.quietZone
    self.init(laying: [symbol], cell: size, columns: 1, rows: 1)
  }

  /// Several QR codes side by side in rows of `columns`, in reading order.
  ///
  /// Neighbours share one quiet zone between them. QR codes of different sizes are given the room
  /// of the largest; missing ones at the end leave light, so that all pictures of a series that
  /// pass the same `rows` are equally large. Throws: `nothingToDraw`.
  public init(mosaic symbols: [QRSymbol], columns: Int, rows: Int? = nil) throws(DrawingError) {
    guard let largest = symbols.map(\.size).max(), columns > 0 else { throw .nothingToDraw }
    let needed = (symbols.count + columns - 1) / columns
    self.init(
      laying: symbols, cell: largest + Self.quietZone, columns: columns,
      rows: max(needed, rows ?? 0))
  }

  private init(laying symbols: [QRSymbol], cell: Int, columns: Int, rows: Int) {
    let zone = Self.quietZone
    let step = symbols.count == 1 && columns == 1 && rows == 1 ? cell - zone : cell
    width = columns * step + zone
    height = rows * step + zone
    var modules = [UInt8](repeating: 0, count: width * height)
    for (number, symbol) in symbols.enumerated() {
      let left = zone + number % columns * step
      let top = zone + number / columns * step
      for row in 0..<symbol.size {
        let start = (top + row) * width + left
        modules.replaceSubrange(
          start..<start + symbol.size,
          with: symbol.modules[row * symbol.size..<(row + 1) * symbol.size])
      }
    }
    self.modules = modules
  }

  /// Whether the module is dark; outside the picture all is light.
  public func isDark(row: Int, column: Int) -> Bool {
    guard (0..<height).contains(row), (0..<width).contains(column) else { return false }
    return modules[row * width + column] == 1
  }

  /// The most pixels that are drawn: 64 million, 8,000 by 8,000.
  static let pixelLimit = 64_000_000

  func checkedScale(_ scale: Int) throws(DrawingError) -> Int {
    let scale = max(1, scale)
    let (across, tooWide) = width.multipliedReportingOverflow(by: scale)
    let (down, tooHigh) = height.multipliedReportingOverflow(by: scale)
    guard !tooWide, !tooHigh, across <= 65_535, down <= 65_535, across * down <= Self.pixelLimit
    else { throw .pictureTooLarge(width: across, height: down, limit: Self.pixelLimit) }
    return scale
  }
}
