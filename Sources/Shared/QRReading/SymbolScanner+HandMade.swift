extension SymbolScanner {
  /// The longest side that a picture is brought to before its gaps are closed.
  private static let handMadeSize = 800
  /// The most pixels by which dark areas are grown.
  private static let handMadeGap = 6

  /// QR codes that somebody made by hand: cells of a grid filled in with a pen, dots punched into
  /// metal, with gaps between dark neighbours that a reader takes for light modules.
  ///
  /// The gaps are closed by growing the dark areas, a pixel more each time. This is slow, so it is
  /// for pictures in which nothing else was found.
  public func handMadeSymbols(in picture: GrayPicture) -> [[UInt8]] {
    var spread = picture
    while max(spread.width, spread.height) > Self.handMadeSize { spread = spread.halved() }
    for _ in 0..<Self.handMadeGap {
      spread = spread.darkened()
      let found = scan(spread)
      if !found.isEmpty { return found }
    }
    return []
  }
}

extension GrayPicture {
  /// Each pixel as dark as the darkest of its neighbours, across and down.
  func darkened() -> GrayPicture {
    let (width, height) = (width, height)
    var across = pixels
    var both = pixels
    pixels.withUnsafeBufferPointer { source in
      across.withUnsafeMutableBufferPointer { across in
        for row in 0..<height {
          let start = row * width
          var index = start + 1
          while index < start + width {
            if source[index - 1] < across[index] { across[index] = source[index - 1] }
            if source[index] < across[index - 1] { across[index - 1] = source[index] }
            index += 1
          }
        }
      }
    }
    across.withUnsafeBufferPointer { across in
      both.withUnsafeMutableBufferPointer { both in
        var index = 0
        while index < width * height {
          var least = across[index]
          if index >= width, across[index - width] < least { least = across[index - width] }
          if index + width < width * height, across[index + width] < least {
            least = across[index + width]
          }
          both[index] = least
          index += 1
        }
      }
    }
    return GrayPicture(width: width, height: height, pixels: both) ?? self
  }
}
