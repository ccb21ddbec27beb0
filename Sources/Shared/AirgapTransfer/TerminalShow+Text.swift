internal import QRDrawing
internal import QRTransport
internal import TerminalUI
internal import TextLayout

/// What stands on the screen: QR codes and the line below, or the list of keys.
extension TerminalShow {
  mutating func encoder(for plan: Plan) throws(ProgramError) -> FrameEncoder {
    if let encoder, encoder.limit == plan.version { return encoder.encoder }
    let made = try encoding(plan.version)
    if encoder != nil { position = 0 }
    encoder = (plan.version, made)
    return made
  }

  mutating func pictureText(_ plan: Plan, at now: UInt64) throws(ProgramError) -> String {
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

  func helpText(_ plan: Plan) -> String {
    lines(
      [
        "+ -    denser, coarser: now version \(plan.version.number)",
        "[ ]    fewer, more at once: now \(plan.count)",
        "< >    slower, faster: now \(speed) a second",
        "b      white: now \(settings.white) of \(ShowSettings.whitest)",
        "i      inverse: now \(settings.isInverse ? "yes" : "no")",
        "f      half blocks, if the font has them (a small one does: `setfont",
        "       FullGreek-Terminus12x6`): now \(hasHalfBlocks ? "yes" : "no")",
        "Space  pause: now \(isPaused ? "yes" : "no")",
        "n p    one picture forward, back",
        "0      as at first",
        "h      back to the QR codes",
        "Enter  stop",
      ].map { String($0.prefix(max(0, size.columns - 1))) })
  }

  /// What stands in place of QR codes that do not fit: how much room there is and must be, and what else can be done.
  mutating func tooSmallText() -> String {
    let modules = (smallest() ?? QRVersion(1))?.modules ?? 21
    let side = modules + 2 * QRPicture.quietZone
    let (columns, rows) = hasHalfBlocks ? (side, (side + 1) / 2) : (2 * side, side + side % 2)
    let text =
      "The window is too small for these QR codes: there is room for \(size.columns) columns and \(size.rows) rows, "
      + "and they take \(columns) and \(rows + Self.linesBelow). Make it larger, or its letters smaller."
    let keys = (hasHalfBlocks ? [] : ["f: half blocks, if the font has them"]) + ["Enter to stop"]
    return lines(
      TextWrapping(columns: size.columns, longestWord: size.columns).text(text)
        .split(separator: "\n").map { String($0.prefix(size.columns)) } + keys)
  }

  /// Lines, and nothing left of what stood there before.
  private func lines(_ lines: [String]) -> String {
    let shown = lines.prefix(max(1, size.rows - 1))
    let empty = max(0, size.rows - 1 - shown.count)
    return (shown + [String](repeating: "", count: empty)).map { $0 + "\u{1b}[K\n" }.joined()
  }
}
