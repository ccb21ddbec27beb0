import BitcoinPrimitives
import Bytes
import TerminalUI
import TestSupport
import Testing

@testable import OnlineCoordinator

/// Requests to be paid, as sites and other wallets write them.
@Suite struct PaymentURITests {
  @Test(.enabled(if: Vectors.arePresent), arguments: ["bip21/uris.json", "bip321/uris.json"])
  func `the published ones are read or refused as they say`(file: String) throws {
    for item in try Vectors.cases(file) {
      let uri = try #require(item.input["uri"]?.stringValue)
      let isValid = item.expect["valid"] == .bool(true)
      #expect(((try? PaymentURI(parsing: uri)) != nil) == isValid, "\(item.name)")
    }
  }

  @Test func `amount, label and message are read, and the label is foreign text`() throws {
    let uri = try PaymentURI(
      parsing: "BITCOIN:\(Desk.elsewhere.uppercased())?AMOUNT=.5&label=Lu%1b[2Jke&message=a%20b&x=1"
    )
    #expect(uri.amount?.satoshis == 50_000_000)
    #expect(try uri.address(on: .regtest).string == Desk.elsewhere)
    let words = try #require(uri.words)
    #expect(words.contains("a b") && !words.contains("\u{1b}"))
    for wrong in [
      "amount=1e3", "amount=-1", "amount=1,5", "amount=0.123456789", "amount=21000001",
      "amount=5sat", "amount=", "label=%zz", "label=%ff", "req-x=1",
    ] {
      #expect(throws: ProgramError.self, "\(wrong)") {
        try PaymentURI(parsing: "bitcoin:\(Desk.elsewhere)?\(wrong)")
      }
    }
  }

  @Test func `a request is paid as it says, and nothing is guessed`() async throws {
    let desk = try await Desk.practising("0.5")
    let pay = { (to: String, name: String) in
      ["pay", "savings", "--to", to, "--fee-rate", "5", "--out", desk.path(name), "--json"]
    }
    let uri = "bitcoin:\(Desk.elsewhere)?amount=0.1&label=shop"
    let built = await desk.execute(pay(uri, "1.psbt"))
    #expect(built.code == .done, "\(built.err)")
    let paid = built.json["outputs"]?.arrayValue?.first { $0["change"] == .bool(false) }
    #expect(paid?["address"]?.stringValue == Desk.elsewhere)
    #expect(paid?["amount"]?.intValue == 10_000_000)
    #expect(built.err.contains("The request describes itself as: shop"))
    await desk.run("cancel", "1", "--yes")
    let behind = await desk.execute(pay("bitcoin:\(Desk.elsewhere)=0.2BTC", "2.psbt"))
    #expect(behind.code == .done, "\(behind.err)")
    await desk.run("cancel", "2", "--yes")
    await desk.fails(
      pay("bitcoin:\(Desk.elsewhere)", "x.psbt"), saying: "names no amount", code: .wrongUsage)
    await desk.fails(
      pay("bitcoin:?lightning=lnbc1&amount=0.1", "x.psbt"), saying: "only by lightning")
    await desk.fails(
      pay("bitcoin:?bc=bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4&amount=0.1", "x.psbt"),
      saying: "no address on regtest")
    // One wrong letter is shown where it is.
    let wrong = Desk.elsewhere.replacing("6qejx", with: "6qeqx")
    await desk.fails(
      pay("\(wrong)=0.1", "x.psbt"), saying: "most likely at character 15: bcrt1qw508d6qe[q]xtdg")
  }
}
