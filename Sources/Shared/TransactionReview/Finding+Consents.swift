// The consents in words: what a script names, and what a person types (docs/rules.md).

extension Finding.Consent {
  /// A single key that came from outside is paid (R06, R07).
  package static let sweep = Finding.Consent(
    name: "sweep", sentence: "pay a key that came from outside")
  /// A wallet that was handed out is paid (R06, R07).
  package static let handedOut = Finding.Consent(
    name: "handed-out", sentence: "pay a wallet that was handed out")
  /// On a test network, keys sign that are the same on mainnet (R11).
  package static let realCoins = Finding.Consent(
    name: "real-coins", sentence: "these signatures could spend real coins")
  /// Others' inputs stand beside ours, and nothing remembers which coins are ours (R12).
  package static let noVault = Finding.Consent(
    name: "no-vault", sentence: "coins shown as other people's may be mine")
  /// Nothing says what a payload pays in fees (R21).
  package static let unknownFee = Finding.Consent(
    name: "unknown-fee", sentence: "the fee cannot be known")

  /// What is signed for a fork may be valid on Bitcoin, too (R34).
  package static let replay = Finding.Consent(
    name: "replay", sentence: "this payment may move bitcoins too")

  /// A coin was signed for before, in a payment with other recipients or amounts, first on that day (R33).
  package static func replace(_ date: String) -> Finding.Consent {
    Finding.Consent(name: "replace", sentence: "replace the payment of \(date)")
  }
}
