import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Foundation
import RecordingScreens
import Secp256k1
import Secp256k1Signing
import SecureMemory
import TerminalUI
import Testing
import WalletBackups

@testable import OnlineCoordinator

/// `backup`: a key from a signer, encrypted files, and a home that comes back from one.
@Suite struct BackupCommandTests {
  /// Writes the text of a key, as a signer hands it over.
  @discardableResult
  static func key(
    _ desk: Desk, on network: Network = .regtest, seed: UInt8 = 7, to name: String = "key.txt"
  ) throws -> String {
    let signer = "028747be6de07552c48f9db23617792d47df1accd611175f6dfe636f4098984a09"
    let key = try BackupKey(
      network: network, fingerprint: Fingerprint(value: UInt32(seed)),
      sealingKey: SecretBytes(count: 32) { $0.initializeMemory(as: UInt8.self, repeating: seed) },
      archiveKey: SecretBytes(count: 16), archiveSigner: PublicKey(decoding: Hex.decode(signer)))
    let text = try key.text().withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    return try desk.write(text + "\n", to: name)
  }

  /// A home with a wallet, a label, a person's name, a payment on its way and a key.
  private static func furnished() async throws -> Desk {
    let desk = try await Desk.practising("1.5", "0.5")
    let coins = await desk.run("coins", "savings", "--json").json
    let coin = try #require(coins[0]?["outpoint"]?.stringValue)
    await desk.run("label", "savings", coin, "rent, May")
    await desk.run("label", "savings", String(coin.prefix(64)), "from the exchange")
    let paid = await desk.run(
      "pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--out",
      desk.path("payment.psbt"))
    try #require(paid.code == .done, "\(paid.err)")
    try #require(await desk.run("backup", "key", "--from", key(desk)).code == .done)
    return desk
  }

  private static func written(_ desk: Desk) async throws -> String {
    let file = desk.path("drawbridge.backup")
    let ran = await desk.run("backup", "write", "--out", file, "--json")
    try #require(ran.code == .done, "\(ran.err)")
    return file
  }

