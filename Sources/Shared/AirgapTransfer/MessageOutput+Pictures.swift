internal import DurableFiles
internal import QRDrawing
internal import QRTransport
internal import Refusals
internal import TerminalUI

/// A message as pictures: one QR code, a mosaic, an animation, or a folder of frames.
extension MessageOutput {
  /// The QR codes of a message; in a loop for what repeats itself.
  ///
  /// - Throws: `ProgramError` when they are more than `most`, before any is drawn.
  func symbols(
    _ message: OutgoingMessage, _ format: PayloadFormat?, limit: QRVersion, looped: Bool,
    most: (count: Int, holder: String, hint: String)? = nil, _ console: Console
  ) throws(ProgramError) -> [QRSymbol] {
    if let text = message.plainSymbol(as: format, limit: limit, in: carrier) {
      // It does not move, so that it may be as large as in a still picture; on a screen as large as
      // fits.
      if stands(alone: text, limit: limit) { return [try symbol(text, version: 0)] }
      // A wallet goes on as a series.
      guard case .wallet = message else {
        throw message.tooLongForSymbol(text.utf8.count, as: format, limit: single(limit))
      }
    }
    let encoder = try message.frames(as: format, limit: series(limit), in: carrier)
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
  func picture(
    _ message: OutgoingMessage, _ format: PayloadFormat?, _ console: Console
  ) throws(ProgramError) -> [UInt8] {
    let symbols = try symbols(
      message, format, limit: .webcam, looped: false,
      most: (
        Self.mosaicLimit, "a picture",
        "write it as .gif, as a folder of pictures, or as a .psbt file"
      ), console)
    if symbols.count > 1, let profile = peer?.profile, !profile.readsMosaics {
      throw ProgramError(
        "the message takes \(symbols.count) QR codes, and \(profile.name) reads one at a time",
        hint: "show them in turn: --out terminal, or a name that ends with .gif")
    }
    do throws(DrawingError) {
      if symbols.count == 1 { return try QRPicture(symbols[0]).png(scale: 6) }
      var columns = 1
      while columns * columns < symbols.count { columns += 1 }
      return try QRPicture(mosaic: symbols, columns: columns).png(scale: 4)
    } catch {
      throw ProgramError(error)
    }
  }

  func animation(
    _ message: OutgoingMessage, _ format: PayloadFormat?, _ console: Console
  ) throws(ProgramError) -> [UInt8] {
    let symbols = try symbols(
      message, format, limit: .careful, looped: true,
      most: (Self.animationLimit, "an animation", "write it as .psbt and carry it as a file"),
      console)
    let progress = console.progress("writing the animation", unit: "pictures")
    defer { progress.end() }
    do throws(DrawingError) {
      return try GIFDrawing.encode(
        symbols.map { QRPicture($0) }, scale: 6, delay: milliseconds / 10
      ) {
        progress.update($0, of: symbols.count)
      }
    } catch {
      throw ProgramError(error)
    }
  }

  /// How long each QR code of a series is shown; most readers keep up with four a second.
  private var milliseconds: Int { peer?.profile.milliseconds ?? 250 }

  func writeFrames(
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
}
