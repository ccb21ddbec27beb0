public import BitcoinPSBT
internal import DurableFiles
internal import QRDrawing
internal import QRTransport
internal import Refusals
public import TerminalUI

/// Where a command writes a message: the ending decides the form.
///
/// `.psbt .txt .bsms .dat .json .png .gif .pdf`, a folder (a name that ends with `/`) for one picture
/// a frame, `-` for text on standard output, `terminal` to show it. Files are written whole or not at
/// all, and nothing is overwritten unless that was asked for (R25).
public struct MessageOutput: Sendable {
  /// The word that stands for the screen.
  public static let terminal = "terminal"
  /// The most QR codes that one still picture holds.
  static let mosaicLimit = 36
  /// The most frames of an animation: it takes twenty minutes to play, and the file stays below
  /// what the reader takes (64 MB).
  static let animationLimit = 5_000
  /// The most pictures of a folder: as many as are read from one.
  static let folderLimit = 10_000

  /// The disk; tests have one whose folders cannot be flushed.
  @TaskLocal static var calls: any FileCalls = SystemFileCalls()

  /// The target, as it was given.
  public let argument: String
  /// Whether a file or folder that has the name may be replaced.
  public let overwrites: Bool

  /// Names a target.
  ///
  /// - Throws: `ProgramError` for an ending that is not known, before any work is done.
  public init(_ argument: String, overwriting overwrites: Bool = false) throws(ProgramError) {
    self.argument = argument
    self.overwrites = overwrites
    guard kind != nil else {
      throw ProgramError(
        "the name \(ForeignText.shown(argument)) does not end with a known form",
        hint:
          "end it with .psbt, .txt, .json, .png, .gif or .pdf, or / for a folder; or use - or terminal",
        exitCode: .wrongUsage)
    }
  }

  private enum Kind { case binary, text, json, png, gif, pdf, folder, standardOutput, terminal }

  private var kind: Kind? {
    switch argument {
    case "-": .standardOutput
    case Self.terminal: .terminal
    case _ where argument.hasSuffix("/"): .folder
    case _ where argument.hasSuffix(".psbt") || argument.hasSuffix(".txn"): .binary
    case _ where [".txt", ".bsms", ".dat"].contains(where: argument.hasSuffix): .text
    case _ where argument.hasSuffix(".json"): .json
    case _ where argument.hasSuffix(".png"): .png
    case _ where argument.hasSuffix(".gif"): .gif
    case _ where argument.hasSuffix(".pdf"): .pdf
    default: nil
    }
  }

  /// Whether it stays when the command is over: in a file, not on the screen or on standard output.
  public var isKept: Bool { kind != .standardOutput && kind != .terminal }

  /// Whether QR codes carry the message: in pictures or on the screen.
  public var isQRCodes: Bool {
    switch kind {
    case .png, .gif, .pdf, .folder, .terminal: true
    default: false
    }
  }

  /// Whether text carries the message: in a file of text, or on standard output.
  public var isText: Bool { kind == .text || kind == .standardOutput }

  /// Checks that the target can be written, before work that may take long or consent that is
  /// typed.
  ///
  /// - Throws: `ProgramError` when the target is there and may not be overwritten, or is a device,
  ///   a pipe or a link, which is never replaced by a file.
  public func requireFree() throws(ProgramError) {
    guard kind != .standardOutput, kind != .terminal else { return }
    if overwrites {
      guard kind != .folder else { return }
      do throws(FileError) {
        return try AtomicFile.requireReplaceable(argument)
      } catch {
        throw ProgramError(error)
      }
    }
    let path = argument.hasSuffix("/") ? String(argument.dropLast()) : argument
    if (try? Folder.kind(of: path)) != nil {
      throw ProgramError(FileError.exists(path: argument))
    }
  }

