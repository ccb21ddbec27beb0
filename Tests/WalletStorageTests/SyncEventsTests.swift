import BitcoinPrimitives
import Bytes
import ChainTypes
import Testing
import WalletTypes

@testable import WalletStorage

/// What a sync found is held in a fifth of the room of the lists that it came in, and reads as they do.
@Suite struct SyncEventsTests {
  private static func script(_ number: UInt8) -> Script { Script([0x51, number]) }

  private static func txid(_ number: UInt8) -> Txid {
    Txid(Bytes32([UInt8](repeating: number, count: 32)) ?? .zero)
  }

  private static func block(_ height: Int) -> BlockPosition {
    BlockPosition(height: height, hash: BlockHash(txid(UInt8(height)).bytes))
  }

  private static func receipt(
    _ txid: UInt8, _ vout: UInt32, _ script: Script, _ block: Int?, satoshis: Int64 = 1_000
  ) throws -> ScriptActivity.Receipt {
    ScriptActivity.Receipt(
      outPoint: OutPoint(txid: Self.txid(txid), vout: vout), script: script,
      amount: try Amount(satoshis: satoshis), block: block.map(Self.block))
  }

  /// A wallet with holes and with a script that two branches share.
  private static var wallet: WalletScripts {
    var scripts = WalletScripts()
    for (branch, index, number) in [(0, 0, 0), (0, 1, 1), (0, 5, 2), (1, 0, 3), (1, 1, 1)] {
      scripts.append(
        ScriptPlace(branch: branch, index: UInt32(index)), script(UInt8(number)))
    }
    scripts.append(ScriptPlace(branch: 0, index: 2), script(4))
    scripts.append(ScriptPlace(branch: 0, index: 3), script(5))
    return scripts
  }

  @Test func `each script has the place that it was given, and the first of two has it`() {
    let scripts = Self.wallet
    let places = scripts.all.indices.map { scripts.place(at: $0) }
    #expect(places.map(\.branch) == [0, 0, 0, 1, 1, 0, 0])
    #expect(places.map(\.index) == [0, 1, 5, 0, 1, 2, 3])
    #expect(scripts.counts == [0: 6, 1: 2])
    #expect(scripts.all.firstPosition(of: Self.script(1)) == 1)
  }

  @Test func `receipts and spends come back as they were put in`() throws {
    var events = SyncEvents(of: Self.wallet)
    let receipts = try [
      Self.receipt(9, 0, Self.script(0), 7), Self.receipt(1, 3, Self.script(1), 5),
      Self.receipt(9, 1, Self.script(77), 7), Self.receipt(2, .max, Script(), nil),
      Self.receipt(9, 0, Self.script(0), 7, satoshis: 0), Self.receipt(1, 0, Self.script(5), 5),
      Self.receipt(0, 0, Self.script(77), 5, satoshis: Amount.maxSatoshis),
    ]
    #expect(receipts.map { events.add($0) } == [0, 1, nil, nil, 0, 6, nil])
    let spends = [
      ScriptActivity.Spend(
        outPoint: OutPoint(txid: Self.txid(1), vout: 3), spender: Self.txid(9), block: Self.block(7)
      ),
      ScriptActivity.Spend(
        outPoint: OutPoint(txid: Self.txid(50), vout: 0), spender: Self.txid(2), block: nil),
    ]
    for spend in spends { events.add(spend) }
    #expect(Array(events.receipts) == receipts && Array(events.spends) == spends)
    #expect(
      receipts.indices.map { events.place(ofReceipt: $0)?.index } == [0, 1, nil, nil, 0, 3, nil])
    #expect(events.lowestHeight == 5)
    #expect(Set(events.makers) == Set([9, 1, 2, 0].map(Self.txid)))
    // The last word on a coin counts.
    let twice = OutPoint(txid: Self.txid(9), vout: 0)
    #expect(events.coin(twice) == receipts[4])
    #expect(events.coin(OutPoint(txid: Self.txid(9), vout: 2)) == nil)
    #expect(events.coin(OutPoint(txid: Self.txid(3), vout: 0)) == nil)
    #expect(events.isSpent(spends[0].outPoint) && events.isSpent(spends[1].outPoint))
    #expect(!events.isSpent(twice))
    // In a block, or spent; not what only waits, and not what nobody named.
    #expect(events.settles(twice) && events.settles(spends[1].outPoint))
    #expect(!events.settles(OutPoint(txid: Self.txid(2), vout: .max)))
    #expect(!events.settles(OutPoint(txid: Self.txid(50), vout: 1)))
  }

  @Test func `the oldest come first, and what nobody can prove otherwise is asked about first`()
    throws
  {
    var events = SyncEvents(of: Self.wallet)
    let receipts = try [
      Self.receipt(9, 0, Self.script(0), 7), Self.receipt(2, 0, Self.script(1), nil),
      Self.receipt(1, 3, Self.script(1), 5), Self.receipt(3, 1, Self.script(2), 7),
      Self.receipt(3, 0, Self.script(2), 7), Self.receipt(4, 0, Self.script(2), 5),
      Self.receipt(3, 1, Self.script(2), 7),
    ]
    for receipt in receipts { events.add(receipt) }
    #expect(events.receiptsByAge == [2, 5, 4, 3, 6, 0, 1])
    #expect(
      events.receiptsByAge.map { receipts[$0] }
        == receipts.sorted {
          ($0.block?.height ?? .max, $0.outPoint) < ($1.block?.height ?? .max, $1.outPoint)
        })
    events.add(
      ScriptActivity.Spend(
        outPoint: receipts[5].outPoint, spender: Self.txid(9), block: Self.block(7)))
    let coins = events.unspent(atMost: 4) {
      $0 == Self.txid(9)
    } where: {
      $0 != receipts[4].outPoint
    }
    #expect(coins.map(\.outPoint) == [0, 2, 3, 6].map { receipts[$0].outPoint })
    #expect(coins.map(\.height) == [7, 5, 7, 7])
    #expect(
      events.unspent(atMost: 1, first: { _ in false }, where: { _ in true }).map(\.outPoint)
        == [receipts[2].outPoint])
  }

  @Test func `what a list named is known`() throws {
    var events = SyncEvents(of: Self.wallet)
    let (first, second) = try (
      Self.receipt(9, 1, Self.script(0), 7), Self.receipt(9, 0, Self.script(0), 7)
    )
    events.list(first.outPoint)
    events.list(second.outPoint)
    #expect(events.isListed(first.outPoint) && events.coin(first.outPoint) == nil)
    #expect(!events.isListed(OutPoint(txid: Self.txid(9), vout: 2)))
    #expect(!events.isListed(OutPoint(txid: Self.txid(1), vout: 0)))
    #expect(events.listedCoins == [second.outPoint, first.outPoint])
  }
}
