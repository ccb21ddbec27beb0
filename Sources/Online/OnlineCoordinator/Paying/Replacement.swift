internal import BitcoinPrimitives
internal import CoinSelection
internal import PaymentBuilding
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// A payment that was signed or sent and is not in a block, to be replaced by one with its coins and a higher fee
/// (BIP-125).
struct Replacement {
  let payment: PaymentRecord
  /// Its coins, for another payment to spend.
  let coins: [WalletCoin]
  /// What the mempool loses: its fee, and the fees of payments that build on it.
  let lost: Int64
  /// The payments that build on it and go with it.
  let builtOnIt: [Int64]
  /// The fee rate that it pays.
  let rate: FeeRate
  private let wallet: WalletRecord
  private let own: Set<Script>

  var outPoints: [OutPoint] { coins.map(\.outPoint) }

  /// - Throws: `ProgramError`, or what the records throw, for one that was never handed out, or that is in a block, or whose
  ///   coins are gone.
  init(_ number: Int64, of wallet: WalletRecord, in store: Store) throws {
    let record = try store.payment(number)
    guard record.walletName == wallet.name else {
      throw ProgramError(
        "payment \(number) is one of \(record.walletName), not of \(wallet.name)",
        hint: "run `payments` to list them")
    }
    let state = record.state.words
    guard record.state != .confirmed, record.state != .conflicted else {
      throw ProgramError(
        "payment \(number) cannot be replaced: it \(state)",
        hint: "run `history` to see what is in blocks")
    }
    // Whoever has the signatures can send it, also when it was given up.
    guard record.wasHandedOver || record.final != nil else {
      throw ProgramError(
        "payment \(number) cannot be replaced: it \(state), and nobody here can send it",
        hint:
          "run `cancel \(number)`, then build another with `pay`; if somebody has signed it, spend "
          + "one of its coins there: --coin \(record.unsigned.inputs.first.map { "\($0.previousOutput)" } ?? "TXID:VOUT")"
      )
    }
    let coins = try store.replaceableCoins(of: record)
    guard !coins.isEmpty else {
      throw ProgramError(
        "no coin of payment \(number) is free: each is spent, or another payment holds it",
        hint: "sync, then run `payments`")
    }
    payment = record
    self.coins = coins
    self.wallet = wallet
    let payments = try store.payments(of: wallet)
    let fee = try PaymentContents(record, of: wallet, in: store).fee ?? record.fee
    (lost, builtOnIt) = Self.lost(with: record, fee: fee, among: payments)
    rate = record.final.map { FeeRate(fee: fee, for: $0.weight) } ?? .zero
    let places = try store.places(of: record.unsigned.outputs.map(\.scriptPubKey), in: wallet)
    own = Set(places.keys)
  }

  private static func lost(
    with payment: PaymentRecord, fee: Amount, among payments: [PaymentRecord]
  ) -> (fees: Int64, numbers: [Int64]) {
    var gone: Set<Txid> = Set([payment.unsigned.txid, payment.final?.txid].compactMap { $0 })
    var fees = fee.satoshis
    var numbers: [Int64] = []
    var isMore = true
    // Whatever their order: one may build on another that was built later.
    while isMore {
      isMore = false
      for other in payments
      where other.state.holdsCoins && other.number != payment.number
        && !numbers.contains(other.number)
        && other.unsigned.inputs.contains(where: { gone.contains($0.previousOutput.txid) })
      {
        gone.formUnion([other.unsigned.txid, other.final?.txid].compactMap { $0 })
        numbers.append(other.number)
        // What the records say; they may come from a backup, so it is capped at all the bitcoin
        // there is.
        if other.wasHandedOver { fees = min(fees + other.fee.satoshis, Amount.maxSatoshis) }
        isMore = true
      }
    }
    return (fees, numbers.sorted())
  }

  /// Those whom it pays, and how much.
  func recipients() throws(ProgramError) -> [Recipient] {
    var recipients: [Recipient] = []
    for output in payment.unsigned.outputs where !own.contains(output.scriptPubKey) {
      guard let address = Address(script: output.scriptPubKey, network: wallet.network),
        let amount = output.amount
      else {
        throw ProgramError(
          "payment \(payment.number) pays a script that has no address",
          hint: "say whom to pay: --to ADDRESS=AMOUNT")
      }
      recipients.append(Recipient(address: address, share: .exactly(amount)))
    }
    guard !recipients.isEmpty else {
      throw ProgramError(
        "payment \(payment.number) pays nobody else", hint: "say whom to pay: --to ADDRESS=AMOUNT")
    }
    return recipients
  }

