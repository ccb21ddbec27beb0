import Measurement
import Photographs
import QRDrawing
import QRReading
import QRTransport

/// What is read of frames of a camera, through the simulator (`SimulatedCamera`), beside libzbar alone and
/// beside the libraries one after the other (libzbar, zxing-cpp, copies of another size), which is
/// how frames were read before.
enum CameraBenchmark {
  static func report(isQuick: Bool) throws -> Report {
    var report = Report(
      "Frames of a camera",
      columns: [
        "view", "zbar", "a frame", "libraries", "a frame", "each alone", "a frame", "in a row",
        "a frame", "wrong",
      ])
    let texts = Array(try frames(bytes: 36_000, limit: .webcam).prefix(isQuick ? 6 : 48))
    for view in views {
      report.add(try row(view.name, view.camera, Array(texts.prefix(view.frames))))
    }
    let few = Array(texts.prefix(12))
    report.add(
      try row("half of the next frame, 4.0 pixels a module", SimulatedCamera(), few, isTorn: true)
    )
    report.note(
      "The frames of a message of 36,000 bytes at version 27, each seen once in 1280x720 pixels: 48 of "
        + "them at the first size, 12 in the other rows. "
        + "Read is what came back exactly; time is of one processor. \"Each alone\" knows nothing of "
        + "the frame before.")
    return report
  }

  /// The views that the figures are made of, and how many frames are looked at in each.
  static var views: [(name: String, camera: SimulatedCamera, frames: Int)] {
    var views: [(name: String, camera: SimulatedCamera, frames: Int)] = []
    for pixels in [4.0, 3] {
      for trial in SimulatedCamera.Trial.allCases {
        var camera = trial.view
        camera.fill *= pixels / 4
        let size = pixels / (trial == .far ? 2 : 1)
        let name = "\(trial.rawValue), \(size.digits(1)) pixels a module"
        views.append((name, camera, pixels == 4 ? 48 : 12))
      }
    }
    return views
      + SimulatedCamera.Trouble.allCases.map {
        ("\($0.rawValue), 4.0 pixels a module", $0.view, 12)
      }
  }

  /// The frames of a message of so many bytes, as a loop shows them.
  static func frames(bytes: Int, limit: QRVersion) throws -> [String] {
    var numbers = SteadyNumbers(seed: 36)
    let length = withUnsafeBytes(of: UInt32(bytes).bigEndian) { Array($0) }
    let ur = try UR(type: "crypto-psbt", cbor: [0x5a] + length + numbers.bytes(bytes))
    return try FrameEncoder(ur, limit: limit).loop()
  }

  /// What is read of texts that are shown one after the other, by this reader and by libzbar.
  static func tally(
    _ view: SimulatedCamera, _ texts: [String]
  ) throws -> (ours: Tally, zbar: Tally) {
    guard let scanner = SymbolScanner() else { throw BenchmarkError("no memory") }
    let look = CameraLook(scanner)
    var (ours, zbar) = (Tally(), Tally())
    for (index, text) in texts.enumerated() {
      let picture = QRPicture(try QRSymbol(text: text))
      guard let frame = view.frame(of: picture, seed: UInt64(index + 1)) else {
        throw BenchmarkError("no frame")
      }
      ours.add([Array(text.utf8)]) { look.look(at: frame).contents }
      zbar.add([Array(text.utf8)]) { scanner.scan(frame) }
    }
    return (ours, zbar)
  }

  private static func row(
    _ name: String, _ view: SimulatedCamera, _ texts: [String], isTorn: Bool = false
  ) throws -> [String] {
    guard let scanner = SymbolScanner() else { throw BenchmarkError("no memory") }
    let inRow = CameraLook(scanner)
    var tallies = [Tally](repeating: Tally(), count: 4)
    for (index, text) in texts.enumerated() {
      let picture = QRPicture(try QRSymbol(text: text))
      let following = texts[(index + 1) % texts.count]
      let next = isTorn ? QRPicture(try QRSymbol(text: following)) : nil
      guard let frame = view.frame(of: picture, next: next, seed: UInt64(index + 1)) else {
        throw BenchmarkError("no frame")
      }
      let right = isTorn ? [text, following] : [text]
      let expected = right.map { Array($0.utf8) }
      tallies[0].add(expected) { scanner.scan(frame) }
      tallies[1].add(expected) { scanner.librarySymbols(in: frame) }
      tallies[2].add(expected) { scanner.symbols(in: frame) }
      tallies[3].add(expected) { inRow.look(at: frame).contents }
    }
    return ["\(name) (\(texts.count))"]
      + tallies.flatMap { ["\($0.read)", ($0.time / Double(texts.count)).milliseconds] }
      + ["\(tallies.reduce(0) { $0 + $1.wrong })"]
  }
}

/// How often a reader read a frame, and how long it took for all of them.
struct Tally {
  private(set) var read = 0
  private(set) var wrong = 0
  /// Seconds of a processor.
  private(set) var time = 0.0

  /// Counts each of the expected contents that was read, and each frame with another one.
  mutating func add(_ expected: [[UInt8]], _ contents: () -> [[UInt8]]) {
    let (found, spent) = Spent.by(contents)
    read += Set(found).intersection(expected).count
    if found.contains(where: { !expected.contains($0) }) { wrong += 1 }
    time += spent.caller
  }
}
