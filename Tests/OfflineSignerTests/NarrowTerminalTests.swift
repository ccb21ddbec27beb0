import TerminalUI
import TestSupport
import Testing

@testable import OfflineSigner

/// What the lists say on terminals without room for them.
@Suite struct `Lists of the signer on narrow terminals` {
  private static func desk() throws -> Desk {
    let desk = try Desk.withSeed()
    let unsigned = try desk.write(PaymentFixture().psbt(from: desk.account("wpkh")))
    let signed = desk.run("sign", unsigned, "--out", desk.path("signed.psbt"), "--yes")
    try #require(signed.code == .done, "\(signed.err)")
    return desk
  }

  @Test(arguments: [60, 80])
  func `every table fits, and no name, amount or number is left out`(columns: Int) throws {
    let desk = try Self.desk()
    // What the doctor finds has long paths in it, which make its column as wide as they are.
    let commands =
      ["seed list", "wallet list", "log", "vault settings"] + (columns < 80 ? [] : ["doctor"])
    for command in commands {
      let ran = desk.run(
        command.split(separator: " ").map(String.init), answers: [], size: (columns, 24),
        isOnTerminal: true)
      #expect(ran.code == .done, "\(command): \(ran.err)")
      #expect(linesTooWide(ran.out, columns: columns) == [], "\(command)")
      #expect(linesTooWide(ran.err, columns: columns) == [], "\(command)")
      switch command {
      case "seed list": #expect(ran.out.contains("first") && ran.out.contains("FINGERPRINT"))
      case "wallet list":
        #expect(ran.out.contains("first-wpkh-0"))
        #expect(ran.out.contains("Left out, to fit \(columns) columns: DESCRIPTOR."), "\(ran.out)")
      case "log": #expect(ran.out.contains("0.12000000"), "\(ran.out)")
      default: break
      }
    }
    #expect(desk.run("wallet", "list").out.contains("wpkh(["))
  }

  @Test(arguments: [60, 80])
  func `a review and a wallet's page fit`(columns: Int) throws {
    let desk = try Desk.withSeed()
    let unsigned = try desk.write(PaymentFixture().psbt(from: desk.account("wpkh")))
    let review = desk.run("review", unsigned, columns: columns)
    #expect(review.code == .done, "\(review.err)")
    #expect(linesTooWide(review.out, columns: columns) == [])
    #expect(review.out.contains("Leaving us") && review.out.contains(" vB"))
    let page = desk.run("wallet", "show", "first-wpkh-0", columns: columns)
    // The descriptor of one key stands beside its label, whole: it is copied.
    let others = page.out.split(separator: "\n").filter { !$0.hasPrefix("Descriptor ") }
    #expect(linesTooWide(others.joined(separator: "\n"), columns: columns) == [])
    #expect(page.out.contains("Descriptor     wpkh(["))
  }
}
