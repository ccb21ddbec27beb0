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

  /// In the order of the rules; each name once, but `replace`, of which each earlier payment has its own.
  let demands: [Demand]

  init(_ demands: [Demand]) {
    self.demands = demands
  }

  /// Whether signatures could spend real coins although the network is a test network (R11).
  var namesRealCoins: Bool { demands.contains { $0.consent == .realCoins } }

  /// Holds what the reviewer names against it: the log takes nothing from it that nobody was asked for.
  ///
  /// `options` is what the command line accepts, which both processes read.
  ///
  /// - Throws: `PacketSigningError.readingsDiffer`, also for a name that comes twice, and for the answer to a
  ///   rule that cannot have been given.
  func require(
    named accepted: [LoggedAcceptance], accepting options: [RuleArgument] = []
  ) throws(PacketSigningError) {
    let own = Set(demands.map(\.consent.name)).sorted()
    let named = accepted.map(\.name).filter { Rule(rawValue: $0) == nil }.sorted()
    let words = { (names: [String]) in names.isEmpty ? "none" : names.joined(separator: ", ") }
    guard own == named else {
      throw .readingsDiffer(
        "consents in words", review: words(named), secondReading: words(own))
    }
    var rules: Set<String> = []
    for one in accepted where Rule(rawValue: one.name) != nil {
      guard rules.insert(one.name).inserted else {
        throw .readingsDiffer(
          "acknowledged warnings", review: "\(one.name) twice", secondReading: "each once")
      }
      let isPossible =
        switch one.answer {
        case .typed(let words): words == one.name
        case .option: options.contains { $0.name == one.name }
        case .notKept: true
        }
      guard isPossible else {
        throw .readingsDiffer(
          "acknowledged warnings", review: "an answer to \(one.name)",
          secondReading: "none that can be")
      }
    }
  }

  /// Whether there is a sentence that the command line does not accept in advance.
  func asks(accepting accepted: [RuleArgument]) -> Bool {
    demands.contains { demand in !accepted.contains { $0.name == demand.consent.name } }
  }

  /// Has a person type each sentence that the command line does not name; gives how each was answered, by its name.
  ///
  /// `money` is whose money and which: `REAL bitcoin (mainnet)`.
  ///
  /// - Throws: `ProgramError` for the first that nobody gives.
  func answers(
    accepting accepted: [RuleArgument], about money: String, on console: Console
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
          sentence, to: "WARNING, \(money): \(demand.warning) (\(demand.rule))",
          orElse: refused.hint)
      else { throw refused }
      // Of several payments that are replaced the log keeps every sentence.
      if case .typed(let before) = answers[name] {
        answers[name] = .typed("\(before); \(sentence)")
      } else {
        answers[name] = .typed(sentence)
      }
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
