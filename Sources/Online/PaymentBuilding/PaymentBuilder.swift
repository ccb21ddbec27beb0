internal import BitcoinPrimitives
internal import CoinSelection
internal import Descriptors
internal import Refusals
public import WalletTypes

/// Turns a request into a PSBT: first a plan, with the coins chosen; then, once somebody agrees to what it
/// costs, the payment, with the change placed and everything signers need filled in.
///
/// It reads no records and writes none: all that it needs is given to it, and what is to be stored it returns.
public struct PaymentBuilder: Sendable {
  private let descriptor: Descriptor
  private let walletName: String
  private let changeBranch: Int
  private let packets: PacketBuilder

  /// Builds payments of a wallet.
  public init(_ wallet: WalletRecord) {
    descriptor = wallet.descriptor
    walletName = wallet.name
    changeBranch = wallet.changeBranch
    packets = PacketBuilder(descriptor)
  }

  init(descriptor: Descriptor) {
    self.descriptor = descriptor
    walletName = "wallet"
    changeBranch = descriptor.changeBranch
    packets = PacketBuilder(descriptor)
  }

  /// Chooses the coins of a payment.
  ///
  /// `coins` are those of the wallet; `waiting` says how its unconfirmed transactions build on each other.
  /// - Throws: `PaymentError`.
  public func plan(
    _ request: PaymentRequest, from coins: [WalletCoin],
    waiting: UnconfirmedTransactions = UnconfirmedTransactions(),
    using random: inout some RandomNumberGenerator
  ) throws -> PaymentPlan {
    try check(request)
    let weights = try spendingWeights()
    let choice: CoinChoice.Result
    do {
      choice = try CoinChoice(
        request: request, coins: coins, waiting: waiting, weights: weights,
        changeBranch: changeBranch,
        changeScript: descriptor.derived(branch: changeBranch, index: 0).scriptPubKey
      ).choose(from: try pool(request, coins), using: &random)
    } catch PaymentError.selection(let error) {
      throw try Self.explained(error, request, coins)
    }
    let selection = choice.selection
    guard
      selection.fee.satoshis <= 100_000
        || Int128(selection.fee.satoshis) * 100 <= Int128(selection.inputTotal.satoshis)
          * Int128(request.feeRefusalPercent)
    else {
      throw PaymentError.feeTooHigh(
        fee: selection.fee, inputs: selection.inputTotal, percent: request.feeRefusalPercent)
    }

    var chosen = choice.coins
    // The order of the inputs reveals nothing, nor does the place of the change, where it may be
    // chosen.
    chosen.shuffle(using: &random)
    let payments =
      try Self.payments(of: request, less: selection.deduction, remainder: choice.remainder)
      + (request.dataOutput.map { [$0] } ?? [])
    return PaymentPlan(
      quote: PaymentQuote(
        fee: selection.fee, inputTotal: selection.inputTotal, weight: selection.weight,
        payments: payments, coins: chosen.map(\.outPoint)),
      inputs: chosen,
      choice: ChosenCoins(
        selection: selection, offered: choice.offered.all,
        offeredUnconfirmed: choice.offered.unconfirmed, feeRate: request.feeRate,
        longTermFeeRate: request.longTermFeeRate),
      neededTransactions: packets.needsPreviousTransactions
        ? Set(chosen.map(\.outPoint.txid)) : [],
      request: request, descriptor: descriptor, packets: packets)
  }

  /// What the recipients get.
  ///
  /// - Throws: `PaymentError.feeAboveShare` where a part of the fee leaves less than nodes relay.
  private static func payments(
    of request: PaymentRequest, less deduction: Amount, remainder: Amount
  ) throws(PaymentError) -> [TxOut] {
    let parts = Int64(max(1, request.feePayers.count))
    let first = request.feePayers.min()
    var payments: [TxOut] = []
    for (position, recipient) in request.recipients.enumerated() {
      let script = recipient.address.script
      guard case .exactly(let amount) = recipient.share else {
        payments.append(TxOut(amount: remainder, scriptPubKey: script))
        continue
      }
      guard request.feePayers.contains(position) else {
        payments.append(TxOut(amount: amount, scriptPubKey: script))
        continue
      }
      // What does not divide is paid by the first.
      let part =
        deduction.satoshis / parts + (position == first ? deduction.satoshis % parts : 0)
      guard let rest = try? Amount(satoshis: amount.satoshis - part), rest > .zero,
        rest >= TxOut.dustThreshold(for: script)
      else {
        throw .feeAboveShare(address: recipient.address.string, amount: amount, fee: part)
      }
      payments.append(TxOut(amount: rest, scriptPubKey: script))
    }
    return payments
  }

  /// Why there are too few coins, and which of them unfinished payments hold.
  private static func explained(
    _ error: SelectionError, _ request: PaymentRequest, _ coins: [WalletCoin]
  ) throws -> PaymentError {
    let reason = try leftOut(error, request, coins)
    let held = HeldCoin.all(of: coins.lazy.filter(request.fence.allows), at: request.tipHeight)
    guard request.coins == nil, !held.isEmpty else { return reason }
    switch error {
    case .noCoins, .insufficientFunds: return .heldCoins(held, reason)
    case .tooHeavy, .amountsBeyondSupply, .feeRateTooHigh: return reason
    }
  }

