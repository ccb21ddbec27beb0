internal import CSystemCalls
internal import DurableFiles
internal import Glibc
internal import PictureFormats
internal import Refusals
public import SecureMemory
public import TerminalUI

/// Where a command reads one text that nobody else may see: a recovery QR code, a node's password.
///
/// A file, a picture, `-` for standard input, `camera`, or `paste` (without echo). What is read
/// goes from the descriptor straight into locked memory. A picture goes to `qr-reader` without
/// passing here.
public struct PrivateInput: Sendable {
  /// The most bytes of a text: the largest QR code holds fewer.
  public static let limit = 16_384

  /// As it was given on the command line.
  public let argument: String

  /// Names a source.
  public init(_ argument: String) {
    self.argument = argument
  }

  /// Whether the argument names a camera.
  public var isCamera: Bool { device != nil }

  /// Whether the argument names a camera or a file whose first bytes are those of a picture, also of one in a format
  /// that is not read.
  public var isPicture: Bool {
    if device != nil { return true }
    return PictureFormat(firstBytes: Self.head(of: argument)) != nil
  }

  /// Whether the argument names a file that is neither a picture nor text in UTF-8, by its first bytes.
  public var isBinary: Bool {
    device == nil && !isPicture && Self.head(of: argument).contains(0)
  }

  /// The refusal of a picture in a format that is not read, by its first bytes: it names the file and says what to
  /// save it as.
  ///
  /// Nil for anything else, also for a picture that cannot be read for another reason.
  public var formatRefusal: ProgramError? {
    guard device == nil, let refusal = ReaderError.Refusal(firstBytes: Self.head(of: argument))
    else { return nil }
    return ProgramError(ReaderError.refused(refusal), during: ForeignText.shown(argument))
  }

  /// The first bytes of a file, at most `count`; none where there is no file that may be read.
  static func head(
    of path: String, count: Int = PictureFormat.headSize
  ) -> [UInt8] {
    let file = syscalls_open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW, 0)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var head = [UInt8](repeating: 0, count: count)
    let found = head.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
    return Array(head.prefix(max(0, found)))
  }

  var device: String? { CameraDevices.named(by: argument, among: CameraDevices()) }

  /// Reads the text without blanks around it; of several QR codes, the first that is wanted.
  ///
  /// `what` names it for questions and errors. The text is never repeated.
  ///
  /// - Throws: `ProgramError` with what is wrong and what to do.
  public func text(
    _ what: String, on console: Console, where isWanted: (UnsafeRawBufferPointer) -> Bool
  ) throws(ProgramError) -> SecretBytes {
    let text: SecretBytes
    if isPicture {
      text = try symbol(what, on: console, where: isWanted).trimmed()
    } else {
      text = try written(what, console).trimmed()
      guard text.withUnsafeBytes(isWanted) else {
        throw ProgramError(
          "\(ForeignText.shown(argument)) holds no \(what)",
          hint: "check that this is the right file")
      }
    }
    return text
  }

  /// Reads the first QR code of a picture that is wanted, byte for byte: what looks like a blank at
  /// its end may be a byte of a key.
  ///
  /// - Throws: `ProgramError` with what is wrong and what to do.
  public func symbol(
    _ what: String, on console: Console, where isWanted: (UnsafeRawBufferPointer) -> Bool
  ) throws(ProgramError) -> SecretBytes {
    let found: SecretBytes?
    do throws(ReaderError) {
      let reader = try ReaderProcess()
      if let device {
        found = try reader.watchForSecret(device: device, where: isWanted)
      } else {
        found = try reader.secret(path: argument, where: isWanted)
      }
    } catch {
      throw Self.named(error, of: argument)
    }
    guard let found else {
      throw ProgramError(
        "no QR code with a \(what) was found in \(ForeignText.shown(argument))",
        hint:
          "make sure that it is the right picture, and that the whole QR code is sharp and straight"
      )
    }
    return found
  }

  /// An error of the reader that says which file it is about.
  static func named(_ error: ReaderError, of path: String) -> ProgramError {
    let isNamed = error.namesItsFile || CameraDevices.named(by: path, among: CameraDevices()) != nil
    return ProgramError(error, during: isNamed ? nil : ForeignText.shown(path))
  }

  private func written(_ what: String, _ console: Console) throws(ProgramError) -> SecretBytes {
    switch argument {
    case MessageInput.paste:
      return try console.secret("The \(what), which is not shown", option: what)
    case "-":
      return try read(named: "standard input") { (buffer) throws(FileError) in
        try BoundedFile.read(descriptor: 0, into: buffer, named: "standard input")
      }
    default:
      return try read(named: argument) { (buffer) throws(FileError) in
        try BoundedFile.read(argument, into: buffer)
      }
    }
  }

  private func read(
    named name: String, _ body: (UnsafeMutableRawBufferPointer) throws(FileError) -> Int
  ) throws(ProgramError) -> SecretBytes {
    var secret = SecretBytes(count: Self.limit)
    let count: Int
    do throws(FileError) {
      count = try secret.withUnsafeMutableBytes(body)
    } catch {
      throw ProgramError(error)
    }
    guard count > 0 else {
      throw ProgramError("\(ForeignText.shown(name)) is empty", hint: "write it again")
    }
    secret.truncate(to: count)
    return secret
  }
}

extension SecretBytes {
  /// The same without blanks and line breaks at both ends.
  fileprivate consuming func trimmed() -> SecretBytes {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x0a || $0 == 0x0d || $0 == 0x09 }
    let range = withUnsafeBytes { bytes in
      let start = bytes.firstIndex { !isBlank($0) } ?? bytes.count
      let end = (bytes.lastIndex { !isBlank($0) } ?? start - 1) + 1
      return start..<max(start, end)
    }
    return slice(range)
  }
}
