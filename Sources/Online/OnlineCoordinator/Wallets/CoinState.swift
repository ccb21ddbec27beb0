internal import Refusals
internal import WalletStorage
internal import WalletTypes

extension WalletCoin.Availability {
  /// In a word or two, for tables and JSON.
  var words: String {
    switch self {
    case .spendable: "spendable"
    case .spent: "spent"
    case .locked(let payment): "held by payment \(payment)"
    case .frozen: "frozen"
    case .immature(let blocks): "not mature yet, \(counted(blocks, "more block"))"
    case .unconfirmed: "unconfirmed"
    case .unproved: "unproved: its transaction is missing"
    }
  }
}
