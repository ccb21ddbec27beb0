import BitcoinPrimitives
import Descriptors
import GRDB
import Refusals
import Testing
import WalletTypes

@testable import WalletStorage

/// The networks of a home's own.
@Suite struct NetworkStoreTests {
  private static let key =
    "tpubDDtxq4qGhYBC1jGLKVyhKmcXyFfvEBtwVwvNaJxb2pCQ1eQN5uXMAzBs4NpbfB38Wz28J9FKdPbDGLyWa2mwZ5Tn4WkH4rVVmTgRLVdL4xd"

  private func entry(_ text: String) throws -> NetworkEntry {
    try NetworkEntry(reading: Array(text.utf8))
  }

  private func fork(_ name: String = "mine", height: Int = 900_000) throws -> NetworkEntry {
    try entry(
      """
      {"name":"\(name)","kind":"fork","forkHeight":\(height),"unit":"MINE","replayLock":true}
      """)
  }

  private func signet(_ name: String = "lab", challenge: String = "51") throws -> NetworkEntry {
    try entry(#"{"name":"\#(name)","kind":"signet","challenge":"\#(challenge)"}"#)
  }

  private func recipient(_ name: String, on network: Network) throws -> NamedRecipient {
    NamedRecipient(
      name: name,
      address: try #require(
        Address(script: .p2wpkh(hash: [UInt8](repeating: 7, count: 20)), network: network)))
  }

  @Test func `a network is kept, corrected and forgotten`() throws {
    let store = try Store()
    #expect(try store.networks().own.isEmpty)
    try store.addNetwork(fork())
    #expect(try store.networks().network(named: "mine")?.forkHeight == 900_000)
    try store.addNetwork(fork(height: 900_001))
    #expect(try store.networks().own.map(\.forkHeight) == [900_001])
    try store.removeNetwork(named: "mine")
    #expect(try store.networks().network(named: "mine") == nil)
    #expect(throws: StorageError.noSuchNetwork(name: "mine")) {
      try store.removeNetwork(named: "mine")
    }
  }

  @Test func `two names for one chain are refused, and nothing changes`() throws {
    let store = try Store()
    try store.addNetwork(signet())
    #expect(throws: StorageError.network(.sameChain("lab", "lab2"))) {
      try store.addNetwork(signet("lab2"))
    }
    #expect(try store.networks().own.map(\.name) == ["lab"])
  }

  @Test func `what is on a network keeps it, and what was kept by a challenge gets its name`()
    throws
  {
    let store = try Store()
    let unnamed = Network.customSignet(challenge: Script([0x51]))
    try store.addRecipient(recipient("ann", on: unnamed), on: unnamed)
    try store.addNetwork(signet())
    #expect(try store.networksOfRecipients().map(\.name) == ["lab"])
    #expect(try store.recipient(named: "ann", on: unnamed) != nil)
    // A signet is found by its challenge once its name is gone.
    try store.removeNetwork(named: "lab")
    #expect(try store.networksOfRecipients().map(\.name) == ["signet:51"])

    try store.addNetwork(fork())
    let mine = try #require(try store.networks().network(named: "mine"))
    try store.addRecipient(recipient("bob", on: mine), on: mine)
    let inUse = StorageError.networkInUse(name: "mine", users: ["1 recipient"])
    #expect(throws: inUse) { try store.removeNetwork(named: "mine") }
    // A correction is no other chain.
    try store.addNetwork(fork(height: 900_002))
    #expect(try store.recipient(named: "bob", on: mine) != nil)
    // Another chain does not take the name.
    #expect(throws: inUse) { try store.addNetwork(signet("mine", challenge: "52")) }
    try store.removeRecipient(named: "bob", on: mine)
    try store.removeNetwork(named: "mine")
    // Nothing that is left asks for a network that nobody knows.
    _ = try store.noteChanges(at: 7)
    #expect(try store.backupStates().map(\.network.name) == ["signet:51"])
  }

  @Test func `an entry that is damaged is said to be`() throws {
    let store = try Store()
    try store.addNetwork(fork())
    try store.queue.write { try $0.execute(sql: "UPDATE network SET entry = '{}'") }
    let error = #expect(throws: StorageError.self) { try store.networks() }
    guard case .damaged = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
