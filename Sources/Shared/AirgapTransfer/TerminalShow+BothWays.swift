internal import QRTransport
internal import TerminalUI

/// What is made of the other side's reports while a message is shown.
extension TerminalShow {
  /// Milliseconds between two looks at what the camera saw.
  static let slice: Int32 = 40

  /// Pictures a second: as a person chose, or as the other side reads them.
  var speed: Int {
    guard let adaptation, !isByHand, reports != nil else { return settings.speed }
    return adaptation.level.speed
  }

  /// How long a picture stands, in milliseconds.
  var milliseconds: UInt64 { 1_000 / UInt64(max(1, speed)) }

  /// Takes what the other side reports of the series that is shown.
  mutating func listen(_ plan: Plan, at now: UInt64) throws(ProgramError) {
    guard let reports else { return }
    let encoder = try encoder(for: plan)
    let room = room(for: plan.version)?.codes ?? 1
    if adaptation == nil {
      adaptation = ShowAdaptation(
        .init(speed: settings.speed, codes: plan.count), mostCodes: room)
    }
    adaptation?.fit(room)
    guard let identity = encoder.identity else { return }
    do throws(ReaderError) {
      for report in try reports.reports() where report.series == identity {
        let judgement = adaptation?.take(report, at: now)
        // Only parts of `ur:` say by a checksum which message they are of: whoever reads knows that it is the same.
        guard encoder.isEndless, !isByHand, !isPaused else { continue }
        let sizes = judgement == nil ? [] : sizes()
        let size = density.next(
          after: judgement, received: report.received, of: identity.count,
          in: .init(version: plan.version, codes: room), among: sizes, at: now)
        if let size { return begin(size, at: now) }
      }
      if isPaused || isHelping { density.hold(at: now) }
      if !isByHand, !isPaused, let size = density.overdue(at: now) { begin(size, at: now) }
    } catch {
      reports.end()
      (self.reports, adaptation) = (nil, nil)
      lost = "the camera gave up"
      if let size = density.abandoned(), !isByHand { begun = size.version }
    }
  }

  /// Begins again in QR codes of another size, or goes on with those from before.
  private mutating func begin(_ size: DensityAdaptation.Size, at now: UInt64) {
    begun = size.version
    adaptation?.beginAgain(mostCodes: size.codes, at: now)
  }

  /// How many QR codes of a version are shown at once at most; nil where none fits.
  private func room(for version: QRVersion) -> DensityAdaptation.Size? {
    var largest = settings
    // Who reads one QR code at a time is shown one.
    largest.codes = first.codes == 1 ? 1 : nil
    largest.version = version
    guard let plan = plan(largest), plan.version == version else { return nil }
    return .init(version: version, codes: plan.count)
  }

  /// All sizes in which the message can be cut, and shown to whoever looks.
  mutating func sizes() -> [DensityAdaptation.Size] {
    (DensityAdaptation.least...max(DensityAdaptation.least, most.number)).compactMap { number in
      guard let version = QRVersion(number), let room = room(for: version) else { return nil }
      // A long message has too many parts in small ones.
      return isCut(for: version) ? room : nil
    }
  }

  /// The frames of this picture: missing ones first, where that is known.
  mutating func frames(_ plan: Plan, _ encoder: FrameEncoder, at now: UInt64) -> [Int] {
    if let chosen, chosen.position == position, chosen.encoder == plan.version,
      chosen.frames.count == plan.count
    {
      return chosen.frames
    }
    let count = encoder.frameCount
    var place = places[plan.version] ?? 0
    let parts =
      adaptation?.next(isFirstRound: place < count, at: now)
      ?? [Int?](repeating: nil, count: plan.count)
    let frames = (0..<plan.count).map { slot in
      if slot < parts.count, let part = parts[slot] { return part }
      defer { place += 1 }
      return place % (encoder.isEndless ? Self.mostFrames : count)
    }
    places[plan.version] = place
    chosen = (position, plan.version, frames)
    return frames
  }
}
