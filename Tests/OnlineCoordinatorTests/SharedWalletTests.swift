import AirgapMessages
import AirgapTransfer
import Bytes
import Descriptors
import ExtendedKeys
import Foundation
import QRDrawing
import RecordingScreens
import TerminalUI
import Testing
import WalletFiles

/// Wallets of several people: made from their keys, handed on in every format, and taken back.
///
/// The keys are those of three public BIP-39 test sentences; the addresses were computed with embit.
@Suite struct `Shared wallets` {
  static let wsh = [
    "[73c5da0a/48h/1h/0h/2h]tpubDFH9dgzveyD8zTbPUFuLrGmCydNvxehyNdUXKJAQN8x4aZ4j6UZqGfnqFrD4NqyaTVGKbvEW54tsvPTK2UoSbCC1PJY8iCNiwTL3RWZEheQ",
    "[b8688df1/48h/1h/0h/2h]tpubDEfobrrtptRTbKf4gysDhoabneABDTAcdj3Vbn4XwPsLE2pmqpizSPRG6zHsbAMuiSgWmWPsYCLHTKTPpyrGJ5rAoTpKoQNZcxodiPf2tSJ",
    "[28645006/48h/1h/0h/2h]tpubDEwqCvJxKwKWX9xvRe48uofWJn1Y89Jn8UeH1Efrjb1UEVjUDy3URYTiqWaVCW7WdvHrL8XrSihHEhTwv5H3VDJoakjuCHiAnr6xcF2Xm4s",
  ]
  static let shWsh = [
    "[73c5da0a/48h/1h/0h/1h]tpubDFH9dgzveyD8yHQb8VrpG8FYAuwcLMHMje2CCcbBo1FpaGzYVtJeYYxcYgRqSTta5utUFts8nPPHs9C2bqoxrey5jia6Dwf9mpwrPq7YvcJ",
    "[b8688df1/48h/1h/0h/1h]tpubDEfobrrtptRTYDAEqBpqZpATkLaJRtZs793V2dSbcj7AF9Rmbq9visWyBNCEkDr5G7WH7kS1K1T8WhbPEpC4KuPfTiXXX2JdpeAi2cmYB5e",
    "[28645006/48h/1h/0h/1h]tpubDEwqCvJxKwKWSuVpnbCnKLppo1TGXpY2f8df8BhWLXDstHeh236DDuMezLB8GGPohrZdjfWLyB7hryGtfNiBUbHSSgrcLeMyJqCV4zGtefZ",
  ]
  static let sh = [
    "[73c5da0a/45h]tpubD97UxEEVXiRtzRBmHvR38R7QXNz6Dx3A7gKtoe9UgxepdJXExmJCd5Nxsv8YYLgHd3MEBKPzRwgVaJ62kvBSvMtntbkPnv6Pf8Zkny5rC89",
    "[b8688df1/45h]tpubD9ck34tZ5STXfaEq1UFKGdK3pYXwgjcxuTLWMikFvgk2TzsKzjvKbG1GickiooWcsy8tgvNxgXmUG1R4jToji3ae8k5CDwUcskTenSNN3vr",
    "[28645006/45h]tpubD8ZM5gATVCxMYShta64yCyZZMGvrxAkwMYsy7xsAHoK5S8TWFEQWGzS3e1YCGkm5KN8cCByMSZZhK6wtSsR8sfM1gb5Vir7M42ArqtRGRgZ",
  ]
  /// The same seeds' keys of the Chance wallet, m/44'/0'/0' themselves.
  static let chance = [
    "[73c5da0a/44h/0h/0h]tpubDCBWBScQPGv4Xk3JSbhw6wYYpayMjb2eAYyArpbSqQTbLDpphHGAetB6VQgVeftLML8vDSUEWcC2xDi3qJJ3YCDChJDvqVzpgoYSuT52MhJ",
    "[b8688df1/44h/0h/0h]tpubDDoMgvaNmCDun1o6DQo9fKHLPFUZ8NMseWXVbBFLgEqtpVMVe2dCzVbMntD85DYb8DDyqSE8ypiqhRuoLMeReAfJd71NKJLwn6dVhMEzHtf",
    "[28645006/44h/0h/0h]tpubDD8EboXupZ4GbfSjLz9bVnHJq4HxYAr5igoJG7RmmqZSADqG9pHJZ3VfxKtvaTGQsNioTLCAZyVNYJuMUR6kaa4jtxYYZxN4Yzw6vBhezab",
  ]
  static let firstAddress = "bcrt1qr3az57pxl8z7q6d9q7v0fmeaphuwe3z0ghvkjr457ch4vqwmtkask29wwr"

