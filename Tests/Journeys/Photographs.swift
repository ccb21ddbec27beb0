import Foundation
import Photographs
import QRDrawing
import QRReading
import Testing

// What a camera sees of a screen or of a sheet: askew, from the side, with noise, as a JPEG.
extension Scratch {
  /// A folder with a photograph of each picture in a folder; `longest` is its longer side in pixels.
  func photographs(of frames: String, longest: Int = 1_000) throws -> String {
    let folder = "\(frames)-photos"
    try FileManager.default.createDirectory(
      atPath: path(folder), withIntermediateDirectories: true)
    let names = try FileManager.default.contentsOfDirectory(atPath: path(frames)).sorted()
    #expect(!names.isEmpty)
    for (number, name) in names.enumerated() {
      try photograph(
        "\(frames)/\(name)", as: "\(folder)/\(number).jpg", number: number, longest: longest)
    }
    return path(folder)
  }

  /// A photograph of a picture; `number` chooses how it is held.
  @discardableResult
  func photograph(
    _ picture: String, as photo: String, number: Int = 0, longest: Int = 1_000
  ) throws -> String {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path(picture)))
    try write(GrayPicture(png: bytes), as: photo, number, longest)
    return path(photo)
  }

  /// A photograph of a sheet with one QR code that holds a text.
  func photograph(sheetWith text: String, as photo: String, number: Int = 0) throws -> String {
    let picture = try QRPicture(QRSymbol(text: text)).png(scale: 8)
    try write(GrayPicture(png: Data(picture)), as: photo, number)
    return path(photo)
  }

  private func write(
    _ picture: GrayPicture, as photo: String, _ number: Int, _ longest: Int = 1_000
  ) throws {
    let scale = Double(longest) / Double(max(picture.width, picture.height))
    let turn = (number * 37 + 5) % 17 - 8
    let tilt = (number * 23 + 2) % 13 - 6
    let seen = try #require(
      Scenes.photograph(
        of: picture, scale: scale, turn: Double(turn), tilt: Double(tilt), noise: 12,
        seed: UInt64(number + 1)))
    try Data(Scenes.jpeg(seen, quality: 75)).write(to: URL(fileURLWithPath: path(photo)))
  }
}
