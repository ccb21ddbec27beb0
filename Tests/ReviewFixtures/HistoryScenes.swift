import BitcoinPSBT
import BitcoinPrimitives
import ExtendedKeys
import TransactionReview

/// Payments of a machine that has signed before (R33).
enum HistoryScenes {
  /// Lets the machine remember that it has signed a payment; all but its second output leaves us.
  static func sign(_ draft: PacketDraft, in scene: inout Scene, at time: Int64 = 1_800_000_000) {
    let transaction = draft.transaction
    let payees = draft.payments.enumerated().filter { $0.offset != 1 }
    scene.machine.history.append(
      SignedPayment(
        txid: transaction.txid, unsignedTxid: transaction.txid, time: time, fee: fee(of: draft),
        coins: draft.coins.map(\.input.previousOutput),
        payees: payees.map { PayeeMark($0.element.output) }))
  }

  private static func fee(of draft: PacketDraft) -> Int64 {
    let coins = draft.coins.reduce(0) { $0 + $1.output.rawValue }
    return draft.payments.reduce(coins) { $0 - $1.output.rawValue }
  }

  /// The payment of a scene out of another coin.
  static func fromAnotherCoin(_ draft: PacketDraft) throws -> PacketDraft {
    var other = draft
    other.coins = [
      try HonestPayment.coin(.wpkh, branch: 0, index: 4, satoshis: 1_500_000)
    ]
    return other
  }
}

extension Flaw {
  /// R33: what was signed before, once more or otherwise.
  static let history: [Flaw] = [
    Flaw("r33-the-same-payment-out-of-another-coin", .warn) {
      HistoryScenes.sign(try HistoryScenes.fromAnotherCoin($0.draft), in: &$0)
    },
    Flaw("r33-the-same-payment-a-third-time", .warn) {
      let other = try HistoryScenes.fromAnotherCoin($0.draft)
      HistoryScenes.sign(other, in: &$0, at: 951_782_400)
      var third = other
      third.coins[0] = try HonestPayment.coin(.wpkh, branch: 0, index: 3, satoshis: 1_500_000)
      HistoryScenes.sign(third, in: &$0, at: 1_800_000_000)
    },
    Flaw("r33-the-same-payee-twice-in-one-payment", .warn) {
      $0.draft.payments[0].output.rawValue /= 2
      $0.draft.payments.append($0.draft.payments[0])
    },
    Flaw("r33-a-coin-signed-away-to-another-payee", .warn) {
      var other = $0.draft
      other.payments[0] = try HonestPayment.payment(
        to: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", satoshis: 600_000)
      HistoryScenes.sign(other, in: &$0)
    },
    Flaw("r33-a-coin-signed-away-for-another-amount", .warn) {
      var other = $0.draft
      other.payments[0].output.rawValue = 500_000
      other.coins.removeLast()
      other.payments[1].output.rawValue = 490_000
      HistoryScenes.sign(other, in: &$0)
    },
    Flaw("r33-a-coin-signed-away-twice-before", .warn) {
      var other = $0.draft
      other.payments[0].output.rawValue = 500_000
      HistoryScenes.sign(other, in: &$0, at: 1_800_000_000)
      other.payments[0].output.rawValue = 600_001
      other.payments.append(
        try HonestPayment.payment(
          to: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", satoshis: 70_000))
      other.payments[1].output.rawValue -= 75_001
      HistoryScenes.sign(other, in: &$0, at: 1_800_100_000)
    },
    Flaw("r33-a-payment-that-is-taken-back", .warn) {
      HistoryScenes.sign($0.draft, in: &$0)
      $0.draft.payments = [
        try HonestPayment.change(.wpkh, branch: 1, index: 3, satoshis: 1_480_000)
      ]
    },
  ]
}
