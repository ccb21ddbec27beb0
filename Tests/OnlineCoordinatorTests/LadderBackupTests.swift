import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import TerminalUI
import Testing
import WalletBackups

@testable import OnlineCoordinator

/// A fee ladder in a backup: after a restore it is released as before.
@Suite struct LadderBackupTests {
  typealias Home = SentPaymentTests.Home

  /// A home from its backup alone, which knows the chain that everybody has.
  private static func restored(_ home: Home, from file: String? = nil) async throws -> Desk {
    var file = file
    if file == nil {
      await home.desk.run("backup", "key", "--from", try BackupCommandTests.key(home.desk))
      file = home.desk.path("ladder.backup")
      let ran = await home.desk.run("backup", "write", "--out", try #require(file))
      try #require(ran.code == .done, "\(ran.err)")
    }
    let fresh = try Desk()
    await fresh.run("backup", "key", "--from", try BackupCommandTests.key(fresh))
    let ran = await fresh.run(
      "backup", "restore", try #require(file), "--yes", "--accept", "R07", "--json")
    try #require(ran.code == .done, "\(ran.err)")
    try #require(await fresh.run("node", "use", "practice").code == .done)
    try FileManager.default.copyItem(
      atPath: home.desk.path("home/rehearsal-practice"),
      toPath: fresh.path("home/rehearsal-practice"))
    try #require(await fresh.run("sync", "alone").code == .done)
    return fresh
  }

  private static func states(_ desk: Desk) async -> [String?] {
    (await desk.run("payments", "--offline", "--json").json.arrayValue ?? []).map {
      $0["state"]?.stringValue
    }
  }

  private static func signed(_ rates: String) async throws -> Home {
    let home = try await Home("0.5")
    let (_, packets) = try await home.ladder(rates)
    try #require(try await home.collect(packets).code == .done)
    return home
  }

  @Test func `a higher step is sent from what was restored`() async throws {
    let home = try await Self.signed("2,5,10")
    try #require(await home.desk.run("broadcast", "1", "--yes").code == .done)
    let fresh = try await Self.restored(home)
    let (before, after) = (
      await home.desk.run("payments", "--offline"), await fresh.run("payments", "--offline")
    )
    #expect(after.out == before.out && after.out.contains("`broadcast 1 --step 2`"), "\(after.out)")
    // The change of the step that waits is as doubtful as it was.
    #expect(await fresh.run("balance", "alone", "--json").json["spendable"]?.intValue == 0)
    let third = await fresh.run("broadcast", "1", "--step", "3", "--yes")
    #expect(third.code == .done, "\(third.err)")
    #expect(third.err.contains("It takes the place of step 1 of ladder 1"), "\(third.err)")
    await fresh.fails(["broadcast", "1", "--step", "2", "--yes"], saying: "nodes take it only if")
    await fresh.run("rehearse", "mine")
    await fresh.run("sync", "alone")
    #expect(
      await Self.states(fresh) == ["conflicted", "conflicted", "confirmed", "conflicted"])
  }

  @Test func `the signed cancel is sent from what was restored`() async throws {
    let home = try await Self.signed("2,5")
    try #require(await home.desk.run("broadcast", "1", "--yes").code == .done)
    let fresh = try await Self.restored(home)
    let back = await fresh.run("cancel", "1", "--on-chain", "--yes", "--json")
    #expect(back.code == .done, "\(back.err)")
    #expect(back.json["payment"]?.intValue == 3 && back.json["step"] == .null)
    await fresh.run("rehearse", "mine")
    await fresh.run("sync", "alone")
    #expect(await Self.states(fresh) == ["conflicted", "conflicted", "confirmed"])
  }

  @Test func `unsigned it is handed to the signer again, and given up as one`() async throws {
    let home = try await Home("0.5")
    let (_, packets) = try await home.ladder("2,5")
    let fresh = try await Self.restored(home)
    let file = fresh.path("again.txt")
    let ran = await fresh.run("payments", "--payment", "1", "--ladder", "--out", file)
    #expect(ran.code == .done, "\(ran.err)")
    #expect(try Home.packets(in: file).map { $0.encoded() } == packets.map { $0.encoded() })
    #expect(await fresh.run("cancel", "2", "--yes").code == .done)
    #expect(await Self.states(fresh) == ["cancelled", "cancelled", "cancelled"])
  }

  @Test func `a bump of the highest step stands behind it again`() async throws {
    let home = try await Self.signed("2,5")
    try #require(await home.desk.run("broadcast", "1", "--yes").code == .done)
    let (bump, _) = try await home.built("bump", "2", "--fee-rate", "40")
    #expect(bump.json["payment"]?.intValue == 4)
    let fresh = try await Self.restored(home)
    let list = await fresh.run("payments", "--offline", "--json").json.arrayValue ?? []
    #expect(list.map { $0["replacedBy"]?.intValue } == [2, 4, 1, nil])
  }

  @Test func `a backup that writes itself has the ladder, and is shown with its steps`()
    async throws
  {
    let home = try await Self.signed("2,5")
    await home.desk.run("backup", "key", "--from", try BackupCommandTests.key(home.desk))
    let folder = home.desk.path("synced")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let ran = await home.desk.run("backup", "auto", "--folder", folder)
    try #require(ran.code == .done, "\(ran.err)")
    let shown = await home.desk.run("backup", "show", folder)
    #expect(shown.out.contains("payment 1, step 1 of ladder 1, called"), "\(shown.out)")
    #expect(shown.out.contains("payment 3, the cancel of ladder 1, called"), "\(shown.out)")
    let fresh = try await Self.restored(home, from: folder)
    #expect(
      await fresh.run("broadcast", "1", "--step", "2", "--yes", "--json").json["step"]?.intValue
        == 2)
  }

