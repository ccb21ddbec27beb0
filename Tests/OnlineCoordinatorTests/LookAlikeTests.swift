import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import TerminalUI
import Testing
import WalletStorage
import WalletTypes

@testable import OnlineCoordinator

/// Addresses that were made to be copied by mistake (R30).
@Suite struct LookAlikeTests {
  /// Begins and ends as ``Desk/elsewhere`` does: made with the checksum, which is linear.
  private static let poison = "bcrt1qw508d6qejxtg6n84r3zarvary0c5xw7k9nt080"

  private static func pay(_ desk: Desk, _ address: String, _ more: String...) -> [String] {
    [
      "pay", "savings", "--to", "\(address)=0.1", "--fee-rate", "5", "--json", "--out",
      desk.path("\(address.suffix(8))-\(more.count).psbt"),
    ] + more
  }

  @Test func `a recipient that looks like an earlier one needs a sentence, with both shown whole`()
    async throws
  {
    let desk = try await Desk.practising("0.5", "0.4", "0.3")
    try #require(await desk.execute(Self.pay(desk, Desk.elsewhere)).code == .done)
    let refused = await desk.fails(Self.pay(desk, Self.poison), saying: "R30")
    let both = try [Self.poison, Desk.elsewhere].map {
      try Address(parsing: $0, on: .regtest).grouped
    }
    #expect(
      refused.err.contains("the recipient: \(both[0]) known here: \(both[1])"), "\(refused.err)")
    #expect(refused.err.contains("payment 1") && refused.err.contains("--accept look-alike"))
    // Neither another consent nor a careless answer does.
    await desk.fails(Self.pay(desk, Self.poison, "--accept", "R30"), saying: "looks like")
    let yes = await desk.execute(Self.pay(desk, Self.poison), answers: ["yes"])
    #expect(
      yes.code != .done && both.allSatisfy { yes.terminal.contains("\n  \($0)\n") },
      "\(yes.terminal)")
    let typed = await desk.execute(
      Self.pay(desk, Self.poison), answers: ["I compared the whole address"])
    #expect(typed.code == .done, "\(typed.err)")
    let script = await desk.execute(Self.pay(desk, Self.poison, "--accept", "look-alike"))
    #expect(script.err.contains("accepted look-alike") || script.code == .done, "\(script.err)")
  }

  @Test func `a draft that nobody signed does not make the false address a known one`()
    async throws
  {
    let desk = try await Desk.practising("0.5", "0.4", "0.3")
    await desk.execute(Self.pay(desk, Desk.elsewhere))
    await desk.execute(Self.pay(desk, Self.poison, "--accept", "look-alike"))
    await desk.run("cancel", "2", "--yes")
    await desk.fails(Self.pay(desk, Self.poison), saying: "looks like")
    // And the right one looks like the false one now.
    await desk.fails(Self.pay(desk, Desk.elsewhere, "--accept", "R33"), saying: "looks like")
    // A label proves nothing: it may be the warning itself.
    await desk.run("label", "savings", Self.poison, "SCAM")
    await desk.fails(Self.pay(desk, Self.poison, "--no-sync"), saying: "looks like")
  }

  @Test(arguments: [
    // P2WSH and P2WPKH.
    ("bcrt1qw5088888888888888888888888888yequ888888888888888888sygt080", Desk.elsewhere)
  ])
  func `addresses of other lengths are found among what is known`(known: String, paid: String)
    async throws
  {
    let desk = try await Desk.practising("0.5")
    await desk.run("label", "savings", known, "the landlord")
    let refused = await desk.fails(Self.pay(desk, paid), saying: "looks like")
    #expect(refused.err.contains("an address that has a label in savings"), "\(refused.err)")
  }

  @Test func `an address that only the chain knows as paid is a known one`() async throws {
    let home = try await SentPaymentTests.Home("0.5", "0.3")
    let number = try await home.complete("--fee-rate", "5")
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    await home.desk.run("rehearse", "mine")
    await home.desk.run("sync", "alone")
    let store = try Store(path: home.desk.path("home/coordinator.sqlite"))
    let wallet = try #require(try store.wallets().first { $0.name == "alone" })
    var paid: [PaidScript] = []
    try store.forEachPaidScript(of: wallet) {
      if Address(script: $0.script, network: .regtest)?.string == Desk.elsewhere { paid.append($0) }
    }
    #expect(paid.count == 1 && paid.allSatisfy(\.isOwn))
  }

  @Test func `a tiny coin that came with a look-alike is marked in coins and in the history`()
    async throws
  {
    let home = try await SentPaymentTests.Home("0.5")
    let address = try #require(
      await home.desk.run("receive", "alone", "--json").json["address"]?.stringValue)
    // Somebody else, on the same chain, pays a few satoshis and the false address.
    let other = try Desk()
    try FileManager.default.copyItem(atPath: home.desk.path("home"), toPath: other.path("home"))
    let mallory = Person(number: 12)
    await other.run("wallet", "create", "mallory", "wpkh(\(try mallory.hex()))", "--accept", "R07")
    let funded = await other.run("receive", "mallory", "--json").json["address"]?.stringValue
    await other.run("rehearse", "fund", try #require(funded), "0.3")
    await other.run("rehearse", "mine")
    await other.run("sync", "mallory")
    let (file, signed) = (other.path("a.psbt"), other.path("b.psbt"))
    let built = await other.run(
      "pay", "mallory", "--to", "\(address)=700sat", "--to", "\(Self.poison)=0.1", "--fee-rate",
      "5",
      "--out", file)
    try #require(built.code == .done, "\(built.err)")
    let packet = try PSBT(decoding: [UInt8](Data(contentsOf: URL(filePath: file))))
    try Data(mallory.sign(packet).encoded()).write(to: URL(filePath: signed))
    try #require(await other.run("collect", signed).code == .done)
    try #require(await other.run("broadcast", "1", "--yes").code == .done)
    await other.run("rehearse", "mine")
    let chain = "home/rehearsal-practice"
    try FileManager.default.removeItem(atPath: home.desk.path(chain))
    try FileManager.default.copyItem(atPath: other.path(chain), toPath: home.desk.path(chain))

    // Without an earlier recipient that it looks like nothing is wrong with it.
    await home.desk.run("sync", "alone")
    func marked(_ command: String) async -> [Bool?] {
      (await home.desk.run(command, "alone", "--json").json.arrayValue ?? [])
        .map { $0["lookAlike"]?.boolValue }
    }
    #expect(await marked("coins") == [false, false])
    let (paid, _) = try await home.pay("--fee-rate", "5")
    try #require(paid.code == .done, "\(paid.err)")
    #expect(await marked("coins") == [false, true])
    #expect(await marked("history") == [true, false])
    for command in ["coins", "history"] {
      let ran = await home.desk.run(command, "alone")
      #expect(ran.out.contains("LOOK-ALIKE"), "\(ran.out)")
      #expect(
        ran.err.contains("\(Self.poison), which looks like \(Desk.elsewhere)"), "\(ran.err)")
    }
  }

  @Test(arguments: [
    ("bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", poison, true),
    (
      "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080",
      "bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry", false
    ),
  ])
  func `both ends count, what every address of a kind begins with does not`(
    first: String, second: String, isAlike: Bool
  ) throws {
    let looks = try [first, second].map { text in
      try #require(LookAlikes.Look(Address(parsing: text, on: .regtest)))
    }
    #expect((looks[0] == looks[1]) == isAlike)
    #expect(looks[0].kind == "bcrt1q" && looks[0].start == "w508" && looks[0].end == "t080")
    let base58 = try #require(
      LookAlikes.Look(Address(parsing: "mkTLbm2sWCBSfbAZmQDco877B7RRrafoLn", on: .regtest)))
    #expect(base58.kind == "m" && base58.start == "kTLb" && base58.end == "foLn")
  }
}
