internal import CommandLineInterface
internal import Descriptors
internal import EncryptedVault
internal import Refusals
package import SignerHome
package import TerminalUI
internal import TransactionReview

/// What must be acknowledged on its own before a wallet is registered or signed for once.
///
/// By a word typed on the terminal, or in scripts by `--accept` with its name; `--yes` answers none
/// of them.
package struct WalletWarning: Hashable, Sendable {
  /// What `--accept` calls it: a rule, or `stranger`.
  let name: String
  /// The rule that wants it acknowledged: a way by which others spend alone is a back door (R23).
  let rule: Rule
  /// What is typed on the terminal.
  let word: String
  let message: String
  let hint: String

  /// What stood in a file: a missing checksum, a key that is not where its origin says (R23).
  static func file(_ message: String) -> WalletWarning {
    WalletWarning(
      name: Rule.r23.rawValue, rule: .r23, word: Rule.r23.rawValue, message: message,
      hint: "ask for a new export without this fault, or acknowledge it: --accept R23")
  }

  /// A wallet that counts its addresses as no other does (R07).
  static func branches(_ branches: UnusualBranches) -> WalletWarning {
    WalletWarning(
      name: Rule.r07.rawValue, rule: .r07, word: Rule.r07.rawValue, message: "\(branches)",
      hint:
        "ask for an export with receiving and change addresses (/<0;1>/* after each key); if the "
        + "wallet really is like this, compare its addresses and acknowledge it: --accept R07")
  }

  /// A way by which others spend alone.
  static func stranger(_ message: String) -> WalletWarning {
    WalletWarning(
      name: SignerConsent.stranger.rawValue, rule: .r23, word: "a stranger can spend alone",
      message: message,
      hint: "have a new wallet made, or acknowledge that this one is theirs as much as yours: "
        + "--accept \(SignerConsent.stranger.rawValue)")
  }

  /// All that there is to acknowledge of a wallet, the gravest first.
  static func all(
    of descriptor: Descriptor, ownKeys: [OwnKey], file warnings: [String]
  ) -> [WalletWarning] {
    strangers(in: descriptor, ownKeys: ownKeys).map { stranger($0) }
      + (descriptor.unusualBranches.map { [branches($0)] } ?? []) + warnings.map { file($0) }
  }

  /// Who can spend without us, a sentence for each way: `STRANGER CAN SPEND ALONE: key 2 [...]`.
  static func strangers(in descriptor: Descriptor, ownKeys: [OwnKey]) -> [String] {
    guard let policy = WalletPolicy(descriptor) else { return [] }
    let own = Set(ownKeys.map(\.position))
    var alone: [Int] = []
    var together: [String] = []
    for way in policy.waysOfOneSeed(in: descriptor, ownKeys: own) {
      together.append(
        "STRANGER CAN SPEND ALONE: \(names(way.keys, in: descriptor)), all of one seed")
    }
    for way in policy.waysOfStrangers(ownKeys: own) {
      if way.threshold == 1 {
        alone += way.keys.filter { !alone.contains($0) }
      } else {
        together.append(
          "STRANGERS CAN SPEND WITHOUT US: any \(way.threshold) of "
            + "\(names(way.keys, in: descriptor))")
      }
    }
    guard !alone.isEmpty else { return together }
    let who = alone.count == 1 ? "STRANGER CAN" : "EACH STRANGER CAN"
    return ["\(who) SPEND ALONE: \(names(alone, in: descriptor))"] + together
  }

  /// `key 2 [b8688df1/48h/1h/0h/2h]`; of several the numbers alone, so that they stay on one line.
  static func names(_ positions: [Int], in descriptor: Descriptor) -> String {
    let keys = descriptor.keys
    let names = positions.sorted().map { position in
      let origin = positions.count > 1 ? nil : keys[position].origin.map { " [\($0)]" }
      return "key \(position + 1)\(origin ?? "")"
    }
    return names.joined(separator: ", ")
  }
}

extension [WalletWarning] {
  /// Whether there is one that the command line does not accept in advance.
  package func ask(accepting accepted: [RuleArgument]) -> Bool {
    contains { warning in !accepted.contains { $0.name == warning.name } }
  }

  /// Asks for each on its own.
  ///
  /// - Throws: `ProgramError` for the first that is not acknowledged.
  package func acknowledge(
    accepting accepted: [RuleArgument], on console: Console
  ) throws(ProgramError) {
    for warning in self {
      if accepted.contains(where: { $0.name == warning.name }) {
        console.talk("accepted \(warning.name) by --accept: \(warning.message)")
        continue
      }
      let refused = ProgramError(
        "not acknowledged: \(warning.message)", rule: warning.rule, hint: warning.hint)
      guard console.screen.canAsk else { throw refused }
      guard
        try console.typed(
          warning.word, to: "WARNING \(warning.name): \(warning.message)", orElse: warning.hint)
      else { throw refused }
    }
  }
}
