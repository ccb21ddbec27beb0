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
    // Least of three without a branch: the compiler then takes many pixels at once.
    pixels.withUnsafeBufferPointer { source in
      across.withUnsafeMutableBufferPointer { across in
        for row in 0..<height where width > 1 {
          let (start, end) = (row * width, (row + 1) * width)
          across[start] = min(source[start], source[start + 1])
          for at in start + 1..<end - 1 {
            across[at] = min(min(source[at - 1], source[at]), source[at + 1])
          }
          across[end - 1] = min(source[end - 2], source[end - 1])
        }
      }
    }
    across.withUnsafeBufferPointer { across in
      both.withUnsafeMutableBufferPointer { both in
        for row in 0..<height {
          let own = row * width
          let (above, below) = (max(row - 1, 0) * width, min(row + 1, height - 1) * width)
          for column in 0..<width {
            both[own + column] = min(
              min(across[above + column], across[own + column]), across[below + column])
          }
        }
      }
    }
    return GrayPicture(width: width, height: height, pixels: both) ?? self
  }
}
