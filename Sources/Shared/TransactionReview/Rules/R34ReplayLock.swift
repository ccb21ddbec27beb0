internal import BitcoinPrimitives
internal import Refusals

/// R34: what is signed for one chain never moves coins on another that has the same keys.
///
/// A fork of Bitcoin has Bitcoin's keys, addresses and older coins, so a signature for one is valid on both. The
/// replay lock is what keeps them apart: nodes of Bitcoin take it for a block that is thousands of years away.
enum R34ReplayLock {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    let network = facts.context.network
    let transaction = facts.transaction
    let isLocked = transaction.lockTime == .replayLock
    guard network.hasReplayLock else {
      if isLocked {
        return [
          Finding(
            rule: .r34, severity: .refuse,
            message:
              "the lock time \(LockTime.replayLock.rawValue) is the replay lock of forks of Bitcoin: this payment "
              + "was made for another chain than \(network)",
            mend: "sign it in the home of that chain, or have it built for \(network)")
        ]
      }
      return unprotected(on: network, "this chain has no replay lock")
    }
    // A lock time counts only where an input is not final.
    let counts = transaction.inputs.contains { $0.sequence != TxIn.finalSequence }
    if isLocked, counts {
      return [
        Finding(
          rule: .r34, severity: .show,
          message:
            "only \(network) can confirm it: it has the replay lock (\(LockTime.replayLock.rawValue))",
          mend: "nothing: that is how payments on \(network) are made")
      ]
    }
    return unprotected(
      on: network,
      isLocked ? "every input is final, so its replay lock has no effect" : "it has no replay lock")
  }

  /// The warning where the chain has coins that Bitcoin has, too.
  private static func unprotected(on network: Network, _ why: String) -> [Finding] {
    guard let height = network.forkHeight else { return [] }
    return [
      Finding(
        rule: .r34, severity: .warn,
        message:
          "\(why): if its coins are older than block \(height), with which \(network) left Bitcoin, anybody can "
          + "send this payment on Bitcoin too, and it moves your bitcoins to the same recipients",
        mend: network.hasReplayLock
          ? "have it built with the replay lock, as `pay` does on \(network)"
          : "first move the coins on one of the two chains to new addresses, in a payment that the other refuses",
        consent: .replay)
    ]
  }
}
