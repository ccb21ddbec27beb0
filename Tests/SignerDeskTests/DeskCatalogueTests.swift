import Testing

@testable import SignerDesk

/// Goes along every way through the menus and fills in every line; collects the commands at their ends.
private struct Stroll {
  /// What a person may type: the first that a line takes.
  private static let typed = [
    "shop", "7", "10000", "/media/alice/STICK/other.psbt", "tb1qexampleexampleexampleexample",
    "Office", "253110e5",
  ]
  private static let longest = 9

  private(set) var deeds: [DeskDeed] = []
  private let home: DeskHome

  init(_ home: DeskHome, from page: DeskPage) {
    self.home = home
    visit(page, [])
  }

  private mutating func visit(_ page: DeskPage, _ way: [String]) {
    guard way.count < Self.longest else { return }
    let content = page.content(home)
    switch content.body {
    case .menu(let items):
      // From there one has gone on already.
      guard !way.contains(page.title) else { return }
      for item in items { follow(item.move, way + [page.title]) }
    case .field(let field):
      let texts = Self.typed.filter { field.fault($0) == nil }
      #expect(!texts.isEmpty, "\(way)")
      for text in texts { follow(field.then(text), way + [page.title]) }
    }
  }

  private mutating func follow(_ move: DeskMove, _ way: [String]) {
    switch move {
    case .again, .back: return
    case .open(let page): visit(page, way)
    case .run(let deed): deeds.append(deed)
    case .runThen(let deed, let page):
      deeds.append(deed)
      visit(page, way)
    }
  }
}

struct DeskCatalogueTests {
  /// As names of seeds and wallets are: letters, digits and signs between them.
  @Sendable private static func isName(_ text: String) -> Bool {
    text.first?.isLetter == true && text.count <= 64 && !text.contains { " /;".contains($0) }
  }

  private let catalogue = DeskCatalogue(isName: Self.isName)

  /// Every command at the end of a way through the menus, with a vault and without.
  private func deeds() throws -> [DeskDeed] {
    var (full, none) = (try Sample.full(), Sample.home(vault: false))
    (full.isName, none.isName) = (Self.isName, Self.isName)
    var single = try Sample.withSingleKey()
    single.isName = Self.isName
    var bare = full
    (bare.seeds, bare.wallets, bare.sheets) = ([], [], [])
    return Stroll(full, from: .home).deeds + Stroll(none, from: .welcome).deeds
      + Stroll(bare, from: .home).deeds + Stroll(single, from: .home).deeds
  }

  /// One of each form.
  private func samples() throws -> [DeskDeed] {
    var samples: [Int: DeskDeed] = [:]
    for deed in try deeds() {
      if let form = catalogue.form(of: deed) { samples[form] = deed }
    }
    return samples.sorted { $0.key < $1.key }.map(\.value)
  }

  @Test func `has every command that a page can run, and no form that none does`() throws {
    let deeds = try deeds()
    #expect(deeds.count > 100)
    var used: Set<Int> = []
    for deed in deeds {
      let form = catalogue.form(of: deed)
      #expect(form != nil, "\(deed.title): \(deed.commandLine)")
      if let form { used.insert(form) }
    }
    #expect(used == Set(0..<DeskCatalogue.count))
  }

  @Test func `takes no command with an option more, in any place`() throws {
    let added = [
      "--yes", "--accept", "--accept=R14", "--passphrase-file", "--passphrase-fd", "--json",
      "--help",
      "--seeds-passphrase-file=/x", "--", "-",
    ]
    for deed in try samples() {
      for option in added {
        for place in 0...deed.arguments.count {
          var arguments = deed.arguments
          arguments.insert(option, at: place)
          #expect(
            !catalogue.has(deed.with(arguments)), "\(deed.title): \(arguments)")
          guard place < deed.arguments.count else { continue }
          arguments.remove(at: place + 1)
          #expect(
            arguments == deed.arguments || !catalogue.has(deed.with(arguments)),
            "\(deed.title): \(arguments)")
        }
      }
    }
  }

  @Test func `takes none under another title, and hands no passphrase to what needs none`() throws {
    for deed in try samples() {
      #expect(!catalogue.has(DeskDeed("Another", deed.arguments, opensVault: deed.opensVault)))
      #expect(
        !catalogue.has(DeskDeed(deed.title, deed.arguments, opensVault: !deed.opensVault)),
        "\(deed.commandLine)")
    }
  }

  @Test func `bounds what was chosen or typed`() {
    func has(_ arguments: String...) -> Bool {
      let titles = [
        "sign": "Sign a payment", "account": "Hand an account over", "vault": "Change a setting",
        "sheet": "Print a sheet", "wallet": "Show a wallet", "seed": "Split a seed",
      ]
      return catalogue.has(DeskDeed(titles[arguments[0]] ?? "", arguments))
    }
    let long = String(repeating: "a", count: DeskCatalogue.longestArgument)
    #expect(has("sign", long, "--out", "terminal"))
    #expect(!has("sign", long + "a", "--out", "terminal"))
    #expect(!has("sign", "", "--out", "terminal"))
    #expect(!has("sign", "a\0b", "--out", "terminal"))
    #expect(!has("wallet", "show", "two words"))
    #expect(!has("wallet", "show", "/etc/passwd"))
    for (number, isOne) in [
      ("0", true), ("999999", true), ("1000000", false), ("-1", false), ("", false),
      ("\u{663}", false),
      ("1 ", false),
    ] {
      #expect(
        has("account", "export", "a", "--script", "wpkh", "--account", number, "--out", "x")
          == isOne,
        "\(number)")
    }
    for (fingerprint, isOne) in [
      ("253110e5", true), ("253110E5", true), ("253110e", false), ("253110e5 ", false),
      ("--as-xor", false), ("٠٠٠٠", false),
    ] {
      let deed = DeskDeed(
        "Bring a seed in",
        ["seed", "import", "a", "--from", "terminal", "--fingerprint", fingerprint])
      #expect(catalogue.has(deed) == isOne, "\(fingerprint)")
    }
    #expect(has("vault", "settings", "desk-lock-minutes", "240"))
    #expect(!has("vault", "settings", "desk-lock-minutes", "-1"))
    #expect(!has("vault", "settings", "desk lock", "1"))
    #expect(!has("seed", "split", "a", "--as", "xor", "--shares", "1-of-9"))
    for (device, isOne) in [
      ("/dev/usb/lp0", true), ("/dev/usb/lp", false), ("/dev/usb/lp0/../../sda", false),
      ("/dev/sda", false),
    ] {
      #expect(
        has("sheet", "print", "a", "--kind", "full", "--out", device, "--printer-takes", "pdf")
          == isOne, "\(device)")
    }
  }

  @Test func `a folder to be listed has a path, and is no option`() {
    for (path, isOne) in [
      ("/media/x", true), ("./-a", true), ("-a", false), ("--help", false), ("", false),
      ("-\u{301}yes", false),
    ] {
      #expect(DeskCatalogue.isPath(path) == isOne, "\(path)")
    }
  }
}

extension DeskDeed {
  fileprivate func with(_ arguments: [String]) -> DeskDeed {
    DeskDeed(title, arguments, opensVault: opensVault)
  }
}
