internal import ArgumentParser

/// The name of a seed or a wallet of this home.
///
/// Letters of ASCII, digits, dot, dash and underscore, a letter or digit first, at most 64: a name
/// that is safe on a screen, in a table and as part of another name.
package struct EntryName: Hashable, Sendable, CustomStringConvertible {
  package static let maxLength = 64
  /// Seeds are named shorter: their wallets are called SEED-SCRIPT-N.
  package static let maxSeedLength = 40

  package let text: String

  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard (1...Self.maxLength).contains(bytes.count), let first = bytes.first,
      Self.isAlphanumeric(first),
      bytes.allSatisfy({ Self.isAlphanumeric($0) || "._-".utf8.contains($0) })
    else { return nil }
    self.text = String(text)
  }

  private init(known text: String) { self.text = text }

  /// The wallet of a payment without a vault.
  package static let oneRun = EntryName(known: "wallet")

  package var description: String { text }

  /// Whether a seed may have this name.
  package var isSeedName: Bool { text.utf8.count <= Self.maxSeedLength }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}

extension EntryName: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}
