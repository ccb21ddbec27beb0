internal import EncryptedVault
internal import SheetPages

// The last pages of an encrypted sheet: what whoever has no program of ours needs to open it.
extension SheetWriter {
  /// The bytes that a QR code of the source holds at most, so that four hold all of it.
  static let sourceLimit = 1_100
  /// The width of such a QR code, in millimeters.
  private static let sourceWidth = 84

  /// The format in words, the reader's source in letters, and the same in QR codes.
  ///
  /// `stretching` are the work factors of this sheet; the rest is what is known of its seed.
  mutating func encryptedFormat(
    _ stretching: KDFParameters, of facts: SheetSeed.Facts, _ form: SheetSeed.Form,
    _ wallets: [SheetWallet], _ frame: SheetFrame
  ) throws(RecoverySheetError) {
    heading("Or: to restore without offline-signer")
    var list = [
      SheetStep(
        "Take a computer without a network that has Python 3.6 or later, from Linux or python.org. Apple's own "
          + "Python lacks scrypt."),
      SheetStep(
        "Either type the program of the last pages into a file `read.py` there, or let that computer's own camera "
          + "read its QR codes, and put their text into that file, in their order."),
      SheetStep(
        "Type the lines of letters of this sheet, or what its QR codes hold, into a file `sheet.txt` there, one per line."
      ),
      SheetStep(
        "The program asks for the sheet words, and shows what was locked, a line for each thing (on Windows, type "
          + "`py` in place of `python3`):",
        "python3 read.py sheet.txt"),
      SheetStep(
        "The line \"fingerprint\" must say \(facts.fingerprint). \(Self.opened(form, facts, wallets, frame))"
      ),
    ]
    if !wallets.isEmpty {
      list.append(
        SheetStep(
          "Each line \"wallet\" has a name and an output descriptor (BIP-380). With it, a program on a computer "
            + "with a network finds the coins; never take another line there."))
    }
    steps(list)
    heading("The format, for programmers")
    for part in [
      "Each QR code holds B$2B, then in two digits of base 36 how many QR codes there are, in two more which "
        + "one it is, counted from 0, and the rest in base32 (RFC 4648, without =). Join what remains in that "
        + "order and decode it. The letters printed for typing are the same.",
      "The bytes: DBES; the version, 1; log2 of N, r and p of scrypt, one byte each (here "
        + "\(stretching.logN), \(stretching.r) and \(stretching.p)); 16 bytes of salt; the "
        + "encrypted text; 16 bytes of tag; and the first 4 bytes of SHA-256 of everything before.",
      "The sheet words: UTF-8, NFKD, A to Z as small letters, one space between two. The key: scrypt (RFC 7914) of "
        + "the sheet words with salt, N, r and p, 32 bytes.",
      "The text: ChaCha20-Poly1305 (RFC 8439) with that key, a nonce of 12 zero bytes, and the first 24 bytes "
        + "as associated data. Line feeds fill it up at its end. Its first line is the seed; the "
        + "others say its network, its fingerprint and its wallets.",
    ] { note(part) }
    pageBreak()
    // The program is public: what follows holds nothing that is locked.
    standing(frame.standing(.noKey))
    heading("read.py as QR codes: the program of the last pages, in this order")
    let parts = SheetReaderSource.parts(limit: Self.sourceLimit).enumerated().map {
      PrintedSymbol("read.py, part \($0.offset + 1)", text: $0.element)
    }
    try tiles(parts, width: Self.sourceWidth)
    pageBreak()
    heading("read.py, the reader in Python")
    note(
      "The same text as in the QR codes before. The spaces at the beginning of a line count: four a level."
    )
    listing(SheetReaderSource.text)
  }

  /// What the line with the seed is, and what is done with it.
  private static func opened(
    _ form: SheetSeed.Form, _ facts: SheetSeed.Facts, _ wallets: [SheetWallet], _ frame: SheetFrame
  ) -> String {
    // At the end of a line: behind a path stands no full stop that somebody might type.
    let addresses = frame.addresses(of: .encrypted, wallets).map { "\nAddresses: \($0)" } ?? ""
    let what =
      switch form {
      case .words(let language, let count):
        "The line \"seed\" has \(count) words: a BIP-39 seed, \(language.spoken). On that computer, enter them "
          + "in a program that knows BIP-39\(facts.usesPassphrase ? ", with the BIP-39 passphrase" : "")."
      case .codex32:
        "The line \"seed\" has a seed in codex32 (BIP-93). On that computer, enter it in a program that knows "
          + "codex32."
      case .extendedKey:
        "The line \"seed\" has an extended private key (BIP-32, xprv). On that computer, enter it in a program "
          + "that takes a master private key."
      case .singleKey:
        "The line \"seed\" has the private key of one address (WIF). On that computer, enter it in a program "
          + "that takes such a key."
      }
    let tried = SheetMatter.seed(form).programs(for: wallets, usesPassphrase: facts.usesPassphrase)
    let named =
      tried.isEmpty ? "" : " These were tried: \(BoxSentences.english.list(of: tried))."
    return what + named + (form == .singleKey ? "" : addresses)
  }
}
