import BitcoinPrimitives
import Bytes
import DurableFiles
import Foundation
import Glibc
import TerminalUI
import Testing
import WalletStorage

@testable import OnlineCoordinator

/// Backups that write themselves at the end of commands, to a folder beneath the one that a person named.
@Suite struct AutomaticBackupTests {
  /// The account of BIP-84's test words, on mainnet.
  private static let mainnet =
    "wpkh([73c5da0a/84h/0h/0h]xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V/<0;1>/*)"

  /// A home with a wallet, coins and a key whose backups write themselves to the folder `stick`.
  static func furnished(_ coins: String...) async throws -> Desk {
    let desk = try await coins.isEmpty ? Desk.practising() : Desk.practising("1.5", "0.5")
    try #require(
      await desk.run("backup", "key", "--from", BackupCommandTests.key(desk)).code == .done)
    try FileManager.default.createDirectory(
      atPath: desk.path("stick"), withIntermediateDirectories: true)
    let ran = await desk.run("backup", "auto", "--folder", desk.path("stick"), "--json")
    try #require(ran.code == .done, "\(ran.err)")
    return desk
  }

  /// The folder of the backups, named as `backup auto` names it.
  static func shelf(_ desk: Desk) async throws -> String {
    try #require(await desk.run("backup", "auto", "--json").json["folder"]?.stringValue)
  }

  /// The numbers of the backups that lie in a folder.
  static func numbers(_ shelf: String) throws -> [Int] {
    try FileManager.default.contentsOfDirectory(atPath: shelf)
      .compactMap { BackupName(parsing: $0)?.number }.sorted()
  }

  static func newest(_ shelf: String) throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: shelf)
      .compactMap(BackupName.init(parsing:))
    return "\(shelf)/\(try #require(names.max { $0.number < $1.number }).text)"
  }

  static func isCurrent(_ desk: Desk) async -> Bool? {
    await desk.run("balance", "savings", "--json").json["backupIsCurrent"]?.boolValue
  }

  // MARK: When

  @Test func `every command that changes what matters writes a backup, and no other does`()
    async throws
  {
    let desk = try await Self.furnished("1.5", "0.5")
    let shelf = try await Self.shelf(desk)
    #expect(shelf.hasPrefix(desk.path("stick") + "/drawbridge-backups-"))
    #expect(try Self.numbers(shelf) == [1])
    let coin = try #require(
      await desk.run("coins", "savings", "--json").json[0]?["outpoint"]?.stringValue)
    let changes: [[String]] = [
      ["label", "savings", coin, "rent, May"], ["label", "savings", coin, "--tag", "exchange"],
      ["freeze", "savings", coin], ["unfreeze", "savings", coin],
      ["wallet", "people", "savings", "1=alice"], ["receive", "savings"],
      [
        "pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--out",
        desk.path("payment.psbt"), "--mix-tags",
      ],
      ["cancel", "1", "--yes"], ["node", "add", "second", "rehearsal://"],
      ["label", "savings", coin, ""], ["recipient", "add", "ann", Desk.elsewhere],
      ["recipient", "remove", "ann"],
    ]
    var last = 1
    for command in changes {
      let ran = await desk.execute(command, now: 1_800_000_000 + Int64(last) * 86_400)
      #expect(ran.code == .done, "\(command) \(ran.err)")
      #expect(!ran.err.contains("backup"), "\(command) \(ran.err)")
      let found = try #require(Self.numbers(shelf).last)
      #expect(found == last + 1, "\(command)")
      last = found
      #expect(await Self.isCurrent(desk) == true, "\(command)")
    }
    await desk.run("rehearse", "mine")
    for command in [
      ["sync", "savings"], ["balance", "savings"], ["coins", "savings"], ["history", "savings"],
      ["payments"], ["backup", "auto"], ["doctor"], ["wallet", "list"],
      ["recipient", "list"],
      // Nothing changes by it.
      ["label", "savings", coin, ""], ["wallet", "people", "savings", "1=alice"],
    ] {
      await desk.execute(command)
      #expect(try Self.numbers(shelf).last == last, "\(command)")
    }
  }

  @Test func `what was changed back needs no new file`() async throws {
    let desk = try await Self.furnished("1.5")
    let shelf = try await Self.shelf(desk)
    await desk.run("label", "savings", Desk.elsewhere, "x")
    let before = try Self.numbers(shelf)
    // In one transaction to and fro: the count grew, and all is as it was.
    let store = try Store(path: desk.path("home/coordinator.sqlite"))
    let wallet = try store.wallet(named: "savings")
    try store.setLabel("y", on: .address, Desk.elsewhere, of: wallet)
    try store.setLabel("x", on: .address, Desk.elsewhere, of: wallet)
    #expect(await Self.isCurrent(desk) == true)
    #expect(try Self.numbers(shelf) == before)
  }

  @Test func `a command that fails after it changed something is backed up as well`() async throws {
    let desk = try await Self.furnished("1.5")
    let shelf = try await Self.shelf(desk)
    let ran = await desk.run(
      "pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--out",
      desk.path("nowhere/at/all/payment.psbt"))
    let kept = await desk.run("payments", "--json").json.arrayValue?.count ?? 0
    #expect(ran.code == .failed, "\(ran.err)")
    #expect(try Self.numbers(shelf).count == (kept == 0 ? 1 : 2))
    #expect(await Self.isCurrent(desk) == true)
  }

  // MARK: Where it is not there

  @Test func `without the stick the command ends well, and the backup is written when it is back`()
    async throws
  {
    let desk = try await Self.furnished("1.5")
    let shelf = try await Self.shelf(desk)
    // The folder that a stick appears in is there without it: nothing is written into that.
    try FileManager.default.moveItem(atPath: shelf, toPath: desk.path("drawer"))
    let ran = await desk.run("label", "savings", Desk.elsewhere, "rent")
    #expect(
      ran.code == .done && ran.err.contains("waits") && ran.err.contains("is not there"),
      "\(ran.err)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: desk.path("stick")).isEmpty)
    // It is said once, and by those who are asked.
    let coins = await desk.run("coins", "savings")
    #expect(!coins.err.contains("waits") && !coins.err.contains("backup"), "\(coins.err)")
    let balance = await desk.run("balance", "savings", now: 1_800_100_000)
    #expect(balance.code == .done)
    #expect(
      balance.err.contains(
        "the newest backup of regtest was written on 2027-01-15 08:00 (UTC), and what was"),
      "\(balance.err)")
    #expect(balance.err.contains("plug in the stick"), "\(balance.err)")
    #expect(await Self.isCurrent(desk) == false)
    let doctor = await desk.run("doctor", "--json")
    #expect(doctor.code == .failed)
    let check = doctor.json.arrayValue?.first {
      $0["check"]?.stringValue?.contains("backup") == true
    }
    #expect(check?["ok"]?.boolValue == false)
    #expect(check?["error"]?.stringValue?.contains("is not in it") == true)
    let auto = await desk.run("backup", "auto", "--json")
    #expect(auto.code == .done && auto.json["there"]?.boolValue == false)
    #expect(auto.json["networks"]?[0]?["current"]?.boolValue == false)
    try FileManager.default.moveItem(atPath: desk.path("drawer"), toPath: shelf)
    // Any command writes it, and says so.
    let back = await desk.run("coins", "savings")
    #expect(back.err.contains("was written and read back"), "\(back.err)")
    #expect(try Self.numbers(shelf) == [1, 2])
    #expect(await Self.isCurrent(desk) == true)
    #expect(await desk.run("balance", "savings").err.contains("backup") == false)
  }

  @Test func `a second stick, and one whose newest file is gone, are brought up to date`()
    async throws
  {
    let desk = try await Self.furnished("1.5")
    let shelf = try await Self.shelf(desk)
    try FileManager.default.moveItem(atPath: shelf, toPath: desk.path("first"))
    let named = await desk.run("backup", "auto", "--folder", desk.path("stick"), "--json")
    #expect(named.json["folder"]?.stringValue == shelf)
    #expect(try Self.numbers(shelf) == [2])
    await desk.run("label", "savings", Desk.elsewhere, "rent")
    #expect(try Self.numbers(shelf) == [2, 3])
    // The first one again: it lacks the label.
    try FileManager.default.moveItem(atPath: shelf, toPath: desk.path("second"))
    try FileManager.default.moveItem(atPath: desk.path("first"), toPath: shelf)
    await desk.run("coins", "savings")
    #expect(try Self.numbers(shelf) == [1, 4])
    try FileManager.default.removeItem(atPath: Self.newest(shelf))
    await desk.run("coins", "savings")
    #expect(try Self.numbers(shelf) == [1, 5])
    #expect(await Self.isCurrent(desk) == true)
  }

  @Test func `a disk that refuses fails no command, is said, remembered and got over`() async throws
  {
    let desk = try await Self.furnished("1.5")
    let shelf = try await Self.shelf(desk)
    for fault in FaultyDisk.Fault.allCases {
      let before = try Self.numbers(shelf)
      let whole = try Self.newest(shelf)
      let bytes = try Data(contentsOf: URL(filePath: whole))
      let ran = await AutomaticBackup.$calls.withValue(FaultyDisk(fault)) {
        await desk.run("label", "savings", Desk.elsewhere, "\(fault)")
      }
      #expect(ran.code == .done, "\(fault) \(ran.err)")
      #expect(
        ran.err.contains("warning: no backup was written of your changes on regtest"),
        "\(ran.err)")
      #expect(try Data(contentsOf: URL(filePath: whole)) == bytes)
      let auto = await AutomaticBackup.$calls.withValue(FaultyDisk(fault)) {
        await desk.run("backup", "auto", "--json")
      }
      #expect(auto.code == .done)
      let problem = auto.json["networks"]?[0]?["problem"]?.stringValue ?? ""
      #expect(problem.contains(fault.words), "\(fault) \(problem)")
      #expect(
        await AutomaticBackup.$calls.withValue(FaultyDisk(fault)) { await Self.isCurrent(desk) }
          == false)
      // What does not read back is not left as the newest.
      if fault == .otherBytes { #expect(try Self.numbers(shelf) == before) }
      let mended = await desk.run("coins", "savings")
      #expect(mended.err.contains("was written and read back"), "\(mended.err)")
      #expect(await Self.isCurrent(desk) == true)
      #expect(try Set(Self.numbers(shelf)).isSuperset(of: before))
    }
  }

  @Test func `two commands at once leave a backup that has what both did`() async throws {
    let desk = try await Self.furnished("1.5")
    let shelf = try await Self.shelf(desk)
    let addresses = try await (0..<6).asyncMap { _ in
      try #require(await desk.run("receive", "savings", "--json").json["address"]?.stringValue)
    }
    await withTaskGroup(of: Void.self) { group in
      for address in addresses {
        group.addTask { [desk = Box(desk)] in
          _ = await desk.value.run("label", "savings", address, "of \(address)")
        }
      }
    }
    #expect(await Self.isCurrent(desk) == true)
    let shown = await desk.run("backup", "show", try Self.newest(shelf), "--json")
    #expect(shown.json["wallets"]?[0]?["labels"]?.intValue == 6, "\(shown.err)")
  }

  // MARK: What is kept

  @Test
  func `the newest are kept and the last of late days and months, and what is not ours stays`()
    async throws
  {
    let desk = try await Self.furnished("1.5")
    let shelf = try await Self.shelf(desk)
    let foreign = [
      "notes.txt", "drawbridge-regtest-2026-11-28-1521-00000000-1.backup",
      URL(filePath: try Self.newest(shelf)).lastPathComponent
        .replacing(".backup", with: " (copy).backup"),
    ]
    for name in foreign { try Data("mine".utf8).write(to: URL(filePath: "\(shelf)/\(name)")) }
    // A good one of an earlier day, then many bad changes of one day.
    let day: Int64 = 86_400
    for number in 2...4 {
      await desk.run(
        "label", "savings", Desk.elsewhere, "good \(number)", now: 1_800_000_000 + day)
    }
    for number in 5...20 {
      await desk.run(
        "label", "savings", Desk.elsewhere, "bad \(number)", now: 1_800_000_000 + 2 * day)
    }
    let own = try FileManager.default.contentsOfDirectory(atPath: shelf)
      .compactMap(BackupName.init(parsing:)).filter { $0.home != "00000000" }
    #expect(own.map(\.number).sorted() == [1, 4, 16, 17, 18, 19, 20])
    for name in foreign {
      #expect(try String(contentsOfFile: "\(shelf)/\(name)", encoding: .utf8) == "mine")
    }
  }

  @Test func `a file with a number that this home never reached hides no backup, and is named`()
    async throws
  {
    let desk = try await Self.furnished("1.5")
    let shelf = try await Self.shelf(desk)
    let planted = try Self.newest(shelf).replacing("-1.backup", with: "-999999999999999.backup")
    try Data("planted".utf8).write(to: URL(filePath: planted))
    for text in ["one", "two"] {
      let ran = await desk.run("label", "savings", Desk.elsewhere, text)
      #expect(ran.code == .done, "\(ran.err)")
      #expect(
        ran.err.contains("has a higher number than this home has written")
          && ran.err.contains(planted), "\(ran.err)")
    }
    #expect(try Self.numbers(shelf) == [1, 2, 3, 999_999_999_999_999])
    let auto = await desk.run("backup", "auto", "--json").json["networks"]?[0]
    #expect(auto?["current"]?.boolValue == true && auto?["opened"]?.boolValue == true)
    let shown = await desk.run("backup", "show", shelf)
    #expect(shown.code == .done && shown.err.contains("1 newer file does not open"), "\(shown.err)")
  }

  // MARK: Bringing back

  @Test func `a folder brings back the newest backup that opens, which is named`() async throws {
    let desk = try await Self.furnished("1.5")
    let shelf = try await Self.shelf(desk)
    await desk.run("label", "savings", Desk.elsewhere, "rent")
    await desk.run("label", "savings", Desk.elsewhere, "rent, May")
    let fresh = try Desk()
    await fresh.run("backup", "key", "--from", try BackupCommandTests.key(fresh))
    let newest = try Self.newest(shelf)
    // The folder that was named to `backup auto`, and the one beneath it.
    for folder in [desk.path("stick"), shelf] {
      let shown = await fresh.run("backup", "show", folder)
      #expect(shown.code == .done && shown.err.contains("Taken: \(newest)"), "\(shown.err)")
      #expect(
        await fresh.run("backup", "show", folder, "--json").json["from"]?.stringValue == newest)
      #expect(shown.out.contains("rent, May") && !shown.err.contains("warning"), "\(shown.err)")
    }
    var bytes = try Data(contentsOf: URL(filePath: newest))
    bytes[200] ^= 1
    try bytes.write(to: URL(filePath: newest))
    let ran = await fresh.run("backup", "restore", desk.path("stick"), "--yes", "--json")
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.err.contains("it is not the newest: 1 newer file does not open"), "\(ran.err)")
    #expect(ran.err.contains(newest) && ran.err.contains("its checksum does not match"))
    #expect(ran.json["from"]?.stringValue?.hasSuffix("-2.backup") == true)
    let labels = await fresh.run("backup", "write", "--out", fresh.path("again"), "--json")
    #expect(labels.json["labels"]?.intValue == 1)
    // Another seed's key opens none of them.
    let other = try Desk()
    await other.run("backup", "key", "--from", try BackupCommandTests.key(other, seed: 9))
    await other.fails(["backup", "restore", desk.path("stick"), "--yes"], saying: "damaged")
    try FileManager.default.removeItem(atPath: newest)
    await other.fails(["backup", "restore", desk.path("stick"), "--yes"], saying: "another key")
    let empty = desk.path("empty")
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    await fresh.fails(
      ["backup", "restore", empty], saying: "there is no backup in it that wrote itself")
  }

  @Test func `of several homes in one folder the latest is taken, and the others are named`()
    async throws
  {
    let desk = try await Self.furnished("1.5")
    let first = try Self.newest(await Self.shelf(desk))
    let other = try await Desk.practising("0.5")
    await other.run("backup", "key", "--from", try BackupCommandTests.key(other))
    let ran = await other.run(
      "backup", "auto", "--folder", desk.path("stick"), now: 1_800_086_400)
    #expect(ran.code == .done, "\(ran.err)")
    let fresh = try Desk()
    await fresh.run("backup", "key", "--from", try BackupCommandTests.key(fresh))
    let shown = await fresh.run("backup", "show", desk.path("stick"))
    #expect(
      shown.err.contains("Taken: \(try Self.newest(await Self.shelf(other)))"), "\(shown.err)")
    #expect(
      shown.err.contains("another home or network") && shown.err.contains(first), "\(shown.err)")
  }

  @Test func `a folder full of files that do not open is not gone through without end`()
    async throws
  {
    let desk = try await Self.furnished("1.5")
    let newest = try Self.newest(await Self.shelf(desk))
    func plant(_ home: String) throws {
      let folder = desk.path("stick") + "/drawbridge-backups-\(home)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for number in 100..<130 {
        let name = BackupName(network: .regtest, time: 1_900_000_000, home: home, number: number)
        try Data("x".utf8).write(to: URL(filePath: "\(folder)/\(name.text)"))
      }
    }
    // Of one home 20 are tried, and then the next home.
    try plant("00000001")
    let found = await desk.run("backup", "show", desk.path("stick"))
    #expect(found.code == .done && found.err.contains("Taken: \(newest)"), "\(found.err)")
    for home in ["00000002", "00000003"] { try plant(home) }
    let ran = await desk.run("backup", "restore", desk.path("stick"), "--yes")
    #expect(ran.code == .failed)
    #expect(
      ran.err.contains(
        "50 files of \(desk.path("stick")) did not open, and 41 more were not tried"),
      "\(ran.err)")
    // The file itself still opens.
    #expect(await desk.run("backup", "show", newest).code == .done)
  }

  @Test func `a folder that is left out because it is a link is named`() async throws {
    let desk = try await Self.furnished("1.5")
    let newest = try Self.newest(await Self.shelf(desk))
    let link = desk.path("stick") + "/drawbridge-backups-00000000"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: desk.path("home"))
    let shown = await desk.run("backup", "show", desk.path("stick"))
    #expect(shown.code == .done && shown.err.contains("Taken: \(newest)"), "\(shown.err)")
    #expect(
      shown.err.contains("1 folder of backups in \(desk.path("stick")) was left out"),
      "\(shown.err)")
    #expect(!shown.err.contains(link))
  }

  // MARK: The command

  @Test func `it is turned on with a key alone, outside of the home, and off again`() async throws {
    let desk = try await Desk.practising("1.5")
    let stick = desk.path("stick")
    try FileManager.default.createDirectory(atPath: stick, withIntermediateDirectories: true)
    await desk.fails(["backup", "auto", "--folder", stick], saying: "no signer has handed over")
    // On a test network without a key nobody is bothered.
    #expect(
      await desk.run("doctor", "--json").json.arrayValue?.contains {
        $0["check"]?.stringValue?.contains("backup") == true
      } == false)
    let silent = await desk.run("balance", "savings", "--json")
    #expect(
      silent.json["backupIsCurrent"] == .null && !silent.err.contains("backup"), "\(silent.err)")
    await desk.run("backup", "key", "--from", try BackupCommandTests.key(desk))
    let without = await desk.run("balance", "savings")
    #expect(
      without.err.contains(
        "this home has written no backup yet of its wallets, labels and payments on regtest"),
      "\(without.err)")
    #expect(without.err.contains("backup auto --folder FOLDER"))
    await desk.fails(
      ["backup", "auto", "--folder", desk.path("none")], saying: "no such file or folder")
    await desk.fails(
      ["backup", "auto", "--folder", desk.path("home")], saying: "is a part of this home",
      code: .wrongUsage)
    await desk.fails(
      ["backup", "auto", "--folder", "/"], saying: "cannot write themselves", code: .wrongUsage)
    await desk.fails(
      ["backup", "auto", "--off", "--folder", stick], saying: "exclude", code: .wrongUsage)
    await desk.fails(
      ["backup", "auto", "--key", "00000007"], saying: "needs --folder", code: .wrongUsage)
    await desk.run(
      "backup", "key", "--from", try BackupCommandTests.key(desk, seed: 9, to: "b.txt"))
    await desk.fails(
      ["backup", "auto", "--folder", stick], saying: "several backup keys match", code: .wrongUsage)
    await desk.fails(
      ["backup", "auto", "--folder", stick, "--key", "00000001"], saying: "no such backup key")
    let on = await desk.run("backup", "auto", "--folder", stick, "--key", "00000009", "--json")
    #expect(on.code == .done && on.json["key"]?.stringValue == "00000009", "\(on.err)")
    #expect(on.json["networks"]?[0]?["opened"]?.boolValue == true)
    let shelf = try await Self.shelf(desk)
    // The folder of the backups, named once more, is the same one.
    let again = await desk.run("backup", "auto", "--folder", shelf, "--key", "00000009", "--json")
    #expect(again.json["folder"]?.stringValue == shelf)
    let off = await desk.run("backup", "auto", "--off", "--json")
    #expect(off.code == .done && off.json["folder"] == .null, "\(off.err)")
    await desk.run("label", "savings", Desk.elsewhere, "rent")
    #expect(try Self.numbers(shelf) == [1])
    #expect(await Self.isCurrent(desk) == false)
    // One that is written by hand counts as well.
    let wrote = await desk.run("backup", "write", "--out", desk.path("a"), "--key", "00000009")
    #expect(wrote.code == .done, "\(wrote.err)")
    #expect(await Self.isCurrent(desk) == true)
  }

  @Test func `a wallet on mainnet without a backup key is not forgotten`() async throws {
    let desk = try await Self.furnished()
    let made = await desk.run(
      "wallet", "create", "real", Self.mainnet, "--network", "mainnet")
    #expect(made.code == .done, "\(made.err)")
    #expect(
      made.err.contains("no signer has handed over a backup key for mainnet yet"), "\(made.err)")
    let balance = await desk.run("balance", "real", "--json")
    #expect(balance.json["backupIsCurrent"]?.boolValue == false)
    #expect(await Self.isCurrent(desk) == true)
    let key = try BackupCommandTests.key(desk, on: .mainnet, to: "main.txt")
    let taken = await desk.run("backup", "key", "--from", key)
    #expect(taken.code == .done, "\(taken.err)")
    #expect(await desk.run("balance", "real", "--json").json["backupIsCurrent"]?.boolValue == true)
    let auto = await desk.run("backup", "auto", "--json").json["networks"]?.arrayValue
    #expect(auto?.compactMap { $0["network"]?.stringValue } == ["mainnet", "regtest"])
    #expect(auto?.allSatisfy { $0["opened"]?.boolValue == true } == true)
  }

  @Test func `a kept file that does not open any more is found by doctor`() async throws {
    let desk = try await Self.furnished("1.5")
    let newest = try Self.newest(await Self.shelf(desk))
    let good = await desk.run("doctor", "--json")
    #expect(
      good.json.arrayValue?.first { $0["check"]?.stringValue?.contains("backup") == true }?["ok"]?
        .boolValue == true)
    var bytes = try Data(contentsOf: URL(filePath: newest))
    bytes[300] ^= 1
    try bytes.write(to: URL(filePath: newest))
    let doctor = await desk.run("doctor", "--json")
    let check = doctor.json.arrayValue?.first {
      $0["check"]?.stringValue?.contains("backup") == true
    }
    #expect(check?["ok"]?.boolValue == false && doctor.code == .failed)
    #expect(check?["error"]?.stringValue?.contains(newest) == true, "\(doctor.out)")
    #expect(await desk.run("backup", "auto").out.contains("its checksum does not match"))
  }

  @Test func `doctor does not say that a backup opens that it did not open`() async throws {
    let desk = try await Self.furnished("1.5")
    func check() async -> JSONValue? {
      await desk.run("doctor", "--json").json.arrayValue?.first {
        $0["check"]?.stringValue?.contains("newest backup") == true
      }
    }
    #expect(
      await check()?["check"]?.stringValue == "the newest backup of regtest opens and lacks nothing"
    )
    let shelf = try await Self.shelf(desk)
    let newest = try Self.newest(shelf)
    // The stick is out.
    try FileManager.default.moveItem(atPath: shelf, toPath: desk.path("drawer"))
    let unopened =
      "the newest backup of regtest lacks nothing by the records, and could not be opened here: "
    var found = await check()
    #expect(found?["check"]?.stringValue == unopened + newest && found?["ok"]?.boolValue == true)
    let auto = await desk.run("backup", "auto")
    #expect(auto.out.contains("could not be opened here: \(newest)"), "\(auto.out)")
    // Backups do not write themselves, and one was written by hand, which may be gone.
    await desk.run("backup", "auto", "--off")
    await desk.run("label", "savings", Desk.elsewhere, "rent")
    await desk.run("backup", "write", "--out", desk.path("by-hand"))
    try FileManager.default.removeItem(atPath: desk.path("by-hand"))
    found = await check()
    #expect(found?["check"]?.stringValue == unopened + desk.path("by-hand"))
  }
}

