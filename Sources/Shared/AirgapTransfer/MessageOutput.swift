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
  let leavesOutPrevious: Bool
  /// Where the other side's reports are watched for while the message is shown; nil where they are not.
  private(set) var reports: ReportSource?
  /// How the message came that this is the answer to.
  private(set) var carriage: Carriage?

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
  /// - Throws: `ProgramError` where the message is not shown on the terminal, and where there is no such camera or
  ///   film: before any work is done.
  public func listening(to source: String?) throws(ProgramError) -> MessageOutput {
    guard let source else { return self }
    guard kind == .terminal else {
      throw ProgramError(
        "--both-ways works only with QR codes on the terminal",
        hint: "leave out --both-ways or --out", exitCode: .wrongUsage)
    }
    var target = self
    target.reports = try ReportSource(known: source)
    return target
  }

  enum Kind { case binary, text, json, png, gif, pdf, folder, standardOutput, terminal }

  var kind: Kind? {
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

  // MARK: Files

  private func write(_ bytes: [UInt8]) throws(ProgramError) {
    do throws(FileError) {
      try AtomicFile.write(bytes, to: argument, replacing: overwrites ? .yes : .no, Self.calls)
    } catch {
      throw ProgramError(error)
    }
  }
}
