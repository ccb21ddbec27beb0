import BitcoinPrimitives
import Signing
import TerminalUI
import TransactionReview

/// The person at the terminal, or a script that named each warning it accepts.
struct SigningScreen: ReviewScreen {
  private let console: Console
  private let accepted: Set<RuleArgument>
  private let isAgreed: Bool
  /// Why a question could not be asked.
  private(set) var trouble: ProgramError?

  /// `agreed` answers the final question, and nothing else.
  init(on console: Console, accepting accepted: [RuleArgument], agreed: Bool) {
    self.console = console
    self.accepted = Set(accepted)
    isAgreed = agreed
  }

  mutating func show(_ review: Review) {
    console.talk(ReviewText(review).trimmedText)
  }

  mutating func acknowledges(_ warning: Finding) -> Bool {
    let name = warning.acknowledgement
    if accepted.contains(where: { $0.name == name }) {
      console.talk("accepted \(name) by --accept: \(warning.message)")
      return true
    }
    let console = self.console
    return asked { () throws(ProgramError) in
      try console.typed(
        warning.toType, to: "WARNING \(warning)", orElse: "add --accept \(name) in a script")
    }
  }

  mutating func consents(to review: Review) -> Bool {
    if isAgreed { return true }
    let network = review.facts.context.network
    let rehearsal =
      review.facts.couldSpendRealCoins ? "" : " (rehearsal on \(network.name))"
    let console = self.console
    return asked { () throws(ProgramError) in
      try console.agrees(to: "Sign this payment\(rehearsal)?")
    }
  }

  private mutating func asked(_ question: () throws(ProgramError) -> Bool) -> Bool {
    do throws(ProgramError) {
      return try question()
    } catch {
      trouble = error
      return false
    }
  }
}
