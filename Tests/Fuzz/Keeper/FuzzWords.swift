import BitcoinPrimitives
import Mnemonics
import SecretCodes
import SecretKeys
import SecureMemory
import SeedForms
import SeedShares

/// Seeds in every form that a person may hold are read or refused.
func fuzzWords(_ bytes: [UInt8]) {
  var copy = bytes
  let text = SecretBytes(moving: &copy)
  if let words = try? Mnemonic(parsing: text) { check(words) }
  if let words = try? Mnemonic(seedQR: text) { check(words) }
  if let words = try? Mnemonic(compactSeedQR: text) { check(words) }
  _ = try? Xpriv(parsing: text)
  _ = try? Xpriv(decoding: text)
  _ = try? WIFKey(parsing: text)
  _ = try? BIP38Key(parsing: text)
  _ = try? RecoveryQR(parsing: text.duplicated(), on: .regtest)
  _ = try? SecretResource(parsing: text, types: ["crypto-seed", "crypto-bip39", "bytes"])
  if let spoken = try? SpokenWords.canonical(text) {
    precondition(SpokenWords.count(spoken) <= bytes.count, "more words than letters")
  }
  text.withUnsafeBytes { text in _ = try? SecretUnicode.composed(text) }
}

/// Shares of every form are read or refused.
func fuzzShares(_ bytes: [UInt8]) {
  var copy = bytes
  let text = SecretBytes(moving: &copy)
  _ = try? SLIP39Share(parsing: text)
  _ = try? SSKRShare(parsing: text)
  _ = try? SSKRShare(decoding: text)
  _ = try? Codex32Share(parsing: text)
  _ = try? Codex32ShareSet(parsing: text)
  _ = try? SLIP39ShareSet(parsing: text)
  _ = try? SSKRShareSet(parsing: text)
}

private func check(_ words: borrowing Mnemonic) {
  precondition(Mnemonic.wordCounts.contains(words.wordCount), "a number of words that there is not")
}
