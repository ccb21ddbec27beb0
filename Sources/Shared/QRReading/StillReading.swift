/// Looks for the QR codes of a photograph or a scan, which is worth more time than a frame of a
/// camera: the next frame may be better, this picture is all there is.
///
/// What is cheap comes first: libzbar, then zxing-cpp, on the picture as it is. Then the squares in
/// the corners of QR codes are counted. While some belong to nothing that was read, their part of
/// the picture is prepared in one way after another, and both readers look again.
struct StillReading {
  /// The most pixels that preparations may have in all, so that no picture takes for ever.
  static let work = 160_000_000
  /// A part with more pixels than this is halved before it is prepared.
  static let comfort = 6_000_000

  /// The softness of a picture below which squares differ from letters: prints of the tests have 0.4,
  /// photographs of them from 1.07.
  private static let sharpness = 0.9

  private let scanner: SymbolScanner
  private let picture: GrayPicture
  /// Each QR code that was read, at its place: copies of one are kept apart.
  private(set) var found: [FoundSymbol] = []
  /// The pixels of all preparations so far: 0 where the picture was read as it is.
  private(set) var work = 0
  /// Whether so many squares are on it that none is looked at.
  private var isCrowded = false
  /// How many pixels of the picture are one of the copy in which squares are searched.
  private var searched = 1.0
  /// What is to be said about the picture, once it was read.
  private(set) var notes = PageNotes()

  init(_ picture: GrayPicture, _ scanner: SymbolScanner) {
    self.picture = picture
    self.scanner = scanner
  }

  /// The contents of all QR codes that were read, from the top and from the left, each once.
  mutating func symbols() -> [[UInt8]] {
    keep(scanner.places(in: picture))
    keep(SecondScanner.scan(picture))
    let finders = findersOfWhole()
    let isEmpty = climb(finders)
    note(finders)
    guard isEmpty else { return contents }
    if found.isEmpty {
      // Small pictures of few pixels a module, large ones with noise, screens that show white on black.
      return scanner.symbolsOfCopies(picture)
    }
    return contents
  }

  private var contents: [[UInt8]] {
    var contents: [[UInt8]] = []
    let sorted = found.sorted { ($0.place.top, $0.place.left) < ($1.place.top, $1.place.left) }
    for content in sorted.compactMap(\.content) where !contents.contains(content) {
      contents.append(content)
    }
    return contents
  }

  /// Says how many QR codes were seen and not read, and how often each was read.
  private mutating func note(_ finders: [Finder]) {
    notes.copies = contents.map { content in found.count { $0.content == content } }
    // The square in the middle is three modules high: what fewer rows of pixels show may be letters.
    let certain = finders.filter { Double($0.votes) * searched >= 2.2 * $0.module }
    notes.unread = Self.clusters(unread(certain))
    // A page full of QR codes has as many squares.
    if isCrowded, found.count * 3 < FinderSearch.crowd / 2 { notes.state = .crowded }
  }

  /// How many QR codes squares belong to: those of one have modules of one size, and two of them at
  /// least are seen; one alone may be a letter or a drawing.
  static func clusters(_ finders: [Finder]) -> Int {
    var rest = finders
    var count = 0
    while let first = rest.popLast() {
      var own = [first]
      // A QR code has 177 modules at most, three squares, and sheets have none of more than 65 modules.
      rest.removeAll { finder in
        let reach = 70 * max(first.module, finder.module)
        let isOfIt =
          own.count < 3 && abs(finder.module - first.module) < 0.3 * first.module
          && abs(finder.x - first.x) < reach && abs(finder.y - first.y) < reach
        if isOfIt { own.append(finder) }
        return isOfIt
      }
      if own.count >= 2 { count += 1 }
    }
    return count
  }

  /// Keeps what lies at a new place; `scale` and the offset bring places back into the picture.
  ///
  /// A copy of a QR code that was read is kept too: its squares would count as unread otherwise, and
  /// a clean sheet with two copies would be prepared in every way.
  private mutating func keep(
    _ symbols: [FoundSymbol], scale: Double = 1, right: Int = 0, down: Int = 0
  ) {
    for symbol in symbols {
      guard let content = symbol.content else { continue }
      let place = symbol.place.scaled(scale, right: Double(right), down: Double(down))
      // The readers may differ about the bytes of one QR code: the first one counts.
      let isKnown = found.contains {
        $0.place.grown(0.8).holds(place.middle)
          || place.corners.count != 4 && $0.content == content
      }
      if !isKnown { found.append(FoundSymbol(content: content, place: place)) }
    }
  }

  /// The squares in the picture, searched in a copy of bounded size.
  private mutating func findersOfWhole() -> [Finder] {
    var (small, scale) = (picture, 1.0)
    while small.width * small.height > Self.comfort { (small, scale) = (small.halved(), scale * 2) }
    searched = scale
    // Streaks cut through squares, and blur closes their white rings: some are whole again after it.
    let search = FinderSearch(small)
    var finders = search.finders()
    isCrowded = finders.isEmpty && search.isCrowded
    for rung in [Rung.closedMore, .evened, .focusedMore] {
      guard let prepared = rung.prepared(small)?.picture else { continue }
      for finder in FinderSearch(prepared).finders() {
        guard let known = finders.firstIndex(where: { $0.isNear(finder) }) else {
          finders.append(finder)
          continue
        }
        finders[known].likeness = max(finders[known].likeness, finder.likeness)
      }
    }
    for index in finders.indices {
      finders[index].x *= scale
      finders[index].y *= scale
      finders[index].module *= scale
    }
    return finders
  }