  /// Writes the message.
  ///
  /// `instead` is what a person may do where no QR code can be shown on the terminal.
  ///
  /// - Throws: `ProgramError`; then nothing was written, unless its `newContentsAreInPlace` says
  ///   so.
  public func write(
    _ message: OutgoingMessage, as format: PayloadFormat? = nil, on console: Console,
    orElse instead: String = "write it to a file: --out FILE.gif"
  ) throws(ProgramError) {
    switch kind {
    case .binary:
      switch format {
      case nil, .psbt: try write(message.binary())
      default: try write(Array(message.text(as: format).utf8))
      }
    case .text: try write(Array(message.text(as: format).utf8))
    case .json: try write(Array(message.jsonFile(as: format).utf8))
    case .png: try write(picture(message, format, console))
    case .gif: try write(animation(message, format, console))
    case .pdf: try write(MessagePages(message, as: format).document())
    case .folder: try writeFrames(message, format, console)
    case .standardOutput:
      if format == .psbt {
        console.result(bytes: try message.binary())
      } else {
        console.result(bytes: Array(try message.text(as: format).utf8))
      }
    case .terminal: try show(message, format, on: console, orElse: instead)
    case nil: break
    }
  }

  /// Writes a payment as ``write(_:as:on:orElse:)`` writes ``OutgoingMessage/payment(_:as:)``.
  ///
  /// Where it goes to a file as it is, it is never there as a whole: with its inputs' previous
  /// transactions it may be a hundred times as long as what it is made of.
  ///
  /// - Throws: as the other form does.
  public func write(
    _ psbt: PSBT, as format: PayloadFormat?, on console: Console
  ) throws(ProgramError) {
    guard kind == .binary, format == nil || format == .psbt else {
      return try write(.payment(psbt, as: format), as: format, on: console)
    }
    do throws(FileError) {
      try AtomicFile.write(
        pieces: psbt.encodedPieces(), to: argument, replacing: overwrites ? .yes : .no, Self.calls)
    } catch {
      throw ProgramError(error)
    }
  }

  // MARK: Pictures

  /// The QR codes of a message; in a loop for what repeats itself.
  ///
  /// - Throws: `ProgramError` when they are more than `most`, before any is drawn.
  private func symbols(
    _ message: OutgoingMessage, _ format: PayloadFormat?, limit: QRVersion, looped: Bool,
    most: (count: Int, holder: String, hint: String)? = nil, _ console: Console
  ) throws(ProgramError) -> [QRSymbol] {
    if let text = message.plainSymbol(as: format, limit: limit) {
      // It does not move, so that it may be as large as in a still picture; on a screen as large as
      // fits.
      let most = kind == .terminal ? limit : max(limit, .webcam)
      guard text.utf8.count <= most.byteCapacity else {
        throw message.tooLongForSymbol(text.utf8.count, limit: most)
      }
      return [try symbol(text, version: 0)]
    }
    let encoder = try message.frames(as: format, limit: limit)
    // A loop repeats a third of the frames.
    let count = looped ? encoder.frameCount + encoder.frameCount / 3 : encoder.frameCount
    if let most, count > most.count {
      throw ProgramError(
        "the message takes \(count) QR codes, but \(most.holder) holds at most \(most.count)",
        hint: most.hint)
    }
    let frames = looped ? encoder.loop() : (0..<encoder.frameCount).map(encoder.frame)
    let progress = console.progress("drawing", unit: "QR codes")
    defer { progress.end() }
    var symbols: [QRSymbol] = []
    symbols.reserveCapacity(frames.count)
    for frame in frames {
      symbols.append(try symbol(frame, version: encoder.version.number))
      progress.update(symbols.count, of: frames.count)
    }
    return symbols
  }

  private func symbol(_ text: String, version: Int) throws(ProgramError) -> QRSymbol {
    do throws(DrawingError) {
      return try QRSymbol(text: text, version: version)
    } catch {
      throw ProgramError(error)
    }
  }

