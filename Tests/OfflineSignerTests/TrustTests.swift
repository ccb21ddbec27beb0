import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import FakeMachine
import Foundation
import RecordingScreens
import Secp256k1Signing
import SecretKeys
import SecureMemory
import TerminalUI
import TestSupport
import Testing

@testable import OfflineSigner
@testable import SignerHome

/// Wallets that are registered here and that somebody else can spend from too.
@Suite struct `Wallets in reach of others` {
  /// A home with a seed, its first account, and a key from outside or a child of the seed.
  private func desk(_ other: String) throws -> (desk: Desk, account: Descriptor, address: String) {
    let desk = try Desk.withSeed()
    let account = try desk.account()
    if other == "paper-combo" {
      let key = try desk.write(try Self.key() + "\n", to: "wif")
      let ran = desk.run("seed", "import", "paper", "--from", key)
      try #require(ran.code == .done, "\(ran.err)")
    } else {
      let derived = desk.run("seed", "derive", "first", "--as", "words", "--into", "niece")
      try #require(derived.code == .done, "\(derived.err)")
      let ran = desk.run(
        "account", "export", "niece", "--script", "wpkh", "--out", desk.path("niece.txt"))
      try #require(ran.code == .done, "\(ran.err)")
    }
    let shown = desk.run("address", "show", other, "0", "--json")
    let addresses = shown.json["addresses"]?.arrayValue?.compactMap(\.stringValue) ?? []
    let address = try #require(addresses.first { $0.hasPrefix("bcrt1q") }, "\(shown.err)")
    return (desk, account, address)
  }

