internal import AirgapTransfer
internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import PaymentBuilding
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

extension LockTime {
  /// What it means for a payment, in a sentence.
  var wordsOnConfirming: String {
    "It can confirm only after \(height.map { "block \($0)" } ?? "\(self)"): until then nodes refuse it, and the signer "
      + "points it out (R16)."
  }
}

/// What of a payment is beside its recipients, and is kept or lost by what takes its place.
extension Replacement {
  /// How far the time that lock times are held against may be behind that of the last block, in seconds.
  private static let lag: Int64 = 7200

  /// The lock time of the payment, where it does not let the payment into the next block yet.
  private func lockTime(in store: Store, now: Int64) throws -> LockTime? {
    let lock = payment.unsigned.lockTime
    // Without a sequence number below the last one it means nothing.
    let wallet = try store.wallet(of: payment)
    guard payment.unsigned.inputs.contains(where: { $0.sequence != .max }),
      let point = try store.lastSync(of: wallet)
    else { return nil }
    // What takes its place has the replay lock of the chain by itself.
    if lock == .replayLock, wallet.network.hasReplayLock { return nil }
    let isAhead =
      if let height = lock.height {
        Int64(height) > Int64(point.height)
      } else {
        Int64(lock.rawValue) > min(point.time, now) - Self.lag
      }
    return isAhead ? lock : nil
  }

  /// The same, for a payment in its place that is written in a form.
  ///
  /// - Throws: `ProgramError` where the form has no place for it.
  func lockTime(in store: Store, now: Int64, as format: PayloadFormat?) throws -> LockTime? {
    guard let lock = try lockTime(in: store, now: now) else { return nil }
    guard format != .multisig else {
      throw ProgramError(
        "payment \(payment.number) has a lock time (\(lock)), and a multisig payload has no place for it",
        hint: "leave --as multisig out")
    }
    return lock
  }

  /// The note to those who sign the payment; nil for none.
  func note(in store: Store) throws -> String? {
    try store.packetWithoutPrevious(of: payment).signatures().global.note
  }

  /// Warns of what the payment has beside its recipients, and the one in its place has not.
  func warnOfLost(
    by built: BuiltPayment, isLockTimeGiven: Bool, now: Int64, _ console: Console, _ store: Store
  ) throws {
    let number = payment.number
    let again = "cancel the new one, and build it again with"
    if !isLockTimeGiven, let lock = try lockTime(in: store, now: now),
      built.unsigned.lockTime != lock
    {
      console.warn(
        "payment \(number) can confirm only after \(lock), the new one at once: if it is to wait as well, \(again) "
          + "--lock-time")
    }
    if built.psbt.global.note == nil, try note(in: store) != nil {
      console.warn(
        "payment \(number) carries a note to those who sign; the new one does not. If it should, \(again) --note"
      )
    }
    let carried = Set(built.unsigned.outputs.map(\.scriptPubKey))
    for script in payment.unsigned.outputs.map(\.scriptPubKey)
    where script.isUnspendable && !carried.contains(script) {
      let words = ForeignText.shown(script.dataWords ?? "the script \(script.hex)", limit: 300)
      console.warn(
        "payment \(number) carries \(words), the new one does not: if it is to carry that as well, \(again) --data"
      )
    }
  }
}