  /// A home with a practice node, so that the network is known.
  static func desk() async throws -> Desk {
    let desk = try Desk()
    try #require(await desk.run("node", "add", "practice", "rehearsal://").code == .done)
    return desk
  }

  static func family() async throws -> Desk {
    let desk = try await desk()
    let made = await desk.run(
      "wallet", "create", "family", "--threshold", "2", "Alice=\(wsh[0])", "Bob=\(wsh[1])",
      "Carol=\(wsh[2])", "--birth-height", "7", "--gap-limit", "30")
    try #require(made.code == .done, "\(made.err)")
    return desk
  }

  @Test func `a group wallet has the same checksum and words in every file`() async throws {
    // The signer's test of the same wallet has the same ones.
    let (checksum, words) = ("8clpt92m", "apart trial obey seat")
    let desk = try await Self.family()
    let shown = await desk.run("wallet", "show", "family", "--json")
    #expect(shown.json["checksum"]?.stringValue == checksum)
    #expect(await desk.run("wallet", "show", "family").out.contains(checksum))
    #expect(shown.json["words"]?.stringValue == words)
    let page = await desk.run("wallet", "show", "family").out
    #expect(page.contains("\n  words  \(words) (compare with each signer)\n"), "\(page)")
    for form in [
      "descriptor", "bip388", "bsms", "caravan", "coldcard", "specter", "specter-diy",
      "account-map", "sparrow", "crypto-output",
    ] {
      let file = desk.path("\(form).\(form == "crypto-output" ? "png" : "txt")")
      let ran = await desk.run("wallet", "export", "family", "--as", form, "--out", file)
      #expect(ran.code == .done, "\(form): \(ran.err)")
      let other = try await Self.desk()
      let back = await other.run(
        "wallet", "import", "family", "--from", file, "--yes", "--json")
      #expect(back.json["checksum"]?.stringValue == checksum, "\(form): \(back.err)")
      #expect(back.json["words"]?.stringValue == words, "\(form): \(back.err)")
    }
  }

  @Test(arguments: [
    (wsh, firstAddress), (shWsh, "2NDmxKMgxHG8m3G6w9sikcT9KGrA7Bsjgxs"),
    (sh, "2NFHWGFvrvjAfT5HUqJeqFEa66WzewJZFsn"),
  ])
  func `the wallet of three keys has the addresses that embit derives`(
    keys: [String], address: String
  ) async throws {
    let desk = try await Self.desk()
    // In any order: the keys are sorted in each script (BIP-67).
    let made = await desk.run(
      "wallet", "create", "family", "--threshold", "2", keys[2], keys[0], keys[1], "--json")
    #expect(made.code == .done, "\(made.err)")
    #expect(made.json["firstAddress"]?.stringValue == address)
    #expect(made.json["threshold"]?.intValue == 2)
    #expect(made.json["keys"]?.arrayValue?.count == 3)
    let given = await desk.run("receive", "family", "--json")
    #expect(given.json["address"]?.stringValue == address)
  }

