internal import RecoverySheets
package import SecureMemory
internal import SeedForms

/// What each page that was read is, in words: of which sheet, or whose.
package struct PageReport {
  /// A line for each page, in the order in which they were read.
  package let lines: [String]

  /// Says of each page which of the sheets it is of.
  ///
  /// `sheets` are the sheets that were found, each with the places of its QR codes in the list of
  /// all; `pages` the QR codes of each page, as such places. Where there is no sheet, no page is called
  /// another's.
  package init(
    _ symbols: borrowing SecretList, pages: [[Int]], sheets: [(title: String, places: Set<Int>)]
  ) {
    var lines: [String] = []
    for page in pages {
      guard !page.isEmpty else {
        lines.append("no QR code was found on it")
        continue
      }
      var words = sheets.filter { !$0.places.isDisjoint(with: page) }.map(\.title)
      let known = sheets.reduce(into: Set<Int>()) { $0.formUnion($1.places) }
      let strangers = page.filter { !known.contains($0) }
      // The number of a print says nothing more where the seed is another one.
      let isOfAnotherSeed = strangers.contains { place in
        symbols.withUnsafeBytes(at: place) { Self.holdsSeed($0) }
      }
      for place in strangers {
        let word = symbols.withUnsafeBytes(at: place) { symbol in
          let isNamed = sheets.isEmpty || isOfAnotherSeed && SheetMark(reading: symbol) != nil
          return isNamed ? Self.kind(symbol) : Self.stranger(symbol)
        }
        if !words.contains(word) { words.append(word) }
      }
      lines.append(words.joined(separator: "; "))
    }
    self.lines = lines
  }

  /// What a QR code is that belongs to no sheet that was found.
  private static func stranger(_ symbol: UnsafeRawBufferPointer) -> String {
    if SheetMark(reading: symbol) != nil { return "OF ANOTHER PRINT: \(kind(symbol))" }
    if SealedParts.isPart(symbol) { return "OF ANOTHER SHEET: \(kind(symbol))" }
    if holdsSeed(symbol) {
      return "OF ANOTHER SEED: a seed or a share that does not belong to these sheets"
    }
    if checksum(symbol) != nil { return "OF ANOTHER WALLET: \(kind(symbol))" }
    // Whether it is a wallet's is known only with all of its parts.
    if CarriedPart(symbol)?.isText == true { return "OF NONE OF THESE SHEETS: \(kind(symbol))" }
    return SheetReaderSource.holds(symbol)
      ? kind(symbol) : "a QR code that belongs to none of these sheets"
  }

  /// What a QR code is, whatever it belongs to; never what it says, if that may be a secret.
  private static func kind(_ symbol: UnsafeRawBufferPointer) -> String {
    if let mark = SheetMark(reading: symbol) {
      return "the \(mark.kind.title.lowercased()) with the number \(mark.spoken)"
    }
    if SealedParts.isPart(symbol) { return "a part of an encrypted sheet" }
    if SheetReaderSource.holds(symbol) { return "the reader of encrypted sheets" }
    if holdsSeed(symbol) { return "a seed or a share" }
    if let checksum = checksum(symbol) { return "a wallet with the checksum \(checksum)" }
    if let part = CarriedPart(symbol) { return part.text }
    return "a QR code of no kind that is known here"
  }

  private static func holdsSeed(_ symbol: UnsafeRawBufferPointer) -> Bool {
    RecoveryQR.isOne(symbol) || SecretForm(symbol: symbol) != .unknown
  }

  /// The checksum of a descriptor, which stands behind its last `#`.
  static func checksum(_ symbol: UnsafeRawBufferPointer) -> String? {
    guard symbol.count > 20, symbol.contains(UInt8(ascii: "(")),
      symbol[symbol.count - 9] == UInt8(ascii: "#")
    else { return nil }
    let letters = symbol.suffix(8)
    let isPlain = letters.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x7A).contains($0)
    }
    return isPlain ? String(decoding: letters, as: UTF8.self) : nil
  }
}
