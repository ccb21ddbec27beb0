import Foundation
import TerminalUI
import Testing

@testable import OfflineSigner

/// Wallets read from several pages: of each it is said what it shows.
@Suite struct WalletPileTests {
  @Test func `a wallet is read from its printed pages, and each is named`() throws {
    let desk = try Desk.withSeed()
    try `Pages of wallets`.register("village", keys: 14, on: desk)
    let folder = try desk.print("public", of: "village")
    #expect(desk.run("wallet", "remove", "village", "--yes").code == .done)
    let options = ["--accept", "R23", "--yes"]
    let ran = desk.run(["wallet", "register", "village", "--from", folder] + options)
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.err.hasPrefix("Pages:\n  page-1.png: all 4 parts of a descriptor, checksum "))
    #expect(ran.err.contains("\n  page-2.png: only the mark of a sheet\n"), "\(ran.err)")
    // One picture needs no list.
    let one = desk.run(["wallet", "register", "again", "--from", "\(folder)/page-1.png"] + options)
    #expect(!one.err.contains("Pages:"), "\(one.err)")
  }
}
