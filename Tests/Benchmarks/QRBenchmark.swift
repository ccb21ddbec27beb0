import Measurement
import QRDrawing
import QRReading
import QRTransport

/// What light carries: frames under loss, and mosaics against single QR codes.
enum QRBenchmark {
  static func report(isQuick: Bool) throws -> Report {
    var report = Report(
      "QR frames", columns: ["", "measured", "known beside it", "ratio", "target"])
    for fragments in isQuick ? [10, 100] : [5, 10, 30, 100, 300] {
      try addLoss(fragments, trials: isQuick ? 20 : 200, &report)
    }
    try addMosaic(version: .careful, &report)
    try addMosaic(version: .webcam, &report)
    report.note(
      "Loss: each frame is lost with probability 0.3, seeded; the mean of all trials. Mosaic: a drawn frame of "
        + "1920x1080 pixels at 3 pixels a module, with noise, read by the scanner of qr-reader.")
    return report
  }

  /// A message as a CBOR byte string.
  private static func message(_ count: Int, seed: UInt64) throws -> UR {
    var numbers = SteadyNumbers(seed: seed)
    let length = withUnsafeBytes(of: UInt32(count).bigEndian) { Array($0) }
    return try UR(type: "bytes", cbor: [0x5a] + length + numbers.bytes(count))
  }

  private static func addLoss(_ fragments: Int, trials: Int, _ report: inout Report) throws {
    let perFrame = try room(.careful)
    var numbers = SteadyNumbers(seed: UInt64(fragments))
    var shown = 0
    var needed = 0
    for trial in 0..<trials {
      let ur = try message(fragments * perFrame - 5, seed: UInt64(trial))
      let encoder = try FrameEncoder(ur, limit: .careful)
      needed += encoder.frameCount
      var collector = FrameCollector()
      var frame = 0
      while collector.message == nil {
        if numbers.next() % 10 >= 3 { try collector.receive(encoder.frame(frame)) }
        frame += 1
      }
      guard collector.message == .ur(ur) else { throw BenchmarkError("a message came out wrong") }
      shown += frame
    }
    let mean = Double(shown) / Double(trials)
    let least = Double(needed) / Double(trials) / 0.7
    report.add(
      "frames for \(needed / trials) fragments, 30 % lost", mean.digits(1),
      "K/0.7 = \(least.digits(1))", (mean / least).times, "1.2x")
  }

  /// The bytes of a message in one frame of a long series.
  private static func room(_ version: QRVersion) throws -> Int {
    let probe = try message(1_000_000 / 50, seed: 0)
    return probe.cbor.count / (try FrameEncoder(probe, limit: version).frameCount)
  }

  private static func addMosaic(version: QRVersion, _ report: inout Report) throws {
    let (width, height, scale) = (1_920, 1_080, 3)
    let step = version.modules + QRPicture.quietZone
    let across = (width / scale - QRPicture.quietZone) / step
    let down = (height / scale - QRPicture.quietZone) / step
    let perSymbol = try room(version)
    let ur = try message(perSymbol * across * down - 5, seed: 9)
    let encoder = try FrameEncoder(ur, limit: version)
    let single = try received([encoder.frame(0)], across: 1, down: 1, scale: scale, seed: 1)
    let frames = (0..<across * down).map { encoder.frame($0) }
    let mosaic = try received(frames, across: across, down: down, scale: scale, seed: 2)
    report.add(
      "bytes a frame, \(across) by \(down) symbols of version \(version.number)",
      "\(mosaic * perSymbol)", "one symbol: \(single * perSymbol)",
      (Double(mosaic) / Double(single)).times, "6x")
  }

  /// How many QR codes the scanner reads out of a noisy camera frame.
  private static func received(
    _ texts: [String], across: Int, down: Int, scale: Int, seed: UInt64
  ) throws -> Int {
    let symbols = try texts.map { try QRSymbol(text: $0) }
    let picture = try QRPicture(mosaic: symbols, columns: across, rows: down)
    let (width, height) = (1_920, 1_080)
    let (left, top) = ((width - picture.width * scale) / 2, (height - picture.height * scale) / 2)
    var numbers = SteadyNumbers(seed: seed)
    var pixels = [UInt8](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        let (row, column) = (y - top, x - left)
        let isDark =
          row >= 0 && column >= 0 && picture.isDark(row: row / scale, column: column / scale)
        let noise = UInt8(truncatingIfNeeded: numbers.next()) % 32
        pixels[y * width + x] = (isDark ? 40 : 190) + noise
      }
    }
    guard let gray = GrayPicture(width: width, height: height, pixels: pixels),
      let scanner = SymbolScanner()
    else { throw BenchmarkError("no picture can be read") }
    let expected = Set(texts.map { Array($0.utf8) })
    return Set(scanner.symbols(in: gray)).intersection(expected).count
  }
}
