import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import CoinSelection
import Descriptors
import Testing
import WalletTypes

@testable import PaymentBuilding

/// SplitMix64: the same numbers in every run.
struct FixedRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

/// A wallet of one script type with its coins and the transactions that made them.
struct Fixture {
  static let key =
    "[73c5da0a/84h/1h/0h]tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M/<0;1>/*"

  static let forms = ["pkh(\(key))", "sh(wpkh(\(key)))", "wpkh(\(key))", "tr(\(key))"]

  let descriptor: Descriptor
  var coins: [WalletCoin] = []
  var made: [Txid: Transaction] = [:]

  init(_ form: String = forms[2], amounts: [Int64], height: Int? = 50) throws {
    descriptor = try Descriptor(parsing: form)
    let branch = try descriptor.branch(0)
    for (index, amount) in amounts.enumerated() {
      var seed = [UInt8](repeating: 3, count: 32)
      seed[0] = UInt8(index & 255)
      seed[1] = UInt8(index >> 8)
      let transaction = Transaction(
        inputs: [TxIn(previousOutput: OutPoint(txid: Txid(Bytes32(seed) ?? .zero), vout: 0))],
        outputs: [
          TxOut(
            rawValue: amount, scriptPubKey: try branch.script(at: UInt32(index)).scriptPubKey)
        ])
      made[transaction.txid] = transaction
      coins.append(
        WalletCoin(
          outPoint: OutPoint(txid: transaction.txid, vout: 0), amount: try Amount(satoshis: amount),
          branch: 0, index: UInt32(index), height: height))
    }
  }

