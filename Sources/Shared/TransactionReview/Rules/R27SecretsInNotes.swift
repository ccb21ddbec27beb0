internal import BitcoinPSBT
internal import Refusals
internal import WalletFiles

/// R27: a note that holds a secret is refused, and nothing of it is shown.
enum R27SecretsInNotes {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    guard let secret = facts.secretInNote else { return [] }
    return [
      Finding(
        rule: .r27, severity: .refuse,
        message: "the note that came with the payment holds \(secret)",
        mend:
          "build the payment again without the note; everybody who had this file could read the secret: "
          + "move the coins that it protects to a new seed")
    ]
  }

  /// What secret a note seems to hold, in words; nil for none.
  static func secret(in note: String?) -> String? {
    guard let note else { return nil }
    return SecretArguments.kind(in: [note]) ?? SecretArguments.kind(inLabel: note)
  }
}
