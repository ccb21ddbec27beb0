import BitcoinPrimitives
import TerminalUI
import Testing

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
    // A label says that somebody knows it.
    await desk.run("label", "savings", Desk.elsewhere, "the landlord")
    let paid = await desk.execute(Self.pay(desk, Desk.elsewhere, "--accept", "R33", "--no-sync"))
    #expect(paid.code == .done, "\(paid.err)")
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
