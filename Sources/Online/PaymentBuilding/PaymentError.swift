public import BitcoinPrimitives
public import CoinSelection
public import Refusals
public import WalletTypes

/// Why a payment cannot be built; nothing was locked or handed out then.
public enum PaymentError: HintedError, Equatable, Sendable {
  /// Nobody is to be paid.
  case noRecipient
  /// More than ``PaymentRequest/recipientLimit``.
  case tooManyRecipients(count: Int, limit: Int)
  /// An amount so small that nodes do not relay the output.
  case dust(address: String, amount: Amount, minimum: Amount)
  /// Two recipients are to get all that is left.
  case twoRemainders
  /// Somebody gets all that is left, so the fee cannot be taken from another's amount.
  case feeFromRemainder
  /// The part of the fee that is taken from an amount leaves nothing, or dust.
  case feeAboveShare(address: String, amount: Amount, fee: Int64)
  /// Data of no bytes, or of too many.
  case dataLength(Int, limit: Int)
  /// The amounts together are over 21 million bitcoin.
  case amountsBeyondSupply
  /// The wallet does not have a coin that was named.
  case unknownCoin(OutPoint)
  /// A coin was named twice.
  case repeatedCoin(OutPoint)
  /// A coin that was named cannot be spent now, with the reason.
  case coinNotSpendable(OutPoint, reason: String)
  /// The wallet has no way to spend: an address or a script alone.
  case cannotSign(wallet: String)
  /// A coin that was named is frozen.
  case frozenCoin(OutPoint)
  /// The selection fails without the coins that are frozen.
  case frozenCoins(count: Int, amount: Amount, SelectionError)
  /// The coins do not suffice, or none fit.
  case selection(SelectionError)
  /// The fee is above the share of the inputs at which it is refused (R04).
  case feeTooHigh(fee: Amount, inputs: Amount, percent: Int64)
  /// The transaction that made a coin is not in the records, and signers need it.
  case missingTransaction(Txid)
  /// It would need more unconfirmed change than mempools take in a row.
  case mempoolChain(UnconfirmedTransactions.Limit)
  /// The selection fails without coins whose transactions are missing.
  case unprovedCoins(count: Int, amount: Amount, SelectionError)
  /// The selection fails with the coins that their tags allow; what the others come to, and whether tags were
  /// named. `others` says how many more coins are frozen or not proved.
  case fencedCoins([TagTotal], named: Bool, others: String?, SelectionError)
  /// A replacement fails with the coins whose tags are in the payment already; what the others come to.
  case fencedReplacement([TagTotal], SelectionError)
  /// The selection fails without coins that unfinished payments hold.
  indirect case heldCoins([HeldCoin], PaymentError)
  /// Coins that were named have different tags.
  case mixedTags([TagTotal])
  /// A coin that was named has none of the tags that were named.
  case outsideTag(OutPoint, tag: String?)
  /// At the highest rate of a fee ladder nothing comes back, so its fee cannot come out of the change alone.
  case stepWithoutChange(FeeRate)
  /// What takes the payment of a fee ladder back would leave too little.
  case nothingTakenBack(fee: Amount, inputs: Amount)
  /// The PSBT could not be made.
  case packet(reason: String)

  public var description: String {
    switch self {
    case .noRecipient: "a payment needs at least one recipient"
    case .tooManyRecipients(let count, let limit): "\(count) recipients; the limit is \(limit)"
    case .dust(let address, let amount, let minimum):
      "\(amount.satoshis) sat to \(address) are dust: nodes relay \(minimum.satoshis) sat or more"
    case .twoRemainders: "only one recipient can get all that is left"
    case .feeFromRemainder: "the recipient of `all` already pays the fee"
    case .feeAboveShare(let address, let amount, let fee):
      "\(fee) sat of the fee cannot be taken from the \(amount.satoshis) sat to \(address): "
        + "what would be left is too little for nodes to relay"
    case .dataLength(let count, let limit):
      "\(counted(count, "byte")) of data; a payment carries 1 to \(limit)"
    case .amountsBeyondSupply: "the amounts add up to more than 21 million bitcoin"
    case .unknownCoin(let outPoint): "the wallet has no coin \(outPoint)"
    case .repeatedCoin(let outPoint): "the coin \(outPoint) is named twice"
    case .coinNotSpendable(let outPoint, let reason): "the coin \(outPoint) is \(reason)"
    case .frozenCoin(let outPoint): "the coin \(outPoint) is frozen"
    case .frozenCoins(let count, let amount, let error):
      "\(error); \(counted(count, "more coin")), \(amount.btc) BTC, \(count == 1 ? "is" : "are") frozen"
    case .cannotSign(let wallet):
      "nobody knows how to spend from \(wallet): its descriptor holds no keys"
    case .selection(let error): error.description
    case .feeTooHigh(let fee, let inputs, let percent):
      "the fee of \(fee.satoshis) sat is more than \(percent) % of the \(inputs.satoshis) sat spent"
    case .missingTransaction(let txid):
      "the transaction \(txid) that made a coin is not known, so its amount cannot be proved"
    case .mempoolChain(let limit): "this payment needs change that is not confirmed, and \(limit)"
    case .unprovedCoins(let count, let amount, let error):
      "\(error); \(counted(count, "more coin")), \(amount.btc) BTC, cannot be spent "
        + "now: the transactions that made them are missing, and signers need these for the amounts"
    case .fencedCoins(let totals, let isNamed, let others, let error):
      "\(error); not counted, because "
        + (isNamed ? "they are outside the tags that you named: " : "of their tags: ")
        + TagTotal.words(totals) + (others.map { "; \($0)" } ?? "")
    case .fencedReplacement(let totals, let error):
      "\(error); not added, because their tags are not in the payment that is replaced: "
        + TagTotal.words(totals)
    case .heldCoins(let coins, let error):
      "\(error); held by unfinished payments: \(HeldCoin.words(coins))"
    case .mixedTags(let totals):
      "the coins have different tags, and one payment would link them: \(TagTotal.words(totals))"
    case .outsideTag(let outPoint, let tag):
      "the coin \(outPoint) has \(tag.map { "the tag \($0)" } ?? "no tag")"
    case .stepWithoutChange(let rate):
      "at \(rate) these coins leave no change, and the steps of a fee ladder differ in their fee and their change alone"
    case .nothingTakenBack(let fee, let inputs):
      "the cancel of this ladder would pay a fee of \(fee.satoshis) sat out of \(inputs.satoshis) sat, which leaves "
        + "too little for nodes to relay"
    case .packet(let reason): "the payment contradicts itself: \(reason)"
    }
  }

