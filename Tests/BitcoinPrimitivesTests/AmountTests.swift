import BitcoinPrimitives
import Testing

@Suite struct AmountTests {
  @Test(arguments: [
    ("0.5", 50_000_000), ("0.00000001", 1), ("1.0", 100_000_000), ("50000sat", 50_000),
    ("0sat", 0), ("20999999.99999999", 2_099_999_999_999_999),
    ("21000000.00000000", 2_100_000_000_000_000), ("2100000000000000sat", 2_100_000_000_000_000),
    (".5", 50_000_000), ("0.5BTC", 50_000_000), (".5btc", 50_000_000), ("1BTC", 100_000_000),
    ("21000000BTC", 2_100_000_000_000_000), ("50000sats", 50_000), ("50000SATS", 50_000),
  ])
  func `text with a point is bitcoin and text with sat is satoshis`(
    text: String, satoshis: Int64
  ) throws {
    #expect(try Amount(parsing: text).satoshis == satoshis)
  }

  @Test(arguments: [
    "", ".", "1", "0", "1.", "-1.0", "BTC", ".BTC", "1.BTC", "0.5mBTC", "0.5uBTC", "5msat", "sats",
    "21000001BTC", "0.5BTCBTC", "0.5satBTC", "50000satsat", "0.5 BTC", "+1.0", "1e3", "1,0", " 1.0",
    "1.0 ", "1.000000001",
    "sat", "1.5sat", "-1sat", "21000000.00000001", "2100000000000001sat", "99999999999999999999sat",
    "999999999999999999999999.0", "1.0.0", "0x10sat", "1 sat", "٣.0",
    "18446744073709551617sat", "184467440737.09551617",
  ])
  func `text that could mean anything else is refused`(text: String) {
    #expect(throws: AmountError.self) { try Amount(parsing: text) }
  }

  @Test func `a bare integer is refused for want of a unit`() {
    #expect(throws: AmountError.missingUnit) { try Amount(parsing: "5") }
  }

  @Test(arguments: [
    ("0.5", 50_000_000), ("1", 100_000_000), ("1e-8", 1), ("5.0E-1", 50_000_000), ("0", 0),
    ("0.00000000", 0), ("2.1e7", 2_100_000_000_000_000), ("1.000000000", 100_000_000),
    ("0.000000010", 1), ("0e0", 0),
  ])
  func `numbers of a node's JSON are read exactly`(text: String, satoshis: Int64) throws {
    #expect(try Amount(btcNumber: text).satoshis == satoshis)
  }

  @Test(arguments: [
    "", "-1", "1e-9", "0.000000001", "1e99", "1e9", "21000000.00000001", "NaN", "1e", "e5", ".5",
    "1.",
    "1e+", "1e111",
  ])
  func `numbers that are no amount are refused`(text: String) {
    #expect(throws: AmountError.self) { try Amount(btcNumber: text) }
  }

  @Test func `amounts stay within 0 and 21 million bitcoin`() throws {
    #expect(throws: AmountError.self) { try Amount(satoshis: -1) }
    #expect(throws: AmountError.self) { try Amount(satoshis: Amount.maxSatoshis + 1) }
    #expect(throws: AmountError.self) { try Amount(satoshis: .min) }
    #expect(throws: AmountError.self) { try Amount(satoshis: .max) }
    let one = try Amount(satoshis: 1)
    #expect(throws: AmountError.overflow) { try Amount.maxMoney.adding(one) }
    #expect(throws: AmountError.overflow) { try Amount.zero.subtracting(one) }
    #expect(throws: AmountError.overflow) {
      try Amount.sum(of: [.maxMoney, .maxMoney, .maxMoney, .maxMoney, .maxMoney])
    }
    #expect(try Amount.sum(of: [one, one]).satoshis == 2)
  }

  @Test func `amounts print all eight decimals and read back`() throws {
    for satoshis: Int64 in [
      0, 1, 10, 99_999_999, 100_000_000, 123_456_789_012, 2_100_000_000_000_000,
    ] {
      let amount = try Amount(satoshis: satoshis)
      #expect(try Amount(parsing: amount.btc) == amount)
    }
    #expect(try Amount(satoshis: 50_000).description == "0.00050000 BTC")
  }

  @Test(
    arguments: [
      (0, "0.00000000"), (1, "0.00000001"), (99_999_999, "0.99999999"), (100_000_000, "1.00000000"),
      (1_000_000_001, "10.00000001"), (2_100_000_000_000_000, "21000000.00000000"),
    ] as [(Int64, String)])
  func `bitcoin have all eight decimals`(satoshis: Int64, text: String) throws {
    #expect(try Amount(satoshis: satoshis).btc == text)
  }

  @Test(arguments: [("1", 1000), ("2.5", 2500), ("0.125", 125), ("0", 0), ("500", 500_000)])
  func `fee rates are read in satoshis per virtual byte`(text: String, perKvB: Int64) throws {
    let rate = try FeeRate(satPerVByte: text)
    #expect(rate.satoshisPerKvB == perKvB)
    #expect(rate.satPerVByte == text)
  }

  @Test(arguments: ["", "1.", ".1", "-1", "1.0001", "1e3", "9999999999999999999999", "1 "])
  func `fee rates that are no numbers are refused`(text: String) {
    #expect(throws: AmountError.self) { try FeeRate(satPerVByte: text) }
  }

  @Test func `fees are rounded up and never overflow`() throws {
    let rate = try FeeRate(satPerVByte: "1.001")
    #expect(try rate.fee(for: Weight(units: 4)).satoshis == 2)
    #expect(try rate.fee(for: Weight(units: 4000)).satoshis == 1001)
    #expect(try FeeRate.oneSatPerVByte.fee(for: Weight(units: 5)).satoshis == 2)
    #expect(throws: AmountError.overflow) {
      try FeeRate(satoshisPerKvB: Amount.maxSatoshis).fee(for: Weight(units: .max))
    }
    #expect(FeeRate(fee: .maxMoney, for: Weight(units: 1)).satoshisPerKvB == Amount.maxSatoshis)
    #expect(FeeRate(fee: .maxMoney, for: .zero) == .zero)
    let fee = try Amount(satoshis: 1410)
    #expect(FeeRate(fee: fee, for: Weight(units: 561)).satPerVByte == "10")
  }

  @Test func `weight never wraps and rounds its virtual size up`() {
    #expect(Weight(units: -5) == .zero)
    #expect(Weight(units: .max) + Weight(units: .max) == Weight(units: .max))
    #expect(Weight(baseBytes: .max) == Weight(units: .max))
    #expect(Weight(units: .max).vsize == Int.max / 4 + 1)
    #expect([0, 1, 4, 5, 8].map { Weight(units: $0).vsize } == [0, 1, 1, 2, 2])
  }

  @Test(arguments: [
    ("76a914000000000000000000000000000000000000000088ac", 546),
    ("a914000000000000000000000000000000000000000087", 540),
    ("00140000000000000000000000000000000000000000", 294),
    ("00200000000000000000000000000000000000000000000000000000000000000000", 330),
    ("51200000000000000000000000000000000000000000000000000000000000000000", 330),
    ("51024e73", 240), ("6a0161", 0),
  ])
  func `dust thresholds are those of Bitcoin Core`(hex: String, satoshis: Int64) throws {
    let script = try Script(hex: hex)
    #expect(TxOut.dustThreshold(for: script).satoshis == satoshis)
    #expect(!TxOut(rawValue: satoshis, scriptPubKey: script).isDust)
    #expect(TxOut(rawValue: satoshis - 1, scriptPubKey: script).isDust)
  }
}
