/// How the QR codes of a frame of a camera are looked for: the cheapest way first, and no other one
/// once all squares in the frame are those of QR codes that were read.
///
/// 1. Where they were in the frame before, module by module.
/// 2. At the squares that are seen, module by module: in a copy of half the size, in the frame,
///    in a smoothed one.
/// 3. By libzbar; and where nothing is read by it, by zxing-cpp.
/// 4. In a frame that was prepared for what its measures say is wrong with it, one way a frame: the
///    next frame comes soon, and a reader that falls behind sees none of them.
struct CameraLadder {
  /// Every so many frames it is looked for new QR codes beside those that are known.
  static let searchEvery = 4
  /// So many frames in a row a QR code may not be readable before its place is forgotten.
  static let patience = 4
  /// The most squares that are looked at: those of a mosaic of 60 QR codes.
  static let squaresLimit = 180

  private let scanner: SymbolScanner
  private var known: [(fit: GridFit, missed: Int)] = []
  private var frames = 0
  /// How many frames were prepared so far, and which way helped last.
  private var fruitless = 0
  private var helpful: Preparation?
  /// How squares were found last.
  private var lucky = SquareSearch.half

  init(_ scanner: SymbolScanner) { self.scanner = scanner }

  /// The QR codes of the next frame, those that were only seen too; `half` is its copy of half the
  /// size.
  mutating func symbols(
    in frame: GrayPicture, half: GrayPicture, _ measures: inout FrameMeasures
  ) -> [FoundSymbol] {
    frames += 1
    var sight = Sight()
    sight.keep(quick(frame) { $0.again(known.map(\.fit)) })
    let isSearched = sight.reads.count < max(1, known.count) || frames % Self.searchEvery == 0
    if isSearched {
      search(frame, half, measures, &sight)
      ask(frame, half, measures, &sight)
    }
    remember(sight)
    if !sight.hasContents { measures.note(sight.finders) }
    return sight.symbols
  }

  private func quick(
    _ frame: GrayPicture, _ body: (QuickReading) -> [QuickReading.Read]
  ) -> [QuickReading.Read] {
    PixelSampler.lend(frame) { body(QuickReading($0)) } ?? []
  }

  // MARK: Squares

  /// Looks at squares, the way in which they were found last first: in the copy of half the size,
  /// which has half of the noise; in the frame; in the frame without its finest noise; and in the
  /// copy with an eye for what is close, where a faint screen is no lighter than the room.
  private mutating func search(
    _ frame: GrayPicture, _ half: GrayPicture, _ measures: FrameMeasures, _ sight: inout Sight
  ) {
    for way in [lucky] + SquareSearch.allCases.filter({ $0 != lucky }) {
      switch way {
      case .half: sight.add(squares(half, 2, measures))
      case .whole: sight.add(squares(frame, 1, measures))
      case .smoothed: sight.add(squares(frame.smoothed(1), 1, measures))
      case .near: sight.add(squares(half, 2, measures, reach: 12))
      }
      let reads = quick(frame) { $0.symbols(at: sight.unread) }
      sight.keep(reads)
      if reads.contains(where: { $0.symbol.isRead }) { lucky = way }
      if sight.isExplained { return }
    }
  }

  private enum SquareSearch: CaseIterable { case half, whole, smoothed, near }

  private func squares(
    _ picture: GrayPicture, _ scale: Double, _ measures: FrameMeasures, reach: Int? = nil
  ) -> [Finder] {
    // What is darker by less than noise is not dark.
    let search = FinderSearch(
      picture, darker: max(reach == nil ? 4 : 2, measures.contrast / 16), reach: reach)
    return search.finders(limit: Self.squaresLimit).map {
      // The middle of a pixel, not its corner.
      Finder(
        x: ($0.x + 0.5) * scale, y: ($0.y + 0.5) * scale, module: $0.module * scale,
        votes: $0.votes)
    }
  }

  private mutating func remember(_ sight: Sight) {
    var next = sight.reads.map { (fit: $0.fit, missed: 0) }
    for (fit, missed) in known where missed < Self.patience {
      let middle = fit.place.middle
      if !next.contains(where: { $0.fit.place.holds(middle) }) { next.append((fit, missed + 1)) }
    }
    known = next
  }

  // MARK: Other readers

