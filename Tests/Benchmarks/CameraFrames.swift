import DurableFiles
import Measurement
import Photographs
import QRDrawing
import QRReading
import QRTransport

/// The frames that `CameraBenchmark` reads, as pictures, for readers that are not ours
/// (`Tests/CrossChecks/peer_readers.py`).
enum CameraFrames {
  static let option = "--write-frames"

  /// Writes the frames of every view into a new folder, as `VIEW/01.pgm`, each with the text of its
  /// QR code beside it (`01.txt`).
  ///
  /// The codes are of one version, 27 as in `CameraBenchmark` or a smaller one, and as large on the
  /// screen.
  static func write(_ arguments: [String]) throws {
    guard arguments.count == 2, let folder = arguments.first, let number = Int(arguments[1]),
      let version = QRVersion(number)
    else { throw BenchmarkError("\(option) needs a new folder and a version of QR codes") }
    try Folder.makeNew(folder)
    let texts = try CameraBenchmark.frames(bytes: 36_000, limit: version)
    for view in CameraBenchmark.views {
      let path = "\(folder)/\(view.name)"
      try Folder.makeNew(path)
      for (index, text) in texts.prefix(view.frames).enumerated() {
        let picture = QRPicture(try QRSymbol(text: text))
        guard let frame = view.camera.frame(of: picture, seed: UInt64(index + 1)) else {
          throw BenchmarkError("no frame")
        }
        let name = "\(path)/\(index < 9 ? "0" : "")\(index + 1)"
        let head = Array("P5\n\(frame.width) \(frame.height)\n255\n".utf8)
        try AtomicFile.write(head + frame.pixels, to: "\(name).pgm")
        try AtomicFile.write(Array(text.utf8), to: "\(name).txt")
      }
    }
  }
}
