/// What `qr-reader` says of one frame that a person aims with.
///
/// It saw pictures that anybody may have made, so these are numbers within bounds and nothing more.
struct ReaderFrame: Equatable, Sendable {
  /// What the QR codes say that were read.
  var symbols: [[UInt8]] = []
  /// What the frame looks like; nil where there was none.
  var look: FrameLook?
  /// A small copy of it.
  var preview: FramePreview?
}

/// What a frame of a camera looks like (FrameMeasures in QRReading has the same with more words).
struct FrameLook: Equatable, Sendable {
  /// Where a QR code lies.
  struct Place: Equatable, Sendable {
    /// A corner, in pixels of the frame.
    struct Corner: Equatable, Sendable {
      let x: Int
      let y: Int
    }

    /// Whether it was read, too.
    let isRead: Bool
    /// Four corners, one after the other around it.
    let corners: [Corner]
  }

  /// Pixels of the frame across and down.
  var width: Int
  var height: Int
  /// The mean of all pixels, and how much of black and white is used, 0 to 255 each.
  var brightness: Int
  var contrast: Int
  /// The share of pixels that are as good as white, 0 to 1.
  var glare: Double
  /// How far edges are spread, in pixels; 0 where there is nothing to measure.
  var softness: Double
  /// How far the picture has moved since the frame before, in shares of its width.
  var movement: Double
  /// Squares of QR codes in a frame in which none was read, and how wide a module of theirs is in
  /// pixels.
  var squares: Int
  var module: Double
  /// Where QR codes were seen.
  var places: [Place] = []

  /// The most places.
  static let placesLimit = 64
  private static let headSize = 15
  private static let placeSize = 17
}

extension FrameLook {
  /// Reads the record `L` of qr-reader (docs/formats.md); nil for anything else.
  init?(_ bytes: [UInt8]) {
    let rest = bytes.count - Self.headSize
    guard rest >= 0, rest.isMultiple(of: Self.placeSize), rest / Self.placeSize <= Self.placesLimit
    else { return nil }
    func short(_ offset: Int) -> Int { Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) }
    (width, height) = (short(0), short(2))
    guard width > 0, height > 0 else { return nil }
    (brightness, contrast) = (Int(bytes[4]), Int(bytes[5]))
    (glare, softness) = (Double(short(6)) / 10_000, Double(short(8)) / 100)
    (movement, squares) = (Double(short(10)) / 10_000, Int(bytes[12]))
    module = Double(short(13)) / 100
    for start in stride(from: Self.headSize, to: bytes.count, by: Self.placeSize) {
      guard bytes[start] <= 1 else { return nil }
      let corners = stride(from: start + 1, to: start + Self.placeSize, by: 4).map {
        Place.Corner(x: short($0), y: short($0 + 2))
      }
      places.append(Place(isRead: bytes[start] == 1, corners: corners))
    }
  }
}

/// A small copy of a frame in shades of grey.
struct FramePreview: Equatable, Sendable {
  /// The most pixels across and down.
  static let most = (width: 192, height: 144)

  let width: Int
  let height: Int
  /// Rows from the top, 0 black to 255 white.
  let pixels: [UInt8]

  /// Reads the record `P` of qr-reader (docs/formats.md); nil for anything else.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 2 else { return nil }
    (width, height) = (Int(bytes[0]), Int(bytes[1]))
    guard (1...Self.most.width).contains(width), (1...Self.most.height).contains(height),
      bytes.count == 2 + width * height
    else { return nil }
    pixels = Array(bytes[2...])
  }

  /// A copy that was made elsewhere; nil where it has other than `width` times `height` pixels.
  init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width > 0, height > 0, pixels.count == width * height else { return nil }
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// The mean brightness of the part of the picture that is pixel (`column`, `row`) of a copy of
  /// `across` by `down`.
  func mean(column: Int, of across: Int, row: Int, of down: Int) -> UInt8 {
    let (left, top) = (column * width / across, row * height / down)
    let right = max(left + 1, (column + 1) * width / across)
    let bottom = max(top + 1, (row + 1) * height / down)
    var sum = 0
    for line in top..<bottom {
      for place in left..<right { sum += Int(pixels[line * width + place]) }
    }
    return UInt8(truncatingIfNeeded: sum / ((right - left) * (bottom - top)))
  }
}