  /// Why there are too few coins, where some are left out that somebody can let in.
  private static func leftOut(
    _ error: SelectionError, _ request: PaymentRequest, _ coins: [WalletCoin]
  ) throws -> PaymentError {
    guard request.coins == nil else { return .selection(error) }
    let frozen = coins.filter {
      request.fence.allows($0) && $0.availability(at: request.tipHeight) == .frozen
    }
    // There would be enough, if not for coins whose amounts cannot be proved now.
    let unproved = coins.filter {
      request.fence.allows($0) && $0.availability(at: request.tipHeight) == .unproved
    }
    let fenced = coins.filter {
      $0.availability(at: request.tipHeight) == .spendable && !request.fence.allows($0)
    }
    let isShort =
      switch error {
      case .noCoins, .insufficientFunds: true
      default: false
      }
    if isShort, !fenced.isEmpty {
      var others: [String] = []
      if !frozen.isEmpty { others.append("\(counted(frozen.count, "coin")) frozen") }
      if !unproved.isEmpty { others.append("\(counted(unproved.count, "coin")) not proved") }
      let isNamed = if case .only = request.fence { true } else { false }
      return .fencedCoins(
        TagTotal.all(of: fenced), named: isNamed,
        others: others.isEmpty ? nil : "also left out: " + others.joined(separator: ", "), error)
    }
    if !frozen.isEmpty {
      return .frozenCoins(
        count: frozen.count, amount: try Amount.sum(of: frozen.map(\.amount)), error)
    }
    guard !unproved.isEmpty else { return .selection(error) }
    return .unprovedCoins(
      count: unproved.count, amount: try Amount.sum(of: unproved.map(\.amount)), error)
  }

  private func check(_ request: PaymentRequest) throws(PaymentError) {
    guard !request.recipients.isEmpty || (request.returnsAll && request.coins != nil) else {
      throw .noRecipient
    }
    guard request.recipients.count <= PaymentRequest.recipientLimit else {
      throw .tooManyRecipients(
        count: request.recipients.count, limit: PaymentRequest.recipientLimit)
    }
    if let data = request.data {
      guard !data.isEmpty, data.count <= PaymentRequest.dataLimit else {
        throw .dataLength(data.count, limit: PaymentRequest.dataLimit)
      }
    }
    guard
      request.feePayers.isEmpty || request.recipients.allSatisfy({ $0.share != .everything })
    else { throw .feeFromRemainder }
    for recipient in request.recipients {
      guard case .exactly(let amount) = recipient.share else { continue }
      let minimum = TxOut.dustThreshold(for: recipient.address.script)
      guard amount >= minimum, amount > .zero else {
        throw .dust(address: recipient.address.string, amount: amount, minimum: minimum)
      }
    }
  }

  /// The positions of the coins to choose from: all that are spendable, or exactly the ones named.
  private func pool(
    _ request: PaymentRequest, _ coins: [WalletCoin]
  ) throws(PaymentError) -> [Int] {
    guard let named = request.coins else {
      return coins.indices.filter {
        coins[$0].availability(at: request.tipHeight) == .spendable
          && request.fence.allows(coins[$0])
      }
    }
    let wanted = Set(named)
    var places: [OutPoint: Int] = [:]
    for (position, coin) in coins.enumerated()
    where wanted.contains(coin.outPoint) && places[coin.outPoint] == nil {
      places[coin.outPoint] = position
    }
    var pool: [Int] = []
    var seen: Set<OutPoint> = []
    for outPoint in named {
      guard seen.insert(outPoint).inserted else { throw .repeatedCoin(outPoint) }
      guard let position = places[outPoint] else { throw .unknownCoin(outPoint) }
      switch coins[position].availability(at: request.tipHeight) {
      case .spendable: pool.append(position)
      case .spent: throw .coinNotSpendable(outPoint, reason: "spent")
      case .locked(let payment):
        throw .coinNotSpendable(outPoint, reason: "held by payment \(payment)")
      case .frozen: throw .frozenCoin(outPoint)
      case .immature(let blocks):
        throw .coinNotSpendable(
          outPoint, reason: "a reward that needs \(counted(blocks, "more block"))")
      case .unconfirmed: throw .coinNotSpendable(outPoint, reason: "not confirmed yet")
      case .unproved: throw .missingTransaction(outPoint.txid)
      }
    }
    try requireOneFence(request.fence, around: pool.map { coins[$0] })
    return pool
  }

  /// Coins that are named may have any tag, but one of them.
  private func requireOneFence(
    _ fence: TagFence, around pool: [WalletCoin]
  ) throws(PaymentError) {
    switch fence {
    case .open: return
    case .closed:
      let totals = TagTotal.all(of: pool)
      guard totals.count <= 1 else { throw .mixedTags(totals) }
    case .only:
      guard let coin = pool.first(where: { !fence.allows($0) }) else { return }
      throw .outsideTag(coin.outPoint, tag: coin.tag)
    }
  }

  /// What one input of each branch weighs at most; the same for every index of a branch, and but for a
  /// `combo` for every branch.
  ///
  /// Who will sign is not known: signers that do not grind for a low R write a byte more, and without
  /// room for it the payment could pay less than the rate, or than nodes relay.
  private func spendingWeights() throws -> [InputWeight] {
    try (0..<descriptor.scriptBranchCount).map { branch in
      guard let satisfaction = try descriptor.derived(branch: branch, index: 0).satisfaction else {
        throw PaymentError.cannotSign(wallet: walletName)
      }
      return InputWeight(
        scriptSigLength: satisfaction.scriptSigLength(with: .any),
        witnessLength: satisfaction.witnessLength(with: .any))
    }
  }
}
