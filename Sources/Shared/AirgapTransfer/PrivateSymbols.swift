internal import DurableFiles
internal import PictureFormats
internal import Refusals
public import SecureMemory
public import TerminalUI

/// A picture that could not be read, and why.
public struct UnreadPicture: Sendable, Equatable {
  /// The picture, as its path was given, or the camera.
  public let name: String
  /// What is wrong with it, with its rule.
  public let reason: String

  /// What to do about this one, where it is only in a format that is not read; nil for any other.
  public var advice: String?

  /// For a line on a terminal.
  public var text: String {
    "\(ForeignText.shown(name)): \(reason)" + (advice.map { "; \($0)" } ?? "")
  }
}

/// What was read of one picture, or of one page of a PDF.
public struct ReadPage: Sendable, Equatable {
  /// The picture, as its path was given, or the camera.
  public let name: String
  /// Which page of the file it is, from 1; nil where the file is one page.
  public let number: Int?
  /// Its QR codes, as places in the list of all.
  public let symbols: [Int]
  /// What is to be said about it beside them; its copies are those of ``symbols``.
  public var notes = PageNotes.none

  /// The QR codes that stand on it once, as places in the list of all; none where nobody counted.
  public var once: [Int] {
    guard notes.copies.count == symbols.count else { return [] }
    return zip(symbols, notes.copies).filter { $0.1 == 1 }.map(\.0)
  }

  /// What a person should know about it, a sentence each without its end.
  public var words: [String] { notes.words }

  /// For a line on a terminal.
  public var text: String {
    ForeignText.shown(name) + (number.map { ", page \($0)" } ?? "")
  }
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
  /// nothing new was seen for a while. A picture that cannot be read does not end the reading when
  /// another one held a QR code, nor does a page of a PDF: it is added to `unread`, and so is what was left out
  /// at ``symbolLimit`` or ``symbolBytesLimit`` (R18). The caller reports both.
  ///
  /// - Throws: `ProgramError` with what is wrong and what to do; also when there is no QR code at
  ///   all, and for a folder of more than ``folderLimit`` files.
  public func symbols(
    on console: Console, unread: inout [UnreadPicture],
    until isEnough: (borrowing SecretList) -> Bool = { _ in false }
  ) throws(ProgramError) -> SecretList {
    var pages: [ReadPage] = []
    return try Self.symbols(
      of: [self], on: console, unread: &unread, pages: &pages, until: isEnough)
  }

  /// Reads all QR codes of several sources: the same as of one that holds them all.
  ///
  /// `pages` says which of them each picture holds.
  ///
  /// - Throws: as ``symbols(on:unread:until:)``.
  public static func symbols(
    of sources: [PrivateInput], on console: Console, unread: inout [UnreadPicture],
    pages: inout [ReadPage], until isEnough: (borrowing SecretList) -> Bool = { _ in false }
  ) throws(ProgramError) -> SecretList {
    var found = SecretList()
    var trouble: ProgramError?
    // Beside a photograph that cannot be read, another program's file is nothing to speak of.
    var isTroubleOfPicture = false
    let reader = try helper()
    for source in sources {
      if let device = source.device {
        do throws(ReaderError) {
          let page = try source.look(through: device, reader, into: &found, until: isEnough)
          if page.isFull { unread.append(full(source.argument)) }
          pages.append(page.page)
        } catch {
          throw trouble ?? ProgramError(error)
        }
        continue
      }
      let names: [String]
      do throws(ProgramError) {
        names = try source.folderNames() ?? [source.argument]
      } catch {
        guard sources.count > 1 else { throw error }
        trouble = trouble ?? error
        unread.append(UnreadPicture(name: source.argument, reason: error.message))
        continue
      }
      for name in names {
        do throws(ReaderError) {
          if try collect(name, reader, into: &found, &pages) { unread.append(full(name)) }
        } catch {
          let isPage = isDrawnPage(name, error)
          if trouble == nil || (!isTroubleOfPicture && error.isOfPicture) {
            trouble = isPage ? pageRefusal(name) : named(error, of: name)
            isTroubleOfPicture = error.isOfPicture
          }
          unread.append(
            UnreadPicture(
              name: name, reason: (isPage ? pageRefusal(name) : ProgramError(error)).message,
              advice: error.advice))
        }
      }
    }
    guard !found.isEmpty else {
      if let trouble { throw trouble }
      let what = sources.map { ForeignText.shown($0.argument) }.joined(separator: ", ")
      throw ProgramError(
        "no QR code was found in \(what)",
        hint:
          "hold the sheet flat and straight, come closer, and make sure that the whole QR code is sharp"
      )
    }
    return found
  }