  /// BIP-38's first example, as the test networks write it.
  private static func key() throws -> String {
    var bytes = Array("L44B5gGEpqEDRS9vVPz7QT35jcBG2r3CZwSwQ4fCewXAhAhqGVpP".utf8)
    let key = try WIFKey(parsing: SecretBytes(moving: &bytes))
    let other = try WIFKey(key.privateKey.duplicated(), network: .testnets, isCompressed: true)
    return other.revealingText().withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    ("paper-combo", "sweep", "pay a key that came from outside"),
    ("niece-wpkh-0", "handed-out", "pay a wallet that was handed out"),
  ])
  func `is paid only with consent in words, which no rule and no yes stands for`(
    wallet: String, name: String, sentence: String
  ) throws {
    let (desk, account, address) = try desk(wallet)
    let unsigned = try desk.write(PaymentFixture(destination: address).psbt(from: account))
    let review = desk.run("review", unsigned, "--json")
    #expect(review.json["leaving"]?.intValue == 12_000_000, "\(review.out)")
    #expect(review.json["totalDebit"]?.intValue == 12_001_000)
    #expect(review.json["outputs"]?[0]?["trust"]?.stringValue == name)
    #expect(review.json["outputs"]?[1]?["trust"]?.stringValue == "sole")
    #expect(review.json["warnings"]?[0]?["accept"]?.stringValue == name)
    let out = desk.path("signed.psbt")
    for options in [[], ["--accept", "R07"], ["--accept", "R06"]] {
      let ran = desk.run(["sign", unsigned, "--out", out, "--yes"] + options)
      #expect(ran.code == .failed && ran.err.contains("--accept \(name)"), "\(ran.err)")
    }
    for slip in ["R07", "yes", name] {
      let ran = desk.run("sign", unsigned, "--out", out, "--yes", answers: [slip])
      #expect(ran.code == .failed, "\(slip)")
    }
    #expect(!FileManager.default.fileExists(atPath: out))
    let script = desk.run("sign", unsigned, "--out", out, "--yes", "--accept", name, "--json")
    #expect(script.code == .done, "\(script.err)")
    #expect(script.json["accepted"] == .array([.string(name)]))
    let typed = desk.run(
      "sign", unsigned, "--out", desk.path("typed.psbt"), "--yes", answers: [sentence])
    #expect(typed.code == .done, "\(typed.err)")
    let log = desk.run("log", "--json").json[0]
    #expect(log?["sent"]?.intValue == 12_000_000)
    #expect(log?["accepted"] == .array([.string(name)]))
  }

  @Test(arguments: [("paper-combo", "sweep"), ("niece-wpkh-0", "handed-out")])
  func `says so wherever its addresses are shown or verified, and is never called ours`(
    wallet: String, name: String
  ) throws {
    let (desk, _, address) = try desk(wallet)
    let verified = desk.run("address", "verify", address)
    #expect(verified.code == .failed && verified.out.contains("DO NOT USE IT"), "\(verified.out)")
    #expect(!verified.out.contains("ours") && verified.err.contains("(R07)"))
    let json = desk.run("address", "verify", address, "--json")
    #expect(json.json["trust"]?.stringValue == name && json.code == .failed)
    let shown = desk.run("address", "show", wallet, "0")
    #expect(shown.code == .done && shown.err.contains("do not receive anything"), "\(shown.err)")
    let symbol = desk.run("address", "show", wallet, "0", "--qr", answers: [])
    #expect(symbol.code == .failed && symbol.err.contains("no QR code is shown"), "\(symbol.err)")
    let list = desk.run("wallet", "list", "--json").json.arrayValue ?? []
    let classes = Dictionary(
      list.map { ($0["name"]?.stringValue ?? "", $0["trust"]?.stringValue ?? "") }
    ) { $1 }
    #expect(classes == ["first-wpkh-0": "sole", wallet: name])
    let page = desk.run("wallet", "show", wallet, "--json").json
    #expect(page["trust"]?.stringValue == name)
    let own = desk.run("address", "show", "first-wpkh-0", "4", "--json").json
    #expect(own["trust"]?.stringValue == "sole")
    let ours = desk.run("address", "verify", own["address"]?.stringValue ?? "")
    #expect(ours.code == .done && ours.out.contains("It is ours"), "\(ours.err)")
  }

  @Test(arguments: [
    ("paper-combo", "its key came from outside"), ("niece-wpkh-0", "whoever was given it"),
  ])
  func `a sheet of it has its addresses to compare, and none to receive on`(
    wallet: String, reason: String
  ) throws {
    let (desk, _, _) = try desk(wallet)
    for kind in ["public", "inheritance"] {
      let sheet = try desk.text(ofSheet: wallet, "--kind", kind).paragraphs
      #expect(
        sheet.contains { $0.hasPrefix("Pay nothing to this wallet: ") && $0.contains(reason) },
        "\(sheet)")
      #expect(!sheet.contains { $0.contains("receiving addresses") })
      let own = try desk.text(ofSheet: "first-wpkh-0", "--kind", kind).paragraphs
      #expect(own.contains { $0.hasPrefix("First receiving addresses") })
      #expect(!own.contains { $0.contains("Pay nothing") })
    }
  }

  @Test func `a far address is refused or warned of, and never remembered`() throws {
    let desk = try Desk.withSeed()
    let account = try desk.account()
    for index in ["1000000", "2147483647"] {
      let far = desk.run("address", "show", "first-wpkh-0", index)
      #expect(far.code == .failed && far.err.contains("R07"), "\(far.err)")
    }
    let odd = desk.run("address", "show", "first-wpkh-0", "999999", "--json")
    #expect(odd.code == .done && odd.err.contains("R07"))
    let near = desk.run("address", "show", "first-wpkh-0", "999", "--change")
    #expect(near.code == .done && !near.err.contains("R07"), "\(near.err)")
    let wallet = desk.run("wallet", "show", "first-wpkh-0", "--json").json
    #expect(wallet["highestReceive"] == .null && wallet["highestChange"] == .null)
    let change = PaymentFixture(changeIndex: 998_999)
    let review = desk.run("review", try desk.write(change.psbt(from: account)), "--json")
    #expect(review.json["warnings"]?[0]?["rule"]?.stringValue == "R07")
    // What is not found ends soon, and says how far it was looked for.
    let foreign = desk.run(
      "address", "verify", odd.json["address"]?.stringValue ?? "")
    #expect(foreign.code == .failed && foreign.err.contains("(R30)"), "\(foreign.err)")
    #expect(foreign.err.contains("2002 addresses were searched: first-wpkh-0 0/0 to 0/1000"))
    let kind = desk.run(
      "address", "verify", "bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6")
    #expect(kind.err.contains("no registered wallet has addresses of this kind"), "\(kind.err)")
    let farther = desk.run(
      "address", "verify", PaymentFixture().destination, "--up-to", "1000000")
    #expect(farther.code == .wrongUsage)
  }
}

