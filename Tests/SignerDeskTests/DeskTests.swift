import Bytes
import Testing

@testable import SignerDesk

struct DeskTests {
  @Test func `a desk with a vault is closed until it was opened, and then at home`() throws {
    var desk = Desk(Sample.home())
    #expect(desk.closed == .byPerson)
    #expect(desk.press("1l") == nil)
    #expect(desk.take([.enter]) == .unlock)
    #expect(desk.take([.character("q")]) == .leave)
    desk.open(status: try Sample.full())
    #expect(desk.closed == nil)
    #expect(desk.titles == ["Home"])
  }

  @Test func `one goes in by number, arrows and Enter, and back by Escape`() throws {
    var desk = try Sample.open()
    #expect(desk.press("4") == nil)
    #expect(desk.titles == ["Home", "Seeds"])
    _ = desk.take([.down])
    _ = desk.take([.enter])
    #expect(desk.titles == ["Home", "Seeds", "family"])
    _ = desk.take([.back])
    _ = desk.take([.back])
    _ = desk.take([.back])
    #expect(desk.titles == ["Home"])
    _ = desk.take([.up])
    _ = desk.take([.up])
    #expect(desk.frames[0].selected == 1)
  }

  @Test func `q leaves from the first page alone, and l locks from every menu`() throws {
    var desk = try Sample.open()
    #expect(desk.press("q") == .leave)
    #expect(desk.press("4q") == nil)
    #expect(desk.press("l") == .lock)
    desk.close(.byPerson)
    #expect(desk.titles == ["Home"])
    #expect(desk.home.seeds.isEmpty)
  }

  @Test func `in a line letters are text, and Ctrl-L locks`() throws {
    var desk = try Sample.open()
    _ = desk.press("43")
    #expect(desk.titles.last == "Make a seed")
    for _ in 0..<20 { _ = desk.take([.erase]) }
    #expect(desk.press("q1l") == nil)
    #expect(desk.frames.last?.text == "q1l")
    #expect(desk.take([.lock]) == .lock)
  }

  @Test func `a stick that gives no answer is said to, and one can look again or go back`() throws {
    var home = try Sample.full()
    home.files = SampleFiles(mounted: ["/media/alice/BROKEN"])
    var desk = Desk(home)
    desk.open(status: home)
    _ = desk.press("121")
    #expect(desk.titles.last == "BROKEN")
    let text = desk.drawn().joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(text.contains("The folder /media/alice/BROKEN gave no answer within 5 seconds."))
    _ = desk.press("2")
    #expect(desk.titles.last == "BROKEN")
    _ = desk.press("1")
    #expect(desk.titles.last == "Payment")
  }

  @Test func `a name that is taken or is none is refused in the line itself`() throws {
    var desk = try Sample.open()
    _ = desk.press("43")
    for _ in 0..<20 { _ = desk.take([.erase]) }
    _ = desk.press("family")
    _ = desk.take([.enter])
    #expect(desk.titles.last == "Make a seed")
    #expect(desk.frames.last?.fault?.contains("taken") == true)
    #expect(desk.drawn().contains { $0.contains("is taken") })
    _ = desk.press(" ")
    #expect(desk.frames.last?.fault == nil)
    _ = desk.take([.enter])
    #expect(desk.frames.last?.fault?.contains("letters, digits") == true)
  }

  @Test func `many keys at once are a paste: a menu does nothing, a line takes them`() throws {
    var desk = try Sample.open()
    #expect(desk.take("4111".map { .character(String($0)) }) == nil)
    #expect(desk.titles == ["Home"])
    _ = desk.press("22")
    #expect(desk.titles.last == "Address")
    _ = desk.take("bc1qexampleexampleexample".map { .character(String($0)) })
    #expect(desk.frames.last?.text == "bc1qexampleexampleexample")
  }

  @Test
  func `a line feed in what is pasted enters nothing, and nothing goes on into the next page`()
    throws
  {
    var desk = try Sample.open()
    _ = desk.press("22")
    let pasted = "bc1qexampleexampleexample\n1\n".map {
      $0 == "\n" ? .enter : DeskKey.character("\($0)")
    }
    #expect(desk.take(pasted) == nil)
    #expect(desk.titles.last == "Address")
    _ = desk.take([.back])
    _ = desk.take([.back])
    #expect(desk.take([.character("4"), .character("1")]) == nil)
    #expect(desk.titles == ["Home", "Seeds"])
  }

