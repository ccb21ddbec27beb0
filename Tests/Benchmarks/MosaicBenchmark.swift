import Measurement
import Photographs
import QRDrawing
import QRReading
import QRTransport

/// Many QR codes in one frame of a camera against one, in every dialect and at several densities, as
/// a usual camera of 1280 by 720 pixels sees them.
enum MosaicBenchmark {
  /// What is seen: 2.5 degrees, blur 1.2, noise 8; `fill` is the share of the frame that the screen takes.
  private static func view(filling fill: Double) -> SimulatedCamera {
    var view = SimulatedCamera.Trial.usual.view
    view.fill = fill
    return view
  }

  static func report(isQuick: Bool) throws -> Report {
    var report = Report(
      "Mosaics through a camera",
      columns: [
        "filling", "shown", "codes read", "of", "bytes a frame", "/ one code", "a frame",
        "zbar reads",
        "zbar", "/ zbar",
      ])
    let count = isQuick ? 2 : 12
    for fill in [0.95, 0.92] { try add(to: &report, filling: fill, count) }
    report.note(
      "2.5 degrees, blur 1.2 pixels, noise 8, a frame of 1280x720; one code is version 27, the "
        + "largest that is shown alone. Targets: 6x the bytes of one code, eight codes in under 1.5x "
        + "of libzbar.")
    return report
  }

  private static func add(
    to report: inout Report, filling fill: Double, _ count: Int
  ) throws {
    let view = view(filling: fill)
    let single = try measure(across: 1, down: 1, .webcam, count, view)
    for (across, down, number) in [
      (1, 1, 27), (1, 1, 40), (2, 1, 40), (2, 1, 27), (3, 2, 27), (4, 2, 27), (4, 2, 20),
      (4, 2, 17),
      (5, 3, 17), (5, 3, 12), (6, 3, 12),
    ] {
      guard let version = QRVersion(number) else { continue }
      let seen = try measure(across: across, down: down, version, count, view)
      let total = across * down * count
      report.add(
        "\(Int(fill * 100)) %", "\(across) by \(down), version \(number)", "\(seen.ours.read)",
        "\(total)",
        "\(seen.bytes)", (Double(seen.bytes) / Double(single.bytes)).times,
        (seen.ours.time / Double(count)).milliseconds, "\(seen.zbar.read)",
        (seen.zbar.time / Double(count)).milliseconds,
        (seen.ours.time / seen.zbar.time).times)
    }
  }

  private static func measure(
    across: Int, down: Int, _ version: QRVersion, _ count: Int, _ view: SimulatedCamera
  ) throws -> (ours: Tally, zbar: Tally, bytes: Int) {
    guard let scanner = SymbolScanner() else { throw BenchmarkError("no memory") }
    let texts = try CameraBenchmark.frames(bytes: 60_000, limit: version)
    let perCode = 60_000 / (texts.count * 3 / 4)
    let look = CameraLook(scanner)
    var (ours, zbar) = (Tally(), Tally())
    for number in 0..<count {
      let shown = (0..<across * down).map { texts[(number * across * down + $0) % texts.count] }
      let symbols = try shown.map { try QRSymbol(text: $0, version: version.number) }
      let picture = try QRPicture(mosaic: symbols, columns: across)
      guard let frame = view.frame(of: picture, seed: UInt64(number + 1)) else {
        throw BenchmarkError("no frame")
      }
      let expected = shown.map { Array($0.utf8) }
      ours.add(expected) { look.look(at: frame).contents }
      zbar.add(expected) { scanner.scan(frame) }
    }
    return (ours, zbar, ours.read * perCode / count)
  }
}
