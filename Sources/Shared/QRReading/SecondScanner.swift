internal import CSymbolShims

/// A QR code in a picture: what it says, and where it lies.
struct FoundSymbol {
  /// The bytes; nil for one that was seen and could not be read.
  let content: [UInt8]?
  let place: SymbolPlace

  var isRead: Bool { content != nil }

  /// The same in a picture of another size.
  func scaled(_ scale: Double) -> FoundSymbol {
    FoundSymbol(content: content, place: place.scaled(scale))
  }
}

/// A second reader beside libzbar: zxing-cpp, which reads what is blurred, crooked or stained better,
/// and takes longer.
enum SecondScanner {
  /// The QR codes of a picture, also those that are too damaged to be read.
  ///
  /// `thorough` looks longer: also at smaller copies of the picture.
  static func scan(_ picture: GrayPicture, thorough: Bool = true) -> [FoundSymbol] {
    guard picture.width <= 32_000, picture.height <= 32_000, !FinderSearch(picture).isCrowded
    else { return [] }
    var found: [FoundSymbol] = []
    picture.pixels.withUnsafeBufferPointer { pixels in
      withUnsafeMutablePointer(to: &found) { found in
        _ = symbols_find(
          pixels.baseAddress, Int32(picture.width), Int32(picture.height), Int32(picture.width),
          thorough ? 1 : 0, found
        ) { context, symbol in
          guard let found = context?.assumingMemoryBound(to: [FoundSymbol].self),
            let symbol = symbol?.pointee
          else { return }
          found.pointee.append(FoundSymbol(lent: symbol))
        }
      }
    }
    return found
  }
}

extension FoundSymbol {
  fileprivate init(lent symbol: found_symbol) {
    let c = symbol.corners
    let numbers = [c.0, c.1, c.2, c.3, c.4, c.5, c.6, c.7].map { Double($0) }
    place = SymbolPlace(
      corners: (0..<4).map { .init(x: numbers[2 * $0], y: numbers[2 * $0 + 1]) })
    content =
      symbol.is_read != 0
      ? Array(UnsafeBufferPointer(start: symbol.bytes, count: symbol.length)) : nil
  }
}
