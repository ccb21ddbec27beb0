import Bytes
import Testing

@testable import EncryptedVault

/// What the log knows of payments by those that were signed later.
@Suite struct `Payments that were signed later` {
  private static func hash(_ number: UInt8) -> Bytes32 {
    Bytes32([UInt8](repeating: number, count: 32)) ?? .zero
  }

  private static func coin(_ transaction: UInt8, _ output: UInt32 = 0) -> CoinKey {
    CoinKey(txid: hash(transaction), vout: output)
  }

  /// A payment that is called by its number; `signed` is its txid with signatures.
  private static func payment(
    _ number: UInt8, signed: UInt8? = nil, _ coins: CoinKey..., own: [Bool]? = nil
  ) -> SigningRecord {
    SigningRecord(
      time: Int64(number), wallet: "w", txid: hash(signed ?? number), sent: 1, fee: 1, lockTime: 0,
      accepted: [], unsignedTxid: hash(number), spent: coins, own: own ?? coins.map { _ in true })
  }

  private static func sequels(_ records: SigningRecord...) -> [SigningLog.Sequel] {
    SigningLog(linking: records).sequels
  }

  @Test func `say nothing about one that they do not touch`() {
    #expect(Self.sequels().isEmpty)
    #expect(
      Self.sequels(Self.payment(1, Self.coin(100)), Self.payment(2, Self.coin(101)))
        == [.open, .open])
    #expect(Self.sequels(Self.payment(1)) == [.unknown])
  }

  @Test func `that spend its change show that it was sent`() {
    #expect(
      Self.sequels(Self.payment(1, Self.coin(100)), Self.payment(2, Self.coin(1, 1)))
        == [.usedLater, .open])
    // Where signatures are part of the txid, the coin is called by the finished one.
    #expect(
      Self.sequels(Self.payment(1, signed: 9, Self.coin(100)), Self.payment(2, Self.coin(9, 1)))
        == [.usedLater, .open])
  }

  @Test func `with one of its coins replace it`() {
    let first = Self.payment(1, Self.coin(100), Self.coin(101))
    #expect(Self.sequels(first, Self.payment(2, Self.coin(101))) == [.replaced, .open])
    // Somebody else's coin beside theirs replaces nothing here.
    #expect(
      Self.sequels(first, Self.payment(2, Self.coin(101), Self.coin(102), own: [false, true]))
        == [.open, .open])
    // The change of the first was spent: it was the first that was sent.
    #expect(
      Self.sequels(first, Self.payment(2, Self.coin(101)), Self.payment(3, Self.coin(1, 1)))
        == [.usedLater, .replaced, .open])
  }

  @Test func `are none where another round of the same payment is signed`() {
    #expect(
      Self.sequels(
        Self.payment(1, Self.coin(100)), Self.payment(1, signed: 7, Self.coin(100)),
        Self.payment(2, Self.coin(7))) == [.usedLater, .usedLater, .open])
    #expect(
      Self.sequels(Self.payment(1, Self.coin(100)), Self.payment(1, signed: 7, Self.coin(100)))
        == [.open, .open])
    // What one round has forgotten another may know.
    #expect(Self.sequels(Self.payment(1), Self.payment(1, Self.coin(100))) == [.open, .open])
  }
}
