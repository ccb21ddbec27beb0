import BitcoinPrimitives
import Bytes
import Descriptors
import Foundation
import TerminalUI
import Testing
import WalletStorage

@testable import OnlineCoordinator

/// Two homes of one user on one machine.
@Suite struct SharedHomesTests {
  private static func index(_ run: Desk.Run) -> Int? { run.json["index"]?.intValue }

  @Test func `receive and pay in two homes give nothing twice`() async throws {
    let first = try await Desk.practising("0.5")
    let second = try await Desk.practising("0.5")
    // Each has handed out index 0 so far: neither knew of the other.
    for desk in [first, second] { desk.shared = first.path("state/drawbridge") }
    #expect(Self.index(await first.run("receive", "savings", "--json")) == 1)
    #expect(Self.index(await second.run("receive", "savings", "--json")) == 2)
    #expect(Self.index(await first.run("receive", "savings", "--json")) == 3)
    var change: Set<String> = []
    for desk in [first, second] {
      let paid = await desk.run(
        "pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--out",
        desk.path("p.psbt"), "--json")
      try #require(paid.code == .done, "\(paid.err)")
      let outputs = paid.json["outputs"]?.arrayValue ?? []
      let own = outputs.compactMap { $0["address"]?.stringValue }.filter { $0 != Desk.elsewhere }
      #expect(own.count == 1)
      change.formUnion(own)
    }
    #expect(change.count == 2)
    // What reached nobody is handed out next, in whichever home.
    let lost = await first.execute(["receive", "savings", "--json"], lossOfResults: 32)
    #expect(lost.code != .done || lost.out.isEmpty)
    #expect(Self.index(await second.run("receive", "savings", "--json")) == 4)
  }

  @Test func `an index far above all that a home knows is handed out only where R07 is accepted`()
    async throws
  {
    let desk = try await Desk.practising("0.5")
    let shared = desk.path("state/drawbridge")
    desk.shared = shared
    // Another home says that it handed out thousands.
    let other = try Store(
      path: desk.path("other.sqlite"), handedOut: HandedOutFile(folder: shared))
    let wallet = RestoredWallet(
      name: "savings", descriptor: try Descriptor(parsing: Desk.account), birthHeight: 0,
      gapLimit: 20, next: [5_000, 6_000], people: [:], labels: [], payments: [])
    _ = try other.restore([wallet], nodes: [], document: [], on: .regtest)
    let refused = await desk.fails(["receive", "savings"], saying: "would be index 5000")
    #expect(refused.err.contains("R07"), "\(refused.err)")
    #expect(Self.index(await desk.run("receive", "savings", "--accept", "R07", "--json")) == 5_000)
    #expect(Self.index(await desk.run("receive", "savings", "--json")) == 5_001)
    let pay = [
      "pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--out",
      desk.path("p.psbt"),
    ]
    let unpaid = await desk.fails(pay, saying: "would be index 6000")
    #expect(unpaid.err.contains("R07"), "\(unpaid.err)")
    #expect(await desk.run("payments", "--json").json == [])
    #expect(await desk.execute(pay + ["--accept", "R07"]).code == .done)
  }

  @Test func `without HOME the list of users says what is shared, and its lack is said`()
    async throws
  {
    await #expect(processExitsWith: .success) {
      setenv("HOME", "/tmp/some-home", 1)
      unsetenv("XDG_STATE_HOME")
      let usual = CoordinatorEnvironment.system
      #expect(usual.shared == "/tmp/some-home/.local/state/drawbridge")
      unsetenv("HOME")
      let without = CoordinatorEnvironment.system
      #expect(without.shared?.hasPrefix("/") == true)
      #expect(without.shared?.hasSuffix("/.local/state/drawbridge") == true)
      #expect(!without.lacksSharedFolder)
      setenv("XDG_STATE_HOME", "/tmp/state", 1)
      #expect(CoordinatorEnvironment.system.shared == "/tmp/state/drawbridge")
    }
    let desk = try await Desk.practising("0.5")
    desk.lacksSharedFolder = true
    for command in [
      ["receive", "savings"],
      [
        "pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--out",
        desk.path("p.psbt"),
      ],
    ] {
      let ran = await desk.execute(command)
      #expect(ran.code == .done && ran.err.contains("set HOME"), "\(ran.err)")
    }
    #expect(await !desk.run("balance", "savings").err.contains("set HOME"))
  }

  @Test func `what keeps the homes apart is said once by each command that hands out`() async throws
  {
    let desk = try await Desk.practising("0.5")
    desk.shared = try desk.write("", to: "a-file")
    let words = "may hand out the same ones"
    for command in [
      ["receive", "savings"],
      [
        "pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--out",
        desk.path("p.psbt"),
      ],
    ] {
      let ran = await desk.execute(command)
      #expect(ran.code == .done, "\(ran.err)")
      let said = ran.err.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(said.components(separatedBy: words).count == 2, "\(ran.err)")
    }
    for command in [["balance", "savings"], ["wallet", "list"]] {
      #expect(await !desk.execute(command).err.contains(words))
    }
    // Damage is reported by the command that finds it, and repaired.
    desk.shared = desk.path("state")
    await desk.run("receive", "savings")
    try Data("x".utf8).write(to: URL(filePath: desk.path("state/handed-out")))
    let said = await desk.run("balance", "savings")
    #expect(said.code == .done && said.err.contains("was damaged"), "\(said.err)")
    #expect(await !desk.run("receive", "savings").err.contains("was damaged"))
  }
}
