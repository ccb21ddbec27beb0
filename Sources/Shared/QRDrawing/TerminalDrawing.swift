/// A picture as characters for a terminal: half blocks, two modules a character; or where a font has none, whole
/// blocks, two characters a module.
public enum TerminalDrawing {
  /// How dark and light are told apart.
  public enum Style: Hashable, Sendable {
    /// Black and white set explicitly (xterm's 256 colours), so that it reads alike on dark and
    /// light terminals.
    case colored
    /// No escapes, for a terminal with light letters on dark ground.
    case plainOnDark
    /// No escapes, for dark letters on light ground, and for paper.
    case plainOnLight
  }

  /// The lines of the picture, each ended by a line feed.
  ///
  /// `light` and `dark` are the colours of the modules where they are set.
  public static func text(
    _ picture: QRPicture, style: Style = .colored, light: UInt8 = 231, dark: UInt8 = 16
  ) -> String {
    var text = ""
    text.reserveCapacity((picture.width * 3 + 24) * (picture.height / 2 + 1))
    for row in stride(from: 0, to: picture.height, by: 2) {
      if style == .colored { text += "\u{1B}[38;5;\(dark);48;5;\(light)m" }
      for column in 0..<picture.width {
        let upper = picture.isDark(row: row, column: column)
        let lower = picture.isDark(row: row + 1, column: column)
        // Ink is what the letter draws: dark modules, except where letters are light.
        text.unicodeScalars.append(
          style == .plainOnDark ? block(!upper, !lower) : block(upper, lower))
      }
      text += style == .colored ? "\u{1B}[0m\n" : "\n"
    }
    return text
  }

  /// The same with whole blocks: a module is two columns wide and one line high.
  ///
  /// Light is drawn, because the console of Linux has a brighter white for letters than behind them.
  public static func wholeBlocks(
    _ picture: QRPicture, light: UInt8 = 231, dark: UInt8 = 16
  ) -> String {
    var text = ""
    text.reserveCapacity((picture.width * 6 + 24) * picture.height)
    for row in 0..<picture.height {
      text += "\u{1B}[38;5;\(light);48;5;\(dark)m"
      for column in 0..<picture.width {
        text += picture.isDark(row: row, column: column) ? "  " : "\u{2588}\u{2588}"
      }
      text += "\u{1B}[0m\n"
    }
    return text
  }

  /// The columns and lines that a picture takes.
  public static func size(of picture: QRPicture) -> (columns: Int, lines: Int) {
    (picture.width, (picture.height + 1) / 2)
  }

  /// How many QR codes of `modules` a side fit a terminal, across and down; nil if not even one
  /// does.
  public static func mosaic(
    modules: Int, columns: Int, lines: Int
  ) -> (across: Int, down: Int)? {
    let step = modules + QRPicture.quietZone
    let across = (columns - QRPicture.quietZone) / step
    let down = (2 * lines - QRPicture.quietZone) / step
    return across > 0 && down > 0 ? (across, down) : nil
  }

  private static func block(_ upper: Bool, _ lower: Bool) -> Unicode.Scalar {
    switch (upper, lower) {
    case (true, true): "\u{2588}"
    case (true, false): "\u{2580}"
    case (false, true): "\u{2584}"
    case (false, false): " "
    }
  }
}
