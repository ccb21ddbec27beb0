import AirgapMessages
import BitcoinPrimitives
import Bytes
import Foundation
import TerminalUI
import Testing

@testable import OnlineCoordinator

/// `receive` with an amount or a message: a request that wallets read.
@Suite struct ReceiveRequestTests {
  @Test func `a request says amount, label and message, and is read back as it was meant`()
    async throws
  {
    let desk = try await Desk.practising()
    let file = desk.path("request.txt")
    let ran = await desk.run(
      "receive", "savings", "--amount", "0.50", "--label", "Alice & Bob", "--message",
      "rent=May? 100%", "--out", file, "--json")
    #expect(ran.code == .done, "\(ran.err)")
    let address = try #require(ran.json["address"]?.stringValue)
    let text = try #require(ran.json["request"]?.stringValue)
    #expect(
      text
        == "bitcoin:\(address)?amount=0.5&label=Alice%20%26%20Bob&message=rent%3DMay%3F%20100%25")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text + "\n")
    let read = try PaymentURI(parsing: text)
    #expect(read.label == "Alice & Bob" && read.message == "rent=May? 100%")
    #expect(read.amount == (try Amount(parsing: "0.5")))
    #expect(try read.choice(on: .regtest).address.string == address)
    #expect(await desk.run("receive", "savings", "--amount", "1.0").out.contains("?amount=1\n"))
  }

  @Test func `without them nothing but the address is written`() async throws {
    let desk = try await Desk.practising()
    let file = desk.path("address.txt")
    let ran = await desk.run("receive", "savings", "--label", "Alice", "--out", file, "--json")
    let address = try #require(ran.json["address"]?.stringValue)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == address + "\n")
    #expect(ran.json["request"]?.isNull == true)
  }

  @Test func `in a QR code the address stands in capitals where that means the same`() throws {
    let segwit = try Address(parsing: Desk.elsewhere, on: .regtest)
    let uri = try PaymentURI(
      paying: segwit, amount: Amount(parsing: "20000sat"), label: nil, message: "ä")
    #expect(uri.textForQR == "BITCOIN:\(Desk.elsewhere.uppercased())?amount=0.0002&message=%C3%A4")
    let read = try PaymentURI(parsing: uri.textForQR)
    #expect(try read.choice(on: .regtest).address == segwit && read.message == "ä")
    let old = try Address(parsing: "mkTLbm2sWCBSfbAZmQDco877B7RRrafoLn", on: .regtest)
    let plain = try PaymentURI(paying: old, amount: nil, label: nil, message: nil)
    #expect(plain.textForQR == "bitcoin:mkTLbm2sWCBSfbAZmQDco877B7RRrafoLn")
  }

  @Test func `a request that nobody could read hands out no address`() async throws {
    let desk = try await Desk.practising()
    for wrong in [
      ["--amount", "0"], ["--amount", "much"], ["--amount", "all"],
      ["--message", String(repeating: "x", count: 4_100)],
    ] {
      let ran = await desk.execute(["receive", "savings"] + wrong)
      #expect(ran.code != .done && ran.err.contains("hint:"), "\(ran.err)")
    }
    let next = await desk.run("receive", "savings", "--json").json
    #expect(next["index"]?.intValue == 0)
  }

  @Test func `a picture of the request is paid as it says`() async throws {
    let desk = try await Desk.practising("0.5")
    let picture = desk.path("request.png")
    let asked = await desk.run(
      "receive", "savings", "--amount", "0.1", "--message", "rent", "--out", picture, "--json")
    #expect(asked.code == .done, "\(asked.err)")
    let paid = await desk.run(
      "pay", "savings", "--to-from", picture, "--fee-rate", "5", "--out", desk.path("1.psbt"),
      "--json")
    #expect(paid.code == .done, "\(paid.err)")
    let outputs = paid.json["outputs"]?.arrayValue ?? []
    #expect(
      outputs.contains {
        $0["amount"] == 10_000_000 && $0["address"] == asked.json["address"]
      }, "\(outputs)")
  }
}
