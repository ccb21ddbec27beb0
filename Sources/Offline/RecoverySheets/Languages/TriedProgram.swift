/// A program of other people that restored a sheet of a kind, as the tests last tried it.
///
/// ``all`` is what sheets name: no page names a program that nobody put to the test.
public struct TriedProgram: Hashable, Sendable {
  /// The kinds that are tried apart.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// 12 or 24 English words of BIP-39, from the QR code of a page.
    case words
    /// English words of BIP-39, typed: not from a page, so that only the letter names it.
    case typedWords
    /// Shares in codex32 (BIP-93).
    case codex32
    /// Shares of SLIP-39 in one group, of the 64 bytes that words lead to.
    case slip39
    /// Shares of SSKR (BCR-2020-011).
    case sskr
    /// Parts of Seed XOR: only embit was tried, with an exclusive or of our own, so nothing is named.
    case xor
    /// An extended private key (BIP-32).
    case extendedKey
    /// A private key of one address (WIF).
    case singleKey
    /// An output descriptor of one key, `wpkh`.
    case descriptor
    /// An encrypted sheet.
    case encrypted
  }

  /// What it was tried with.
  public let kind: Kind
  /// Its name, as it is looked for.
  public let name: String
  /// The version that was tried.
  public let version: String
  /// The day of the last trial, `2026-11-23`.
  public let day: String

  init(_ kind: Kind, _ name: String, _ version: String, _ day: String) {
    self.kind = kind
    self.name = name
    self.version = version
    self.day = day
  }

  /// Those that were tried with a kind, the easiest to use first.
  public static func programs(for kind: Kind) -> [TriedProgram] {
    all.filter { $0.kind == kind }
  }

  /// All of them, one line each: a script reads them here too.
  public static let all: [TriedProgram] = [
    TriedProgram(.typedWords, "Electrum", "4.3.4", "2026-11-23"),
    TriedProgram(.words, "embit (Python)", "0.8.0", "2026-11-23"),
    TriedProgram(.codex32, "codex32 (Python)", "0.6.1", "2026-11-23"),
    TriedProgram(.slip39, "shamir-mnemonic (Python)", "0.3.0", "2026-11-23"),
    TriedProgram(.extendedKey, "embit (Python)", "0.8.0", "2026-11-23"),
    TriedProgram(.singleKey, "embit (Python)", "0.8.0", "2026-11-23"),
    TriedProgram(.descriptor, "BDK (Python)", "3.1.1", "2026-11-23"),
    TriedProgram(.descriptor, "embit (Python)", "0.8.0", "2026-11-23"),
  ]
}
