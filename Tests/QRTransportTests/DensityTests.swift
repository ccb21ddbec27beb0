import Testing

@testable import QRTransport

/// When a message that is shown begins again in QR codes of another size.
@Suite struct DensityTests {
  private static let good = ShowAdaptation.Judgement(share: 1, isLeast: false)
  private static let poor = ShowAdaptation.Judgement(share: 0.1, isLeast: false)
  private static let least = ShowAdaptation.Judgement(share: 0.2, isLeast: true)

  private func size(_ version: Int, _ codes: Int) throws -> DensityAdaptation.Size {
    .init(version: try #require(QRVersion(version)), codes: codes)
  }

  /// Those of a screen of 320 by 176 modules, some of them.
  private func sizes() throws -> [DensityAdaptation.Size] {
    try [size(6, 10), size(11, 8), size(17, 3), size(20, 3), size(27, 2)]
  }

  private func next(
    _ density: inout DensityAdaptation, _ judgement: ShowAdaptation.Judgement?, received: Int,
    of parts: Int = 250, in size: DensityAdaptation.Size, at now: UInt64 = 1_000
  ) throws -> DensityAdaptation.Size? {
    try density.next(
      after: judgement, received: received, of: parts, in: size, among: sizes(), at: now)
  }

  @Test func `who reads everything is shown larger ones, while much is left`() throws {
    let (now, larger) = (try size(17, 3), try size(27, 2))
    for (received, parts, chosen) in [
      (10, 250, larger), (90, 250, nil), (240, 250, nil), (2, 20, nil), (0, 250, larger),
    ] {
      var density = DensityAdaptation()
      #expect(
        try next(&density, Self.good, received: received, of: parts, in: now) == chosen,
        "\(received) of \(parts)")
    }
    var silent = DensityAdaptation()
    #expect(try next(&silent, nil, received: 10, in: now) == nil)
    var between = DensityAdaptation()
    let some = ShowAdaptation.Judgement(share: 0.7, isLeast: true)
    #expect(try next(&between, some, received: 1, in: now) == nil)
  }

  @Test func `who reads too little at the least is shown smaller ones, and nothing after that`()
    throws
  {
    let (now, smaller) = (try size(17, 3), try size(11, 8))
    var density = DensityAdaptation()
    // Fewer and slower comes first.
    #expect(try next(&density, Self.poor, received: 10, in: now) == nil)
    #expect(try next(&density, Self.least, received: 240, in: now) == nil)
    #expect(try next(&density, Self.least, received: 10, in: now) == smaller)
    for judgement in [Self.least, Self.good, Self.poor, nil] {
      #expect(try next(&density, judgement, received: 1, in: smaller, at: 90_000) == nil)
    }
    #expect(density.overdue(at: 90_000) == nil && density.abandoned() == nil)
  }

  @Test func `larger ones that nobody reports are left again, and do not come back`() throws {
    let (before, larger) = (try size(17, 3), try size(27, 2))
    var density = DensityAdaptation()
    #expect(try next(&density, Self.good, received: 10, in: before, at: 1_000) == larger)
    #expect(density.overdue(at: 999 + DensityAdaptation.patience) == nil)
    #expect(density.overdue(at: 1_000 + DensityAdaptation.patience) == before)
    #expect(try next(&density, Self.good, received: 10, in: before, at: 9_000) == nil)
    #expect(density.overdue(at: 90_000) == nil)
  }

  @Test func `larger ones that are read badly are left again, well read ones stay`() throws {
    let (before, larger) = (try size(17, 3), try size(27, 2))
    var density = DensityAdaptation()
    #expect(try next(&density, Self.good, received: 10, in: before) == larger)
    #expect(try next(&density, Self.poor, received: 1, in: larger, at: 2_000) == nil)
    #expect(density.overdue(at: 1_999 + ShowAdaptation.memory) == nil, "a report knows them")
    #expect(try next(&density, Self.poor, received: 1, in: larger, at: 3_000) == before)
    var other = DensityAdaptation()
    #expect(try next(&other, Self.good, received: 10, in: before) == larger)
    #expect(try next(&other, Self.good, received: 8, in: larger, at: 2_000) == nil)
    for time in [3_000, 4_000, 5_000] as [UInt64] {
      #expect(try next(&other, Self.poor, received: 8, in: larger, at: time) == nil)
    }
  }

  @Test func `larger ones are left once reports about them cease, however well they were read`()
    throws
  {
    let (before, larger) = (try size(17, 3), try size(27, 2))
    for judgement in [nil, Self.poor, Self.good] {
      var density = DensityAdaptation()
      #expect(try next(&density, Self.good, received: 10, in: before) == larger)
      #expect(try next(&density, judgement, received: 1, in: larger, at: 2_000) == nil)
      // A report of a series that nobody has begun to read is none about it.
      #expect(try next(&density, nil, received: 0, in: larger, at: 4_000) == nil)
      #expect(density.overdue(at: 1_999 + ShowAdaptation.memory) == nil)
      #expect(density.overdue(at: 2_000 + ShowAdaptation.memory) == before)
      #expect(try next(&density, Self.good, received: 10, in: before, at: 9_000) == nil)
      #expect(density.overdue(at: 90_000) == nil)
    }
  }

