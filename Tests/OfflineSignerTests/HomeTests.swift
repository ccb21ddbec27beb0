import ArgumentParser
import Bytes
import EncryptedVault
import Foundation
import TerminalUI
import Testing

@testable import OfflineSigner

@Suite struct `The home and the command line` {
  @Test func `init makes a vault for one network, once`() throws {
    let desk = try Desk()
    let made = desk.run("init", "--network", "signet", "--yes", "--json")
    #expect(made.code == .done)
    #expect(made.json["network"]?.stringValue == "signet")
    let again = desk.run("init", "--yes")
    #expect(again.code == .failed)
    #expect(again.err.contains("error: "))
    #expect(again.err.contains("hint: "))
    let list = desk.run("seed", "list", "--json")
    #expect(list.code == .done)
    #expect(list.json == .array([]))
    #expect(list.err.contains("REHEARSAL"))
  }

  private static let lab =
    #"{"name":"lab","kind":"signet","challenge":"51","replayLock":true,"unit":"LAB"}"#

  @Test func `a home keeps what is known of its network, whatever is added or removed later`()
    throws
  {
    let desk = try Desk()
    let entry = try desk.write(Self.lab, to: "lab.json")
    #expect(desk.run("init", "--network", "lab", "--yes").err.contains("no network called lab"))
    let added = desk.run("network", "add", entry, answers: ["yes"])
    #expect(added.code == .done && added.err.contains("Challenge: 51"), "\(added.err)")
    // What only this home knows is shown before it is sealed.
    let made = desk.run(
      "init", "--network", "lab", answers: ["yes", Desk.passphrase, Desk.passphrase],
      passphrase: nil)
    #expect(made.code == .done && made.err.contains("Replay lock"), "\(made.err)")
    #expect(desk.run("network", "remove", "lab").code == .done)
    let status = desk.run("status", "--json")
    #expect(status.json["network"]?.stringValue == "lab", "\(status.err)")
    #expect(status.err.contains("REHEARSAL: this home is on lab"))
    #expect(desk.run("network", "list").out.contains("lab") == false)
    #expect(desk.run("network", "remove", "lab").code == .failed)
    let shown = desk.run("network", "show", "ecash", "--out", desk.path("e.json"))
    #expect(shown.out.contains("964000"))
    #expect(try desk.read("e.json").contains("forkHeight"))
  }

  @Test func `the home of a fork is closed like one of mainnet`() throws {
    let desk = try Desk.withSeed(network: "ecash")
    let listed = desk.run("seed", "list")
    #expect(listed.code == .done && !listed.err.contains("REHEARSAL"), "\(listed.err)")
    // The desk shows no practice where there is none.
    #expect(desk.run("status", "--json").json["isWorthMoney"]?.boolValue == true)
    // Its letter would lead heirs to programs of Bitcoin.
    let exported = desk.run(
      "account", "export", "first", "--script", "wpkh", "--out", desk.path("a.txt"))
    #expect(exported.code == .done, "\(exported.err)")
    let letter = desk.run(
      "sheet", "print", "first-wpkh-0", "--kind", "inheritance", "--out", desk.path("l.pdf"),
      "--yes")
    #expect(letter.code == .failed && letter.err.contains("no letter is written for ecash"))
    // The file says so before it is opened.
    #expect(try Vault.isForMainnet(in: desk.path("home")) == true)
  }

