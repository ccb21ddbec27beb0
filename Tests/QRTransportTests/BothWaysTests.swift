import Testing

@testable import QRTransport

/// What a receiver reports while it reads, and what a sender makes of it.
@Suite struct BothWaysTests {
  private static let series = SeriesIdentity(identifier: 0x0102_0304, count: 240)
  private static let known =
    "DRAWBRIDGE:1:AEBAGBAA6AABIAB4AB4BAACZSAIAAAAAAAAAAAAAAAAAAAAAAAAAAAQAAAZFMTKX"

  private func report(
    _ missing: [Int], received: Int = 20, read: UInt16 = 60, frames: UInt16 = 120,
    series: SeriesIdentity = series
  ) throws -> ReceptionReport {
    try #require(
      ReceptionReport(
        series: series, received: received, read: read, frames: frames, module: 16,
        missing: missing))
  }

  private func encoder(_ limit: Int = 12, bytes: Int = 20_000) throws -> FrameEncoder {
    var state: UInt64 = 9
    let content = (0..<bytes).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return UInt8(truncatingIfNeeded: state >> 40)
    }
    let length = withUnsafeBytes(of: UInt32(bytes).bigEndian) { Array($0) }
    return try FrameEncoder(
      UR(type: "bytes", cbor: [0x5a] + length + content), limit: #require(QRVersion(limit)))
  }

  @Test func `a report is read back as it was written, and fills a QR code of version 3`() throws {
    for missing in [[], [0], [5, 6, 172], [239]] {
      let report = try report(missing)
      let text = Array(report.text.utf8)
      #expect(text.count == ReceptionReport.length)
      #expect(ReceptionReport(text) == report && report.missing == missing)
      #expect(QRVersion.smallest(holding: text)?.number == ReceptionReport.version)
    }
    // What lies behind the window waits for a later report.
    #expect(try report([5, 172, 173]).missing == [5, 172])
  }

  @Test func `the report of docs/formats.md is written as it stands there`() throws {
    #expect(try report([89, 92, 100, 239]).text == Self.known)
  }

  @Test func `a report that differs in any character is none`() throws {
    let text = Array(try report([3, 9]).text.utf8)
    for place in text.indices {
      for other in Array("A7:".utf8) where other != text[place] {
        var changed = text
        changed[place] = other
        #expect(ReceptionReport(changed) == nil, "\(place)")
      }
    }
    #expect(ReceptionReport(text + [0x41]) == nil)
    #expect(ReceptionReport(Array(text.dropLast())) == nil)
    #expect(ReceptionReport([]) == nil)
    #expect(ReceptionReport.recognizes(text) && !FrameCollector.isFrame(text))
  }

  @Test func `numbers that no series has are no report`() {
    for (count, received, missing) in [
      (1, 0, [0]), (70_000, 0, [0]), (10, 11, [0]), (10, 0, [10]), (10, -1, []),
    ] {
      #expect(
        ReceptionReport(
          series: SeriesIdentity(identifier: 1, count: count), received: received, read: 0,
          frames: 0, module: 0, missing: missing) == nil)
    }
  }

  @Test func `both sides call a series the same, in every dialect`() throws {
    let bytes = [UInt8](repeating: 7, count: 3_000)
    let limit = try #require(QRVersion(8))
    var state: UInt64 = 4
    let mixed = bytes.map { byte in
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return byte ^ UInt8(truncatingIfNeeded: state >> 40)
    }
    for encoder in [
      try encoder(), try FrameEncoder(bbqr: BBQrFile(kind: .binary, bytes: mixed), limit: limit),
      try FrameEncoder(first: UR(type: "bytes", cbor: [0x59, 0x0b, 0xb8] + mixed), limit: limit),
    ] {
      var collector = MessageCollector()
      for index in [1, 4] { collector.receive(Array(encoder.frame(index).utf8)) }
      let state = try #require(collector.state)
      #expect(state.series == encoder.identity && state.received == 2)
      #expect(Array(state.missing.prefix(4)) == [0, 2, 3, 5])
    }
  }

  @Test func `a message that came whole in parts of another size is not reported as unfinished`()
    throws
  {
    let (small, large) = (try encoder(8), try encoder(17))
    var collector = MessageCollector()
    for index in 0..<5 { collector.receive(Array(small.frame(index).utf8)) }
    #expect(collector.unfinished.count == 1)
    for index in 0..<large.frameCount { collector.receive(Array(large.frame(index).utf8)) }
    #expect(collector.messages.count == 1 && collector.unfinished.isEmpty)
  }

  @Test func `a QR code that stays for several frames is counted once`() throws {
    let encoder = try encoder()
    let parts = (0..<3).map { Array(encoder.frame($0).utf8) }
    var (count, collector) = (ReceptionCount(), MessageCollector())
    for frame in [[parts[0]], [parts[0]], [], [parts[0], parts[1]], [[0x41]], [parts[2]]] {
      count.take(frame, module: 3.5)
      for part in frame where FrameCollector.isFrame(part) { collector.receive(part) }
    }
    let state = try #require(collector.state)
    let report = try #require(count.report(state))
    #expect(report.read == 3 && report.frames == 6 && report.module == 14)
    #expect(report.received == 3 && report.missing.first == 3)
  }

  // MARK: What the sender makes of it

  /// A receiver that reads a share of what is shown, and reports so often.
  private func run(
    _ adaptation: inout ShowAdaptation, share: Double, seconds: Int, from start: UInt64 = 0
  ) throws {
    var (time, read, owed) = (start, 0, 0.0)
    while time < start + UInt64(seconds) * 1_000 {
      let shown = adaptation.next(isFirstRound: true, at: time).count
      owed += share * Double(shown)
      read += Int(owed)
      owed -= Double(Int(owed))
      time += UInt64(1_000 / adaptation.level.speed)
      adaptation.take(
        try report([1], received: min(read, 200), read: UInt16(truncatingIfNeeded: read)), at: time)
    }
  }

  @Test func `who reads everything is shown more and faster, within bounds`() throws {
    var adaptation = ShowAdaptation(.init(speed: 4, codes: 1), mostCodes: 6)
    try run(&adaptation, share: 1, seconds: 2)
    #expect(adaptation.level.speed == 12)
    try run(&adaptation, share: 1, seconds: 6, from: 2_000)
    #expect(adaptation.level == .init(speed: 12, codes: 6))
  }

  @Test func `who reads little is shown fewer, then slower, and never nothing`() throws {
    var adaptation = ShowAdaptation(.init(speed: 8, codes: 4), mostCodes: 6)
    try run(&adaptation, share: 0.2, seconds: 60)
    #expect(adaptation.level == .init(speed: 2, codes: 1))
  }

  @Test func `who reads most of it is left as it is, once the beginning is over`() throws {
    var adaptation = ShowAdaptation(.init(speed: 8, codes: 2), mostCodes: 6)
    try run(&adaptation, share: 0.65, seconds: 5)
    let level = adaptation.level
    try run(&adaptation, share: 0.65, seconds: 20, from: 5_000)
    #expect(adaptation.level == level)
  }

  @Test
  func `a flood of reports changes it a few times a second, and takes no more than its share`()
    throws
  {
    var adaptation = ShowAdaptation(.init(speed: 4, codes: 1), mostCodes: 36)
    var (changes, plain, shown) = (0, 0, 0)
    for step in 0..<2_000 {
      let time = UInt64(step) * 5
      let before = adaptation.level
      adaptation.take(
        try report([step % 3], read: UInt16(truncatingIfNeeded: step * 977)), at: time)
      if adaptation.level != before { changes += 1 }
      if step.isMultiple(of: 16) {
        let picture = adaptation.next(isFirstRound: false, at: time)
        shown += picture.count
        plain += picture.count { $0 == nil }
      }
      #expect(ShowAdaptation.speeds.contains(adaptation.level.speed))
      #expect((1...36).contains(adaptation.level.codes))
    }
    #expect(changes <= 10_000 / Int(ShowAdaptation.pause))
    #expect(plain * ShowAdaptation.plainEvery >= shown - ShowAdaptation.plainEvery)
  }

  @Test func `missing parts are shown once for each report, and then the endless row goes on`()
    throws
  {
    var adaptation = ShowAdaptation(.init(speed: 4, codes: 1), mostCodes: 1)
    adaptation.take(try report([3, 8]), at: 0)
    let shown = (0..<6).flatMap { adaptation.next(isFirstRound: false, at: UInt64($0) * 250) }
    #expect(shown == [3, 8, nil, nil, nil, nil])
    adaptation.take(try report([3, 8]), at: 1_500)
    #expect(adaptation.next(isFirstRound: false, at: 1_500) == [nil])
    #expect(adaptation.next(isFirstRound: true, at: 1_500) == [nil])
  }

  @Test func `when reports cease it goes on as if there had been none`() throws {
    var adaptation = ShowAdaptation(.init(speed: 4, codes: 1), mostCodes: 6)
    try run(&adaptation, share: 1, seconds: 4)
    #expect(adaptation.level.codes > 1 && adaptation.hears(at: 4_500))
    #expect(adaptation.next(isFirstRound: false, at: 9_000).allSatisfy { $0 == nil })
    #expect(!adaptation.hears(at: 9_000) && adaptation.level == .init(speed: 4, codes: 1))
  }
}