  // MARK: The fee

  /// What nodes ask for room in the mempool beyond what they lose, in sat/kvB: at most 1 sat/vB
  /// (`-incrementalrelayfee`; Bitcoin Core 30 asks for a tenth of that).
  private static let increment: Int64 = 1000

  /// The lowest rate at which nodes take it for the other.
  ///
  /// - Throws: `ProgramError` when no rate is high enough.
  func neededRate(for weight: Weight) throws(ProgramError) -> FeeRate {
    let size = Int64(max(1, weight.vsize))
    let fee = lost + (size * Self.increment + 999) / 1000
    // `lost` is at most 21 million bitcoin: its thousandfold fits, and so does the sum.
    let needed = max((fee * 1000 + size - 1) / size, rate.satoshisPerKvB + 1)
    do {
      return try FeeRate(satoshisPerKvB: needed)
    } catch {
      throw ProgramError(
        "payment \(payment.number) and what builds on it pay \(lost) sat of fees: no replacement can "
          + "pay more",
        hint: "if the fees that `payments` shows are wrong, restore a newer backup or sync")
    }
  }

  /// A quote that nodes would refuse, and the rate that they accept.
  struct TooCheap: Error {
    let needed: FeeRate
  }

  func requireEnough(_ quote: PaymentQuote, isRateGiven: Bool) throws {
    let needed = try neededRate(for: quote.weight)
    guard FeeRate(fee: quote.fee, for: quote.weight) < needed else { return }
    guard isRateGiven else { throw TooCheap(needed: needed) }
    // No node has it: a lower fee is the person's to choose, and `words` says what it costs.
    guard payment.wasHandedOver else { return }
    throw ProgramError(
      "nodes would refuse this replacement: payment \(payment.number) and what builds on it pay "
        + "\(lost) sat of fees, and a replacement must pay that plus a fee for its own size",
      hint: "give --fee-rate \(needed.satPerVByte) or more")
  }

  /// Plans it: with the coins of the other payment, with more where they do not reach, and at a higher
  /// rate where the node's own is too low.
  func planned(
    _ request: PaymentRequest, among others: [WalletCoin],
    _ plan: (PaymentRequest, [WalletCoin]) throws -> PaymentPlan
  ) throws -> PaymentPlan {
    let mine = Set(outPoints)
    var request = request
    // What it spends is linked already; what is added has a tag that is among them.
    let tags = Set(coins.map(\.tag))
    let isOpen = request.fence == .open
    request.fence = .open
    let pool = coins + others.filter { !mine.contains($0.outPoint) }
    var more = others.filter {
      !mine.contains($0.outPoint) && $0.height != nil && (isOpen || tags.contains($0.tag))
        && $0.availability(at: request.tipHeight) == .spendable
    }.sorted { $0.amount < $1.amount }
    while true {
      do {
        return try plan(request, pool)
      } catch let error as TooCheap {
        guard error.needed > request.feeRate else { throw error }
        request.feeRate = error.needed
      } catch let error as PaymentError {
        guard case .selection(.insufficientFunds) = error, case .selection(let reason) = error
        else { throw error }
        guard let next = more.popLast() else {
          let fenced = others.filter {
            !mine.contains($0.outPoint) && $0.height != nil && !isOpen && !tags.contains($0.tag)
              && $0.availability(at: request.tipHeight) == .spendable
          }
          guard !fenced.isEmpty else { throw error }
          throw PaymentError.fencedReplacement(TagTotal.all(of: fenced), reason)
        }
        request.coins?.append(next.outPoint)
      }
    }
  }

  // MARK: Words

  /// What it means.
  var words: String {
    let others =
      builtOnIt.isEmpty
      ? ""
      : ". Payments that build on it can then no longer confirm: "
        + builtOnIt.map(String.init).joined(separator: ", ")
    let unsent =
      payment.wasHandedOver
      ? ""
      : ". If somebody sends payment \(payment.number) first, nodes keep that one unless this pays a higher "
        + "fee"
    return """
      this replaces payment \(payment.number)\(others). Only one of the two can confirm; until one \
      is in a block it may be either\(unsent)
      """
  }
}
