internal import QRDrawing
internal import QRTransport
internal import TerminalUI

/// Shows the QR codes of a message on the terminal, one picture after the other without end, until Enter.
///
/// Keys change how: denser, more at once, faster, paler, inverse, one by one.
struct TerminalShow {
  /// Frames for QR codes of at most so many modules.
  typealias Encoding = (QRVersion) throws(ProgramError) -> FrameEncoder

  /// The lines below the QR codes, and one more, because a line that ends on the last row moves all of them up.
  static let linesBelow = 2
  /// The lowest version that is tried.
  private static let least = 2
  /// Behind so many frames the row begins again: a QR code's size is that of the first million.
  static let mostFrames = 1_000_000

  /// What is shown on a screen of some size.
  struct Plan: Equatable {
    let version: QRVersion
    let across: Int
    let down: Int

    var count: Int { across * down }
  }

  private(set) var settings: ShowSettings
  /// What `0` goes back to: what suits whoever looks.
  let first: ShowSettings
  /// Whether two modules are one character; else a module is two.
  var hasHalfBlocks: Bool
  let encoding: Encoding
  /// The largest QR code of a series, until a person asks for a larger one.
  let most: QRVersion
  var encoder: (limit: QRVersion, encoder: FrameEncoder)?
  var position = 0
  var isPaused = false
  var isHelping = false
  private var due: UInt64?
  var size: (columns: Int, rows: Int) = (0, 0)
  /// Where the other side is watched; nil where it is not, or its camera gave up.
  var reports: (any ReportWatching)?
  /// What is made of reports; nil before the first picture, and once a person has chosen by keys.
  var adaptation: ShowAdaptation?
  var isByHand = false
  /// What is on the screen, as places in the row of frames: chosen once for each picture.
  var chosen: (position: Int, encoder: QRVersion, frames: [Int])?
  /// The next frame of the endless row, of each version that was shown.
  var places: [QRVersion: Int] = [:]
  /// Whether the message begins again in QR codes of another size: for all of a showing, whatever keys are pressed.
  var density = DensityAdaptation()
  /// The version in which it began again; nil where it did not, or a person has chosen since.
  var begun: QRVersion?
  /// Whether the message can be cut for a version, as far as that was tried.
  var cuts: [QRVersion: Bool] = [:]
  var lost: String?

  init(
    _ settings: ShowSettings, first: ShowSettings = ShowSettings(), most: QRVersion = .webcam,
    hasHalfBlocks: Bool = true, _ encoding: @escaping Encoding
  ) {
    self.first = first
    (self.settings, self.hasHalfBlocks, self.encoding) = (settings, hasHalfBlocks, encoding)
    self.most = most
  }

  /// Shows them, and gives the settings as they were in the end: as a person chose them, whatever was reported.
  ///
  /// - Throws: `ProgramError` when there is no terminal, or a message cannot be drawn.
  mutating func run(
    on console: Console, _ reports: (any ReportWatching)? = nil
  ) throws(ProgramError) -> ShowSettings {
    self.reports = reports
    var failure: ProgramError?
    try console.showLive { keys, size in
      guard let keys, !keys.contains(where: { [0x0a, 0x0d, UInt8(ascii: "q")].contains($0) })
      else { return nil }
      do throws(ProgramError) {
        return try next(keys, size, at: console.screen.milliseconds)
      } catch {
        failure = error
        return nil
      }
    }
    if let failure { throw failure }
    return settings
  }

  /// The next picture.
  private mutating func next(
    _ keys: [UInt8], _ size: (columns: Int, rows: Int), at now: UInt64
  ) throws(ProgramError) -> LivePicture {
    let isResized = self.size != size
    self.size = size
    guard let plan = plan(), isEnough(plan.version) else {
      if keys.contains(UInt8(ascii: "f")) { hasHalfBlocks.toggle() }
      due = nil
      return LivePicture(text: tooSmallText(), milliseconds: 250)
    }
    var isNew = due == nil || !keys.isEmpty || reports == nil || isResized
    if let due, now >= due, !isPaused, !isHelping {
      position += 1
      isNew = true
      self.due = now + milliseconds
    } else if due == nil {
      due = now + milliseconds
    }
    for key in keys { try take(key, self.plan() ?? plan) }
    let before = begun
    if let plan = self.plan() { try listen(plan, at: now) }
    guard let plan = self.plan(), isEnough(plan.version) else {
      due = nil
      return LivePicture(text: tooSmallText(), milliseconds: 250)
    }
    if begun != before {
      isNew = true
      due = now + milliseconds
    }
    var left =
      isPaused || isHelping ? 60_000 : max(1, Int32(clamping: (due ?? now) - min(due ?? now, now)))
    if reports != nil { left = min(left, Self.slice) }
    // Between two pictures the camera is looked at, and the screen stays as it is.
    guard isNew else { return LivePicture(text: "", milliseconds: left) }
    let text = isHelping ? helpText(plan) : try pictureText(plan, at: now)
    return LivePicture(text: text, milliseconds: left)
  }

  // MARK: Size

  /// Whether the message can be cut into QR codes of a version.
  mutating func isCut(for version: QRVersion) -> Bool {
    let isCut = cuts[version] ?? ((try? encoding(version)) != nil)
    cuts[version] = isCut
    return isCut
  }

  /// The smallest QR codes into which the message can be cut; nil where it cannot be at all.
  mutating func smallest() -> QRVersion? {
    for number in 1...QRVersion.webcam.number {
      if let version = QRVersion(number), isCut(for: version) { return version }
    }
    return nil
  }

