internal import AirgapMessages
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
  /// Who reads it; nil where nobody said.
  public let peer: Peer?
  /// Whether previous transactions are left out because somebody asked for that.
  private let leavesOutPrevious: Bool
  /// Where the other side's reports are watched for while the message is shown; nil where they are not.
  private(set) var reports: ReportSource?
  /// How the message came that this is the answer to.
  private var carriage: Carriage?

  /// Names a target, who reads it, and whether segwit inputs go without their previous transactions.
  ///
  /// - Throws: `ProgramError` for an ending that is not known, and for a peer that needs previous transactions,
  ///   before any work is done.
  public init(
    _ argument: String, overwriting overwrites: Bool = false, for peer: Peer? = nil,
    withoutPrevious: Bool = false
  ) throws(ProgramError) {
    self.argument = argument
    self.overwrites = overwrites
    self.peer = peer
    leavesOutPrevious = withoutPrevious
    if withoutPrevious, let profile = peer?.profile, profile.previous == .needed {
      throw ProgramError(
        "\(profile.name) needs the previous transactions: they prove the amounts",
        hint: "leave --without-previous out", exitCode: .wrongUsage)
    }
    guard kind != nil else {
      throw ProgramError(
        "the name \(ForeignText.shown(argument)) does not end with a known form",
        hint:
          "end it with .psbt, .txt, .json, .png, .gif or .pdf, or / for a folder; or use - or terminal",
        exitCode: .wrongUsage)
    }
  }

  /// The same target for the answer to a message that came so: in the same dialect, and no denser.
  public func answering(_ carriage: Carriage?) -> MessageOutput {
    var target = self
    target.carriage = carriage
    return target
  }

  /// The same target, watching for the other side's reports while the message is shown (docs/formats.md).
  ///
  /// - Throws: `ProgramError` where the message is not shown on the terminal.
  public func listening(to source: String?) throws(ProgramError) -> MessageOutput {
    guard let source else { return self }
    guard kind == .terminal else {
      throw ProgramError(
        "--both-ways works only with QR codes on the terminal",
        hint: "leave out --both-ways or --out", exitCode: .wrongUsage)
    }
    var target = self
    target.reports = ReportSource(argument: source)
    return target
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
    try deliver(lightened(message, on: console), as: format, on: console, orElse: instead)
  }

  private func deliver(
    _ message: OutgoingMessage, as asked: PayloadFormat?, on console: Console,
    orElse instead: String
  ) throws(ProgramError) {
    let form = try form(of: message, as: asked, on: console)
    let (message, format) = (form.message, form.format)
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
    case .pdf:
      let pages = try MessagePages(
        message, as: format, limit: series(.webcam), in: peer?.profile.carrier ?? .ur)
      try write(pages.document())
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
    let psbt = try lightened(psbt, on: console)
    do throws(FileError) {
      try AtomicFile.write(
        pieces: psbt.encodedPieces(), to: argument, replacing: overwrites ? .yes : .no, Self.calls)
    } catch {
      throw ProgramError(error)
    }
  }

  // MARK: Peers

  /// The message as who reads it takes it: a peer that was named, else who sent what this answers.
  private func form(
    of message: OutgoingMessage, as asked: PayloadFormat?, on console: Console
  ) throws(ProgramError) -> (message: OutgoingMessage, format: PayloadFormat?) {
    if let peer {
      let place: PeerForm.Place =
        isQRCodes ? .symbols : isText ? .text : kind == .json ? .json : .binary
      let form = try PeerForm(message, as: asked, for: peer, in: place)
      return (form.message, form.format)
    }
    guard asked == nil, case .psbt = message, isQRCodes || isText,
      let format = carriage?.format(inQRCodes: isQRCodes)
    else { return (message, asked) }
    guard isQRCodes, !fits(message, format) else { return (message, format) }
    console.warn(
      "the answer no longer fits into QR codes as \(format.rawValue), as the payment came: it is written as ur"
    )
    return (message, nil)
  }

  /// Whether QR codes can carry a message in a format, without a look at how many.
  private func fits(_ message: OutgoingMessage, _ format: PayloadFormat) -> Bool {
    var single = QRVersion.webcam
    if kind == .terminal { single = series(.careful) }
    guard let text = message.plainSymbol(as: format, limit: single) else {
      return (try? message.frames(as: format, limit: series(.careful))) != nil
    }
    return QRVersion.smallest(holding: Array(text.utf8)).map { $0 <= single } ?? false
  }

  /// The largest QR code of a series: `limit`, or less where the other side shows or reads smaller ones.
  func series(_ limit: QRVersion) -> QRVersion {
    if let peer { return min(limit, peer.profile.series) }
    // What somebody shows says how poor their display is; a camera can do with this size.
    guard let shown = carriage?.series, let least = QRVersion(6) else { return limit }
    return min(limit, max(shown, least))
  }

  /// The message without the previous transactions that its reader does not look at.
  private func lightened(
    _ message: OutgoingMessage, on console: Console
  ) throws(ProgramError) -> OutgoingMessage {
    guard leavesOutPrevious || peer?.profile.previous == .unread, case .psbt(let bytes) = message,
      let psbt = try? PSBT(decoding: bytes)
    else { return message }
    let (lighter, count) = try lightened(psbt)
    guard count > 0 else { return message }
    say(count, on: console)
    return .psbt(lighter.encoded())
  }

  private func lightened(_ psbt: PSBT, on console: Console) throws(ProgramError) -> PSBT {
    guard leavesOutPrevious || peer?.profile.previous == .unread else { return psbt }
    let (lighter, count) = try lightened(psbt)
    guard count > 0 else { return psbt }
    say(count, on: console)
    return lighter
  }

  private func lightened(_ psbt: PSBT) throws(ProgramError) -> (PSBT, Int) {
    do throws(PSBTCoinError) {
      return try psbt.withoutPreviousTransactions()
    } catch {
      throw ProgramError(
        "\(error); without that transaction nobody could see it", rule: error.rule,
        hint: "ask whoever made the payment for a new one, and do not sign this one")
    }
  }

  private func say(_ count: Int, on console: Console) {
    let inputs = count == 1 ? "1 segwit input" : "\(count) segwit inputs"
    let why =
      leavesOutPrevious
      ? "a signer that proves amounts by them refuses this payment (R01)"
      : "\(peer?.profile.name ?? "the signer") does not look at them"
    console.warn("the previous transactions of \(inputs) were left out: \(why)")
  }

  // MARK: Pictures

  /// What text travels in.
  var carrier: PeerProfile.Carrier { peer?.profile.carrier ?? .ur }

  /// The largest QR code that stands alone.
  private func single(_ limit: QRVersion) -> QRVersion {
    let still = kind == .terminal ? limit : max(limit, .webcam)
    return min(still, peer?.profile.single ?? still)
  }

  /// Whether a text fits into one QR code.
  func stands(alone text: String, limit: QRVersion) -> Bool {
    QRVersion.smallest(holding: Array(text.utf8)).map { $0 <= single(limit) } ?? false
  }

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
  private func picture(
    _ message: OutgoingMessage, _ format: PayloadFormat?, _ console: Console
  ) throws(ProgramError) -> [UInt8] {
    let symbols = try symbols(
      message, format, limit: .webcam, looped: false,
      most: (Self.mosaicLimit, "a picture", "write it as .gif, to a folder, or as a file"), console)
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

  // MARK: Files

  private func write(_ bytes: [UInt8]) throws(ProgramError) {
    do throws(FileError) {
      try AtomicFile.write(bytes, to: argument, replacing: overwrites ? .yes : .no, Self.calls)
    } catch {
      throw ProgramError(error)
    }
  }
}
