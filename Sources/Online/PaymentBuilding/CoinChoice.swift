internal import BitcoinPrimitives
internal import CoinSelection
internal import WalletTypes

/// Which coins a payment spends: confirmed ones as long as they reach, and never more unconfirmed
/// transactions in a row than mempools take.
///
/// Of a hundred thousand coins there are no copies: what may be chosen are positions in the list of all.
struct CoinChoice {
  let request: PaymentRequest
  /// All coins of the wallet.
  let coins: [WalletCoin]
  let waiting: UnconfirmedTransactions
  /// What one input of each branch weighs.
  let weights: [InputWeight]
  let changeBranch: Int
  let changeScript: Script

  /// What was chosen.
  struct Result {
    let coins: [WalletCoin]
    let selection: Selection
    /// How many coins there were to choose from, and how many of them are not confirmed.
    let offered: (all: Int, unconfirmed: Int)
    /// What the recipient of all that is left gets; zero when there is none.
    let remainder: Amount
  }

  /// Chooses among coins that may be spent, which are given by their positions.
  ///
  /// - Throws: `PaymentError` when they do not reach, or only with a chain that is too long.
  func choose(
    from pool: [Int], using random: inout some RandomNumberGenerator
  ) throws -> Result {
    let takesAll = request.recipients.contains { $0.share == .everything }
    guard request.coins == nil, !takesAll else {
      let result = try select(pool, using: &random)
      if let limit = limit(of: result) { throw PaymentError.mempoolChain(limit) }
      return result
    }
    let confirmed = pool.filter { coins[$0].height != nil }
    // The shortest chains first, then the most valuable.
    // Nothing that chooses its coins has version 3, and nothing else may build on what has.
    let limited = pool.filter {
      coins[$0].height == nil && waiting.isTRUC(coins[$0].outPoint.txid)
    }.map { coins[$0] }
    var unconfirmed = pool.filter {
      coins[$0].height == nil && !waiting.isTRUC(coins[$0].outPoint.txid)
    }.map { (position: $0, depth: waiting.depth(of: coins[$0].outPoint.txid)) }
      .sorted {
        ($0.depth, coins[$1.position].amount) < ($1.depth, coins[$0.position].amount)
      }.map(\.position)
    var broken: UnconfirmedTransactions.Limit?
    while true {
      do {
        let result = try select(confirmed, adding: unconfirmed, using: &random)
        guard let limit = limit(of: result) else { return result }
        broken = limit
        guard let worst = worst(of: result) else { throw PaymentError.mempoolChain(limit) }
        unconfirmed.removeAll { coins[$0].outPoint == worst.outPoint }
      } catch let error as PaymentError {
        // Without the coins that were avoided there is too little, and that is what is reported.
        if case .selection = error, let broken { throw PaymentError.mempoolChain(broken) }
        if case .selection(let reason) = error, let first = limited.first,
          Self.reaches(limited, where: reason)
        {
          throw PaymentError.mempoolChain(.underTRUC(first.outPoint.txid))
        }
        throw error
      }
    }
  }

  /// Whether these coins would make up for what is missing.
  private static func reaches(_ coins: [WalletCoin], where reason: SelectionError) -> Bool {
    switch reason {
    case .noCoins: true
    case .insufficientFunds(let available, let needed):
      coins.reduce(available.satoshis) { $0 &+ $1.amount.satoshis } >= needed.satoshis
    case .tooHeavy, .amountsBeyondSupply, .feeRateTooHigh: false
    }
  }

  private func limit(of result: Result) -> UnconfirmedTransactions.Limit? {
    waiting.limit(
      spending: Set(result.coins.filter { $0.height == nil }.map(\.outPoint.txid)),
      virtualSize: result.selection.weight.vsize, isTRUC: request.isTRUC)
  }

  /// The unconfirmed coin with the longest chain before it.
  private func worst(of result: Result) -> WalletCoin? {
    result.coins.filter { $0.height == nil }
      .max { waiting.depth(of: $0.outPoint.txid) < waiting.depth(of: $1.outPoint.txid) }
  }

  /// Confirmed coins alone, or with as few of the others as are needed.
  private func select(
    _ confirmed: [Int], adding unconfirmed: [Int],
    using random: inout some RandomNumberGenerator
  ) throws -> Result {
    var added = 0
    while true {
      do {
        return try select(confirmed + unconfirmed.prefix(added), using: &random)
      } catch let error as PaymentError {
        guard added < unconfirmed.count, case .selection(let reason) = error else { throw error }
        switch reason {
        case .insufficientFunds(let available, let needed):
          // At least as many as make up for what is missing.
          var missing = needed.satoshis - available.satoshis
          repeat {
            missing -= coins[unconfirmed[added]].amount.satoshis
            added += 1
          } while missing > 0 && added < unconfirmed.count
        case .noCoins: added += 1
        case .tooHeavy: added = unconfirmed.count
        case .amountsBeyondSupply, .feeRateTooHigh: throw error
        }
      }
    }
  }