  /// Whether a version is large enough; where none is, cutting says why.
  private mutating func isEnough(_ version: QRVersion) -> Bool {
    isCut(for: version) || smallest() == nil
  }

  /// How many QR codes of which version fit the screen; nil where none does.
  private func plan() -> Plan? {
    var settings = settings
    if let begun { settings.version = begun }
    guard let plan = plan(settings), let adaptation, !isByHand, reports != nil else {
      return plan(settings)
    }
    (settings.version, settings.codes) = (plan.version, adaptation.level.codes)
    return self.plan(settings)
  }

  /// The same with other settings.
  func plan(_ settings: ShowSettings) -> Plan? {
    let rows = size.rows - Self.linesBelow
    return hasHalfBlocks
      ? Self.plan(settings, most: most, columns: size.columns, rows: rows)
      : Self.plan(settings, most: most, columns: size.columns / 2, rows: rows / 2)
  }

  /// The same for settings and a screen of so many columns and rows, where two modules are one character.
  static func plan(
    _ settings: ShowSettings, most: QRVersion = .webcam, columns: Int, rows: Int
  ) -> Plan? {
    guard let layout = TerminalLayout(columns: columns, rows: rows) else { return nil }
    var wanted = settings.version
    // A peer that reads small QR codes only gets as many of these as fit.
    if wanted == nil, let mosaic = layout.mosaic, mosaic.version > most { wanted = most }
    guard let wanted else {
      guard let mosaic = layout.mosaic, settings.codes != 1 else {
        return Plan(version: min(layout.usual, most), across: 1, down: 1)
      }
      return limited(
        Plan(version: mosaic.version, across: mosaic.across, down: mosaic.down), settings.codes)
    }
    let version = min(wanted, layout.single)
    let fitting = TerminalDrawing.mosaic(
      modules: version.modules, columns: columns, lines: rows)
    return limited(
      Plan(version: version, across: fitting?.across ?? 1, down: fitting?.down ?? 1),
      settings.codes)
  }

  /// The largest part of a mosaic with at most so many QR codes.
  private static func limited(_ plan: Plan, _ codes: Int?) -> Plan {
    let most = min(codes ?? ShowSettings.mostCodes, ShowSettings.mostCodes)
    var best = Plan(version: plan.version, across: 1, down: 1)
    for down in 1...max(1, plan.down) {
      let across = min(plan.across, most / down)
      if across > 0, across * down > best.count {
        best = Plan(version: plan.version, across: across, down: down)
      }
    }
    return best
  }

  // MARK: Keys

  private mutating func take(_ key: UInt8, _ plan: Plan) throws(ProgramError) {
    // What a person chooses is not changed again by what the other side says.
    if "+=-[]<>.,".utf8.contains(key) { isByHand = true }
    if "+=-[]".utf8.contains(key) || (key == UInt8(ascii: "0") && begun != nil) {
      _ = density.abandoned()
    }
    switch key {
    case UInt8(ascii: "+"), UInt8(ascii: "="): try change(to: plan.version.number + 1)
    case UInt8(ascii: "-"): try change(to: plan.version.number - 1)
    case UInt8(ascii: "]"): more(than: plan)
    case UInt8(ascii: "["): fewer(than: plan)
    case UInt8(ascii: ">"), UInt8(ascii: "."): settings.faster(1)
    case UInt8(ascii: "<"), UInt8(ascii: ","): settings.faster(-1)
    case UInt8(ascii: "b"): settings.nextWhite()
    case UInt8(ascii: "i"): settings.isInverse.toggle()
    case UInt8(ascii: "f"): hasHalfBlocks.toggle()
    case UInt8(ascii: " "): isPaused.toggle()
    case UInt8(ascii: "n"): step(1)
    case UInt8(ascii: "p"): step(-1)
    case UInt8(ascii: "0"): (settings, isByHand, adaptation, begun) = (first, false, nil, nil)
    case UInt8(ascii: "h"), UInt8(ascii: "?"): isHelping.toggle()
    default: return
    }
    due = nil
  }

  /// One picture forward or back, and no further one by itself.
  private mutating func step(_ count: Int) {
    isPaused = true
    position = max(0, position + count)
  }

  /// Another version, where the message can be cut for it and it fits.
  private mutating func change(to number: Int) throws(ProgramError) {
    guard let version = QRVersion(number), version <= .webcam, number >= Self.least else { return }
    var changed = settings
    changed.version = version
    guard
      let plan = self.plan(changed), plan.version == version, (try? encoding(version)) != nil
    else { return }
    (settings, begun) = (changed, nil)
  }

  /// More at once, and where that needs smaller ones, they become smaller.
  private mutating func more(than plan: Plan) {
    var changed = settings
    changed.version = plan.version
    for number in stride(from: plan.version.number, through: Self.least, by: -1) {
      guard let version = QRVersion(number), (try? encoding(version)) != nil else { return }
      changed.version = version
      for codes in plan.count
        + 1...max(plan.count + 1, min(2 * plan.count + 1, ShowSettings.mostCodes))
      {
        changed.codes = codes
        if let next = self.plan(changed), next.count > plan.count {
          (settings, begun) = (changed, nil)
          return
        }
      }
    }
  }

  private mutating func fewer(than plan: Plan) {
    guard plan.count > 1 else { return }
    settings.version = plan.version
    (settings.codes, begun) = (plan.count - 1, nil)
  }
}
