import BitcoinPrimitives
import Bytes
import Descriptors
import Hashes
import QRTransport
import Refusals
import TestSupport
import Testing

@testable import WalletFiles

/// Specter's backup, and archives that say one thing in front and another one at the end.
@Suite struct ZIPArchiveTests {
  private static let account =
    "[1ef4e492/84h/1h/0h]tpubDC5EUwdy9WWpzqMWKNhVmXdMgMbi4ywxkdysRdNr1MdM4SCfVLbNtsFvzY6WKSuzsaVAitj6FmP6TugPuNT6yKZDLsHrSwMd816TnqX7kuc"

  private static func wallet() throws -> [UInt8] {
    var room = 10_000
    return try ZIPArchive(ArchiveFiles.stored).file(0, limit: room, of: &room)
  }

  private func refusal(_ bytes: [UInt8]) throws -> String {
    let error = #expect(throws: WalletFileError.self) { try WalletFile.recognised(bytes) }
    return "\(try #require(error))"
  }

  @Test(arguments: [ArchiveFiles.stored, ArchiveFiles.streamed])
  func `the only wallet of a backup is read, whatever stands beside it`(bytes: [UInt8]) throws {
    let file = try WalletFile(reading: bytes, on: .signet)
    #expect(file.format == .specter && file.name == "Single" && file.birthHeight == 2_000)
    #expect(file.descriptor == (try Descriptor(parsing: "wpkh(\(Self.account)/<0;1>/*)")))
  }

  @Test func `of several wallets each is named, and none is taken`() throws {
    let wallet = try Self.wallet()
    let two = SampleZIP([("wallets/a.json", wallet), ("wallets/b.JSON", wallet)]).bytes
    #expect(try refusal(two) == "this file holds 2 wallets: wallets/a.json, wallets/b.JSON")
    let many = (1...12).map { ("\($0).json", wallet) }
    #expect(try refusal(SampleZIP(many).bytes).hasSuffix("9.json, 10.json and 2 more"))
    // What macOS keeps beside a file is not a second wallet, nor is what is not JSON.
    let beside = SampleZIP([
      ("__MACOSX/._a.json", wallet), ("wallets/", []), ("a.txt", wallet), ("a.json", wallet),
    ])
    #expect(try WalletFile.recognised(beside.bytes)?.name == "Single")
    let none = SampleZIP([("a.txt", wallet), ("b.json", Array("{}".utf8))]).bytes
    #expect(try refusal(none).contains("holds no wallet in any of its 2 files"))
  }

  @Test func `a secret in any of its files is refused and never repeated`() throws {
    let wallet = try Self.wallet()
    let key =
      "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi"
    let device = Array(#"{"name":"hot","keys":["\#(key)"]}"#.utf8)
    let archive = SampleZIP([("wallets/a.json", wallet), ("devices/hot.json", device)]).bytes
    let said = try refusal(archive)
    #expect(
      said
        == "this is a ZIP archive with an extended private key (devices/hot.json): it is refused here and was not kept"
    )
  }

