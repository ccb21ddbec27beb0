import AirgapMessages
import ArgumentParser
import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import EncryptedVault
import Foundation
import KeeperProcess
import RecordingScreens
import SecureMemory
import SignedMessages
import SignerHome
import Synchronization
import TerminalUI
import TestSupport
import Testing

@testable import KeyKeeper
@testable import OfflineSigner

extension Desk {
  static let text = "I hold the coins of this address.\nBerlin, 2027-01-15"

  /// A request of this project's own form, written to a file.
  func request(
    _ descriptor: Descriptor, _ text: String = Desk.text, branch: Int = 0, index: UInt32 = 5,
    address: String? = nil, form: MessageForm? = nil, coins: [MessageRequest.Coin] = [],
    previous: [PreviousTransaction] = [], to name: String = "request.dat"
  ) throws -> String {
    let own = try descriptor.address(branch: branch, index: index, on: .regtest)?.string
    let request = MessageRequest(
      text: Array(text.utf8),
      signer: .address(
        address ?? own ?? "", MessageRequest.Place(branch: branch, index: index)), form: form,
      coins: coins, previous: previous)
    try Data(request.encoded() ?? []).write(to: folder.appending(path: name))
    return path(name)
  }

  /// What `message verify` says of a file.
  func verified(_ name: String) -> Run { run("message", "verify", path(name), "--json") }
}

/// Texts that are shown whole, asked about, and signed.
@Suite struct `Signing a text` {
  private static let wallets = [
    ("pkh", "first-pkh-0", "full"), ("sh-wpkh", "first-sh-wpkh-0", "full"),
    ("wpkh", "first-wpkh-0", "simple"), ("tr", "first-tr-0", "simple"),
  ]

  @Test(arguments: wallets)
  func `is answered by a signed message in each form that an address has`(
    script: String, wallet: String, form: String
  ) throws {
    let desk = try Desk.withSeed()
    let request = try desk.request(try desk.account(script))
    let forms =
      [("bip322", form), ("bip322-full", "full")] + (script == "tr" ? [] : [("bip137", "bip137")])
    for (number, (asked, found)) in forms.enumerated() {
      let ran = desk.run(
        "message", "sign", request, "--wallet", wallet, "--format", asked, "--out",
        desk.path("\(asked).txt"), "--yes")
      #expect(ran.code == .done, "\(asked): \(ran.err)")
      let verified = desk.verified("\(asked).txt")
      #expect(verified.json["valid"]?.boolValue == true, "\(asked): \(verified.err)")
      #expect(verified.json["form"]?.stringValue == found)
      #expect(verified.json["message"]?.stringValue == Desk.text)
      #expect(desk.run("log", "verify", "--json").json["entries"]?.intValue == number + 1)
    }
    let entry = desk.run("log", "--json").json[0]
    #expect(entry?["since"]?.stringValue == "text" && entry?["form"]?.stringValue == "bip322")
    #expect(entry?["beginning"]?.stringValue == Desk.text)
    #expect(entry?["hash"]?.stringValue?.count == 64)
    // Nothing is open, and nothing of it is a payment.
    #expect(desk.run("log", "--open", "--json").json == .array([]))
    let list = desk.run("log", columns: 200)
    #expect(list.out.contains("I hold the coins"), "\(list.out)")
  }

  @Test
  func
    `shows the whole text, who signs it and what that is worth, and wants characters of the address`()
    throws
  {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account()
    // A text that would paint, turn its direction, or end the question.
    let text = "pay \u{202e}me\u{1b}[2J\u{200b}\nEnd of the text.\nSigned with nobody's keys."
    let request = try desk.request(descriptor, text)
    let arguments = [
      "message", "sign", request, "--wallet", "first-wpkh-0", "--out", desk.path("a.txt"),
    ]
    let declined = desk.run(arguments, answers: ["no"])
    #expect(declined.code == .failed && declined.err.contains("declined: nothing was signed"))
    let shown = declined.terminal
    #expect(shown.contains("| pay \\u{202e}me\\u{1b}[2J\\u{200b}\n"), "\(shown)")
    #expect(shown.contains("| End of the text.\n| Signed with nobody's keys.\nEnd of the text.\n"))
    #expect(shown.contains("It contains characters that a screen does not show"))
    #expect(shown.unwrapped.contains("Signs with: rehearsal on regtest, wallet first-wpkh-0."))
    let address = try #require(try descriptor.address(branch: 0, index: 5, on: .regtest)?.string)
    #expect(shown.contains(address) && shown.unwrapped.contains("No coin moves."))
    #expect(desk.run("log", "--json").json == .array([]))
    // A plain yes is not enough, nor are wrong characters.
    #expect(desk.run(arguments, answers: ["yes", "y", "yes"]).code == .failed)
    let groups = stride(from: 0, to: address.count, by: 4).map {
      String(address.dropFirst($0).prefix(4))
    }
    let signed = desk.run(
      arguments, answers: [groups[1] + groups[2]], random: FixedChance())
    #expect(signed.code == .done, "\(signed.err)\(signed.terminal)")
    #expect(desk.verified("a.txt").json["message"]?.stringValue == text)
  }