  @Test func `while nothing is shown no report is overdue`() throws {
    let (before, larger) = (try size(17, 3), try size(27, 2))
    var density = DensityAdaptation()
    density.hold(at: 0)
    #expect(try next(&density, Self.good, received: 10, in: before) == larger)
    density.hold(at: 1_001)
    #expect(density.overdue(at: 999 + DensityAdaptation.patience) == nil)
    density.hold(at: 60_000)
    #expect(density.overdue(at: 59_999 + ShowAdaptation.memory) == nil)
    #expect(density.overdue(at: 60_000 + ShowAdaptation.memory) == before)
  }

  @Test func `a camera that gives up ends larger ones, as no report about them can come`() throws {
    let (before, larger) = (try size(17, 3), try size(27, 2))
    var unknown = DensityAdaptation()
    #expect(try next(&unknown, Self.good, received: 10, in: before) == larger)
    #expect(unknown.abandoned() == before && unknown.abandoned() == nil)
    var known = DensityAdaptation()
    #expect(try next(&known, Self.good, received: 10, in: before) == larger)
    #expect(try next(&known, Self.good, received: 3, in: larger, at: 1_500) == nil)
    #expect(known.abandoned() == before && known.abandoned() == nil)
  }

  @Test func `a flood of lies begins a showing again twice at most`() throws {
    var (density, now, changes) = (DensityAdaptation(), try size(17, 3), 0)
    for step in 0..<5_000 {
      let judgement = [Self.good, Self.poor, Self.least, nil][(step / 3) % 4]
      let time = UInt64(step) * 37
      let other =
        try next(&density, judgement, received: step % 3, of: 60_000, in: now, at: time)
        ?? density.overdue(at: time)
      if let other { (now, changes) = (other, changes + 1) }
    }
    #expect(changes > 0 && changes <= DensityAdaptation.mostChanges)
  }

  @Test func `after beginning again without a report it is shown as at first`() throws {
    var adaptation = ShowAdaptation(.init(speed: 4, codes: 1), mostCodes: 3)
    let series = SeriesIdentity(identifier: 1, count: 240)
    for read in 1...9 {
      _ = adaptation.next(isFirstRound: true, at: UInt64(read) * 500)
      let report = ReceptionReport(
        series: series, received: read, read: UInt16(50 * read), frames: 1, module: 0, missing: [])
      adaptation.take(try #require(report), at: UInt64(read) * 500)
    }
    #expect(adaptation.level == .init(speed: 12, codes: 3))
    adaptation.beginAgain(mostCodes: 2, at: 5_000)
    #expect(adaptation.level == .init(speed: 12, codes: 2) && !adaptation.hears(at: 5_000))
    _ = adaptation.next(isFirstRound: true, at: 4_999 + ShowAdaptation.memory)
    #expect(adaptation.level.speed == 12)
    _ = adaptation.next(isFirstRound: true, at: 5_000 + ShowAdaptation.memory)
    #expect(adaptation.level == .init(speed: 4, codes: 1))
  }

  @Test func `going back because reports ceased is to what was shown at first, at once`() throws {
    let series = SeriesIdentity(identifier: 1, count: 240)
    for (end, level) in [
      (4_499 + ShowAdaptation.memory, ShowAdaptation.Level(speed: 12, codes: 2)),
      (4_500 + ShowAdaptation.memory, .init(speed: 4, codes: 1)),
    ] {
      var adaptation = ShowAdaptation(.init(speed: 4, codes: 1), mostCodes: 3)
      for read in 1...9 {
        _ = adaptation.next(isFirstRound: true, at: UInt64(read) * 500)
        let report = ReceptionReport(
          series: series, received: read, read: UInt16(50 * read), frames: 1, module: 0,
          missing: [])
        adaptation.take(try #require(report), at: UInt64(read) * 500)
      }
      adaptation.beginAgain(mostCodes: 2, at: end)
      #expect(adaptation.level == level)
    }
  }

  // MARK: The side that reads

  @Test func `parts of two sizes are kept, and whichever are whole first make the message`() throws
  {
    let bytes = (0..<3_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let ur = try UR(type: "bytes", cbor: [0x59, 0x0b, 0xb8] + bytes)
    let small = try FrameEncoder(ur, limit: #require(QRVersion(8)))
    let large = try FrameEncoder(ur, limit: #require(QRVersion(17)))
    var collector = MessageCollector()
    let half = small.frameCount / 2
    for index in 0..<half { collector.receive(Array(small.frame(index).utf8)) }
    let before = try #require(collector.progress)
    collector.receive(Array(large.frame(0).utf8))
    // The bar does not fall back, and the report is about what is shown now.
    #expect(collector.progress ?? (0, 0) == before && collector.state?.series == large.identity)
    for index in half..<small.frameCount { collector.receive(Array(small.frame(index).utf8)) }
    #expect(collector.messages.map(\.message) == [.ur(ur)] && collector.messages.count == 1)
    for index in 0..<large.frameCount { collector.receive(Array(large.frame(index).utf8)) }
    #expect(collector.messages.count == 1 && collector.troubleCount == 0)
    #expect(collector.unfinished.isEmpty && collector.progress == nil)
  }

  @Test func `the bar follows the parts of the size that is farther`() throws {
    let ur = try UR(type: "bytes", cbor: [0x59, 0x0b, 0xb8] + [UInt8](repeating: 9, count: 3_000))
    let small = try FrameEncoder(ur, limit: #require(QRVersion(8)))
    let large = try FrameEncoder(ur, limit: #require(QRVersion(17)))
    var collector = MessageCollector()
    collector.receive(Array(small.frame(0).utf8))
    for index in 0..<3 { collector.receive(Array(large.frame(index).utf8)) }
    #expect(collector.progress ?? (0, 0) == (3, large.frameCount))
  }
}
