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

@Suite struct `Several people, one wallet` {
  private static let forms = [
    "wsh(sortedmulti(2,@))", "wsh(multi(2,@))", "sh(wsh(sortedmulti(2,@)))", "sh(multi(2,@))",
    "tr(50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0,multi_a(2,@))",
  ]

  @Test(arguments: forms)
  func `two of three sign one after the other, and the payment is valid`(form: String) throws {
    let family = try Family()
    let descriptor = try family.descriptor(form)
    try family.register(descriptor)
    let (first, second) = (family.desks[0], family.desks[2])
    _ = try first.write(PaymentFixture().psbt(from: descriptor))

    let review = first.run("review", first.path("unsigned.psbt"), "--json")
    #expect(review.json["refusals"] == .array([]) && review.json["warnings"] == .array([]))
    #expect(review.json["outputs"]?[1]?["kind"]?.stringValue == "change")
    let state = review.json["signatures"]?[0]
    #expect(state?["policy"]?.stringValue == "2 of 3 keys")
    #expect(state?["signed"] == .array([]))
    #expect(state?["signing"]?[0]?["seed"]?.stringValue == "first")
    #expect(state?["missing"]?.intValue == 1)

    let half = first.sign("unsigned.psbt", to: "half.psbt")
    #expect(half.code == .done, "\(half.err)")
    #expect(half.json["signed"]?.intValue == 1)
    #expect(half.json["complete"]?.boolValue == false)
    #expect(half.json["missing"]?.intValue == 1)
    #expect(half.err.contains("Signs now"))

    try first.hand("half.psbt", to: second)
    let whole = second.sign("half.psbt", to: "whole.psbt")
    #expect(whole.code == .done, "\(whole.err)")
    #expect(whole.json["complete"]?.boolValue == true)
    #expect(whole.err.contains("Signed by") && whole.err.contains("[73c5da0a/48h/1h/0h/2h]"))
    let final = try Extractor(try Finalizer().finalized(second.psbt("whole.psbt"))).transaction()
    #expect(whole.json["txid"]?.stringValue == "\(final.txid)")
  }