  static func recipient(_ share: Int64?) throws -> Recipient {
    Recipient(
      address: try Address(parsing: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", on: .regtest),
      share: try share.map { .exactly(try Amount(satoshis: $0)) } ?? .everything)
  }

  static func request(
    _ shares: [Int64?], rate: Int64 = 5000, coins: [OutPoint]? = nil, tipAge: Int64 = 60
  ) throws -> PaymentRequest {
    PaymentRequest(
      recipients: try shares.map { try recipient($0) },
      feeRate: try FeeRate(satoshisPerKvB: rate),
      longTermFeeRate: try FeeRate(satoshisPerKvB: 10_000), coins: coins, tipHeight: 200,
      tipTime: 1_800_000_000 - tipAge, now: 1_800_000_000)
  }

  /// Those of the transactions that made its coins.
  func previous(_ txids: Set<Txid>) -> [Txid: PreviousTransaction] {
    made.filter { txids.contains($0.key) }
      .compactMapValues { try? PreviousTransaction(scanning: $0.encoded()[...]) }
  }

  func build(_ request: PaymentRequest, seed: UInt64 = 1) throws -> BuiltPayment {
    try build(request, seed: seed, waiting: UnconfirmedTransactions())
  }

  /// Builds with its change at index 17.
  func build(
    _ request: PaymentRequest, seed: UInt64, waiting: UnconfirmedTransactions
  ) throws -> BuiltPayment {
    var random = FixedRandom(state: seed)
    let plan = try PaymentBuilder(descriptor: descriptor).plan(
      request, from: coins, waiting: waiting, using: &random)
    return try plan.payment(
      previous: previous(plan.neededTransactions), change: Self.change, using: &random)
  }

  static let change = ScriptPlace(branch: 1, index: 17)
}

@Suite struct PaymentBuilderTests {
  @Test(arguments: Fixture.forms)
  func `a payment has everything that signers need`(form: String) throws {
    let fixture = try Fixture(form, amounts: [100_000, 200_000, 300_000])
    let payment = try fixture.build(Fixture.request([450_000, 50_000]))
    let transaction = payment.unsigned
    #expect(transaction.version == 2)
    #expect(transaction.inputs.allSatisfy { $0.sequence == 0xffff_fffd && $0.scriptSig.isEmpty })
    let position = try #require(payment.changePosition)
    let change = try fixture.descriptor.derived(branch: 1, index: 17)
    #expect(transaction.outputs[position].scriptPubKey == change.scriptPubKey)
    let isTaproot = form.hasPrefix("tr")
    for (input, coin) in zip(payment.psbt.inputs, payment.inputs) {
      #expect(isTaproot == (input.nonWitnessUTXO == nil))
      #expect((form.hasPrefix("pkh")) == (input.witnessUTXO == nil))
      if let previous = input.nonWitnessUTXO { #expect(previous.txid == coin.outPoint.txid) }
      #expect(input.bip32Derivations.count + input.tapBIP32Derivations.count == 1)
    }
    let output = payment.psbt.outputs[position]
    #expect(output.bip32Derivations.count + output.tapBIP32Derivations.count == 1)
    // What it says and what it is agree, and the PSBT survives being written and read.
    let sum = payment.inputs.reduce(Int64(0)) { $0 + $1.amount.satoshis }
    #expect(sum - transaction.outputs.reduce(0) { $0 + $1.rawValue } == payment.fee.satoshis)
    #expect(try PSBT(decoding: payment.psbt.encoded()) == payment.psbt)
    try payment.psbt.checkCoins()
  }

  @Test(arguments: Fixture.forms, [1000, 1234, 5000])
  func `the fee is exact for the longest signatures that any signer writes`(
    form: String, rate: Int64
  ) throws {
    let fixture = try Fixture(form, amounts: Array(repeating: 10_000, count: 260))
    for count in [1, 2, 251, 252, 253, 254, 260] {
      let coins = fixture.coins.prefix(count).map(\.outPoint)
      let payment = try fixture.build(
        Fixture.request([2000], rate: rate, coins: Array(coins)))
      // The same transaction with signatures of a signer that does not grind for a low R, and that
      // writes the sighash byte of a taproot signature out.
      var signed = payment.unsigned
      for (index, coin) in payment.inputs.enumerated() {
        let derived = try fixture.descriptor.derived(branch: coin.branch, index: coin.index)
        let key = [UInt8](repeating: 2, count: 33)
        let signature = [UInt8](repeating: 1, count: 72)
        switch form.prefix(2) {
        case "pk":
          signed.inputs[index].scriptSig = Script([72] + signature + [33] + key)
        case "sh":
          let redeem = try #require(derived.redeemScript)
          signed.inputs[index].scriptSig = Script([UInt8(redeem.count)] + redeem.bytes)
          signed.inputs[index].witness = [signature, key]
        case "wp": signed.inputs[index].witness = [signature, key]
        default: signed.inputs[index].witness = [[UInt8](repeating: 1, count: 65)]
        }
      }
      #expect(signed.weight == payment.weight)
      let exact = try FeeRate(satoshisPerKvB: rate).fee(for: signed.weight)
      #expect(payment.changePosition == nil ? payment.fee >= exact : payment.fee == exact)
    }
  }

  @Test(arguments: Fixture.forms)
  func `a plan says what a payment costs and needs, and the payment what is to be stored`(
    form: String
  ) throws {
    let fixture = try Fixture(form, amounts: [100_000, 200_000, 300_000])
    let builder = PaymentBuilder(descriptor: fixture.descriptor)
    var random = FixedRandom(state: 7)
    let plan = try builder.plan(Fixture.request([250_000]), from: fixture.coins, using: &random)
    let made = Set(plan.inputs.map(\.outPoint.txid))
    #expect(plan.neededTransactions == (form.hasPrefix("tr") ? [] : made))
    #expect(plan.quote.coins == plan.inputs.map(\.outPoint) && plan.hasChange)
    // Nothing is built without an address for what is left over.
    #expect(throws: PaymentError.packet(reason: "no address for its change")) {
      try plan.payment(previous: fixture.previous(made), change: nil, using: &random)
    }
    let built = try plan.payment(
      previous: fixture.previous(made), change: Fixture.change, using: &random)
    #expect(built.fee == plan.quote.fee && built.inputs == plan.inputs)
    let new = built.newPayment(summary: "rent", created: 5)
    #expect(new.change == Fixture.change && new.ownPlaces.isEmpty)
    #expect(new.unsigned == built.unsigned && new.fee == built.fee && new.summary == "rent")
    #expect(try new.psbt.psbt() == built.psbt)
    // The same plan again with another address differs in that alone.
    let other = try plan.payment(
      previous: fixture.previous(made), change: ScriptPlace(branch: 1, index: 18), using: &random)
    #expect(other.inputs == built.inputs && other.change?.index == 18)
    #expect(
      Set(other.unsigned.outputs.map(\.rawValue)) == Set(built.unsigned.outputs.map(\.rawValue)))
    // Without anything left over none is used, whatever is given.
    let all = try fixture.build(Fixture.request([nil]))
    #expect(all.change == nil && all.newPayment(summary: "", created: 5).change == nil)
  }

