public import AirgapMessages
internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import DurableFiles
internal import Glibc
internal import PictureFormats
internal import QRTransport
internal import Refusals
public import TerminalUI
internal import WalletFiles

/// Where a command reads a message from: a file, a picture, a film, a folder of pictures, `-`, `camera`
/// (`camera:/dev/video2` or `camera:2` for another than the first), `paste`, or the text itself.
///
/// The kind is recognised by content, never by name. Files are read once, whole, up to 100 MB; what
/// QR codes carry, up to 16 MB (R18). A secret in an argument is refused: it would stand in the
/// history of the shell and in the list of processes.
public struct MessageInput: Sendable {
  /// The most bytes that are read from a file.
  public static let fileLimit = 100_000_000
  /// The word that stands for the camera.
  public static let camera = "camera"
  /// The word that stands for text pasted at a prompt.
  public static let paste = "paste"

  /// Whether a film that stands in place of a camera is shown as a camera's pictures are: for tests, which have no camera.
  ///
  /// Never in a program that is handed out: whoever made the film would choose what stands on the terminal.
  @TaskLocal package static var showsFilms = false

  /// As it was given on the command line.
  public let argument: String
  /// The most seconds that a camera, a film or a picture is looked through; nil for as long as somebody watches.
  let limit: Int?
  /// Whether it is said what each picture of a folder, or each page of a PDF, shows.
  let saysPages: Bool

  /// Names a source; `limit` is how many seconds a camera, a film or a picture is looked through at most, where nobody
  /// may be there to stop it.
  ///
  /// `saysPages`: of several pictures it is said what each shows and which parts are still missing, as for a pile of
  /// paper.
  public init(_ argument: String, limit: Int? = nil, saysPages: Bool = false) {
    self.argument = argument
    self.limit = limit
    self.saysPages = saysPages
  }

  /// A message, and how it came.
  public typealias Received = (message: AirgapMessage, carriage: Carriage)

  /// Reads the message.
  ///
  /// - Throws: `ProgramError` with what is wrong and what to do.
  public func message(on console: Console) throws(ProgramError) -> AirgapMessage {
    try received(on: console).message
  }

  /// Reads the message, and says how it was written and carried.
  ///
  /// - Throws: `ProgramError` with what is wrong and what to do.
  public func received(on console: Console) throws(ProgramError) -> Received {
    switch argument {
    case "-":
      if let film = FilmSource(standardInput: STDIN_FILENO) {
        return try fromFilm(film, "standard input", console)
      }
      return try recognised(standardInput(), console)
    case Self.paste:
      let bytes = try console.paste(
        "Paste the message", limit: Self.fileLimit, orElse: "name a file, or - for standard input")
      return try recognised(bytes, console)
    default: break
    }
    if let device = CameraDevices.named(by: argument, among: CameraDevices()) {
      return try fromCamera(device, console)
    }
    switch try kind() {
    case .folder: return try fromFolder(console)
    case .regular: return try fromFile(console)
    case nil: return try fromArgument()
    default:
      throw ProgramError(
        "\(ForeignText.shown(argument)) is neither a file nor a folder",
        hint: "name a file, a picture, a folder of pictures, -, camera or paste")
    }
  }

  // MARK: Sources

  private func kind() throws(ProgramError) -> FileStatus.Kind? {
    // A pasted message is longer than any name; asking the disk about it would fail as a bad path.
    if argument.utf8.count > 4_000 { return nil }
    do throws(FileError) {
      return try Folder.kind(of: argument)
    } catch {
      if (try? Recognizer.message(Array(argument.utf8))) != nil { return nil }
      throw ProgramError(error)
    }
  }

  private func standardInput() throws(ProgramError) -> [UInt8] {
    do throws(FileError) {
      return try BoundedFile.read(descriptor: 0, limit: Self.fileLimit, named: "standard input")
    } catch {
      throw ProgramError(error)
    }
  }

