internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// Which coins a payment spends: their numbers, what they are worth, and what a person called them.
struct SpentCoins {
  private struct Coin {
    let outPoint: OutPoint
    let number: Int64?
    /// Nil for a coin that the records do not have.
    let amount: Amount?
    let tag: String?
    let label: String?
  }

  /// In the order of the inputs.
  private let coins: [Coin]
  /// The most rows of a table.
  private static let mostShown = 100

  /// The coins at these places, those that the records do not have too.
  init(_ outPoints: [OutPoint], of wallet: WalletRecord, in store: Store) throws {
    let known = try store.coins(at: outPoints, of: wallet)
    let outputs = try store.labels(.output, of: wallet)
    let addresses = try store.labels(.address, of: wallet)
    coins = try outPoints.map { outPoint in
      let coin = known[outPoint]
      var label = outputs["\(outPoint)"]
      if label == nil, let coin, !addresses.isEmpty {
        let script = try wallet.descriptor.derived(branch: coin.branch, index: coin.index)
          .scriptPubKey
        label = Address(script: script, network: wallet.network).flatMap { addresses[$0.string] }
      }
      return Coin(
        outPoint: outPoint, number: coin?.number, amount: coin?.amount, tag: coin?.tag,
        label: label)
    }
  }

  /// The coins that a payment of this home spends.
  init(of payment: PaymentRecord, of wallet: WalletRecord, in store: Store) throws {
    try self.init(payment.unsigned.inputs.map(\.previousOutput), of: wallet, in: store)
  }

  // MARK: Words

  /// A row a coin; columns that would be empty are left out.
  var table: Table {
    let hasTags = coins.contains { $0.tag != nil }
    let hasLabels = coins.contains { $0.label != nil }
    var columns: [Table.Column] = [.init("coin", .right), .init("BTC", .right)]
    if hasTags { columns.append(.init("tag", .left, .wraps)) }
    if hasLabels { columns.append(.init("label", .left, .wraps)) }
    var table = Table(columns)
    for coin in coins.prefix(Self.mostShown) {
      var cells = [
        coin.number.map { "\($0)" } ?? "\(coin.outPoint)", coin.amount?.btc ?? "not known",
      ]
      if hasTags { cells.append(coin.tag ?? "") }
      if hasLabels { cells.append(coin.label ?? "") }
      table.add(cells)
    }
    return table
  }

  /// What stands above the table.
  var heading: String {
    let more = coins.count - Self.mostShown
    return "It spends \(counted(coins.count, "coin"))"
      + (more > 0 ? "; the first \(Self.mostShown) of them, --json has all:" : ":")
  }

  // MARK: JSON

  var json: JSONValue {
    .array(
      coins.map {
        [
          "number": $0.number.map { .integer($0) } ?? .null, "outpoint": .string("\($0.outPoint)"),
          "amount": $0.amount.map { .integer($0.satoshis) } ?? .null,
          "tag": $0.tag.map { .string($0) } ?? .null,
          "label": $0.label.map { .string($0) } ?? .null,
        ]
      })
  }
}
