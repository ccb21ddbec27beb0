import Bytes
import Measurement
import Photographs
import QRDrawing
import QRReading
import QRTransport

/// How large a QR code may be that poor cameras and other programs read: libzbar alone beside this
/// reader, in every view, the code always as large as the screen.
enum DensityBenchmark {
  static func report(isQuick: Bool) throws -> Report {
    let trials = SimulatedCamera.Trial.allCases
    var report = Report(
      "Density: codes read by libzbar, by this reader, of \(isQuick ? 2 : 6)",
      columns: ["version", "bytes"] + trials.map(\.rawValue) + ["bytes a frame by libzbar"])
    for number in [8, 10, 12, 15, 17, 20, 23, 27] {
      guard let version = QRVersion(number) else { continue }
      let texts = try CameraBenchmark.frames(bytes: 36_000, limit: version)
      let bytes = 36_000 / (texts.count * 3 / 4)
      var (cells, read, shown) = ([String](), 0, 0)
      for trial in trials {
        let texts = Array(texts.prefix(isQuick ? 2 : 6))
        let (ours, zbar) = try CameraBenchmark.tally(trial.view, texts)
        cells.append("\(zbar.read), \(ours.read)")
        (read, shown) = (read + zbar.read, shown + texts.count)
      }
      report.add(["\(number)", "\(bytes)"] + cells + ["\(bytes * read / shown)"])
    }
    return report
  }
}

/// What each dialect carries through a usual camera, QR code by QR code.
enum DialectBenchmark {
  static func report(isQuick: Bool) throws -> Report {
    var report = Report(
      "Dialects through a camera",
      columns: [
        "dialect", "version", "codes for 20,000 bytes", "read", "zbar reads", "of",
      ])
    let view = SimulatedCamera.Trial.usual.view
    for number in [12, 17, 20, 27, 40] {
      guard let limit = QRVersion(number) else { continue }
      for (name, texts) in try series(limit) {
        let shown = Array(texts.prefix(isQuick ? 2 : 12))
        let (ours, zbar) = try CameraBenchmark.tally(view, shown)
        report.add(
          name, "\(number)", name.hasPrefix("base43") ? "" : "\(texts.count)", "\(ours.read)",
          "\(zbar.read)", "\(shown.count)")
      }
    }
    return report
  }

  private static let bytes = 20_000

  /// A message in every dialect, without the frames that repeat it.
  private static func series(_ limit: QRVersion) throws -> [(String, [String])] {
    var numbers = SteadyNumbers(seed: 20)
    let content = numbers.bytes(bytes)
    let length = withUnsafeBytes(of: UInt32(bytes).bigEndian) { Array($0) }
    let encoders = [
      (
        "UR",
        try FrameEncoder(UR(type: "crypto-psbt", cbor: [0x5a] + length + content), limit: limit)
      ),
      ("BBQr", try FrameEncoder(bbqr: BBQrFile(kind: .psbt, bytes: content), limit: limit)),
    ]
    var series = encoders.map { name, encoder in
      (name, (0..<encoder.frameCount).map { encoder.frame($0) })
    }
    // Specter's parts are at most 99.
    if let specter = try? FrameEncoder(specter: Base64.encode(content), limit: limit) {
      series.append(("Specter", (0..<specter.frameCount).map { specter.frame($0) }))
    }
    // Electrum's base43 is one QR code, however long the text is.
    let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ$*+-./:")
    let texts = (0..<12).map { _ in
      String((0..<limit.alphanumericCapacity).map { _ in alphabet[Int(numbers.next() % 43)] })
    }
    series.append(("base43, full", texts))
    return series
  }
}