  private func fromFile(_ console: Console) throws(ProgramError) -> Received {
    if let film = FilmSource(path: argument) {
      guard film.size <= Self.fileLimit else {
        throw ProgramError(
          "\(ForeignText.shown(argument)): \(film.size) bytes, at most \(Self.fileLimit) are read of a file",
          rule: .r18, hint: "cut the film shorter, or name it as a camera: camera:FILE")
      }
      return try fromFilm(film, ForeignText.shown(argument), console)
    }
    // Before it is read: a scan in TIFF is often larger than any file that is.
    if let refusal = PrivateInput(argument).formatRefusal { throw refusal }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try BoundedFile.read(argument, limit: Self.fileLimit)
    } catch {
      throw ProgramError(error)
    }
    guard !bytes.isEmpty else {
      throw ProgramError(
        "\(ForeignText.shown(argument)) is empty",
        hint: "write it again with the program that made it")
    }
    return try recognised(bytes, console)
  }

  private func fromFolder(_ console: Console) throws(ProgramError) -> Received {
    let names: [String]
    do throws(FileError) {
      names = try Folder.names(in: argument, limit: FolderReading.filesLimit).filter {
        !$0.hasPrefix(".")
      }
    } catch {
      throw ProgramError(error)
    }
    guard !names.isEmpty else {
      throw ProgramError(
        "the folder \(ForeignText.shown(argument)) is empty",
        hint: "put photographs of the QR codes into it, or name another folder")
    }
    var reading = FolderReading(
      folder: argument, names: names, reader: try reader(), keepsPages: saysPages)
    let pictures = try reading.pictures(on: console)
    return try chosen(pictures, ForeignText.shown(argument), console)
  }

  private func fromCamera(
    _ device: String, _ console: Console
  ) throws(ProgramError) -> Received {
    let reader = try reader()
    var reading = CameraReading("the camera", on: console)
    let pictures: PictureReading
    do throws(ReaderError) {
      let camera = try reader.openedCamera(device)
      defer { close(camera.descriptor) }
      pictures = try reading.read(
        FrameWatch(
          reader, camera.descriptor, camera.isDevice ? .device : .file,
          seconds: ReaderProcess.cameraSeconds, inAll: limit.map(Double.init)),
        isShown: camera.isDevice || Self.showsFilms)
    } catch {
      throw ProgramError(error)
    }
    return try chosen(pictures, "the camera", console)
  }

  /// `what` is named in what is said.
  ///
  /// No picture of it is shown: whoever made the film would choose what stands on this terminal.
  private func fromFilm(
    _ film: FilmSource, _ what: String, _ console: Console
  ) throws(ProgramError) -> Received {
    let reader = try reader()
    var reading = CameraReading(what, on: console)
    let pictures: PictureReading
    do throws(ReaderError) {
      pictures = try reading.read(
        FrameWatch(
          reader, film.descriptor, film.source, seconds: ReaderProcess.filmSeconds,
          inAll: limit.map(Double.init)), isShown: false)
    } catch {
      throw ProgramError(error, during: what)
    }
    return try chosen(pictures, what, console)
  }

  /// The message of what was read; of several the one that the person chooses, never simply the
  /// first.
  private func chosen(
    _ reading: PictureReading, _ what: String, _ console: Console
  ) throws(ProgramError) -> Received {
    var reading = reading
    let result = Result { () throws(ProgramError) in try reading.finished(what) }
    // Also where a message is not whole: that is what the lines are for.
    let pages = reading.pageLines
    if !pages.isEmpty { console.talk(pages.joined(separator: "\n")) }
    let found = try result.get()
    for line in reading.words(isEnd: true) { console.warn(line) }
    guard found.count > 1 else { return (found[0].message, found[0].carriage) }
    let choices = found.map { found in
      [found.place.map { ForeignText.shown($0) }, found.message.summary]
        .compactMap(\.self).joined(separator: ": ")
    }
    let hint = "name the picture of the one you want, or put it into a folder of its own"
    guard console.screen.canAsk, choices.count <= 20 else {
      throw ProgramError(
        "\(what) holds \(found.count) messages, and only one is read at a time: "
          + choices.prefix(8).joined(separator: "; ")
          + (choices.count > 8 ? "; and \(choices.count - 8) more" : ""), rule: .r22,
        hint: hint)
    }
    let index = try console.choose(
      "\(what) holds \(found.count) messages. Which one do you want?", from: choices, orElse: hint)
    return (found[index].message, found[index].carriage)
  }

  private func fromArgument() throws(ProgramError) -> Received {
    let bytes = Array(argument.utf8)
    do throws(AirgapMessageError) {
      return (try Recognizer.message(bytes), Carriage(ofFile: bytes))
    } catch {
      if case .secret(let kind) = error {
        throw .secretArgument(
          kind, hint: "clear it from the shell's history; secrets are typed at the prompt only")
      }
      // For a text that is a bad message the reason is given; anything else was meant as a file
      // name.
      guard case .unrecognized = error else { throw ProgramError(error) }
      throw ProgramError(
        "there is no file, picture or folder \(ForeignText.shown(argument))",
        hint: "check the name; or use - for standard input, camera, or paste")
    }
  }

  // MARK: Content

  private func recognised(
    _ bytes: [UInt8], _ console: Console
  ) throws(ProgramError) -> Received {
    guard let format = PictureFormat(firstBytes: bytes) else {
      do throws(AirgapMessageError) {
        return (try Recognizer.message(bytes), Carriage(ofFile: bytes))
      } catch {
        // Only what is nothing else by itself can have been typed from lines with checks: a packet may hold bytes that
        // look like one.
        if case .secret = error { throw ProgramError(error, during: ForeignText.shown(argument)) }
        guard let text = try mended(bytes, console) else {
          throw ProgramError(error, during: ForeignText.shown(argument))
        }
        do throws(AirgapMessageError) {
          return (try Recognizer.message(text), Carriage(ofFile: text))
        } catch {
          throw ProgramError(error, during: ForeignText.shown(argument))
        }
      }
    }
    var pictures = PictureReading(keepsPages: saysPages && format == .pdf) {
      switch format {
      case .gif: "frame \($0 + 1)"
      case .pdf: "page \($0 + 1)"
      default: nil
      }
    }
    let reader = try reader()
    // An animation of a large payment takes a while to look through.
    let progress = console.progress("reading the picture", unit: "parts")
    defer { progress.end() }
    var frames = 0
    do throws(ReaderError) {
      try reader.read(bytes: bytes, inAll: limit.map(Double.init)) { frame in
        pictures.receive(frame, source: frames)
        frames += 1
        if let (received, needed) = pictures.parts { progress.update(received, of: needed) }
        return pictures.secret == nil
      }
    } catch {
      // What came before the damage may be a whole message already; the damage is reported all the
      // same.
      guard pictures.isOver else {
        throw ProgramError(error, during: ForeignText.shown(argument))
      }
      pictures.note(error, in: argument)
    }
    progress.end()
    return try chosen(pictures, ForeignText.shown(argument), console)
  }

  /// A text that was typed from lines with checks, without these; nil for anything else.
  private func mended(_ bytes: [UInt8], _ console: Console) throws(ProgramError) -> [UInt8]? {
    guard !bytes.contains(0), CheckedText.isOne(bytes) else { return nil }
    do throws(CheckedTextError) {
      let read = try CheckedText(typed: bytes, capitals: false)
      let text = try read.text()
      // What lines add up to may be a secret all the same: then the recognizer refuses it, and no
      // letter of it is said.
      if (try? Recognizer.message(Array(text.utf8))) != nil {
        for change in read.changes { console.talk("Fixed \(change).") }
      }
      return Array(text.utf8)
    } catch {
      throw ProgramError(error, during: ForeignText.shown(argument))
    }
  }

  private func reader() throws(ProgramError) -> ReaderProcess {
    do throws(ReaderError) {
      return try ReaderProcess()
    } catch {
      throw ProgramError(error)
    }
  }
}

