import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import EncryptedVault
import ExtendedKeys
import Foundation
import ScriptVerification
import TerminalUI
import TestSupport
import Testing
import WalletFiles
@testable import OfflineSigner

/// What a wallet of several people must be, and what is shown and asked before it is registered.
@Suite struct `Registering a wallet of several people` {
  @Test func `the screen before registration shows all that must be compared`() throws {
    let family = try Family()
    let descriptor = try family.descriptor()
    let desk = family.desks[1]
    let asked = try desk.register(descriptor, answers: ["no"])
    #expect(asked.code == .failed)
    #expect(desk.run("wallet", "list", "--json").json == .array([]))
    #expect(asked.err.contains("2 of 3 keys must sign"))
    #expect(asked.err.contains("Key 2          OURS: verified from the seed first"))
    #expect(asked.err.contains("Key 1          another person's"))
    #expect(asked.err.contains("fingerprint 73c5da0a, path m/48h/1h/0h/2h, then <0;1>/*"))
    // Every key stands there whole, in groups of four over several lines.
    let joined = asked.err.filter { !$0.isWhitespace }
    for key in family.keys {
      let xpub = try #require(key.split(separator: "]").last)
      #expect(joined.contains(xpub))
    }
    for (branch, index) in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)] as [(Int, UInt32)] {
      let address = try descriptor.address(branch: branch, index: index, on: .regtest)
      #expect(asked.err.unwrapped.contains(try #require(address).grouped))
    }
    for line in asked.err.split(separator: "\n") where !line.hasPrefix("hint") {
      #expect(line.count <= 100, "\(line)")
    }

    // The same again, in words and as JSON.
    #expect(try desk.register(descriptor).code == .done)
    let shown = desk.run("wallet", "show", "family")
    #expect(shown.out.contains("2 of 3 keys must sign") && shown.out.contains(descriptor.canonical))
    let json = desk.run("wallet", "show", "family", "--json").json
    #expect(json["policy"]?.stringValue == "2 of 3 keys")
    #expect(json["keys"]?.arrayValue?.count == 3)
    #expect(json["keys"]?[1]?["seed"]?.stringValue == "first")
    #expect(json["keys"]?[0]?["seed"] == .null)
    #expect(json["receive"]?.arrayValue?.count == 3 && json["change"]?.arrayValue?.count == 3)
  }

  @Test func `a wallet without our key, or with ours swapped, is refused`() throws {
    let family = try Family()
    let desk = family.desks[0]
    let others = try Family.descriptor(
      "wsh(sortedmulti(2,@))", [family.keys[1], family.keys[2]])
    let foreign = try desk.register(others)
    #expect(foreign.code == .failed && foreign.err.contains("R23"))

    // Our fingerprint and path, with somebody else's key.
    let bob = try #require(family.keys[1].split(separator: "]").last)
    let origin = try #require(family.keys[0].split(separator: "]").first)
    let swapped = try Family.descriptor(
      "wsh(sortedmulti(2,@))", ["\(origin)]\(bob)", family.keys[2]])
    let refused = try desk.register(swapped)
    #expect(refused.code == .failed)
    #expect(refused.err.contains("key 1") && refused.err.contains("(R08)"), "\(refused.err)")
    #expect(desk.run("wallet", "list", "--json").json == .array([]))
  }

  @Test func `a key that contradicts a registered wallet, or its own, is refused`() throws {
    let family = try Family()
    let desk = family.desks[0]
    try #require(try desk.register(try family.descriptor()).code == .done)
    let carol = try #require(family.keys[2].split(separator: "]").last)
    let origin = try #require(family.keys[1].split(separator: "]").first)
    let swapped = try Family.descriptor(
      "wsh(sortedmulti(2,@))", [family.keys[0], "\(origin)]\(carol)"])
    let refused = try desk.register(swapped, as: "other")
    #expect(refused.code == .failed)
    #expect(
      refused.err.contains(
        "key 2 of the wallet claims to be \(origin)], but the registered wallet family has "
          + "another key there (R08)"), "\(refused.err)")
    let within = try Family.descriptor(
      "wsh(sortedmulti(2,@))", [family.keys[0], family.keys[1], "\(origin)]\(carol)"])
    let twice = try desk.register(within, as: "other")
    #expect(twice.code == .failed)
    #expect(
      twice.err.contains("keys 2 and 3 of the wallet both claim to be \(origin)]"),
      "\(twice.err)")
    #expect(desk.run("wallet", "list", "--json").json.arrayValue?.count == 1)
    // The same people in another wallet contradict nobody.
    let pair = try desk.register(
      try Family.descriptor("wsh(sortedmulti(2,@))", Array(family.keys.prefix(2))), as: "pair")
    #expect(pair.code == .done, "\(pair.err)")
  }

  @Test func `a wallet with a key that nobody has is refused`() throws {
    let family = try Family()
    let desk = family.desks[0]
    let nobody = "0250929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0"
    let own = "\(family.keys[0])/<0;1>/*,\(family.keys[1])/<0;1>/*"
    for form in ["wsh(multi(3,\(own),\(nobody)))", "sh(wsh(multi(2,\(own),\(nobody))))"] {
      let refused = try desk.register(try Descriptor(parsing: form))
      #expect(refused.code == .failed)
      #expect(
        refused.err.contains("key 3 is one whose secret nobody can have (BIP-341)"),
        "\(refused.err)")
    }
    #expect(desk.run("wallet", "list", "--json").json == .array([]))
    let tree = try desk.register(
      try Descriptor(parsing: "tr(\(nobody.dropFirst(2)),multi_a(2,\(own)))"))
    #expect(tree.code == .done, "\(tree.err)")
  }

  @Test(arguments: [
    ("wsh(pk(@))", "wsh, one key"), ("wsh(multi(1,@))", "segwit multisig"),
    ("sh(pkh(@))", "sh, one key"), ("sh(wsh(pk(@)))", "sh(wsh), one key"),
    ("tr(@,pk(50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0))", nil),
  ])
  func `the kind of script is said as it is`(form: String, expected: String?) throws {
    let family = try Family()
    let desk = family.desks[0]
    let shown = try desk.register(try Family.descriptor(form, [family.keys[0]]))
    guard let expected else {
      #expect(shown.code == .failed && shown.err.contains("key 2 is one whose secret nobody"))
      return
    }
    #expect(shown.code == .done, "\(shown.err)")
    #expect(shown.err.contains("Scripts        \(expected)"), "\(shown.err)")
  }

  @Test(arguments: [
    ("wsh(multi(1,@))", [true, true, false]), ("wsh(multi(2,@))", [false, false, true]),
    ("tr(#,multi_a(2,@))", [false, true, false]), ("tr(#,{pk(@0),pk(@1)})", [true, true, false]),
    ("tr(@0,multi_a(2,@1,#))", [true, false, false]),
  ])
  func `who can spend alone is said, be it this vault or somebody else`(
    form: String, expected: [Bool]
  ) throws {
    let family = try Family()
    let places = family.keys.map { $0 + "/<0;1>/*" }
    let text = form.replacingOccurrences(of: "#", with: places[2])
      .replacingOccurrences(of: "@0", with: places[0])
      .replacingOccurrences(of: "@1", with: places[1])
      .replacingOccurrences(of: "@", with: "\(places[0]),\(places[1])")
    let descriptor = try Descriptor(parsing: text)
    let shown = try family.desks[0].register(descriptor, "--accept", "stranger")
    #expect(shown.code == .done, "\(shown.err)")
    let notes = [
      "this vault can spend from it by itself", "STRANGER CAN SPEND ALONE: key",
      "every key is needed",
    ]
    #expect(notes.map { shown.err.contains($0) } == expected, "\(shown.err)")
  }

  // `tr(OURS,pk(STRANGER))` was once registered with a note.
  @Test(arguments: [
    ("tr(@0,pk(@1))", "STRANGER CAN SPEND ALONE: key 2 [b8688df1/48h/1h/0h/2h]"),
    ("tr(@1,pk(@0))", "STRANGER CAN SPEND ALONE: key 1 [b8688df1/48h/1h/0h/2h]"),
    ("tr(@1,multi_a(2,@0,@2))", "STRANGER CAN SPEND ALONE: key 1 [b8688df1/48h/1h/0h/2h]"),
    ("wsh(multi(1,@0,@1,@2))", "EACH STRANGER CAN SPEND ALONE: key 2, key 3"),
    ("tr(@0,multi_a(2,@1,@2))", "STRANGERS CAN SPEND WITHOUT US: any 2 of key 2, key 3"),
  ])
  func `a key by which a stranger spends alone waits for an acknowledgement of its own`(
    form: String, expected: String
  ) throws {
    let family = try Family()
    var text = form
    for (number, key) in family.keys.enumerated() {
      text = text.replacingOccurrences(of: "@\(number)", with: key + "/<0;1>/*")
    }
    let descriptor = try Descriptor(parsing: text)
    let desk = family.desks[0]
    // Neither --yes nor accepted rules stand for it.
    for options in [[], ["--accept", "R23"], ["--accept", "R07"], ["--accept", "wallet"]] {
      let file = try desk.write(descriptor.canonical + "\n", to: "wallet.txt")
      let ran = desk.run(["wallet", "register", "family", "--from", file, "--yes"] + options)
      #expect(ran.code == .failed)
      #expect(ran.err.contains("not acknowledged: \(expected)"), "\(ran.err)")
      // It is what is read first.
      let screen = ran.err.split(separator: "\n").map(String.init)
      let first = try #require(screen.firstIndex { $0.hasPrefix("Wallet  ") })
      #expect(screen[first - 1] == expected, "\(ran.err)")
    }
    let pressed = try desk.register(descriptor, answers: ["yes", "yes"])
    #expect(pressed.code == .failed, "\(pressed.err)")
    #expect(desk.run("wallet", "list", "--json").json == .array([]))
    let taken = try desk.register(descriptor, "--accept", "stranger")
    #expect(taken.code == .done, "\(taken.err)")
    #expect(desk.run("wallet", "show", "family").out.hasPrefix(expected))
  }

  @Test(arguments: [
    // Two accounts of one seed, which says so itself.
    "wsh(sortedmulti(2,@0,@1,[b8688df1/48h/1h/1h/2h]@2/<0;1>/*))",
    // A child of the other key, whatever its origin says.
    "wsh(sortedmulti(2,@0,@1,[00000001/48h/1h/0h/2h]@c/<0;1>/*))",
    "tr(#,multi_a(2,@0,@1,[b8688df1/48h/1h/1h/2h]@2/<0;1>/*))",
  ])
  func `two keys of one stranger are as good as a key that spends alone`(form: String) throws {
    let family = try Family()
    let bare = try family.keys.map { try String(#require($0.split(separator: "]").last)) }
    let child = try Xpub(parsing: bare[1]).derived(ChildNumber(7))
    let nobody = "50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0"
    let text = form.replacingOccurrences(of: "@0", with: family.keys[0] + "/<0;1>/*")
      .replacingOccurrences(of: "@1", with: family.keys[1] + "/<0;1>/*")
      .replacingOccurrences(of: "@2", with: bare[2])
      .replacingOccurrences(of: "@c", with: "\(child)").replacingOccurrences(of: "#", with: nobody)
    let descriptor = try Descriptor(parsing: text)
    let desk = family.desks[0]
    let numbers = text.hasPrefix("tr") ? "key 3, key 4" : "key 2, key 3"
    let refused = try desk.register(descriptor, "--accept", "R23")
    #expect(refused.code == .failed)
    #expect(
      refused.err.contains("STRANGER CAN SPEND ALONE: \(numbers), all of one seed"),
      "\(refused.err)")
    let taken = try desk.register(descriptor, "--accept", "R23", "--accept", "stranger")
    #expect(taken.code == .done, "\(taken.err)")
  }

  @Test func `two keys of one stranger of the three that must sign are a note before registering`()
    throws
  {
    let family = try Family()
    let twin = try family.desks[1].cosignerKey("sh-wsh")
    let descriptor = try Family.descriptor(
      "wsh(multi(3,@))", [family.keys[0], family.keys[1], twin, family.keys[2]])
    let desk = family.desks[0]
    let taken = try desk.register(descriptor)
    #expect(taken.code == .done, "\(taken.err)")
    let shown = desk.run("wallet", "show", "family", "--json")
    let note =
      "key 2, key 3 come from one seed: whoever has that seed can give 2 of the 3 signatures "
    #expect(shown.json["notes"]?.arrayValue?.first?.stringValue?.hasPrefix(note) == true)
    let lines = taken.err.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("Note           key 2, key 3 come from one seed") })
    let screen = lines.filter { $0.hasPrefix("Note") || $0.hasPrefix(" ") }
    #expect(screen.allSatisfy { $0.count <= 80 }, "\(taken.err)")
    // Whose own keys they are knows it.
    let own = try family.desks[1].register(descriptor)
    #expect(own.code == .done && !own.err.contains("come from one seed"), "\(own.err)")
  }

  // Any pair of branches was once registered without a word, and the review then said `1/0`.
  @Test(arguments: [
    ("/<0;2147483647>/*", "sends its change to 2147483647/*", "2147483647/0"),
    ("/<1;0>/*", "sends its change to 0/*", "0/0"),
    ("/7/<0;1>/*", "receives at 7/0/*", "7/1/0"),
    ("/0/*", "receives at 0/* and sends its change there too", nil),
    ("/*", "receives at * and sends", nil), ("/0/5", "one address only", nil),
    ("", "one address only", nil),
  ])
  func `branches that are not 0 and 1 wait for R07, and the true path is shown everywhere`(
    steps: String, expected: String, change: String?
  ) throws {
    let family = try Family()
    let desk = family.desks[0]
    let keys = family.keys.map { $0 + steps }.joined(separator: ",")
    let descriptor = try Descriptor(parsing: "wsh(sortedmulti(2,\(keys)))")
    for options in [[], ["--accept", "R23"], ["--accept", "stranger"]] {
      let file = try desk.write(descriptor.canonical + "\n", to: "wallet.txt")
      let ran = desk.run(["wallet", "register", "family", "--from", file, "--yes"] + options)
      #expect(ran.code == .failed)
      #expect(ran.err.contains("not acknowledged: ") && ran.err.contains("(R07)"), "\(ran.err)")
      #expect(ran.err.contains(expected), "\(ran.err)")
      for line in ran.err.split(separator: "\n")
      where !line.hasPrefix("hint") && !line.hasPrefix("error") {
        #expect(line.count <= 100, "\(line)")
      }
    }
    #expect(desk.run("wallet", "list", "--json").json == .array([]))
    let taken = try desk.register(descriptor, "--accept", "R07")
    #expect(taken.code == .done, "\(taken.err)")
    #expect(desk.run("wallet", "show", "family").out.contains("UNUSUAL (R07): "))
    guard let change else { return }
    #expect(desk.run("wallet", "show", "family").out.contains("Change 0       at \(change):"))
    let shown = desk.run("address", "show", "family", "0", "--change")
    #expect(shown.out.hasPrefix("family \(change) on regtest"), "\(shown.out)")
    let address = try #require(shown.out.split(separator: "\n").last)
    let verified = desk.run("address", "verify", String(address))
    #expect(verified.out.contains("family \(change) on"), "\(verified.out) \(verified.err)")
    _ = try desk.write(PaymentFixture().psbt(from: descriptor))
    let review = desk.run("review", desk.path("unsigned.psbt"))
    #expect(review.out.contains("change, ours (family \(change))"), "\(review.out)")
  }

  @Test func `a key twice, no fingerprint and another network are refused by their field`() throws {
    let family = try Family()
    let desk = family.desks[0]
    let tried: [(String, [String])] = [
      ("key 3", [family.keys[0], family.keys[1], family.keys[1]]),
      (
        "key 2",
        [
          family.keys[0],
          family.keys[1].replacingOccurrences(of: "b8688df1", with: "00000000"),
        ]
      ),
      (
        "key 2",
        [family.keys[0], family.keys[1].replacingOccurrences(of: "48h/1h", with: "48h/0h")]
      ),
      (
        "keys 2 and 3",
        [
          family.keys[0], family.keys[1],
          family.keys[2].replacingOccurrences(of: "28645006", with: "b8688df1"),
        ]
      ),
    ]
    for (field, keys) in tried {
      let ran = try desk.register(try Family.descriptor("wsh(sortedmulti(2,@))", keys))
      #expect(ran.code == .failed && ran.err.contains(field), "\(field): \(ran.err)")
      #expect(ran.err.contains("hint: "))
    }
    let steps = try Descriptor(
      parsing: "wsh(multi(2,\(family.keys[0])/<0;1>/*,\(family.keys[1])/0/*))")
    let uneven = try desk.register(steps)
    #expect(uneven.code == .failed && uneven.err.contains("(R07)"), "\(uneven.err)")
    // One cosigner's change branch is another's receiving branch.
    let crossed = try desk.register(
      try Descriptor(
        parsing: "wsh(multi(2,\(family.keys[0])/<0;1>/*,\(family.keys[1])/<1;0>/*))"))
    #expect(crossed.code == .failed && crossed.err.contains("(R07)"), "\(crossed.err)")
    #expect(desk.run("wallet", "list", "--json").json == .array([]))
  }

  @Test func `a registered wallet is not registered again under another name or order`() throws {
    let family = try Family()
    try family.register(try family.descriptor())
    let desk = family.desks[0]
    let again = try desk.register(try family.descriptor(), as: "again")
    #expect(again.code == .failed && again.err.contains("already registered, as family"))
    let reversed = try Family.descriptor("wsh(sortedmulti(2,@))", family.keys.reversed())
    #expect(try desk.register(reversed, as: "again").code == .failed)
    let other = try Family.descriptor("wsh(sortedmulti(1,@))", family.keys)
    #expect(try desk.register(other).err.contains("a wallet named family already exists"))
  }

  @Test(arguments: WalletFileFormat.allCases.filter { $0 != .redeemScript })
  func `a wallet is registered from the file of any program`(format: WalletFileFormat) throws {
    let family = try Family()
    let descriptor = try family.descriptor()
    let file = WalletFile(name: "Family", descriptor: descriptor, network: .regtest)
    let desk = family.desks[2]
    let name = format.isJSON ? "carried.json" : "carried.txt"
    try Data(file.encoded(as: format)).write(to: desk.folder.appending(path: name))
    let ran = desk.run(
      "wallet", "register", "family", "--from", desk.path(name), "--yes", "--accept", "R23",
      "--json")
    #expect(ran.code == .done, "\(format): \(ran.err)")
    let known = try Descriptor(parsing: ran.json["descriptor"]?.stringValue ?? "")
    for (branch, index) in [(0, 0), (1, 5)] as [(Int, UInt32)] where branch < known.branchCount {
      #expect(
        try known.derived(branch: branch, index: index).scriptPubKey
          == descriptor.derived(branch: branch, index: index).scriptPubKey)
    }
    #expect(ran.json["keys"]?.arrayValue?.count { $0["seed"]?.stringValue == "first" } == 1)
  }

  @Test func `a private key inside a wallet is refused and never repeated`() throws {
    let desk = try Desk.withSeed()
    let secret =
      "tprv8ZgxMBicQKsPd7Uf69XL1XwhmjHopUGep8GuEiJDZmbQz6o58LninorQAfcKZWARbtRtfnLcJ5MQ2AtHcQJCCRUcMR"
      + "vmDUjyEmNUWwx8UbK"
    let file = try desk.write("wsh(multi(1,\(secret)/<0;1>/*))\n", to: "secret.txt")
    let ran = desk.run("wallet", "register", "x", "--from", file, "--yes", "--accept", "R23")
    #expect(ran.code == .failed)
    #expect(!ran.err.contains("tprv8"))
  }
}
