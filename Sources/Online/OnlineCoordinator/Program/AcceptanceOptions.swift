internal import ArgumentParser
internal import CommandLineInterface
internal import Descriptors
internal import Refusals
internal import TerminalUI
internal import TransactionReview
internal import WalletStorage

/// What `--accept` names beside rules: consents in words, which no rule's name stands for.
enum CoordinatorConsent: String, ConsentNames {
  /// Somebody else can spend alone.
  case stranger
}

/// The option of commands that may meet warnings of the review.
struct AcceptanceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Acknowledge warnings by rule, such as R04, or `stranger`: somebody else can spend alone.",
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
        throw ProgramError(
          "there is no terminal to ask on: \(warning.message)", rule: warning.rule, hint: hint)
      }
      let question = "WARNING \(warning)\n  -> \(warning.mend)"
      guard try console.typed(warning.toType, to: question, orElse: hint) else {
        let what = name == warning.rule.rawValue ? "not acknowledged" : "not acknowledged: \(name)"
        throw ProgramError("\(what): \(warning.message)", rule: warning.rule, hint: hint)
      }
    }
  }

  /// Has a wallet acknowledged of which some keys can spend without the others (R23), by a sentence
  /// typed on the terminal or `--accept stranger`; `--yes` never answers.
  ///
  /// `name` is that of a wallet that comes with others; nil where it is the only one.
  func acknowledgeLoneSpenders(
    of descriptor: Descriptor, named name: String? = nil, on console: Console
  ) throws(ProgramError) {
    let of = name.map { "of the wallet \(ForeignText.name($0)), " } ?? ""
    try acknowledge(
      LoneSpenders.sentences(of: descriptor).map { sentence in
        Finding(
          rule: .r23, severity: .warn, message: of + sentence,
          mend: "pay nothing to it unless everybody with such a key may take all of it",
          consent: Finding.Consent(
            name: CoordinatorConsent.stranger.rawValue, sentence: "a stranger can spend alone"))
      }, on: console)
  }

  /// Has it acknowledged that the next index of a wallet lies far above all that is known (R07).
  ///
  /// - Throws: `ProgramError`, also for any other error.
  func acknowledgeFarAhead(_ error: StorageError, on console: Console) throws(ProgramError) {
    guard case .farAhead = error else { throw ProgramError(error) }
    try acknowledge(
      [Finding(rule: .r07, severity: .warn, message: "\(error)", mend: error.hint)], on: console)
  }

  /// Has a wallet acknowledged that counts its addresses as no other does (R07): coins in it are found
  /// only by whoever has this descriptor.
  ///
  /// `name` is that of a wallet that comes with others; nil where it is the only one.
  func acknowledgeBranches(
    of descriptor: Descriptor, named name: String? = nil, on console: Console
  ) throws(ProgramError) {
    let wallet = name.map { "the wallet \(ForeignText.name($0))" }
    if let (first, second) = descriptor.differentlyCountedKeys {
      console.warn(
        """
        keys \(first + 1) and \(second + 1)\(wallet.map { " of \($0)" } ?? "") count their addresses in \
        different ways (R07): offline-signer refuses such a wallet; pay nothing to it before \
        every signer has registered it
        """)
    }
    guard let branches = descriptor.branchesToAcknowledge else { return }
    try acknowledge(
      [
        Finding(
          rule: .r07, severity: .warn,
          message: wallet.map { "\($0): \(branches)" } ?? "\(branches)",
          mend: "have the wallet exported with receiving and change addresses (/<0;1>/*)")
      ], on: console)
  }
}

extension Descriptor {
  /// How the wallet counts its addresses, where it is kept only once somebody has agreed to that (R07).
  ///
  /// More than ``Descriptor/unusualBranches``: also a lone key, which has one address for ever. Not
  /// asked about: what is only emptied (`combo`), a redeem script, whose keys have no paths, and
  /// Chance's own.
  var branchesToAcknowledge: UnusualBranches? {
    if let unusualBranches { return unusualBranches }
    guard keys.count == 1, isOfOneAddressByNature, alternatives.count == 1 else { return nil }
    return .oneAddress
  }
}
