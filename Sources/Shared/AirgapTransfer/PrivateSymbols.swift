import DurableFiles
public import SecureMemory
public import TerminalUI

/// Everything that the symbols of a sheet hold, secrets among them, in locked memory.
extension PrivateInput {
  /// The most files of a folder that are looked at: pictures of one sheet.
  public static let folderLimit = 256
  /// The most symbols that are kept, and their bytes in all.
  public static let symbolLimit = 2_000
  public static let symbolBytesLimit = 4_000_000
  /// So many symbols in a row that were seen before end the look through a camera.
  static let patience = 400

  /// Reads all symbols of a picture, of a folder of pictures, or of what a camera sees.
  ///
  /// Each is kept once, byte for byte. A camera is looked through until they are enough, or until
  /// nothing new was seen for a while. A picture of a folder that cannot be read is passed over when
  /// another one held a symbol.
  ///
  /// - Throws: `ProgramError` with what is wrong and what to do; also when there is no symbol at all.
  public func symbols(
    on console: Console, until isEnough: (borrowing SecretList) -> Bool = { _ in false }
  ) throws(ProgramError) -> SecretList {
    var found = SecretList()
    do throws(ReaderError) {
      let reader = try ReaderProcess()
      if isPicture {
        try collect(into: &found, reader, until: isEnough)
      } else if let names = folderNames {
        var trouble: ReaderError?
        for name in names {
          do throws(ReaderError) {
            _ = try reader.secret(path: name) { Self.keep($0, in: &found) == nil }
          } catch {
            trouble = trouble ?? error
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
        "no symbol was found in \(ForeignText.shown(argument))",
        hint: "hold the sheet flat and straight, let the whole symbol be sharp, and come closer")
    }
    return found
  }

  private func collect(
    into found: inout SecretList, _ reader: ReaderProcess,
    until isEnough: (borrowing SecretList) -> Bool
  ) throws(ReaderError) {
    guard let device else {
      _ = try reader.secret(path: argument) { Self.keep($0, in: &found) == nil }
      return
    }
    var repeats = 0
    _ = try reader.watchForSecret(device: device) { symbol in
      guard let isNew = Self.keep(symbol, in: &found) else { return true }
      repeats = isNew ? 0 : repeats + 1
      return repeats >= Self.patience || (isNew && isEnough(found))
    }
  }

  /// Keeps a symbol once; says whether it is new, nil when there is no more room.
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

  /// The files of a folder in the order of their names; nil when the argument is no folder.
  private var folderNames: [String]? {
    guard (try? Folder.kind(of: argument)) == .folder,
      let names = try? Folder.names(in: argument, limit: Self.folderLimit)
    else { return nil }
    let base = argument.hasSuffix("/") ? argument : argument + "/"
    return names.filter { !$0.hasPrefix(".") }.sorted().map { base + $0 }
  }

  /// The first of the files that begins so; nil when none does, and for a camera.
  ///
  /// `isIt` is given at most `count` bytes of each.
  public func file(whoseFirst count: Int, are isIt: ([UInt8]) -> Bool) -> String? {
    guard device == nil else { return nil }
    return (folderNames ?? [argument]).first { isIt(Self.head(of: $0, count: count)) }
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
      hint: "print it, then photograph or scan the paper, or hold it before the camera")
  }
}