/// Keys that are the same on mainnet, in a rehearsal (R11).
@Suite struct `Rehearsals with keys of any network` {
  /// A home with an account at `path`, and a payment from it.
  private func paying(from path: String) throws -> (desk: Desk, unsigned: String) {
    let desk = try Desk.withSeed()
    let isStandard = path == "m/84h/1h/7h"
    let ran = desk.run(
      "account", "export", "first", "--script", isStandard ? "wpkh" : "wsh", "--path", path,
      "--out", desk.path("account.txt"), "--json")
    try #require(ran.code == .done, "\(ran.err)")
    #expect(ran.err.contains("the same key is valid on mainnet") == !isStandard)
    let wallet = ran.json["wallet"]?.stringValue ?? "far"
    if !isStandard {
      // A wallet of one key at a path of its own comes in by its descriptor alone.
      let key = try #require(ran.json["key"]?.stringValue)
      let file = try desk.write("\(Descriptor(parsing: "wpkh(\(key)/<0;1>/*)"))\n", to: "far.txt")
      let registered = desk.run("wallet", "register", wallet, "--from", file, "--yes")
      try #require(registered.code == .done, "\(registered.err)")
    }
    let shown = desk.run("wallet", "show", wallet)
    #expect(shown.out.unwrapped.contains("could spend real coins") == (path != "m/84h/1h/7h"))
    let text = try #require(
      desk.run("wallet", "show", wallet, "--json").json["descriptor"]?.stringValue)
    _ = try desk.write(text + "\n", to: "wallet.txt")
    return (desk, try desk.write(PaymentFixture().psbt(from: try Descriptor(parsing: text))))
  }

  @Test(arguments: ["m/45h", "m/0h", "m/0h/1h"])
  func `need a sentence that says what their signatures could do`(path: String) throws {
    let (desk, unsigned) = try paying(from: path)
    let out = desk.path("signed.psbt")
    let ran = desk.run("sign", unsigned, "--out", out, "--yes", "--accept", "R11")
    #expect(ran.code == .failed && ran.err.contains("--accept real-coins"), "\(ran.err)")
    #expect(!ran.err.contains("no real money moves") && ran.err.contains("NOT A REHEARSAL"))
    // A screen of its own does not say the contrary above it.
    let paged = desk.run("sign", unsigned, "--out", out, answers: ["no"], size: (80, 12))
    #expect(
      paged.terminal.contains("\u{1b}[?1049hNOT A REHEARSAL: on regtest"), "\(paged.terminal)")
    let typed = desk.run(
      "sign", unsigned, "--out", out,
      answers: ["these signatures could spend real coins", RecordingScreen.read])
    #expect(typed.code == .done, "\(typed.err)")
    // No yes in advance stands for real money, whatever network the home is on.
    let sign = ["sign", unsigned, "--out", desk.path("b.psbt"), "--yes", "--accept", "real-coins"]
    let script = desk.run(sign)
    #expect(script.code == .failed && script.err.contains("unattended-signing"), "\(script.err)")
    try desk.allowUnattended()
    let allowed = desk.run(sign)
    #expect(allowed.code == .done, "\(allowed.err)")
  }

  @Test func `without a vault need a machine that is shut off as well`() throws {
    for (path, isBound) in [("m/84h/1h/7h", true), ("m/45h", false)] {
      let (desk, unsigned) = try paying(from: path)
      let machine = try Desk()
      let sign = { (answers: [String]?) in
        machine.run(
          [
            "sign", unsigned, "--seed", desk.path("words.txt"), "--wallet",
            desk.path("wallet.txt"), "--network", "regtest", "--accept", "wallet", "--yes",
            "--accept", "real-coins", "--out", machine.path("signed.psbt"), "--force",
          ], answers: answers, passphrase: nil)
      }
      let export = {
        machine.run(
          [
            "account", "export", "--seed", desk.path("words.txt"), "--script",
            isBound ? "wpkh" : "wsh", "--path", path, "--network", "regtest", "--out",
            machine.path("a.txt"), "--force",
          ], passphrase: nil)
      }
      #expect(sign(isBound ? nil : [RecordingScreen.read]).code == .done)
      #expect(export().code == .done)
      try machine.machine.plugIn()
      let (signed, exported) = (sign(nil), export())
      #expect(signed.code == (isBound ? .done : .failed), "\(signed.err)")
      #expect(exported.code == (isBound ? .done : .failed), "\(exported.err)")
      guard !isBound else { continue }
      #expect(signed.err.contains("not isolated") && exported.err.contains("not isolated"))
      #expect(sign([Interlock.sentence, RecordingScreen.read]).code == .done)
    }
  }
}