  @Test func `a bad file of networks stops init, and names the member`() throws {
    let desk = try Desk()
    let home = URL(filePath: desk.path("home"))
    try FileManager.default.createDirectory(
      at: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for (text, said) in [
      (#"{"networks":[\#(Self.lab),\#(Self.lab)]}"#, "two networks are called lab"),
      ("[]", "not the JSON of a network"),
      (#"{"networks":[\#(Self.lab.replacing("51", with: "02aa"))]}"#, "challenge is not a script"),
    ] {
      try Data(text.utf8).write(to: home.appending(path: "networks.json"))
      let ran = desk.run("init", "--network", "lab", "--yes")
      #expect(ran.code == .failed && ran.err.contains(said), "\(ran.err)")
    }
  }

  @Test func `a person is asked before a vault is made, and may say no`() throws {
    let desk = try Desk()
    let no = desk.run("init", answers: ["no"])
    #expect(no.code == .failed)
    #expect(no.err.contains("declined"))
    #expect(desk.run("seed", "list").code == .failed)
    let yes = desk.run(
      "init", answers: ["yes", Desk.passphrase, Desk.passphrase], passphrase: nil)
    #expect(yes.code == .done)
    #expect(!yes.terminal.contains(Desk.passphrase))
    #expect(desk.run("seed", "list").code == .done)
    #expect(!desk.run("seed", "list").err.contains("REHEARSAL"))
  }

  @Test func `a script makes a vault without being asked, and is told how to give words`() throws {
    let desk = try Desk()
    #expect(desk.run("init", "--network", "regtest").code == .done)
    #expect(desk.run("seed", "create", "a", "--yes").code == .done)
    let verify = desk.run("seed", "verify", "a")
    #expect(verify.code == .failed)
    #expect(verify.err.contains("hint: name a file that holds the words, or `-`"))
    let empty = try desk.write("\n", to: "empty")
    let nothing = desk.run("seed", "verify", "a", "--from", empty)
    #expect(nothing.err.contains("error: words: nothing was given"))
  }

  @Test func `without a vault every command says how to make one`() throws {
    let desk = try Desk()
    for arguments in [["seed", "list"], ["wallet", "list"], ["log"], ["review", "x"], ["wipe"]] {
      let ran = desk.run(arguments[0], arguments.count > 1 ? arguments[1] : "--json")
      #expect(ran.code == .failed, "\(arguments)")
      #expect(ran.err.contains("hint: make one with `offline-signer init`"), "\(ran.err)")
    }
  }

  @Test func `a vault with one byte changed is refused, and restored when a person says so`() throws
  {
    let desk = try Desk()
    #expect(desk.run("init", "--network", "regtest", "--yes").code == .done)
    #expect(desk.run("seed", "create", "kept", "--yes").code == .done)
    #expect(desk.run("seed", "create", "lost", "--yes").code == .done)
    let whole = desk.run("vault", "restore", "--yes")
    #expect(whole.code == .failed && whole.err.contains("nothing to restore"))
    let vault = desk.folder.appending(path: "home/vault")
    var bytes = try Data(contentsOf: vault)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: vault)
    let refused = desk.run("seed", "list")
    #expect(refused.code == .failed)
    #expect(refused.err.contains("its checksum does not match"))
    #expect(refused.err.contains("vault restore"))
    let declined = desk.run("vault", "restore", answers: ["no"])
    #expect(declined.code == .failed && declined.err.contains("declined"))
    #expect(try Data(contentsOf: vault) == bytes)
    let restored = desk.run("vault", "restore", "--yes", "--json")
    #expect(restored.code == .done)
    #expect(restored.json["seeds"] == ["kept"])
    #expect(desk.run("seed", "list", "--json").json[0]?["name"]?.stringValue == "kept")
    #expect(try Data(contentsOf: desk.folder.appending(path: "home/vault.damaged")) == bytes)
  }

  @Test func `an error under json is an object with the same exit code`() throws {
    let desk = try Desk()
    let ran = desk.run("seed", "list", "--json")
    #expect(ran.code == .failed)
    #expect(ran.json["error"]?.stringValue?.contains("no vault") == true)
    #expect(ran.json["hint"]?.stringValue?.contains("init") == true)
  }

  @Test func `wrong usage ends with 2 and repeats no argument that may be a secret`() throws {
    let desk = try Desk()
    #expect(desk.run("nonsense").code == .wrongUsage)
    #expect(desk.run("init", "--network", "moonnet").code == .wrongUsage)
    #expect(desk.run("seed", "create", "../etc").code == .wrongUsage)
    let leaked = desk.run("seed", "import", "first", "abandon", "zebra")
    #expect(leaked.code == .wrongUsage)
    #expect(!leaked.err.contains("abandon") && !leaked.err.contains("zebra"))
    let quoted = try Desk.withSeed().run("seed", "import", "second", "--from", Desk.words)
    #expect(quoted.code == .wrongUsage)
    #expect(!quoted.err.contains("abandon"))
  }

  @Test func `a secret in an argument is refused before the passphrase is asked for`() throws {
    let desk = try Desk.withSeed()
    let rolls = String(repeating: "123456", count: 10)
    for arguments in [
      ["seed", "import", "second", "--from", Desk.words],
      ["seed", "verify", "first", "--from", Desk.words],
      ["seed", "create", "second", "--dice", rolls],
    ] {
      // No terminal and no passphrase are given: a command that asks fails differently.
      let ran = desk.run(arguments, answers: [], passphrase: nil)
      #expect(ran.code == .wrongUsage, "\(arguments[0...1]): \(ran.err)")
      #expect(ran.err.contains("and the shell's history keeps command lines (R27)"), "\(ran.err)")
      #expect(!ran.err.contains("abandon") && !ran.err.contains("123456"))
      #expect(ran.terminal.isEmpty, "\(ran.terminal)")
    }
    let spaced = try desk.write(Desk.words + "\n", to: "my words.txt")
    #expect(desk.run("seed", "verify", "first", "--from", spaced).code == .done)
  }

  @Test func `a secret in any argument is refused before anything is read, and not repeated`()
    throws
  {
    let desk = try Desk.withSeed()
    let words = "zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong"
    let key = "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ"
    // With a word that is wrong it proves nothing, but the name of no file is repeated either.
    let misspelt = "zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrnog"
    for secret in [words, key, misspelt] {
      for arguments in [
        ["sheet", "check", secret], ["seed", "list", "--passphrase-file", secret],
        ["seed", "list", "--passphrase-file=\(secret)"], ["address", "verify", secret],
      ] {
        let ran = desk.run(arguments, answers: [], passphrase: nil)
        #expect(ran.code == .wrongUsage, "\(arguments[0...1]): \(ran.err)")
        #expect(ran.err.contains("and the shell's history keeps command lines (R27)"), "\(ran.err)")
        #expect(!ran.err.contains("zoo") && !ran.err.contains("5HueCG") && ran.out.isEmpty)
        #expect(ran.terminal.isEmpty, "\(ran.terminal)")
      }
    }
    // A word in each argument, one of them wrong.
    let loose = ["seed", "import", "x", "--from"] + misspelt.split(separator: " ").map(String.init)
    let ran = desk.run(loose, answers: [], passphrase: nil)
    #expect(ran.code == .wrongUsage && !ran.err.contains("zoo"), "\(ran.err)")
    #expect(ran.err.contains("and the shell's history keeps command lines (R27)"), "\(ran.err)")
  }

  @Test func `a hostile file name shows its escapes once and writes no line of its own`() throws {
    let desk = try Desk.withSeed()
    let name = "a\u{1b}[31m\nhint: run this"
    _ = try desk.write("no payment", to: name)
    for path in [desk.path(name), desk.path("b\u{1b}\nhint: run this")] {
      let ran = desk.run("review", path)
      #expect(ran.code == .failed)
      #expect(ran.err.contains("\\u{1b}") && ran.err.contains("\\u{a}hint: run this"), "\(ran.err)")
      #expect(!ran.err.contains("\\u{5c}"), "\(ran.err)")
      let hints = ran.err.split(separator: "\n").filter { $0.hasPrefix("hint:") }
      #expect(hints.count == 1, "\(ran.err)")
    }
    let link = desk.path("link\nhint: run this")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/")
    let linked = desk.run("review", link)
    #expect(linked.err.contains("link\\u{a}hint: run this"), "\(linked.err)")
  }

  @Test func `help teaches, for the program and each command`() throws {
    let desk = try Desk()
    let help = desk.run("--help", passphrase: nil)
    #expect(help.code == .done)
    #expect(help.out.contains("seed create"))
    #expect(help.out.contains("Exit codes"))
    for command in OfflineSigner.configuration.subcommands {
      let name = try #require(command.configuration.commandName)
      let ran = desk.run(name, "--help", passphrase: nil)
      #expect(ran.code == .done, "\(name)")
      #expect(ran.out.contains("USAGE"), "\(name)")
      #expect(!command.configuration.abstract.isEmpty)
      for inner in command.configuration.subcommands {
        #expect(!inner.configuration.abstract.isEmpty)
      }
    }
  }

  @Test func `a wrong passphrase opens nothing and is not repeated`() throws {
    let desk = try Desk.withSeed()
    _ = try desk.write("another guess\n", to: "wrong")
    let ran = desk.run("seed", "list", passphrase: "wrong")
    #expect(ran.code == .failed)
    #expect(!ran.err.contains("another guess"))
  }

  @Test func `the passphrase changes and the old one opens nothing any more`() throws {
    let desk = try Desk.withSeed()
    _ = try desk.write("a new and longer passphrase\n", to: "new")
    let ran = desk.run("vault", "passphrase", "--new-passphrase-file", desk.path("new"))
    #expect(ran.code == .done, "\(ran.err)")
    #expect(desk.run("seed", "list").code == .failed)
    #expect(desk.run("seed", "list", passphrase: "new").code == .done)
  }

  @Test func `wipe leaves nothing behind, and asks`() throws {
    let desk = try Desk.withSeed()
    #expect(desk.run("wipe", answers: ["no"]).code == .failed)
    #expect(desk.run("seed", "list").code == .done)
    #expect(desk.run("wipe", answers: ["wipe"]).code == .done)
    #expect(desk.run("seed", "list").code == .failed)
  }

  @Test func `settings change with typed consent only`() throws {
    let desk = try Desk.withSeed()
    #expect(desk.run("vault", "settings", "fee-warning-percent", "20").code == .failed)
    let no = desk.run("vault", "settings", "fee-warning-percent", "20", answers: ["yes"])
    #expect(no.code == .failed)
    let ran = desk.run(
      "vault", "settings", "fee-warning-percent", "20", "--json",
      answers: ["fee-warning-percent"])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["fee-warning-percent"]?.intValue == 20)
    #expect(desk.run("vault", "settings", "fee-warning-percent", "200").code == .wrongUsage)
    #expect(desk.run("vault", "settings", "nonsense", "1").code == .wrongUsage)
  }
}
