internal import BitcoinPrimitives
internal import PaymentBuilding
internal import Refusals
internal import TerminalUI

extension PaymentRequest {
  /// Takes the replay lock where the chain has one: without it Bitcoin could confirm the payment, too (R34).
  ///
  /// - Throws: `ProgramError` where something else has its place.
  mutating func takeReplayLock(of network: Network) throws(ProgramError) {
    guard network.hasReplayLock else { return }
    guard notBefore == nil else {
      throw ProgramError(
        "on \(network.name) the lock time is the replay lock, which keeps a payment off Bitcoin: there is no room for "
          + "another", rule: .r34,
        hint: "leave --lock-time out, and send the payment when it is time")
    }
    guard form != .payload else {
      throw ProgramError(
        "a multisig payload has no place for the replay lock of \(network.name), so Bitcoin could confirm it, too",
        rule: .r34, hint: "leave --as multisig out")
    }
    hasReplayLock = true
  }
}
