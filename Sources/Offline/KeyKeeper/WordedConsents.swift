internal import Bytes
internal import CommandLineInterface
internal import EncryptedVault
internal import PacketSigning
internal import Refusals
internal import SignerHome
internal import TerminalUI
internal import TransactionReview

/// The consents in words that a payment wants, from the second reading and what the vault remembers.
///
/// The reviewer shows why they are wanted, and asks for none of them: whoever takes it over could leave them
/// out. It must name the same ones, else nothing is signed.
struct WordedConsents {
  /// One of them, with what a person reads above it.
  struct Demand: Equatable {
    let consent: Finding.Consent
    let rule: Rule
    let warning: String
  }

  /// In the order of the rules; each name once.
  let demands: [Demand]

  init(_ demands: [Demand]) {
    self.demands = demands
  }

  /// Whether signatures could spend real coins although the network is a test network (R11).
  var namesRealCoins: Bool { demands.contains { $0.consent == .realCoins } }

  /// Holds what the reviewer names against it.
  ///
  /// - Throws: `PacketSigningError.readingsDiffer`.
  func require(named accepted: [LoggedAcceptance]) throws(PacketSigningError) {
    let own = demands.map(\.consent.name).sorted()
    let named = Set(accepted.map(\.name)).filter(Self.names.contains).sorted()
    guard own != named else { return }
    let words = { (names: [String]) in names.isEmpty ? "none" : names.joined(separator: ", ") }
    throw .readingsDiffer(
      "consents in words", review: words(named), secondReading: words(own))
  }

  /// The names of all consents that a payment may want.
  private static let names: Set<String> = [
    SignerConsent.sweep.rawValue, SignerConsent.handedOut.rawValue,
    SignerConsent.realCoins.rawValue, SignerConsent.noVault.rawValue,
    SignerConsent.unknownFee.rawValue, SignerConsent.replace.rawValue,
  ]

  /// Has a person type each sentence that the command line does not name; gives how each was answered, by its name.
  ///
  /// - Throws: `ProgramError` for the first that nobody gives.
  func answers(
    accepting accepted: [RuleArgument], on console: Console
  ) throws(ProgramError) -> [String: LoggedAcceptance.Answer] {
    var answers: [String: LoggedAcceptance.Answer] = [:]
    for demand in demands {
      let (name, sentence) = (demand.consent.name, demand.consent.sentence)
      if accepted.contains(where: { $0.name == name }) {
        console.talk("accepted \(name) by --accept: \(demand.warning)")
        answers[name] = .option
        continue
      }
      let refused = ProgramError(
        "not acknowledged: \(demand.warning)", rule: demand.rule,
        hint: "type those words when asked, or in a script add --accept \(name)")
      guard console.screen.canAsk else { throw refused }
      guard
        try console.typed(
          sentence, to: "WARNING \(demand.warning) (\(demand.rule))", orElse: refused.hint)
      else { throw refused }
      answers[name] = .typed(sentence)
    }
    return answers
  }
}

extension [LoggedAcceptance] {
  /// The same, with these answers in place of what the reviewer says of them.
  func answered(_ answers: [String: LoggedAcceptance.Answer]) -> [LoggedAcceptance] {
    map { LoggedAcceptance($0.name, answers[$0.name] ?? $0.answer) }
  }
}