  @Test func `unsorted keys keep their order, and the policy says so`() async throws {
    let desk = try await Self.desk()
    let made = await desk.run(
      "wallet", "create", "family", "--threshold", "2", "--unsorted", Self.wsh[2], Self.wsh[0],
      Self.wsh[1])
    #expect(made.out.contains("2 of 3 keys must sign; wsh, segwit; keys in this order"))
    let given = await desk.run("receive", "family", "--json")
    #expect(
      given.json["address"]?.stringValue
        == "bcrt1q8c6a76ca6mv3ytgt8sg3z5vyapa8kygch5rmhgprdh7fvhlk6drqaagnax")
  }

  @Test func `keys come as symbols, Coldcard's JSON and text, with their people's names`()
    async throws
  {
    let desk = try await Self.desk()
    let alice = try AccountKey(parsing: Self.wsh[0])
    let export = AccountExport(
      masterFingerprint: alice.origin.fingerprint,
      accounts: [AccountExport.Account(script: .wsh, key: alice)])
    let picture = desk.path("alice.png")
    try MessageOutput(picture).write(.account(export), on: Console(screen: RecordingScreen()))
    let bob = try AccountKey(parsing: Self.wsh[1])
    let other = try AccountKey(parsing: Self.shWsh[1])
    let json = try desk.write(
      JSONWriter.encode(
        ColdcardAccount.json(
          AccountExport(
            masterFingerprint: bob.origin.fingerprint,
            accounts: [
              AccountExport.Account(script: .shWsh, key: other),
              AccountExport.Account(script: .wsh, key: bob),
            ]))), to: "bob.json")
    let carol = try desk.write("wsh " + Self.wsh[2] + "\n", to: "carol.txt")
    let inputs = ["Alice=\(picture)", "Bob=\(json)", "Carol=\(carol)"]
    // Coldcard's file holds keys for two scripts: the choice has to be made.
    await desk.fails(
      ["wallet", "create", "family", "--threshold", "2"] + inputs, saying: "several keys")
    let made = await desk.run(
      "wallet", "create", "family", "--threshold", "2", "--script", "wsh", inputs[0], inputs[1],
      inputs[2])
    #expect(made.code == .done, "\(made.err)")
    let shown = await desk.run("wallet", "show", "family", "--json")
    #expect(shown.json["firstAddress"]?.stringValue == Self.firstAddress)
    #expect(
      shown.json["keys"]?.arrayValue?.map { $0["label"]?.stringValue } == ["Alice", "Bob", "Carol"])
    let text = await desk.run("wallet", "show", "family")
    #expect(text.out.contains("key 2  Bob  [b8688df1/48h/1h/0h/2h]"))
  }

  @Test func `keys that make no wallet are refused with the reason`() async throws {
    let desk = try await Self.desk()
    let create = ["wallet", "create", "w", "--threshold", "2"]
    let (a, b, c) = (Self.wsh[0], Self.wsh[1], Self.wsh[2])
    await desk.fails(
      create + ["Ann=\(a)", "Bob=\(b)", "Cy=\(a)"], saying: "Cy and Ann are the same key")
    await desk.fails(create + ["Ann=\(a)", "Ann=\(b)"], saying: "two keys are called Ann")
    await desk.fails(
      create + [a.replacingOccurrences(of: "73c5da0a", with: "00000000"), b],
      saying: "fingerprint of zero")
    await desk.fails(create + [a, Self.shWsh[1]], saying: "is a key for wsh")
    await desk.fails(create + [a, b, "--script", "sh-wsh"], saying: "not for sh-wsh")
    await desk.fails(create + [a, b, "--network", "mainnet"], saying: "R11")
    let mistyped = String(a.dropLast()) + "R"
    await desk.fails(create + [mistyped, b])
    await desk.fails(
      create + [a.replacingOccurrences(of: "48h/1h", with: "48h/0h"), b], saying: "R11")
    await desk.fails(["wallet", "create", "w", "--threshold", "0", a, b])
    await desk.fails(["wallet", "create", "w", "--threshold", "4", a, b, c])
    await desk.fails(["wallet", "create", "w", a, b], saying: "how many", code: .wrongUsage)
    await desk.fails(["wallet", "create", "w", a], saying: "cosigner's key")
    await desk.fails(create + [a, Desk.account], saying: "not a signer's key")
    // An extended key of BIP-341's point, whose secret nobody can have.
    let nobody =
      "[deadbeef/48h/1h/0h/2h]tpubDDuxr7nM8Nto9pL7Ufd6Kpi7b2ixEZjW4zXG4Na9DitBye9UuDNPuX72qPXvxQrXpatfWzLN6TFhM8v8926yhvrHtYKzguwwDg6Hqae5uNb"
    await desk.fails(create + [a, b, nobody], saying: "nobody can have")
    let lost = try desk.write(
      "wsh(multi(3,\(a)/<0;1>/*,\(b)/<0;1>/*,\(nobody)/<0;1>/*))", to: "lost.txt")
    await desk.fails(
      ["wallet", "import", "w", "--from", lost], saying: "key 3 is one whose secret")
    // One of several arguments is named, not the only key in it.
    await desk.fails(
      create + [a, "Bob=" + b.replacingOccurrences(of: "b8688df1", with: "00000000")],
      saying: "Bob: key 1 has a fingerprint of zero")
    #expect(await desk.run("wallet", "list", "--json").json == .array([]))
    // Two keys of one seed are a wallet, and that is said.
    let own = await desk.run(
      "wallet", "create", "w", "--threshold", "2", "--script", "wsh", a, Self.chance[0])
    #expect(own.err.contains("same seed 73c5da0a"), "\(own.err)")
  }

  /// The key of one person behind the fingerprint and path of another.
  private static func swapped(_ key: Int, as owner: Int) -> String {
    let origin = wsh[owner].split(separator: "]").first ?? ""
    return "\(origin)]\(wsh[key].split(separator: "]").last ?? "")"
  }

  private static func descriptor(_ keys: String...) throws -> String {
    let list = keys.map { $0 + "/<0;1>/*" }.joined(separator: ",")
    return try Descriptor(parsing: "wsh(sortedmulti(2,\(list)))").canonical
  }

  @Test func `another key under the fingerprint and path of one is refused`() async throws {
    let desk = try await Self.desk()
    let swapped = Self.swapped(2, as: 0)
    let words = "both claim to be [73c5da0a/48h/1h/0h/2h], but differ (R08)"
    await desk.fails(
      [
        "wallet", "create", "so", "--threshold", "2", "A=\(Self.wsh[0])", "X=\(swapped)",
        Self.wsh[1],
      ],
      saying: "X and A \(words)")
    let file = try desk.write(
      Self.descriptor(Self.wsh[0], Self.wsh[1], swapped) + "\n", to: "swapped.txt")
    let refused = await desk.fails(["wallet", "import", "so", "--from", file], saying: words)
    #expect(refused.err.contains("keys 1 and 3 of the wallet"))
    #expect(await desk.run("wallet", "list", "--json").json == .array([]))
  }

  @Test func `a key that contradicts a wallet that is here is refused`() async throws {
    let desk = try await Self.family()
    let swapped = Self.swapped(2, as: 1)
    let words =
      "key 2 of this wallet claims to be [b8688df1/48h/1h/0h/2h], but the wallet family has "
      + "another key there (R08)"
    let file = try desk.write(Self.descriptor(Self.wsh[0], swapped) + "\n", to: "other.txt")
    await desk.fails(["wallet", "import", "other", "--from", file], saying: words)
    await desk.fails(
      ["wallet", "create", "other", "--threshold", "2", "--script", "wsh", Self.wsh[0], swapped],
      saying: words)
    #expect(await desk.run("wallet", "list", "--json").json.arrayValue?.count == 1)
    // The same people in another wallet contradict nobody.
    let pair = await desk.run(
      "wallet", "create", "pair", "--threshold", "2", Self.wsh[0], Self.wsh[1])
    #expect(pair.code == .done, "\(pair.err)")
  }

  @Test func `people are named, renamed and forgotten`() async throws {
    let desk = try await Self.family()
    let named = await desk.run("wallet", "people", "family", "2=Robert", "3=", "--json")
    #expect(named.code == .done, "\(named.err)")
    let people = named.json["people"]?.arrayValue
    #expect(people?.map { $0["label"]?.stringValue } == ["Alice", "Robert", nil])
    #expect(people?[1]["fingerprint"]?.stringValue == "b8688df1")
    let hostile = await desk.run("wallet", "people", "family", "3=Mal\u{1B}[2J")
    #expect(!hostile.out.contains("\u{1B}"))
    for wrong in ["4=Dan", "0=Dan", "x=Dan", "Dan"] {
      await desk.fails(["wallet", "people", "family", wrong], code: .wrongUsage)
    }
    #expect(await desk.run("wallet", "people", "family").out.contains("Alice"))
  }

  @Test func `a birth height beyond the tip is said to hide coins`() async throws {
    let desk = try await Self.family()
    let map = desk.path("map.json")
    _ = await desk.run("wallet", "export", "family", "--as", "account-map", "--out", map)
    let text = try String(contentsOfFile: map, encoding: .utf8)
      .replacingOccurrences(of: "\"blockheight\": 7", with: "\"blockheight\": 9000000")
    let file = try desk.write(text, to: "far.json")
    #expect(await desk.run("wallet", "remove", "family", "--yes").code == .done)
    let far = await desk.run("wallet", "import", "far", "--from", file, "--yes")
    #expect(far.code == .done, "\(far.err)")
    #expect(far.err.contains("beyond the chain's tip"), "\(far.err)")
  }

  @Test func `keys that count in different ways are said to`() async throws {
    let desk = try await Self.desk()
    for (name, branches, isOdd) in [("odd", "<2;3>", true), ("even", "<0;1>", false)] {
      let file = try desk.write(
        "wsh(sortedmulti(2,\(Self.wsh[0])/<0;1>/*,\(Self.wsh[1])/\(branches)/*))", to: name)
      let read = await desk.run(
        "wallet", "import", name, "--from", file, "--yes", "--accept", "R07")
      #expect(read.code == .done, "\(read.err)")
      let words = "keys 1 and 2 count their addresses in different ways (R07)"
      #expect(read.err.contains(words) == isOdd, "\(read.err)")
    }
  }

  // MARK: Formats

  @Test(arguments: [
    ("descriptor", "txt"), ("annotated-descriptor", "txt"), ("crypto-output", "png"),
    ("crypto-output", "txt"), ("bsms", "txt"), ("coldcard", "txt"), ("caravan", "json"),
    ("specter", "json"), ("specter-diy", "txt"), ("account-map", "json"), ("bip388", "json"),
    ("electrum", "json"), ("sparrow", "txt"), ("bsms", "png"), ("account-map", "png"),
  ])
  func `a wallet goes out and comes back in every format`(
    format: String, ending: String
  ) async throws {
    let desk = try await Self.family()
    let file = desk.path("family.\(ending)")
    let wrote = await desk.run("wallet", "export", "family", "--as", format, "--out", file)
    #expect(wrote.code == .done, "\(wrote.err)")
    let original = await desk.run("wallet", "show", "family", "--json")
    #expect(await desk.run("wallet", "remove", "family", "--yes").code == .done)
    let read = await desk.run("wallet", "import", "copy", "--from", file, "--yes", "--json")
    #expect(read.code == .done, "\(read.err)")
    #expect(read.json["firstAddress"]?.stringValue == Self.firstAddress)
    #expect(read.json["addresses"] == original.json["addresses"])
    if format == "annotated-descriptor" {
      #expect(read.json["birthHeight"]?.intValue == 7 && read.json["gapLimit"]?.intValue == 30)
    }
    if format == "account-map" { #expect(read.json["birthHeight"]?.intValue == 7) }
  }

  @Test func `a format that cannot hold the wallet says so`() async throws {
    let desk = try await Self.family()
    await desk.fails(
      ["wallet", "export", "family", "--as", "redeem-script", "--out", desk.path("r.txt")],
      saying: "cannot hold")
    #expect(!FileManager.default.fileExists(atPath: desk.path("r.txt")))
  }

  @Test func `an address that does not match is refused`() async throws {
    let desk = try await Self.family()
    let file = desk.path("family.txt")
    _ = await desk.run("wallet", "export", "family", "--as", "bsms", "--out", file)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let other = "bcrt1qfd7fatk9l5q75yqft27jsn4uehtkl4eyhalgusnccwtcha362ywsm4q7zr"
    let changed = try desk.write(
      text.replacingOccurrences(of: Self.firstAddress, with: other), to: "changed.txt")
    await desk.fails(["wallet", "import", "copy", "--from", changed], saying: "first address")
  }

  // MARK: Chance

  /// The script of the complete payload in `PayloadSamples`: the same three seeds, in this order.
  static let redeemScript =
    "522103774c910fcf07fa96886ea794f0d5caed9afe30b44b83f7e213bb92930e7df4bd21026a5d8527ccde4c7501c86d30c13e8701f425e466a697122667d4353b6e3965a72102c8f40912c8c7d247dff463d8ab5a962555d8fd027813a95cd2707abb6fa9c55a53ae"

  @Test func `Chance's wallet is made from its keys, and from its redeem script`() async throws {
    let desk = try await Self.desk()
    let made = await desk.run(
      "wallet", "create", "old", "--profile", "chance", "--threshold", "2", "A=\(Self.chance[0])",
      "B=\(Self.chance[1])", "C=\(Self.chance[2])", "--json")
    #expect(made.code == .done, "\(made.err)")
    #expect(!made.err.contains("does not know"), "\(made.err)")
    // Keys that say that they are Chance's make it untold, and another one only when it is asked for.
    let pair = ["--threshold", "2", "sh \(Self.chance[0])", "sh \(Self.chance[1])", "--json"]
    for options in [[], ["--profile", "chance"], ["--script", "sh"]] {
      let ran = await desk.execute(["wallet", "create", "pair"] + pair + options)
      #expect(ran.code == .done, "\(ran.err)")
      let descriptor = try #require(ran.json["descriptor"]?.stringValue)
      let isChance = options != ["--script", "sh"]
      #expect(descriptor.hasPrefix("sh(multi(2,[") == isChance, "\(descriptor)")
      #expect(descriptor.contains("/<0;1>/*") != isChance, "\(descriptor)")
      #expect(ran.err.contains("the wallet that Chance makes of them") == options.isEmpty)
      #expect(ran.err.contains("the Chance wallet cannot open this wallet") != isChance)
      #expect(await desk.run("wallet", "remove", "pair", "--yes").code == .done)
    }
    // Its one address is handed out as often as somebody asks.
    for warning in [false, true] {
      let given = await desk.run("receive", "old", "--json")
      #expect(given.code == .done && given.json["address"] == made.json["firstAddress"])
      #expect(given.err.contains("old has one address only") == !warning, "\(given.err)")
      #expect(given.err.contains("it was handed out before") == warning, "\(given.err)")
    }
    let script = desk.path("script.txt")
    let wrote = await desk.run(
      "wallet", "export", "old", "--as", "redeem-script", "--out", script)
    #expect(wrote.code == .done, "\(wrote.err)")
    #expect(try String(contentsOfFile: script, encoding: .utf8) == Self.redeemScript + "\n")
    let picture = desk.path("script.png")
    _ = await desk.run("wallet", "export", "old", "--as", "redeem-script", "--out", picture)
    for (name, source) in [("text", script), ("symbol", picture)] {
      let refused = await desk.fails(
        ["wallet", "create", "x", "--threshold", "2", "--profile", "chance", source],
        saying: "a redeem script: a whole wallet, not a signer's key")
      #expect(refused.err.contains("leave --threshold, --profile and --script out"))
      // It is the same wallet, though nothing says where its keys come from.
      let twin = await desk.fails(
        ["wallet", "create", name, source],
        saying: "the addresses of this wallet are already here, in old")
      #expect(twin.err.contains("wallet remove old"), "\(twin.err)")
      #expect(await desk.run("wallet", "remove", "old", "--yes").code == .done)
      let read = await desk.run("wallet", "create", "old", source, "--json")
      #expect(read.json["firstAddress"] == made.json["firstAddress"], "\(read.err)")
      // Nor do its words depend on that. The signer's test of this script has the same.
      #expect(read.json["words"]?.stringValue == "bench deputy hybrid glory")
      #expect(made.json["words"] == read.json["words"])
      #expect(made.json["checksum"] != read.json["checksum"])
      await desk.fails(
        ["wallet", "create", "x", "--threshold", "3", source], saying: "needs 2",
        code: .wrongUsage)
    }
  }

  @Test func `a payload makes the wallet that it spends`() async throws {
    let desk = try await Self.desk()
    let script = try desk.write(Self.redeemScript, to: "script.txt")
    let expected = await desk.run("wallet", "create", "old", script, "--json")
    #expect(await desk.run("wallet", "remove", "old", "--yes").code == .done)
    // The complete payload of `PayloadSamples`, its signatures left out.
    let payload = try desk.write(
      "multisig:{\"rawTx\":\"0100000002aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa0000000000ffffffffbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb0100000000ffffffff0250c30000000000001976a9146cc9f2520fb8ab1da1f76d65cbbb95e6ac53058988ac307500000000000017a914da02c98ccd3870311b4631d184c8961feb2be3ae8700000000\",\"redeemScriptHex\":\"\(Self.redeemScript)\",\"keySignatures\":{}}",
      to: "payload.txt")
    for command in [
      ["wallet", "create", "a", payload], ["wallet", "import", "b", "--from", payload],
      ["wallet", "create", "c", "--threshold", "2", payload],
    ] {
      let made = await desk.execute(command + ["--json"])
      #expect(made.code == .done, "\(made.err)")
      #expect(made.json["descriptor"] == expected.json["descriptor"])
      #expect(await desk.run("wallet", "remove", command[2], "--yes").code == .done)
    }
    // The payload's own address, on its own network.
    let real = await desk.run("wallet", "create", "d", payload, "--network", "mainnet", "--json")
    #expect(real.json["firstAddress"]?.stringValue == "3MZka2apdJDhMvPHrZkEU4AnLb9Z2UcEHZ")
  }

  // MARK: BSMS

  @Test func `a setup under tokens takes their records alone`() async throws {
    let desk = try await Self.desk()
    let tokens = desk.path("tokens.txt")
    let made = await desk.run("bsms", "token", "--extended", "3", "--out", tokens, "--json")
    #expect(made.json["tokens"]?.intValue == 3, "\(made.err)")
    let lines = try String(contentsOfFile: tokens, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 3 && Set(lines).count == 3 && lines.allSatisfy { $0.count == 32 })
    var records: [String] = []
    for (number, key) in Self.wsh.enumerated() {
      let token = try BSMSToken(parsing: lines[number])
      let record = "BSMS 1.0\n\(token.text)\n\(key)\nSigner \(number + 1)"
      records.append(try desk.write(token.sealed(record), to: "signer-\(number).dat"))
    }
    let create = ["wallet", "create", "family", "--threshold", "2"]
    await desk.fails(create + records, saying: "no token")
    let foreign = try desk.write("0123456789abcdef\n", to: "other.txt")
    await desk.fails(create + ["--bsms-token", foreign] + records, saying: "R23")
    // A plain record of another setup.
    let plain = try desk.write(
      "BSMS 1.0\n00\n\(Self.wsh[2])\nSigner 3", to: "plain.txt")
    await desk.fails(
      create + ["--bsms-token", tokens, records[0], records[1], plain], saying: "another setup")
    // A second record under the first signer's own token.
    let first = try BSMSToken(parsing: lines[0])
    let stolen = try desk.write(
      first.sealed("BSMS 1.0\n\(first.text)\n\(Self.wsh[2])\nSigner 3"), to: "stolen.dat")
    await desk.fails(
      create + ["--bsms-token", tokens, records[0], records[1], stolen], saying: "same token")
    let wallet = await desk.run(
      "wallet", "create", "family", "--threshold", "2", "--bsms-token", tokens, records[0],
      records[1], records[2], "--json")
    #expect(wallet.code == .done, "\(wallet.err)")
    #expect(wallet.json["firstAddress"]?.stringValue == Self.firstAddress)
    #expect(wallet.json["keys"]?[0]?["label"]?.stringValue == "Signer 1")
    #expect(wallet.err.contains("not signed"))
    // The second round goes back encrypted for each.
    let own = try desk.write(String(lines[1]) + "\n", to: "own.txt")
    let answer = desk.path("answer.txt")
    let sealed = await desk.run(
      "wallet", "export", "family", "--as", "bsms", "--bsms-token", own, "--out", answer)
    #expect(sealed.code == .done, "\(sealed.err)")
    #expect(try !String(contentsOfFile: answer, encoding: .utf8).contains("wsh"))
    await desk.fails(["wallet", "import", "copy", "--from", answer], saying: "no token")
    #expect(await desk.run("wallet", "remove", "family", "--yes").code == .done)
    let read = await desk.run(
      "wallet", "import", "copy", "--from", answer, "--bsms-token", own, "--json")
    #expect(read.json["firstAddress"]?.stringValue == Self.firstAddress, "\(read.err)")
    await desk.fails(
      [
        "wallet", "export", "copy", "--as", "bsms", "--bsms-token", tokens, "--out",
        desk.path("x.txt"),
      ], saying: "one signer", code: .wrongUsage)
  }

  // MARK: Recovery

  @Test func `an Account Map shows five addresses before it is kept, and is looked for`()
    async throws
  {
    let desk = try await Self.family()
    let map = desk.path("map.json")
    _ = await desk.run("wallet", "export", "family", "--as", "account-map", "--out", map)
    let shown = await desk.run("wallet", "show", "family", "--json")
    let name = try #require(shown.json["nodeName"]?.stringValue)
    await desk.fails(["wallet", "import", "back", "--from", map], saying: "there is no terminal")
    let declined = await desk.run("wallet", "import", "back", "--from", map, answers: ["no"])
    #expect(declined.code == .failed)
    #expect(declined.err.contains("receive 4") && declined.err.contains("from block 7"))
    #expect(await desk.run("wallet", "list", "--json").json.arrayValue?.count == 1)
    #expect(await desk.run("wallet", "remove", "family", "--yes").code == .done)
    await desk.fails(
      ["wallet", "import", "back", "--from", map, "--yes", "--node-name"]
        + [String(repeating: "ab", count: 32)], saying: "another wallet")
    // By the name the node knew it by, which is then the wallet's own.
    await desk.fails(
      ["wallet", "import", String(repeating: "ab", count: 32), "--from", map, "--yes"],
      saying: "another wallet")
    let back = await desk.run(
      "wallet", "import", "back", "--from", map, "--node-name", name, answers: ["yes"])
    #expect(back.code == .done, "\(back.err)")
    #expect(back.err.contains("Found"))
  }

  @Test func `a Recovery QR is refused and not repeated`() async throws {
    let desk = try await Self.desk()
    let key =
      "tprv8h9XdFy7mfEpt2GBLhCwNghDCVjeGQ44sGoQpZTkWu7iWEYV9ncbMJ2NTnTF4w8HpKG5D6M1JpCwkUrzGKWjHRhacymwo2nXaF4DQzNc4dc"
    for label in ["old", "\u{4E16}\u{754C}"] {
      let text =
        "{\"entropy\":\"ed3032b2f69ad7037d0a1ab388d91065\",\"descriptor\":\"wpkh([253110e5\\/84'\\/1'\\/0']\(key)\\/0\\/*)#zkjnnv8q\",\"birthdate\":1582800776,\"blockheight\":61904,\"label\":\"\(label)\"}"
      let file = try desk.write(text, to: "recovery-\(label.utf8.count).json")
      let picture = desk.path("recovery-\(label.utf8.count).png")
      try Data(QRPicture(QRSymbol(text: text)).png()).write(to: URL(fileURLWithPath: picture))
      for source in [file, picture] {
        for command in [
          ["wallet", "import", "x", "--from", source], ["wallet", "create", "x", source],
        ] {
          let said = await desk.fails(command)
          #expect(!(said.out + said.err).contains("tprv") && !said.err.contains("ed3032"))
          #expect(said.err.contains("refused") || said.err.contains("secret"), "\(said.err)")
        }
      }
    }
  }
}