  @Test(arguments: [80, 40])
  func `marks every row of the text, whatever stands in it, and leaves none out`(columns: Int)
    throws
  {
    let desk = try Desk.withSeed()
    let end = "End of the text."
    // Each would begin a row without the mark, or fill rows up to one.
    let lines = [
      "\u{ff9e}" + String(repeating: " ", count: 160) + end, "\u{e33} \u{1f3fb}\u{1f3fb} x",
      String(repeating: "word", count: 300),
      "a" + String(repeating: " \u{2d7f}", count: 90) + end,
      "a" + String(repeating: "\u{ff9e}", count: 90), String(repeating: "\u{1100}", count: 90),
    ]
    let request = try desk.request(try desk.account(), lines.joined(separator: "\n"))
    let ran = desk.run(
      "message", "sign", request, "--wallet", "first-wpkh-0", "--out", desk.path("a.txt"),
      answers: ["no"], size: (columns, 24))
    let rows = ran.terminal.utf8.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).map { Array($0) }
    let first = try #require(
      rows.firstIndex { $0.starts(with: Array("The text to sign".utf8)) }, "\(ran.terminal)")
    let last = try #require(rows.firstIndex(of: Array(end.utf8)))
    let marked = rows[(first + 1)..<last].drop { !$0.starts(with: Array("| ".utf8)) }
    #expect(marked.count > 25)
    for row in marked {
      #expect(row.starts(with: Array("| ".utf8)), "\(String(decoding: row, as: UTF8.self))")
    }
    let shown = String(decoding: marked.flatMap { $0.dropFirst(2) }, as: UTF8.self)
    #expect(shown.contains("\\u{ff9e}" + String(repeating: " ", count: 160) + end))
    #expect(shown.contains(String(repeating: "word", count: 300)))
    #expect(ran.terminal.unwrapped.contains("some look like others"))
  }

  @Test func `shows a long text in pages, to its end`() throws {
    let desk = try Desk.withSeed()
    let text = (1...90).map { "line \($0) of a long agreement" }.joined(separator: "\n")
    let request = try desk.request(try desk.account(), text)
    let ran = desk.run(
      "message", "sign", request, "--wallet", "first-wpkh-0", "--out", desk.path("a.txt"),
      answers: ["no"], size: (80, 24))
    #expect(ran.code == .failed)
    for number in [1, 45, 90] { #expect(ran.terminal.contains("| line \(number) of"), "\(number)") }
  }

  @Test func `takes what SeedSigner, Specter and Coldcard ask for, and answers as they read it`()
    throws
  {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account()
    let address = try #require(try descriptor.address(branch: 1, index: 7, on: .regtest)?.string)
    let texts = [
      ("line.txt", "signmessage m/84h/1h/0h/1/7 ascii:a: b  c", "a: b  c"),
      ("old.txt", "signmessage m/84'/1'/0'/1/7 base64:w6kKYg==\n", "é\nb"),
      (
        "cc.json", #"{"msg": "COLDCARD", "subpath": "m/84h/1h/0h/1/7", "addr_fmt": "p2wpkh"}"#,
        "COLDCARD"
      ),
      ("cc.txt", "three lines, as a file\nm/84'/1'/0'/1/7\np2wpkh\n", "three lines, as a file"),
    ]
    for (name, content, text) in texts {
      let ran = desk.run(
        "message", "sign", try desk.write(content, to: name), "--wallet", "first-wpkh-0", "--out",
        desk.path("signed-\(name).txt"), "--yes")
      #expect(ran.code == .done, "\(name): \(ran.err)")
      let verified = desk.verified("signed-\(name).txt").json
      #expect(verified["form"]?.stringValue == "bip137" && verified["message"]?.stringValue == text)
      #expect(verified["address"]?.stringValue == address)
    }
  }

  @Test
  func `is refused for another address, another path, another kind, and what nobody can read`()
    throws
  {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account()
    let other = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"
    let hash = String(repeating: "0f", count: 32)
    let requests: [(String, String)] = [
      (try desk.request(descriptor, address: other, to: "a.dat"), "(R30)"),
      (try desk.request(descriptor, hash, to: "b.dat"), "a hash in hexadecimal"),
      (try desk.request(descriptor, "cHNidP8BAHECAAAAAS" + hash, to: "c.dat"), "a payment (PSBT)"),
      (try desk.request(descriptor, "0200 0000\n01 " + hash, to: "d.dat"), "bytes in hexadecimal"),
      (
        try desk.request(
          descriptor, "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0", to: "e.dat"),
        "code letters"
      ),
      (try desk.request(descriptor, " \n", to: "f.dat"), "it is empty"),
      (
        try desk.request(descriptor, String(repeating: "a b ", count: 1_001), to: "g.dat"),
        "4004 bytes"
      ),
      (
        try desk.request(descriptor, "x\n-----BEGIN BITCOIN SIGNATURE-----\ny", to: "h.dat"),
        "a line that signed messages begin or end with"
      ),
      (try desk.write("signmessage m/49h/1h/0h/0/5 ascii:x y", to: "i.txt"), "leads to no address"),
      (
        try desk.write(
          #"{"msg": "x y", "subpath": "m/84h/1h/0h/0/5", "addr_fmt": "p2pkh"}"#, to: "j.json"),
        "(R30)"
      ),
      (try desk.write("signmessage m/84h/1h/0h/0/5 sha256:00", to: "k.txt"), "(R20)"),
      (try desk.write(other, to: "l.txt"), "not a text to sign"),
    ]
    for (request, said) in requests {
      let ran = desk.run(
        "message", "sign", request, "--wallet", "first-wpkh-0", "--out", desk.path("signed.txt"),
        "--yes")
      #expect(ran.code == .failed && ran.err.unwrapped.contains(said), "\(request): \(ran.err)")
    }
    _ = try desk.account("tr")
    let taproot = desk.run(
      "message", "sign",
      try desk.write("signmessage m/86h/1h/0h/0/5 ascii:x y", to: "m.txt"), "--wallet",
      "first-tr-0", "--format", "bip137", "--out", desk.path("signed.txt"), "--yes")
    #expect(taproot.code == .failed && taproot.err.contains("(R20)"), "\(taproot.err)")
    let seed = desk.run(
      "message", "sign",
      try desk.write("signmessage m/84h/1h/0h/0/5 ascii:\(Desk.words)", to: "n.txt"), "--wallet",
      "first-wpkh-0", "--out", desk.path("signed.txt"), "--yes")
    #expect(seed.code == .failed && seed.err.contains("(R22)") && !seed.err.contains("abandon"))
    #expect(!FileManager.default.fileExists(atPath: desk.path("signed.txt")))
    #expect(desk.run("log", "--json").json == .array([]))
  }

  /// A coin of the wallet, and the transaction that made it.
  private static func coin(
    _ descriptor: Descriptor, index: UInt32, amount: Int64
  ) throws -> (MessageRequest.Coin, PreviousTransaction) {
    let script = try descriptor.derived(branch: 0, index: index).scriptPubKey
    let made = Transaction(
      version: 2,
      inputs: [
        TxIn(
          previousOutput: OutPoint(
            txid: Txid(Bytes32(Array(repeating: 7, count: 32)) ?? .zero), vout: index),
          scriptSig: Script(), sequence: 0)
      ], outputs: [TxOut(rawValue: amount, scriptPubKey: script)], lockTime: LockTime(rawValue: 0))
    return (
      MessageRequest.Coin(
        outPoint: OutPoint(txid: made.txid, vout: 0), amount: amount,
        place: MessageRequest.Place(branch: 0, index: index)),
      try PreviousTransaction(scanning: made.encoded()[...])
    )
  }

  @Test(arguments: wallets)
  func `shows coins in a transaction whose first input no chain can hold`(
    script: String, wallet: String, form: String
  ) throws {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account(script)
    let coins = try [3, 4].map {
      try Self.coin(descriptor, index: $0, amount: 5_000_000 * Int64($0))
    }
    let request = try desk.request(
      descriptor, coins: coins.map(\.0), previous: script == "pkh" ? coins.map(\.1) : [])
    let asked = desk.run(
      "message", "sign", request, "--wallet", wallet, "--out", desk.path("a.txt"), answers: ["no"])
    #expect(asked.terminal.unwrapped.contains("these 2 coins belong together"), "\(asked.err)")
    #expect(asked.terminal.contains("0.15000000 BTC\n    \(coins[0].0.outPoint)\n"))
    let ran = desk.run(
      "message", "sign", request, "--wallet", wallet, "--out", desk.path("a.txt"), "--yes")
    #expect(ran.code == .done, "\(ran.err)")
    let verified = desk.verified("a.txt").json
    #expect(verified["form"]?.stringValue == "proof-of-funds", "\(verified)")
    #expect(verified["coins"]?.arrayValue?.count == 2)
    let file = try SignedMessageFile(parsing: try desk.read("a.txt"))
    guard case .proofOfFunds(let psbt) = try MessageSignature(parsing: file.signature) else {
      return #expect(Bool(false))
    }
    // What is signed spends what commits to the text, and pays nobody.
    let transaction = psbt.unsignedTransaction
    let address = try Address(parsing: file.address, on: .regtest)
    let message = GenericMessage(Array(Desk.text.utf8), challenge: address.script)
    #expect(transaction.inputs[0].previousOutput == message.outPoint)
    #expect(transaction.outputs == [GenericMessage.nothing])
    #expect(desk.run("log", "--json").json[0]?["amount"]?.intValue == 35_000_000)
    // A coin whose transaction is missing proves nothing before segwit.
    if script == "pkh" {
      let bare = try desk.request(descriptor, coins: coins.map(\.0), to: "bare.dat")
      let refused = desk.run(
        "message", "sign", bare, "--wallet", wallet, "--out", desk.path("b.txt"), "--yes")
      #expect(refused.code == .failed && refused.err.contains("(R01)"), "\(refused.err)")
    }
    // Nor does one that says another amount than its transaction.
    var lying = coins.map(\.0)
    lying[1] = MessageRequest.Coin(
      outPoint: lying[1].outPoint, amount: 1 + lying[1].amount, place: lying[1].place)
    let lie = try desk.request(
      descriptor, coins: lying, previous: coins.map(\.1), to: "lie.dat")
    let refused = desk.run(
      "message", "sign", lie, "--wallet", wallet, "--out", desk.path("b.txt"), "--yes")
    #expect(refused.code == .failed && refused.err.contains("(R02)"), "\(refused.err)")
    // Nobody was asked, and nothing is logged.
    #expect(desk.run("log", "--json").json.arrayValue?.count == 1)
  }

  @Test func `with keys that are valid on mainnet takes a sentence, and no yes in advance`() throws
  {
    let desk = try Desk.withSeed()
    let exported = desk.run(
      "account", "export", "first", "--script", "wsh", "--path", "m/45h", "--out",
      desk.path("account.txt"), "--json")
    let key = try #require(exported.json["key"]?.stringValue)
    let descriptor = try Descriptor(parsing: "wpkh(\(key)/<0;1>/*)")
    let file = try desk.write("\(descriptor)\n", to: "far.txt")
    try #require(desk.run("wallet", "register", "far", "--from", file, "--yes").code == .done)
    let arguments = [
      "message", "sign", try desk.request(descriptor), "--wallet", "far", "--out",
      desk.path("a.txt"),
    ]
    let yes = desk.run(arguments + ["--yes"])
    #expect(yes.code == .failed && yes.err.contains("--accept real-coins"), "\(yes.err)")
    let accepted = desk.run(arguments + ["--yes", "--accept", "real-coins"])
    #expect(accepted.code == .failed && accepted.err.contains("unattended-signing"))
    let typed = desk.run(
      arguments, answers: ["these signatures could spend real coins", RecordingScreen.read])
    #expect(typed.code == .done, "\(typed.err)\(typed.terminal)")
    #expect(typed.terminal.unwrapped.contains("regtest, but these keys may hold real coins"))
    let entry = desk.run("log", "--json").json[0]
    #expect(entry?["accepted"] == .array([.string("real-coins")]))
  }
}

/// Always the same: the question is about groups 2 and 3.
struct FixedChance: RandomSource {
  func fill(_ memory: UnsafeMutableRawBufferPointer) throws(RandomnessError) {
    for index in memory.indices { memory[index] = 0 }
  }
}
