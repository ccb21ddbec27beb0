public import SecureMemory

// What may be secret: words, letters, QR codes.
extension SheetWriter {
  /// Words in numbered columns: UTF-8 in any BIP-39 language or form, one space between.
  ///
  /// With numbers, each word is followed by a space and its number in the list, one to four digits.
  public mutating func words(
    _ words: borrowing SecretBytes,
    _ style: SheetWordStyle = SheetWordStyle(hasNumbers: false, marksFourLetters: false)
  ) {
    let start = begin(.words)
    append([style.hasNumbers ? 1 : 0, style.marksFourLetters ? 1 : 0])
    append(words)
    end(start)
  }

  /// Words as they are stamped into metal: four letters each, and the number punched as digits and as dots.
  ///
  /// Each word is followed by a space and its number in the list, counted from 1.
  public mutating func plate(_ wordsWithNumbers: borrowing SecretBytes) {
    let start = begin(.plate)
    append(wordsWithNumbers)
    end(start)
  }

  /// One secret text that is read letter by letter: codex32, WIF, an xprv, a passphrase.
  ///
  /// Groups of four letters in a frame, unless the text has spaces of its own: then word by word.
  /// `isSmall` draws it small, without a frame, in the groups that it has.
  public mutating func secretLine(
    label: String, _ text: borrowing SecretBytes, isSmall: Bool = false
  ) {
    let start = begin(.secretLine)
    append([isSmall ? 1 : 0])
    self.label(label, "the label of a secret")
    append(text)
    end(start)
  }

  /// A QR code above its caption, in a square of `width` mm (15 to 170), quiet zone included, or
  /// what the column has; at the left.
  public mutating func symbol(
    caption: String, _ modules: borrowing SecretModules, width: Int
  ) {
    let start = begin(.symbol)
    append([UInt8(clamping: width)])
    label(caption, "a caption")
    append(modules)
    end(start)
  }

  /// The dark cells of a QR code as dots, with coordinates, a pair for each block of 5 by 5 modules
  /// (7 by 7 for 21 modules), and an empty grid of the same size to copy it into by hand.
  ///
  /// The corners are faint in both: no camera reads it.
  public mutating func copy(caption: String, _ modules: borrowing SecretModules) {
    let start = begin(.copy)
    label(caption, "a caption")
    append(modules)
    end(start)
  }

  /// A small QR code at the foot of every page: which sheet it is.
  public mutating func mark(_ modules: borrowing SecretModules) {
    let start = begin(.mark)
    append(modules)
    end(start)
  }
}