  @Test func `a key is taken once, kept readable by its owner alone, and never printed`()
    async throws
  {
    let desk = try Desk()
    let file = try Self.key(desk)
    let ran = await desk.run("backup", "key", "--from", file, "--json")
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["key"]?.stringValue == "00000007")
    #expect(ran.json["network"]?.stringValue == "regtest")
    let secret = String(repeating: "07", count: 32)
    #expect(!ran.out.contains(secret) && !ran.err.contains(secret))
    let kept = desk.path("home/backup-keys/regtest-00000007.key")
    let mode = try FileManager.default.attributesOfItem(atPath: kept)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let folder = try FileManager.default.attributesOfItem(
      atPath: desk.path("home/backup-keys"))[.posixPermissions]
    #expect(folder as? Int == 0o700)
    #expect(await desk.run("backup", "key", "--from", file).code == .done)
    let listed = await desk.run("backup", "key", "--json")
    #expect(listed.json.arrayValue?.count == 1 && !listed.out.contains(secret))
  }

  @Test func `a key in an argument, a damaged one and something else are refused`() async throws {
    let desk = try Desk()
    let text = String(decoding: try Data(contentsOf: URL(filePath: Self.key(desk))), as: UTF8.self)
    await desk.fails(
      ["backup", "key", "--from", text.trimmingCharacters(in: .newlines)],
      saying: "the command line contains a backup key",
      code: .wrongUsage)
    let bent = try desk.write(text.replacing(":00000007:", with: ":00000008:"), to: "bent.txt")
    await desk.fails(["backup", "key", "--from", bent], saying: "its checksum is wrong")
    let other = try desk.write("hello\n", to: "other.txt")
    await desk.fails(["backup", "key", "--from", other], saying: "holds no backup key")
    // At another door it is told by name, and not kept.
    let wallet = await desk.fails(
      ["wallet", "create", "x", desk.path("key.txt"), "--network", "regtest"],
      saying: "backup key")
    #expect(wallet.err.contains("backup key --from"))
  }

  @Test func `a home comes back from the file and the key, on a fresh machine`() async throws {
    let desk = try await Self.furnished()
    let file = try await Self.written(desk)
    let fresh = try Desk()
    await fresh.run("backup", "key", "--from", try Self.key(fresh))
    let shown = await fresh.run("backup", "show", file, "--json")
    #expect(shown.code == .done, "\(shown.err)")
    #expect(shown.json["wallets"]?[0]?["name"]?.stringValue == "savings")
    #expect(shown.json["wallets"]?[0]?["labels"]?.intValue == 2)
    let ran = await fresh.run("backup", "restore", file, "--yes", "--json")
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["labels"]?.intValue == 2)
    #expect(ran.json["payments"]?[0]?.intValue == 1)
    #expect(ran.json["nodes"]?[0]?.stringValue == "practice")
    // It is in use once somebody says so.
    await fresh.fails(["sync", "savings"], saying: "no node is in use")
    #expect(await fresh.run("node", "use", "practice").code == .done)
    // The chain of the rehearsal stands for the chain that everybody has.
    try FileManager.default.copyItem(
      atPath: desk.path("home/rehearsal-practice"), toPath: fresh.path("home/rehearsal-practice"))
    #expect(await fresh.run("sync", "savings").code == .done)
    for command in [["balance", "savings"], ["coins", "savings"], ["payments"]] {
      let before = await desk.execute(command + ["--json"])
      let after = await fresh.execute(command + ["--json"])
      // This home has written no backup of its own yet, and no payment for a signer.
      let expected = before.out.replacing(
        #""backupIsCurrent":true"#, with: #""backupIsCurrent":false"#
      ).replacing(#/"written":[0-9]+/#, with: #""written":null"#)
      #expect(after.out == expected, "\(command)")
    }
    // An address that was handed out is not handed out again.
    let old = await desk.run("receive", "savings", "--json").json["index"]
    #expect(await fresh.run("receive", "savings", "--json").json["index"] == old)
    // And what was restored is written again as it was.
    let again = await fresh.run(
      "backup", "write", "--out", fresh.path("again.backup"), "--json")
    #expect(again.json["labels"]?.intValue == 2 && again.json["payments"]?.intValue == 1)
  }

  @Test func `restoring twice adds nothing, and declined it changes nothing`() async throws {
    let desk = try await Self.furnished()
    let file = try await Self.written(desk)
    let ran = await desk.run("backup", "restore", file, "--yes", "--json")
    #expect(ran.json["labels"]?.intValue == 0)
    #expect(ran.json["payments"]?.arrayValue?.isEmpty == true)
    #expect(ran.json["wallets"]?[0]?["wasHere"]?.boolValue == true)
    let fresh = try Desk()
    await fresh.run("backup", "key", "--from", try Self.key(fresh))
    let declined = await fresh.run("backup", "restore", file, answers: ["no"])
    #expect(declined.code == .failed && declined.err.contains("nothing was changed"))
    #expect(await fresh.run("wallet", "list", "--json").json.arrayValue?.isEmpty == true)
  }

  @Test func `no password of a node is in a backup, and its name is`() async throws {
    let desk = try await Self.furnished()
    await desk.run("node", "add", "far", "http://alice:hunter2@127.0.0.1:1")
    let snapshot = try await Self.document(desk)
    let text = String(decoding: snapshot.encoded(), as: UTF8.self)
    #expect(!text.contains("hunter2") && !text.contains("alice"))
    #expect(snapshot.records?.nodes.map(\.name) == ["practice", "far"])
    let file = try await Self.written(desk)
    let fresh = try Desk()
    await fresh.run("backup", "key", "--from", try Self.key(fresh))
    let ran = await fresh.run("backup", "restore", file, "--yes", "--json")
    #expect(ran.json["nodesWithoutPassword"]?[0]?.stringValue == "far")
    #expect(ran.err.contains("its password is not in the backup"))
  }

  @Test func `where an Esplora server is comes back with its path`() async throws {
    let desk = try await Self.furnished()
    let url = "esplora+http://127.0.0.1:1/testnet4/api"
    try #require(await desk.run("node", "add", "rest", url).code == .done)
    await desk.run("node", "second", "rest")
    let file = try await Self.written(desk)
    let fresh = try Desk()
    await fresh.run("backup", "key", "--from", try Self.key(fresh))
    try #require(await fresh.run("backup", "restore", file, "--yes").code == .done)
    let nodes = await fresh.run("node", "list", "--json").json.arrayValue ?? []
    #expect(nodes.map { $0["url"]?.stringValue } == ["rehearsal://", url])
    // Which one is asked, too, is decided again.
    #expect(nodes.allSatisfy { $0["second"] == false })
  }

  /// What a home would write, before it is encrypted.
  private static func document(_ desk: Desk) async throws -> BackupDocument {
    let file = desk.path("look.backup")
    await desk.run("backup", "write", "--out", file, "--force")
    let backup = try BackupFile(decoding: Array(Data(contentsOf: URL(filePath: file))))
    let entries = try KeyFolder(home: desk.path("home")).opened(backup)
    return try BackupDocument(parsing: entries.contents)
  }

  private static func seal(_ document: String, _ desk: Desk) throws -> String {
    let key = try KeyFolder(home: desk.path("home")).chosen(nil, on: nil)
    let bytes = try SealedBackup(sealing: Array(document.utf8), key: key).encoded()
    try Data(bytes).write(to: URL(filePath: desk.path("made.backup")))
    return desk.path("made.backup")
  }

  @Test func `unknown members survive a restore and the next backup, and labels change in it`()
    async throws
  {
    let txid = String(repeating: "ab", count: 32)
    let other = String(repeating: "cd", count: 32)
    let document = """
      {"version":"1","network":"test","accounts":{"3":{"label":"Old","shape":1}},\
      "transactions":{"\(txid)":{"memo":"shoes","fiat_amount":"-1.50","fiat_code":"EUR","x":[2]},\
      "\(other)":{"sender":"Bob"}},"currency":{"btc_unit":"mBTC","y":3},"drawbridge":{"version":1,\
      "network":"regtest","written":1,"wallets":[{"name":"old","descriptor":"\(Desk.account)",\
      "birthHeight":0,"gapLimit":20,"next":[2,1],"people":[{"position":0,"name":"Ann","z":4}],\
      "labels":[{"type":"addr","ref":"\(Desk.elsewhere)","label":"shop","w":5},\
      {"type":"xpub","ref":"tpub","label":"kept"}],"v":6}],"u":7},"t":{"s":8}}
      """
    let desk = try Desk()
    await desk.run("backup", "key", "--from", try Self.key(desk))
    let made = try Self.seal(document, desk)
    let ran = await desk.run("backup", "restore", made, "--yes")
    #expect(ran.code == .done, "\(ran.err)")
    // A memo became a label of the only wallet, and can be changed and taken away.
    await desk.run("label", "old", Desk.elsewhere, "the shop")
    let first = String(decoding: try await Self.document(desk).encoded(), as: UTF8.self)
    for kept in [
      "\"shape\":1", "\"x\":[2]", "\"y\":3", "\"z\":4", "\"w\":5", "\"v\":6", "\"u\":7", "\"s\":8",
    ] {
      #expect(first.contains(kept), "\(kept) in \(first)")
    }
    #expect(first.contains("\"memo\":\"shoes\"") && first.contains("the shop"))
    #expect(first.contains("\"sender\":\"Bob\"") && first.contains("\"type\":\"xpub\""))
    await desk.run("label", "old", txid, "")
    let second = String(decoding: try await Self.document(desk).encoded(), as: UTF8.self)
    #expect(!second.contains("shoes") && second.contains("-1.50"))
  }

  @Test func `the wrong key, another network, damage and a newer format are each one error`()
    async throws
  {
    let desk = try await Self.furnished()
    let file = try await Self.written(desk)
    let fresh = try Desk()
    await fresh.fails(["backup", "show", file], saying: "handed over a backup key")
    await fresh.run("backup", "key", "--from", try Self.key(fresh, on: .signet, to: "signet.txt"))
    await fresh.fails(["backup", "show", file], saying: "the backup is for regtest")
    await fresh.run("backup", "key", "--from", try Self.key(fresh, seed: 9, to: "nine.txt"))
    await fresh.fails(["backup", "restore", file, "--yes"], saying: "belongs to another key")
    var bytes = Array(try Data(contentsOf: URL(filePath: file)))
    bytes[500] ^= 1
    try Data(bytes).write(to: URL(filePath: desk.path("bent.backup")))
    await desk.fails(["backup", "show", desk.path("bent.backup")], saying: "damaged")
    try Data(bytes.prefix(999)).write(to: URL(filePath: desk.path("cut.backup")))
    await desk.fails(["backup", "show", desk.path("cut.backup")], saying: "cut short")
    await desk.fails(["backup", "show", desk.path("key.txt")], saying: "not a backup")
    await desk.fails(["backup", "show", desk.path("nowhere")])
  }

  @Test func `a file that is there is not overwritten unasked`() async throws {
    let desk = try await Self.furnished()
    let file = try await Self.written(desk)
    let before = try Data(contentsOf: URL(filePath: file))
    await desk.fails(["backup", "write", "--out", file], saying: "already exists")
    #expect(try Data(contentsOf: URL(filePath: file)) == before)
    #expect(await desk.run("backup", "write", "--out", file, "--force").code == .done)
    #expect(try Data(contentsOf: URL(filePath: file)) != before)
    await desk.fails(["backup", "write", "--out", "-"], code: .wrongUsage)
    let poor = try Desk()
    await poor.fails(
      ["backup", "write", "--out", poor.path("x")], saying: "no signer has handed over")
    await desk.run("backup", "key", "--from", try Self.key(desk, seed: 9, to: "nine.txt"))
    await desk.fails(
      ["backup", "write", "--out", desk.path("y")], saying: "several", code: .wrongUsage)
    #expect(
      await desk.run("backup", "write", "--out", desk.path("y"), "--key", "00000009").code == .done)
  }

  @Test(arguments: [
    (
      #""name":"a","descriptor":"wpkh(xprv)#aaaaaaaa","birthHeight":0,"gapLimit":20"#,
      "the wallet a"
    ),
    (
      #""name":"a","descriptor":"DESC","birthHeight":0,"gapLimit":20,"next":[2000000000]"#,
      "R07"
    ),
    (
      #""name":"a","descriptor":"DESC","birthHeight":0,"gapLimit":20,"labels":[{"type":"addr","ref":"bc1q","label":"x"}]"#,
      "not an address of regtest"
    ),
    (
      #""name":"a","descriptor":"DESC","birthHeight":0,"gapLimit":20,"payments":[{"number":1,"state":"draft","unsigned":"00","psbt":"AA==","fee":1,"summary":"","created":1}]"#,
      "payment 1"
    ),
    (#""name":"../a","descriptor":"DESC","birthHeight":0,"gapLimit":20"#, "is not a valid name"),
  ])
  func `records that make no sense are refused whole`(wallet: String, words: String) async throws {
    let desk = try Desk()
    await desk.run("backup", "key", "--from", try Self.key(desk))
    let document = """
      {"version":"1","network":"test","drawbridge":{"version":1,"network":"regtest","written":1,\
      "wallets":[{\(wallet.replacing("DESC", with: Desk.account))}]}}
      """
    await desk.fails(
      ["backup", "restore", try Self.seal(document, desk), "--yes"], saying: words)
    #expect(await desk.run("wallet", "list", "--json").json.arrayValue?.isEmpty == true)
  }

  @Test
  func `a wallet whose key contradicts one that is here, or another of the backup, is refused`()
    async throws
  {
    // The same fingerprint and path, and the key of somebody else.
    let origin = try #require(Desk.account.firstMatch(of: /\[[^\]]*\]/)?.output)
    let stranger = try #require(`Shared wallets`.chance[2].split(separator: "]").last)
    let swapped = try Descriptor(parsing: "wpkh(\(origin)\(stranger)/<0;1>/*)").canonical
    let words = "but the wallet savings has another key there (R08)"
    let wallet = { (name: String, descriptor: String) in
      #"{"name":"\#(name)","descriptor":"\#(descriptor)","birthHeight":0,"gapLimit":20}"#
    }
    let document = { (wallets: [String]) in
      """
      {"version":"1","network":"test","drawbridge":{"version":1,"network":"regtest","written":1,\
      "wallets":[\(wallets.joined(separator: ","))]}}
      """
    }
    let desk = try Desk()
    await desk.run("backup", "key", "--from", try Self.key(desk))
    let both = try Self.seal(
      document([wallet("savings", Desk.account), wallet("other", swapped)]), desk)
    let refused = await desk.fails(["backup", "restore", both, "--yes"], saying: words)
    #expect(refused.err.contains("key 1 of the wallet other"))
    #expect(await desk.run("wallet", "list", "--json").json.arrayValue?.isEmpty == true)
    let made = await desk.run(
      "wallet", "create", "savings", Desk.account, "--network", "regtest", "--birth-height", "0")
    try #require(made.code == .done, "\(made.err)")
    let one = try Self.seal(document([wallet("other", swapped)]), desk)
    await desk.fails(["backup", "restore", one, "--yes"], saying: words)
    #expect(await desk.run("wallet", "list", "--json").json.arrayValue?.count == 1)
  }

  @Test(arguments: [
    ("/<0;7>/*", "R07", "the wallet far: it receives at 0/* and sends its change to 7/*"),
    ("/0/*", "R07", "the wallet far: it receives at 0/* and sends its change there too"),
    ("", "R07", "the wallet far: it has one address only"),
    ("/<0;1;2>/*", "R23", "has 3 branches"),
  ])
  func `a wallet that is asked about when imported is asked about when restored`(
    steps: String, rule: String, expected: String
  ) async throws {
    let key = try #require(Desk.account.firstMatch(of: /\[[^\/]*[^<]*/)?.output.dropLast())
    let text = try Descriptor(parsing: "wpkh(\(key)\(steps))").canonical
    let document = """
      {"version":"1","network":"test","drawbridge":{"version":1,"network":"regtest","written":1,\
      "wallets":[{"name":"far","descriptor":"\(text)","birthHeight":0,"gapLimit":20}]}}
      """
    let desk = try Desk()
    await desk.run("backup", "key", "--from", try Self.key(desk))
    let file = try Self.seal(document, desk)
    let refused = await desk.fails(["backup", "restore", file, "--yes"], saying: expected)
    #expect(refused.err.contains("--accept \(rule)"), "\(refused.err)")
    #expect(await desk.run("wallet", "list", "--json").json.arrayValue?.isEmpty == true)
    let accepted = ["--accept", "R07"] + (rule == "R23" ? ["--accept", "R23"] : [])
    let taken = await desk.execute(["backup", "restore", file, "--yes"] + accepted)
    #expect(taken.code == .done, "\(taken.err)")
    // What is here already was acknowledged when it came.
    let again = await desk.run("backup", "restore", file, "--yes")
    #expect(again.code == .done, "\(again.err)")
  }

  /// A document with nodes as a liar, or an earlier version, writes them.
  private static func nodes(_ nodes: String) -> String {
    #"{"version":"1","network":"test","drawbridge":{"version":1,"network":"regtest","written":1,"nodes":["#
      + nodes + "]}}"
  }

  private static let liar =
    #"{"name":"home","url":"http://192.0.2.1:8332","cookie":"/home/me/.ssh/id_ed25519","isActive":true}"#

  /// The same document in the container that signers write.
  private static func archive(_ document: String, _ desk: Desk) throws -> String {
    var secret = [UInt8](repeating: 7, count: 32)
    let signer = try PrivateKey(SecretBytes(moving: &secret))
    let key = try BackupKey(
      network: .regtest, fingerprint: Fingerprint(value: 7),
      sealingKey: SecretBytes(count: 32) { $0.initializeMemory(as: UInt8.self, repeating: 7) },
      archiveKey: SecretBytes(count: 16), archiveSigner: signer.publicKey())
    let text = try key.text().withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    try Data((text + "\n").utf8).write(to: URL(filePath: desk.path("archive-key.txt")))
    let unsigned = try AEWBArchive.Unsigned(
      Array(document.utf8), timestamp: 1_800_000_000, key: SecretBytes(count: 16))
    let archive = unsigned.signed(try signer.ecdsaSignature(of: unsigned.digest).der)
    try Data(archive.encoded()).write(to: URL(filePath: desk.path("made.aewb")))
    return desk.path("made.aewb")
  }

  @Test(arguments: [false, true])
  func `a backup of a liar has no node in use and names no file of this machine`(
    isArchive: Bool
  ) async throws {
    let desk = try Desk()
    await desk.run("backup", "key", "--from", try Self.key(desk))
    let document = Self.nodes(
      Self.liar + #",{"name":"open","url":"http://192.0.2.2:8332","isActive":true}"#)
    let file = try isArchive ? Self.archive(document, desk) : Self.seal(document, desk)
    if isArchive {
      try FileManager.default.removeItem(atPath: desk.path("home/backup-keys"))
      await desk.run("backup", "key", "--from", desk.path("archive-key.txt"))
    }
    let ran = await desk.run("backup", "restore", file, "--yes", "--json")
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["nodes"]?.arrayValue?.map(\.stringValue) == ["open"])
    #expect(ran.json["nodesWithoutCookie"]?[0]?.stringValue == "home")
    #expect(ran.err.contains("it needs its cookie file /home/me/.ssh/id_ed25519: add it again"))
    let list = await desk.run("node", "list", "--json").json.arrayValue ?? []
    #expect(list.map { $0["active"] } == [false])
    await desk.fails(["node", "status"], saying: "no node is in use")
    // The next backup does not hand it on either.
    let again = String(decoding: try await Self.document(desk).encoded(), as: UTF8.self)
    #expect(!again.contains(".ssh") && !again.contains("isActive"), "\(again)")
    let kept = try Data(contentsOf: URL(filePath: desk.path("home/coordinator.sqlite")))
    #expect(!String(decoding: kept, as: UTF8.self).contains(".ssh"))
    // Nor does the removal of the node in use make it the one that is asked.
    await desk.run("node", "add", "practice", "rehearsal://")
    #expect(await desk.run("node", "status", "--json").json["node"]?.stringValue == "practice")
    let removed = await desk.run("node", "remove", "practice")
    #expect(removed.err.contains("no node is in use now"))
    await desk.fails(["node", "status"], saying: "no node is in use")
  }

  @Test func `a node is added again by a command that can be typed as it stands`() {
    func command(
      _ name: String, _ url: String, _ lack: BackupRestoring.LockedNode.Lack
    ) -> String {
      BackupRestoring.LockedNode(name: name, url: url, lack: lack).command
    }
    let url = "http://[2001:db8::7]:8332"
    #expect(command("far", url, .password) == "node add far URL")
    #expect(
      command("home", url, .cookie(path: nil)) == "node add home \(url) --cookie PATH")
    let long = "http://\(String(repeating: "a", count: 200)):8332"
    #expect(command("home", long, .cookie(path: nil)) == "node add home URL --cookie PATH")
    for name in ["h\u{43e}me", "my node", "$(halt)", "a;b", "`b`", "--yes", ""] {
      #expect(command(name, url, .password) == "node add NAME URL")
    }
  }

  @Test func `why a node does not answer is said to its end`() async throws {
    let desk = try Desk()
    let cookie = desk.path(String(repeating: "c", count: 180))
    let ran = await desk.run("node", "add", "far", "http://127.0.0.1:1", "--cookie", cookie)
    #expect(ran.err.contains("the node does not answer yet: cannot read the cookie"), "\(ran.err)")
    #expect(ran.err.contains("no such file") && !ran.err.contains(" more)"), "\(ran.err)")
  }

  @Test func `a password in a node's URL is dropped and never shown`() async throws {
    let desk = try Desk()
    await desk.run("backup", "key", "--from", try Self.key(desk))
    let file = try Self.seal(
      Self.nodes(#"{"name":"far","url":"http://alice:hunter2@192.0.2.1:8332"}"#), desk)
    let shown = await desk.run("backup", "show", file)
    #expect(shown.code == .done && !shown.out.contains("hunter2"), "\(shown.out)")
    let ran = await desk.run("backup", "restore", file, "--yes", "--json")
    #expect(ran.json["nodesWithoutPassword"]?[0]?.stringValue == "far", "\(ran.err)")
    #expect(ran.json["nodes"] == [] && !(ran.out + ran.err).contains("hunter2"))
    let kept = try Data(contentsOf: URL(filePath: desk.path("home/coordinator.sqlite")))
    #expect(!String(decoding: kept, as: UTF8.self).contains("hunter2"))
    await desk.fails(
      [
        "backup", "restore",
        try Self.seal(
          Self.nodes(#"{"name":"x","url":"http://192.0.2.1:1","proxy":"nowhere"}"#), desk), "--yes",
      ], saying: "proxy is not host:port")
  }

  @Test func `all that a backup brings is on the screen before anybody agrees`() async throws {
    let desk = try await Self.furnished()
    await desk.run("node", "add", "far", "http://127.0.0.1:1", "--cookie", "/tmp/none")
    let file = try await Self.written(desk)
    let fresh = try Desk()
    await fresh.run("backup", "key", "--from", try Self.key(fresh))
    let asked = await fresh.run("backup", "restore", file, answers: ["no"])
    #expect(asked.code == .failed)
    let first = "bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk"
    for words in [
      "savings is a wallet on regtest: one key signs alone", "73c5da0a/84",
      first.prefix(4) + " ", "handed out so far  2 and 1 (by branch)", "rent, May",
      "from the exchange", "payment 1, called 0.10000000 to \(Desk.elsewhere)",
      "pays  0.10000000  \(Desk.elsewhere)", "back  ", "fee   ",
      "node practice  rehearsal://  not in use until you choose it",
      "node far  http://127.0.0.1:1  will not be restored: it needs its cookie file",
    ] {
      #expect(asked.err.contains(words), "\(words) in \(asked.err)")
    }
    // It is longer than the screen: it was paged, and the question still says which wallet comes.
    let screen = RecordingScreen(answers: ["no"], size: (80, 12))
    let environment = CoordinatorEnvironment(
      home: fresh.path("home"), screen: screen, now: { 1_800_000_000 })
    _ = await CoordinatorProgram.run(["backup", "restore", file], in: environment)
    #expect(screen.pages.count == 1 && screen.pages[0].contains("one key signs alone"))
    let question = "1 wallet with the checksum of its descriptor: savings (lxek0ef2)."
    #expect(screen.terminal.contains(question), "\(screen.terminal)")
    // Where a wallet is here already, that is said as well.
    let here = await desk.run("backup", "restore", file, answers: ["no"])
    #expect(here.err.contains("The wallet savings is here already as savings"))
  }

  @Test func `a payment that a backup calls sent can be given up`() async throws {
    let desk = try await Self.furnished()
    let document = String(decoding: try await Self.document(desk).encoded(), as: UTF8.self)
    let sent = document.replacing("\"state\":\"draft\"", with: "\"state\":\"sent\"")
    try #require(sent != document)
    let fresh = try Desk()
    await fresh.run("backup", "key", "--from", try Self.key(fresh))
    let ran = await fresh.run("backup", "restore", try Self.seal(sent, fresh), "--yes")
    #expect(ran.code == .done, "\(ran.err)")
    #expect(await fresh.run("payments", "--json").json[0]?["state"]?.stringValue == "draft")
    #expect(await fresh.run("cancel", "1", "--yes").code == .done)
  }

  @Test func `names from a backup cannot write on the terminal`() async throws {
    let desk = try Desk()
    await desk.run("backup", "key", "--from", try Self.key(desk))
    let document = """
      {"version":"1","network":"test","drawbridge":{"version":1,"network":"regtest","written":1,\
      "nodes":[{"name":"\\u001b[2Jx","url":"http://evil\\u202e:1"}]}}
      """
    let ran = await desk.run("backup", "show", try Self.seal(document, desk))
    #expect(!ran.out.contains("\u{1b}") && !ran.out.contains("\u{202e}"))
  }
}

/// `wallet discover`: which accounts of a seed were used.
@Suite struct WalletDiscoverTests {
  /// Account keys of the test words, as `account export --all` writes them.
  private static func accounts(_ desk: Desk, _ lines: String...) throws -> String {
    try desk.write(lines.joined(separator: "\n") + "\n", to: "accounts.txt")
  }

  private static let first = "wpkh [73c5da0a/84h/1h/0h]" + tpub(Desk.account)

  private static func tpub(_ descriptor: String) -> String {
    let start = descriptor.range(of: "]")?.upperBound ?? descriptor.startIndex
    return String(descriptor[start...].prefix { $0 != "/" })
  }

  @Test func `an account that was used is found, and nothing else is made`() async throws {
    let desk = try await Desk.practising("1.5")
    let ran = await desk.run(
      "wallet", "discover", "found", try Self.accounts(desk, Self.first), "--json")
    #expect(ran.code == .done, "\(ran.err)")
    let wallet = ran.json["wallets"]?[0]
    // It is here already under its own name, and keeps it.
    #expect(wallet?["wallet"]?.stringValue == "savings")
    #expect(wallet?["new"]?.boolValue == false && wallet?["used"]?.boolValue == true)
    #expect(wallet?["confirmed"]?.intValue == 150_000_000)
    #expect(ran.err.contains("there may be more"))
  }

  @Test func `a seed that was never used says so and keeps nothing`() async throws {
    let desk = try Desk()
    await desk.run("node", "add", "practice", "rehearsal://")
    await desk.run("rehearse", "mine")
    await desk.fails(
      ["wallet", "discover", "found", try Self.accounts(desk, Self.first)],
      saying: "was ever used")
    #expect(await desk.run("wallet", "list", "--json").json.arrayValue?.isEmpty == true)
  }

  @Test func `what is no account is refused`() async throws {
    let desk = try await Desk.practising()
    await desk.fails(
      ["wallet", "discover", "x", try desk.write(Desk.account, to: "d.txt")],
      saying: "not an account")
  }
}
