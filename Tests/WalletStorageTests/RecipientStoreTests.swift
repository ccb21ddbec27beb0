import BitcoinPrimitives
import GRDB
import Testing

@testable import WalletStorage

/// The address book.
@Suite struct RecipientStoreTests {
  private static let first = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"
  private static let second = "bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx"

  private func recipient(_ name: String, _ address: String = first) throws -> NamedRecipient {
    NamedRecipient(name: name, address: try Address(parsing: address, on: .regtest))
  }

  @Test(arguments: [
    ("alice", true), ("Alice-2_b.c", true), ("7", true), ("all", true), ("bitcoin", true),
    (String(repeating: "a", count: 24), true), ("a-" + String(repeating: "a", count: 24), true),
    (String(repeating: "a", count: 25), false), (String(repeating: "ab-", count: 22), false),
    ("", false), ("-a", false), (".a", false), ("a b", false), ("müller", false), ("a=b", false),
    ("a:b", false), ("bitcoin:a", false), ("a\u{202e}b", false), ("bc1", false), ("BC1q", false),
    ("tb1x", false), ("bcrt1abc", false), ("sp1q", false), ("tsp1q", false), (first, false),
    ("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", false), ("mkTLbm2sWCBSfbAZmQDco877B7RRrafoLn", false),
  ])
  func `a name is bounded and nobody takes it for an address`(name: String, isOne: Bool) throws {
    #expect(NamedRecipient.isName(name) == isOne)
    guard !isOne else { return }
    let store = try Store()
    #expect(throws: StorageError.badRecipientName(String(name.prefix(64)))) {
      try store.addRecipient(recipient(name), on: .regtest)
    }
  }

  @Test func `a name has one address and an address one name, by network`() throws {
    let store = try Store()
    try store.addRecipient(recipient("alice"), on: .regtest)
    for (name, address) in [
      ("alice", Self.second), ("ALICE", Self.second), ("alice", Self.first), ("bob", Self.first),
      ("bob", Self.first.uppercased()),
    ] {
      #expect(throws: StorageError.recipientIsHere(name: "alice", address: Self.first)) {
        try store.addRecipient(recipient(name, address), on: .regtest)
      }
    }
    try store.addRecipient(recipient("Bob", Self.second.uppercased()), on: .regtest)
    let main = NamedRecipient(
      name: "alice",
      address: try Address(parsing: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", on: .mainnet))
    try store.addRecipient(main, on: .mainnet)
    #expect(try store.recipients(on: .regtest).map(\.name) == ["alice", "Bob"])
    #expect(try store.recipient(named: "bOB", on: .regtest)?.address.string == Self.second)
    #expect(try store.recipient(named: "bob", on: .mainnet) == nil)
    #expect(try store.networksOfRecipients() == [.mainnet, .regtest])
    #expect(try store.removeRecipient(named: "ALICE", on: .regtest).name == "alice")
    #expect(try store.recipients(on: .mainnet) == [main])
    #expect(throws: StorageError.noSuchRecipient(name: "alice", network: "regtest")) {
      try store.removeRecipient(named: "alice", on: .regtest)
    }
  }

  @Test func `what stands in the file is read as what it has to be`() throws {
    for (name, address) in [
      ("alice", "nonsense"), ("bc1q", Self.first), ("alice", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"),
    ] {
      let store = try Store()
      try store.queue.write {
        try $0.execute(
          sql: "INSERT INTO recipient VALUES ('regtest', ?, ?, 1)", arguments: [name, address])
        try $0.execute(sql: "INSERT INTO recipient VALUES ('nowhere', 'bob', 'nonsense', 1)")
      }
      // It takes nothing else with it: what is right beside it is read, and put in its place.
      try store.addRecipient(recipient("carol", Self.second), on: .regtest)
      #expect(try store.recipients(on: .regtest).map(\.name) == ["carol"])
      #expect(try store.unreadableRecipients() == 2)
      #expect(try store.networksOfRecipients() == [.regtest])
      #expect(try store.snapshot(on: .regtest).recipients.map(\.name) == ["carol"])
      guard name == "alice" else { continue }
      try store.addRecipient(recipient("Alice"), on: .regtest)
      #expect(try store.recipients(on: .regtest).map(\.name) == ["Alice", "carol"])
      #expect(try store.unreadableRecipients() == 1)
    }
  }

  @Test func `a restore adds names that are free, and says which are not`() throws {
    let store = try Store()
    try store.addRecipient(recipient("alice"), on: .regtest)
    let third = "2N3oefVeg6stiTb5Kh3ozCSkaqmx91FDbsm"
    let report = try store.restore(
      [], nodes: [],
      recipients: [
        recipient("alice"), recipient("Alice", Self.second), recipient("carol", third),
        recipient("dora", third),
      ], document: [], on: .regtest)
    #expect(report.recipients == ["carol"])
    #expect(
      try report.keptRecipients == [recipient("Alice", Self.second), recipient("dora", third)])
    #expect(try store.recipients(on: .regtest).map(\.name) == ["alice", "carol"])
    // Whoever has the backup key could have written it.
    #expect(try store.recipients(on: .regtest).map(\.isCompared) == [true, false])
    #expect(throws: StorageError.recipientIsHere(name: "carol", address: third)) {
      try store.addRecipient(recipient("dora", third), on: .regtest)
    }
    try store.addRecipient(recipient("CAROL", third), on: .regtest)
    #expect(try store.recipients(on: .regtest).map(\.isCompared) == [true, true])
    #expect(throws: StorageError.recipientIsHere(name: "carol", address: third)) {
      try store.addRecipient(recipient("carol", third), on: .regtest)
    }
    #expect(try store.snapshot(on: .regtest).recipients.count == 2)
    #expect(try store.snapshot(on: .mainnet).recipients.isEmpty)
  }
}
