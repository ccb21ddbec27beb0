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
  private static let mostFrames = 1_000_000

  /// What is shown on a screen of some size.
  struct Plan: Equatable {
    let version: QRVersion
    let across: Int
    let down: Int

    var count: Int { across * down }
  }

  private(set) var settings: ShowSettings
  /// What `0` goes back to: what suits whoever looks.
  private let first: ShowSettings
  /// Whether two modules are one character; else a module is two.
  private var hasHalfBlocks: Bool
  private let encoding: Encoding
  /// The largest QR code of a series, until a person asks for a larger one.
  private let most: QRVersion
  private var encoder: (limit: QRVersion, encoder: FrameEncoder)?
  private var position = 0
  private var isPaused = false
  private var isHelping = false
  private var due: UInt64?
  private var size: (columns: Int, rows: Int) = (0, 0)
  /// Where the other side is watched; nil where it is not, or its camera gave up.
  private var reports: (any ReportWatching)?
  /// What is made of reports; nil before the first picture, and once a person has chosen by keys.
  private var adaptation: ShowAdaptation?
  private var isByHand = false
  /// What is on the screen, as places in the row of frames: chosen once for each picture.
  private var chosen: (position: Int, encoder: QRVersion, frames: [Int])?
  /// The next frame of the endless row.
  private var place = 0
  private var lost: String?

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
    guard let plan = plan() else {
      if keys.contains(UInt8(ascii: "f")) { hasHalfBlocks.toggle() }
      return LivePicture(text: tooSmallText, milliseconds: 250)
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
    guard let plan = self.plan() else {
      return LivePicture(text: tooSmallText, milliseconds: 250)
    }
    try listen(plan, at: now)
    var left =
      isPaused || isHelping ? 60_000 : max(1, Int32(clamping: (due ?? now) - min(due ?? now, now)))
    if reports != nil { left = min(left, Self.slice) }
    // Between two pictures the camera is looked at, and the screen stays as it is.
    guard isNew else { return LivePicture(text: "", milliseconds: left) }
    let text = isHelping ? helpText(plan) : try pictureText(plan, at: now)
    return LivePicture(text: text, milliseconds: left)
  }

  // MARK: The other side

  /// Milliseconds between two looks at what the camera saw.
  private static let slice: Int32 = 40

  /// Pictures a second: as a person chose, or as the other side reads them.
  private var speed: Int {
    guard let adaptation, !isByHand, reports != nil else { return settings.speed }
    return adaptation.level.speed
  }

  /// How long a picture stands, in milliseconds.
  private var milliseconds: UInt64 { 1_000 / UInt64(max(1, speed)) }

  /// Takes what the other side reports of the series that is shown.
  private mutating func listen(_ plan: Plan, at now: UInt64) throws(ProgramError) {
    guard let reports else { return }
    let encoder = try encoder(for: plan)
    var largest = settings
    // Who reads one QR code at a time is shown one.
    largest.codes = first.codes == 1 ? 1 : nil
    // The version stays: parts of another size would begin a new series, and what was read would be of no use.
    largest.version = plan.version
    let room = self.plan(largest)?.count ?? 1
    if adaptation == nil {
      adaptation = ShowAdaptation(
        .init(speed: settings.speed, codes: plan.count), mostCodes: room)
    }
    adaptation?.fit(room)
    guard let identity = encoder.identity else { return }
    do throws(ReaderError) {
      for report in try reports.reports() where report.series == identity {
        adaptation?.take(report, at: now)
      }
    } catch {
      reports.end()
      (self.reports, adaptation) = (nil, nil)
      lost = "the camera gave up"
    }
  }

  /// The frames of this picture: missing ones first, where that is known.
  private mutating func frames(_ plan: Plan, _ encoder: FrameEncoder, at now: UInt64) -> [Int] {
    if let chosen, chosen.position == position, chosen.encoder == plan.version,
      chosen.frames.count == plan.count
    {
      return chosen.frames
    }
    let count = encoder.frameCount
    if chosen?.encoder != plan.version { place = 0 }
    let parts =
      adaptation?.next(isFirstRound: place < count, at: now)
      ?? [Int?](repeating: nil, count: plan.count)
    let frames = (0..<plan.count).map { slot in
      if slot < parts.count, let part = parts[slot] { return part }
      defer { place += 1 }
      return place % (encoder.isEndless ? Self.mostFrames : count)
    }
    chosen = (position, plan.version, frames)
    return frames
  }

  // MARK: Size

  /// How many QR codes of which version fit the screen; nil where none does.
  private func plan() -> Plan? {
    guard let plan = plan(settings), let adaptation, !isByHand, reports != nil else {
      return plan(settings)
    }
    var adapted = settings
    (adapted.version, adapted.codes) = (plan.version, adaptation.level.codes)
    return self.plan(adapted)
  }

  /// The same with other settings.
  private func plan(_ settings: ShowSettings) -> Plan? {
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
    case UInt8(ascii: "0"): (settings, isByHand, adaptation) = (first, false, nil)
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
    settings = changed
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
          settings = changed
          return
        }
      }
    }
  }

  private mutating func fewer(than plan: Plan) {
    guard plan.count > 1 else { return }
    settings.version = plan.version
    settings.codes = plan.count - 1
  }

  // MARK: Text

  private mutating func encoder(for plan: Plan) throws(ProgramError) -> FrameEncoder {
    if let encoder, encoder.limit == plan.version { return encoder.encoder }
    let made = try encoding(plan.version)
    if encoder != nil { position = 0 }
    encoder = (plan.version, made)
    return made
  }

  private mutating func pictureText(_ plan: Plan, at now: UInt64) throws(ProgramError) -> String {
    let encoder = try encoder(for: plan)
    let count = encoder.frameCount
    let first = position * plan.count
    // Where the same frames would always stand in the same corner, which may be a bad one, each round is shifted by one.
    let shift = !encoder.isEndless && count.isMultiple(of: plan.count) ? first / count : 0
    let frames =
      reports != nil && !isByHand
      ? self.frames(plan, encoder, at: now)
      : (0..<plan.count).map { slot in
        (first + slot + shift) % (encoder.isEndless ? Self.mostFrames : count)
      }
    let picture: QRPicture
    do throws(DrawingError) {
      var symbols: [QRSymbol] = []
      for frame in frames {
        symbols.append(
          try QRSymbol(text: encoder.frame(frame), version: encoder.version.number))
      }
      picture =
        plan.count == 1
        ? QRPicture(symbols[0])
        : try QRPicture(mosaic: symbols, columns: plan.across, rows: plan.down)
    } catch {
      throw ProgramError(error)
    }
    let colours = settings.colours
    let drawn =
      (hasHalfBlocks
      ? TerminalDrawing.text(picture, light: colours.light, dark: colours.dark)
      : TerminalDrawing.wholeBlocks(picture, light: colours.light, dark: colours.dark))
      .split(separator: "\n").map(String.init)
    return lines(drawn + [footer(frames, of: count, at: now)])
  }

  private func footer(_ frames: [Int], of count: Int, at now: UInt64) -> String {
    let total = (frames.max() ?? 0) < count ? " of \(count)" : " (any \(count) will do)"
    var other = lost.map { ", \($0)" } ?? ""
    if reports != nil {
      let hears = adaptation?.hears(at: now) == true
      other = hears ? ", \(adaptation?.received ?? 0) parts read" : ", no report"
    }
    let rest = "\(total)\(other), Enter to stop\(isPaused ? ", paused" : ""), h: keys"
    let width = max(0, size.columns - 1)
    return String((Self.named(frames, width: width - rest.count) + rest).prefix(width))
  }

  /// Frames in words, counted from 1: `parts 3 to 6`, or each where they do not follow each other, as many as fit.
  static func named(_ frames: [Int], width: Int) -> String {
    guard let first = frames.first, let last = frames.last, frames.count > 1 else {
      return "part \((frames.first ?? 0) + 1)"
    }
    if zip(frames, frames.dropFirst()).allSatisfy({ $0 + 1 == $1 }) {
      return "parts \(first + 1) to \(last + 1)"
    }
    let all = "parts \(frames.map { "\($0 + 1)" }.joined(separator: ", "))"
    guard all.count > width else { return all }
    let rest = ", ..."
    var text = "parts \(first + 1)"
    for frame in frames.dropFirst() {
      let longer = "\(text), \(frame + 1)"
      guard longer.count + rest.count <= width else { break }
      text = longer
    }
    return text + rest
  }

  private func helpText(_ plan: Plan) -> String {
    lines(
      [
        "+ -    denser, coarser: now version \(plan.version.number)",
        "[ ]    fewer, more at once: now \(plan.count)",
        "< >    slower, faster: now \(speed) a second",
        "b      white: now \(settings.white) of \(ShowSettings.whitest)",
        "i      inverse: now \(settings.isInverse ? "yes" : "no")",
        "f      half blocks, if the font has them: now \(hasHalfBlocks ? "yes" : "no")",
        "Space  pause: now \(isPaused ? "yes" : "no")",
        "n p    one picture forward, back",
        "0      as at first",
        "h      back to the QR codes",
        "Enter  stop",
      ].map { String($0.prefix(max(0, size.columns - 1))) })
  }

  private var tooSmallText: String {
    lines(
      hasHalfBlocks
        ? ["The window is too small."]
        : ["The screen is too small.", "f: half blocks, if the font has them"])
  }

  /// Lines, and nothing left of what stood there before.
  private func lines(_ lines: [String]) -> String {
    let shown = lines.prefix(max(1, size.rows - 1))
    let empty = max(0, size.rows - 1 - shown.count)
    return (shown + [String](repeating: "", count: empty)).map { $0 + "\u{1b}[K\n" }.joined()
  }
}
