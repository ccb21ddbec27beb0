/// Reads the QR codes of a frame of a camera module by module: where the squares are known, it is
/// known where every module lies, and what is blurred is told apart by its neighbours.
///
/// It takes a part of the time of a reader that looks for squares by itself.
struct QuickReading {
  /// A QR code and the grid on which it lies, by which it is found in the next frame.
  struct Read {
    let symbol: FoundSymbol
    let fit: GridFit
  }

  /// The most places of a frame where patterns are looked for.
  static let triesLimit = 96
  /// The most modules of a frame that are looked at, so that no frame takes for ever: 60 QR codes of
  /// 97 modules a side.
  static let work = 600_000
  /// Check words that must be left over in each block: thirty frames a second are looked at, and what is
  /// taken for squares in a room must not say anything in years.
  static let spare = 4

  private let pixels: PixelSampler

  init(_ pixels: PixelSampler) { self.pixels = pixels }

  /// Those that are where they were in the frame before, with other contents.
  func again(_ last: [GridFit]) -> [Read] {
    last.compactMap { GridFit($0, pixels).map(read) }
  }

  /// Those that three of the squares belong to, also those that could not be read; a square belongs
  /// to one QR code only.
  func symbols(at finders: [Finder]) -> [Read] {
    var found: [Read] = []
    var used = Set<Int>()
    var (tries, work) = (0, 0)
    for corners in SymbolCorners.all(finders) {
      guard tries < Self.triesLimit, work < Self.work,
        !corners.squares.contains(where: used.contains)
      else {
        continue
      }
      // Squares by chance in what was read already.
      if found.contains(where: { $0.symbol.isRead && $0.symbol.place.holds(corners.middle) }) {
        continue
      }
      var seen: Read?
      for version in corners.versions(pixels) {
        tries += 1
        guard let fit = GridFit(corners, version: version, pixels) else { continue }
        let read = read(fit)
        let isRead = read.symbol.isRead
        work += fit.shape.size * fit.shape.size * (isRead ? 1 : ModuleShades.sharpenings.count)
        seen = isRead ? read : seen ?? read
        if isRead { break }
      }
      guard let seen else { continue }
      found.append(seen)
      if seen.symbol.isRead { used.formUnion(corners.squares) }
    }
    return found.filter { read in
      read.symbol.isRead
        || !found.contains { $0.symbol.isRead && $0.symbol.place.holds(read.symbol.place.middle) }
    }
  }

  private func read(_ fit: GridFit) -> Read {
    for sharpening in ModuleShades.sharpenings {
      let shades = ModuleShades(quick: pixels, fit, sharpening: sharpening)
      if let content = shades.content(spare: Self.spare) {
        return Read(symbol: FoundSymbol(content: content, place: fit.place), fit: fit)
      }
    }
    return Read(symbol: FoundSymbol(content: nil, place: fit.place), fit: fit)
  }
}
