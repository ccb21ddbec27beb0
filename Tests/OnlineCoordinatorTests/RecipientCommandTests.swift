import BitcoinPrimitives
import Bytes
import Foundation
import TerminalUI
import Testing
import WalletBackups
import WalletStorage

@testable import OnlineCoordinator

/// The address book: `recipient`, and `pay --to NAME=AMOUNT`.
@Suite struct RecipientCommandTests {
  private static let other = "bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx"
  /// Begins and ends as ``Desk/elsewhere`` does.
  private static let poison = "bcrt1qw508d6qejxtg6n84r3zarvary0c5xw7k9nt080"

  private func pay(_ desk: Desk, _ recipients: String..., options: [String] = []) -> [String] {
    ["pay", "savings", "--fee-rate", "5", "--force", "--out", desk.path("a.psbt")]
      + recipients.flatMap { ["--to", $0] } + options
  }

  @Test func `a name is paid at its address, and both are shown`() async throws {
    let desk = try await Desk.practising("0.5", "0.4")
    let added = await desk.run("recipient", "add", "landlord", Desk.elsewhere.uppercased())
    let grouped = try Address(parsing: Desk.elsewhere, on: .regtest).grouped
    #expect(added.code == .done && added.out.contains("landlord on regtest:"), "\(added.err)")
    #expect(added.out.contains(grouped), "\(added.out)")
    let listed = await desk.run("recipient", "list")
    #expect(listed.out.contains("landlord") && listed.out.contains(Desk.elsewhere))
    let ran = await desk.execute(pay(desk, "LandLord=0.1", "\(Self.other)=0.05"))
    #expect(ran.code == .done, "\(ran.err)")
    let row = try #require(ran.out.split(separator: "\n").first { $0.contains("landlord") })
    #expect(row.contains("pays") && row.contains("0.10000000"), "\(ran.out)")
    // Never the name in place of the address.
    #expect(ran.out.contains(Desk.elsewhere) && ran.out.contains(Self.other), "\(ran.out)")
    await desk.run("cancel", "1", "--yes")
    let json = await desk.execute(pay(desk, "landlord=all", options: ["--json"])).json
    let outputs = json["outputs"]?.arrayValue ?? []
    #expect(outputs.map { $0["name"]?.stringValue } == ["landlord"])
    #expect(outputs.map { $0["address"]?.stringValue } == [Desk.elsewhere])
    await desk.run("cancel", "2", "--yes")
    // An address that is typed has its name beside it as well; the fee comes from it by its name.
    let typed = await desk.execute(
      pay(
        desk, "\(Desk.elsewhere)=0.1", "\(Self.other)=0.1",
        options: ["--subtract-fee-from", "landlord", "--json", "--accept", "R33"]))
    let paid = (typed.json["outputs"]?.arrayValue ?? []).reduce(into: [String: Int]()) {
      $0[$1["name"]?.stringValue ?? "none"] = $1["amount"]?.intValue
    }
    #expect(paid["landlord"] ?? .max < 10_000_000, "\(typed.err)\(paid)")
  }

  @Test func `a table and a request know no names`() async throws {
    let desk = try await Desk.practising("0.5")
    try #require(await desk.run("recipient", "add", "ann", Desk.elsewhere).code == .done)
    let file = try desk.write("ann,0.1\n", to: "payees.csv")
    await desk.fails(
      ["pay", "savings", "--to-csv", file, "--fee-rate", "5", "--out", desk.path("a.psbt")],
      saying: "line 1, column 1 (address)")
    for uri in ["bitcoin:ann?amount=0.1", "bitcoin:ann=0.1"] {
      let ran = await desk.execute(pay(desk, uri))
      #expect(ran.code != .done, "\(uri)")
    }
    let shown = try desk.write("\(Desk.elsewhere),0.1,rent\n", to: "rent.csv")
    let ran = await desk.run(
      "pay", "savings", "--to-csv", shown, "--fee-rate", "5", "--out", desk.path("a.psbt"))
    #expect(ran.out.contains("ann \"rent\""), "\(ran.out)\(ran.err)")
    await desk.run("cancel", "1", "--yes")
    // A label of somebody's table does not pass for the name, nor end its quotes.
    let quoting = try desk.write("\(Self.other),0.1,\"x\"\" ann \"\"\"\n", to: "quoting.csv")
    let quoted = await desk.run(
      "pay", "savings", "--to-csv", quoting, "--fee-rate", "5", "--out", desk.path("q.psbt"))
    #expect(quoted.out.contains("\"x' ann '\""), "\(quoted.out)\(quoted.err)")
    await desk.run("cancel", "2", "--yes")
    let lying = try desk.write("\(Self.other),0.1,Ann\n", to: "lying.csv")
    let refused = await desk.fails(
      ["pay", "savings", "--to-csv", lying, "--fee-rate", "5", "--out", desk.path("b.psbt")],
      saying: "the label ann of the table is a name of the address book")
    #expect(try refused.err.contains(Address(parsing: Self.other, on: .regtest).grouped))
    let harmless = try desk.write("\(Desk.elsewhere),0.1,ANN\n", to: "harmless.csv")
    let paid = await desk.run(
      "pay", "savings", "--to-csv", harmless, "--fee-rate", "5", "--out", desk.path("a.psbt"),
      "--accept", "R33", "--force")
    #expect(paid.code == .done, "\(paid.err)")
  }

