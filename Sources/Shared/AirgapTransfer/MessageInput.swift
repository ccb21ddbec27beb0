public import AirgapMessages
import BitcoinPrimitives
import DurableFiles
import QRTransport
public import TerminalUI

/// Where a command reads a message from: a file, a picture, a folder of pictures, `-`, `camera`
/// (`camera:/dev/video2` or `camera:2` for another than the first), `paste`, or the text itself.
///
/// The kind is recognised by content, never by name. Files are read once, whole, up to 100 MB; what
/// symbols carry, up to 16 MB (R18). A secret in an argument is refused: it would stand in the
/// history of the shell and in the list of processes.
public struct MessageInput: Sendable {
  /// The most bytes that are read from a file.
  public static let fileLimit = 100_000_000
  /// The word that stands for the camera.
  public static let camera = "camera"
  /// The word that stands for text pasted at a prompt.
  public static let paste = "paste"

  /// As it was given on the command line.
  public let argument: String

  /// Names a source.
  public init(_ argument: String) {
    self.argument = argument
  }

  /// Reads the message.
  ///
  /// - Throws: `ProgramError` with what is wrong and what to do.
  public func message(on console: Console) throws(ProgramError) -> AirgapMessage {
    switch argument {
    case "-": return try recognised(standardInput(), console)
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

  private func fromFile(_ console: Console) throws(ProgramError) -> AirgapMessage {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try BoundedFile.read(argument, limit: Self.fileLimit)
    } catch {
      throw ProgramError(error)
    }
    guard !bytes.isEmpty else {
      throw ProgramError(
        "\(ForeignText.shown(argument)) is empty", hint: "write it again where it came from")
    }
    return try recognised(bytes, console)
  }

  private func fromFolder(_ console: Console) throws(ProgramError) -> AirgapMessage {
    let names: [String]
    do throws(FileError) {
      names = try Folder.names(in: argument, limit: 10_000).filter { !$0.hasPrefix(".") }
    } catch {
      throw ProgramError(error)
    }
    guard !names.isEmpty else {
      throw ProgramError(
        "the folder \(ForeignText.shown(argument)) is empty",
        hint: "put the photographs of the symbols into it, or name another folder")
    }
    var pictures = PictureReading()
    let reader = try reader()
    let progress = console.progress("reading", unit: "pictures")
    defer { progress.end() }
    for (number, name) in names.enumerated() where pictures.message == nil {
      progress.update(number, of: names.count)
      do throws(ReaderError) {
        try reader.read(path: "\(argument)/\(name)") { frame in
          pictures.receive([frame])
          return pictures.message == nil
        }
      } catch {
        // One that cannot be read must not end the search in the others.
        pictures.note(error, in: name)
      }
    }
    return try pictures.finished(ForeignText.shown(argument))
  }

  private func fromCamera(
    _ device: String, _ console: Console
  ) throws(ProgramError) -> AirgapMessage {
    var pictures = PictureReading()
    let progress = console.progress("looking through the camera", unit: "parts")
    defer { progress.end() }
    let reader = try reader()
    do throws(ReaderError) {
      try reader.watch(device: device) { symbols in
        pictures.receive([symbols])
        if let (received, needed) = pictures.parts { progress.update(received, of: needed) }
        return pictures.message == nil
      }
    } catch {
      throw ProgramError(error)
    }
    return try pictures.finished("the camera")
  }

  private func fromArgument() throws(ProgramError) -> AirgapMessage {
    do throws(AirgapMessageError) {
      return try Recognizer.message(Array(argument.utf8))
    } catch {
      if case .secret(let kind) = error {
        throw ProgramError(
          "\(kind) was given in an argument, where the shell keeps it",
          hint: "clear it from the shell's history; secrets are typed at the prompt only")
      }
      // Text that is a message and a bad one is told why; anything else was meant as a name.
      guard case .unrecognized = error else { throw ProgramError(error) }
      throw ProgramError(
        "there is no file, picture or folder \(ForeignText.shown(argument))",
        hint: "check the name; or use - for standard input, camera, or paste")
    }
  }

  // MARK: Content

  private func recognised(
    _ bytes: [UInt8], _ console: Console
  ) throws(ProgramError) -> AirgapMessage {
    guard PictureKind.isPicture(bytes) else {
      do throws(AirgapMessageError) {
        return try Recognizer.message(bytes)
      } catch {
        throw ProgramError(error, during: ForeignText.shown(argument))
      }
    }
    var pictures = PictureReading()
    let reader = try reader()
    // An animation of a large payment takes a while to look through.
    let progress = console.progress("reading the picture", unit: "parts")
    defer { progress.end() }
    do throws(ReaderError) {
      try reader.read(bytes: bytes) { frame in
        pictures.receive([frame])
        if let (received, needed) = pictures.parts { progress.update(received, of: needed) }
        return pictures.message == nil
      }
    } catch {
      throw ProgramError(error, during: ForeignText.shown(argument))
    }
    return try pictures.finished(ForeignText.shown(argument))
  }

  private func reader() throws(ProgramError) -> ReaderProcess {
    do throws(ReaderError) {
      return try ReaderProcess()
    } catch {
      throw ProgramError(error)
    }
  }
}

extension ReaderError: HintedError {}
extension AirgapMessageError: HintedError {}

/// Pictures are told from other files by their first bytes.
enum PictureKind {
  private static let magics: [[UInt8]] = [
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],  // PNG
    [0xff, 0xd8, 0xff],  // JPEG
    Array("GIF87a".utf8), Array("GIF89a".utf8),
    Array("drawbridge-frames ".utf8),  // a recording of a camera
  ]

  static func isPicture(_ bytes: [UInt8]) -> Bool {
    magics.contains { bytes.starts(with: $0) }
  }
}
