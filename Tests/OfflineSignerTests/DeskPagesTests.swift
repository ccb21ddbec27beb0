import ArgumentParser
import Bytes
import SignerHome
import TerminalUI
import TestSupport
import Testing

@testable import OfflineSigner
@testable import SignerDesk

/// The pages of the desk with a real home: what each says, and the commands that it runs.
struct DeskPagesTests {
  @Test func `status says what the desk knows of a home, and no secret`() throws {
    let home = try DeskWalk.home()
    #expect(home.network == "regtest")
    #expect(home.mark.hasPrefix("REHEARSAL on "))
    #expect(home.seeds.map(\.name) == ["first"])
    #expect(home.wallets.map(\.name) == ["first-wpkh-0"])
    #expect(home.settings.contains { $0.name == "desk-lock-minutes" && $0.value == 10 })
    #expect(home.lockMinutes == 10)
  }

  /// What a menu runs is a command that exists, with options that it takes.
  @Test func `every command of the desk is one`() throws {
    let deeds = try DeskWalk.deeds()
    #expect(deeds.count > 100)
    for deed in deeds {
      #expect(throws: Never.self, "\(deed.commandLine)") {
        _ = try OfflineSigner.parseAsRoot(
          deed.arguments + (deed.opensVault ? ["--passphrase-fd", "3"] : []))
      }
    }
    let roots = Set(deeds.map { $0.arguments[0] })
    #expect(
      roots == [
        "account", "address", "backup", "doctor", "init", "log", "message", "review", "seed",
        "sheet",
        "sign", "vault", "wallet", "wipe",
      ])
  }

  /// Every page that can be reached, on the smallest terminal of the issue.
  @Test(arguments: [(80, 24), (100, 30), (200, 60), (80, 22)])
  func `nothing of any page is cut off`(columns: Int, rows: Int) throws {
    for walk in try DeskWalk.all() {
      let content = walk.page.content(walk.home)
      var desk = SignerDesk.Desk(walk.home)
      desk.open(status: walk.home)
      let view = DeskView(desk, showing: walk.page, columns: columns, rows: rows)
      let text = view.rows.joined(separator: " ").split(separator: " ").joined(separator: " ")
      for line in content.lines {
        let words = line.split(whereSeparator: { $0 == " " || $0 == "\n" }).joined(separator: " ")
        #expect(text.contains(words), "\(walk.way): \(line)")
      }
      guard case .menu(let items) = content.body, items.count <= 12 else { continue }
      for item in items {
        #expect(text.contains(item.label), "\(walk.way): \(item.label)")
        let note = item.note.split(separator: " ").joined(separator: " ")
        #expect(text.contains(note), "\(walk.way): \(item.note)")
      }
    }
  }
}

/// The pages that can be reached from the first ones.
struct DeskWalk {
  let home: DeskHome
  let page: DeskPage
  let way: String

  private static let bare = DeskHome(
    hasVault: false, isMainnet: false, files: SomeFiles(), printsThroughCUPS: true,
    isName: { EntryName($0) != nil }, now: { 1_796_000_000 })

  private static let made = Result { try makeHome() }

  /// A home as `status` describes it.
  static func home() throws -> DeskHome { try made.get() }

  private static func makeHome() throws -> DeskHome {
    let desk = try Desk.withSeed()
    let exported = desk.run(
      "account", "export", "first", "--script", "wpkh", "--out", desk.path("account.txt"))
    try #require(exported.code == .done, "\(exported.err)")
    let run = desk.run("status", "--json")
    try #require(run.code == .done, "\(run.err)")
    #expect(!run.out.contains("abandon"))
    var home = DeskHome(
      hasVault: true, isMainnet: false, files: SomeFiles(), printsThroughCUPS: true,
      isName: { EntryName($0) != nil }, now: { 1_796_000_000 })
    let isTaken = home.take(status: run.json)
    try #require(isTaken)
    return home
  }

  static func all() throws -> [DeskWalk] {
    var found: [DeskWalk] = []
    for (home, page) in [
      (try home(), DeskPage.home), (bare, .welcome), (try home(), .recovery),
    ] {
      walk(DeskWalk(home: home, page: page, way: page.title), depth: 0, into: &found)
    }
    return found
  }

  /// The commands that can be reached.
  static func deeds() throws -> [DeskDeed] {
    try all().flatMap { walk in
      walk.moves.compactMap { move in
        switch move {
        case .run(let deed), .runThen(let deed, _): deed
        default: nil
        }
      }
    }
  }

  private var moves: [DeskMove] {
    switch page.content(home).body {
    case .menu(let items): items.map(\.move)
    case .field(let field):
      ["5", "fresh", "pay.psbt", "bc1qexampleexampleexample"].filter { field.fault($0) == nil }
        .map { field.then($0) }
    }
  }

  private static func walk(_ walk: DeskWalk, depth: Int, into found: inout [DeskWalk]) {
    guard depth < 7 else { return }
    // Pages of the same way are the same.
    guard !found.contains(where: { $0.way == walk.way }) else { return }
    found.append(walk)
    for move in walk.moves {
      let next: DeskPage
      switch move {
      case .open(let page), .runThen(_, let page): next = page
      default: continue
      }
      let key = "\(walk.page.title) > \(next.title)"
      guard !found.contains(where: { $0.way.hasSuffix(key) }) else { continue }
      Self.walk(
        DeskWalk(home: walk.home, page: next, way: "\(walk.way) > \(next.title)"), depth: depth + 1,
        into: &found)
    }
  }
}

/// A machine with a stick and a printer.
private struct SomeFiles: DeskFiles {
  var own: String? { "/home/alice" }

  func sticks() -> [String] { ["/media/alice/STICK"] }
  func entries(of folder: String) -> DeskListing {
    .entries([
      DeskEntry(name: "pay.psbt", isFolder: false), DeskEntry(name: "scan.png", isFolder: false),
    ])
  }
  func printers() -> [String] { ["/dev/usb/lp0"] }
}

extension DeskView {
  /// As if one had come to a page.
  init(_ desk: SignerDesk.Desk, showing page: DeskPage, columns: Int, rows: Int) {
    var desk = desk
    desk.show(page)
    self.init(desk, columns: columns, rows: rows, isPlain: false)
  }
}

extension SignerDesk.Desk {
  mutating func show(_ page: DeskPage) { push(page) }
}
