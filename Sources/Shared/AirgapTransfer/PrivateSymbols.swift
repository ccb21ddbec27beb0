internal import DurableFiles
internal import Refusals
public import SecureMemory
public import TerminalUI

/// A picture that could not be read, and why.
public struct UnreadPicture: Sendable, Equatable {
  /// The picture, as its path was given, or the camera.
  public let name: String
  /// What is wrong with it, with its rule.
  public let reason: String

  /// For a line on a terminal.
  public var text: String { "\(ForeignText.shown(name)): \(reason)" }
}

/// Everything that the QR codes of a sheet hold, secrets among them, in locked memory.
extension PrivateInput {
  /// The most files of a folder that are looked at: pictures of one sheet.
  public static let folderLimit = 256
  /// The most QR codes that are kept, and their bytes in all.
  public static let symbolLimit = 2_000
  /// The most bytes of all QR codes that are kept together.
  public static let symbolBytesLimit = 4_000_000
  /// After this many QR codes in a row that were seen before, the camera is closed.
  static let patience = 400

  /// Reads all QR codes of a picture, of a folder of pictures, or of what a camera sees.
  ///
  /// Each is kept once, byte for byte. A camera is looked through until they are enough, or until
  /// nothing new was seen for a while. A picture of a folder that cannot be read does not end the
  /// reading when another one held a QR code: it is added to `unread`, and so is what was left out
  /// at ``symbolLimit`` or ``symbolBytesLimit`` (R18). The caller reports both.
  ///
  /// - Throws: `ProgramError` with what is wrong and what to do; also when there is no QR code at
  ///   all, and for a folder of more than ``folderLimit`` files.
  public func symbols(
    on console: Console, unread: inout [UnreadPicture],
    until isEnough: (borrowing SecretList) -> Bool = { _ in false }
  ) throws(ProgramError) -> SecretList {
    var found = SecretList()
    let names = try folderNames()
    do throws(ReaderError) {
      let reader = try ReaderProcess()
      if isPicture {
        if try collect(into: &found, reader, until: isEnough) { unread.append(Self.full(argument)) }
      } else if let names {
        var trouble: ReaderError?
        for name in names {
          do throws(ReaderError) {
            let isFull = try reader.secret(path: name) { Self.keep($0, in: &found) == nil } != nil
            if isFull { unread.append(Self.full(name)) }
          } catch {
            trouble = trouble ?? error
            unread.append(UnreadPicture(name: name, reason: ProgramError(error).message))
          }
        }
        if found.isEmpty, let trouble { throw trouble }
      } else {
        throw .notAFile(path: argument)
      }
    } catch {
      throw isPrintedPage ? pageRefusal : ProgramError(error)
    }
    guard !found.isEmpty else {
      throw ProgramError(
        "no QR code was found in \(ForeignText.shown(argument))",
        hint:
          "hold the sheet flat and straight, come closer, and make sure that the whole QR code is sharp"
      )
    }
    return found
  }

  /// Reads one picture or looks through a camera; says whether something was left out for lack of
  /// room.
  private func collect(
    into found: inout SecretList, _ reader: ReaderProcess,
    until isEnough: (borrowing SecretList) -> Bool
  ) throws(ReaderError) -> Bool {
    guard let device else {
      return try reader.secret(path: argument) { Self.keep($0, in: &found) == nil } != nil
    }
    var repeats = 0
    var isFull = false
    _ = try reader.watchForSecret(device: device) { symbol in
      guard let isNew = Self.keep(symbol, in: &found) else {
        isFull = true
        return true
      }
      repeats = isNew ? 0 : repeats + 1
      return repeats >= Self.patience || (isNew && isEnough(found))
    }
    return isFull
  }

  private static func full(_ name: String) -> UnreadPicture {
    UnreadPicture(
      name: name,
      reason: "more QR codes than are read at once (R18): \(symbolLimit) of at most "
        + "\(symbolBytesLimit) bytes in all; the rest was left out")
  }

  /// Keeps a QR code once; says whether it is new, nil when there is no more room.
  private static func keep(
    _ symbol: UnsafeRawBufferPointer, in found: inout SecretList
  ) -> Bool? {
    guard !found.contains(symbol) else { return false }
    guard found.count < symbolLimit, found.byteCount + symbol.count <= symbolBytesLimit else {
      return nil
    }
    found.append(symbol)
    return true
  }

  /// The files of a folder in the order of their names; nil when the argument is not a folder.
  ///
  /// - Throws: `ProgramError` for a folder that cannot be read or holds more than ``folderLimit``.
  private func folderNames() throws(ProgramError) -> [String]? {
    guard device == nil, (try? Folder.kind(of: argument)) == .folder else { return nil }
    let names: [String]
    do throws(FileError) {
      names = try Folder.names(in: argument, limit: Self.folderLimit)
    } catch {
      throw ProgramError(error)
    }
    let base = argument.hasSuffix("/") ? argument : argument + "/"
    return names.filter { !$0.hasPrefix(".") }.sorted().map { base + $0 }
  }

  /// The first of the files that begins so; nil when none does, and for a camera.
  ///
  /// `isIt` is given at most `count` bytes of each.
  ///
  /// - Throws: `ProgramError` for a folder that cannot be read or holds more than ``folderLimit``.
  public func file(
    whoseFirst count: Int, are isIt: ([UInt8]) -> Bool
  ) throws(ProgramError) -> String? {
    guard device == nil else { return nil }
    return (try folderNames() ?? [argument]).first { isIt(Self.head(of: $0, count: count)) }
  }

  /// Whether it is the file of a page, not a picture of one.
  private var isPrintedPage: Bool {
    let head = (try? BoundedFile.read(argument, limit: 64_000_000))?.prefix(5) ?? []
    return head.starts(with: "%PDF".utf8) || head.starts(with: "%!PS".utf8)
      || head.starts(with: "<?xml".utf8)
  }

  private var pageRefusal: ProgramError { Self.pageRefusal(argument) }

  /// The refusal of a file that was to be printed first.
  public static func pageRefusal(_ path: String) -> ProgramError {
    ProgramError(
      "\(ForeignText.shown(path)) is the file of a page, and what counts is the paper",
      hint: "print it, then photograph or scan the paper, or hold it in front of the camera")
  }
}
