import BitcoinPrimitives
import Bytes
import Descriptors
import Foundation
import GRDB
import Synchronization
import Testing
import WalletFixtures
import WalletTypes

@testable import WalletStorage

/// The address of a payment's change: handed out with the payment, or not at all.
@Suite final class PaymentChangeTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "payment-change-\(UUID().uuidString)")
  private var file: HandedOutFile { HandedOutFile(folder: folder.path + "/shared") }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A home of this user in a folder of this name, with a wallet that has so many coins; opened again when
  /// it is there.
  private func home(
    _ name: String = "home", coins count: Int = 2, _ descriptor: String = accountText,
    willRun: (@Sendable (String) -> Void)? = nil
  ) throws -> (store: Store, wallet: WalletRecord) {
    let path = folder.path + "/\(name).sqlite"
    let isHere = FileManager.default.fileExists(atPath: path)
    let store = try Store(path: path, patience: 60, handedOut: file, willRun: willRun)
    guard !isHere else { return (store, try store.wallet(named: "savings")) }
    let wallet = try store.addWallet(
      name: "savings", network: .regtest, descriptor: try Descriptor(parsing: descriptor),
      birthHeight: 0)
    try store.change { db in
      for number in 0..<count {
        try db.execute(
          sql: """
            INSERT INTO coin (wallet, txid, vout, branch, idx, amount, height)
            VALUES (?, ?, ?, 0, 0, 10000, 1)
            """, arguments: [wallet.id, Txid(.zero).bytes.data, number])
      }
    }
    return (store, wallet)
  }

  /// A payment that spends a coin and has its change at an index.
  private static func payment(
    coin: Int = 0, change index: UInt32?, of wallet: WalletRecord
  ) throws -> NewPayment {
    let branch = wallet.changeBranch
    var outputs = [TxOut(rawValue: 5000, scriptPubKey: Fixture.foreign)]
    if let index {
      let own = try wallet.descriptor.derived(branch: branch, index: index).scriptPubKey
      outputs.append(TxOut(rawValue: 4000, scriptPubKey: own))
    }
    return NewPayment(
      unsigned: Transaction(
        inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: UInt32(coin)))],
        outputs: outputs),
      psbt: [1], fee: try Amount(satoshis: 1000), summary: "", created: 5,
      change: index.map { ScriptPlace(branch: branch, index: $0) })
  }

  private func told() throws -> [UInt32] {
    guard case .whole(let entries) = try file.read() else { return [] }
    return entries.values.sorted()
  }

  private static func next(_ store: Store, _ wallet: WalletRecord) throws -> UInt32 {
    try store.nextChange(of: wallet).index
  }

  @Test func `to ask for the next change address hands none out`() throws {
    let (store, wallet) = try home()
    for _ in 0..<3 { #expect(try Self.next(store, wallet) == 0) }
    #expect(try told().isEmpty)
    _ = try store.record(try Self.payment(change: 0, of: wallet), of: wallet)
    #expect(try Self.next(store, wallet) == 1)
    #expect(try store.branches(of: wallet).map(\.handedOut) == [0, 1])
    #expect(try told() == [1])
    // A payment without change takes none.
    _ = try store.record(try Self.payment(coin: 1, change: nil, of: wallet), of: wallet)
    #expect(try Self.next(store, wallet) == 1)
  }

  @Test func `a payment that cannot be recorded uses up no change address`() throws {
    let (store, wallet) = try home()
    _ = try store.record(try Self.payment(change: 0, of: wallet), of: wallet)
    for _ in 0..<3 {
      #expect(throws: StorageError.coinTaken("\(OutPoint(txid: Txid(.zero), vout: 0))")) {
        try store.record(try Self.payment(change: 1, of: wallet), of: wallet)
      }
    }
    #expect(try Self.next(store, wallet) == 1)
    #expect(try store.payments().count == 1)
    #expect(try told() == [1])
  }

  @Test func `of two payments with the same change address the first is recorded, the other not`()
    throws
  {
    // In the same home, then in another one.
    let (first, one) = try home()
    let (second, two) = try home()
    let (third, three) = try home("other")
    _ = try first.record(try Self.payment(change: Self.next(first, one), of: one), of: one)
    for (store, wallet) in [(second, two), (third, three)] {
      let late = try Self.payment(coin: 1, change: 0, of: wallet)
      #expect(throws: StorageError.changeTaken(wallet: "savings", index: 0)) {
        try store.record(late, of: wallet)
      }
    }
    #expect(try third.payments().isEmpty && second.payments().count == 1)
    #expect(try third.coins(of: three).allSatisfy { $0.payment == nil })
    #expect(try told() == [1])
    _ = try third.record(
      try Self.payment(coin: 1, change: Self.next(third, three), of: three), of: three)
    #expect(try third.branches(of: three).map(\.handedOut) == [0, 2])
    // Nor is one passed over.
    #expect(throws: StorageError.changeTaken(wallet: "savings", index: 3)) {
      try second.record(try Self.payment(coin: 1, change: 3, of: two), of: two)
    }
    #expect(try Self.next(second, two) == 2)
  }

  @Test func `programs that record payments at once share no change address, and pass over none`()
    async throws
  {
    let count = 4
    // Two programs on one home, and two on another.
    let homes = try ["one", "one", "two", "two"].map { try home($0, coins: 2 * count) }
    let indices = try await withThrowingTaskGroup(of: [UInt32].self) { group in
      for (number, (store, wallet)) in homes.enumerated() {
        group.addTask {
          var mine: [UInt32] = []
          while mine.count < count {
            let index = try Self.next(store, wallet)
            let coin = number % 2 * count + mine.count
            do {
              _ = try store.record(
                try Self.payment(coin: coin, change: index, of: wallet), of: wallet)
              mine.append(index)
            } catch StorageError.changeTaken {
              // Another was faster: anew.
            }
          }
          return mine
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(indices.sorted() == Array(0..<UInt32(4 * count)))
    for (store, wallet) in homes {
      #expect(store.takeHandedOutNotices().isEmpty)
      let kept = try store.payments(of: wallet).map(\.unsigned.outputs[1].scriptPubKey)
      #expect(Set(kept).count == 2 * count)
    }
  }

  @Test func `what the other homes were told is taken back when the records cannot be written`()
    throws
  {
    let (store, wallet) = try home()
    try store.change { db in
      // The commit fails, once everything else is done.
      try db.execute(
        sql: """
          CREATE TABLE broken (id INTEGER REFERENCES wallet DEFERRABLE INITIALLY DEFERRED);
          CREATE TRIGGER breaking AFTER INSERT ON handedOut
          BEGIN INSERT INTO broken VALUES (4711); END;
          """)
    }
    for _ in 0..<3 {
      #expect {
        try store.record(try Self.payment(change: 0, of: wallet), of: wallet)
      } throws: {
        guard case StorageError.database = $0 else { return false }
        return true
      }
    }
    #expect(try told().isEmpty)
    #expect(try store.payments().isEmpty)
    let (other, same) = try home("other")
    #expect(try Self.next(other, same) == 0)
    try store.change { try $0.execute(sql: "DROP TRIGGER breaking") }
    _ = try store.record(try Self.payment(change: 0, of: wallet), of: wallet)
    #expect(try told() == [1])
  }

  @Test
  func `killed before any statement, a payment, its coin and its change are there or none is`()
    throws
  {
    try _ = home()
    let manager = FileManager.default
    let base = folder.path
    let copies = Mutex<[String]>([])
    // What a program that is killed there leaves on the disk.
    let (store, wallet) = try home { _ in
      let copy = copies.withLock { found in
        found.append("\(base)/killed-\(found.count)")
        return found[found.count - 1]
      }
      try? manager.createDirectory(atPath: copy, withIntermediateDirectories: false)
      for name in ["home.sqlite", "home.sqlite-journal", "shared"] {
        try? manager.copyItem(atPath: "\(base)/\(name)", toPath: "\(copy)/\(name)")
      }
    }
    let opening = copies.withLock { $0.count }
    _ = try store.record(try Self.payment(change: 0, of: wallet), of: wallet)
    _ = try store.branches(of: wallet)
    var seen: Set<[UInt32]> = []
    for copy in copies.withLock({ $0 }).dropFirst(opening) {
      let shared = HandedOutFile(folder: "\(copy)/shared")
      let left = try Store(path: "\(copy)/home.sqlite", handedOut: shared)
      let same = try left.wallet(named: "savings")
      let handedOut = try left.branches(of: same)[1].handedOut
      #expect(try UInt32(left.payments().count) == handedOut)
      #expect(try left.coins(of: same).count { $0.payment != nil } == Int(handedOut))
      var told: UInt32 = 0
      if case .whole(let entries) = try shared.read() { told = entries.values.max() ?? 0 }
      // The others are told first: an index may be passed over, and is never used twice.
      #expect(told >= handedOut)
      #expect(try Self.next(left, same) == told)
      seen.insert([handedOut, told])
      _ = try left.record(
        try Self.payment(coin: 1, change: Self.next(left, same), of: same), of: same)
    }
    #expect(seen == [[0, 0], [0, 1], [1, 1]])
  }

  @Test func `a payment that reached nobody is forgotten, with its change address`() throws {
    let (store, wallet) = try home()
    let (other, same) = try home("other")
    let first = try Self.payment(change: 0, of: wallet)
    for _ in 0..<3 {
      try store.discard(try store.record(first, of: wallet), of: wallet)
      #expect(try told().isEmpty && store.payments().isEmpty)
      #expect(try store.coins(of: wallet).allSatisfy { $0.payment == nil })
      #expect(try Self.next(store, wallet) == 0 && Self.next(other, same) == 0)
    }
    // One that somebody was given a later address than stays used up.
    let early = try store.record(first, of: wallet)
    _ = try other.record(try Self.payment(change: 1, of: same), of: same)
    try store.discard(early, of: wallet)
    #expect(try told() == [2])
    #expect(try Self.next(store, wallet) == 2)
    // Nor is one forgotten that something was done with.
    let given = try store.record(try Self.payment(coin: 1, change: 2, of: wallet), of: wallet)
    try store.cancel(given.payment.number)
    #expect(throws: StorageError.paymentIs(state: "cancelled", number: given.payment.number)) {
      try store.discard(given, of: wallet)
    }
    #expect(try Self.next(store, wallet) == 3)
  }

  @Test func `a wallet of one address takes its change back`() throws {
    let (store, wallet) = try home(
      "lone", accountText.replacing("<0;1>/*", with: "0/0"))
    for coin in 0...1 {
      #expect(try Self.next(store, wallet) == 0)
      _ = try store.record(try Self.payment(coin: coin, change: 0, of: wallet), of: wallet)
    }
    #expect(try told().isEmpty)
    #expect(throws: StorageError.singleAddress(wallet: "savings")) {
      try store.issueAddress(of: wallet)
    }
  }
}
