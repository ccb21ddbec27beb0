import TerminalUI
import TestSupport
import Testing

@testable import OnlineCoordinator

/// What the lists say on terminals without room for them.
@Suite struct `Lists of the coordinator on narrow terminals` {
  private static let payee = Desk.elsewhere

  private static func desk() async throws -> Desk {
    let desk = try await Desk.practising("0.5", "0.25")
    let paid = await desk.run(
      "pay", "savings", "--to", "\(payee)=0.1", "--fee-rate", "5", "--out", desk.path("1.psbt"))
    try #require(paid.code == .done, "\(paid.err)")
    return desk
  }

  @Test(arguments: [60, 80])
  func `every table fits, and no recipient, amount or number is left out`(columns: Int) async throws
  {
    let desk = try await Self.desk()
    for command in [
      "payments", "coins", "history", "wallet list", "balance", "settings", "node list",
    ] {
      let needsWallet = ["coins", "history", "balance"].contains(command)
      let arguments =
        command.split(separator: " ").map(String.init) + (needsWallet ? ["savings"] : [])
      let ran = await desk.execute(arguments, columns: columns)
      #expect(ran.code == .done, "\(ran.err)")
      #expect(linesTooWide(ran.out, columns: columns) == [], "\(command)")
      #expect(linesTooWide(ran.err, columns: columns) == [], "\(command)")
      switch command {
      case "payments":
        #expect(ran.out.contains(Self.payee) && ran.out.contains("0.10000000"), "\(ran.out)")
        #expect(ran.out.contains("fee sat") && ran.out.contains("\n1  "))
      case "coins", "history":
        #expect(ran.out.contains("0.50000000") && ran.out.contains("0.25000000"), "\(ran.out)")
      default: break
      }
    }
    // What stands in a table before a question, and in a result.
    let paid = await desk.run(
      "pay", "savings", "--to", "\(Self.payee)=0.2", "--fee-rate", "5", "--out",
      desk.path("2.psbt"),
      columns: columns)
    #expect(paid.out.contains(Self.payee) && paid.out.contains("0.20000000"), "\(paid.out)")
    #expect(linesTooWide(paid.out, columns: columns) == [])
  }

  @Test func `coins keep their names at 80 columns, and a line says what is left out at 60`()
    async throws
  {
    let desk = try await Self.desk()
    let piped = await desk.run("coins", "savings")
    #expect(piped.out.hasPrefix("   coin  "))
    let names = piped.out.split(separator: "\n").dropFirst().compactMap {
      $0.split(separator: " ").dropFirst().first
    }
    #expect(names.count == 2)
    let wide = await desk.run("coins", "savings", columns: 80)
    for name in names { #expect(wide.out.contains("\n    \(name)"), "\(wide.out)") }
    #expect(!wide.out.contains("Left out"))
    let narrow = await desk.run("coins", "savings", columns: 60)
    #expect(narrow.out.contains("Left out, to fit 60 columns: coin"), "\(narrow.out)")
    for name in names { #expect(!narrow.out.contains(name.prefix(20))) }
  }
}