  /// Asks the libraries.
  ///
  /// Where a QR code was seen and could not be read module by module, libzbar mostly cannot either: it is
  /// torn between two pictures, or covered. Beside others that were read it is asked about it every few
  /// frames only, the first among them: of modules of two pixels it reads more.
  private mutating func ask(
    _ frame: GrayPicture, _ half: GrayPicture, _ measures: FrameMeasures, _ sight: inout Sight
  ) {
    let isSeen = sight.isExplained
    let isAsked = sight.hasUnread && frames % Self.searchEvery == 1
    guard !isSeen || !sight.hasContents || isAsked else { return }
    if !isSeen || isAsked { sight.keep(scanner.places(in: frame)) }
    guard !sight.hasContents else { return }
    sight.keep(SecondScanner.scan(frame, thorough: false))
    guard !sight.hasContents, !isSeen else { return }
    fruitless += 1
    let fitting = Preparation.allCases.filter { $0.fits(measures, sight.module) }
    guard let turn = helpful ?? (fitting.isEmpty ? nil : fitting[fruitless % fitting.count]),
      let (prepared, size) = turn.prepared(frame, half, measures)
    else { return }
    let reads = PixelSampler.lend(prepared) { pixels in
      QuickReading(pixels).symbols(at: squares(prepared, 1, measures))
    }
    sight.keep((reads ?? []).map { $0.symbol.scaled(1 / size) })
    if !sight.hasContents {
      sight.keep(scanner.places(in: prepared).map { $0.scaled(1 / size) })
    }
    // What helped once is tried again, until it does not.
    helpful = sight.hasContents ? turn : nil
  }

  /// What is known of one frame so far.
  private struct Sight {
    private(set) var reads: [QuickReading.Read] = []
    private var found: [FoundSymbol] = []
    private(set) var finders: [Finder] = []

    /// From the top and from the left.
    var symbols: [FoundSymbol] {
      found.sorted { ($0.place.top, $0.place.left) < ($1.place.top, $1.place.left) }
    }

    var hasContents: Bool { found.contains { $0.isRead } }

    /// Whether a QR code was seen and not read.
    var hasUnread: Bool { found.contains { !$0.isRead } }

    /// The squares that belong to nothing that was read.
    var unread: [Finder] {
      let places = found.filter { $0.isRead }.map { $0.place.grown(1.15) }
      return finders.filter { finder in
        !places.contains { $0.holds(SymbolPlace.Point(x: finder.x, y: finder.y)) }
      }
    }

    /// Whether QR codes were seen, read or not, and no three squares are left that may be another.
    var isExplained: Bool {
      guard !found.isEmpty else { return false }
      let places = found.map { $0.place.grown(1.15) }
      let left = finders.filter { finder in
        !places.contains { $0.holds(SymbolPlace.Point(x: finder.x, y: finder.y)) }
      }
      return left.count < 3 || SymbolCorners.all(left).isEmpty
    }

    /// How wide a module is, in pixels; 0 where nothing is seen.
    var module: Double {
      let modules = finders.map(\.module).sorted()
      return modules.isEmpty ? 0 : modules[modules.count / 2]
    }

    mutating func add(_ more: [Finder]) {
      for finder in more where !finders.contains(where: { $0.isNear(finder) }) {
        finders.append(finder)
      }
    }

    mutating func keep(_ more: [QuickReading.Read]) {
      reads += more.filter { $0.symbol.isRead }
      keep(more.map(\.symbol))
    }

    /// Keeps what lies at a new place, or was only seen there before.
    mutating func keep(_ more: [FoundSymbol]) {
      for symbol in more {
        let same = found.firstIndex {
          $0.place.grown(0.8).holds(symbol.place.middle)
            || $0.place.corners.count != 4 && $0.content == symbol.content
        }
        if let same {
          if found[same].content == nil { found[same] = symbol }
        } else {
          found.append(symbol)
        }
      }
    }
  }
}

/// Ways in which a frame is prepared that nobody could read as it is.
enum Preparation: CaseIterable {
  case stretched, focused, doubled, halved, inverted, enlarged

  /// Whether the measures, and the width of a module in pixels (0 for unknown), speak for it.
  func fits(_ measures: FrameMeasures, _ module: Double) -> Bool {
    switch self {
    case .stretched: measures.contrast < 80 && measures.contrast > 8
    case .focused: measures.softness > 1.6 && measures.softness < 6
    case .doubled: module > 0 && module < 3
    case .enlarged: module == 0
    case .halved: module > 8 || module == 0
    case .inverted: true
    }
  }

  /// The picture, and how many times as large it is; nil where it would be of no use.
  func prepared(
    _ frame: GrayPicture, _ half: GrayPicture, _ measures: FrameMeasures
  ) -> (picture: GrayPicture, size: Double)? {
    let size = max(frame.width, frame.height)
    switch self {
    case .stretched: return (frame.stretched(), 1)
    case .focused: return (frame.focused(measures.softness, noise: 0.01), 1)
    case .doubled: return size <= 1_600 ? (frame.doubled(), 2) : nil
    case .enlarged: return size <= 800 ? (frame.enlarged(3), 3) : nil
    case .halved: return size >= 1_200 ? (half, 0.5) : nil
    case .inverted: return (frame.inverted(), 1)
    }
  }
}
