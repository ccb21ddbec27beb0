internal import CReaderShims

/// A format that a camera offers.
public struct CameraOffer: Equatable, Sendable {
  /// The most formats of one camera that are listed.
  public static let limit = 32

  /// Its code of four letters, such as `YUYV`; what is not a letter of ASCII is a `?`.
  public let code: String
  /// The size of its largest frame in pixels, 0 by 0 where the driver does not say.
  public let width: Int
  public let height: Int

  /// What is offered by the device open at `file`, which is not started and may be in use.
  ///
  /// Throws: `camera` when it is not a camera.
  public static func all(of file: Int32) throws(ReadingError) -> [CameraOffer] {
    try all(of: file, calls: reader_system_calls())
  }

  /// The same with other calls than the system's: for tests.
  static func all(
    of file: Int32, calls: UnsafePointer<reader_calls>?
  ) throws(ReadingError) -> [CameraOffer] {
    var offers = [reader_offer](repeating: reader_offer(), count: limit)
    let count = Int(reader_camera_offers(file, calls, &offers, Int32(limit)))
    guard count >= 0 else { throw .camera }
    return offers.prefix(count).map { offer in
      let letters = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: offer.code >> $0) }
      return CameraOffer(
        code: String(
          decoding: letters.map { (0x20...0x7e).contains($0) ? $0 : 0x3f }, as: UTF8.self),
        width: Int(offer.width), height: Int(offer.height))
    }
  }

  /// As one word of qr-reader's answer: `YUYV 1280 720`.
  public var text: String { "\(code.split(separator: " ").joined()) \(width) \(height)" }
}
