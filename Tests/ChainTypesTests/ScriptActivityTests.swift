import BitcoinPrimitives
import Bytes
import ChainTypes
import Testing

@Suite struct ScriptActivityTests {
  private static func receipt(_ vout: UInt32) -> ScriptActivity.Receipt {
    ScriptActivity.Receipt(
      outPoint: OutPoint(txid: Txid(.zero), vout: vout), script: Script(), amount: .zero,
      block: BlockPosition(height: 7, hash: BlockHash(.zero)))
  }

  @Test func `what several searches found adds up, and what one of them misses the whole misses`() {
    let spend = ScriptActivity.Spend(
      outPoint: OutPoint(txid: Txid(.zero), vout: 0), spender: Txid(.zero), block: nil)
    var all = ScriptActivity(receipts: [Self.receipt(0)])
    all.append(ScriptActivity(receipts: [Self.receipt(1)], spends: [spend]))
    #expect(all.receipts.map(\.outPoint.vout) == [0, 1] && all.spends == [spend])
    #expect(!all.onlyUnspent)
    all.append(ScriptActivity(onlyUnspent: true))
    all.append(ScriptActivity())
    #expect(all.onlyUnspent && all.receipts.count == 2)
  }
}