  private func select(
    _ pool: [Int], using random: inout some RandomNumberGenerator
  ) throws -> Result {
    var candidates: [Candidate] = []
    candidates.reserveCapacity(pool.count)
    for position in pool {
      let coin = coins[position]
      guard weights.indices.contains(coin.branch) else {
        throw PaymentError.packet(reason: "a coin on a branch that the wallet does not have")
      }
      candidates.append(Candidate(amount: coin.amount, weight: weights[coin.branch]))
    }
    let offered = (all: pool.count, unconfirmed: pool.count { coins[$0].height == nil })
    var pool = pool
    if request.keepsChange, request.coins == nil {
      // Those that reach for one more output, of which all comes back.
      let chosen = try chosenWithChange(candidates, using: &random)
      pool = chosen.map { pool[$0] }
      candidates = chosen.map { candidates[$0] }
    }
    let (selection, remainder) = try selection(of: candidates, using: &random)
    return Result(
      coins: selection.indices.map { coins[pool[$0]] }, selection: selection, offered: offered,
      remainder: remainder)
  }

  /// The positions of coins that reach for the payment and for change that is worth having.
  private func chosenWithChange(
    _ candidates: [Candidate], using random: inout some RandomNumberGenerator
  ) throws -> [Int] {
    var payments = try leastChange()
    for recipient in request.recipients {
      guard case .exactly(let amount) = recipient.share else { continue }
      do { payments = try payments.adding(amount) } catch {
        throw PaymentError.amountsBeyondSupply
      }
    }
    do throws(SelectionError) {
      return try Selection(
        from: candidates,
        for: wanted(payments, outputs: outputLengths + [changeScript.count]), using: &random
      ).indices
    } catch {
      throw PaymentError.selection(error)
    }
  }

  private func selection(
    of candidates: [Candidate], using random: inout some RandomNumberGenerator
  ) throws -> (selection: Selection, remainder: Amount) {
    var payments = Amount.zero
    var remainders = 0
    for recipient in request.recipients {
      if case .exactly(let amount) = recipient.share {
        do { payments = try payments.adding(amount) } catch {
          throw PaymentError.amountsBeyondSupply
        }
      } else {
        remainders += 1
      }
    }
    guard remainders <= 1 else { throw PaymentError.twoRemainders }
    let wanted = wanted(payments, outputs: outputLengths)
    do {
      if remainders == 1 {
        let (selection, rest) = try Selection.everything(
          of: candidates, for: wanted, includingAll: request.coins != nil)
        try checkRemainder(rest)
        return (selection, rest)
      }
      let selection =
        request.coins == nil && !request.keepsChange
        ? try Selection(from: candidates, for: wanted, using: &random)
        : try Selection(exactly: candidates, for: wanted)
      // A transaction without outputs is none: what would be left has to be worth an output.
      if request.recipients.isEmpty, selection.change == nil {
        throw SelectionError.insufficientFunds(
          available: selection.inputTotal, needed: try leastReturned(by: selection))
      }
      return (selection, .zero)
    } catch let error as SelectionError {
      throw PaymentError.selection(error)
    }
  }

  /// The lengths of the scripts that it pays, without the change.
  private var outputLengths: [Int] {
    request.recipients.map(\.address.script.count)
      + (request.dataOutput.map { [$0.scriptPubKey.count] } ?? [])
  }

  private func wanted(_ payments: Amount, outputs: [Int]) -> SelectionRequest {
    var wanted = SelectionRequest(
      payments: payments, outputScriptLengths: outputs,
      feeRate: request.feeRate, longTermFeeRate: request.longTermFeeRate,
      change: ChangePolicy(
        scriptLength: changeScript.count, spending: weights[changeBranch],
        dust: TxOut.dustThreshold(for: changeScript)),
      maximumWeight: .maxStandardTransaction)
    wanted.takesCheapest = request.takesCheapest
    wanted.deductsFee = !request.feePayers.isEmpty
    return wanted
  }

  /// The smallest change that is worth having.
  private func leastChange() throws -> Amount {
    let spending = Weight(units: weights[changeBranch].units)
    return max(
      TxOut.dustThreshold(for: changeScript),
      try request.longTermFeeRate.fee(for: spending).adding(Amount(satoshis: 1)))
  }

  /// What coins are worth at least of which something comes back: the fee with one output, and the smallest
  /// output that is worth having.
  private func leastReturned(by selection: Selection) throws -> Amount {
    let output = 4 * TransactionSize.outputLength(scriptLength: changeScript.count)
    let weight = Weight(units: selection.weight.units + output)
    return try request.feeRate.fee(for: weight).adding(leastChange())
  }

  private func checkRemainder(_ rest: Amount) throws(PaymentError) {
    for recipient in request.recipients where recipient.share == .everything {
      let minimum = TxOut.dustThreshold(for: recipient.address.script)
      guard rest >= minimum else {
        throw .dust(address: recipient.address.string, amount: rest, minimum: minimum)
      }
    }
  }
}
