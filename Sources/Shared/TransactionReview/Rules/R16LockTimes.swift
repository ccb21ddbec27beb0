internal import BitcoinPrimitives
internal import Refusals

/// R16: a lock time, a relative lock or an odd version that delays or changes what was meant.
enum R16LockTimes {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    let transaction = facts.transaction
    var findings: [Finding] = []
    if transaction.version != 1 && transaction.version != 2 {
      findings.append(warning("the transaction has the unusual version \(transaction.version)"))
    }
    let allFinal = transaction.inputs.allSatisfy { $0.sequence == TxIn.finalSequence }
    // The replay lock of this chain delays nothing on it (R34).
    let isReplayLock =
      transaction.lockTime == .replayLock && facts.context.network.hasReplayLock
    if transaction.lockTime != .none, !isReplayLock {
      if allFinal {
        findings.append(
          warning("the lock time \(transaction.lockTime) has no effect: every input is final"))
      } else if let time = transaction.lockTime.time {
        findings.append(warning("it cannot confirm before \(CivilTime.minute(ofSecond: time))"))
      } else if let height = transaction.lockTime.height {
        findings.append(judged(height, facts))
      }
    }
    // Consensus reads the version without a sign (BIP-68): a negative one locks as well.
    let locks = UInt32(bitPattern: transaction.version) >= 2
    for (number, input) in transaction.inputs.enumerated() {
      guard let words = relativeLock(input.sequence) else { continue }
      findings.append(
        warning(
          locks
            ? "input \(number) cannot confirm before \(words)"
            : "input \(number) asks to wait until \(words), which has no effect in version "
              + "\(transaction.version)"))
    }
    return findings
  }

  private static func judged(_ height: UInt32, _ facts: ReviewFacts) -> Finding {
    let isOrdinary: Bool
    if !facts.context.network.isWorthMoney {
      isOrdinary = true
    } else if let estimate = facts.context.estimatedHeight {
      isOrdinary = UInt64(height) <= UInt64(estimate) + UInt64(facts.context.limits.lockTimeSlack)
    } else {
      isOrdinary = false
    }
    return Finding(
      rule: .r16, severity: isOrdinary ? .show : .warn,
      message: "it cannot confirm before block \(height)",
      mend: "if you did not ask for a delay, compare it with today's block height")
  }

  /// BIP-68 in words; nil when the sequence locks nothing.
  private static func relativeLock(_ sequence: UInt32) -> String? {
    let value = sequence & 0xffff
    guard sequence & (1 << 31) == 0, value > 0 else { return nil }
    return sequence & (1 << 22) == 0
      ? "\(counted(value, "block")) after its coin"
      : "\(CivilTime.span(ofSeconds: UInt64(value) * 512)) after its coin (\(UInt64(value) * 512) seconds)"
  }

  private static func warning(_ message: String) -> Finding {
    Finding(
      rule: .r16, severity: .warn, message: message,
      mend: "sign only if you asked for this")
  }
}