extension AirgapMessage {
  /// What tells it from others of its kind, in a line: the checksum of a wallet, the id of a
  /// payment.
  ///
  /// It stands first, before what is long and may be cut.
  fileprivate var summary: String {
    switch self {
    case .descriptor(let text):
      return Self.summary(
        kind, checksum: (try? Descriptor(parsing: text))?.comparableChecksum, text)
    case .wallet(let file):
      return Self.summary(
        "\(kind)\(file.name.map { " \(ForeignText.shown($0))" } ?? "")",
        checksum: file.descriptor.comparableChecksum, file.descriptor.canonical)
    case .address(let text), .key(let text):
      return "\(kind), \(ForeignText.shown(text, limit: 400))"
    case .paymentRequest(let uri):
      return "\(kind), \(ForeignText.shown(uri.text, limit: 400))"
    case .psbt(let bytes):
      let txid = (try? PSBT(decoding: bytes))?.unsignedTransaction.txid
      return Self.summary(kind, txid: txid, bytes.count)
    case .transaction(let transaction):
      return Self.summary(kind, txid: transaction.txid, transaction.encoded().count)
    default: return kind
    }
  }

  private static func summary(_ kind: String, checksum: String?, _ text: String) -> String {
    "\(kind)\(checksum.map { ", checksum \($0)" } ?? ""), \(ForeignText.shown(text, limit: 400))"
  }

  private static func summary(_ kind: String, txid: Txid?, _ byteCount: Int) -> String {
    "\(kind)\(txid.map { ", transaction \($0)," } ?? "") of \(byteCount) bytes"
  }
}