  @Test func `a key of ours under another name is refused and named`() throws {
    let family = try Family()
    let desk = family.desks[0]
    let own = try #require(family.keys[0].split(separator: "]").last)
    let second = desk.run(
      "account", "export", "first", "--script", "wsh", "--account", "1", "--out",
      desk.path("second.txt"), "--json")
    let other = try #require(second.json["key"]?.stringValue?.split(separator: "]").last)
    for (keys, said) in [
      // Under a stranger's fingerprint, and nothing else is ours.
      (
        ["[deadbeef/48h/1h/0h/2h]\(own)", family.keys[1]], "key 1 of the wallet is listed under"
      ),
      // Another account of ours as a third person, where its own account stands or any other.
      (
        [family.keys[0], family.keys[1], "[deadbeef/48h/1h/1h/2h]\(other)"],
        "key 3 of the wallet is listed under [deadbeef/48h/1h/1h/2h], but it is our key "
          + "[73c5da0a/48h/1h/1h/2h]"
      ),
      (
        [family.keys[0], "[deadbeef/48h/1h/0h/2h]\(other)"],
        "it is our key [73c5da0a/48h/1h/1h/2h]"
      ),
    ] {
      let ran = try desk.register(try Family.descriptor("wsh(sortedmulti(2,@))", keys))
      #expect(
        ran.code == .failed && ran.err.contains(said) && ran.err.contains("R08"), "\(ran.err)")
    }
    // Our name over a key of somebody else.
    let stranger = try #require(family.keys[1].split(separator: "]").last)
    let swapped = try desk.register(
      try Family.descriptor(
        "wsh(sortedmulti(2,@))", ["[73c5da0a/48h/1h/0h/2h]\(stranger)", family.keys[2]]))
    #expect(swapped.code == .failed, "\(swapped.err)")
    #expect(swapped.err.contains("key 1 of the wallet names our fingerprint"), "\(swapped.err)")
    #expect(desk.run("wallet", "list", "--json").json == .array([]))
  }

  @Test func `a seed with a passphrase is not named by its fingerprint without one`() throws {
    let desk = try Desk()
    _ = desk.run("init", "--network", "regtest", "--yes")
    let words = try desk.write(Desk.words + "\n", to: "words.txt")
    _ = desk.run("seed", "import", "first", "--from", words, "--with-bip39-passphrase")
    let family = try Family()
    let descriptor = try Family.descriptor("wsh(sortedmulti(2,@))", Array(family.keys.prefix(2)))
    let file = try desk.write("a passphrase\n", to: "bip39.txt")
    let ran = try desk.register(descriptor, as: "family", "--bip39-passphrase-file", file)
    #expect(ran.code == .failed, "\(ran.err)")
    #expect(
      ran.err.contains("key 1 of the wallet names the seed first without its BIP-39 passphrase"),
      "\(ran.err)")
    let empty = try desk.write("\n", to: "empty.txt")
    let without = try desk.register(descriptor, as: "family", "--bip39-passphrase-file", empty)
    #expect(without.code == .done, "\(without.err)")
  }

  @Test func `a registered wallet leaves in every form and is registered again by another`() throws
  {
    let family = try Family()
    let descriptor = try family.descriptor()
    let (first, second) = (family.desks[0], family.desks[1])
    try #require(try first.register(descriptor).code == .done)
    for format in WalletFileFormat.allCases where format != .redeemScript {
      let name = "\(format.rawValue).txt"
      let ran = first.run(
        "wallet", "export", "family", "--as", format.rawValue, "--birth-height", "123", "--out",
        first.path(name))
      #expect(ran.code == .done, "\(format): \(ran.err)")
      let file = try WalletFile(reading: Array(first.read(name).utf8), on: .regtest)
      #expect(file.descriptor == descriptor, "\(format)")
      if format == .accountMap || format == .annotated || format == .specter {
        #expect(file.birthHeight == 123, "\(format)")
      }
      try first.hand(name, to: second)
      let taken = second.run(
        "wallet", "register", format.rawValue, "--from", second.path(name), "--yes", "--accept",
        "R23")
      #expect(taken.code == .done, "\(format): \(taken.err)")
      #expect(second.run("wallet", "remove", format.rawValue, "--yes").code == .done)
    }
    let map = first.run("wallet", "export", "family", "--out", first.path("map.json"))
    #expect(map.code == .done, "\(map.err)")
    let read = try JSONReader.parse(Array(first.read("map.json").utf8))
    #expect(read["blockheight"]?.intValue == 0 && read["label"]?.stringValue == "family")
    let script = first.run(
      "wallet", "export", "family", "--as", "redeem-script", "--out", first.path("script.txt"))
    #expect(script.code != .done && script.err.contains("not a legacy multisig"), "\(script.err)")
    let token = try first.write("a54044308ceac9b7\n", to: "token.txt")
    let wrong = first.run(
      "wallet", "export", "family", "--as", "caravan", "--bsms-token", token, "--out",
      first.path("x.json"))
    #expect(wrong.code == .wrongUsage)
    let sealed = first.run(
      "wallet", "export", "family", "--as", "bsms", "--bsms-token", token, "--out",
      first.path("family.dat"))
    #expect(sealed.code == .done, "\(sealed.err)")
    let opened = try BSMSToken(parsing: "a54044308ceac9b7").opened(
      first.read("family.dat").trimmingCharacters(in: .whitespacesAndNewlines))
    #expect(try WalletFile(reading: Array(opened.utf8)).descriptor == descriptor)
  }

  @Test func `addresses of the wallet are shown and verified`() throws {
    let family = try Family()
    let descriptor = try family.descriptor()
    try family.register(descriptor)
    let desk = family.desks[0]
    let address = try #require(try descriptor.address(branch: 1, index: 7, on: .regtest))
    let shown = desk.run("address", "show", "family", "7", "--change", "--json")
    #expect(shown.json["address"]?.stringValue == address.string)
    let found = desk.run("address", "verify", address.string, "--json")
    #expect(found.json["wallet"]?.stringValue == "family")
    #expect(found.json["index"]?.intValue == 7)
    #expect(found.json["change"]?.boolValue == true)
  }

  @Test func `a vault with two of the keys names both seeds and signs with both or one`() throws {
    let family = try Family()
    let desk = family.desks[0]
    let words = try desk.write(Family.words[1] + "\n", to: "second.txt")
    try #require(desk.run("seed", "import", "second", "--from", words).code == .done)
    let descriptor = try family.descriptor()
    let asked = try desk.register(descriptor)
    #expect(asked.err.contains("OURS: verified from the seed first"))
    #expect(asked.err.contains("OURS: verified from the seed second"))
    #expect(asked.err.unwrapped.contains("this vault can spend from it by itself"))
    _ = try desk.write(PaymentFixture().psbt(from: descriptor))

    let one = desk.sign("unsigned.psbt", to: "one.psbt", "--with", "second")
    #expect(one.json["complete"]?.boolValue == false, "\(one.err)")
    #expect(try desk.psbt("one.psbt").inputs[0].partialSigs.count == 1)
    let both = desk.sign("unsigned.psbt", to: "both.psbt")
    #expect(both.json["complete"]?.boolValue == true, "\(both.err)")
    #expect(try desk.psbt("both.psbt").inputs[0].partialSigs.count == 2)
    let nobody = desk.sign("unsigned.psbt", to: "none.psbt", "--with", "nobody")
    #expect(nobody.code == .failed && nobody.err.contains("no seed named nobody"))

    // A seed that owns no key of the wallet signs nothing of it.
    let third = try desk.write(Family.words[2] + "\n", to: "third.txt")
    try #require(desk.run("seed", "import", "third", "--from", third).code == .done)
    let refused = desk.sign("unsigned.psbt", to: "none.psbt", "--with", "third")
    #expect(refused.code == .failed)
    #expect(
      refused.err.contains("the seed third has no key for the coins that this payment spends"))

    // The wallet stays while one of its seeds does.
    let removed = desk.run("seed", "remove", "first", "--yes", "--json")
    #expect(removed.json["wallets"] == .array([]), "\(removed.err)")
    let left = desk.sign("unsigned.psbt", to: "left.psbt")
    #expect(left.json["complete"]?.boolValue == false, "\(left.err)")
    let last = desk.run("seed", "remove", "second", "--yes", "--json")
    #expect(last.json["wallets"]?[0]?.stringValue == "family")
  }

  @Test func `a cosigner's signature that was damaged is refused by name`() throws {
    let family = try Family()
    let descriptor = try family.descriptor()
    try family.register(descriptor)
    let bob = family.desks[1]
    _ = try bob.write(PaymentFixture().psbt(from: descriptor))
    try #require(bob.sign("unsigned.psbt", to: "half.psbt").code == .done)
    var psbt = try bob.psbt("half.psbt")
    psbt.updateInput(0) { input in
      guard let signature = input.partialSigs.first else { return }
      var bytes = Array(signature.signature)
      bytes[40] ^= 1
      input.setPartialSig(bytes, publicKey: Array(signature.publicKey))
    }
    let desk = family.desks[0]
    let review = desk.run("review", try desk.write(psbt, to: "bad.psbt"), "--json")
    #expect(review.json["refusals"]?[0]?["rule"]?.stringValue == "R20")
    let message = review.json["refusals"]?[0]?["message"]?.stringValue ?? ""
    #expect(message.contains("key 2 [b8688df1/48h/1h/0h/2h]"), "\(message)")
    #expect(desk.sign("bad.psbt", to: "x.psbt").code == .failed)
  }

  @Test func `stateless signing asks about the wallet, whatever else is agreed to`() throws {
    let family = try Family()
    let descriptor = try family.descriptor()
    let desk = try Desk()
    let wallet = try desk.write(descriptor.canonical, to: "wallet.txt")
    _ = try desk.write(PaymentFixture().psbt(from: descriptor))
    let words = family.desks[0].path("words.txt")
    let arguments = [
      "sign", desk.path("unsigned.psbt"), "--seed", words, "--wallet", wallet, "--network",
      "regtest", "--out", desk.path("signed.psbt"), "--yes",
    ]
    let unasked = desk.run(arguments, passphrase: nil)
    #expect(unasked.code == .failed && unasked.err.contains("--accept wallet"), "\(unasked.err)")
    let accepted = desk.run(arguments + ["--accept", "wallet"], passphrase: nil)
    #expect(accepted.code == .done, "\(accepted.err)")
    #expect(accepted.err.contains("2 of 3 keys must sign"))
    #expect(try desk.psbt("signed.psbt").inputs[0].partialSigs.count == 1)
  }

  @Test func `options of stateless signing are refused beside a vault`() throws {
    let desk = try Desk.withSeed()
    let unsigned = try desk.write(PaymentFixture().psbt(from: desk.account()))
    for option in [["--network", "regtest"], ["--with-bip39-passphrase"]] {
      let ran = desk.run(["sign", unsigned, "--out", desk.path("s.psbt"), "--yes"] + option)
      #expect(ran.code == .wrongUsage && ran.err.contains(option[0]), "\(ran.err)")
    }
  }

  @Test func `arguments that are not understood are named in words and not repeated`() throws {
    let desk = try Desk.withSeed()
    for (arguments, words) in [
      (["address", "show", "first-wpkh-0", "5000000000"], "a whole number from 0"),
      (["address", "show", "no such name", "0"], "letters, digits"),
      (["sign", "x", "--out", "y", "--accept", "R4x4"], "a rule such as R04"),
      (["account", "export", "first", "--script", "p2wsh", "--out", "-"], "a script: pkh"),
      (["seed", "create", "second", "--words", "13"], "12, 15, 18, 21 or 24"),
    ] {
      let ran = desk.run(arguments)
      #expect(ran.code == .wrongUsage)
      #expect(ran.err.contains(words), "\(ran.err)")
      for value in ["5000000000", "no such name", "R4x4", "p2wsh"] {
        #expect(!ran.err.contains(value), "\(ran.err)")
      }
    }
  }
}
