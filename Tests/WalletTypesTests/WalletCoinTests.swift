import BitcoinPrimitives
import Bytes
import Testing

@testable import WalletTypes

@Suite struct WalletCoinTests {
  private static let outPoint = OutPoint(txid: Txid(.zero), vout: 3)

  private static func coin(
    height: Int? = nil, spender: Spender? = nil, payment: Int64? = nil, number: Int64? = nil,
    isCoinbase: Bool = false, isTrusted: Bool = false, isUnproved: Bool = false,
    isFrozen: Bool = false, tag: String? = nil
  ) throws -> WalletCoin {
    WalletCoin(
      outPoint: outPoint, amount: try Amount(satoshis: 5), branch: 65_535, index: 0x8000_0000,
      height: height, isCoinbase: isCoinbase, spender: spender, payment: payment,
      isTrusted: isTrusted, isUnproved: isUnproved, isFrozen: isFrozen, number: number, tag: tag)
  }

  @Test func `a coin says what it was told, also where nothing was`() throws {
    for height in [nil, 0, 1, 499_999_999] {
      #expect(try Self.coin(height: height).height == height)
    }
    for number in [nil, 1, Int64.max] {
      #expect(try Self.coin(number: number).number == number)
      var coin = try Self.coin(payment: number)
      #expect(coin.payment == number)
      coin.payment = 12
      #expect(coin.payment == 12)
      coin.payment = nil
      #expect(coin.payment == nil)
    }
    let coin = try Self.coin()
    #expect(coin.branch == 65_535 && coin.index == 0x8000_0000 && coin.outPoint == Self.outPoint)
    #expect(coin.spender == nil && coin.tag == nil)
    let txid = Txid(Bytes32(unsafeUninitialized: { $0[31] = 9 }))
    #expect(try Self.coin(spender: .known(txid)).spender?.txid == txid)
    #expect(try Self.coin(spender: .unknown).spender == .unknown)
    #expect(try Self.coin(tag: "rent").tag == "rent")
  }

  @Test func `what is true of a coin is kept apart`() throws {
    let marks: [WritableKeyPath<WalletCoin, Bool>] = [\.isTrusted, \.isUnproved, \.isFrozen]
    for isCoinbase in [false, true] {
      for mark in marks {
        var coin = try Self.coin(isCoinbase: isCoinbase)
        coin[keyPath: mark] = true
        #expect(coin.isCoinbase == isCoinbase)
        for other in marks { #expect(coin[keyPath: other] == (other == mark)) }
        coin[keyPath: mark] = false
        #expect(try coin == Self.coin(isCoinbase: isCoinbase))
      }
    }
    let all = try Self.coin(
      isCoinbase: true, isTrusted: true, isUnproved: true, isFrozen: true)
    #expect(all.isCoinbase && all.isTrusted && all.isUnproved && all.isFrozen)
  }

  @Test func `a hundred thousand coins take ten megabytes`() {
    #expect(MemoryLayout<WalletCoin>.stride <= 96)
  }
}
