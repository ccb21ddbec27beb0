internal import BitcoinPrimitives
internal import ExtendedKeys
internal import Mnemonics
internal import SecretKeys
internal import SecureMemory
internal import TerminalUI

/// The fingerprint that a seed must have, as somebody noted it: without a BIP-39 passphrase, or with one.
struct KnownFingerprint: ~Copyable {
  let value: Fingerprint
  private let network: Network
  private var passphrase = SecretBytes(count: 0)

  init(_ value: Fingerprint, on network: Network) {
    self.value = value
    self.network = network
  }

  /// Asks for the passphrase that it may have been noted with.
  mutating func askPassphrase(
    _ source: SecretSource, on console: Console
  ) throws(ProgramError) {
    passphrase = try console.secret(
      "BIP-39 passphrase of the seed (the fingerprint may be the one with it)", from: source,
      option: "bip39-passphrase", mayBeEmpty: true)
  }

  /// Whether words have this fingerprint, in either way.
  borrowing func fits(_ mnemonic: borrowing Mnemonic) throws(ProgramError) -> Bool {
    // Both are always worked out where there are two: the time says nothing.
    let plain = try isOf(mnemonic, SecretBytes(count: 0))
    if passphrase.isEmpty { return plain }
    let protected = try isOf(mnemonic, passphrase)
    return plain || protected
  }

  private borrowing func isOf(
    _ mnemonic: borrowing Mnemonic, _ passphrase: borrowing SecretBytes
  ) throws(ProgramError) -> Bool {
    try MasterKeys.masterKey(of: mnemonic, passphrase: passphrase, on: network).fingerprint
      == value
  }
}
