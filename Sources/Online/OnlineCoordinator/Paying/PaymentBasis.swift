internal import BitcoinPrimitives
internal import CoinSelection
internal import PaymentBuilding
internal import Refusals
internal import TerminalUI
internal import TransactionReview
internal import WalletTypes

/// What a payment is built upon that cannot choose its coins and its fee rate freely: one that takes the place of
/// another, or one that pays for transactions that wait.
protocol PaymentBasis {
  /// The coins that it has to spend; others come to them where they do not reach.
  var coins: [WalletCoin] { get }
  /// The payment whose place it takes; nil where it takes none.
  var replaced: PaymentRecord? { get }
  /// Whether other coins are added only once that is agreed to in words.
  var asksBeforeAddingCoins: Bool { get }
  /// What all of it is for, as in `for the higher fee of payment 4`.
  var purpose: String { get }
  /// What to do where no coin is left to pay for it; nil for what is said of every payment.
  var mend: String? { get }

  /// Takes a fee that serves the purpose.
  ///
  /// - Throws: ``TooCheap`` for a fee that does not, where the rate may be raised; else `ProgramError`.
  func requireEnough(_ quote: PaymentQuote, isRateGiven: Bool) throws
}

/// A quote whose fee does not serve its purpose, and the rate that does.
struct TooCheap: Error {
  let needed: FeeRate
}

extension PaymentBasis {
  var outPoints: [OutPoint] { coins.map(\.outPoint) }

  /// What is asked about a payment that is about to be built: coins that were not in the game so far.
  func warnings(about quote: PaymentQuote) -> [Finding] {
    guard asksBeforeAddingCoins else { return [] }
    let mine = Set(outPoints)
    let added = quote.coins.filter { !mine.contains($0) }
    guard !added.isEmpty else { return [] }
    return [
      Finding(
        rule: .r04, severity: .warn,
        message:
          "\(purpose) takes \(counted(added.count, "more coin")) of the wallet: everybody will see that "
          + "these coins belong together",
        details: added.map { "\($0)" },
        mend: "give a lower --fee-rate, so that no other coin is needed",
        consent: Finding.Consent(
          name: CoordinatorConsent.moreCoins.rawValue, sentence: "spend more coins for the fee"))
    ]
  }

  /// Plans it: with its own coins, with more where they do not reach, and at a higher rate where the one that was asked
  /// for is too low.
  func planned(
    _ request: PaymentRequest, among others: [WalletCoin],
    _ plan: (PaymentRequest, [WalletCoin]) throws -> PaymentPlan
  ) throws -> PaymentPlan {
    let mine = Set(outPoints)
    var request = request
    let asked = request.feeRate
    // What it spends is linked already; what is added has a tag that is among them.
    let tags = Set(coins.map(\.tag))
    let isOpen = request.fence == .open
    request.fence = .open
    // A request names its coins: only these are looked at, and those that are added.
    var pool = coins
    if request.coins == nil { pool += others.lazy.filter { !mine.contains($0.outPoint) } }
    // Positions; where its own coins reach, nobody looks for others.
    var more: [Int]?
    while true {
      do {
        return try plan(request, pool)
      } catch let error as TooCheap {
        guard error.needed > request.feeRate else { throw error }
        request.feeRate = error.needed
      } catch let error as PaymentError {
        let reason: SelectionError?
        switch error {
        case .selection(let why):
          guard case .insufficientFunds = why else { throw error }
          reason = why
        // The steps of a ladder differ in their change alone.
        case .stepWithoutChange: reason = nil
        default: throw error
        }
        if more == nil {
          more = others.indices.filter {
            let coin = others[$0]
            return !mine.contains(coin.outPoint) && coin.height != nil
              && (isOpen || tags.contains(coin.tag))
              && coin.availability(at: request.tipHeight) == .spendable
          }.sorted { others[$0].amount < others[$1].amount }
        }
        guard let next = more?.popLast().map({ others[$0] }) else {
          guard let reason else { throw error }
          let fenced = others.filter {
            !mine.contains($0.outPoint) && $0.height != nil && !isOpen && !tags.contains($0.tag)
              && $0.availability(at: request.tipHeight) == .spendable
          }
          guard !fenced.isEmpty else {
            guard let mend else { throw error }
            throw ProgramError("\(purpose) cannot be paid: \(reason)", hint: mend)
          }
          throw PaymentError.fencedReplacement(TagTotal.all(of: fenced), reason)
        }
        pool.append(next)
        request.coins?.append(next.outPoint)
        // With one more coin it is larger, and what is paid for others weighs less on each byte.
        request.feeRate = asked
      }
    }
  }
}
