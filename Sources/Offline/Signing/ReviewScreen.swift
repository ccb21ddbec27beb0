public import TransactionReview

/// The person in front of the screen, as signing sees them.
///
/// The commands plug in a terminal, the tests a recording.
public protocol ReviewScreen {
  /// Shows the whole review before anything is asked.
  mutating func show(_ review: Review)

  /// Asks for one warning on its own; true only for an acknowledgement that names it.
  mutating func acknowledges(_ warning: Finding) -> Bool

  /// Asks the last question.
  mutating func consents(to review: Review) -> Bool
}