  @Test func `after a command that went well one is at the page it began from`() throws {
    var desk = try Sample.open()
    #expect(desk.press("12") == nil)
    #expect(desk.titles == ["Home", "Sign a payment", "Payment"])
    _ = desk.press("1")
    _ = desk.press("1")
    #expect(desk.titles.last == "Answer")
    let wish = desk.press("1")
    let deed = DeskDeed.sign(
      "/media/alice/STICK/pay.psbt", out: "/media/alice/STICK/pay-signed.psbt")
    #expect(wish == .run(deed))
    desk.ended(deed, good: false, hasVault: true, isMainnet: false)
    #expect(desk.titles.last == "Answer")
    // Enter that was pressed once too often does not run it again.
    #expect(desk.take([.enter]) == nil)
    _ = desk.take([.down])
    #expect(desk.take([.enter]) == .run(deed))
    desk.ended(deed, good: true, hasVault: true, isMainnet: false)
    #expect(desk.titles == ["Home", "Sign a payment"])
  }

  @Test func `a vault that was just made is opened, and then the set-up goes on`() throws {
    var desk = Desk(Sample.home(vault: false))
    #expect(desk.titles == ["Welcome"])
    #expect(desk.press("l") == nil)
    let wish = desk.press("4")
    guard case .run(let deed)? = wish else {
      Issue.record("\(String(describing: wish))")
      return
    }
    #expect(deed.arguments == ["init", "--network", "regtest"])
    #expect(!deed.opensVault)
    desk.ended(deed, good: true, hasVault: true, isMainnet: false)
    #expect(desk.closed == .justMade)
    desk.open(status: try Sample.full())
    #expect(desk.titles == ["Home", "First set-up"])
  }

