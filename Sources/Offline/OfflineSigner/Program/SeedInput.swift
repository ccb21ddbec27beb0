import AirgapTransfer
import DurableFiles
import SecretKeys
import SecureMemory
import TerminalUI

/// A seed as it was read, before anybody knows what it is.
struct GivenText: ~Copyable {
  /// Text without blanks around it, or the bytes of a symbol as they are.
  let bytes: SecretBytes
  /// Whether one symbol of a picture held it: it may then be the bytes of a CompactSeedQR.
  let isSymbol: Bool
}

/// Where a seed is read from: files, pictures, folders of either, `-`, `terminal` or `camera`; several
/// for its shares.
struct SeedInput {
  let arguments: [String]

  /// Refuses arguments that are the secret itself, before anything else is asked for.
  init(_ arguments: [String]) throws(ProgramError) {
    for argument in arguments { try SecretInput.requireNoSecret(in: argument, "words") }
    self.arguments = arguments
  }

  /// The camera that further shares are held before, when the first came from it.
  var camera: PrivateInput? {
    guard arguments.count == 1, let first = arguments.first, (try? Folder.kind(of: first)) == nil,
      first != SecretInput.terminal, first != "-"
    else { return nil }
    let input = PrivateInput(first)
    return input.isPicture ? input : nil
  }

  /// The most files of a folder: shares of one seed.
  private static let folderLimit = 256

  /// Reads everything; of several places the texts, a line each.
  func read(_ question: String, on console: Console) throws(ProgramError) -> GivenText {
    var places: [String] = []
    for argument in arguments {
      guard argument != SecretInput.terminal, argument != "-",
        (try? Folder.kind(of: argument)) == .folder
      else {
        places.append(argument)
        continue
      }
      let base = argument.hasSuffix("/") ? argument : argument + "/"
      do throws(FileError) {
        places += try Folder.names(in: argument, limit: Self.folderLimit).map { base + $0 }
      } catch {
        throw ProgramError(error)
      }
    }
    guard let first = places.first else {
      throw ProgramError("there is nothing in the folder", hint: "name the files of the seed")
    }
    let given = try Self.read(first, question, on: console)
    guard places.count > 1 else { return given }
    var text = given.bytes.duplicated()
    for place in places.dropFirst() {
      let next = try Self.read(place, question, on: console)
      var feed: [UInt8] = [0x0a]
      text = SecretBytes(
        joining: SecretBytes(joining: text, SecretBytes(moving: &feed)), next.bytes)
    }
    return GivenText(bytes: text, isSymbol: false)
  }

  private static func read(
    _ argument: String, _ question: String, on console: Console
  ) throws(ProgramError) -> GivenText {
    if argument != SecretInput.terminal, argument != "-" {
      let picture = PrivateInput(argument)
      if picture.isPicture {
        return GivenText(
          bytes: try picture.symbol("seed", on: console, where: isWanted), isSymbol: true)
      }
    }
    return GivenText(
      bytes: try SecretInput.read(argument, "words", question: question, on: console),
      isSymbol: false)
  }

  /// Whether a symbol may be a seed: other symbols in a picture are passed over.
  static func isWanted(_ symbol: UnsafeRawBufferPointer) -> Bool {
    RecoveryQR.isOne(symbol) || SecretForm(recognising: symbol) != .unknown
      || isCompact(symbol.count)
  }

  /// Whether a symbol of so many bytes can only be a CompactSeedQR: every other form is longer.
  static func isCompact(_ count: Int) -> Bool { count == 16 || count == 32 }
}
