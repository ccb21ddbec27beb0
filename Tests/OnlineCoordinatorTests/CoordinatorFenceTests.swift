import Foundation
import Isolation
import RecordingScreens
import TerminalUI
import Testing
import WalletStorage

@testable import Isolation
@testable import OnlineCoordinator

/// What a run of the coordinator may reach.
@Suite struct CoordinatorFenceTests {
  @Test func `every option that names a place for results is known as one`() async throws {
    let desk = try Desk()
    let help = await desk.run("--experimental-dump-help")
    let object = try JSONSerialization.jsonObject(with: Data(help.out.utf8))
    var found: [String: Set<String>] = [:]
    func walk(_ value: Any) {
      if let list = value as? [Any] { for element in list { walk(element) } }
      guard let object = value as? [String: Any] else { return }
      let names = (object["names"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
      if object["kind"] as? String == "option", let name = names.first {
        let help = (object["abstract"] as? String ?? "").lowercased()
        found["--" + name, default: []].insert(
          (object["valueName"] as? String ?? "") + ": " + help)
      }
      for member in object.values { walk(member) }
    }
    walk(object)
    #expect(found.count > 20)
    for (name, helps) in found {
      let writes = helps.contains {
        $0.hasPrefix("output:") || $0.hasPrefix("folder:")
          || ($0.contains("write") && !$0.hasPrefix("format:"))
      }
      #expect(writes == CoordinatorFence.outputs.contains(name), "\(name): \(helps)")
    }
  }

  @Test func `a file is named alone, behind an option, and behind whose it is`() {
    let arguments = [
      "wallet", "create", "family", "--threshold", "2", "alice=/tmp/a=b.png", "--from=/tmp/c.png",
      "/tmp/d.png", "--out", "/tmp/x=y.txt",
    ]
    let names = NamedFiles.names(in: arguments, outputs: CoordinatorFence.outputs)
    #expect(names.filter(\.isOutput).map(\.name) == ["/tmp/x=y.txt"])
    let inputs = Set(names.filter { !$0.isOutput }.map(\.name))
    #expect(inputs.isSuperset(of: ["/tmp/a=b.png", "/tmp/c.png", "/tmp/d.png"]))
  }

  @Test func `of backups a run reaches their own folder, not the one above it`() throws {
    func fence(_ arguments: String..., backups: String? = nil) -> Set<String> {
      CoordinatorFence.fence(
        arguments: arguments, home: nil, shared: nil, cookies: [], backups: backups
      ).named
    }
    let desk = try Desk()
    defer { withExtendedLifetime(desk) {} }
    let stick = desk.path("stick")
    let shelf = stick + "/drawbridge-backups-3f2a9c1e"
    // Where it is not there, nothing is in its place.
    #expect(fence("label", "savings", backups: shelf).allSatisfy { !$0.hasPrefix("write ") })
    #expect(fence("label", "savings", backups: shelf).allSatisfy { !$0.hasSuffix(" \(stick)") })
    let naming = fence("backup", "auto", "--folder", stick)
    #expect(naming.contains("write \(stick)"))
    #expect(naming.allSatisfy { !$0.hasPrefix("result ") })
    try FileManager.default.createDirectory(atPath: shelf, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: shelf + "/a"))
    #expect(fence("label", "savings", backups: shelf).contains("write \(shelf)"))
    #expect(fence("label", "savings", backups: shelf).allSatisfy { !$0.hasSuffix(" \(stick)") })
    for command in ["show", "restore"] {
      #expect(fence("backup", command, stick).contains("input \(shelf)/a"))
    }
    #expect(!fence("backup", "write", "--out", stick + "/b").contains("input \(shelf)/a"))
  }

  @Test func `of a backup server a run reaches the certificate that is named, and no more files`()
    throws
  {
    let desk = try Desk()
    defer { withExtendedLifetime(desk) {} }
    let certificate = try desk.write("PEM", to: "server.pem")
    for command in ["auto", "show", "restore"] {
      let named = CoordinatorFence.fence(
        arguments: [
          "backup", command, "--server", "https://a.example", "--certificate", certificate,
        ], home: nil, shared: nil, cookies: []
      ).named
      #expect(named.contains("input \(certificate)"), "\(named)")
      #expect(named.allSatisfy { !$0.hasPrefix("write ") && !$0.hasPrefix("result ") })
    }
  }

  @Test func `a bridge reaches the folder of its questions, and no other beside it`() throws {
    let desk = try Desk()
    defer { withExtendedLifetime(desk) {} }
    let folder = desk.path("gap")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let named = CoordinatorFence.fence(
      arguments: ["signer-bridge", "--folder", folder, "--stdin"], home: nil, shared: nil,
      cookies: []
    ).named
    #expect(named.contains("write \(folder)"))
    #expect(named.allSatisfy { !$0.hasPrefix("result ") && !$0.hasSuffix(" \(desk.folder.path)") })
  }

  @Test func `records that name another folder of backups open none`() throws {
    let desk = try Desk()
    defer { withExtendedLifetime(desk) {} }
    let stick = desk.path("stick")
    let shelf = stick + "/drawbridge-backups-3f2a9c1e"
    let files = FileManager.default
    for folder in [
      shelf, stick + "/drawbridge-backups-3f2a9c1", stick + "/drawbridge-backups-3F2A9C1E",
    ] {
      try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    let link = stick + "/drawbridge-backups-00000001"
    try files.createSymbolicLink(atPath: link, withDestinationPath: desk.path("home"))
    let file = stick + "/drawbridge-backups-00000002"
    try Data().write(to: URL(filePath: file))
    func written(_ folder: String) -> [String] {
      CoordinatorFence.fence(
        arguments: ["sync"], home: nil, shared: nil, cookies: [], backups: folder
      ).named.filter { $0.hasPrefix("write ") }
    }
    #expect(written(shelf) == ["write \(shelf)"])
    for folder in [
      "", "/", "/home", "/home/user", stick, link, file, shelf + "/", shelf + "/..",
      shelf + "/../.",
      stick + "/x/../drawbridge-backups-3f2a9c1e", "drawbridge-backups-3f2a9c1e",
      stick + "/drawbridge-backups-3f2a9c1", stick + "/drawbridge-backups-3F2A9C1E",
    ] {
      #expect(written(folder).isEmpty, "\(folder)")
    }
  }

  @Test func `a link on a stick opens no other folder, and only some folders are looked into`()
    throws
  {
    let desk = try Desk()
    defer { withExtendedLifetime(desk) {} }
    let stick = desk.path("stick")
    let files = FileManager.default
    try files.createDirectory(atPath: stick, withIntermediateDirectories: true)
    let secrets = desk.path("secrets")
    try files.createDirectory(atPath: secrets, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: secrets + "/a"))
    try files.createSymbolicLink(
      atPath: stick + "/drawbridge-backups-00000000", withDestinationPath: secrets)
    for number in 10..<50 {
      let folder = stick + "/drawbridge-backups-000000\(number)"
      try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data().write(to: URL(filePath: folder + "/a"))
    }
    for command in ["show", "restore"] {
      let named = CoordinatorFence.fence(
        arguments: ["backup", command, stick], home: nil, shared: nil, cookies: []
      ).named
      #expect(named.allSatisfy { !$0.contains("00000000") }, "\(command)")
      #expect(named.count { $0.hasPrefix("input ") && $0.hasSuffix("/a") } == 32)
    }
    let folders = BackupFolders(in: stick)
    #expect(folders.paths.count == 32 && folders.leftOut == 9)
    #expect(folders.paths.first == stick + "/drawbridge-backups-00000010")
  }

  @Test func `the cookies of nodes are read from the records, which stay as they are`() async throws
  {
    let desk = try Desk()
    let records = Store.path(inHome: desk.path("home"))
    #expect(Store.cookies(inRecords: records).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: records))
    let cookie = try desk.write("__cookie__:" + String(repeating: "a", count: 64), to: "cookie")
    let ran = await desk.run("node", "add", "mine", "http://127.0.0.1:1", "--cookie", cookie)
    let without = await desk.run("node", "add", "other", "rehearsal://")
    #expect(without.code == .done, "\(ran.err) \(without.err)")
    let before = try Data(contentsOf: URL(filePath: records))
    #expect(Store.cookies(inRecords: records) == [cookie])
    #expect(try Data(contentsOf: URL(filePath: records)) == before)
    // What is no file of records has none.
    #expect(Store.cookies(inRecords: cookie).isEmpty)
  }

  @Test func `of a password file the records have the path, and the fence lets it be read`()
    async throws
  {
    let desk = try Desk()
    let file = try desk.write("alice:hunter 2\n", to: "password")
    let ran = await desk.run("node", "add", "far", "http://127.0.0.1:1", "--password-file", file)
    try #require(ran.code == .done, "\(ran.err)")
    let records = Store.path(inHome: desk.path("home"))
    #expect(Store.cookies(inRecords: records) == [file])
    let bytes = try Data(contentsOf: URL(filePath: records))
    #expect(bytes.range(of: Data("hunter".utf8)) == nil)
    for run in [ran, await desk.run("node", "list"), await desk.run("node", "list", "--json")] {
      #expect(!(run.out + run.err).contains("hunter"))
    }
    for wrong in [
      ["http://a:b@h:1", "--password-file", file], ["electrum://h:1", "--password-file", file],
      ["http://h:1", "--password-file", file, "--cookie", file],
    ] {
      await desk.fails(["node", "add", "x"] + wrong, saying: "given", code: .wrongUsage)
    }
  }

  @Test func `node add looks for the cookie of this computer's Core, and may read it`() async throws
  {
    let desk = try Desk()
    desk.userFolder = desk.path("user")
    let cookie = desk.path("user") + "/.bitcoin/signet/.cookie"
    let arguments = ["node", "add", "home", "http://127.0.0.1:38332"]
    // Core does not run: its cookie is not there yet.
    let ran = await desk.execute(arguments)
    #expect(ran.code == .done && ran.err.contains(".bitcoin/signet/.cookie"), "\(ran.err)")
    #expect(Store.cookies(inRecords: Store.path(inHome: desk.path("home"))) == [cookie])

    var environment = CoordinatorEnvironment(
      home: nil, screen: RecordingScreen(hasTerminal: false), source: nil)
    environment.userFolder = desk.path("user")
    #expect(CoordinatorFence.usualCookies(arguments, environment) == [cookie])
    // Nothing else reads it, and where nobody knows the folder there is none.
    #expect(CoordinatorFence.usualCookies(["sync"] + arguments, environment).isEmpty)
    environment.userFolder = nil
    #expect(CoordinatorFence.usualCookies(arguments, environment).isEmpty)
  }

  @Test func `a cookie that is named goes before the usual one, and a login needs none`()
    async throws
  {
    let desk = try Desk()
    desk.userFolder = desk.path("user")
    let own = desk.path("own")
    await desk.run("node", "add", "own", "http://127.0.0.1:38332", "--cookie", own)
    // What a proxy calls 127.0.0.1 is another computer.
    await desk.run("node", "add", "far", "http://127.0.0.1:38332", "--proxy", "127.0.0.1:1")
    #expect(Store.cookies(inRecords: Store.path(inHome: desk.path("home"))) == [own])
  }
}
