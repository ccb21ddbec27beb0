import Bytes
import Foundation
import TerminalUI
import Testing

@testable import OnlineCoordinator

/// The command `history`.
@Suite struct `The command history` {
  /// A wallet that got two coins and waits for a third, and paid somebody.
  private static func desk() async throws -> Desk {
    let desk = try await Desk.practising("0.5", "0.25")
    let paid = await desk.run(
      "pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--label",
      "=rent()", "--out", desk.path("1.psbt"))
    try #require(paid.code == .done, "\(paid.err)")
    let address = await desk.run("receive", "savings", "--label", "books, \"new\"", "--json").json
    await desk.run("rehearse", "fund", try #require(address["address"]?.stringValue), "0.125")
    try #require(await desk.run("sync", "savings").code == .done)
    return desk
  }

  @Test func `each line has its date and balance, and the first ends at what balance says`()
    async throws
  {
    let desk = try await Self.desk()
    let list = try #require(await desk.run("history", "savings", "--json").json.arrayValue)
    #expect(list.count == 3)
    #expect(list[0]["height"]?.isNull == true && list[0]["time"]?.isNull == true)
    #expect(list[0]["label"]?.stringValue == "books, \"new\"")
    let balance = await desk.run("balance", "savings", "--json").json
    #expect(balance["total"]?.intValue == 87_500_000)
    #expect(list[0]["balance"]?.intValue == 87_500_000)
    let times = list.dropFirst().compactMap { $0["time"]?.intValue }
    #expect(times.count == 2 && times.allSatisfy { $0 > 1_700_000_000 }, "\(list)")
    let table = await desk.run("history", "savings").out
    #expect(table.contains("pending") && table.contains("0.87500000"), "\(table)")
    let last = await desk.run("history", "savings", "--last", "1", "--json").json.arrayValue
    #expect(last?.count == 1 && last?.first == list[0])
  }

  @Test func `a spreadsheet gets RFC 4180 with units, and no formula of anybody`() async throws {
    let desk = try await Self.desk()
    let csv = await desk.run("history", "savings", "--csv").out
    let lines = csv.components(separatedBy: "\r\n")
    #expect(lines.count == 5 && lines[4] == "")
    #expect(
      lines[0]
        == "\"date (UTC)\",block,txid,coin,\"in (BTC)\",\"out (BTC)\",\"fee (BTC)\","
        + "\"balance (BTC)\",recipients,label,payment,complete")
    #expect(lines[1].hasPrefix("pending,,"), "\(lines[1])")
    #expect(lines[1].contains(",0.12500000,,,0.87500000,,\"books, \"\"new\"\"\",,yes"))
    let attack = #"=HYPERLINK("http://example.com";"x")"#
    let received = try #require(
      await desk.run("history", "savings", "--json").json.arrayValue?.first?["txid"]?.stringValue)
    await desk.run("label", "savings", received, attack)
    let attacked = await desk.run("history", "savings", "--csv").out
    #expect(attacked.contains(#""'=HYPERLINK(""http://example.com"";""x"")""#), "\(attacked)")
  }

  @Test(arguments: [
    "=1+1", "+1", "-1", "@SUM(A1)", " =1", "\u{a0}=1", "\t=1", "\r=1", "\tx", "\u{ff1d}1",
  ])
  func `what a spreadsheet would take for a formula begins with an apostrophe`(text: String) {
    #expect(CSVText.harmless(text).hasPrefix("'"))
    var csv = CSVText()
    csv.add([.foreign(text)])
    #expect(csv.bytes.starts(with: Array("\"'".utf8)))
    #expect(!csv.bytes.dropLast(2).contains { $0 < 0x20 })
  }

  @Test(arguments: [
    "x;=cmd|'/c calc'!A1", "x; \u{a0}+1", "x;;@y", #"x;"=1"#, "x\t-1", "x;\u{ff1d}1", ";=1",
    "x;;=1;-2",
  ])
  func `a file that is read with semicolons has no formula either`(text: String) throws {
    var csv = CSVText()
    csv.add([.own("1"), .foreign(text), .own("2")])
    let line = String(decoding: csv.bytes, as: UTF8.self)
    for cell in line.split(separator: ";").dropFirst() {
      let first = cell.first { $0 != " " && $0 != "\"" && $0 != "\u{a0}" }
      #expect(first.map { !"=+-@\u{ff1d}".contains($0) } ?? true, "\(line)")
    }
    #expect(CSVText.harmless(text).contains("'"))
  }

  @Test func `a label that is no formula stays as it is`() {
    for text in ["rent", "a=b", "1-2", "", "müller", "rent; May"] {
      #expect(CSVText.harmless(text) == text)
    }
  }

  @Test func `a file is written whole, and none is overwritten unasked`() async throws {
    let desk = try await Self.desk()
    let file = desk.path("history.csv")
    let ran = await desk.run("history", "savings", "--csv", "--out", file)
    #expect(ran.code == .done && ran.out.contains("Wrote 3 transactions"), "\(ran.err)")
    let written = try String(contentsOfFile: file, encoding: .utf8)
    #expect(written == (await desk.run("history", "savings", "--csv", "--out", "-").out))
    await desk.fails(["history", "savings", "--csv", "--out", file])
    let json = await desk.run("history", "savings", "--json", "--out", file, "--force")
    #expect(json.json["transactions"]?.intValue == 3)
    let list = try JSONReader.parse([UInt8](Data(contentsOf: URL(filePath: file))))
    #expect(list == (await desk.run("history", "savings", "--json").json))
    for wrong in [
      ["--out", file], ["--csv", "--json"], ["--force"], ["--last", "0"],
    ] {
      await desk.fails(["history", "savings"] + wrong, code: .wrongUsage)
    }
  }

  @Test func `a payment shows whom it paid, its number and its fee`() async throws {
    let home = try await SentPaymentTests.Home("0.5")
    let number = try await home.complete("--fee-rate", "5", "--label", "=rent()")
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    await home.desk.run("rehearse", "mine")
    await home.desk.run("sync", "alone")
    let list = try #require(await home.desk.run("history", "alone", "--json").json.arrayValue)
    let paid = try #require(list.first { $0["payment"]?.intValue == 1 })
    #expect(paid["label"]?.stringValue == "=rent()")
    let recipients = paid["recipients"]?.arrayValue ?? []
    #expect(recipients.map { $0["address"]?.stringValue } == [Desk.elsewhere])
    #expect(recipients.first?["amount"]?.intValue == 10_000_000)
    let fee = try #require(paid["fee"]?.intValue)
    #expect(fee > 0 && list.first?["balance"]?.intValue == 40_000_000 - fee)
    let table = await home.desk.run("history", "alone").out
    #expect(table.contains(Desk.elsewhere) && table.contains("  payment  label"), "\(table)")
    #expect(table.contains(" 0.39999295        1  =rent()"), "\(table)")
    #expect(await home.desk.run("history", "alone", "--csv").out.contains(",\"'=rent()\",1,yes"))
  }
}
