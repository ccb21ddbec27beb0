import BitcoinPrimitives
import Bytes
import Foundation
import PaymentBuilding
import TerminalUI
import Testing

@testable import OnlineCoordinator

/// `pay --to-csv`.
@Suite struct RecipientTableTests {
  private static let other = "bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx"
  private static let third = "2N3oefVeg6stiTb5Kh3ozCSkaqmx91FDbsm"

  private func read(_ text: String) throws -> RecipientTable {
    try RecipientTable(Array(text.utf8), named: "payees.csv", on: .regtest)
  }

  @Test(arguments: [
    "\(Desk.elsewhere),0.1,rent\n\(other),20000sat\n",
    "\u{feff}Address,Amount,Label\r\n\(Desk.elsewhere), 0.1 ,\"rent\"\r\n\r\n\(other),20000sat,",
    "label,amount,address\nrent,0.1,\(Desk.elsewhere)\n,0.0002,\(other)",
  ])
  func `a table is read with and without a header, with any ends of lines`(text: String) throws {
    let table = try read(text)
    #expect(table.entries.map(\.recipient.address.string) == [Desk.elsewhere, Self.other])
    #expect(table.entries.map(\.amount.satoshis) == [10_000_000, 20_000])
    #expect(table.entries.map(\.label) == ["rent", ""])
    #expect(table.labels == [Desk.elsewhere: "rent"])
  }

  @Test func `quotation marks hold commas, quotation marks and lines`() throws {
    let table = try read("\(Desk.elsewhere),0.1,\"a \"\"b\"\", c\nd\"\n\(Self.other),1sat,e\n")
    #expect(table.entries.map(\.label) == ["a \"b\", c\nd", "e"])
    #expect(table.entries.map(\.line) == [1, 3])
  }