  /// The squares that belong to no QR code that was read; `seen` says where one lies in the picture
  /// of the squares.
  private func unread(
    _ finders: [Finder], seen: (SymbolPlace) -> SymbolPlace = { $0 }
  ) -> [Finder] {
    let places = found.map { seen($0.place.grown(1.15)) }
    return finders.filter { finder in
      !places.contains { $0.holds(SymbolPlace.Point(x: finder.x, y: finder.y)) }
    }
  }

  /// Goes from rung to rung while something is unread; whether it ended with nothing at all.
  private mutating func climb(_ finders: [Finder]) -> Bool {
    let isSharp = picture.softness < Self.sharpness
    for rung in Rung.allCases {
      let left = unread(finders)
      // Letters are taken for squares at every turn, and on a page without damage nothing else is left. What
      // is blurred is like neither.
      if !found.isEmpty, left.count < 2 || isSharp && !left.contains(where: \.isCertain) {
        return false
      }
      guard left.count >= 2 || rung.isForAny, work < Self.work else { continue }
      look(at: part(around: left), rung)
    }
    return found.isEmpty
  }

  /// The part of the picture around squares, with room for the symbols that they belong to.
  private func part(around finders: [Finder]) -> (picture: GrayPicture, left: Int, top: Int) {
    guard finders.count >= 3, picture.width * picture.height > Self.comfort,
      let first = finders.first
    else { return (picture, 0, 0) }
    var (left, right, top, bottom) = (first.x, first.x, first.y, first.y)
    for finder in finders {
      (left, right) = (min(left, finder.x), max(right, finder.x))
      (top, bottom) = (min(top, finder.y), max(bottom, finder.y))
    }
    // Where one square was not seen, the symbol goes on beyond the others.
    let room = 40 * (finders.map(\.module).max() ?? 1)
    let (from, above) = (max(0, Int(left - room)), max(0, Int(top - room)))
    let part = picture.cropped(
      left: from, top: above, right: Int(right + room), bottom: Int(bottom + room))
    return part.map { ($0, from, above) } ?? (picture, 0, 0)
  }

  private mutating func look(
    at part: (picture: GrayPicture, left: Int, top: Int), _ rung: Rung
  ) {
    var (base, scale) = (part.picture, 1.0)
    while base.width * base.height > Self.comfort { (base, scale) = (base.halved(), scale * 2) }
    guard let (prepared, size) = rung.prepared(base) else { return }
    work += prepared.width * prepared.height
    keep(
      SecondScanner.scan(prepared), scale: scale / size, right: part.left, down: part.top)
    keep(
      scanner.places(in: prepared), scale: scale / size, right: part.left, down: part.top)
    guard rung.isForDamaged else { return }
    let finders = unread(FinderSearch(prepared).finders()) { place in
      place.moved(right: -part.left, down: -part.top).scaled(size / scale)
    }
    keep(
      DamagedReading(prepared).symbols(at: finders), scale: scale / size, right: part.left,
      down: part.top)
  }
}

/// Ways in which a picture is prepared, the cheapest first.
private enum Rung: CaseIterable {
  case cropped, stretched, despeckled, smoothed, focused, focusedMore, sharpened, doubled
  case damaged, evened, closed, closedMore, halved, inverted

  /// Whether it is tried also where hardly a square was found.
  ///
  /// Blur, dust and faint print hide them. A page of text is given up after these.
  var isForAny: Bool {
    switch self {
    case .stretched, .despeckled, .focused, .focusedMore, .sharpened, .doubled: true
    default: false
    }
  }

  /// Whether what is stained, folded or streaked is read too, code word by code word.
  var isForDamaged: Bool {
    switch self {
    case .damaged, .evened, .closed, .closedMore, .focusedMore: true
    default: false
    }
  }

  /// The picture for this rung, and how many times as large it is; nil where it is of no use.
  func prepared(_ picture: GrayPicture) -> (picture: GrayPicture, size: Double)? {
    switch self {
    case .cropped, .damaged: return (picture, 1)
    case .stretched: return picture.contrast < 160 ? (picture.stretched(), 1) : nil
    case .despeckled: return (picture.despeckled(), 1)
    case .smoothed: return (picture.smoothed(1), 1)
    case .focused, .focusedMore:
      let softness = picture.softness
      guard softness > 1.2, softness < 6 else { return nil }
      // Edges that lie close together make a picture look sharper than it is.
      return self == .focused
        ? (picture.focused(1.1 * softness, noise: 0.01), 1)
        : (picture.focused(1.25 * softness, noise: 0.002), 1)
    case .evened: return (picture.evened(), 1)
    case .sharpened: return (picture.stretched().sharpened(reach: 3, strength: 4), 1)
    case .doubled:
      guard picture.width * picture.height <= StillReading.comfort / 2 else { return nil }
      if let focused = Rung.focusedMore.prepared(picture)?.picture { return (focused.doubled(), 2) }
      return (picture.stretched().doubled().sharpened(reach: 6, strength: 12), 2)
    case .closed: return (picture.closed(1), 1)
    case .closedMore: return (picture.closed(2), 1)
    case .halved: return (picture.halved(), 0.5)
    case .inverted: return (picture.inverted(), 1)
    }
  }
}