  @Test func `the set-up begins with the machine, before there is a vault`() throws {
    var desk = Desk(Sample.home(vault: false))
    #expect(desk.press("1") == nil)
    #expect(desk.titles == ["Welcome", "First set-up"])
    // Nothing is made before its turn, and without a vault there is nothing to make a seed in.
    _ = desk.press("3")
    #expect(desk.titles.last == "No vault yet")
    _ = desk.take([.back])
    guard case .run(let check)? = desk.press("1") else {
      Issue.record("the first step runs nothing")
      return
    }
    #expect(check.arguments == ["doctor"])
    desk.machineWasChecked(try JSONReader.parse(Array(#"[{"ok":false},{"ok":true}]"#.utf8)))
    desk.ended(check, good: true, hasVault: false, isMainnet: false)
    #expect(desk.titles == ["Welcome", "First set-up"])
    let drawn = desk.drawn().joined(separator: "\n")
    #expect(drawn.contains("[1 point open] Check this machine"))
    #expect(drawn.contains("This machine has 1 open point"))
    // The next step is chosen already; the vault that it makes leads back to the set-up.
    #expect(desk.take([.enter]) == nil)
    #expect(desk.titles.last == "Network")
    guard case .run(let made)? = desk.press("1") else {
      Issue.record("no vault is made")
      return
    }
    #expect(made.arguments == ["init", "--network", "mainnet"])
    desk.ended(made, good: true, hasVault: true, isMainnet: true)
    var home = desk.home
    let status = Sample.status.replacing("\"signet\"", with: "\"mainnet\"")
    #expect(home.take(status: try JSONReader.parse(Array(status.utf8))))
    desk.open(status: home)
    #expect(desk.titles == ["Home", "First set-up"])
    #expect(desk.drawn().contains { $0.contains("[1 point open] Check this machine") })
    #expect(desk.drawn().contains { $0.contains("[done] Make the vault") })
  }

  @Test func `a vault that was erased leads to the first page of a new signer`() throws {
    var desk = try Sample.open()
    let deed = DeskDeed("Erase the vault", ["wipe"], opensVault: false)
    desk.ended(deed, good: true, hasVault: false, isMainnet: false)
    #expect(desk.closed == nil)
    #expect(desk.titles == ["Welcome"])
    #expect(desk.home.seeds.isEmpty)
  }

  @Test func `the page of a wallet that was removed is left with it`() throws {
    var desk = try Sample.open()
    _ = desk.press("31")
    #expect(desk.titles == ["Home", "Wallets", "savings-wpkh-0"])
    var status = try Sample.full()
    status.wallets = []
    desk.refresh(status)
    #expect(desk.titles == ["Home", "Wallets"])
  }

  @Test func `the first set-up says what is done and what comes next`() throws {
    var desk = try Sample.open()
    _ = desk.press("8")
    let rows = desk.drawn()
    #expect(rows.contains { $0.contains("[done] Make a seed") })
    #expect(rows.filter { $0.contains("[next]") }.count == 1)
    // What the machine is like now, nobody looked at in this sitting.
    #expect(rows.contains { $0.contains("[done] Check this machine") })
  }

  /// The pages that choices of this name open, on a page and on those one choice further.
  private static func ways(to label: String, from page: DeskPage, _ home: DeskHome) -> [String] {
    func items(_ page: DeskPage) -> [DeskItem] {
      if case .menu(let items) = page.content(home).body { items } else { [] }
    }
    func opened(_ item: DeskItem) -> DeskPage? {
      if case .open(let page) = item.move { page } else { nil }
    }
    let near = items(page)
    return (near + near.compactMap(opened).flatMap(items)).filter { $0.label == label }
      .compactMap { opened($0)?.title }
  }

  private static func checks(_ open: Int) throws -> JSONValue {
    let ok = Array(repeating: #"{"check":"a","ok":true}"#, count: 3)
    let bad = Array(repeating: #"{"check":"b","ok":false}"#, count: open)
    return try JSONReader.parse(Array("[\((ok + bad).joined(separator: ","))]".utf8))
  }

  @Test func `a machine with open points is not done, and one goes on knowing it`() throws {
    for isMainnet in [false, true] {
      var status = Sample.status.replacing(#""seeds":["#, with: #""seeds":[],"others":["#)
      if isMainnet { status = status.replacing("signet", with: "mainnet") }
      let home = try Sample.full(status)
      var desk = Desk(Sample.home(mainnet: isMainnet))
      desk.open(status: home)
      _ = desk.press("1")
      #expect(desk.drawn().contains { $0.contains("[next] Check this machine") })
      desk.machineWasChecked(try Self.checks(10))
      desk.ended(.checkMachine, good: true, hasVault: true, isMainnet: isMainnet)
      let rows = desk.drawn()
      #expect(rows.contains { $0.contains("[10 points open] Check this machine") })
      #expect(rows.contains { $0.contains("This machine has 10 open points (marked FIX).") })
      #expect(rows.contains { $0.contains("[next] Make a seed") })
      #expect(!rows.contains { $0.contains("[done] Check") })
      _ = desk.press("3")
      #expect(desk.titles.last == (isMainnet ? "Before the seed" : "Make a seed"))
      if isMainnet {
        _ = desk.press("2")
        #expect(desk.titles.last == "Make a seed")
        _ = desk.take([.back])
      }
      _ = desk.take([.back])
      // Nor is there another way around that question.
      for page in [DeskPage.seeds, .wallets] {
        let ways = Self.ways(to: "Make a seed", from: page, desk.home)
        #expect(
          !ways.isEmpty && ways.allSatisfy { $0 == (isMainnet ? "Before the seed" : "Make a seed") }
        )
      }
      // It is kept while the vault is closed.
      desk.close(.byPerson)
      var again = desk.home
      #expect(again.take(status: try JSONReader.parse(Array(status.utf8))))
      desk.open(status: again)
      #expect(desk.drawn().contains { $0.contains("[10 points open]") })
      desk.machineWasChecked(try Self.checks(1))
      desk.ended(.checkMachine, good: true, hasVault: true, isMainnet: isMainnet)
      #expect(desk.drawn().contains { $0.contains("[1 point open] Check") })
      desk.machineWasChecked(try Self.checks(0))
      desk.ended(.checkMachine, good: true, hasVault: true, isMainnet: isMainnet)
      #expect(desk.drawn().contains { $0.contains("[done] Check this machine") })
      // What cannot be counted is not done.
      desk.machineWasChecked(nil)
      desk.ended(.checkMachine, good: true, hasVault: true, isMainnet: isMainnet)
      #expect(desk.drawn().contains { $0.contains("[next] Check this machine") })
    }
  }

  @Test(arguments: [
    // 2026-11-30, 00:53 UTC, is now.
    (1_796_000_000, "today"), (1_795_950_000, "yesterday"), (1_795_800_000, "3 days ago"),
    (1_793_500_000, "29 days ago"), (1_793_400_000, "1 month ago"),
    (1_764_374_400, "12 months ago"),
    (1_758_000_000, "14 months ago"), (1_700_000_000, "3 years ago"),
    (1_796_100_000, "on 2026-12-01"),
  ])
  func `how long ago something was is said in words`(time: Int64, expected: String) {
    #expect(Sample.home().ago(time) == expected)
  }

  @Test func `a backup says when it was tried last, and when it is to be tried again`() throws {
    var desk = try Sample.open()
    _ = desk.press("4")
    #expect(desk.drawn().contains { $0.contains("24 words, tried last 12 months ago") })
    _ = desk.press("2")
    let page = desk.drawn().joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(page.contains("its backup was tried last 12 months ago (2025-11-29)."))
    #expect(page.contains("A drill has been due since 2026-11-29."))
    for _ in 0..<2 { _ = desk.take([.back]) }
    _ = desk.press("5")
    let drills = desk.drawn().joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(
      drills.contains(
        "The backup of family was tried last 12 months ago (2025-11-29). A drill has been due"))
    #expect(drills.contains("NEVER READ BACK, printed 2025-11-29"))
  }

  @Test func `what is typed takes the place of what a line proposes`() throws {
    var desk = try Sample.open()
    _ = desk.press("43")
    #expect(desk.frames.last?.text.isEmpty == true)
    var home = try Sample.full()
    home.seeds = []
    home.wallets = []
    desk.open(status: home)
    _ = desk.press("61")
    #expect(desk.titles.last == "Make a seed")
    #expect(desk.frames.last?.text == "savings")
    #expect(desk.drawn()[23].contains("typing replaces it"))
    _ = desk.press("shop")
    #expect(desk.frames.last?.text == "shop")
    #expect(desk.drawn()[23].hasPrefix("Enter goes on"))
    _ = desk.take([.back])
    _ = desk.press("1")
    // Or it is changed at its end.
    _ = desk.take([.erase])
    _ = desk.press("2")
    #expect(desk.frames.last?.text == "saving2")
  }

  @Test func `a lock while a seed is brought in comes back there`() throws {
    var desk = try Sample.open()
    _ = desk.press("4412")
    #expect(desk.titles.count > 3)
    desk.close(.idle(minutes: 10))
    desk.close(.failed("the passphrase is wrong"))
    desk.open(status: try Sample.full())
    #expect(desk.titles == ["Home", "Bring a seed in"])
  }

  @Test func `whoever is led goes on there after a lock, and after a vault that did not open`()
    throws
  {
    var desk = Desk(Sample.home(vault: false))
    guard case .run(let deed)? = desk.press("4") else {
      Issue.record("nothing is run")
      return
    }
    desk.ended(deed, good: true, hasVault: true, isMainnet: false)
    // Mistyped, and a cable that was still plugged in.
    desk.close(.failed("the passphrase is wrong"))
    desk.close(.notIsolated([]))
    desk.open(status: try Sample.full())
    #expect(desk.titles == ["Home", "First set-up"])
    // On a page below it.
    _ = desk.press("5")
    #expect(desk.titles.count == 3)
    desk.close(.idle(minutes: 10))
    desk.close(.failed("the passphrase is wrong"))
    #expect(desk.home.seeds.isEmpty)
    desk.open(status: try Sample.full())
    #expect(desk.titles == ["Home", "First set-up"])
    _ = desk.take([.back])
    desk.close(.byPerson)
    desk.open(status: try Sample.full())
    #expect(desk.titles == ["Home"])
    // A payment is begun anew.
    _ = desk.press("12")
    desk.close(.machine([]))
    desk.open(status: try Sample.full())
    #expect(desk.titles == ["Home"])
  }

  @Test func `without a seed the first page leads to one`() throws {
    var home = try Sample.full()
    home.seeds = []
    var desk = Desk(Sample.home())
    desk.open(status: home)
    #expect(desk.drawn().contains { $0.contains("There is no seed in this vault yet") })
    _ = desk.press("2")
    #expect(desk.titles == ["Home", "Recovery"])
    _ = desk.take([.back])
    _ = desk.press("1")
    #expect(desk.titles == ["Home", "First set-up"])
  }

  @Test func `words with one that is wrong come in by their fingerprint, and shares from a folder`()
    throws
  {
    var desk = try Sample.open()
    _ = desk.press("4437")
    #expect(desk.titles.last == "Damaged words")
    _ = desk.press("73c5da0")
    _ = desk.take([.enter])
    #expect(desk.frames.last?.fault?.contains("eight characters") == true)
    _ = desk.press("a")
    _ = desk.take([.enter])
    _ = desk.press("3")
    guard case .run(let damaged)? = desk.take([.enter]) else {
      Issue.record("nothing is run")
      return
    }
    #expect(
      damaged.arguments == [
        "seed", "import", "restored", "--from", "terminal", "--fingerprint", "73c5da0a", "--xor",
      ])
    desk.ended(damaged, good: true, hasVault: true, isMainnet: false)
    #expect(desk.titles.last == "Bring a seed in")
    _ = desk.press("3514")
    guard case .run(let parts)? = desk.take([.enter]) else {
      Issue.record("nothing is run on \(desk.titles)")
      return
    }
    #expect(
      parts.arguments == ["seed", "import", "restored", "--from", "/media/alice/STICK", "--xor"])
  }
}
