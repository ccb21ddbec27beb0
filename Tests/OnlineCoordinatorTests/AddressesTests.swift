import Bytes
import Foundation
import TerminalUI
import Testing

@testable import OnlineCoordinator

/// The command `addresses`.
@Suite struct AddressesTests {
  private static func states(_ run: Desk.Run) -> [String] {
    run.json["addresses"]?.arrayValue?.compactMap { $0["state"]?.stringValue } ?? []
  }

  @Test func `each address is listed with what it received, holds, and is called`() async throws {
    let desk = try await Desk.practising("0.5", "0.25")
    let label = await desk.run("receive", "savings", "--label", "rent May", "--json")
    let third = try #require(label.json["address"]?.stringValue)
    let run = await desk.run("addresses", "savings", "--json")
    #expect(Self.states(run) == ["used", "used", "handed out"], "\(run.out)")
    #expect(run.json["wallet"] == "savings" && run.json["height"]?.intValue != nil)
    #expect(run.json["syncedAt"]?.intValue == 1_800_000_000)
    let lines = try #require(run.json["addresses"]?.arrayValue)
    #expect(lines.map { $0["index"]?.intValue } == [0, 1, 2])
    #expect(lines.map { $0["received"]?.intValue } == [50_000_000, 25_000_000, 0])
    #expect(lines[2]["address"]?.stringValue == third && lines[2]["label"] == "rent May")

    let unused = await desk.run("addresses", "savings", "--unused", "--json")
    #expect(Self.states(unused) == ["handed out"])
    let table = await desk.run("addresses", "savings")
    #expect(
      table.out.contains("savings, as of block") && table.out.contains(third)
        && table.out.contains("0.50000000") && table.out.contains("rent May"), "\(table.out)")
    #expect(await desk.run("addresses", "savings", "--change").out.contains("No addresses"))
  }

  @Test func `change of an unfinished payment is reserved, and used once it is paid`() async throws
  {
    // A wallet of one address has its change there.
    let home = try await SentPaymentTests.Home("0.5")
    var change = await home.desk.run("addresses", "alone", "--change", "--json")
    #expect(Self.states(change) == ["used"], "\(change.out)")
    let desk = try await Desk.practising("0.5")
    let paid = await desk.run(
      "pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--out",
      desk.path("1.psbt"))
    #expect(paid.code == .done, "\(paid.err)")
    change = await desk.run("addresses", "savings", "--change", "--json")
    #expect(Self.states(change) == ["reserved"], "\(change.out)")
    #expect(change.json["addresses"]?[0]?["payment"]?.intValue == 1)
    #expect(
      await desk.run("addresses", "savings", "--change").out.contains("reserved by payment 1"))
  }

  @Test func `without a node the addresses that were handed out are listed`() async throws {
    let desk = try Desk()
    let made = await desk.run("wallet", "create", "savings", Desk.account, "--network", "regtest")
    #expect(made.code == .done, "\(made.err)")
    let given = await desk.run("receive", "savings", "--json").json["address"]
    let run = await desk.run("addresses", "savings", "--json")
    #expect(Self.states(run) == ["handed out"], "\(run.out) \(run.err)")
    #expect(run.json["addresses"]?[0]?["address"] == given && run.json["height"]?.isNull == true)
    #expect(await desk.run("addresses", "savings").out.contains("never synced: run `sync savings`"))
  }

  @Test func `an address that was passed over is skipped`() async throws {
    // Another home of the same wallet hands out what this one does not know of.
    let (desk, other) = (try await Desk.practising(), try await Desk.practising())
    var address: String?
    for _ in 0..<3 {
      address = await other.run("receive", "savings", "--json").json["address"]?.stringValue
    }
    await desk.run("rehearse", "fund", try #require(address), "0.5")
    await desk.run("rehearse", "mine")
    let run = await desk.run("addresses", "savings", "--json")
    #expect(Self.states(run) == ["skipped", "skipped", "used"], "\(run.out)")
  }

  @Test func `a spreadsheet gets every address, and no file is overwritten`() async throws {
    let desk = try await Desk.practising("0.5")
    let csv = await desk.run("addresses", "savings", "--csv").out
    let lines = csv.components(separatedBy: "\r\n")
    #expect(
      lines[0] == "branch,index,address,state,\"received (BTC)\",\"balance (BTC)\",coins,label")
    #expect(lines[1].hasPrefix("0,0,bcrt1") && lines[1].contains(",used,0.50000000,0.50000000,1,"))
    let file = desk.path("addresses.csv")
    let written = await desk.run("addresses", "savings", "--csv", "--out", file)
    #expect(written.out == "Wrote 1 address to \(file).\n", "\(written.out)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == csv)
    await desk.fails(["addresses", "savings", "--csv", "--out", file])
    #expect(await desk.run("addresses", "savings", "--csv", "--out", file, "--force").code == .done)
  }
}
