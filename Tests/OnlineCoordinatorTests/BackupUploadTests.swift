import Bytes
import Foundation
import Hashes
import NodeClients
import PracticeServers
import Synchronization
import TerminalUI
import Testing
import WalletBackups
import WalletStorage

@testable import OnlineCoordinator

/// Backups that upload themselves to a server, which may do anything.
@Suite struct BackupUploadTests {
  private static let address = "https://backups.invalid/desk"
  private static let place = "backups.invalid:443"

  /// A home with a wallet, a key and a server, to which its backup was uploaded.
  private static func furnished() async throws -> (desk: Desk, server: PracticeBackupServer) {
    let (desk, server) = try await bare()
    let ran = await desk.run("backup", "auto", "--server", address, "--json")
    try #require(ran.code == .done, "\(ran.err)")
    try #require(kept(server).count == 1)
    return (desk, server)
  }

  private static func bare() async throws -> (desk: Desk, server: PracticeBackupServer) {
    let desk = try await Desk.practising()
    let server = PracticeBackupServer()
    desk.backupTransport = { _ in server }
    try #require(
      await desk.run("backup", "key", "--from", BackupCommandTests.key(desk)).code == .done)
    return (desk, server)
  }

  /// All that was uploaded, in its order.
  private static func kept(_ server: PracticeBackupServer) -> [[UInt8]] {
    server.state.withLock { Array($0.kept.values.joined()) }
  }

  private static func standing(_ desk: Desk) async -> JSONValue? {
    await desk.run("backup", "auto", "--json").json["networks"]?[0]?["server"]
  }

  // MARK: What is uploaded

  @Test func `each change is uploaded under an ID that names no wallet, and nothing else is`()
    async throws
  {
    let (desk, server) = try await Self.furnished()
    // HMAC-SHA-256(32 bytes of 7, "Wallet ID"), the first half; computed with Python's hmac.
    let id = "012dcc714e611b9512a34cc37776acc8"
    let address = "https://backups.invalid:443/desk/wapi/wallet_backups/"
    #expect(Set(server.state.withLock { $0.asked.map { $0.suffix(32) } }) == [id[...]])
    #expect(server.state.withLock { $0.asked.allSatisfy { $0.contains(" \(address)") } })
    for (count, command) in [
      ["label", "savings", Desk.elsewhere, "rent"], ["receive", "savings"],
      ["node", "add", "second", "rehearsal://"],
    ].enumerated() {
      let ran = await desk.execute(command, now: 1_800_000_100)
      #expect(ran.code == .done && !ran.err.contains("upload"), "\(ran.err)")
      #expect(Self.kept(server).count == count + 2, "\(command)")
    }
    let uploads = server.count("POST")
    for command in [
      ["coins", "savings"], ["balance", "savings"], ["backup", "auto"], ["doctor"],
    ] {
      await desk.execute(command)
    }
    #expect(server.count("POST") == uploads)
    // The server has what `backup show` opens from a file, and nothing that can be read.
    let newest = try #require(Self.kept(server).last)
    try Data(newest).write(to: desk.folder.appending(path: "taken"))
    let shown = await desk.run("backup", "show", desk.path("taken"))
    #expect(shown.code == .done && shown.out.contains("savings"), "\(shown.err)")
    #expect(!String(decoding: newest, as: UTF8.self).contains("savings"))
  }

  @Test func `what was changed back is not uploaded again`() async throws {
    let (desk, server) = try await Self.furnished()
    await desk.run("label", "savings", Desk.elsewhere, "x")
    let uploads = server.count("POST")
    let store = try Store(path: desk.path("home/coordinator.sqlite"))
    let wallet = try store.wallet(named: "savings")
    try store.setLabel("y", on: .address, Desk.elsewhere, of: wallet)
    try store.setLabel("x", on: .address, Desk.elsewhere, of: wallet)
    #expect(await Self.standing(desk)?["current"]?.boolValue == true)
    #expect(server.count("POST") == uploads)
  }

  @Test func `a folder and a server each have their own standing`() async throws {
    let (desk, server) = try await Self.furnished()
    try FileManager.default.createDirectory(
      atPath: desk.path("stick"), withIntermediateDirectories: true)
    await desk.run("backup", "auto", "--folder", desk.path("stick"))
    let shelf = try await AutomaticBackupTests.shelf(desk)
    server.set(.gone)
    let ran = await desk.run("label", "savings", Desk.elsewhere, "rent")
    #expect(ran.code == .done && ran.err.contains("was not uploaded"), "\(ran.err)")
    var balance = await desk.run("balance", "savings", "--json")
    #expect(balance.json["backupIsCurrent"]?.boolValue == true)
    #expect(balance.json["uploadIsCurrent"]?.boolValue == false)
    server.set(.honest)
    try FileManager.default.moveItem(atPath: shelf, toPath: desk.path("drawer"))
    await desk.run("label", "savings", Desk.elsewhere, "rent, May")
    balance = await desk.run("balance", "savings", "--json")
    #expect(balance.json["backupIsCurrent"]?.boolValue == false)
    #expect(balance.json["uploadIsCurrent"]?.boolValue == true)
    // One is turned off, and the other stays.
    let off = await desk.run("backup", "auto", "--no-folder", "--json")
    #expect(off.json["folder"] == .null)
    #expect(off.json["server"]?["url"]?.stringValue == "https://backups.invalid:443/desk")
    let none = await desk.run("backup", "auto", "--off", "--json")
    #expect(none.json["server"] == .null)
    #expect(await desk.run("balance", "savings", "--json").json["uploadIsCurrent"] == .null)
  }

  // MARK: The proof of work

  @Test(arguments: [(0, UInt64.max), (1, .max), (3, .max), (1, .max / 2)])
  func `the proof of work is that of the server`(rounds: Int, target: UInt64) async throws {
    let (desk, server) = try await Self.bare()
    server.state.withLock { ($0.rounds, $0.baseTarget) = (rounds, target) }
    let ran = await desk.run(
      "backup", "auto", "--server", Self.address, "--rounds", "\(rounds)", "--base-target",
      "\(target)", "--json")
    #expect(ran.code == .done && Self.kept(server).count == 1, "\(ran.err)")
    #expect(ran.json["server"]?["rounds"]?.intValue == rounds)
    #expect(ran.json["server"]?["baseTarget"]?.numberText == "\(target)")
    #expect(await Self.standing(desk)?["opened"]?.boolValue == true)
  }

  @Test func `a proof that cannot be found ends with Ctrl-C or in time, and is said`() async throws
  {
    let (desk, server) = try await Self.bare()
    // Hours of work, were nobody to end it.
    let asked = Mutex(0)
    desk.stop = StopSignal(
      arm: {}, disarm: {},
      isRaised: {
        asked.withLock { count in
          count += 1
          return count > 20
        }
      })
    let ran = await desk.run(
      "backup", "auto", "--server", Self.address, "--base-target", "5000")
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.err.contains("was not uploaded"), "\(ran.err)")
    #expect(Self.kept(server).isEmpty)
    desk.stop = .none
    desk.uploadLimit = .zero
    let late = await desk.run("label", "savings", Desk.elsewhere, "rent")
    #expect(late.code == .done && late.err.contains("was not uploaded"), "\(late.err)")
    await desk.fails(
      ["backup", "auto", "--server", Self.address, "--rounds", "1000001"],
      saying: "0 to 1000000 rounds", code: .wrongUsage)
    await desk.fails(
      ["backup", "auto", "--server", Self.address, "--base-target", "0"],
      saying: "target above 0", code: .wrongUsage)
  }

  // MARK: Servers that misbehave

  private static let habits: [(PracticeBackupServer.Habit, String)] = [
    (.gone, "cannot be reached"), (.endless, "is larger than"), (.broken(500), "HTTP status 500"),
    (.broken(302), "HTTP status 302"),
    (.refusing(403), "refuses the backup"), (.refusing(413), "refuses the backup"),
    (.refusing(429), "refuses the backup"), (.old, "something else than was uploaded"),
    (.giving([1, 2, 3]), "something else than was uploaded"), (.saying("no"), "it is not JSON"),
    (.saying(#"{"backup":"xyz"}"#), "not hexadecimal digits"), (.saying("[]"), "no text `backup`"),
    (.saying(#"{"backup":""}"#), "something else than was uploaded"),
    (.cutOff, "ended the connection"),
  ]

  @Test(arguments: habits.indices)
  func `a server that misbehaves fails no command, is said and remembered, and got over`(
    index: Int
  ) async throws {
    let (habit, words) = Self.habits[index]
    let (desk, server) = try await Self.furnished()
    server.set(habit)
    let ran = await desk.run("label", "savings", Desk.elsewhere, "rent", now: 1_800_000_100)
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.err.contains("was not uploaded") && ran.err.contains(words), "\(ran.err)")
    #expect(ran.err.contains("`backup auto --now`"), "\(ran.err)")
    #expect(ran.err.split(separator: "\n").count { $0.contains("upload") } <= 2, "\(ran.err)")
    let store = try Store(path: desk.path("home/coordinator.sqlite"))
    #expect(
      try store.labels(.address, of: store.wallet(named: "savings")) == [Desk.elsewhere: "rent"])
    // Nobody is asked again before the next change.
    let asked = server.state.withLock { $0.asked.count }
    #expect(await desk.run("coins", "savings").err.contains("upload") == false)
    let balance = await desk.run("balance", "savings")
    #expect(
      balance.err.contains("the newest backup of regtest on \(Self.place) was uploaded on 2027"),
      "\(balance.err)")
    #expect(server.state.withLock { $0.asked.count } == asked)
    let doctor = await desk.run("doctor", "--json")
    #expect(doctor.code == .failed)
    let check = doctor.json.arrayValue?.first {
      $0["check"]?.stringValue?.contains(Self.place) == true
    }
    #expect(check?["ok"]?.boolValue == false)
    #expect(check?["error"]?.stringValue?.contains("since") == true)
    let standing = await Self.standing(desk)
    #expect(standing?["current"]?.boolValue == false)
    #expect(standing?["problem"]?.stringValue?.contains(words) == true)
    server.set(.honest)
    let now = await desk.run("backup", "auto", "--now", "--json", now: 1_800_000_200)
    #expect(now.code == .done && now.err.contains("was uploaded to"), "\(now.err)")
    #expect(now.json["networks"]?[0]?["server"]?["current"]?.boolValue == true)
    #expect(await desk.run("balance", "savings").err.contains("upload") == false)
    #expect(await desk.run("doctor").out.contains("yes  the backup of regtest on \(Self.place)"))
  }

  @Test func `the next change tries again what failed`() async throws {
    let (desk, server) = try await Self.furnished()
    server.set(.gone)
    await desk.run("label", "savings", Desk.elsewhere, "rent")
    server.set(.honest)
    let ran = await desk.run("label", "savings", Desk.elsewhere, "rent, May")
    #expect(ran.err.contains("was uploaded to"), "\(ran.err)")
    #expect(await Self.standing(desk)?["current"]?.boolValue == true)
  }

  @Test func `a server that says nothing is waited for only so long`() async throws {
    let (desk, server) = try await Self.furnished()
    server.set(.silent)
    desk.uploadLimit = .milliseconds(50)
    let ran = await desk.run("label", "savings", Desk.elsewhere, "rent")
    #expect(ran.code == .done && ran.err.contains("did not finish within"), "\(ran.err)")
  }

  @Test func `a server that gives an old backup later is found out`() async throws {
    let (desk, server) = try await Self.furnished()
    await desk.run("label", "savings", Desk.elsewhere, "rent", now: 1_800_000_100)
    server.set(.old)
    let standing = await Self.standing(desk)
    #expect(standing?["opened"]?.boolValue == false)
    #expect(
      standing?["problem"]?.stringValue?.contains("gives a backup of regtest written on") == true,
      "\(String(describing: standing))")
    let shown = await desk.run("backup", "show", "--server", Self.address)
    #expect(shown.code == .done && shown.err.contains("later changes are missing"), "\(shown.err)")
    server.state.withLock { $0.kept = [:] }
    #expect(
      await Self.standing(desk)?["problem"]?.stringValue?.contains("has no backup of this key")
        == true)
    // Its own old one it may replace.
    server.set(.honest)
    #expect(await desk.run("backup", "auto", "--now").err.contains("was uploaded to"))
  }

  // MARK: What is there already

  @Test func `the backup of another home is not replaced unless that is wanted`() async throws {
    let (_, server) = try await Self.furnished()
    let other = try await Desk.practising()
    other.backupTransport = { _ in server }
    await other.run("backup", "key", "--from", try BackupCommandTests.key(other))
    let ran = await other.run("backup", "auto", "--server", Self.address, now: 1_800_000_500)
    #expect(ran.code == .done && ran.err.contains("that this home did not upload"), "\(ran.err)")
    #expect(Self.kept(server).count == 1)
    let standing = await other.run("backup", "auto")
    #expect(standing.out.contains("no backup of regtest was uploaded"), "\(standing.out)")
    await other.run("label", "savings", Desk.elsewhere, "rent")
    #expect(Self.kept(server).count == 1)
    let replaced = await other.run("backup", "auto", "--now", "--replace", now: 1_800_000_600)
    #expect(replaced.err.contains("was uploaded to") && Self.kept(server).count == 2)
  }

  @Test func `an upload whose answer was lost is known again`() async throws {
    let (desk, server) = try await Self.bare()
    // The first question is answered, then the upload arrives and its answer does not.
    let cutting = CuttingTransport(server)
    desk.backupTransport = { _ in cutting }
    let ran = await desk.run("backup", "auto", "--server", Self.address)
    #expect(ran.err.contains("was not uploaded") && Self.kept(server).count == 1, "\(ran.err)")
    desk.backupTransport = { _ in server }
    let again = await desk.run("backup", "auto", "--now", now: 1_800_000_100)
    #expect(again.err.contains("was uploaded to") && Self.kept(server).count == 2, "\(again.err)")
  }

  // MARK: Restoring

  @Test func `a new home restores from the server, with what a file must pass`() async throws {
    let (desk, server) = try await Self.furnished()
    await desk.run("label", "savings", Desk.elsewhere, "rent, May")
    let new = try Desk()
    new.backupTransport = { _ in server }
    await new.fails(["backup", "show", "--server", Self.address], saying: "backup key")
    await new.run("backup", "key", "--from", try BackupCommandTests.key(new))
    let shown = await new.run("backup", "show", "--server", Self.address, "--json")
    #expect(shown.json["from"]?.stringValue == "https://backups.invalid:443/desk", "\(shown.err)")
    #expect(shown.err.contains("Nothing shows whether there was a newer one"))
    let restored = await new.run(
      "backup", "restore", "--server", Self.address, "--yes", "--accept", "R07")
    #expect(restored.code == .done, "\(restored.err)")
    let store = try Store(path: new.path("home/coordinator.sqlite"))
    #expect(
      try store.labels(.address, of: store.wallet(named: "savings"))[Desk.elsewhere] == "rent, May")
    for (habit, words) in [
      (PracticeBackupServer.Habit.gone, "cannot be reached"), (.endless, "is larger than"),
      (.saying("{}"), "no text `backup`"), (.giving(Array("junk".utf8)), "not a backup"),
      (.broken(404), "has no backup of this key"),
    ] {
      server.set(habit)
      for command in ["show", "restore"] {
        await new.fails(["backup", command, "--server", Self.address], saying: words)
      }
    }
    // The backup of another seed, however well it is sealed.
    let strange = try Desk()
    await strange.run("backup", "key", "--from", try BackupCommandTests.key(strange, seed: 9))
    await strange.run("backup", "write", "--out", strange.path("other.backup"))
    let bytes = try Data(contentsOf: strange.folder.appending(path: "other.backup"))
    server.set(.giving([UInt8](bytes)))
    await new.fails(
      ["backup", "restore", "--server", Self.address], saying: "belongs to another key")
    var bent = try #require(Self.kept(server).last)
    bent[200] ^= 1
    server.set(.giving(bent))
    await new.fails(["backup", "restore", "--server", Self.address], saying: "damaged")
  }

  @Test func `options that say nothing together are refused`() async throws {
    let (desk, _) = try await Self.bare()
    for (arguments, words) in [
      (["--server", Self.address, "--off"], "--server and --off"),
      (["--server", Self.address, "--no-server"], "--server and --no-server"),
      (["--folder", desk.path("."), "--no-folder"], "--folder and --no-folder"),
      (["--proxy", "127.0.0.1:9050"], "need --server"), (["--rounds", "2"], "need --server"),
      (["--replace"], "--replace needs"), (["--now"], "there is no server"),
      (["--key", "00000007"], "--key needs"), (["--now", "--off"], "--now and --off"),
    ] {
      await desk.fails(["backup", "auto"] + arguments, saying: words, code: .wrongUsage)
    }
    for address in [
      "http://backups.example.org", "http://192.168.1.7/x", "ftp://a", "https://me:sesame@host/",
      "https://host/a?b", "https://", "host", "https://host/../x",
    ] {
      let ran = await desk.fails(
        ["backup", "auto", "--server", address], saying: "cannot be the address of a backup server")
      #expect(!ran.err.contains("sesame"))
    }
    desk.backupTransport = nil
    await desk.fails(
      ["backup", "auto", "--server", Self.address, "--proxy", "9050"],
      saying: "the proxy is not host:port", code: .wrongUsage)
    await desk.fails(["backup", "show"], saying: "no backup was named", code: .wrongUsage)
    await desk.fails(
      ["backup", "show", "x", "--server", Self.address], saying: "exclude", code: .wrongUsage)
  }

  @Test func `a server that does not answer is not set`() async throws {
    let (desk, server) = try await Self.bare()
    server.set(.gone)
    await desk.fails(["backup", "auto", "--server", Self.address], saying: "cannot be reached")
    #expect(await desk.run("backup", "auto", "--json").json["server"] == .null)
    let none = try await Desk.practising()
    none.backupTransport = { _ in server }
    await none.fails(["backup", "auto", "--server", Self.address], saying: "backup key")
  }
}

/// Lets one upload through to a server and loses the answer, and all later ones.
private final class CuttingTransport: HTTPTransport {
  private let server: PracticeBackupServer
  private let isCut = Mutex(false)

  init(_ server: PracticeBackupServer) { self.server = server }

  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPReply {
    let reply = try await server.send(request)
    if request.method != .get { isCut.withLock { $0 = true } }
    if isCut.withLock({ $0 }) { throw .cutOff }
    return reply
  }
}
