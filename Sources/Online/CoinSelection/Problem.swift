internal import BitcoinPrimitives

/// A request and its candidates in plain integers, checked once so that no sum can overflow.
struct Problem {
  let candidates: [Candidate]
  let request: SelectionRequest
  /// Version, lock time and payments; inputs come on top.
  let start: TransactionSize
  /// Satoshis per 1,000 virtual bytes, at most 10^9.
  let rate: Int64
  let longTermRate: Int64
  let payments: Int64
  let maximumUnits: Int
  /// Fee of the change output now plus the fee of spending it later.
  let costOfChange: Int64
  /// Fee in satoshis of spending the change later.
  let spendingFee: Int64
  /// The smallest change worth having.
  let minimumChange: Int64
  /// An excess above it is enough for change, rounding left aside.
  let mostExcess: Int64

  init(_ candidates: [Candidate], _ request: SelectionRequest) throws(SelectionError) {
    guard !candidates.isEmpty else { throw .noCoins }
    var total: Int64 = 0
    for candidate in candidates {
      // Each amount is at most 21 million bitcoin, so one addition never overflows.
      total += candidate.amount.satoshis
      guard total <= Amount.maxMoney.satoshis else { throw .amountsBeyondSupply }
    }
    rate = request.feeRate.satoshisPerKvB
    longTermRate = request.longTermFeeRate.satoshisPerKvB
    guard rate <= 1_000_000_000, longTermRate <= 1_000_000_000 else { throw .feeRateTooHigh }
    var start = TransactionSize()
    for length in request.outputScriptLengths { start.addOutput(scriptLength: length) }
    self.start = start
    self.candidates = candidates
    self.request = request
    payments = request.payments.satoshis
    maximumUnits = request.maximumWeight.units
    let changeUnits = 4 * TransactionSize.outputLength(scriptLength: request.change.scriptLength)
    let changeFee = Self.fee(rate: rate, units: changeUnits)
    spendingFee = Self.fee(rate: longTermRate, units: request.change.spending.units)
    costOfChange = changeFee + spendingFee
    minimumChange = max(request.change.dust.satoshis, spendingFee + 1)
    mostExcess = max(costOfChange, changeFee + minimumChange)
  }

  /// Fee in satoshis, rounded up, of a weight whose virtual size is rounded up, as nodes do.
  static func fee(rate: Int64, units: Int) -> Int64 {
    let virtualBytes = Int64((units + 3) / 4)
    return (rate * virtualBytes + 999) / 1000
  }

  func fee(_ size: TransactionSize) -> Int64 { Self.fee(rate: rate, units: size.units) }

  /// What the coins have to pay beside the payments: nothing where the fee is taken from these.
  func feeOnTop(_ size: TransactionSize) -> Int64 { request.deductsFee ? 0 : fee(size) }

  /// What is left over without change; negative when the coins do not reach.
  func excess(_ sum: Int64, _ size: TransactionSize) -> Int64 { sum - payments - feeOnTop(size) }

  /// What change would hold; negative when the coins do not reach.
  func change(_ sum: Int64, _ size: TransactionSize) -> Int64 {
    var withChange = size
    withChange.addOutput(scriptLength: request.change.scriptLength)
    return excess(sum, withChange)
  }

  /// What a coin brings after its own cost, never less than it really brings.
  func effectiveValue(_ candidate: Candidate) -> Int64 {
    request.deductsFee ? candidate.amount.satoshis : worth(candidate)
  }

  /// What a coin holds above what spending it costs, whoever pays that.
  func worth(_ candidate: Candidate) -> Int64 {
    candidate.amount.satoshis - rate * Int64(candidate.weight.units) / 4000
  }

  /// What a choice costs, in 4,000ths of a satoshi: what its inputs cost now above what they would cost at the
  /// long-term rate, and what else is lost, change or excess.
  ///
  /// Below the long-term rate inputs count nothing. They would count less than nothing by the waste metric, and
  /// to spend every coin of the wallet would always be cheapest.
  func cost(_ units: Int64, extra: Int64) -> Int64 {
    max(0, rate - longTermRate) * units + 4000 * extra
  }

