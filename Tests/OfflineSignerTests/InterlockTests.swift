import ArgumentParser
import BitcoinPrimitives
import Bytes
import Descriptors
import EncryptedVault
import FakeMachine
import Foundation
import Isolation
import RecordingScreens
import SecureMemory
import Synchronization
import TerminalUI
import TestSupport
import Testing

@testable import OfflineSigner
@testable import SignerHome

/// The gate before keys (docs/rules.md, R27).
@Suite struct `On a machine that is not shut off` {
  private static let sentence = Interlock.sentence

  /// What a person reads: the finding as it stands on a machine with a cable in.
  private static let golden = """
    NOT ISOLATED: 2 findings on this machine.
      - the network interface eth0 is connected and has the address 192.0.2.2 and fe80::fc:ff:fe00:1
        fix: unplug its cable and take it down: ip link set eth0 down; better, take the card out
      - swap is on: /dev/sda2
        fix: turn it off: swapoff -a, and remove it from /etc/fstab
    error: this machine is not isolated (2 findings): this home stays closed (R27)
    hint: fix each finding; `offline-signer doctor` lists them again

    """

  private static func connect(_ desk: Desk) throws {
    try desk.machine.plugIn()
    try desk.machine.write("Filename\n/dev/sda2 partition 1 0 -2", to: "proc/swaps")
  }

  /// A payment and its wallet on mainnet, as files of `desk`.
  private static func payment(
    from real: Desk, to desk: Desk
  ) throws -> (unsigned: String, wallet: String) {
    let descriptor = try real.account()
    let fixture = PaymentFixture(
      destination: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", network: .mainnet)
    return (
      try desk.write(fixture.psbt(from: descriptor)),
      try desk.write(descriptor.canonical, to: "wallet.txt")
    )
  }

  @Test func `a cable plugged in after the vault was opened stops the signature`() throws {
    let desk = try Desk.withSeed(network: "mainnet")
    try desk.allowUnattended()
    let (unsigned, _) = try Self.payment(from: desk, to: desk)
    let out = desk.path("signed.psbt")
    let looks = Mutex(0)
    let environment = SignerEnvironment(
      home: desk.path("home"), screen: RecordingScreen(hasTerminal: false),
      random: SystemRandomSource(), now: { 1_800_000_000 },
      parameters: KDFParameters(unchecked: 4, r: 1, p: 1),
      machine: { [machine = desk.machine] in
        let count = looks.withLock { count in
          count += 1
          return count
        }
        if count > 1 { try? machine.plugIn() }
        return MachineFindings(root: machine.root)
      }, lockDown: { LockDown(root: "/nowhere") })
    let code = SignerProgram.run(
      [
        "sign", unsigned, "--out", out, "--yes", "--passphrase-file", desk.path("passphrase"),
      ], in: environment)
    #expect(code == .failed)
    let talk = try #require(environment.screen as? RecordingScreen).talk
    #expect(talk.contains("changed since the vault was opened: the network interface eth0"))
    #expect(!FileManager.default.fileExists(atPath: out))
    #expect(looks.withLock { $0 } == 2)
  }

  @Test func `a mainnet home stays closed, and each finding is named with its mend`() throws {
    let desk = try Desk.withSeed(network: "mainnet")
    try Self.connect(desk)
    let ran = desk.run("seed", "list")
    #expect(ran.code == .failed)
    #expect(ran.err == Self.golden)
    #expect(ran.out.isEmpty)
    #expect(
      desk.run("seed", "list", "--json").json["error"]?.stringValue?.contains("2 findings") == true)
  }

  @Test func `no passphrase is asked for before the gate`() throws {
    let desk = try Desk.withSeed(network: "mainnet")
    try Self.connect(desk)
    let ran = desk.run("seed", "list", answers: ["no", Desk.passphrase], passphrase: nil)
    #expect(ran.code == .failed)
    #expect(!ran.terminal.contains("Passphrase"))
    #expect(ran.err == Self.golden)
  }

  @Test func `a sentence typed on the terminal opens it, that once`() throws {
    let desk = try Desk.withSeed(network: "mainnet")
    try Self.connect(desk)
    let opened = desk.run("seed", "list", "--json", answers: [Self.sentence])
    #expect(opened.code == .done, "\(opened.err)")
    #expect(opened.terminal.unwrapped.contains("To continue, type: \(Self.sentence)"))
    #expect(desk.run("seed", "list", answers: []).code == .failed)
    for answer in ["yes", "y", "", Self.sentence.uppercased(), String(Self.sentence.dropLast())] {
      #expect(desk.run("seed", "list", answers: [answer]).code == .failed, "\(answer)")
    }
  }