  @Test func `a wallet that can spend is seen under the name that its program gives it`() throws {
    let wallet = try Self.wallet()
    let words = Array(repeating: "abandon", count: 11).joined(separator: " ") + " about"
    let electrum =
      #"{"wallet_type":"standard","keystore":{"type":"bip32","seed":"wild father tree","xpub":"x"}}"#
    for (name, file, kind) in [
      ("default_wallet", Array(electrum.utf8), "an Electrum wallet with a private key"),
      ("seed.txt", Array(words.utf8), "a list of seed words"),
      ("__MACOSX/._a.json", Array(words.utf8), "a list of seed words"),
      ("Savings.mv.db", try SparrowDatabaseTests.bytes("seed"), "a Sparrow wallet with a seed"),
      ("copy of savings", try SparrowDatabaseTests.bytes("seed"), "a Sparrow wallet with a seed"),
    ] {
      for files in [[("a.json", wallet), (name, file)], [(name, file), ("a.json", wallet)]] {
        let said = try refusal(SampleZIP(files, deflated: true).bytes)
        #expect(
          said
            == "this is a ZIP archive with \(kind) (\(name)): it is refused here and was not kept")
      }
    }
  }

  @Test func `Sparrow's database in an archive is its wallet, and one of several beside another`()
    throws
  {
    let database = try SparrowDatabaseTests.bytes("single")
    let alone = SampleZIP([("Savings.mv.db", database), ("a.txt", [])], deflated: true).bytes
    #expect(
      try WalletFile.recognised(alone)?.descriptor
        == (try WalletFile.recognised(database)?.descriptor))
    let two = SampleZIP([("a.json", try Self.wallet()), ("Savings.mv.db", database)]).bytes
    #expect(try refusal(two) == "this file holds 2 wallets: a.json, Savings.mv.db")
    let cut = SampleZIP([("Savings.mv.db", Array(database.prefix(4_096)))]).bytes
    #expect(try refusal(cut).contains("it is cut off"))
    let many = (0...WalletArchive.databaseLimit).map { ("\($0)", Array("H:2,".utf8)) }
    #expect(try refusal(SampleZIP(many).bytes).contains("more than 10 databases of Sparrow"))
  }

  @Test func `what is too large for a wallet and named as none is left alone, a database is not`()
    throws
  {
    let wallet = try Self.wallet()
    let large = [UInt8](repeating: 0x20, count: WalletFile.sizeLimit + 1)
    func archive(_ name: String) -> [UInt8] {
      SampleZIP([(name, large), ("a.json", wallet)], deflated: true).bytes
    }
    #expect(try WalletFile.recognised(archive("film.y4m"))?.name == "Single")
    #expect(try refusal(archive("b.json")).contains("b.json with 2000001 bytes"))
    let database = Array("H:2,".utf8) + large
    let both = SampleZIP([("b.mv.db", database), ("a.json", wallet)], deflated: true).bytes
    #expect(try refusal(both) == "this file holds 2 wallets: b.mv.db, a.json")
  }

  @Test func `a fault in the wallet names its file, and a name is shown in plain characters`()
    throws
  {
    let wallet = try Self.wallet()
    let cut = String(decoding: wallet, as: UTF8.self).replacing("change_descriptor", with: "other")
    let archive = SampleZIP([("wallets/a\u{1b}[2J.json", Array(cut.utf8))]).bytes
    #expect(
      try refusal(archive)
        == "Specter wallet, wallets/a_[2J.json is malformed: recv_descriptor stands without change_descriptor"
    )
  }

  /// What is changed in an archive of one file, and what is said of it.
  private static let faults: [(String, @Sendable (inout SampleZIP) -> Void)] = [
    ("holds a.json encrypted with a password", { $0.files[0].listed.flags = 1 }),
    ("holds a.json encrypted with a password", { $0.files[0].listed.method = 99 }),
    ("packed otherwise than stored or deflated", { $0.files[0].listed.method = 14 }),
    ("packed otherwise than stored or deflated", { $0.files[0].listed.flags = 0x20 }),
    ("stored with another size than it has", { $0.files[0].listed.method = 0 }),
    ("disagrees with the directory", { $0.files[0].local.name = "b.json" }),
    ("disagrees with the directory", { $0.files[0].local.flags = 2 }),
    ("disagrees with the directory", { $0.files[0].local.method = 0 }),
    ("disagrees with the directory", { $0.files[0].local.size = 1 }),
    ("disagrees with the directory", { $0.files[0].local.packedSize = 0 }),
    ("disagrees with the directory", { $0.files[0].local.checksum ^= 1 }),
    ("disagrees with the directory", { $0.files[0].offset = 1 }),
    ("disagrees with the directory", { $0.files[0].offset = 100_000 }),
    ("the extensions of ZIP64", { $0.files[0].listed.size = .max }),
    ("damaged: its size or its checksum", { $0.files[0].both { $0.checksum ^= 1 } }),
    ("damaged: its size or its checksum", { $0.files[0].both { $0.size += 1 } }),
    ("damaged: its size or its checksum", { $0.files[0].both { $0.size -= 1 } }),
    ("a.json is cut off", { $0.files[0].both { $0.packedSize += 100 } }),
    (
      "a.json with 2000001 bytes, and at most 2000000 are",
      { $0.files[0].both { $0.size = 2_000_001 } }
    ),
    ("two files named a.json", { $0.files.append($0.files[0]) }),
    ("its directory does not end where", { $0.start = 7 }),
    ("its directory is cut off", { $0.count = 2 }),
    ("its directory is cut off", { $0.count = 0 }),
    ("1001 files and folders, and at most 1000", { $0.count = 1_001 }),
    ("the extensions of ZIP64", { $0.count = 0xffff }),
    ("one part of several", { $0.disk = 1 }),
    ("without the list of its files", { $0.commentSize = 1 }),
  ]

  @Test func `whatever contradicts itself is refused by what is wrong`() throws {
    let wallet = try Self.wallet()
    let whole = SampleZIP([("a.json", wallet)], deflated: true)
    #expect(try WalletFile.recognised(whole.bytes)?.name == "Single")
    for (said, change) in Self.faults {
      var changed = whole
      change(&changed)
      let found = try refusal(changed.bytes)
      #expect(found.contains(said), "\(found)")
    }
    var commented = whole
    commented.comment = Array("PK\u{5}\u{6}, made by hand".utf8)
    #expect(try WalletFile.recognised(commented.bytes)?.name == "Single")
    var overlapping = SampleZIP([("a.json", wallet), ("b.json", wallet)], deflated: true)
    overlapping.files[0].both { $0.packedSize += 1 }
    #expect(try refusal(overlapping.bytes).contains("a.json and b.json overlap"))
  }

  @Test func `a limit is of R18, what is of another kind of R23, and each hint fits any file`()
    throws
  {
    let wallet = try Self.wallet()
    var (many, locked) = (SampleZIP([("a.json", wallet)]), SampleZIP([("a.json", wallet)]))
    many.count = 1_001
    locked.files[0].listed.flags = 1
    let none = SampleZIP([("a.txt", wallet), ("folder/", [])])
    var large = SampleStore.wallet()
    large.pages[11] = { page in
      (page.kind, page.keyCount) = (1, 0)
      page.contents = [UInt8](repeating: 0, count: H2Store.pageBytesLimit)
    }
    let long = ArchiveFiles.stored + [UInt8](repeating: 0, count: ZIPArchive.sizeLimit)
    for (bytes, rule) in [
      (many.bytes, Rule.r18), (long, .r18), (large.bytes, .r18), (locked.bytes, .r23),
      (none.bytes, .r23),
    ] {
      let error = try #require(
        #expect(throws: WalletFileError.self) { try WalletFile.recognised(bytes) })
      #expect(error.rule == rule, "\(error)")
      #expect(
        error.hint == "unpack it, and give the file that you want"
          || error.hint.hasPrefix("in Sparrow, "), "\(error)")
    }
    // Folders are none of the files in which a wallet was looked for.
    #expect(try refusal(none.bytes).contains("in any of its 1 files"))
  }

  @Test func `a bomb costs no more than the limits`() throws {
    let zeros = [UInt8](repeating: 0x20, count: WalletFile.sizeLimit)
    let files = (0..<10).map { ("\($0).json", zeros) }
    let bomb = SampleZIP(files, deflated: true).bytes
    #expect(bomb.count < 100_000)
    #expect(
      try refusal(bomb)
        == "this ZIP archive holds files that have together more than 16000000 bytes")
    let large = ArchiveFiles.stored + [UInt8](repeating: 0, count: ZIPArchive.sizeLimit)
    #expect(
      try refusal(large) == "this ZIP archive has more than 16000000 bytes")
  }

  @Test func `an archive that is cut or changed at any byte is the same wallet or refused`() throws
  {
    for bytes in [ArchiveFiles.stored, ArchiveFiles.streamed] {
      let wallet = try WalletFile(reading: bytes)
      for count in stride(from: 4, to: bytes.count, by: 3) {
        #expect(throws: WalletFileError.self) {
          try WalletFile.recognised(Array(bytes.prefix(count)))
        }
      }
      for place in stride(from: 0, to: bytes.count, by: 2) {
        var changed = bytes
        changed[place] ^= [1, 0x80][place / 2 % 2]
        guard let file = (try? WalletFile.recognised(changed)) ?? nil else { continue }
        #expect(file.descriptor == wallet.descriptor, "byte \(place)")
      }
    }
  }
}
