internal import Descriptors
internal import Refusals
internal import TerminalUI
internal import WalletStorage

/// Whether wallets agree on the keys behind a fingerprint and path.
enum KeyAgreement {
  /// Refuses a wallet in which a key of a known one was swapped: the same fingerprint and path with
  /// another key behind them (R08).
  ///
  /// `name` is the wallet's, for the error; nil when the person is naming it right now.
  static func require(
    of descriptor: Descriptor, named name: String? = nil,
    with wallets: [(name: String, descriptor: Descriptor)]
  ) throws(ProgramError) {
    for wallet in wallets {
      guard let conflict = OriginConflict(of: descriptor.keys, against: wallet.descriptor.keys)
      else { continue }
      let which = name.map { "the wallet \(ForeignText.name($0))" } ?? "this wallet"
      throw ProgramError(
        "key \(conflict.second + 1) of \(which) claims to be [\(conflict.origin)], but the "
          + "wallet \(ForeignText.name(wallet.name)) has another key there", rule: .r08,
        hint:
          "compare both keys with their owner before anything is paid to either wallet: one of "
          + "the two was swapped")
    }
  }
}
