internal import Bytes
internal import Foundation
internal import Glibc
internal import HelperProcesses
internal import TerminalUI
internal import Testing

@testable internal import OnlineCoordinator

/// What the page of the desk may have run, and how what it runs asks.
@Suite struct DeskCommandsTests {
  @Test func `every option of what the desk runs is passed on, read, written or refused by name`()
    async throws
  {
    let desk = try Desk()
    let help = await desk.run("--experimental-dump-help")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(help.out.utf8)) as? [String: Any])
    var found: Set<String> = []
    var commands: Set<[String]> = []
    func walk(_ command: [String: Any], _ path: [String]) {
      if DeskCommands.allowed[path] != nil {
        commands.insert(path)
        for argument in command["arguments"] as? [[String: Any]] ?? [] {
          for name in argument["names"] as? [[String: Any]] ?? []
          where name["kind"] as? String == "long" {
            found.insert("--\(name["name"] as? String ?? "")")
          }
        }
      }
      for child in command["subcommands"] as? [[String: Any]] ?? [] {
        walk(child, path + [child["commandName"] as? String ?? ""])
      }
    }
    walk(try #require(object["command"] as? [String: Any]), [])
    #expect(commands == Set(DeskCommands.allowed.keys))
    let sets = [
      DeskCommands.options, DeskCommands.inputs, DeskCommands.outputs, DeskCommands.refused,
    ]
    let known = sets.reduce(into: Set<String>()) { $0.formUnion($1) }
    // A new option of a command waits for somebody to think of the desk.
    #expect(found.subtracting(known) == [])
    #expect(known.subtracting(found) == [])
    #expect(sets.map(\.count).reduce(0, +) == known.count)
  }

  @Test(arguments: [
    ["balance", "savings", "--offline"], ["collect", "-"],
    ["payments", "--payment", "1", "--out", "-"],
    ["wallet", "create", "family", "-", "alice=[73c5da0a/48h/1h/0h/2h]tpub"],
    ["pay", "savings", "--to", "alice=0.1", "--coin", "2", "--explain"],
    ["pay", "savings", "--to", "alice=0.1", "--no-sync", "--explain", "--dry-run"],
    ["wallet", "import", "savings", "--from", "-"], ["node", "fees"],
    ["bsms", "token", "--extended", "3", "--out", "-"],
    ["wallet", "create", "family", "a=00ff", "00ff", "--threshold", "2", "--bsms-token", "-"],
    ["wallet", "export", "family", "--as", "bsms", "--bsms-token", "-", "--out", "-"],
  ])
  func `what the page needs is passed on`(_ arguments: [String]) throws {
    #expect(arguments.starts(with: try DeskCommands.command(of: arguments)))
  }

  @Test(arguments: [
    [], ["desk"], ["watch", "--chain"], ["signer-bridge"], ["backup", "restore"], ["backup"],
    ["broadcast", "1", "--yes"], ["pay", "a", "--accept", "R04"], ["pay", "a", "--accept=R04"],
    ["pay", "a", "-y"], ["balance", "a", "--"],
    ["node", "add", "a", "http://b", "--cookie", "/etc/passwd"],
    ["collect", "/etc/passwd"], ["collect", "Package.swift"], ["collect", "~/a"],
    ["collect", "../a"],
    ["collect", "camera"], ["collect", "camera:/dev/video0"], ["collect", "paste"],
    ["wallet", "create", "a", "b=/etc/passwd"], ["wallet", "import", "a", "--from", "/etc/passwd"],
    ["pay", "a", "--to-csv", "/etc/passwd"], ["payments", "--out", "a.psbt"],
    ["payments", "--out"],
    ["backup", "show", "/etc/passwd"], ["node", "add", "a", "/etc/passwd"],
    ["node", "add", "a", "camera"], ["message", "request", "a", "0", "--from", "/etc/passwd"],
  ])
  func `what it does not need is refused`(_ arguments: [String]) {
    #expect(throws: ProgramError.self) { try DeskCommands.command(of: arguments) }
  }

  // MARK: Questions

  /// A screen and the other end of its socket.
  private func screen() throws -> (RelayedScreen, Int32) {
    let pair = try DescriptorPair.socket()
    return (RelayedScreen(file: pair.reader), pair.writer)
  }

  private func send(_ answers: [JSONObject], to file: Int32) {
    for answer in answers {
      let line = Array((JSONWriter.encode(.object(answer)) + "\n").utf8)
      _ = line.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    }
  }

  private func questions(_ file: Int32) throws -> [JSONValue] {
    var room = [UInt8](repeating: 0, count: 65_536)
    let count = recv(file, &room, room.count, Int32(MSG_DONTWAIT))
    return try room.prefix(max(0, count)).split(separator: 10).map {
      try JSONReader.parse(Array($0))
    }
  }

  @Test func `a question has all that was to be read before it`() throws {
    let (screen, file) = try screen()
    let console = Console(screen: screen)
    send([["ask": 1, "text": "yes"]], to: file)
    console.talk("First this.")
    #expect(try console.agrees(to: "Go on?"))
    let asked = try questions(file)
    #expect(asked.count == 1)
    let text = try #require(asked.first?["text"]?.stringValue)
    #expect(text.contains("First this.") && text.contains("Go on? [yes/no]"))
    #expect(asked.first?["mayBePasted"]?.boolValue == false)
  }

  @Test func `an answer that was pasted, or is to another question, does not count`() throws {
    let (screen, file) = try screen()
    send(
      [
        ["ask": 7, "text": "yes"], ["ask": 1, "text": "yes", "pasted": true],
        ["ask": 2, "text": "no"],
      ], to: file)
    #expect(try !Console(screen: screen).agrees(to: "Go on?"))
    #expect(try questions(file).count == 2)
  }

  @Test func `nobody's answer is no, and no secret is asked for`() throws {
    let (screen, file) = try screen()
    close(file)
    #expect(throws: (any Error).self) { try Console(screen: screen).ask("Name", orElse: "--name") }
    #expect(throws: ScreenError.noTerminal) {
      _ = try screen.readSecretLine(prompt: "Passphrase: ", limit: 100)
    }
  }
}
