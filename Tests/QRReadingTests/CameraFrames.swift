import Photographs
import QRDrawing
import Testing

@testable import QRReading

/// Frames that a simulated camera gives, and what they say.
struct CameraFrames {
  /// A QR code of version 27, as large as those that a payment of 36,000 bytes is shown in.
  static func text(_ number: Int) -> String {
    var state = UInt64(number + 1)
    let letters = (0..<2_050).map { _ -> Character in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")[Int(state >> 40) % 26]
    }
    return "UR:CRYPTO-PSBT/\(number + 1)-36/" + String(letters)
  }

  static func picture(_ number: Int) throws -> QRPicture {
    QRPicture(try QRSymbol(text: text(number)))
  }

  /// So many frames of a view, each with the next QR code.
  static func frames(_ view: SimulatedCamera, _ count: Int) throws -> [(
    frame: GrayPicture, text: [UInt8]
  )] {
    try (0..<count).map { number in
      let frame = view.frame(of: try picture(number), seed: UInt64(number + 1))
      return (try #require(frame), Array(text(number).utf8))
    }
  }
}
