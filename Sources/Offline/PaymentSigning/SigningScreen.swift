internal import BitcoinPrimitives
internal import CommandLineInterface
package import EncryptedVault
package import SignerHome
internal import Signing
package import TerminalUI
package import TransactionReview

/// The person at the terminal, or a script that named each warning it accepts: everything but the last question.
package struct SigningScreen: ReviewScreen {
  private let console: Console
  private let accepted: Set<RuleArgument>
  private let consent: MoneyConsent
  /// Why a question could not be asked.
  package private(set) var trouble: ProgramError?
  /// Whether the review was not read to its end: then no question was asked at all.
  package private(set) var isUnread = false
  /// How each warning was acknowledged, by its name; the log keeps it.
  package private(set) var answers: [String: LoggedAcceptance.Answer] = [:]

  /// `consent` says whether a question follows.
  package init(
    on console: Console, accepting accepted: [RuleArgument], _ consent: MoneyConsent
  ) {
    self.console = console
    self.accepted = Set(accepted)
    self.consent = consent
  }

  package mutating func show(_ review: Review) {
    show(ReviewText(review, columns: console.columns).trimmedText, of: [review])
  }

  /// Shows what a question follows about all of these.
  mutating func show(_ text: String, of reviews: [Review]) {
    let isAnswered = reviews.allSatisfy { review in
      consent.isAgreed(to: review)
        && review.acknowledgements.allSatisfy { name in accepted.contains { $0.name == name } }
    }
    // Where no question follows, nobody is asked to turn pages.
    guard reviews.allSatisfy(\.refusals.isEmpty), !isAnswered else { return console.talk(text) }
    do throws(ProgramError) {
      try console.showBeforeQuestion(text)
    } catch {
      trouble = error
      isUnread = true
    }
  }

  package mutating func acknowledges(_ warning: Finding) -> Bool {
    guard trouble == nil else { return false }
    // What signs asks for these words itself, by its own reading, and signs nothing without them.
    guard warning.consent == nil else { return true }
    let name = warning.acknowledgement
    if accepted.contains(where: { $0.name == name }) {
      console.talk("accepted \(name) by --accept: \(warning.message)")
      answers[name] = .option
      return true
    }
    let console = self.console
    let isTyped = asked { () throws(ProgramError) in
      try console.typed(
        warning.toType, to: "WARNING \(warning)", orElse: "add --accept \(name) in a script")
    }
    if isTyped { answers[name] = .typed(warning.toType) }
    return isTyped
  }

  /// The last question is asked by what holds the seeds, from its own reading.
  package mutating func consents(to review: Review) -> Bool { trouble == nil }

  private mutating func asked(_ question: () throws(ProgramError) -> Bool) -> Bool {
    do throws(ProgramError) {
      return try question()
    } catch {
      trouble = error
      return false
    }
  }
}

extension MoneyConsent {
  /// Whether `--yes` answers for a payment: on a test network not where the keys could hold real coins.
  fileprivate func isAgreed(to review: Review) -> Bool {
    isAgreed && (!review.facts.couldSpendRealCoins || answersForRealMoney)
  }
}

extension ReviewText {
  /// The text without its last line feed, which the console adds.
  package var trimmedText: String { text.last == "\n" ? String(text.dropLast()) : text }
}
