internal import ArgumentParser
internal import CommandLineInterface
internal import Refusals
internal import TerminalUI
internal import TransactionReview
internal import WalletStorage

/// What `--accept` names beside rules: consents in words, which no rule's name stands for.
enum CoordinatorConsent: String, ConsentNames {
  /// Somebody else can spend alone.
  case stranger
  /// A recipient looks like another address.
  case lookAlike = "look-alike"
  /// A payment that was begun elsewhere spends coins with different tags.
  case mixedTags = "mixed-tags"
  /// A higher fee takes coins that were not in the payment before.
  case moreCoins = "more-coins"
}

/// The option of commands that may meet warnings of the review.
struct AcceptanceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Acknowledge warnings by rule, such as R04, or by `stranger`, `look-alike`, `mixed-tags` or "
        + "`more-coins` "
        + "(docs/rules.md).",
      valueName: "rule"))
  var accept: [Acceptance<CoordinatorConsent>] = []

  /// Has each warning acknowledged on its own: by `--accept`, or by its rule typed on the terminal.
  ///
  /// - Throws: `ProgramError` for the first that is not.
  func acknowledge(_ warnings: [Finding], on console: Console) throws(ProgramError) {
    for warning in warnings {
      let name = warning.acknowledgement
      let hint = "\(warning.mend); to continue anyway, add --accept \(name) in a script"
      if accept.contains(where: { $0.name == name }) {
        console.talk("accepted \(name) by --accept: \(warning.message)")
        continue
      }
      guard console.screen.canAsk else {
        let details =
          warning.details.isEmpty ? "" : " (\(warning.details.joined(separator: " ")))"
        throw ProgramError(
          "there is no terminal to ask on: \(warning.message)\(details)", rule: warning.rule,
          hint: hint)
      }
      let details = warning.details.map { "  \($0)\n" }.joined()
      let question = "WARNING \(warning)\n\(details)  -> \(warning.mend)"
      guard try console.typed(warning.toType, to: question, orElse: hint) else {
        let what = name == warning.rule.rawValue ? "not acknowledged" : "not acknowledged: \(name)"
        throw ProgramError("\(what): \(warning.message)", rule: warning.rule, hint: hint)
      }
    }
  }

  /// Has it acknowledged that the next index of a wallet lies far above all that is known (R07).
  ///
  /// - Throws: `ProgramError`, also for any other error.
  func acknowledgeFarAhead(_ error: StorageError, on console: Console) throws(ProgramError) {
    guard case .farAhead = error else { throw ProgramError(error) }
    try acknowledge(
      [Finding(rule: .r07, severity: .warn, message: "\(error)", mend: error.hint)], on: console)
  }
}
