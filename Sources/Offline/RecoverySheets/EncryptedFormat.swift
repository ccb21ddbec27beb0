internal import EncryptedVault
internal import SheetPages

// The last pages of an encrypted sheet: what whoever has no program of ours needs to open it.
extension SheetWriter {
  /// The bytes that a QR code of the source holds at most, so that four hold all of it.
  static let sourceLimit = 1_100
  /// The width of such a QR code, in millimeters.
  private static let sourceWidth = 70

  /// The format in words, the reader's source in letters, and the same in QR codes.
  ///
  /// `stretching` are the work factors of this sheet.
  mutating func encryptedFormat(
    _ stretching: KDFParameters
  ) throws(RecoverySheetError) {
    heading("To open this sheet without Drawbridge")
    note(
      "Any computer with Python and without a network opens this sheet with the program on the last two pages: "
        + "photograph its QR codes with that computer, or type it. Whoever writes a reader of their own needs "
        + "these steps.")
    steps([
      SheetStep(
        "Each QR code holds B$2B, then in two digits of base 36 how many QR codes there are, in two more which "
          + "one it is, counted from 0, and the rest in base32 (RFC 4648, without =). Put the rests "
          + "together in that order and decode them. The letters printed for typing are the same."),
      SheetStep(
        "The bytes: DBES; the version, 1; log2 of N, r and p of scrypt, one byte each (here "
          + "\(stretching.logN), \(stretching.r) and \(stretching.p)); 16 bytes of salt; the "
          + "encrypted text; 16 bytes of tag; and the first 4 bytes of SHA-256 of everything before."
      ),
      SheetStep(
        "The sheet words: UTF-8, NFKD, A to Z as small letters, one space between two. The key: scrypt (RFC 7914) of "
          + "the sheet words with salt, N, r and p, 32 bytes."),
      SheetStep(
        "The text: ChaCha20-Poly1305 (RFC 8439) with that key, a nonce of 12 zero bytes, and the first 24 bytes "
          + "as associated data. Line feeds fill it up at its end. Its first line is the seed; the "
          + "others say its network, its fingerprint and its wallets."),
    ])
    pageBreak()
    heading("The reader as QR codes: plain text, one part after the other")
    for (index, part) in SheetReaderSource.parts(limit: Self.sourceLimit).enumerated() {
      let symbol = PrintedSymbol("read.py, part \(index + 1)", text: part)
      tile(caption: symbol.name, try symbol.modules(width: Self.sourceWidth))
    }
    pageBreak()
    heading("The reader: read.py, in Python")
    note(
      "The same as in the QR codes before. Spaces at the beginning of a line count, four for each step."
    )
    listing(SheetReaderSource.text)
  }
}
