import BitcoinPrimitives
import Bytes
import Descriptors
import Foundation
import GRDB
import Testing
import WalletFixtures
import WalletTypes

@testable import WalletStorage

/// What all homes of one user share, in a folder of its own, removed afterwards.
@Suite final class HandedOutFileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "handed-out-\(UUID().uuidString)")
  private var file: HandedOutFile { HandedOutFile(folder: folder.path + "/drawbridge") }

  deinit {
    try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
    try? FileManager.default.removeItem(at: folder)
  }

  /// A home of this user with the wallet in it.
  private func home(
    _ descriptor: String = accountText, on network: Network = .regtest
  ) throws -> (store: Store, wallet: WalletRecord) {
    let store = try Store(handedOut: file)
    let wallet = try store.addWallet(
      name: "savings", network: network, descriptor: try Descriptor(parsing: descriptor),
      birthHeight: 0)
    return (store, wallet)
  }

  private func entries() throws -> [UInt32] {
    guard case .whole(let entries) = try file.read() else { return [] }
    return entries.values.sorted()
  }

  @Test func `two homes of one user never hand out the same address`() throws {
    let (first, one) = try home()
    // Without its origin it has the same scripts.
    let (second, two) = try home(accountText.replacing("[73c5da0a/84h/1h/0h]", with: ""))
    #expect(try first.issueAddress(of: one).index == 0)
    #expect(try second.issueAddress(of: two).index == 1)
    #expect(try second.issueAddress(of: two).index == 2)
    #expect(try first.issueAddress(of: one).index == 3)
    #expect(try first.issueAddress(of: one, branch: 1).index == 0)
    #expect(try second.nextChange(of: two).index == 1)
    #expect(try second.issueAddress(of: two, branch: 1).index == 1)
    // Nor does one that is made when both are gone.
    let (third, three) = try home()
    #expect(try third.issueAddress(of: three).index == 4)
    // Another network, another wallet: nobody has an address of those.
    let (fourth, four) = try home(on: .signet)
    #expect(try fourth.issueAddress(of: four).index == 0)
    #expect(try entries() == [1, 2, 5])
    for store in [first, second, third, fourth] { #expect(store.takeHandedOutNotices().isEmpty) }
  }

  @Test func `the one address of a wallet counts as handed out in every home`() throws {
    let text = accountText.replacing("<0;1>/*", with: "0/0")
    let (first, one) = try home(text)
    let (second, two) = try home(text)
    #expect(try first.issueAddress(of: one).index == 0)
    #expect(throws: StorageError.singleAddress(wallet: "savings")) {
      try second.issueAddress(of: two)
    }
    #expect(try second.nextChange(of: two).index == 0)
  }

  @Test func `an address that nobody got is taken back only while it is the last one`() throws {
    let (first, one) = try home()
    let (second, two) = try home()
    _ = try second.issueAddress(of: two)
    let taken = try first.issueAddress(of: one)
    try first.takeBack(taken, of: one)
    #expect(try entries() == [1])
    #expect(try second.issueAddress(of: two).index == taken.index)
    let early = try first.issueAddress(of: one)
    let late = try second.issueAddress(of: two)
    try first.takeBack(early, of: one)
    #expect(try entries() == [late.index + 1])
    #expect(try first.issueAddress(of: one).index == late.index + 1)
  }

  @Test func `what a home handed out before it knew of the others is told when it is opened`()
    throws
  {
    let path = folder.path + ".sqlite"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let alone = try Store(path: path)
    let wallet = try alone.addWallet(
      name: "savings", network: .regtest, descriptor: try Descriptor(parsing: accountText),
      birthHeight: 0)
    for _ in 0..<4 { _ = try alone.issueAddress(of: wallet) }
    let opened = try Store(path: path, handedOut: file)
    opened.shareHandedOut()
    let (other, same) = try home()
    #expect(try other.issueAddress(of: same).index == 4)
  }

  @Test func `the file is this user's alone and names no wallet`() throws {
    let (store, wallet) = try home()
    _ = try store.issueAddress(of: wallet)
    let mode = { (path: String) in
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode(file.folder) == 0o700 && mode(file.path) == 0o600)
    let lines = try String(contentsOfFile: file.path, encoding: .utf8).split(separator: "\n")
    let script = try wallet.descriptor.derived(branch: 0, index: 0).scriptPubKey.data
    #expect(
      lines.dropLast() == [
        "drawbridge handed out 1", "\(HandedOutFile.key(network: "regtest", script: script)) 1",
      ])
  }

  @Test func `whatever is in the file, an address is handed out, and damage is said once`() throws {
    let (store, wallet) = try home()
    for _ in 0..<3 { _ = try store.issueAddress(of: wallet) }
    let whole = try Data(contentsOf: URL(filePath: file.path))
    var bad = (0..<whole.count).map { Data(whole.prefix($0)) }
    for offset in stride(from: 0, to: whole.count, by: 7) {
      var changed = whole
      changed[offset] ^= 0x11
      bad.append(changed)
    }
    bad += [Data(whole + [0x0a]), Data(whole + whole), Data([0xff, 0x0a]), Data("\n\n\n".utf8)]
    for bytes in bad {
      guard case .damaged = HandedOutFile.parse([UInt8](bytes)) else {
        Issue.record("taken: \(String(decoding: bytes, as: UTF8.self))")
        continue
      }
    }
    for (number, bytes) in [bad[0], bad[40], bad[whole.count + 3]].enumerated() {
      try bytes.write(to: URL(filePath: file.path))
      // Begun anew from what this home knows.
      #expect(try store.issueAddress(of: wallet).index == UInt32(3 + number))
      let said = store.takeHandedOutNotices()
      #expect(said.count == 1 && said[0].contains("damaged-\(number + 1)"), "\(said)")
      #expect(try entries() == [UInt32(4 + number)])
      let kept = try Data(contentsOf: URL(filePath: "\(file.path).damaged-\(number + 1)"))
      #expect(kept == bytes)
    }
  }

  @Test func `a home where the file cannot be written hands out all the same, and says so once`()
    throws
  {
    // A file has the name of the folder.
    try Data().write(to: folder)
    let (store, wallet) = try home()
    store.shareHandedOut()
    #expect(store.takeHandedOutNotices().isEmpty)
    let first = try store.issueAddress(of: wallet)
    _ = try store.issueAddress(of: wallet, branch: 1)
    let said = store.takeHandedOutNotices()
    #expect(first.index == 0 && said.count == 1, "\(said)")
    #expect(said.first?.contains("may hand out the same ones") == true)
    #expect(try store.issueAddress(of: wallet).index == 1)
    #expect(store.takeHandedOutNotices().isEmpty)
  }

  /// Until the folder goes, no program can lock the file.
  private func blockLock() throws {
    let lock = "\(file.folder)/lock"
    try FileManager.default.removeItem(atPath: lock)
    try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: false)
  }

  @Test func `what can be read of the others counts where nothing can be written`() throws {
    let (first, one) = try home()
    for _ in 0..<3 { _ = try first.issueAddress(of: one) }
    try blockLock()
    let (second, two) = try home()
    #expect(try second.issueAddress(of: two).index == 3)
    #expect(second.takeHandedOutNotices().count == 1)
  }

  @Test func `what another home handed out since is not taken back`() throws {
    let (first, one) = try home()
    _ = try first.issueAddress(of: one)
    try blockLock()
    let untold = try first.issueAddress(of: one)
    try FileManager.default.removeItem(atPath: "\(file.folder)/lock")
    let (second, two) = try home()
    #expect(try second.issueAddress(of: two).index == untold.index)
    try first.takeBack(untold, of: one)
    #expect(try entries() == [untold.index + 1])
  }

  @Test func `what a backup or others chose is told to the other homes at once`() throws {
    let (first, one) = try home()
    let (second, two) = try home()
    let restored = RestoredWallet(
      name: "savings", descriptor: one.descriptor, birthHeight: 0, gapLimit: 20, next: [3, 8],
      people: [:], labels: [], payments: [])
    _ = try first.restore([restored], nodes: [], document: [], on: .regtest)
    #expect(try second.issueAddress(of: two).index == 3)
    #expect(try second.nextChange(of: two).index == 8)
    let coin = OutPoint(txid: Txid(.zero), vout: 0)
    try first.change { db in
      try db.execute(
        sql: """
          INSERT INTO coin (wallet, txid, vout, branch, idx, amount, height)
          VALUES (?, ?, 0, 0, 0, 10000, 1)
          """, arguments: [one.id, coin.txid.bytes.data])
    }
    let unsigned = Transaction(
      inputs: [TxIn(previousOutput: coin)],
      outputs: [TxOut(rawValue: 9000, scriptPubKey: Fixture.foreign)])
    _ = try first.record(
      NewPayment(
        unsigned: unsigned, psbt: [1], fee: try Amount(satoshis: 1000), summary: "", created: 5,
        ownPlaces: [ScriptPlace(branch: 1, index: 20)]), of: one)
    #expect(try second.nextChange(of: two).index == 21)
  }

  @Test func `a backup holds what the other homes handed out`() throws {
    let (first, one) = try home()
    for _ in 0..<5 { _ = try first.issueAddress(of: one) }
    let (second, _) = try home()
    #expect(try second.snapshot(on: .regtest).wallets[0].next == [5, 0])
  }

  @Test func `damage that nobody could say is said by the next hand-out`() throws {
    let (store, wallet) = try home()
    _ = try store.issueAddress(of: wallet)
    // As it is left when a program is stopped between the two steps.
    try FileManager.default.moveItem(atPath: file.path, toPath: "\(file.path).damaged-1")
    #expect(try store.issueAddress(of: wallet).index == 1)
    let said = store.takeHandedOutNotices()
    #expect(said.count == 1 && said[0].contains("damaged-1"), "\(said)")
    let (next, same) = try home()
    #expect(try next.issueAddress(of: same).index == 2)
    #expect(next.takeHandedOutNotices().isEmpty)
  }

  @Test func `what a killed program left half written beside the file goes`() throws {
    let (store, wallet) = try home()
    _ = try store.issueAddress(of: wallet)
    let left = "\(file.folder)/.drawbridge-77-0.tmp"
    try Data("half".utf8).write(to: URL(filePath: left))
    _ = try store.issueAddress(of: wallet)
    #expect(!FileManager.default.fileExists(atPath: left))
  }

  @Test func `of homes that ask at once for the one address of a wallet one hands it out`()
    async throws
  {
    let text = accountText.replacing("<0;1>/*", with: "0/0")
    let homes = try (0..<4).map { _ in try home(text) }
    let given = await withTaskGroup(of: UInt32?.self) { group in
      for (store, wallet) in homes {
        group.addTask { try? store.issueAddress(of: wallet).index }
      }
      return await group.reduce(into: []) { $0 += [$1] }
    }
    #expect(given.compactMap(\.self) == [0])
    #expect(try entries() == [1])
    // However the others ask, none gets another index, and the file does not change.
    let (store, wallet) = homes[0]
    let script = try wallet.descriptor.derived(branch: 0, index: 0).scriptPubKey.data
    let claim = try store.change {
      try store.claimed(
        $0, HandedOutFile.key(network: "regtest", script: script), from: 0, below: 1)
    }
    #expect(claim.index == 1 && !claim.isShared)
    #expect(try entries() == [1])
    for (store, wallet) in homes {
      #expect(try store.nextChange(of: wallet).index == 0)
    }
  }

  @Test func `programs that hand out at once each get an address of their own`() async throws {
    let homes = try (0..<4).map { _ in try home() }
    let indices = try await withThrowingTaskGroup(of: [UInt32].self) { group in
      for (store, wallet) in homes {
        group.addTask { try (0..<5).map { _ in try store.issueAddress(of: wallet).index } }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(indices.sorted() == Array(0..<20))
    for (store, _) in homes { #expect(store.takeHandedOutNotices().isEmpty) }
  }
}
