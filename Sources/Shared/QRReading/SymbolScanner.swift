internal import CZBar

/// Finds the QR codes in a picture, with libzbar and where that finds none with zxing-cpp: all of
/// them, as bytes, whatever they say.
public final class SymbolScanner {
  private let scanner: OpaquePointer

  /// A scanner for QR codes alone; nil when there is not enough memory.
  public init?() {
    guard let scanner = zbar_image_scanner_create() else { return nil }
    self.scanner = scanner
    // libzbar sends what it reads to the desktop unless that is switched off.
    zbar_image_scanner_request_dbus(scanner, 0)
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
    zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1)
    // Without it 32 bytes come back as 35: libzbar guesses at a character set.
    zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1)
  }

  deinit { zbar_image_scanner_destroy(scanner) }

  /// The content of each QR code in the picture, from the top and from the left.
  ///
  /// For one frame of a camera or an animation: module by module at the squares that are seen, then by
  /// the libraries. A row of frames is read better by ``CameraLook``, a still picture is looked at longer
  /// (`StillReading`).
  public func symbols(in picture: GrayPicture) -> [[UInt8]] {
    // What is larger would be halved first.
    guard picture.width * picture.height <= CameraLook.comfort else {
      return librarySymbols(in: picture)
    }
    let contents = CameraLook(self).look(at: picture).contents
    return contents.isEmpty ? symbolsOfCopies(picture) : contents
  }

  /// The same by the libraries alone, as it is first; where that finds nothing by the second one,
  /// enlarged (small pictures), halved (large ones) and inverted.
  package func librarySymbols(in picture: GrayPicture) -> [[UInt8]] {
    let first = scan(picture)
    if !first.isEmpty { return first }
    let second = SecondScanner.scan(picture, thorough: false).compactMap(\.content)
    return second.isEmpty ? symbolsOfCopies(picture) : second
  }

  /// What is found in copies of another size, or inverted, in the first of them that has any.
  func symbolsOfCopies(_ picture: GrayPicture) -> [[UInt8]] {
    foundInCopies(picture).compactMap(\.content)
  }

  private func foundInCopies(_ picture: GrayPicture) -> [FoundSymbol] {
    let size = max(picture.width, picture.height)
    if size <= 800 {
      let found = places(in: picture.enlarged(3))
      if !found.isEmpty { return found.map { $0.scaled(1.0 / 3) } }
    }
    if size >= 1200 {
      let half = picture.halved()
      let found = places(in: half)
      if !found.isEmpty { return found.map { $0.scaled(2) } }
      if size >= 3000 {
        let found = places(in: half.halved())
        if !found.isEmpty { return found.map { $0.scaled(4) } }
      }
    }
    return places(in: picture.inverted())
  }

  /// The content of each QR code that one pass finds.
  public func scan(_ picture: GrayPicture) -> [[UInt8]] {
    places(in: picture).compactMap(\.content)
  }

  /// Each QR code that one pass finds, from the top and from the left, and where it lies.
  func places(in picture: GrayPicture) -> [FoundSymbol] {
    guard let image = zbar_image_create() else { return [] }
    defer { zbar_image_destroy(image) }
    let grey: UInt = 0x3030_3859  // "Y800"
    zbar_image_set_format(image, grey)
    zbar_image_set_size(image, UInt32(picture.width), UInt32(picture.height))
    return picture.pixels.withUnsafeBytes { pixels in
      zbar_image_set_data(image, pixels.baseAddress, UInt(pixels.count), nil)
      guard zbar_scan_image(scanner, image) > 0 else { return [] }
      var found: [FoundSymbol] = []
      var symbol = zbar_image_first_symbol(image)
      while let current = symbol {
        if let data = zbar_symbol_get_data(current) {
          let content = UnsafeRawBufferPointer(
            start: data, count: Int(zbar_symbol_get_data_length(current)))
          let corners = (0..<zbar_symbol_get_loc_size(current)).map {
            SymbolPlace.Point(
              x: Double(zbar_symbol_get_loc_x(current, $0)),
              y: Double(zbar_symbol_get_loc_y(current, $0)))
          }
          found.append(
            FoundSymbol(content: Array(content), place: SymbolPlace(corners: corners)))
        }
        symbol = zbar_symbol_next(current)
      }
      return found.sorted { ($0.place.top, $0.place.left) < ($1.place.top, $1.place.left) }
    }
  }
}