  /// One QR code, or a mosaic of all of them when there are few.
  private func picture(
    _ message: OutgoingMessage, _ format: PayloadFormat?, _ console: Console
  ) throws(ProgramError) -> [UInt8] {
    let symbols = try symbols(
      message, format, limit: .webcam, looped: false,
      most: (Self.mosaicLimit, "a picture", "write it as .gif, to a folder, or as a file"), console)
    do throws(DrawingError) {
      if symbols.count == 1 { return try QRPicture(symbols[0]).png(scale: 6) }
      var columns = 1
      while columns * columns < symbols.count { columns += 1 }
      return try QRPicture(mosaic: symbols, columns: columns).png(scale: 4)
    } catch {
      throw ProgramError(error)
    }
  }

  private func animation(
    _ message: OutgoingMessage, _ format: PayloadFormat?, _ console: Console
  ) throws(ProgramError) -> [UInt8] {
    let symbols = try symbols(
      message, format, limit: .careful, looped: true,
      most: (Self.animationLimit, "an animation", "write it as .psbt and carry it as a file"),
      console)
    let progress = console.progress("writing the animation", unit: "pictures")
    defer { progress.end() }
    do throws(DrawingError) {
      return try GIFDrawing.encode(symbols.map { QRPicture($0) }, scale: 6) {
        progress.update($0, of: symbols.count)
      }
    } catch {
      throw ProgramError(error)
    }
  }

  private func writeFrames(
    _ message: OutgoingMessage, _ format: PayloadFormat?, _ console: Console
  ) throws(ProgramError) {
    let symbols = try symbols(
      message, format, limit: .webcam, looped: true,
      most: (Self.folderLimit, "a folder", "write it as .psbt and carry it as a file"), console)
    let progress = console.progress("writing the pictures", unit: "pictures")
    defer { progress.end() }
    var files: [AtomicFolder.File] = []
    for (number, symbol) in symbols.enumerated() {
      let digits = "\(number + 1)"
      let name = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      do throws(DrawingError) {
        files.append(
          .init(name: "frame-\(name).png", bytes: try QRPicture(symbol).png(scale: 6)))
        progress.update(files.count, of: symbols.count)
      } catch {
        throw ProgramError(error)
      }
    }
    do throws(FileError) {
      // Frames of an earlier message may be replaced; a folder that holds anything else may not.
      try AtomicFolder.write(
        files, to: argument,
        replacing: overwrites ? { $0.hasPrefix("frame-") && $0.hasSuffix(".png") } : nil)
    } catch {
      if overwrites, case .exists = error {
        throw ProgramError(
          "\(ForeignText.shown(argument)) holds other files than frames",
          hint: "choose another folder, or empty that one")
      }
      throw ProgramError(error)
    }
  }

  private func show(
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
    guard let layout = TerminalLayout(columns: size.columns, rows: size.rows - 2) else {
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
      message.plainSymbol(as: format, limit: layout.single) == nil ? layout.usual : layout.single
    var symbols = try symbols(message, format, limit: limit, looped: true, console)
    var across = 1
    var down = 1
    if symbols.count > 1, let mosaic = layout.mosaic {
      symbols = try self.symbols(message, format, limit: mosaic.version, looped: true, console)
      (across, down) = (mosaic.across, mosaic.down)
    }
    var pictures: [String] = []
    do throws(DrawingError) {
      for start in stride(from: 0, to: symbols.count, by: across * down) {
        let shown = Array(symbols[start..<min(start + across * down, symbols.count)])
        // Every picture as large as the first: what is left of the one before would stay on the
        // screen.
        let picture =
          across * down == 1
          ? QRPicture(shown[0]) : try QRPicture(mosaic: shown, columns: across, rows: down)
        pictures.append(TerminalDrawing.text(picture))
      }
    } catch {
      throw ProgramError(error)
    }
    try TerminalShow(pictures).run(on: console)
  }

  // MARK: Files

  private func write(_ bytes: [UInt8]) throws(ProgramError) {
    do throws(FileError) {
      try AtomicFile.write(bytes, to: argument, replacing: overwrites ? .yes : .no, Self.calls)
    } catch {
      throw ProgramError(error)
    }
  }
}