  @Test(arguments: [
    ("\(Desk.elsewhere),0.1\n\(other),1\n", "payees.csv line 2, column 2 (amount)"),
    ("\(Desk.elsewhere),0.1\n\n\(other)x,0.1\n", "payees.csv line 3, column 1 (address)"),
    ("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4,0.1\n", "line 1, column 1 (address)"),
    ("\(Desk.elsewhere)\n", "line 1 has 1 column; it needs address and amount"),
    ("\(Desk.elsewhere),0.1,a,b\n", "line 1 has 4 columns"),
    ("\(Desk.elsewhere);0.1\n", "line 1 has 1 column"),
    ("address,amount,note\n", "line 1, column 3: the title note"),
    ("address,amount,amount\n", "line 1, column 3: the title amount"),
    ("address,label\n", "line 1: the header names no column amount"),
    ("address,amount\n", "names no recipient"),
    ("", "names no recipient"),
    ("\(Desk.elsewhere),0.1,\"a\n\n", "line 1, column 3: a quotation mark is never closed"),
    ("\(Desk.elsewhere),0.1,\"a\"b\n", "line 1, column 3: something stands behind"),
    ("\(Desk.elsewhere),0.1,a\"b\n", "line 1, column 3: a quotation mark stands in a cell"),
    ("\(Desk.elsewhere),-0.1\n", "line 1, column 2 (amount)"),
    ("\(Desk.elsewhere),1.234,56\n", "line 1, column 3: the label 56 has digits alone"),
    ("\(Desk.elsewhere),all\n", "line 1, column 2 (amount)"),
    (
      "\(Desk.elsewhere),0.1,\(String(repeating: "x", count: 256))\n",
      "line 1, column 3: the label has more than 255 bytes"
    ),
  ])
  func `a fault is named by its line and column, with what to do`(text: String, words: String) {
    #expect {
      try read(text)
    } throws: {
      guard let error = $0 as? ProgramError else { return false }
      #expect("\(error)".contains(words), "\(error)")
      return "\(error)".contains(words) && !error.hint.isEmpty
    }
  }

  @Test func `bytes that are not text, too many lines and every cut are refused with words`() throws
  {
    #expect(throws: ProgramError.self) {
      try RecipientTable(
        Array("\(Desk.elsewhere),0.1,".utf8) + [0xff], named: "payees.csv", on: .regtest)
    }
    let many = String(repeating: "\(Desk.elsewhere),0.1\n", count: 2501)
    #expect {
      try read(many)
    } throws: {
      "\($0)".contains("2501 recipients; the limit is 2500")
    }
    #expect(throws: ProgramError.self) { try read(many + many) }
    let whole = "address,amount,label\n\(Desk.elsewhere),0.12,\"a\"\n"
    for length in 0..<whole.utf8.count {
      // It is read or refused, and never trapped on.
      _ = try? RecipientTable(
        Array(whole.utf8.prefix(length)), named: "payees.csv", on: .regtest)
    }
  }

  @Test func `a secret in the table is refused and not repeated`() {
    let key = "cVpPVruEDdmutPzisEsYvtST1usBR3ntr8pXSyt6D2YYqXRyPcFW"
    #expect {
      try read("\(Desk.elsewhere),0.1,\(key)\n")
    } throws: {
      "\($0)".contains("contains") && !"\($0)".contains(key)
    }
  }

  @Test func `many are paid at once, with labels, a sum and a short name of the payment`()
    async throws
  {
    let desk = try await Desk.practising("0.5")
    var lines = ["address,amount,label"]
    for (number, address) in [Desk.elsewhere, Self.other, Self.third].enumerated() {
      lines.append("\(address),0.0\(number + 1),\(["Ann", "Bob", "\"C, D\""][number])")
    }
    let file = try desk.write(lines.joined(separator: "\n"), to: "payees.csv")
    let pay = [
      "pay", "savings", "--to-csv", file, "--to",
      "bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry=0.04", "--fee-rate", "5",
      "--out", desk.path("a.psbt"),
    ]
    let ran = await desk.execute(pay)
    #expect(ran.code == .done, "\(ran.err)")
    for words in ["Ann", "C, D", "paid together  0.10000000"] {
      #expect(ran.out.contains(words), "\(ran.out)")
    }
    #expect(ran.out.contains("4 recipients"))
    let listed = await desk.run("payments", "--json").json.arrayValue?.first
    #expect(listed?["what"]?.stringValue?.hasSuffix(" and 1 more recipient") == true)
    // The labels are on the addresses.
    let exported = await desk.run("label", "export", "savings", "--out", "-")
    #expect(exported.out.contains(Self.other) && exported.out.contains("Bob"))
    let json = await desk.run("payments", "--payment", "1", "--json")
    #expect(json.code == .done)
  }

  @Test func `a label that is on an address already is kept`() async throws {
    let desk = try await Desk.practising("0.5")
    let labelled = await desk.run("label", "savings", Self.other, "an old friend")
    try #require(labelled.code == .done, "\(labelled.err)")
    let file = try desk.write(
      "\(Self.other),0.0212345,Bob\n\(Self.third),0.02,Eve\n", to: "payees.csv")
    let ran = await desk.execute([
      "pay", "savings", "--to-csv", file, "--fee-rate", "5", "--out", desk.path("a.psbt"),
    ])
    #expect(ran.err.contains("1 address of the table had another label here, which was kept."))
    let exported = await desk.run("label", "export", "savings", "--out", "-")
    #expect(exported.out.contains("an old friend") && !exported.out.contains("Bob"))
    #expect(exported.out.contains("Eve"))
  }

  @Test func `an address that stands there twice is asked about once`() async throws {
    let desk = try await Desk.practising("0.5")
    let file = try desk.write(
      "\(Desk.elsewhere),0.01\n\(Self.other),0.02\n\(Desk.elsewhere),0.01\n", to: "payees.csv")
    let pay = ["pay", "savings", "--to-csv", file, "--fee-rate", "5"]
    let out = ["--out", desk.path("a.psbt")]
    let refused = await desk.fails(pay + out, saying: "1 line of the table pays an address")
    #expect(refused.err.contains("line 3, 0.01000000 BTC, pays the same address as line 1"))
    let asked = await desk.execute(pay + out, answers: ["R33"])
    #expect(asked.code == .done, "\(asked.err)\(asked.terminal)")
    await desk.run("cancel", "1", "--yes")
    let beside = await desk.fails(
      pay + ["--to", "\(Self.other)=0.03", "--out", desk.path("b.psbt")],
      saying: "2 lines of the table pay an address")
    #expect(beside.err.contains("as a --to of this command"))
  }
}
