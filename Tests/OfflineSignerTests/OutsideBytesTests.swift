import ArgumentParser
import Bytes
import Foundation
import QRTransport
import TerminalUI
import TestSupport
import Testing

@testable import OfflineSigner

/// What `--experimental-dump-help` says of a command.
struct DumpedCommand: Decodable {
  struct Argument: Decodable {
    struct Name: Decodable {
      let name: String
    }

    let kind: String
    let names: [Name]?
    let valueName: String?
    let abstract: String?

    /// `--out`, or `input` for one without a name.
    var name: String { names?.last.map { "--\($0.name)" } ?? valueName ?? "" }
  }

  let commandName: String
  let arguments: [Argument]?
  let subcommands: [DumpedCommand]?

  /// All commands that have no commands below them, by their words.
  static func leaves() throws -> [String: [Argument]] {
    struct Root: Decodable {
      let command: DumpedCommand
    }
    let root = try JSONDecoder().decode(Root.self, from: Data(OfflineSigner._dumpHelp().utf8))
    var leaves: [String: [Argument]] = [:]
    func walk(_ command: DumpedCommand, _ words: [String]) {
      let below = command.subcommands ?? []
      if below.isEmpty { leaves[words.joined(separator: " ")] = command.arguments ?? [] }
      for next in below { walk(next, words + [next.commandName]) }
    }
    walk(root.command, [])
    leaves["help"] = nil
    return leaves
  }
}

@Suite struct `Bytes from outside` {
  /// What of a command reads what others may have made, and the words of a run in which it is
  /// invalid: `%` is a file of rubbish, `?` the place for a result.
  private static let readers: [String: [[String]]] = [
    "account export": [
      [
        "account", "export", "first", "--script", "wsh", "--as", "bsms", "--bsms-token", "%",
        "--out",
        "?",
      ]
    ],
    "address verify": [
      ["address", "verify", "rubbish"], ["address", "verify", "--from", "%"],
      ["address", "verify", "--from", "camera:%"],
    ],
    "backup read": [["backup", "read", "first", "--from", "/nowhere"]],
    "backup write": [["backup", "write", "first", "--from", "/nowhere", "--out", "?"]],
    "message sign": [
      ["message", "sign", "%", "--wallet", "first-wpkh-0", "--out", "?"],
      ["message", "sign", "camera:%", "--wallet", "first-wpkh-0", "--out", "?"],
    ],
    "review": [["review", "%"], ["review", "camera:%"]],
    "seed create": [
      ["seed", "create", "new", "--frames", "%", "--yes"],
      ["seed", "create", "new", "--dice", "%", "--yes"],
      ["seed", "create", "new", "--as", "coldcard", "--dice", "%"],
      ["seed", "create", "new", "--dice", "terminal", "--frames", "%"],
    ],
    "seed import": [
      ["seed", "import", "new", "--from", "/nowhere"],
      ["seed", "import", "new", "--from", "camera:%"],
    ],
    "seed verify": [
      ["seed", "verify", "first", "--from", "/nowhere"],
      ["seed", "verify", "first", "--from", "camera:%"],
    ],
    "sheet check": [["sheet", "check", "%"], ["sheet", "check", "camera:%"]],
    "sign": [["sign", "%", "--out", "?"], ["sign", "camera:%", "--out", "?"]],
    "wallet export": [
      ["wallet", "export", "first-wpkh-0", "--as", "bsms", "--bsms-token", "%", "--out", "?"]
    ],
    "wallet register": [
      ["wallet", "register", "ours", "--from", "%"],
      ["wallet", "register", "ours", "--from", "camera:%"],
    ],
  ]

  /// Commands that read, and open no vault.
  private static let vaultless: Set<String> = [
    "message verify", "network add", "qr read", "qr show", "seed last-word",
  ]

  /// What shows in a command's help that it reads: the names of values that are places to read
  /// from.
  private static let places: Set<String> = ["input", "file", "address", "signed"]

  @Test func `they are read before the vault is opened, by every command`() throws {
    let desk = try Desk.withSeed()
    let rubbish = try desk.write("rubbish", to: "rubbish.txt")
    let wrong = try desk.write("wrong passphrase", to: "wrong")
    for (command, runs) in Self.readers {
      for words in runs {
        let arguments = words.map {
          $0 == "?" ? desk.path("result.txt") : $0.replacingOccurrences(of: "%", with: rubbish)
        }
        let ran = desk.run(arguments + ["--passphrase-file", wrong], passphrase: nil)
        #expect(ran.code == .failed, "\(command)")
        #expect(!ran.err.contains("passphrase"), "\(words): \(ran.err)")
      }
    }
  }

  @Test func `the shares of a set are all read before the vault is opened`() throws {
    let desk = try Desk.withSeed()
    let wrong = try desk.write("wrong passphrase", to: "wrong")
    let shares = try desk.write(
      """
      MS12NAMEA320ZYXWVUTSRQPNMLKJHGFEDCAXRPP870HKKQRM
      MS12NAMECACDEFGHJKLMNPQRSTUVWXYZ023FTR2GDZMPY6PQ
      """, to: "shares.txt")
    for command in [["import", "new"], ["verify", "first"]] {
      let ran = desk.run(
        ["seed"] + command + ["--from", shares, "--passphrase-file", wrong], passphrase: nil)
      #expect(ran.code == .failed)
      #expect(ran.err.contains("can be corrected (characters: 48)"), "\(ran.err)")
      #expect(!ran.err.contains("passphrase"), "\(ran.err)")
    }
  }

  @Test func `archives and databases of other programs are read before the vault is opened`()
    throws
  {
    let desk = try Desk.withSeed()
    let wrong = try desk.write("wrong passphrase", to: "wrong")
    let database = { (name: String) in
      try Deflate.inflated(SparrowDatabases.deflated(name), limit: 1_000_000)
    }
    let files: [([UInt8], String)] = [
      (Array(ArchiveFiles.stored.dropLast()), "ZIP archive is malformed: it ends too early"),
      (Array(try database("single").dropLast(4_096)), "Sparrow database is malformed"),
      (try database("seed"), "this is a Sparrow wallet with a seed"),
    ]
    for (bytes, said) in files {
      try Data(bytes).write(to: URL(filePath: desk.path("theirs")))
      let ran = desk.run(
        ["wallet", "register", "ours", "--from", desk.path("theirs"), "--passphrase-file", wrong],
        passphrase: nil)
      #expect(ran.code != .done && ran.err.contains(said), "\(ran.err)")
      #expect(!ran.err.contains("passphrase") && !ran.err.contains("abandon"), "\(ran.err)")
    }
  }

  @Test func `a command that gains a place to read from is among those that are tried`() throws {
    for (command, arguments) in try DumpedCommand.leaves() {
      let reads = arguments.contains { Self.places.contains($0.valueName ?? "") }
      #expect(
        reads == (Self.readers[command] != nil || Self.vaultless.contains(command)), "\(command)")
    }
  }
}
