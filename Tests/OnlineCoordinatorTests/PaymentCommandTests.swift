import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import TerminalUI
import Testing

@Suite struct PaymentCommandTests {
  @Test func `a payment is built, listed and given up`() async throws {
    let desk = try await Desk.practising("0.5")
    let file = desk.path("unsigned.psbt")
    let built = await desk.run(
      "pay", "savings", "--to", "\(Desk.elsewhere)=0.12", "--fee-rate", "5", "--out", file,
      "--json"
    ).json
    #expect(built["payment"]?.intValue == 1)
    #expect(built["fee"]?.intValue == 705 && built["feeRate"]?.numberText == "5")
    #expect(built["inputs"]?.arrayValue?.count == 1)
    #expect(built["outputs"]?.arrayValue?.count == 2)
    #expect(built["change"]?["amount"]?.intValue == 50_000_000 - 12_000_000 - 705)
    let packet = try PSBT(decoding: [UInt8](Data(contentsOf: URL(fileURLWithPath: file))))
    #expect(packet.unsignedTransaction.lockTime.rawValue <= 120)
    // Its only coin is held now.
    await desk.fails(
      [
        "pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--out",
        desk.path("other.psbt"),
      ], saying: "no coin")
    #expect(!FileManager.default.fileExists(atPath: desk.path("other.psbt")))
    #expect(await desk.run("balance", "savings", "--json").json["locked"]?.intValue == 50_000_000)
    let unsigned = await desk.run("collect", file, "--json")
    #expect(unsigned.code == .needsSignatures)
    #expect(unsigned.json["complete"] == false && unsigned.json["missing"]?.intValue == 1)
    await desk.fails(["broadcast", "1"], saying: "draft")
    await desk.fails(["cancel", "1"])
    #expect(await desk.run("cancel", "1", answers: ["no"]).code == .failed)
    #expect(await desk.run("cancel", "1", "--yes").code == .done)
    await desk.fails(["collect", file], saying: "cancelled")
    let states = await desk.run("payments", "--json").json.arrayValue ?? []
    #expect(states.map { $0["state"]?.stringValue } == ["cancelled"])
  }

  @Test func `all that is left goes out, and change indices are not used twice`() async throws {
    let desk = try await Desk.practising("0.5")
    var changes: Set<String> = []
    for number in 1...3 {
      let built = await desk.run(
        "pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "2", "--out",
        desk.path("\(number).psbt"), "--json"
      ).json
      changes.insert(try #require(built["change"]?["address"]?.stringValue))
      await desk.run("cancel", "\(number)", "--yes")
    }
    #expect(changes.count == 3)
    let all = await desk.run(
      "pay", "savings", "--to", "\(Desk.elsewhere)=all", "--fee-rate", "3", "--out", "-")
    #expect(all.out.hasPrefix("cHNidP"))
    let packet = try PSBT(recognizing: Array(all.out.utf8))
    #expect(packet.unsignedTransaction.outputs.count == 1)
  }

  @Test func `payments that make no sense are refused and hold nothing`() async throws {
    let desk = try await Desk.practising("0.5")
    let out = desk.path("x.psbt")
    func refuse(_ more: String..., saying: String = "", code: TerminalUI.ExitCode = .failed) async {
      await desk.fails(["pay", "savings", "--out", out] + more, saying: saying, code: code)
    }
    await refuse(
      "--to", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4=0.1", "--fee-rate", "5",
      saying: "network")
    await refuse("--to", "\(Desk.elsewhere)=1000.0", "--fee-rate", "5", saying: "insufficient")
    await refuse("--to", "\(Desk.elsewhere)=100sat", "--fee-rate", "5", saying: "dust")
    await refuse("--to", "\(Desk.elsewhere)=1", "--fee-rate", "5")
    await refuse("--to", Desk.elsewhere, "--fee-rate", "5", code: .wrongUsage)
    await refuse(
      "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--target", "3", code: .wrongUsage)
    await refuse("--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "0.01", saying: "relays")
    await refuse("--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "-5", code: .wrongUsage)
    await refuse("--to", "\(Desk.elsewhere)=0.1", "--target", "9999", code: .wrongUsage)
    // Of several the wrong one is named.
    await refuse(
      "--to", "\(Desk.elsewhere)=0.1", "--to", "\(Desk.elsewhere)=1", "--fee-rate", "5",
      saying: "--to \(Desk.elsewhere)=1: ")
    await refuse(code: .wrongUsage)
    await desk.fails(
      ["pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--out", "x.bmp"],
      code: .wrongUsage)
    // A folder that is not there: the payment is taken back, its coins are free.
    await desk.fails(
      [
        "pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--out",
        desk.path("no/such/x.psbt"),
      ])
    #expect(
      await desk.run("balance", "savings", "--json").json["spendable"]?.intValue == 50_000_000)
  }

  @Test func `what is no payment of this home is not collected`() async throws {
    let desk = try await Desk.practising("0.5")
    let file = desk.path("unsigned.psbt")
    await desk.run(
      "pay", "savings", "--to", "\(Desk.elsewhere)=0.12", "--fee-rate", "5", "--out", file)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
    let other = try await Desk.practising()
    await other.fails(["collect", file], saying: "no coin known here")
    await other.fails(["collect", Desk.elsewhere], saying: "not a payment")
    for length in stride(from: 0, to: bytes.count, by: 7) {
      let cut = desk.path("cut")
      try Data(bytes.prefix(length)).write(to: URL(fileURLWithPath: cut))
      await desk.fails(["collect", cut])
    }
  }
}
