import BitcoinPrimitives
import CoinSelection
import Testing

/// What every selection has to satisfy, whatever found it.
func check(_ selection: Selection, _ coins: [Candidate], _ request: SelectionRequest) throws {
  #expect(selection.indices == Array(Set(selection.indices)).sorted())
  let inputs = selection.indices.map { coins[$0] }
  let sum = inputs.reduce(Int64(0)) { $0 + $1.amount.satoshis }
  #expect(selection.inputTotal.satoshis == sum)
  let change = selection.change?.satoshis ?? 0
  let deduction = selection.deduction.satoshis
  #expect(sum == request.payments.satoshis - deduction + selection.fee.satoshis + change)
  #expect(request.deductsFee ? deduction <= selection.fee.satoshis : deduction == 0)
  var outputs = request.outputScriptLengths
  if selection.change != nil { outputs.append(request.change.scriptLength) }
  let weight = countedWeight(inputs.map(\.weight), outputScripts: outputs)
  #expect(selection.weight.units == weight)
  #expect(weight <= request.maximumWeight.units)
  let exact = try request.feeRate.fee(for: Weight(units: weight))
  if selection.change != nil {
    #expect(selection.fee == exact, "with change the fee is exact")
    #expect(change >= request.change.dust.satoshis)
  } else {
    #expect(selection.fee >= exact)
  }
}

@Suite struct SelectionTests {
  @Test func `an exact match is found without change`() throws {
    // 100,000 to a wpkh output at 5 sat/vB: one input, one output = 110 vB = 550 sat.
    let coins = [try coin(70_000), try coin(100_550), try coin(2_000_000), try coin(5_000_000)]
    let request = try asking(pay: 100_000, rate: 5000, longTerm: 5000)
    var random = FixedRandom(state: 7)
    let selection = try Selection(from: coins, for: request, using: &random)
    #expect(selection.indices == [1])
    #expect(selection.change == nil)
    #expect(selection.fee.satoshis == 550)
    #expect(selection.algorithm == .branchAndBound)
    #expect(selection.waste == 0)
    try check(selection, coins, request)
  }

  @Test func `without an exact match a draw makes useful change`() throws {
    let coins = try (0..<20).map { try coin(200_000 + Int64($0) * 7919) }
    let request = try asking(pay: 333_333, rate: 20_000)
    var random = FixedRandom(state: 3)
    let selection = try Selection(from: coins, for: request, using: &random)
    #expect(selection.algorithm == .singleRandomDraw)
    #expect(try #require(selection.change).satoshis >= 50_000)
    try check(selection, coins, request)
  }

  @Test func `the same randomness chooses the same coins, other randomness others`() throws {
    let coins = try (0..<100).map { try coin(100_000 + Int64($0) * 31_337) }
    let request = try asking(pay: 777_777, rate: 30_000)
    func draw(_ seed: UInt64) throws -> Selection {
      var random = FixedRandom(state: seed)
      return try Selection(from: coins, for: request, using: &random)
    }
    #expect(try draw(1) == draw(1))
    #expect(try Set((0..<10).map { try draw($0).indices }).count > 5)
  }

