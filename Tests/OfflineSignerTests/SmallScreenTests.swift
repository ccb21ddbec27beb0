import TerminalUI
import Testing

@testable import OfflineSigner

/// QR codes on terminals that are too small for them.
@Suite struct SmallScreenTests {
  @Test func `a terminal too small for a symbol says how large it must be, and what to do instead`()
    throws
  {
    let desk = try Desk.withSeed()
    _ = desk.run(
      "account", "export", "first", "--script", "wpkh", "--out", desk.path("account.txt"))
    let address = desk.run(
      "address", "show", "first-wpkh-0", "0", "--qr", answers: [], size: (30, 10))
    #expect(address.code == .failed, "\(address.err)")
    let sentence = /takes at least \d+ columns and \d+ rows, and the terminal has 30 and 10/
    #expect(address.err.contains(sentence), "\(address.err)")
    // It has no --out: its hint must not offer one.
    #expect(!address.err.contains("--out") && address.err.contains("leave --qr out"))
    #expect(address.out.contains("bcrt1q"), "the address stands there as text")
    let file = try desk.write("\(PaymentFixture().destination)\n", to: "address.txt")
    let symbol = desk.run("qr", "show", file, answers: [], size: (30, 10))
    #expect(symbol.err.contains(sentence) && symbol.err.contains("--out FILE.gif"), "\(symbol.err)")
  }
}
