import BitcoinPrimitives
import Descriptors
import Foundation
import Testing

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
    #expect(try first.issueChange(of: one).index == 0)
    #expect(try second.issueChange(of: two).index == 1)
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
    #expect(try second.issueChange(of: two).index == 0)
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
    _ = try store.issueChange(of: wallet)
    let said = store.takeHandedOutNotices()
    #expect(first.index == 0 && said.count == 1, "\(said)")
    #expect(said.first?.contains("may hand out the same ones") == true)
    #expect(try store.issueAddress(of: wallet).index == 1)
    #expect(store.takeHandedOutNotices().isEmpty)
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
