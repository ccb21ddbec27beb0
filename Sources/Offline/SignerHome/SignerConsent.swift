package import CommandLineInterface

/// What `--accept` names beside rules: consents in words, which no rule's name stands for.
package enum SignerConsent: String, ConsentNames {
  /// A wallet handed in for one run is the right one.
  case wallet
  /// Somebody else can spend alone.
  case stranger
  /// Money goes to a key that came from outside.
  case sweep
  /// Money goes to a wallet that was handed out.
  case handedOut = "handed-out"
  /// A rehearsal with keys that are valid on mainnet.
  case realCoins = "real-coins"
  /// A coin was signed for before, in a payment with other recipients or amounts.
  case replace
  /// What is signed for a fork may be valid on Bitcoin, too.
  case replay
  /// Nothing remembers what was signed before.
  case noVault = "no-vault"
  /// A seed that is read for one run, on a machine that is not isolated, never held real coins.
  case practice
  /// Nothing says what a payload pays in fees.
  case unknownFee = "unknown-fee"
}

package typealias RuleArgument = Acceptance<SignerConsent>
