import Glibc
public import QRReading

/// What happens to paper, and to the picture of it: fixed numbers, the same each time.
///
/// Measures are pixels of a page at 150 dots per inch.
public enum Damage: String, CaseIterable, Sendable {
  case upright
  case rotated = "rotated 7 degrees"
  case perspective
  case blurred = "blur 1.5"
  case compressed = "JPEG q30"
  case faint = "low contrast"
  case photographed = "rotation, perspective, blur and q30"
  case veryBlurred = "blur 3"
  case speckled = "speckle 2 %"
  case folded = "fold line"
  case stained = "opaque stain 5 %"
  case veryStained = "opaque stain 20 %"
  case soaked = "translucent stain 20 %"
  case streaked = "toner streaks"

  /// A page as it is read after the damage.
  ///
  /// `places` are where its symbols are: folds and stains go through these, at places that `seed`
  /// draws.
  public func picture(
    of page: GrayPicture, places: [SymbolPlace], seed: UInt64
  ) -> GrayPicture? {
    var sheet = Raster(page)
    var numbers = Numbers(seed)
    switch self {
    case .upright: break
    case .rotated: sheet = sheet.seen(turn: 7, slant: 0)
    case .perspective: sheet = sheet.seen(turn: 0, slant: 0.12)
    case .blurred: sheet.blur(1.5)
    case .compressed: return Self.compressed(sheet.picture)
    case .faint: sheet.fade(to: 115...140, noise: 3, &numbers)
    case .photographed:
      sheet = sheet.seen(turn: 7, slant: 0.12)
      sheet.blur(1.5)
      return Self.compressed(sheet.picture)
    case .veryBlurred: sheet.blur(3)
    case .speckled: sheet.speckle(0.02, &numbers)
    case .folded: for place in places { sheet.fold(at: place.middle.y) }
    case .stained: for place in places { sheet.stain(place, share: 0.05, .opaque, &numbers) }
    case .veryStained: for place in places { sheet.stain(place, share: 0.2, .opaque, &numbers) }
    case .soaked: for place in places { sheet.stain(place, share: 0.2, .translucent, &numbers) }
    case .streaked: sheet.streak(&numbers)
    }
    return sheet.picture
  }

  private static func compressed(_ picture: GrayPicture?) -> GrayPicture? {
    picture.flatMap { try? GrayPicture(jpeg: Scenes.jpeg($0, quality: 30)) }
  }
}

/// Numbers that are drawn the same way each time.
struct Numbers {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493 }

  /// Below 1.
  mutating func next() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 33) / Double(UInt64(1) << 31)
  }
}