  /// Reads all QR codes of one picture file, each page of a PDF as a page of its own; none where there
  /// is none.
  ///
  /// `trouble` is why the reading ended before the end of the file, after the pages that were read, or
  /// what was left out (R18).
  ///
  /// - Throws: `ProgramError` when the reader cannot be started.
  public func pictureSymbols(
    pages: inout [ReadPage], trouble: inout ProgramError?
  ) throws(ProgramError) -> SecretList {
    var found = SecretList()
    let reader = try Self.helper()
    do throws(ReaderError) {
      if try Self.collect(argument, reader, into: &found, &pages) {
        let full = Self.full(argument)
        trouble = ProgramError(full.text, hint: "give fewer pages at once")
      }
    } catch {
      trouble =
        Self.isDrawnPage(argument, error) ? Self.pageRefusal(argument) : ProgramError(error)
    }
    return found
  }

  private static func helper() throws(ProgramError) -> ReaderProcess {
    do throws(ReaderError) {
      return try ReaderProcess()
    } catch {
      throw ProgramError(error)
    }
  }

  /// Reads one file, each page of a PDF as a page of its own; says whether something was left out for
  /// lack of room.
  private static func collect(
    _ name: String, _ reader: ReaderProcess, into found: inout SecretList,
    _ pages: inout [ReadPage]
  ) throws(ReaderError) -> Bool {
    var symbols: [Int: [Int]] = [:]
    var frames = 0
    var notes: [Int: PageNotes] = [:]
    var result: Result<Bool, ReaderError> = .success(false)
    do throws(ReaderError) {
      let last = try reader.secret(path: name, frames: &frames, notes: &notes) { symbol, frame in
        guard let place = keep(symbol, in: &found) else { return true }
        symbols[frame, default: []].append(place.index)
        return false
      }
      result = .success(last != nil)
    } catch {
      result = .failure(error)
    }
    // What came before the damage counts.
    let count = max(frames, (symbols.keys.max() ?? -1) + 1)
    // A film is one look at something, like a camera's: its frames are not pages.
    if count > 1, PictureFormat(firstBytes: head(of: name))?.isFilm == true {
      var seen: Set<Int> = []
      let own = symbols.keys.sorted().flatMap { symbols[$0] ?? [] }
        .filter { seen.insert($0).inserted }
      pages.append(ReadPage(name: name, number: nil, symbols: own))
      return try result.get()
    }
    for frame in 0..<count {
      let own = symbols[frame] ?? []
      // Nothing is said of a page that was looked at in every way and shows each QR code once.
      let plain = PageNotes(state: .whole, unread: 0, copies: own.map { _ in 1 })
      pages.append(
        ReadPage(
          name: name, number: count > 1 ? frame + 1 : nil, symbols: own,
          notes: notes[frame] ?? plain))
    }
    return try result.get()
  }

  /// Looks through a camera until the QR codes are enough, or nothing new was seen for a while.
  private func look(
    through device: String, _ reader: ReaderProcess, into found: inout SecretList,
    until isEnough: (borrowing SecretList) -> Bool
  ) throws(ReaderError) -> (page: ReadPage, isFull: Bool) {
    var repeats = 0
    var isFull = false
    var seen: [Int] = []
    _ = try reader.watchForSecret(device: device) { symbol in
      guard let place = Self.keep(symbol, in: &found) else {
        isFull = true
        return true
      }
      if place.isNew || !seen.contains(place.index) { seen.append(place.index) }
      repeats = place.isNew ? 0 : repeats + 1
      return repeats >= Self.patience || (place.isNew && isEnough(found))
    }
    return (ReadPage(name: argument, number: nil, symbols: seen), isFull)
  }

  private static func full(_ name: String) -> UnreadPicture {
    UnreadPicture(
      name: name,
      reason: "more QR codes than are read at once (R18): \(symbolLimit) of at most "
        + "\(symbolBytesLimit) bytes in all; the rest was left out")
  }

  /// Keeps a QR code once, and says where, and whether it is new; nil when there is no more room.
  private static func keep(
    _ symbol: UnsafeRawBufferPointer, in found: inout SecretList
  ) -> (index: Int, isNew: Bool)? {
    for index in 0..<found.count {
      let isSame = found.withUnsafeBytes(at: index) {
        SecretBytes.constantTimeEquals($0, symbol)
      }
      if isSame { return (index, false) }
    }
    guard found.count < symbolLimit, found.byteCount + symbol.count <= symbolBytesLimit else {
      return nil
    }
    found.append(symbol)
    return (found.count - 1, true)
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

  private static func isVectorPage(_ head: [UInt8]) -> Bool {
    head.starts(with: "%!PS".utf8) || head.starts(with: "<?xml".utf8)
  }

  /// Whether a file was refused because it was drawn and is no picture of paper.
  private static func isDrawnPage(_ name: String, _ error: ReaderError) -> Bool {
    error == .refused(.noScan)
      || (error == .refused(.unknownFormat) && isVectorPage(head(of: name, count: 5)))
  }

  /// The refusal of a file that was to be printed first.
  public static func pageRefusal(_ path: String) -> ProgramError {
    ProgramError(
      "\(ForeignText.shown(path)) is the file of a page, and what counts is the paper",
      hint: "print it, then photograph or scan the paper, or hold it in front of the camera")
  }
}