  // MARK: Other backups

  /// The document of a home's backup, changed.
  private static func sealed(
    _ home: Home, _ change: (inout BackupWallet) -> Void
  ) async throws -> String {
    await home.desk.run("backup", "key", "--from", try BackupCommandTests.key(home.desk))
    let file = home.desk.path("look.backup")
    try #require(await home.desk.run("backup", "write", "--out", file, "--force").code == .done)
    let keys = KeyFolder(home: home.desk.path("home"))
    let backup = try BackupFile(decoding: Array(Data(contentsOf: URL(filePath: file))))
    var document = try BackupDocument(parsing: keys.opened(backup).contents)
    var records = try #require(document.records)
    change(&records.wallets[0])
    document.records = records
    let bytes = try SealedBackup(
      sealing: document.encoded(), key: keys.chosen(nil, on: nil)
    ).encoded()
    let made = home.desk.path("made.backup")
    try Data(bytes).write(to: URL(filePath: made))
    return made
  }

  @Test func `a backup of an earlier version brings the steps as payments by themselves`()
    async throws
  {
    let home = try await Self.signed("2,5")
    let old = try await Self.sealed(home) { wallet in
      for index in wallet.payments.indices {
        (wallet.payments[index].ladder, wallet.payments[index].step) = (nil, nil)
      }
    }
    let fresh = try await Self.restored(home, from: old)
    await fresh.fails(
      ["broadcast", "1", "--step", "2"], saying: "not of a fee ladder", code: .wrongUsage)
    #expect(await fresh.run("broadcast", "2", "--yes").code == .done)
  }

  @Test func `a ladder that is not one payment is refused with the whole backup`() async throws {
    let home = try await Self.signed("2,5")
    for (words, change) in [
      (
        "ladder 1 that is not one payment: payment 2 pays the same fee as another",
        { wallet in
          let copy = wallet.payments[0]
          wallet.payments[1].unsigned = copy.unsigned
          (wallet.payments[1].psbt, wallet.payments[1].final) = (copy.psbt, copy.final)
        }
      ),
      ("ladder 1 with a step twice", { $0.payments[1].step = 1 }),
      (
        "ladder 1 whose steps are not in the order of their fees",
        { wallet in (wallet.payments[0].step, wallet.payments[1].step) = (2, 1) }
      ),
      ("ladder 1 whose steps are not in the order", { $0.payments[2].step = 3 }),
      ("step is missing", { $0.payments[2].step = nil }),
    ] as [(String, (inout BackupWallet) -> Void)] {
      let made = try await Self.sealed(home, change)
      let fresh = try Desk()
      await fresh.run("backup", "key", "--from", try BackupCommandTests.key(fresh))
      await fresh.fails(
        ["backup", "restore", made, "--yes", "--accept", "R07"], saying: words)
      #expect(await fresh.run("wallet", "list", "--json").json.arrayValue?.isEmpty == true)
    }
  }
}
