import AirgapMessages
import BitcoinPrimitives
import Bytes
import Testing
import WalletTypes

@testable import OnlineCoordinator

/// What a log says, held against what was spent, without records and a node.
@Suite struct `Entries and spends` {
  typealias Entry = SigningLogExport.Entry
  typealias Spend = WalletSpends.Spend

  private static func txid(_ number: UInt8) -> Txid {
    Txid(Bytes32([UInt8](repeating: number, count: 32)) ?? .zero)
  }

  private static func coin(_ number: UInt32) -> OutPoint {
    OutPoint(txid: txid(200), vout: number)
  }

  private static func entry(
    _ txid: UInt8, unsigned: UInt8?, _ coins: UInt32..., time: Int64 = 1_000_000
  ) -> Entry {
    Entry(
      time: time, wallet: "w", txid: self.txid(txid), unsignedTxid: unsigned.map { self.txid($0) },
      sent: 1, fee: 1, coins: coins.map(coin))
  }

  private static func spend(
    _ txid: UInt8?, unsigned: UInt8?, at height: Int? = 90, _ coins: UInt32...
  ) -> Spend {
    Spend(
      spender: txid.map { .known(self.txid($0)) } ?? .unknown,
      unsignedTxid: unsigned.map { self.txid($0) }, height: height, coins: coins.map(coin), loss: 5)
  }

  private static func wallet(
    _ spends: [Spend], on network: Network = .regtest, points: [(Int, Int64)] = [(100, 2_000_000)]
  ) -> Reconciliation.Wallet {
    Reconciliation.Wallet(
      name: "savings", network: network, mark: txid(99).bytes,
      spends: WalletSpends(
        spends: spends, coins: Set((0..<10).map(coin)),
        points: points.map {
          SyncPoint(height: $0.0, hash: BlockHash(.zero), time: $0.1)
        }, gap: nil))
  }

  private static func log(
    _ entries: [Entry], leftOut: Int = 0, registered: Int64 = 0, needsSigner: Bool = true,
    network: Network = .regtest
  ) -> SigningLogExport {
    SigningLogExport(
      network: network.name, head: txid(1).bytes, count: entries.count + leftOut, made: 0,
      wallets: [
        .init(
          name: "w", mark: txid(99).bytes, registered: registered, needsSigner: needsSigner)
      ], entries: entries)
  }

  private static func compare(_ entries: [Entry], _ spends: [Spend]) -> Reconciliation {
    Reconciliation([log(entries)], [wallet(spends)], [])
  }

  @Test func `meet by the txid with signatures or without, whichever was logged`() {
    // Signed in part, or in a legacy wallet: the chain's txid is another one than the log's.
    for entry in [
      Self.entry(1, unsigned: 1, 0), Self.entry(2, unsigned: 1, 0), Self.entry(2, unsigned: nil, 0),
      Self.entry(2, unsigned: 1), Self.entry(7, unsigned: 1, 0),
    ] {
      let found = Self.compare([entry], [Self.spend(2, unsigned: 1, 0)])
      #expect(found.signed.map(\.fate) == [.confirmed(90)], "\(entry)")
      #expect(found.found == 1 && found.unsigned.isEmpty)
    }
  }

  @Test func `are unclear where the bytes are missing and a coin was signed for`() {
    let entry = Self.entry(1, unsigned: 1, 0, 1)
    for spend in [Self.spend(2, unsigned: nil, 1), Self.spend(nil, unsigned: nil, 1)] {
      let found = Self.compare([entry], [spend])
      #expect(found.signed.map(\.fate) == [.unclear])
      #expect(found.unsigned.map(\.verdict) == [.unclear] && found.alarms.isEmpty)
    }
    // With the bytes at hand it is another transaction.
    let other = Self.compare([entry], [Self.spend(2, unsigned: 3, 1)])
    #expect(other.signed.map(\.fate) == [.replaced(by: Self.txid(2), 90)])
    #expect(other.unsigned.map(\.verdict) == [.alarm])
  }

  @Test func `that nobody can name are an alarm where no entry has the coin`() {
    let found = Self.compare([Self.entry(1, unsigned: 1, 0)], [Self.spend(nil, unsigned: nil, 5)])
    #expect(found.alarms.map(\.spend.coins) == [[Self.coin(5)]])
    #expect(found.signed.map(\.fate) == [.unseen])
  }

  @Test func `of a block are believed before those of the mempool`() {
    let entry = Self.entry(1, unsigned: 1, 0, 1)
    let found = Self.compare(
      [entry], [Self.spend(3, unsigned: 3, at: nil, 0), Self.spend(2, unsigned: 2, 1)])
    #expect(found.signed.map(\.fate) == [.replaced(by: Self.txid(2), 90)])
  }

  @Test func `of several rounds are one, with the coins of all`() {
    let rounds = [
      Self.entry(1, unsigned: 1, 0, time: 5), Self.entry(2, unsigned: 1, 0, 1, time: 9),
    ]
    let found = Self.compare(rounds.reversed(), [])
    #expect(found.signed.count == 1 && found.signed[0].entry.time == 5)
    #expect(found.signed[0].entry.txid == Self.txid(2))
    #expect(found.signed[0].entry.coins == [Self.coin(0), Self.coin(1)])
  }

  /// The verdict on a spend without an entry in block 90, of a wallet registered at a time.
  private static func verdict(
    registered: Int64, on network: Network, points: [(Int, Int64)]
  ) -> Reconciliation.Verdict? {
    let wallet = wallet([spend(2, unsigned: 2, at: 90, 0)], on: network, points: points)
    let log = log([], registered: registered, network: network)
    return Reconciliation([log], [wallet], []).unsigned.first?.verdict
  }

  @Test func `are before the registration where the next synced block surely was`() {
    // Ten blocks of ten minutes before block 100, and a day.
    let limit: Int64 = 2_000_000 - 10 * 600 + 86_400
    let points = [(50, Int64(1)), (100, 2_000_000), (200, 9_000_000)]
    #expect(Self.verdict(registered: limit, on: .mainnet, points: points) == .alarm)
    #expect(Self.verdict(registered: limit + 1, on: .mainnet, points: points) == .before)
    // Where blocks come at will, no time is taken off.
    #expect(Self.verdict(registered: limit + 1, on: .regtest, points: points) == .alarm)
    #expect(Self.verdict(registered: 2_086_401, on: .regtest, points: points) == .before)
    // Nothing is known about the time of a block above the last sync.
    #expect(Self.verdict(registered: .max, on: .mainnet, points: [(50, 1)]) == .alarm)
  }

  @Test func `are judged by the gravest of several logs, and by none of another network`() {
    let wallet = Self.wallet([Self.spend(2, unsigned: 2, 0)])
    let logs = [
      Self.log([], needsSigner: false), Self.log([]), Self.log([], registered: 9_000_000),
    ]
    let verdict = { (logs: [SigningLogExport]) in
      Reconciliation(logs, [wallet], []).unsigned.map(\.verdict)
    }
    #expect(verdict(logs) == [.alarm])
    #expect(verdict([logs[0], logs[2]]) == [.before])
    #expect(verdict([logs[0]]) == [.others])
    #expect(verdict([Self.log([], network: .signet)]).isEmpty)
    // The log of another vault that signed it.
    #expect(verdict(logs + [Self.log([Self.entry(2, unsigned: 2)], needsSigner: false)]).isEmpty)
  }
}
