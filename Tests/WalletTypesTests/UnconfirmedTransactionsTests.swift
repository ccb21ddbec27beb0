import BitcoinPrimitives
import Bytes
import Testing
import WalletTypes

/// How transactions that wait for a block build on each other.
@Suite struct UnconfirmedTransactionsTests {
  private static func txid(_ number: Int) -> Txid {
    var bytes = [UInt8](repeating: 7, count: 32)
    (bytes[0], bytes[1]) = (UInt8(number & 255), UInt8(number >> 8))
    return Txid(Bytes32(bytes) ?? .zero)
  }

  /// A chain of this many transactions that ends with this one.
  private static func row(
    _ count: Int, endingWith last: Txid, size: Int = 200, from start: Int = 0
  ) -> [Txid: UnconfirmedTransactions.Entry] {
    var entries: [Txid: UnconfirmedTransactions.Entry] = [:]
    var parent: Txid?
    for number in 0..<count {
      let txid = number == count - 1 ? last : txid(start + number)
      entries[txid] = .init(parents: Set([parent].compactMap { $0 }), virtualSize: size)
      parent = txid
    }
    return entries
  }

  @Test func `on a transaction of version 3 nodes accept one small child of version 3`() {
    let (parent, other) = (Self.txid(1), Self.txid(2))
    func limit(
      _ entries: [Txid: UnconfirmedTransactions.Entry], spending txids: Set<Txid>,
      size: Int = 200, isTRUC: Bool = true
    ) -> UnconfirmedTransactions.Limit? {
      UnconfirmedTransactions(entries).limit(
        spending: txids, virtualSize: size, isTRUC: isTRUC)
    }
    let truc = UnconfirmedTransactions.Entry(parents: [], virtualSize: 200, isTRUC: true)
    let old = UnconfirmedTransactions.Entry(parents: [], virtualSize: 200)
    #expect(limit([parent: truc], spending: [parent]) == nil)
    #expect(limit([parent: truc], spending: [parent], size: 1000) == nil)
    #expect(limit([parent: truc], spending: [parent], size: 1001) == .trucSize(1001))
    #expect(limit([parent: truc], spending: [parent], isTRUC: false) == .underTRUC(parent))
    #expect(limit([parent: old], spending: [parent]) == .trucUnderOthers(parent))
    // Confirmed ones limit nothing.
    #expect(limit([:], spending: [parent], size: 5000) == nil)
    #expect(limit([parent: truc, other: truc], spending: [parent, other]) == .trucAncestors(2))
    let child = UnconfirmedTransactions.Entry(parents: [parent], virtualSize: 200, isTRUC: true)
    #expect(limit([parent: truc, other: child], spending: [parent]) == .trucSibling(other))
    #expect(limit([parent: truc, other: child], spending: [other]) == .trucAncestors(2))
    for said in [
      UnconfirmedTransactions.Limit.trucSize(1001), .underTRUC(parent), .trucUnderOthers(parent),
      .trucAncestors(2), .trucSibling(other),
    ] { #expect("\(said)".contains("TRUC")) }
  }

  @Test func `each limit of mempools is kept`() {
    let last = Self.txid(9999)
    func limit(
      _ entries: [Txid: UnconfirmedTransactions.Entry], _ size: Int = 200
    ) -> UnconfirmedTransactions.Limit? {
      UnconfirmedTransactions(entries).limit(spending: [last], virtualSize: size)
    }
    #expect(limit(Self.row(24, endingWith: last)) == nil)
    #expect(limit(Self.row(25, endingWith: last)) == .ancestors(26))
    #expect(limit(Self.row(2, endingWith: last, size: 50_400)) == nil)
    #expect(limit(Self.row(2, endingWith: last, size: 50_401)) == .virtualSize(101_002))
    // Many children of one parent.
    var fan: [Txid: UnconfirmedTransactions.Entry] = [last: .init(parents: [], virtualSize: 200)]
    for number in 0..<23 { fan[Self.txid(number)] = .init(parents: [last], virtualSize: 200) }
    #expect(limit(fan) == nil)
    fan[Self.txid(23)] = .init(parents: [last], virtualSize: 200)
    #expect(limit(fan) == .descendants(26))
    // A group that hangs together through grandchildren of others.
    var group: [Txid: UnconfirmedTransactions.Entry] = [last: .init(parents: [], virtualSize: 200)]
    let bridge = Self.txid(1000)
    let others = (0..<61).map { Self.txid($0) }
    for other in others { group[other] = .init(parents: [], virtualSize: 200) }
    group[bridge] = .init(parents: Set(others + [last]), virtualSize: 200)
    #expect(limit(group) == nil)
    group[Self.txid(500)] = .init(parents: [], virtualSize: 200)
    group[bridge] = .init(parents: Set(others + [last, Self.txid(500)]), virtualSize: 200)
    #expect(limit(group) == .cluster(65))
    // What spends confirmed coins alone has no limit.
    #expect(UnconfirmedTransactions(group).limit(spending: [Self.txid(7)], virtualSize: 1) != nil)
    #expect(
      UnconfirmedTransactions(group).limit(spending: [Self.txid(7777)], virtualSize: 400_000) == nil
    )
  }
}