  /// The rule that refuses it; nil where none does.
  public var rule: Rule? {
    switch self {
    case .missingTransaction, .unprovedCoins: .r01
    case .amountsBeyondSupply: .r03
    case .feeTooHigh: .r04
    case .repeatedCoin: .r05
    case .dust, .feeAboveShare, .stepWithoutChange, .nothingTakenBack: .r15
    case .tooManyRecipients: .r18
    case .selection(let error): error.rule
    case .frozenCoins(_, _, let error), .fencedCoins(_, _, _, let error),
      .fencedReplacement(_, let error):
      error.rule
    case .heldCoins(_, let error): error.rule
    case .frozenCoin, .noRecipient, .twoRemainders, .feeFromRemainder, .dataLength, .unknownCoin,
      .coinNotSpendable, .cannotSign,
      .mempoolChain, .mixedTags, .outsideTag, .packet:
      nil
    }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .noRecipient: "give --to ADDRESS=AMOUNT for each recipient"
    case .tooManyRecipients: "pay them in several payments"
    case .dust: "pay more to this address"
    case .twoRemainders: "give the other recipients an amount"
    case .feeFromRemainder: "leave out --subtract-fee or --subtract-fee-from"
    case .feeAboveShare: "pay more to this address, lower the fee rate, or take no fee from it"
    case .dataLength: "shorten the data, or put its hash there"
    case .amountsBeyondSupply: "check the amounts"
    case .unknownCoin, .repeatedCoin: "sync, then run `coins WALLET` to list its coins"
    case .coinNotSpendable: "choose other coins, wait, or cancel the payment that holds it"
    case .frozenCoin: "choose other coins; to spend this one, run `unfreeze WALLET COIN` first"
    case .frozenCoins:
      "pay less; to spend frozen coins, run `unfreeze WALLET COIN` first: `coins WALLET` lists them"
    case .fencedCoins:
      "to spend coins with one tag, add --tag NAME; to spend coins with different tags together, which "
        + "links them for everybody, add --mix-tags"
    case .fencedReplacement:
      "pay less, or at a lower fee rate; to add coins with other tags, which links them for everybody, add "
        + "--mix-tags"
    case .heldCoins(let coins, let error): HeldCoin.hint(coins, besides: error)
    case .mixedTags:
      "name coins with one tag; if everybody may see that they belong together, add --mix-tags"
    case .outsideTag(_, let tag):
      tag == nil
        ? "leave this coin out, or add --mix-tags in place of --tag, which links it with the others"
        : "leave this coin out, or name its tag as well with --tag"
    case .cannotSign: "create the wallet from the signer's account"
    case .selection(let error): error.hint
    case .feeTooHigh:
      "lower the fee rate: the signer refuses this too, unless its own limit is higher"
    case .mempoolChain:
      "wait for the next block, sync and try again; or pay less, so that confirmed coins are enough"
    case .missingTransaction, .unprovedCoins:
      "sync with a node that keeps all blocks (prune=0); `coins WALLET` marks these coins as "
        + "unproved"
    case .stepWithoutChange:
      "leave the highest rate out of --ladder, pay less, or name more coins with --coin"
    case .nothingTakenBack: "add --no-cancel, or leave the highest rate out of --ladder"
    case .packet: "sync and build it again"
    }
  }
}