  @Test func `invalid and unknown names, and names of other networks, are refused with words`()
    async throws
  {
    let desk = try await Desk.practising("0.5")
    for name in ["bc1qalice", "a=b", String(repeating: "x", count: 65), "bitcoin:x", "-x"] {
      let ran = await desk.run("recipient", "add", "--", name, Desk.elsewhere)
      #expect(ran.code != .done, "\(name)")
    }
    await desk.fails(["recipient", "add", "ann", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"])
    await desk.fails(
      ["recipient", "add", "ann", Desk.elsewhere, "--network", "mainnet"])
    await desk.fails(pay(desk, "ann=0.1"), saying: "neither an address nor the name of a recipient")
    try #require(
      await desk.run(
        "recipient", "add", "ann", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", "--network", "mainnet"
      ).code == .done)
    await desk.fails(
      pay(desk, "ann=0.1"), saying: "has an address of mainnet, and this is a payment on regtest")
    try #require(await desk.run("recipient", "add", "ann", Desk.elsewhere).code == .done)
    await desk.fails(
      ["recipient", "add", "Ann", Self.other], saying: "ann is in the address book")
    await desk.fails(
      ["recipient", "add", "bob", Desk.elsewhere], saying: "ann is in the address book")
    await desk.fails(["recipient", "remove", "ann"], saying: "ann is on several networks")
    let removed = await desk.run("recipient", "remove", "ann", "--network", "regtest")
    #expect(removed.out.contains("it stood for \(Desk.elsewhere)"), "\(removed.err)")
    await desk.fails(["recipient", "remove", "bob"], saying: "there is no recipient called bob")
    #expect(await desk.run("recipient", "list", "--json").json.arrayValue?.count == 1)
  }

  @Test func `an address of several networks needs one of them`() async throws {
    let desk = try Desk()
    let address = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"
    await desk.fails(
      ["recipient", "add", "ann", address], saying: "there is no wallet")
    for network in ["signet", "testnet4"] {
      let made = await desk.run(
        "wallet", "create", network, Desk.account, "--network", network)
      try #require(made.code == .done, "\(made.err)")
    }
    await desk.fails(
      ["recipient", "add", "ann", address],
      saying: "several networks of your wallets: signet, testnet4")
    await desk.fails(
      ["recipient", "add", "ann", Desk.elsewhere], saying: "not an address of a network")
    let added = await desk.run("recipient", "add", "ann", address, "--network", "signet")
    #expect(added.code == .done, "\(added.err)")
  }

  @Test func `an address that looks like one in the book is asked about, in both directions`()
    async throws
  {
    let desk = try await Desk.practising("0.5")
    try #require(await desk.run("recipient", "add", "ann", Desk.elsewhere).code == .done)
    // Nobody paid it yet.
    let refused = await desk.fails(pay(desk, "\(Self.poison)=0.1"), saying: "R30")
    #expect(
      refused.err.contains("a recipient looks like ann in the address book"), "\(refused.err)")
    let added = await desk.fails(["recipient", "add", "anna", Self.poison], saying: "R30")
    #expect(added.err.contains("ann in the address book"), "\(added.err)")
    #expect(await desk.run("recipient", "list", "--json").json.arrayValue?.count == 1)
    // Who compared it has said so once.
    let compared = await desk.run("recipient", "add", "anna", Self.poison, "--accept", "look-alike")
    #expect(compared.code == .done, "\(compared.err)")
    let paid = await desk.execute(pay(desk, "anna=0.1"))
    #expect(paid.code == .done, "\(paid.err)")
  }

  @Test func `a name from a backup is paid once its address was compared`() async throws {
    let desk = try await Desk.practising("0.5")
    let store = try Store(path: desk.path("home/coordinator.sqlite"))
    let address = try Address(parsing: Desk.elsewhere, on: .regtest)
    let poison = try Address(parsing: Self.poison, on: .regtest)
    _ = try store.restore(
      [], nodes: [], recipients: [NamedRecipient(name: "ann", address: address)], document: [],
      on: .regtest)
    let refused = await desk.fails(pay(desk, "ann=0.1"), saying: "came from a backup")
    #expect(refused.err.contains("recipient add ann \(address)"), "\(refused.err)")
    let typed = await desk.execute(pay(desk, "\(address)=0.1", options: ["--json"]))
    #expect(typed.json["outputs"]?.arrayValue?.allSatisfy { $0["name"]?.isNull == true } == true)
    await desk.run("cancel", "1", "--yes")
    let listed = await desk.run("recipient", "list")
    #expect(listed.out.contains("not yet"), "\(listed.out)")
    // It makes what looks like it known, and proves nothing about itself.
    #expect(try LookAlikes([poison], on: .regtest, in: store).pairs.count == 1)
    try store.addRecipient(NamedRecipient(name: "eve", address: poison), on: .regtest)
    #expect(try LookAlikes([address], on: .regtest, in: store).pairs.count == 1)
    try store.removeRecipient(named: "eve", on: .regtest)
    try #require(await desk.run("recipient", "add", "ann", Desk.elsewhere).code == .done)
    let paid = await desk.execute(pay(desk, "ann=0.1", options: ["--accept", "R33"]))
    #expect(paid.code == .done, "\(paid.err)")
  }

  @Test func `the book is in every backup and comes back`() async throws {
    let desk = try await Desk.practising("0.5")
    try #require(await desk.run("recipient", "add", "ann", Desk.elsewhere).code == .done)
    let store = try Store(path: desk.path("home/coordinator.sqlite"))
    let document = try BackupWriting.document(
      store.snapshot(on: .regtest), on: .regtest, now: 1_800_000_000)
    #expect(document.records?.recipients.map(\.address) == [Desk.elsewhere])
    let restoring = try BackupRestoring(document, on: .regtest)
    #expect(restoring.recipients.map(\.name) == ["ann"])
    for (name, address) in [("bc1q", Desk.elsewhere), ("eve", "nonsense")] {
      var forged = document
      forged.records?.recipients[0].name = name
      forged.records?.recipients[0].address = address
      #expect(throws: ProgramError.self) { try BackupRestoring(forged, on: .regtest) }
    }
  }
}