  /// Whether a choice that reaches gives no change: it costs more than the excess, or is too small.
  func needsNoChange(_ sum: Int64, _ size: TransactionSize, excess: Int64) -> Bool {
    excess >= 0 && (excess <= costOfChange || change(sum, size) < minimumChange)
  }

  /// The weight of a transaction with change, in weight units.
  func sizeWithChange(_ size: TransactionSize) -> Int {
    var withChange = size
    withChange.addOutput(scriptLength: request.change.scriptLength)
    return withChange.units
  }

  /// The sum and the size of these coins.
  func totals(_ indices: [Int]) -> (sum: Int64, size: TransactionSize) {
    var sum: Int64 = 0
    var size = start
    for index in indices {
      sum += candidates[index].amount.satoshis
      size.add(candidates[index].weight)
    }
    return (sum, size)
  }

  /// Closes a choice: change or none, fee, weight, waste.
  func selection(
    _ indices: [Int], _ algorithm: Selection.Algorithm
  ) throws(SelectionError) -> Selection {
    var (sum, size) = totals(indices)
    var excess = excess(sum, size)
    guard excess >= 0 else { throw insufficient(sum, size) }
    let inputUnits = indices.reduce(0) { $0 + candidates[$1].weight.units }
    var given: Int64?
    let change = change(sum, size)
    // Branch and bound looks for a choice without change and its cost counts on that.
    if change >= minimumChange, algorithm != .branchAndBound {
      given = change
      size.addOutput(scriptLength: request.change.scriptLength)
      excess = 0
    }
    guard size.units <= maximumUnits else {
      throw .tooHeavy(weight: size.units, limit: maximumUnits)
    }
    let extra = given == nil ? excess : costOfChange
    // Where the fee is taken from the payments, they get back what is left over, as far as it pays the fee.
    let deduction = request.deductsFee ? max(0, fee(size) - (given == nil ? excess : 0)) : 0
    let waste = Self.floorDivide((rate - longTermRate) * Int64(inputUnits), 4000) + extra
    return Selection(
      indices: indices.sorted(), inputTotal: try amount(sum),
      fee: try amount(sum - payments - (given ?? 0) + deduction), deduction: try amount(deduction),
      change: try given.map(amount),
      weight: Weight(units: size.units), waste: waste,
      scaledCost: cost(Int64(inputUnits), extra: extra),
      feeForChange: try amount(given == nil ? 0 : spendingFee), algorithm: algorithm)
  }

  /// Every coin worth spending, the rest going to an output already counted.
  func everything(includingAll: Bool) throws(SelectionError) -> (Selection, Amount) {
    let indices = includingAll ? Array(candidates.indices) : SearchPool(self).indices
    let (sum, size) = totals(indices)
    let rest = excess(sum, size)
    guard !indices.isEmpty, rest > 0 else { throw insufficient(sum, size) }
    guard size.units <= maximumUnits else {
      throw .tooHeavy(weight: size.units, limit: maximumUnits)
    }
    let inputUnits = indices.reduce(0) { $0 + candidates[$1].weight.units }
    let selection = Selection(
      indices: indices.sorted(), inputTotal: try amount(sum), fee: try amount(fee(size)),
      deduction: .zero, change: nil, weight: Weight(units: size.units),
      waste: Self.floorDivide((rate - longTermRate) * Int64(inputUnits), 4000),
      scaledCost: cost(Int64(inputUnits), extra: 0), feeForChange: .zero, algorithm: .everything)
    return (selection, try amount(rest))
  }

  /// Why nothing was found: too little, or too heavy.
  func failure(_ pool: SearchPool) -> SelectionError {
    let (sum, size) = totals(pool.indices)
    guard sum > 0, excess(sum, size) >= 0 else { return insufficient(sum, size) }
    return .tooHeavy(weight: size.units, limit: maximumUnits)
  }

  private func insufficient(_ sum: Int64, _ size: TransactionSize) -> SelectionError {
    guard let available = try? Amount(satoshis: sum),
      let needed = try? Amount(satoshis: payments + feeOnTop(size))
    else { return .amountsBeyondSupply }
    return .insufficientFunds(available: available, needed: needed)
  }

  private func amount(_ satoshis: Int64) throws(SelectionError) -> Amount {
    do { return try Amount(satoshis: satoshis) } catch { throw .amountsBeyondSupply }
  }

  static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
    value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor)
  }
}
