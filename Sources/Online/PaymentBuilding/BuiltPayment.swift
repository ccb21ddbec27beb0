public import BitcoinPSBT
public import BitcoinPrimitives
public import Bytes
public import CoinSelection
public import WalletTypes

/// A payment ready to be signed.
public struct BuiltPayment: Sendable {
  /// The unsigned PSBT with all that signers need.
  public var psbt: PSBT
  /// The coins it spends, in the order of its inputs.
  public let inputs: [WalletCoin]
  /// What the inputs are worth more than the outputs.
  public let fee: Amount
  /// The weight it will have at most once signed: signers that grind for a low R save a unit or more a
  /// signature.
  public let weight: Weight
  /// The position of the change output; nil when there is none.
  public let changePosition: Int?
  /// Where the wallet derives the change; nil when there is none.
  public let change: ScriptPlace?
  /// How the coins were chosen.
  public let choice: ChosenCoins

  /// The fee rate it pays at least, rounded down to a whole sat/kvB.
  public var feeRate: FeeRate { FeeRate(fee: fee, for: weight) }

  /// The transaction without signatures.
  public var unsigned: Transaction { psbt.unsignedTransaction }

  /// What is to be stored of it, at a time in seconds since 1970, before anybody gets it.
  ///
  /// `nonceSecret` is what the coordinator's say in the nonces comes from, where it has one.
  public func newPayment(
    summary: String, created: Int64, nonceSecret: Bytes32? = nil
  ) -> NewPayment {
    NewPayment(
      unsigned: unsigned, psbt: StoredPacket(psbt), fee: fee, summary: summary, created: created,
      change: change, nonceSecret: nonceSecret)
  }
}

/// How the coins of a payment were chosen, and out of how many.
public struct ChosenCoins: Sendable {
  /// The choice, what it costs and what else was weighed.
  public let selection: Selection
  /// How many coins there were to choose from.
  public let offered: Int
  /// How many of these are not confirmed.
  public let offeredUnconfirmed: Int
  /// The fee rate that was asked for, or that a replacement needs.
  public let feeRate: FeeRate
  /// The fee rate at which coins left over are expected to be spent one day.
  public let longTermFeeRate: FeeRate
}

/// What a payment will cost, before it is built.
public struct PaymentQuote: Sendable {
  /// What the inputs will be worth more than the outputs.
  public let fee: Amount
  /// What the chosen coins are worth together.
  public let inputTotal: Amount
  /// The weight it will have at most once signed.
  public let weight: Weight
  /// The outputs that were asked for, without the change.
  public let payments: [TxOut]
  /// The coins that it will spend.
  public let coins: [OutPoint]
}
