internal import ArgumentParser
package import BitcoinPrimitives
package import Mnemonics
package import SecretKeys
internal import SignerHome
package import TerminalUI

/// A BIP-85 child that is a seed or a key itself, as a person types it: `words/12/0`,
/// `words/24/0/spanish`, `xprv/0`, `wif/0`.
package struct ChildArgument: ExpressibleByArgument, Sendable {
  package enum Kind: Sendable {
    case words(Int, MnemonicLanguage)
    case xprv
    case wif
  }

  let kind: Kind
  let index: UInt32

  package init(_ kind: Kind, index: UInt32) {
    self.kind = kind
    self.index = index
  }

  package init?(argument: String) {
    let parts = argument.lowercased().split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first else { return nil }
    switch (first, parts.count) {
    case ("words", 3), ("words", 4):
      guard let count = Int(parts[1]), Mnemonic.wordCounts.contains(count),
        let index = IndexArgument(argument: String(parts[2]))
      else { return nil }
      let language = parts.count == 4 ? MnemonicLanguage(rawValue: String(parts[3])) : .english
      guard let language else { return nil }
      self.init(.words(count, language), index: index.value)
    case ("xprv", 2), ("wif", 2):
      guard let index = IndexArgument(argument: String(parts[1])) else { return nil }
      self.init(first == "wif" ? .wif : .xprv, index: index.value)
    default: return nil
    }
  }

  /// Reads ``origin``, and what the vault says behind it; nil for what came in another way.
  package init?(origin: String) {
    let mark = "BIP-85: "
    guard origin.hasPrefix(mark) else { return nil }
    let said = origin.dropFirst(mark.count)
    let own = said[..<(said.ranges(of: " of ").first?.lowerBound ?? said.endIndex)]
    let parts = own.split(separator: ", ").map(String.init)
    guard let last = parts.last, last.hasPrefix("index "),
      let index = IndexArgument(argument: String(last.dropFirst("index ".count)))
    else { return nil }
    switch (parts[0], parts.count) {
    case ("xprv", 2): self.init(.xprv, index: index.value)
    case ("WIF", 2): self.init(.wif, index: index.value)
    case (let words, 3):
      guard words.hasSuffix(" words"), let count = Int(words.dropLast(" words".count)),
        Mnemonic.wordCounts.contains(count), let language = MnemonicLanguage(rawValue: parts[1])
      else { return nil }
      self.init(.words(count, language), index: index.value)
    default: return nil
    }
  }

  /// As a person types it.
  package var text: String {
    switch kind {
    case .words(let count, .english): "words/\(count)/\(index)"
    case .words(let count, let language): "words/\(count)/\(index)/\(language)"
    case .xprv: "xprv/\(index)"
    case .wif: "wif/\(index)"
    }
  }

  /// How the child came to be, for the vault: everything that derives it again but the parent.
  package var origin: String {
    switch kind {
    case .words(let count, let language):
      "BIP-85: \(count) words, \(language), index \(index)"
    case .xprv: "BIP-85: xprv, index \(index)"
    case .wif: "BIP-85: WIF, index \(index)"
    }
  }

  /// Derives the child of a master key.
  package func child(of master: borrowing Xpriv, on network: Network) throws(ProgramError)
    -> GivenSeed
  {
    do {
      let source = try BIP85(master)
      switch kind {
      case .words(let count, let language):
        return .words(
          try source.mnemonic(wordCount: count, language: language, index: index))
      case .xprv: return try GivenSeed(try source.xpriv(index: index), on: network)
      case .wif: return try GivenSeed(try source.wif(index: index), on: network)
      }
    } catch let error as BIP85Error {
      throw ProgramError(error)
    } catch {
      throw ProgramError(any: error)
    }
  }
}
