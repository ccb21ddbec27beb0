import Testing
import TextLayout

@testable import SignerDesk

struct DeskViewTests {
  @Test func `the first row says where one is and that it is a rehearsal, the last one the keys`()
    throws
  {
    var desk = try Sample.open()
    _ = desk.press("42")
    let rows = desk.drawn()
    #expect(rows.count == 24)
    #expect(rows[0].hasPrefix("Signer: Home > Seeds > family "))
    #expect(rows[0].hasSuffix("REHEARSAL on signet"))
    #expect(rows[0].count == 80)
    #expect(rows[23].contains("Esc goes back"))
    #expect(rows[23].contains("l locks"))
  }

  /// Every state of a desk that has a vault: closed for each reason, and each page that a few keys lead to.
  private func screens(mainnet: Bool) throws -> [[String]] {
    var closed = Desk(Sample.home(mainnet: mainnet))
    var drawn: [[String]] = []
    let reasons: [Desk.Closed] = [
      .byPerson, .justMade, .passphraseChanged, .idle(minutes: 10), .machine([]), .notIsolated([]),
      .failed("error: it is wrong"),
    ]
    for reason in reasons {
      closed.close(reason)
      for (columns, rows) in [(80, 24), (200, 60), (40, 10)] {
        drawn.append(closed.drawn(columns, rows))
      }
    }
    var status = Sample.status
    if mainnet { status = status.replacing("\"signet\"", with: "\"mainnet\"") }
    var desk = Desk(Sample.home(mainnet: mainnet))
    for first in "123456789" {
      for second in "123456789" {
        desk.open(status: try Sample.full(status))
        drawn.append(desk.drawn())
        _ = desk.press("\(first)")
        drawn.append(desk.drawn(40, 10))
        _ = desk.press("\(second)")
        drawn.append(desk.drawn())
      }
    }
    return drawn
  }

  @Test func `no screen of a home for practice leaves it out, and none of another one says it`()
    throws
  {
    let practice = try screens(mainnet: false)
    #expect(practice.count > 200)
    for rows in practice { #expect(rows[0].contains("REHEARSAL"), "\(rows)") }
    for rows in try screens(mainnet: true) {
      #expect(!rows.joined().contains("REHEARSAL"), "\(rows)")
    }
    #expect(!Desk(Sample.home(vault: false)).drawn().joined().contains("REHEARSAL"))
    #expect(try Sample.full().marked("Open the vault") == "REHEARSAL on signet. Open the vault")
    #expect(Sample.home().marked("Open the vault") == "REHEARSAL. Open the vault")
    #expect(Sample.home(mainnet: true).marked("Open the vault") == "Open the vault")
    // The home that is being made, before there is one.
    let none = Sample.home(vault: false)
    for (network, marked) in [
      ("testnet4", "REHEARSAL on testnet4. Make it"), ("mainnet", "Make it"),
    ] {
      let deed = DeskDeed("Make the vault", ["init", "--network", network], opensVault: false)
      #expect(none.marked("Make it", of: deed) == marked)
    }
    // What may be about real coins all the same says itself which it is.
    for (command, marked) in [("sign", "Begin"), ("log", "REHEARSAL on signet. Begin")] {
      #expect(try Sample.full().marked("Begin", of: DeskDeed("It", [command, "list"])) == marked)
    }
  }

  @Test func `of a way that is too long whole pages are left out`() throws {
    var desk = try Sample.open()
    _ = desk.press("443")
    _ = desk.press("7")
    _ = desk.press("73c5da0a")
    _ = desk.take([.enter])
    _ = desk.press("1")
    #expect(desk.titles.count == 7)
    for columns in 80...100 {
      let way = desk.drawn(columns)[0].split(separator: "  ")[0]
      let shown = way.replacing("Signer: ", with: "").replacing("... > ", with: "")
      #expect(desk.titles.joined(separator: " > ").hasSuffix(shown), "\(way)")
      #expect(desk.titles.contains { shown.hasPrefix($0) }, "\(way)")
    }
  }

  @Test func `addresses on a page are as on the network`() throws {
    for (network, expected) in [
      ("mainnet", "bc1q..."), ("regtest", "bcrt1q..."), ("signet", "tb1q..."),
    ] {
      var desk = Desk(Sample.home(mainnet: network == "mainnet"))
      desk.open(status: try Sample.full(Sample.status.replacing("signet", with: network)))
      _ = desk.press("413")
      #expect(desk.drawn().contains { $0.contains("native segwit, \(expected)") }, "\(network)")
    }
  }

  @Test func `a plain terminal gets ASCII alone`() throws {
    let rows = try Sample.open().drawn(plain: true)
    #expect(rows.allSatisfy { $0.utf8.allSatisfy { (0x20..<0x7f).contains($0) } })
  }

  @Test(arguments: [(10, 5), (79, 30), (100, 21), (1, 1)])
  func `too small a terminal shows nothing but that`(columns: Int, rows: Int) throws {
    let drawn = try Sample.open().drawn(columns, rows)
    #expect(drawn.count == rows)
    #expect(!drawn.joined().contains("savings"))
    #expect(columns < 10 || drawn.joined(separator: " ").contains("Make"))
  }

  @Test func `a list that is longer than the screen shows the chosen one and how many there are`()
    throws
  {
    var desk = try Sample.open()
    var status = try Sample.full()
    status.seeds = (0..<100).map { number in
      DeskHome.Seed(
        name: "seed-\(number)", fingerprint: "00000000", kind: "12 words", hasWords: true,
        isSingleKey: false,
        isReadBack: true, verified: nil, nextDrill: nil)
    }
    desk.refresh(status)
    _ = desk.press("4")
    for _ in 0..<50 { _ = desk.take([.down]) }
    let rows = desk.drawn()
    #expect(rows.count == 24)
    #expect(rows.contains { $0.hasPrefix("\u{25b6}") && $0.contains("seed-50") })
    #expect(rows.contains { $0.contains("more above") })
    #expect(rows.contains { $0.contains("more below") })
  }

  @Test func `a name on a stick that would steer the terminal is shown, not obeyed`() throws {
    struct Hostile: DeskFiles {
      var own: String? { nil }
      func sticks() -> [String] { ["/media/a\u{1b}[2J"] }
      func entries(of folder: String) -> DeskListing {
        .entries([DeskEntry(name: "pay\u{202e}tbsp.\n\u{1b}]0;x\u{7}.psbt", isFolder: false)])
      }
      func printers() -> [String] { [] }
    }
    var home = try Sample.full()
    home.files = Hostile()
    var desk = Desk(home)
    desk.open(status: home)
    _ = desk.press("12")
    for _ in 0..<2 {
      for row in desk.drawn() {
        #expect(row.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202e })
      }
      _ = desk.press("1")
    }
    #expect(desk.titles.last == "Answer")
    #expect(desk.drawn().contains { $0.contains("\\u{1b}") })
  }
}
