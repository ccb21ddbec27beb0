internal import QRDrawing
internal import QRTransport
internal import TerminalUI

extension MessageOutput {
  /// Shows the message: one QR code that stays, or a series with keys.
  ///
  /// - Throws: `ProgramError` where nothing can be shown.
  func show(
    _ message: OutgoingMessage, _ format: PayloadFormat?, on console: Console,
    orElse instead: String
  ) throws(ProgramError) {
    let size = console.screen.size
    guard !console.screen.isPlain else {
      throw ProgramError(
        """
        this terminal cannot show a QR code: it takes only ASCII, as its locale, TERM or NO_COLOR \
        says
        """,
        hint: "\(instead); or set LANG=C.UTF-8 where the terminal knows UTF-8")
    }
    let style = TerminalStyle.ofProcess
    let half = TerminalLayout(columns: size.columns, rows: size.rows - TerminalShow.linesBelow)
    // Whole blocks take twice as much in both directions.
    let whole = TerminalLayout(
      columns: size.columns / 2, rows: (size.rows - TerminalShow.linesBelow) / 2)
    let hasHalfBlocks = style.hasHalfBlocks || whole == nil
    guard let layout = hasHalfBlocks ? half : whole else {
      let least = TerminalLayout.least
      throw ProgramError(
        """
        a QR code takes at least \(least.columns) columns and \(least.rows + 2) rows, and the terminal has \
        \(size.columns) and \(size.rows)
        """,
        hint: "make the window larger or the letters smaller; or \(instead)")
    }
    // What is one QR code by its nature may be as large as fits; a series begins with smaller ones.
    let limit =
      message.plainSymbol(as: format, limit: layout.single, in: carrier) == nil
      ? layout.usual : layout.single
    guard try isSeries(message, format, limit: limit) else {
      // What does not change needs no keys, and stays when the program is over.
      let symbols = try symbols(message, format, limit: limit, looped: true, console)
      guard console.screen.canAsk else { throw noTerminal }
      for symbol in symbols {
        var text =
          hasHalfBlocks
          ? TerminalDrawing.text(QRPicture(symbol)) : TerminalDrawing.wholeBlocks(QRPicture(symbol))
        text.withUTF8 { console.screen.writeToTerminal(UnsafeRawBufferPointer($0)) }
      }
      return
    }
    guard console.screen.canAsk else { throw noTerminal }
    let memory = ShowMemory.shared
    let first = ShowSettings(for: peer?.profile)
    let before = memory.settings(for: peer?.rawValue) ?? first
    var show = TerminalShow(
      before, first: first, most: series(.webcam), hasHalfBlocks: hasHalfBlocks
    ) {
      (version) throws(ProgramError) in
      try message.frames(as: format, limit: version, in: carrier)
    }
    let watch = try reports.map { source throws(ProgramError) in try source.opened() }
    defer { watch?.end() }
    let after = try show.run(on: console, watch)
    if after != before {
      memory.keep(after == first ? nil : after, for: peer?.rawValue)
    }
  }

  private var noTerminal: ProgramError {
    ProgramError(
      "there is no terminal to show a QR code on", hint: "write it to a .png or .gif file")
  }

  /// Whether a message takes several QR codes of at most this version.
  private func isSeries(
    _ message: OutgoingMessage, _ format: PayloadFormat?, limit: QRVersion
  ) throws(ProgramError) -> Bool {
    if let text = message.plainSymbol(as: format, limit: limit, in: carrier) {
      guard case .wallet = message, !stands(alone: text, limit: limit) else { return false }
    }
    return try !message.frames(as: format, limit: series(limit), in: carrier).isSingle
  }
}