extension Sequence {
  fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows
    -> [Value]
  {
    var values: [Value] = []
    for element in self { values.append(try await body(element)) }
    return values
  }
}

/// A desk that several runs use at once; they share its folder alone.
private struct Box: @unchecked Sendable {
  let value: Desk

  init(_ value: Desk) { self.value = value }
}

/// The system's disk, on which one thing goes wrong.
struct FaultyDisk: FileCalls {
  enum Fault: CaseIterable {
    case full, noFlush, otherBytes

    var words: String {
      switch self {
      case .full: "no space left"
      case .noFlush: "input/output error"
      case .otherBytes: "holds something else when it is read back"
      }
    }
  }

  private let fault: Fault
  private let system = SystemFileCalls()

  init(_ fault: Fault) { self.fault = fault }

  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(CallFailure) -> Int {
    if fault == .full { throw CallFailure(ENOSPC) }
    return try system.write(file, bytes)
  }
  func synchronize(_ file: Int32) throws(CallFailure) {
    if fault == .noFlush { throw CallFailure(EIO) }
    try system.synchronize(file)
  }
  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(CallFailure) -> Int {
    let count = try system.read(file, into: buffer)
    if fault == .otherBytes, count > 200 { buffer[150] ^= 1 }
    return count
  }
  func openFolder(_ path: String) throws(CallFailure) -> Int32 { try system.openFolder(path) }
  func open(
    _ name: String, in folder: Int32, for purpose: OpenPurpose, permissions: UInt32
  ) throws(CallFailure) -> Int32 {
    try system.open(name, in: folder, for: purpose, permissions: permissions)
  }
  func close(_ file: Int32) throws(CallFailure) { try system.close(file) }
  func status(_ file: Int32) throws(CallFailure) -> FileStatus { try system.status(file) }
  func kind(of name: String, in folder: Int32) throws(CallFailure) -> FileStatus.Kind? {
    try system.kind(of: name, in: folder)
  }
  func rename(
    _ old: String, to new: String, in folder: Int32, _ mode: RenameMode
  ) throws(CallFailure) {
    try system.rename(old, to: new, in: folder, mode)
  }
  func unlink(_ name: String, in folder: Int32) throws(CallFailure) {
    try system.unlink(name, in: folder)
  }
  func makeFolder(_ path: String, permissions: UInt32) throws(CallFailure) {
    try system.makeFolder(path, permissions: permissions)
  }
  func removeFolder(_ path: String) throws(CallFailure) { try system.removeFolder(path) }
  func entries(_ folder: Int32, limit: Int) throws(CallFailure) -> [String] {
    try system.entries(folder, limit: limit)
  }
  func restrict(_ file: Int32, to permissions: UInt32) throws(CallFailure) {
    try system.restrict(file, to: permissions)
  }
  func lock(_ file: Int32) throws(CallFailure) { try system.lock(file) }
}
