import BitcoinPrimitives
import Bytes
import EncryptedVault
import SignerHome
import Testing
import TransactionReview

@testable import PaymentSigning

@Suite struct `What the vault remembers, for the review` {
  private func signed(lockTime: UInt32) -> SigningRecord {
    SigningRecord(
      time: 1_700_000_000, wallet: "savings", txid: Bytes32.zero, sent: 1, fee: 1,
      lockTime: lockTime, accepted: [])
  }

  @Test func `the height is the clock's, or makes the highest one signed before ordinary`() throws {
    // Ten minutes a block from the halving of 2024 on (R16).
    let now: Int64 = 1_713_571_767 + 600 * 1_000
    var contents = VaultContents(network: "mainnet")
    #expect(try contents.reviewContext(now: now).estimatedHeight == 841_000)
    contents.appendToLog(signed(lockTime: 900_000))
    let slack = contents.reviewLimits.lockTimeSlack
    #expect(try contents.reviewContext(now: now).estimatedHeight == 900_000 - slack)
    // A time is not a height.
    contents = VaultContents(network: "mainnet")
    contents.appendToLog(signed(lockTime: 1_900_000_000))
    #expect(try contents.reviewContext(now: now).estimatedHeight == 841_000)
  }

  @Test func `a chain whose blocks come at other times has no height but what was signed`() throws {
    var contents = VaultContents(network: "regtest")
    #expect(try contents.reviewContext(now: 1_800_000_000).estimatedHeight == nil)
    contents.appendToLog(signed(lockTime: 5_000))
    let slack = contents.reviewLimits.lockTimeSlack
    #expect(try contents.reviewContext(now: 0).estimatedHeight == 5_000 - min(5_000, slack))
  }

  @Test func `a coin that was claimed is not one that was proved`() throws {
    let (proved, claimed) = (
      OutPoint(txid: Txid(Bytes32.zero), vout: 0),
      OutPoint(txid: Txid(Bytes32.zero), vout: 1)
    )
    var contents = VaultContents(network: "regtest")
    for (coin, isProved) in [(proved, true), (claimed, false)] {
      contents.coins[CoinKey(txid: coin.txid.bytes, vout: coin.vout)] = CoinRecord(
        amount: 5, script: [0x51], isProved: isProved)
    }
    let context = try contents.reviewContext(now: 0)
    #expect(context.provedOutput(proved) != nil && context.claimedOutput(proved) == nil)
    #expect(context.provedOutput(claimed) == nil && context.claimedOutput(claimed) != nil)
  }
}
