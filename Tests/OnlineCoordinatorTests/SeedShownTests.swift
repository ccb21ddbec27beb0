import Bytes
import Foundation
import TerminalUI
import Testing

@testable import OnlineCoordinator

/// A seed or a private key shown to the machine that has a network: it is refused, and its owner told what it costs.
@Suite struct SeedShownTests {
  static let seeds: [String] = [
    "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about",
    (1...12).map { "\($0). legal\n" }.joined(),
    String(repeating: "あいさつ ", count: 24),
    "080301540200062600251559007008931730078802752004",
    "0803 0154 0200 0626 0025 1559 0070 0893 1730 0788 0275 2004",
    "ur:crypto-seed/oeadgdstaslplabghydrpfmkbggufgludprfgmaotpiecffltnlpqdenos",
    "UR:SEED/OEADGDSTASLPLABGHYDRPFMKBGGUFGLUDPRFGMAOTPIECFFLTNLPQDENOS",
    "ms10testsxxxxxxxxxxxxxxxxxxxxxxxxxx4nzvca9cmczlw",
    """
    duckling enlarge academic academic agency result length solution fridge kidney
    coal piece deal husband erode duke ajar critical decision keyboard
    """,
    """
    able acid also apex aqua arch atom aunt away axis back bald barn belt beta bias blue body brag
    brew bulb buzz calm cash cats chef city claw code
    """,
  ]
  static let keys: [String] = [
    "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi",
    "wpkh(KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn)",
    "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ",
    "6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg",
  ]

  @Test(arguments: seeds + keys)
  func `a seed or a key shown to a networked machine is refused with what to do about it`(
    text: String
  ) async throws {
    let desk = try Desk()
    let file = try desk.write(text + "\n", to: "input")
    let what = Self.keys.contains(text) ? "this key" : "this seed"
    for command in [
      ["qr", "read", file], ["collect", file], ["wallet", "import", "w", "--from", file],
      ["wallet", "create", "w", file], ["backup", "key", "--from", file],
      ["node", "add", "home", file], ["backup", "show", file], ["backup", "restore", file],
    ] {
      let said = await desk.fails(
        command, saying: "hint: \(what) has touched a networked machine: move the coins")
      for part in text.split(whereSeparator: { $0.isWhitespace || $0 == "(" }) where part.count > 4
      {
        #expect(!said.err.contains(part) && !said.out.contains(part))
      }
    }
  }

  @Test func `a seed typed on the command line gets the same advice, in one argument or in many`()
    async throws
  {
    let desk = try Desk()
    let words = Self.seeds[0].split(separator: " ").map(String.init)
    for arguments in [
      ["wallet", "import", "w", "--from", Self.seeds[0]],
      ["wallet", "import"] + words,
      words,
      ["pay", "w", "--to", "\(Self.keys[2])=1", "--out", "x.psbt"],
    ] {
      let said = await desk.run("--json")
      #expect(said.out.isEmpty || !said.out.contains("abandon"))
      let run = await desk.execute(arguments)
      #expect(run.code != .done)
      #expect(run.err.contains("has touched a networked machine: move the coins"), "\(run.err)")
      #expect(!run.err.contains("abandon") && !run.err.contains("5HueCG"))
    }
  }

  @Test(arguments: [
    seeds[0], seeds[7], keys[0], keys[2], keys[3],
    "wild father tree among universe such mobile favorite target dynamic credit identify",
    "S6c56bnXQiBjk9mqSYE7ykVQ7NzrRy",
    "e9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262",
  ])
  func `a secret in a label or a name is refused before it is kept, and not repeated`(
    secret: String
  ) async throws {
    let desk = try await Desk.practising()
    let address = await desk.run("receive", "savings", "--json").json["address"]?.stringValue
    for arguments in [
      ["receive", "savings", "--label", secret], ["receive", "savings", "--label=\(secret)"],
      ["label", "savings", try #require(address), secret],
      ["wallet", "people", "savings", "1=\(secret)"], ["wallet", "create", secret, Desk.account],
      ["node", "add", secret, "rehearsal://"],
      ["pay", "savings", "--to", "\(Desk.elsewhere)=1", "--label", secret, "--out", "-"],
    ] {
      let said = await desk.fails(
        arguments, saying: "and the shell's history keeps command lines (R27)", code: .wrongUsage)
      #expect(said.err.contains("has touched a networked machine: move the coins"))
      #expect(!said.err.contains(secret.prefix(12)) && !said.out.contains(secret.prefix(12)))
    }
    // Nothing was handed out or kept: the next address is the next one.
    let next = await desk.run("receive", "savings", "--json")
    #expect(next.json["index"]?.intValue == 1, "\(next.out)")
    let records = try FileManager.default.contentsOfDirectory(atPath: desk.path("home"))
    for name in records {
      let bytes = try? Data(contentsOf: URL(filePath: desk.path("home")).appending(path: name))
      #expect(bytes?.range(of: Data(secret.prefix(12).utf8)) == nil, "\(name)")
    }
    let refund = "refund of e9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262"
    let labelled = await desk.run("label", "savings", try #require(address), refund)
    #expect(labelled.code == .done, "\(labelled.err)")
    let ordinary = "twelve ordinary words that somebody might well write down here about coins"
    let kept = await desk.run("receive", "savings", "--label", ordinary)
    #expect(kept.code == .done, "\(kept.err)")
  }

  @Test(arguments: [
    "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon",
    seeds[0], keys[2],
  ])
  func `a secret in place of a path or a name of a node is refused, also with a wrong word`(
    secret: String
  ) async throws {
    let desk = try Desk()
    for arguments in [
      ["home", "http://127.0.0.1:1", "--cookie", secret],
      ["home", "https://u:p@127.0.0.1:1", "--certificate", secret],
      ["home", "http://u:p@127.0.0.1:1", "--proxy", secret], [secret, "rehearsal://"],
      ["home", secret],
    ] {
      let said = await desk.fails(
        ["node", "add"] + arguments, saying: "has touched a networked machine: move the coins",
        code: .wrongUsage)
      #expect(!said.err.contains(secret.prefix(12)) && !said.out.contains(secret.prefix(12)))
    }
    #expect(await desk.run("node", "list", "--json").json.arrayValue?.isEmpty == true)
  }

  @Test func `an option that there is not is named, unless it may be a secret`() async throws {
    let desk = try Desk()
    await desk.fails(
      ["wallet", "list", "--loud"], saying: "`online-coordinator wallet list` has no option --loud",
      code: .wrongUsage)
    let said = await desk.fails(
      ["wallet", "list", "--Tr0ub4dor"], saying: "has no such option", code: .wrongUsage)
    #expect(!said.err.contains("Tr0ub4dor"))
  }

  @Test func `a mistyped command or option leads to the nearest one`() async throws {
    let desk = try Desk()
    for (arguments, hint) in [
      (["wallet", "crate", "x"], "`online-coordinator wallet create`"),
      (["colect", "x"], "`online-coordinator collect`"),
      (["wallet", "import", "x", "--form", "y"], "--from"),
    ] {
      await desk.fails(arguments, saying: hint, code: .wrongUsage)
    }
  }
}