  @Test func `all that is left goes to one recipient`() throws {
    let fixture = try Fixture(amounts: [100_000, 200, 300_000])
    let payment = try fixture.build(Fixture.request([50_000, nil]))
    #expect(payment.changePosition == nil)
    #expect(payment.inputs.count == 2, "a coin that costs more than it brings stays")
    #expect(
      Set(payment.unsigned.outputs.map(\.rawValue)) == [
        50_000, 350_000 - payment.fee.satoshis,
      ])
    #expect(throws: PaymentError.twoRemainders) { try fixture.build(Fixture.request([nil, nil])) }
  }

  @Test(arguments: [true, false])
  func `inputs stand in any order, by chance, whoever chose the coins`(byHand: Bool) throws {
    let fixture = try Fixture(amounts: [100_000, 200_000, 300_000])
    let all = fixture.coins.map(\.outPoint)
    let request = try Fixture.request([550_000], coins: byHand ? all : nil)
    let orders = try Set(
      (UInt64(0)..<60).map { seed -> [OutPoint] in
        let payment = try fixture.build(request, seed: seed)
        let order = payment.unsigned.inputs.map(\.previousOutput)
        // What is said of each input is said of its coin.
        #expect(payment.inputs.map(\.outPoint) == order && Set(order) == Set(all))
        try payment.psbt.checkCoins()
        return order
      })
    // Each of the six orders of three coins.
    #expect(orders.count == 6)
  }

  @Test func `change stands anywhere, by chance`() throws {
    let fixture = try Fixture(amounts: [500_000])
    let places = try Set(
      (0..<40).map {
        try fixture.build(Fixture.request([1000, 2000]), seed: $0).changePosition ?? -1
      })
    #expect(places == [0, 1, 2])
    // Chance is all handed in.
    #expect(
      try fixture.build(Fixture.request([1000]), seed: 5).psbt
        == fixture.build(Fixture.request([1000]), seed: 5).psbt)
  }

  @Test func `the lock time is the tip, sometimes a little less, and none when the tip is old`()
    throws
  {
    let fixture = try Fixture(amounts: [500_000])
    let heights = try (0..<300).map {
      Int(try fixture.build(Fixture.request([1000]), seed: $0).unsigned.lockTime.rawValue)
    }
    #expect(heights.allSatisfy { (101...200).contains($0) })
    let back = heights.filter { $0 < 200 }.count
    #expect((10...60).contains(back), "about one in ten")
    let old = try fixture.build(Fixture.request([1000], tipAge: 8 * 3600))
    #expect(old.unsigned.lockTime.rawValue == 0)
  }

  @Test func `coins that may not be spent are not`() throws {
    var fixture = try Fixture(amounts: [100_000])
    let base = fixture.coins[0]
    func coin(
      height: Int?, isCoinbase: Bool = false, spender: Spender? = nil, payment: Int64? = nil,
      isTrusted: Bool = false
    ) -> WalletCoin {
      WalletCoin(
        outPoint: base.outPoint, amount: base.amount, branch: 0, index: 0, height: height,
        isCoinbase: isCoinbase, spender: spender, payment: payment, isTrusted: isTrusted)
    }
    let request = try Fixture.request([10_000])
    for unusable in [
      coin(height: nil), coin(height: 150, isCoinbase: true), coin(height: 50, payment: 3),
      coin(height: 50, spender: .unknown),
    ] {
      fixture.coins = [unusable]
      let none = PaymentError.selection(.noCoins)
      let held = unusable.payment.map { payment in
        [HeldCoin(outPoint: base.outPoint, number: nil, amount: base.amount, payment: payment)]
      }
      #expect(throws: held.map { PaymentError.heldCoins($0, none) } ?? none) {
        try fixture.build(request)
      }
      let byHand = try Fixture.request([10_000], coins: [base.outPoint])
      #expect {
        try fixture.build(byHand)
      } throws: {
        guard case PaymentError.coinNotSpendable = $0 else { return false }
        return true
      }
    }
    fixture.coins = [coin(height: nil, isTrusted: true)]
    #expect(try fixture.build(request).inputs.count == 1)
  }

  @Test
  func `coins whose transaction is missing are left alone, and named when nothing else reaches`()
    throws
  {
    var fixture = try Fixture(amounts: [100_000, 200_000])
    let missing = fixture.coins[1].outPoint
    fixture.made[missing.txid] = nil
    fixture.coins[1] = WalletCoin(
      outPoint: missing, amount: fixture.coins[1].amount, branch: 0, index: 1, height: 50,
      isUnproved: true)
    for seed in 1...8 {
      let payment = try fixture.build(Fixture.request([50_000]), seed: UInt64(seed))
      #expect(payment.inputs.map(\.outPoint) == [fixture.coins[0].outPoint])
    }
    #expect {
      try fixture.build(Fixture.request([150_000]))
    } throws: {
      guard case PaymentError.unprovedCoins(1, let amount, _) = $0 else { return false }
      return amount.satoshis == 200_000 && "\($0)".contains("1 more coin, 0.00200000 BTC")
    }
    #expect(throws: PaymentError.missingTransaction(missing.txid)) {
      try fixture.build(Fixture.request([150_000], coins: [missing]))
    }
  }

  @Test func `requests that make no sense are refused`() throws {
    let fixture = try Fixture(amounts: [100_000, 100_000])
    #expect(throws: PaymentError.noRecipient) { try fixture.build(Fixture.request([])) }
    #expect(throws: PaymentError.self) { try fixture.build(Fixture.request([293])) }
    #expect(throws: PaymentError.self) { try fixture.build(Fixture.request([0])) }
    #expect(throws: PaymentError.amountsBeyondSupply) {
      try fixture.build(Fixture.request([Amount.maxSatoshis, Amount.maxSatoshis]))
    }
    let coin = fixture.coins[0].outPoint
    #expect(throws: PaymentError.repeatedCoin(coin)) {
      try fixture.build(Fixture.request([1000], coins: [coin, coin]))
    }
    let unknown = OutPoint(txid: Txid(.zero), vout: 1)
    #expect(throws: PaymentError.unknownCoin(unknown)) {
      try fixture.build(Fixture.request([1000], coins: [unknown]))
    }
    let rich = try Fixture(amounts: [1_000_000])
    #expect {
      try rich.build(Fixture.request([1000], rate: 3_000_000))
    } throws: {
      guard case PaymentError.feeTooHigh = $0 else { return false }
      return true
    }
  }

  @Test func `a payment for a payload is laid out as Chance does it`() throws {
    let fixture = try Fixture(amounts: [100_000])
    var request = try Fixture.request([1000, 2000])
    request.form = .payload
    // Wherever the change would have come to lie.
    for seed in UInt64(1)...12 {
      let built = try fixture.build(request, seed: seed)
      let transaction = built.unsigned
      #expect(transaction.version == 1 && transaction.lockTime == .none)
      #expect(transaction.inputs.allSatisfy { $0.sequence == 0xffff_ffff })
      #expect(built.changePosition == 2)
      #expect(transaction.outputs.prefix(2).map(\.rawValue) == [1000, 2000])
    }
    request.form = .ordinary
    let places = try (UInt64(1)...12).map { try fixture.build(request, seed: $0).changePosition }
    #expect(Set(places) == [0, 1, 2])
  }

  @Test func `an amount that nobody can prove is not spent`() throws {
    var fixture = try Fixture(amounts: [100_000])
    let txid = fixture.coins[0].outPoint.txid
    fixture.made = [:]
    #expect(throws: PaymentError.missingTransaction(txid)) {
      try fixture.build(Fixture.request([1000]))
    }
    // Taproot signatures commit to every amount.
    var taproot = try Fixture(Fixture.forms[3], amounts: [100_000])
    taproot.made = [:]
    #expect(try taproot.build(Fixture.request([1000])).inputs.count == 1)
  }

  @Test func `a wallet that only watches cannot pay`() throws {
    let fixture = try Fixture(amounts: [100_000])
    let watching = PaymentBuilder(
      descriptor: try Descriptor(parsing: "addr(bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080)"))
    var random = FixedRandom(state: 1)
    let request = try Fixture.request([1000])
    #expect(throws: PaymentError.cannotSign(wallet: "wallet")) {
      try watching.plan(request, from: fixture.coins, using: &random)
    }
  }
}
