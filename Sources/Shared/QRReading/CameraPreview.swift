/// A small copy of a frame, for a person who aims.
public struct CameraPreview: Equatable, Sendable {
  /// The most pixels across and down.
  public static let most = (width: 192, height: 144)

  /// Pixels across, 1 to 192.
  public let width: Int
  /// Pixels down, 1 to 144.
  public let height: Int
  /// Rows from the top, 0 black to 255 white.
  public let pixels: [UInt8]

  /// A copy of `picture` that fits, in its proportions; each pixel is the mean of those it stands for.
  public init(of picture: GrayPicture) {
    let (across, down) = (picture.width, picture.height)
    // The larger reduction counts, in both directions.
    let (over, under) =
      across * Self.most.height > down * Self.most.width
      ? (across, Self.most.width) : (down, Self.most.height)
    let isSmall = over <= under
    let width = isSmall ? across : max(1, across * under / over)
    let height = isSmall ? down : max(1, down * under / over)
    var small = [UInt8](repeating: 0, count: width * height)
    picture.pixels.withUnsafeBufferPointer { pixels in
      for row in 0..<height {
        let rows = row * down / height..<max(row * down / height + 1, (row + 1) * down / height)
        for column in 0..<width {
          let first = column * across / width
          let columns = first..<max(first + 1, (column + 1) * across / width)
          var sum = 0
          for line in rows {
            for place in columns { sum += Int(pixels[line * across + place]) }
          }
          small[row * width + column] = UInt8(
            truncatingIfNeeded: sum / (rows.count * columns.count))
        }
      }
    }
    (self.width, self.height, pixels) = (width, height, small)
  }

  /// As qr-reader says it (docs/formats.md): width and height, a byte each, then the pixels.
  public var encoded: [UInt8] {
    [UInt8(truncatingIfNeeded: width), UInt8(truncatingIfNeeded: height)] + pixels
  }
}

extension CameraSight {
  /// The most QR codes whose places are told.
  public static let placesLimit = 64

  /// As qr-reader says it (docs/formats.md): what the frame looks like, and where the QR codes lie.
  public var encoded: [UInt8] {
    func short(_ value: Double) -> [UInt8] {
      let value = value.isFinite ? UInt16(max(0, min(65_535, value.rounded()))) : 0
      return [UInt8(value >> 8), UInt8(value & 0xff)]
    }
    var bytes = short(Double(width)) + short(Double(height))
    bytes += [UInt8(clamping: measures.brightness), UInt8(clamping: measures.contrast)]
    bytes += short(measures.glare * 10_000) + short(measures.softness * 100)
    bytes += short(measures.movement * 10_000) + [UInt8(clamping: measures.squares)]
    bytes += short(measures.module * 100)
    for symbol in symbols.prefix(Self.placesLimit) where symbol.place.corners.count == 4 {
      bytes.append(symbol.content == nil ? 0 : 1)
      for corner in symbol.place.corners { bytes += short(corner.x) + short(corner.y) }
    }
    return bytes
  }
}
