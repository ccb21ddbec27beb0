import Foundation
import Photographs
import QRReading
import SheetPages
import TerminalUI
import Testing

@testable import OfflineSigner

extension Desk {
  /// A home with a seed that was made there and that nobody has read back.
  static func withUncheckedSeed(network: String = "regtest") throws -> Desk {
    let desk = try Desk()
    try #require(desk.run("init", "--network", network, "--yes").code == .done)
    let ran = desk.run("seed", "create", "fresh", "--words", "12", "--yes")
    try #require(ran.code == .done, "\(ran.err)")
    return desk
  }

  /// The words of a seed, as a person wrote them down.
  func words(of seed: String) throws -> String {
    let shown = run("seed", "show", seed, answers: [seed, ""])
    try #require(shown.code == .done, "\(shown.err)")
    let words = shown.terminal.matches(of: /\d+  ([a-z]+)/).map { String($0.1) }
    try #require(words.count == 12, "\(words.count) words")
    return words.joined(separator: " ")
  }

  /// Prints a sheet and scans it: pictures of the paper in a folder of its own.
  func print(
    _ kind: String, of subject: String, _ options: String..., now: Int64 = 1_800_000_000
  ) throws -> String {
    try print(kind, of: subject, options, now: now)
  }

  func print(
    _ kind: String, of subject: String, _ options: [String], now: Int64 = 1_800_000_000
  ) throws -> String {
    let folder = path("sheet-\(UUID())")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // Half the dots of a sheet that is handed out, and read as well: a quarter of the time.
    let resolution = options.contains("--resolution") ? [] : ["--resolution", "150"]
    let ran = run(
      ["sheet", "print", subject, "--kind", kind, "--out", "\(folder)/page.png"] + resolution
        + options,
      answers: [subject], now: now)
    try #require(ran.code == .done, "\(ran.err)")
    try Self.scan(FileManager.default.contentsOfDirectory(atPath: folder).map { "\(folder)/\($0)" })
    return folder
  }

  /// Makes pictures of paper of pages that were drawn: the same dots, as a scanner writes them.
  static func scan(_ files: [String]) throws {
    for file in files {
      var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
      try #require(DrawnMark.isIn(bytes), "\(file)")
      bytes.removeSubrange(DrawnMark.place..<DrawnMark.headLength)
      try bytes.write(to: URL(fileURLWithPath: file))
    }
  }

  /// The left half of a page.
  func torn(_ page: String) throws -> String {
    let whole = try GrayPicture(png: Data(contentsOf: URL(fileURLWithPath: page)))
    let width = whole.width / 2
    let pixels = (0..<whole.height).flatMap { row in
      whole.pixels[row * whole.width..<row * whole.width + width]
    }
    let half = try #require(
      GrayPicture(width: width, height: whole.height, pixels: Array(pixels)))
    let file = path("torn-\(UUID()).jpg")
    try Data(Scenes.jpeg(half)).write(to: URL(fileURLWithPath: file))
    return file
  }

  func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }

  /// A folder with these files.
  func folder(of files: [String], named name: String) throws -> String {
    let folder = path(name)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for file in files {
      let name = URL(fileURLWithPath: file).lastPathComponent
      try FileManager.default.copyItem(atPath: file, toPath: "\(folder)/\(name)")
    }
    return folder
  }

  /// A PDF with a JPEG of each picture, as a scanner writes it.
  static func pdf(of pictures: [GrayPicture]) -> [UInt8] {
    var pdf = Array("%PDF-1.3\n".utf8)
    for (index, picture) in pictures.enumerated() {
      let jpeg = Scenes.jpeg(picture)
      pdf += "\(index + 1) 0 obj << /Subtype /Image /Width \(picture.width) ".utf8
      pdf += "/Height \(picture.height) /Filter /DCTDecode /ColorSpace /DeviceGray ".utf8
      pdf += "/BitsPerComponent 8 /Length \(jpeg.count) >> stream\n".utf8
      pdf += jpeg
      pdf += "\nendstream endobj\n".utf8
    }
    return pdf + Array("trailer << >>\n%%EOF\n".utf8)
  }
}
