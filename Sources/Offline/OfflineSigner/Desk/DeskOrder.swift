internal import Glibc
package import HelperProcesses
package import SignerDesk
internal import TerminalUI

/// What the desk asks of its starter; a message on a pipe (docs/decisions/0051).
///
/// The words of a message are separated by a byte of zero, which no argument of a program can hold. Where there is a
/// passphrase the message has its length, and it comes through a pipe of its own.
package enum DeskOrder: Equatable, Sendable {
  /// Run a command on the terminal.
  case run(DeskDeed, passphrase: Int)
  /// Say what the vault says, which the passphrase opens.
  case status(passphrase: Int)
  /// Say what is found on the machine, for the desk to count it.
  case checks
  /// Say what lies in a folder.
  case list(folder: String)
  /// Say whether there is a vault, and whether it is for mainnet.
  case look
  /// End the command that runs.
  case end

  /// The most bytes of a message.
  package static let limit = 64 << 10
  /// The most bytes of a passphrase, more than one at a terminal may have: less than a pipe holds, so that whoever writes it
  /// waits for nobody.
  package static let longestPassphrase = Console.secretLimit
  /// More than a command of the desk has.
  private static let mostWords = 20

  /// How many bytes of the passphrase come with it.
  var passphrase: Int {
    switch self {
    case .run(_, let count), .status(let count): count
    case .checks, .list, .look, .end: 0
    }
  }

  package var encoded: [UInt8] {
    let words =
      switch self {
      case .run(let deed, let count):
        ["run", deed.opensVault ? "open" : "closed", "\(count)", deed.title] + deed.arguments
      case .status(let count): ["status", "\(count)"]
      case .checks: ["checks"]
      case .list(let folder): ["list", folder]
      case .look: ["look"]
      case .end: ["end"]
      }
    return Array(words.joined(separator: "\0").utf8)
  }

  /// Reads a message; nil for anything that ``encoded`` does not write.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.limit, let text = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    let words = text.split(
      separator: "\0", maxSplits: Self.mostWords, omittingEmptySubsequences: false
    ).map(String.init)
    guard words.count <= Self.mostWords else { return nil }
    switch (words[0], words.count) {
    case ("run", 5...):
      guard let count = Self.count(words[2]), ["open", "closed"].contains(words[1]) else {
        return nil
      }
      self = .run(
        DeskDeed(words[3], Array(words[4...]), opensVault: words[1] == "open"), passphrase: count)
    case ("status", 2):
      guard let count = Self.count(words[1]) else { return nil }
      self = .status(passphrase: count)
    case ("checks", 1): self = .checks
    case ("list", 2): self = .list(folder: words[1])
    case ("look", 1): self = .look
    case ("end", 1): self = .end
    default: return nil
    }
  }

  private static func count(_ text: String) -> Int? {
    guard let count = Int(text), (0...longestPassphrase).contains(count), text == "\(count)" else {
      return nil
    }
    return count
  }
}

/// What the starter says to the desk.
package enum DeskAnswer: Equatable, Sendable {
  /// The command runs on the terminal, as this process.
  case started(process: Int32)
  /// It is not one of the desk's: nothing was started.
  case refused
  /// It could not be started, or gave nothing more for so long.
  case failed(HelperError)
  /// A piece of what a command without a terminal wrote, for a result or for a person.
  case output([UInt8])
  case talk([UInt8])
  /// A command has ended, with this exit code; 128 and the number of a signal that ended it.
  case ended(Int32)
  /// Whether there is a vault, and whether it is for mainnet.
  case home(hasVault: Bool, isMainnet: Bool)
  /// The home cannot be looked at.
  case unseen

  /// The most bytes of a message.
  package static let limit = (64 << 10) + 1

  package var encoded: [UInt8] {
    switch self {
    case .started(let process): Self.letters("s\(process)")
    case .refused: Self.letters("x")
    case .failed(.missing(let path)): Self.letters("m\(path)")
    case .failed(.replaceable(let path)): Self.letters("r\(path)")
    case .failed(.cannotStart(let code)): Self.letters("c\(code)")
    case .failed(.timedOut(let seconds)): Self.letters("t\(seconds)")
    case .output(let bytes): Self.letters("o") + bytes
    case .talk(let bytes): Self.letters("w") + bytes
    case .ended(let code): Self.letters("e\(code)")
    case .home(let hasVault, let isMainnet):
      Self.letters("h\(hasVault ? 1 : 0)\(isMainnet ? 1 : 0)")
    case .unseen: Self.letters("u")
    }
  }

  /// Reads a message; nil for anything that ``encoded`` does not write.
  package init?(_ bytes: [UInt8]) {
    let rest = Array(bytes.dropFirst())
    let text = String(decoding: rest, as: UTF8.self)
    switch bytes.first.map({ Character(UnicodeScalar($0)) }) {
    case "x" where rest.isEmpty: self = .refused
    case "u" where rest.isEmpty: self = .unseen
    case "m": self = .failed(.missing(path: text))
    case "r": self = .failed(.replaceable(path: text))
    case "s":
      guard let process = Int32(text) else { return nil }
      self = .started(process: process)
    case "c":
      guard let code = Int32(text) else { return nil }
      self = .failed(.cannotStart(code: code))
    case "t":
      guard let seconds = Int(text) else { return nil }
      self = .failed(.timedOut(seconds: seconds))
    case "o": self = .output(rest)
    case "w": self = .talk(rest)
    case "e":
      guard let code = Int32(text) else { return nil }
      self = .ended(code)
    case "h":
      guard text.utf8.count == 2, text.utf8.allSatisfy({ $0 == 0x30 || $0 == 0x31 }) else {
        return nil
      }
      self = .home(hasVault: text.first == "1", isMainnet: text.last == "1")
    default: return nil
    }
  }

  private static func letters(_ text: String) -> [UInt8] { Array(text.utf8) }
}
