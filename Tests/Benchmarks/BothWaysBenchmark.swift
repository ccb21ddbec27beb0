import Measurement
import Photographs
import QRDrawing
import QRReading
import QRTransport

/// How long 100,000 bytes take from screen to camera, in time that is counted and not waited for, with and without
/// reports of the receiver.
///
/// The camera takes 12 frames a second. A frame during whose readout the picture changes shows both. Reports are seen
/// a quarter of a second later, and one in five is not.
enum BothWaysBenchmark {
  /// The screen, in modules: 1920 by 1080 pixels with letters of 6 by 12.
  private static let screen = (columns: 320, lines: 88)
  private static let bytes = 100_000
  private static let framesEachSecond = 12.0
  /// Seconds in which the rows of a frame are read.
  private static let readout = 0.015

  static func report(isQuick: Bool) throws -> Report {
    var report = Report(
      "100,000 bytes from a screen to a camera",
      columns: ["shown", "frames of the camera", "seconds", "pictures", "target"])
    let rows: [(String, Int, ShowAdaptation.Level, Bool, String)] = [
      ("one way: 1 code, version 17, 4 a second", 17, .init(speed: 4, codes: 1), false, ""),
      ("one way: 1 code, version 27, 12 a second", 27, .init(speed: 12, codes: 1), false, "15"),
      ("both ways, from 1 code, version 17, 4 a second", 17, .init(speed: 4, codes: 1), true, "8"),
    ]
    for (name, version, level, isBothWays, target) in isQuick ? Array(rows.dropFirst()) : rows {
      guard let version = QRVersion(version) else { continue }
      let run = try carry(version, level, isBothWays)
      report.add(
        name, "\(run.frames)", (Double(run.frames) / framesEachSecond).digits(1),
        "\(run.pictures)", target)
    }
    report.note(
      "2.5 degrees, blur 1.2 pixels, noise 8, 1280x720 at 12 frames a second; a screen of 320 by 176 "
        + "modules, of which one is 3.7 pixels wide. Time is counted, not measured.")
    return report
  }

  private static func carry(
    _ version: QRVersion, _ level: ShowAdaptation.Level, _ isBothWays: Bool
  ) throws -> (frames: Int, pictures: Int) {
    guard let scanner = SymbolScanner(), var encoder = try? encoder(version),
      var across = across(version)
    else { throw BenchmarkError("no memory") }
    let look = CameraLook(scanner)
    var size = DensityAdaptation.Size(version: version, codes: codes(version))
    let sizes = (DensityAdaptation.least...QRVersion.webcam.number).compactMap { number in
      QRVersion(number).map { DensityAdaptation.Size(version: $0, codes: codes($0)) }
    }.filter { $0.codes > 0 }
    var density = DensityAdaptation()
    let most = size.codes
    var adaptation = ShowAdaptation(level, mostCodes: isBothWays ? most : level.codes)
    var (collector, count) = (MessageCollector(), ReceptionCount())
    var reports: [(due: Double, report: ReceptionReport)] = []
    var loss = FrameLoss(lost: 0.2, seed: 5)
    var (place, pictures, frames) = (0, 0, 0)
    var (now, change) = (0.0, 0.0)
    var shown: QRPicture?
    while collector.messages.isEmpty {
      frames += 1
      guard frames < 3_000 else { throw BenchmarkError("the message never came") }
      // The two clocks have nothing to do with each other.
      let exposure = Double(frames) / framesEachSecond * 1.003
      var torn: (picture: QRPicture, share: Double)?
      while change <= exposure + readout {
        now = change
        while let next = reports.first, next.due <= now {
          reports.removeFirst()
          guard next.report.series == encoder.identity else { continue }
          let judgement = adaptation.take(next.report, at: UInt64(now * 1_000))
          let other = density.next(
            after: judgement, received: next.report.received, of: encoder.frameCount, in: size,
            among: sizes, at: UInt64(now * 1_000))
          guard let other = other ?? density.overdue(at: UInt64(now * 1_000)) else { continue }
          size = other
          (encoder, across) = (try Self.encoder(size.version), Self.across(size.version) ?? 1)
          adaptation.beginAgain(mostCodes: size.codes, at: UInt64(now * 1_000))
          place = 0
        }
        let parts = adaptation.next(
          isFirstRound: place < encoder.frameCount, at: UInt64(now * 1_000))
        let symbols = try parts.map { part in
          defer { if part == nil { place += 1 } }
          return try QRSymbol(
            text: encoder.frame(part ?? place), version: encoder.version.number)
        }
        let picture =
          symbols.count == 1
          ? QRPicture(symbols[0])
          : try QRPicture(mosaic: symbols, columns: min(symbols.count, across))
        pictures += 1
        if change > exposure, shown != nil {
          torn = (picture, (change - exposure) / readout)
        } else {
          shown = picture
        }
        change += 1 / Double(adaptation.level.speed)
      }
      guard let picture = shown else { continue }
      let contents = try seen(picture, torn, look, seed: UInt64(frames))
      if let torn { shown = torn.picture }
      count.take(contents)
      for content in contents { collector.receive(content) }
      if isBothWays, frames.isMultiple(of: 3), let state = collector.state,
        let report = count.report(state), loss.timesSeen() > 0
      {
        reports.append((exposure + 0.25, report))
      }
    }
    return (frames, pictures)
  }

  private static func across(_ version: QRVersion) -> Int? { room(version)?.across }

  /// How many fit the screen.
  private static func codes(_ version: QRVersion) -> Int {
    room(version).map { $0.across * $0.down } ?? 0
  }

  private static func room(_ version: QRVersion) -> (across: Int, down: Int)? {
    TerminalDrawing.mosaic(
      modules: version.modules, columns: screen.columns, lines: screen.lines)
  }

  /// What a frame of the camera shows.
  private static func seen(
    _ picture: QRPicture, _ torn: (picture: QRPicture, share: Double)?, _ look: CameraLook,
    seed: UInt64
  ) throws -> [[UInt8]] {
    let scale = 0.92 * 1_280 / Double(screen.columns)
    var view = SimulatedCamera.Trial.usual.view
    view.fill = scale / min(720 / Double(picture.height), 1_280 / Double(picture.width))
    // A picture of another size begins elsewhere: nothing of such a frame is counted.
    if let torn, torn.picture.width != picture.width { return [] }
    guard
      let frame = view.frame(
        of: picture, next: torn?.picture, change: torn?.share ?? 0.5, seed: seed)
    else { throw BenchmarkError("no frame") }
    return look.look(at: frame).contents
  }

  private static func encoder(_ limit: QRVersion) throws -> FrameEncoder {
    var numbers = SteadyNumbers(seed: 100)
    let length = withUnsafeBytes(of: UInt32(bytes).bigEndian) { Array($0) }
    let ur = try UR(type: "crypto-psbt", cbor: [0x5a] + length + numbers.bytes(bytes))
    return try FrameEncoder(ur, limit: limit)
  }
}
