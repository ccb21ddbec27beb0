public import BitcoinPSBT
public import Refusals
public import TransactionReview

/// The consent to sign one PSBT, once.
///
/// It cannot be copied, is made only by ``TransactionReview/Review/approval(on:)``, holds the very
/// PSBT that was reviewed, and is consumed by signing: what was shown is what is signed (R29).
public struct Approval: ~Copyable {
  let review: Review

  fileprivate init(of review: Review) {
    self.review = review
  }

  /// The PSBT that was reviewed.
  public var psbt: PSBT { review.psbt }
}

extension Review {
  /// Shows this review to a person and returns their consent.
  ///
  /// A refusal ends it before any question; each warning needs its own acknowledgement.
  ///
  /// - Throws: ``ApprovalError`` naming what prevents it.
  public func approval(on screen: inout some ReviewScreen) throws(ApprovalError) -> Approval {
    screen.show(self)
    guard refusals.isEmpty else { throw .refused(refusals) }
    guard !signableInputs.isEmpty else { throw .nothingToSign }
    for warning in warnings where !screen.acknowledges(warning) {
      throw .notAcknowledged(warning)
    }
    guard screen.consents(to: self) else { throw .declined }
    return Approval(of: self)
  }
}

/// Why there is no approval.
public enum ApprovalError: HintedError, Equatable, Sendable {
  /// A rule refuses; no consent changes that.
  case refused([Finding])
  /// A warning was not acknowledged on its own.
  case notAcknowledged(Finding)
  /// The last question was answered with no.
  case declined
  /// Every input of ours is signed for good already.
  case nothingToSign
}

extension ApprovalError {
  public var description: String {
    switch self {
    case .refused(let findings):
      "refused: \(findings.first?.message ?? "a rule forbids it")"
        + (findings.count > 1 ? "; and \(findings.count - 1) more" : "")
    case .notAcknowledged(let finding): "not acknowledged: \(finding.message)"
    case .declined: "declined: nothing was signed"
    case .nothingToSign: "every input of ours is already final"
    }
  }

  /// The rule that refuses it, which is that of the first finding.
  public var rule: Rule? {
    switch self {
    case .refused(let findings): findings.first?.rule
    case .notAcknowledged(let finding): finding.rule
    case .declined, .nothingToSign: nil
    }
  }

  /// What the person can do about it.
  public var hint: String {
    switch self {
    case .refused(let findings): findings.first?.mend ?? "have the payment built again"
    case .notAcknowledged(let finding):
      "type \(finding.toType) when asked, or in a script add --accept \(finding.acknowledgement)"
    case .declined: "run the command again when you are sure"
    case .nothingToSign: "hand it back to the coordinator as it is"
    }
  }
}
