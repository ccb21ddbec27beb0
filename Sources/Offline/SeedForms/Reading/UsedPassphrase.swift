internal import BitcoinPrimitives
internal import ExtendedKeys
internal import SecretKeys
internal import SecureMemory
internal import SignerHome
internal import TerminalUI

/// A BIP-39 passphrase that is about to be used.
package enum UsedPassphrase {
  /// The master key of words with a passphrase, whose fingerprint is said, and agreed to when the
  /// passphrase was typed.
  ///
  /// `what` names the seed in sentences, such as `the seed savings`. Every passphrase gives a seed; a
  /// misspelt one gives an empty wallet.
  static func masterKey(
    of given: borrowing GivenSeed, _ what: String, from source: SecretSource,
    on network: Network, _ console: Console
  ) throws(ProgramError) -> Xpriv {
    for _ in 0..<3 {
      let passphrase = try console.secret(
        "BIP-39 passphrase of \(what)", from: source, option: "bip39-passphrase",
        mayBeEmpty: true)
      let master = try given.masterKey(passphrase: passphrase, on: network)
      let said = "With this passphrase the fingerprint of \(what) is \(master.fingerprint)"
      guard source == .terminal else {
        console.talk("\(said).")
        return master
      }
      if try console.agrees(
        to: "\(said). Is that the right fingerprint?",
        orElse: "name a file with --bip39-passphrase-file")
      {
        return master
      }
    }
    throw ProgramError(
      "declined: the passphrase gave another fingerprint three times",
      hint: "look for the fingerprint on the sheet, or in the origin of the wallet's keys")
  }
}