  @Test func `one coin that is barely enough is spent without change`() throws {
    let coins = [try coin(100_000)]
    for pay: Int64 in [99_000, 99_200, 99_300, 99_450] {
      let request = try asking(pay: pay)
      var random = FixedRandom(state: 1)
      let selection = try Selection(from: coins, for: request, using: &random)
      try check(selection, coins, request)
    }
    // 110 vB at 5 sat/vB are 550 sat: one satoshi more cannot be paid.
    var random = FixedRandom(state: 1)
    #expect(
      throws: SelectionError.insufficientFunds(
        available: try sat(100_000), needed: try sat(100_001))
    ) {
      _ = try Selection(from: coins, for: try asking(pay: 99_451), using: &random)
    }
  }

  @Test func `nothing to choose from, and coins not worth spending, are told apart`() throws {
    var random = FixedRandom(state: 1)
    #expect(throws: SelectionError.noCoins) {
      _ = try Selection(from: [], for: try asking(pay: 1000), using: &random)
    }
    // 68 vB at 100 sat/vB cost 6,800 sat: these coins cost more than they bring.
    let dust = try (0..<50).map { _ in try coin(6000) }
    #expect(
      throws: SelectionError.insufficientFunds(available: .zero, needed: try sat(5100))
    ) {
      _ = try Selection(from: dust, for: try asking(pay: 1000, rate: 100_000), using: &random)
    }
  }

  @Test func `too many small coins are too heavy and say so`() throws {
    let coins = try (0..<2000).map { _ in try coin(10_000) }
    var random = FixedRandom(state: 1)
    #expect {
      _ = try Selection(from: coins, for: try asking(pay: 18_000_000), using: &random)
    } throws: {
      guard case SelectionError.tooHeavy(_, limit: 400_000) = $0 else { return false }
      return true
    }
    // With some larger coins among them the draw puts the small ones back.
    let request = try asking(pay: 18_000_000)
    let mixed = try coins + (0..<40).map { _ in try coin(500_000) }
    let selection = try Selection(from: mixed, for: request, using: &random)
    try check(selection, mixed, request)
  }

  @Test func `amounts beyond the supply are refused, not trapped on`() throws {
    var random = FixedRandom(state: 1)
    let coins = [Candidate(amount: .maxMoney, weight: Kind.tr.weight), try coin(1)]
    #expect(throws: SelectionError.amountsBeyondSupply) {
      _ = try Selection(from: coins, for: try asking(pay: 1000), using: &random)
    }
    #expect(throws: SelectionError.feeRateTooHigh) {
      _ = try Selection(
        from: [try coin(1)], for: try asking(pay: 1000, rate: Amount.maxSatoshis), using: &random)
    }
  }

  @Test(arguments: [250, 251, 252, 253, 254, 300])
  func `coins chosen by hand pay exactly across the count step`(count: Int) throws {
    let coins = try (0..<count).map { _ in try coin(50_000) }
    for rate: Int64 in [1000, 1500, 2345, 12_345] {
      let request = try asking(pay: 1_000_000, rate: rate)
      let selection = try Selection(exactly: coins, for: request)
      #expect(selection.indices.count == count)
      #expect(selection.change != nil)
      try check(selection, coins, request)
    }
  }

  @Test(arguments: [251, 252, 253, 254])
  func `payments to many pay exactly across the count step`(count: Int) throws {
    let coins = [try coin(90_000_000, .tr), try coin(80_000_000, .pkh)]
    let request = try asking(pay: 100_000_000, outputs: Array(repeating: 34, count: count))
    try check(try Selection(exactly: coins, for: request), coins, request)
  }

  @Test func `emptying spends everything that is worth it, and the rest is exact`() throws {
    let coins = try [coin(500_000), coin(300), coin(70_000, .tr), coin(90_000, .pkh)]
    var request = try asking(pay: 0, outputs: [34], rate: 5000)
    let (selection, rest) = try Selection.everything(of: coins, for: request)
    #expect(selection.indices == [0, 2, 3])
    #expect(selection.change == nil)
    #expect(rest.satoshis == 660_000 - selection.fee.satoshis)
    #expect(selection.fee == (try request.feeRate.fee(for: selection.weight)))
    request.payments = rest
    try check(selection, coins, request)
    request.payments = .zero
    let all = try Selection.everything(of: coins, for: request, includingAll: true)
    #expect(all.selection.indices == [0, 1, 2, 3])
    request.payments = try sat(660_000)
    #expect(throws: SelectionError.self) { try Selection.everything(of: coins, for: request) }
  }

  @Test func `every selection is sound, over many random wallets`() throws {
    var random = FixedRandom(state: 42)
    var found = 0
    for _ in 0..<400 {
      let count = Int.random(in: 1...40, using: &random)
      let coins = try (0..<count).map { _ in
        try coin(
          Int64.random(
            in: 300...(Bool.random(using: &random) ? 20_000 : 3_000_000), using: &random),
          Kind.allCases[Int.random(in: 0..<4, using: &random)])
      }
      let total = coins.reduce(Int64(0)) { $0 + $1.amount.satoshis }
      let request = try asking(
        pay: Int64.random(in: 1...total, using: &random),
        outputs: (0..<Int.random(in: 1...5, using: &random)).map { _ in 34 },
        rate: Int64.random(in: 100...50_000, using: &random),
        longTerm: Int64.random(in: 100...20_000, using: &random))
      do {
        let selection = try Selection(from: coins, for: request, using: &random)
        try check(selection, coins, request)
        found += 1
      } catch SelectionError.insufficientFunds {
        // Then even all coins worth spending do not pay for it.
        let worth = coins.filter {
          $0.amount.satoshis * 4000 > request.feeRate.satoshisPerKvB * Int64($0.weight.units)
        }
        let sum = worth.reduce(Int64(0)) { $0 + $1.amount.satoshis }
        let weight = countedWeight(
          worth.map(\.weight), outputScripts: request.outputScriptLengths)
        let fee = try request.feeRate.fee(for: Weight(units: weight)).satoshis
        #expect(sum < request.payments.satoshis + fee)
      }
    }
    #expect(found > 200)
  }
}
