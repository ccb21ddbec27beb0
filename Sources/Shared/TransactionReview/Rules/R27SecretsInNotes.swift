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
          "build the payment again without it; everybody who had this file could read that secret, so "
          + "move what it protects")
    ]
  }

  /// What secret a note seems to hold, in words; nil for none.
  static func secret(in note: String?) -> String? {
    guard let note else { return nil }
    return SecretArguments.kind(in: [note]) ?? SecretArguments.kind(inLabel: note)
  }
}
