internal import CommandLineInterface
internal import Descriptors
internal import Refusals
internal import TerminalUI
internal import TransactionReview

extension AcceptanceOptions {
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
