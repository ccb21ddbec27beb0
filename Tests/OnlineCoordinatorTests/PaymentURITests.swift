import Bytes
import Foundation
import TerminalUI
import Testing

@testable import OnlineCoordinator

/// Requests to be paid, as sites and other wallets write them.
@Suite struct PaymentURITests {
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
      pay("bitcoin:?lightning=lnbc1&amount=0.1", "x.psbt"), saying: "only by a Lightning invoice")
    await desk.fails(
      pay("bitcoin:?bc=bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4&amount=0.1", "x.psbt"),
      saying: "not to regtest")
    // From a file, with what is left out; the label is foreign text.
    try Data("bitcoin:?lightning=lnbc1&bcrt=\(Desk.elsewhere)&amount=0.3&label=a%1b[2Jb\n".utf8)
      .write(to: URL(filePath: desk.path("uri.txt")))
    let read = await desk.execute([
      "pay", "savings", "--to-from", desk.path("uri.txt"), "--fee-rate", "5", "--out",
      desk.path("3.psbt"), "--json",
    ])
    #expect(read.code == .done, "\(read.err)")
    let third = read.json["outputs"]?.arrayValue?.first { $0["change"] == .bool(false) }
    #expect(third?["amount"]?.intValue == 30_000_000)
    #expect(read.err.contains("were left out: a Lightning invoice"))
    #expect(read.err.contains("describes itself as: a") && !read.err.contains("\u{1b}[2J"))
    await desk.run("cancel", "3", "--yes")
    try Data("bitcoin:\(Desk.elsewhere)".utf8).write(to: URL(filePath: desk.path("uri.txt")))
    await desk.fails(
      ["pay", "savings", "--to-from", desk.path("uri.txt"), "--fee-rate", "5", "--out", "x.psbt"],
      saying: "names no amount", code: .wrongUsage)
    // One wrong letter is shown where it is.
    let wrong = Desk.elsewhere.replacing("6qejx", with: "6qeqx")
    await desk.fails(
      pay("\(wrong)=0.1", "x.psbt"), saying: "most likely at character 15: bcrt1qw508d6qe[q]xtdg")
  }
}
