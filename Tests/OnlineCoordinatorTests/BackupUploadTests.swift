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
    #expect(ran.code == .failed, "\(ran.err)")
    #expect(
      ran.err.contains("was not uploaded") && ran.err.contains("Ctrl-C ended the proof of work"),
      "\(ran.err)")
    #expect(Self.kept(server).isEmpty)
    desk.stop = .none
    desk.uploadWorkLimit = .zero
    let late = await desk.run("label", "savings", Desk.elsewhere, "rent")
    #expect(late.code == .done, "\(late.err)")
    #expect(
      late.err.contains("the proof of work") && late.err.contains("within 0 s"), "\(late.err)")
    // Below the size of the backup no hash can be.
    let never = await desk.run("backup", "auto", "--server", Self.address, "--base-target", "7")
    #expect(
      never.code == .failed && never.err.contains("no proof of work can meet"), "\(never.err)")
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
    (.giving([1, 2, 3]), "cannot open as a backup"), (.saying("no"), "it is not JSON"),
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
    #expect(ran.err.contains("`backup auto --now"), "\(ran.err)")
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
    let vain = await desk.run("backup", "auto", "--now", now: 1_800_000_150)
    #expect(vain.code == .failed && vain.err.contains(words), "\(vain.err)")
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
    let (first, server) = try await Self.furnished()
    let other = try await Desk.practising()
    other.backupTransport = { _ in server }
    await other.run("backup", "key", "--from", try BackupCommandTests.key(other))
    let ran = await other.run("backup", "auto", "--server", Self.address, now: 1_800_000_500)
    #expect(ran.code == .failed && ran.err.contains("that this home did not upload"), "\(ran.err)")
    #expect(Self.kept(server).count == 1)
    let standing = await other.run("backup", "auto")
    #expect(standing.out.contains("no backup of regtest was uploaded"), "\(standing.out)")
    await other.run("label", "savings", Desk.elsewhere, "rent")
    #expect(Self.kept(server).count == 1)
    let replaced = await other.run("backup", "auto", "--now", "--replace", now: 1_800_000_600)
    #expect(replaced.err.contains("was uploaded to") && Self.kept(server).count == 2)
    #expect(
      replaced.err.contains(
        "took the place of a backup of regtest that this home did not upload, written on 2027"),
      "\(replaced.err)")
    // Nor does the first home replace the other's in turn, whatever its clock says.
    for now in [1_700_000_000, 1_900_000_000] as [Int64] {
      let back = await first.run("label", "savings", Desk.elsewhere, "rent \(now)", now: now)
      #expect(back.err.contains("that this home did not upload"), "\(back.err)")
    }
    #expect(Self.kept(server).count == 2)
  }

  @Test func `what another home uploads during the proof of work is not replaced`() async throws {
    let (_, theirs) = try await Self.furnished()
    let (desk, server) = try await Self.bare()
    let other = theirs.state.withLock { $0.kept }
    // The first question names the server, the second comes before the proof, the third after it.
    let meeting = MeetingTransport(server, after: 2) { server.state.withLock { $0.kept = other } }
    desk.backupTransport = { _ in meeting }
    let ran = await desk.run("backup", "auto", "--server", Self.address)
    #expect(ran.code == .failed && ran.err.contains("that this home did not upload"), "\(ran.err)")
    #expect(server.count("POST") == 0 && server.count("GET") >= 3)
  }

  @Test func `what this version cannot read is not replaced`() async throws {
    let (desk, server) = try await Self.furnished()
    var newer = try #require(Self.kept(server).last)
    // The version, then the checksum anew.
    newer[9] += 1
    newer.replaceSubrange((newer.count - 32)..., with: SHA256.hash(newer.dropLast(32)).bytes)
    server.state.withLock { state in for id in state.kept.keys { state.kept[id] = [newer] } }
    let ran = await desk.run("label", "savings", Desk.elsewhere, "rent")
    #expect(ran.err.contains("something that this program cannot open"), "\(ran.err)")
    #expect(Self.kept(server) == [newer])
    let replaced = await desk.run("backup", "auto", "--now", "--replace")
    #expect(
      replaced.code == .done
        && replaced.err.contains("took the place of something that this program cannot open"),
      "\(replaced.err)")
    #expect(Self.kept(server).count == 2)
  }

  @Test func `what this home sent is known again, whichever server was set in between`()
    async throws
  {
    let (desk, server) = try await Self.furnished()
    let elsewhere = PracticeBackupServer()
    desk.backupTransport = { $0.url.contains("elsewhere") ? elsewhere : server }
    await desk.run("backup", "auto", "--no-server")
    await desk.run("backup", "auto", "--server", "https://elsewhere.invalid")
    await desk.run("label", "savings", Desk.elsewhere, "rent")
    let back = await desk.run("backup", "auto", "--server", Self.address)
    #expect(back.code == .done && back.err.contains("was uploaded to"), "\(back.err)")
    #expect(!back.err.contains("took the place"), "\(back.err)")
    #expect(Self.kept(server).count == 2 && Self.kept(elsewhere).count == 2)
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

  // MARK: Naming it again, and commands that fail

  @Test func `the same server named again keeps its proxy and the work`() async throws {
    let (desk, _) = try await Self.bare()
    @discardableResult
    func told(_ words: String...) async -> JSONValue? {
      await desk.execute(["backup", "auto", "--server", Self.address, "--json"] + words).json[
        "server"]
    }
    let first = await told(
      "--proxy", "127.0.0.1:9050", "--rounds", "2", "--base-target", "\(1 << 62)")
    #expect(first?["proxy"]?.stringValue == "127.0.0.1:9050")
    let second = await told("--rounds", "1")
    #expect(second?["proxy"]?.stringValue == "127.0.0.1:9050")
    #expect(second?["rounds"]?.intValue == 1 && second?["baseTarget"]?.numberText == "\(1 << 62)")
    #expect(await told("--no-proxy")?["proxy"] == .null)
    // Another server has nothing of it.
    await told("--proxy", "127.0.0.1:9050")
    let laptop = await desk.run(
      "backup", "auto", "--server", "https://backups.invalid/laptop", "--json")
    #expect(laptop.json["server"]?["proxy"]?.stringValue == "127.0.0.1:9050", "its other path")
    let other = await desk.run(
      "backup", "auto", "--server", "https://elsewhere.invalid", "--json")
    #expect(other.json["server"]?["proxy"] == .null)
    #expect(other.json["server"]?["baseTarget"]?.numberText == "\(UInt64.max)")
  }

  @Test func `what was sent and not answered is not forgotten when a change is taken back`()
    async throws
  {
    let (desk, server) = try await Self.furnished()
    await desk.run("label", "savings", Desk.elsewhere, "x")
    // The label is changed, that is uploaded, and its answer is lost; then it is changed back.
    let losing = CuttingTransport(server)
    desk.backupTransport = { _ in losing }
    await desk.run("label", "savings", Desk.elsewhere, "y")
    desk.backupTransport = { _ in server }
    let sent = Self.kept(server).count
    let ran = await desk.run("label", "savings", Desk.elsewhere, "x")
    #expect(ran.code == .done && Self.kept(server).count == sent + 1, "\(ran.err)")
    #expect(await Self.standing(desk)?["opened"]?.boolValue == true)
  }

  @Test func `a server that lost the backup is told of, and given it again`() async throws {
    let (desk, server) = try await Self.furnished()
    server.state.withLock { $0.kept = [:] }
    let ran = await desk.run("label", "savings", Desk.elsewhere, "x")
    #expect(
      ran.err.contains("has lost the backup of regtest that was uploaded on 2027"), "\(ran.err)")
    #expect(Self.kept(server).count == 1)
  }

  @Test func `a key that is gone is not changed for another one`() async throws {
    let (desk, server) = try await Self.bare()
    await desk.run("backup", "key", "--from", try BackupCommandTests.key(desk, seed: 9))
    let named = await desk.run(
      "backup", "auto", "--server", Self.address, "--key", "00000007", "--json")
    try #require(named.json["server"]?["key"]?.stringValue == "00000007", "\(named.err)")
    let folder = desk.folder.appending(path: "home/backup-keys")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.contains("00000007") {
      try FileManager.default.removeItem(at: folder.appending(path: name))
    }
    await desk.fails(
      ["backup", "auto", "--server", Self.address], saying: "set up with the backup key 00000007")
    #expect(Self.kept(server).count == 1)
  }

  @Test func `a command that fails uploads nothing, and the next one does`() async throws {
    let (desk, server) = try await Self.furnished()
    let store = try Store(path: desk.path("home/coordinator.sqlite"))
    try store.setLabel("rent", on: .address, Desk.elsewhere, of: store.wallet(named: "savings"))
    let asked = server.state.withLock { $0.asked.count }
    await desk.fails(["label", "savings", "nonsense", "x"], saying: "")
    #expect(server.state.withLock { $0.asked.count } == asked)
    await desk.run("coins", "savings")
    #expect(Self.kept(server).count == 2)
  }

  @Test func `without encryption no proxy elsewhere is used`() async throws {
    let (desk, _) = try await Self.bare()
    desk.backupTransport = nil
    let onion = "http://\(String(repeating: "a", count: 56)).onion"
    for (address, proxy) in [
      ("http://127.0.0.1:9", "10.0.0.1:9050"), ("http://127.0.0.1:9", "proxy.example.org:9050"),
      (onion, "proxy.example.org:9050"), (onion, "8.8.8.8:9050"),
    ] {
      await desk.fails(
        ["backup", "auto", "--server", address, "--proxy", proxy],
        saying: "the proxy must be on this machine", code: .wrongUsage)
      await desk.fails(
        ["backup", "show", "--server", address, "--proxy", proxy],
        saying: "the proxy must be on this machine", code: .wrongUsage)
    }
    for (address, proxy) in [
      (onion, "10.152.152.10:9050"), (onion, "127.0.0.1:9050"), ("http://127.0.0.1:9", "[::1]:9"),
      ("https://a.example.org", "8.8.8.8:9050"),
    ] {
      let read = try #require(HTTPClientTransport.Proxy(parsing: proxy))
      #expect(try BackupServerURL(parsing: address).isSafe(by: read), "\(address) \(proxy)")
    }
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
      (["--now", "--folder", desk.path(".")], "there is no server"),
      (["--no-proxy"], "need --server"), (["--no-certificate"], "need --server"),
      (["--server", Self.address, "--proxy", "a:1", "--no-proxy"], "--proxy and --no-proxy"),
    ] {
      await desk.fails(["backup", "auto"] + arguments, saying: words, code: .wrongUsage)
    }
    #expect(await desk.run("backup", "auto", "--json").json["folder"] == .null)
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

/// Calls somebody in once so many questions were answered.
private final class MeetingTransport: HTTPTransport {
  private let server: PracticeBackupServer
  private let deed: @Sendable () -> Void
  private let left: Mutex<Int>

  init(_ server: PracticeBackupServer, after count: Int, _ deed: @escaping @Sendable () -> Void) {
    self.server = server
    self.deed = deed
    left = Mutex(count)
  }

  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPReply {
    let reply = try await server.send(request)
    let isTime = left.withLock { count in
      count -= 1
      return count == 0
    }
    if isTime { deed() }
    return reply
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