  @Test func `what is found stands above the sentence, wherever talk goes`() throws {
    let desk = try Desk.withSeed(network: "mainnet")
    try Self.connect(desk)
    let asked = { (arguments: [String], answers: [String]) -> String in
      Desk.unlocked { () -> String in
        let screen = RecordingScreen(answers: answers, talkIsWhereQuestionsAre: false)
        _ = SignerProgram.run(
          arguments + ["--passphrase-file", desk.path("passphrase")], in: desk.environment(screen))
        return screen.terminal
      } isLocked: {
        !$0.hasSuffix("Anything else stops: ")
      }
    }
    let gate = asked(["seed", "list"], ["no"])
    let list = try #require(gate.firstRange(of: "fix: turn it off: swapoff -a"))
    let question = try #require(gate.firstRange(of: "Fix what is listed"))
    #expect(gate.hasPrefix("NOT ISOLATED: 2 findings") && list.upperBound < question.lowerBound)
    // So does what any other command says before it asks.
    let removal = asked(["seed", "remove", "first"], [Self.sentence, "no"])
    let warned = try #require(
      removal.firstRange(of: "warning: the written words of first were never"))
    let last = try #require(removal.firstRange(of: "will be gone for good"))
    #expect(warned.upperBound < last.lowerBound)
  }

  @Test func `no option, setting or variable goes past the gate`() throws {
    let desk = try Desk.withSeed(network: "mainnet")
    _ = desk.run(
      "vault", "settings", "fee-warning-percent", "20", answers: ["fee-warning-percent"])
    try Self.connect(desk)
    let words = try desk.write(Desk.words + "\n", to: "words.txt")
    for arguments in [
      ["seed", "import", "second", "--from", words, "--yes"], ["seed", "list"], ["log"],
      ["account", "export", "first", "--script", "wpkh", "--out", desk.path("a.txt")],
      ["wallet", "list"], ["address", "show", "first-wpkh-0", "0"],
      ["vault", "settings", "fee-warning-percent", "20"],
    ] {
      let ran = desk.run(arguments)
      #expect(ran.code == .failed, "\(arguments)")
      #expect(ran.err.contains("stays closed"), "\(arguments): \(ran.err)")
    }
    // The help of every command names no way past it either.
    for command in OfflineSigner.configuration.subcommands {
      let help = OfflineSigner.helpMessage(for: command)
      for word in ["--force-open", "--insecure", "--connected", "interlock"] {
        #expect(!help.lowercased().contains(word))
      }
    }
    #expect(SignerEnvironment(home: nil, screen: SystemScreen()).machine() == MachineFindings())
  }

  @Test func `no mainnet vault is made, and no seed of mainnet is used without one`() throws {
    let desk = try Desk()
    try Self.connect(desk)
    let made = desk.run("init", "--yes")
    #expect(made.code == .failed && made.err.contains("this home stays closed"))
    #expect(desk.run("seed", "list").err.contains("there is no vault here"))
    let (unsigned, wallet) = try Self.payment(from: try Desk.withSeed(network: "mainnet"), to: desk)
    let words = try desk.write(Desk.words + "\n", to: "words.txt")
    let ran = desk.run(
      "sign", unsigned, "--seed", words, "--wallet", wallet, "--out", desk.path("x.psbt"),
      "--accept", "wallet", passphrase: nil)
    #expect(ran.code == .failed && ran.err.contains("this seed stays closed"), "\(ran.err)")
  }

  @Test func `a rehearsal goes on, and says in one line what it found`() throws {
    let desk = try Desk.withSeed()
    try Self.connect(desk)
    let ran = desk.run("seed", "list")
    #expect(ran.code == .done)
    #expect(
      ran.err == """
        REHEARSAL: this home is on regtest, its coins are worth nothing.
        rehearsal: with real coins this home would stay closed here: the network interface eth0 is \
        connected and has the address 192.0.2.2 and fe80::fc:ff:fe00:1; swap is on: /dev/sda2. \
        `offline-signer doctor` says how to fix it.

        """)
  }

  @Test func `every screen of a rehearsal says so`() throws {
    let desk = try Desk.withSeed()
    let shown = desk.run("seed", "show", "first", answers: ["first", ""])
    #expect(shown.terminal.contains("\u{1b}[2JREHEARSAL on regtest. "), "\(shown.terminal)")
    #expect(desk.run("doctor").out.contains("REHEARSAL, on a test network"))
    #expect(desk.run("wipe", answers: ["no"]).err.contains("REHEARSAL: "))
    let real = try Desk.withSeed(network: "mainnet")
    let secret = real.run("seed", "show", "first", answers: ["first", ""])
    #expect(secret.code == .done && !secret.terminal.contains("REHEARSAL"))
    #expect(!real.run("doctor").out.contains("REHEARSAL"))
  }

  @Test func `what cannot be told is no all-clear on mainnet`() throws {
    let desk = try Desk.withSeed(network: "mainnet")
    try desk.machine.remove("proc/net/fib_trie")
    let ran = desk.run("seed", "list")
    #expect(ran.code == .failed)
    #expect(
      ran.err.contains(
        "- whether an address is set cannot be determined: /proc/net/fib_trie cannot be read (error 2)"
      ),
      "\(ran.err)")
    try FileManager.default.removeItem(at: desk.machine.url)
    #expect(desk.run("seed", "list").code == .failed)
  }

  @Test func `doctor shows the same findings with their mends`() throws {
    let desk = try Desk()
    try Self.connect(desk)
    let ran = desk.run("doctor", passphrase: nil)
    #expect(
      ran.out.contains("key-keeper           beside this program; no other user can replace it"),
      "\(ran.out)")
    #expect(
      ran.out.contains("the network interface eth0 is connected and has the address 192.0.2.2"))
    #expect(ran.err.contains("mend") == false || ran.err.contains("ip link set eth0 down"))
    #expect(ran.err.contains("swapoff -a"))
    #expect(ran.out.contains("FIX  lock-down swap       swap is on"), "\(ran.out)")
    #expect(ran.err.contains("lock-down: sudo offline-signer-lock-down --user NAME"))
  }
}
