import BitcoinPrimitives
import Bytes
import Descriptors
import Foundation
import TestSupport
import Testing
import WalletFixtures
import WalletTypes

@testable import WalletStorage

@Suite struct LabelFileTests {
  /// The examples of BIP-329, as the vectors have them.
  private static func vectors() throws -> String {
    let json = try Vectors.json("bip329/labels.json")
    return try #require(json["jsonl"]?.stringValue)
  }

  private static func parsed(_ text: String) throws -> LabelFile {
    try LabelFile(parsing: Array(text.utf8), on: .regtest)
  }

  private static let txid = String(repeating: "ab", count: 32)

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `the examples of BIP-329 are read and written again with every member`() throws {
    let text = try Self.vectors()
    let file = try LabelFile(parsing: Array(text.utf8), on: .mainnet)
    #expect(file.lines.count == 8 && file.repeated == 0)
    #expect(file.lines.first { $0.type == "output" }?.isSpendable == false)
    let again = LabelFile.text(of: file.lines).split(separator: "\n")
    for (line, written) in zip(text.split(separator: "\n"), again) {
      let read = try #require(JSONReader.parse(text: String(line)).objectValue)
      let back = try #require(JSONReader.parse(text: String(written)).objectValue)
      #expect(Set(read.names) == Set(back.names))
      for name in read.names { #expect(read[name] == back[name], "\(name)") }
    }
  }

  @Test func `labels go into a wallet and come out without loss, also what it does not use`() throws
  {
    let store = try Store(checksSignatures: false)
    let wallet = try Self.wallet(in: store)
    let text = """
      {"type":"tx","ref":"\(Self.txid)","label":"Rent \\u0007","height":850000,"time":"2024-06-01T00:00:00Z","fee":-210,"value":-5,"rate":{"USD":67000.10}}
      {"type":"tx","ref":"\(Self.txid)","label":"other account","origin":"wpkh([d34db33f/84'/0'/9'])"}
      {"type":"output","ref":"\(Self.txid):1","spendable":false,"keypath":"/1/2","fmv":{"EUR":1e-7},"tag":"work"}
      {"type":"output","ref":"\(Self.txid):2","spendable":true,"label":"free"}
      {"type":"input","ref":"\(Self.txid):0","label":"in"}
      {"type":"addr","ref":"bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080","label":"not ours","heights":[1,2]}
      {"type":"addr","ref":"bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080","label":"x","origin":"tr([d34db33f])"}
      {"type":"pubkey","ref":"0283409659355b6d1cc3c32decd5d561abaac86c37a353b52895a5e6c196d6f448","label":""}
      {"type":"xpub","ref":"xpub1","label":"k","spendable":7,"deep":[[1,{"a":null}]]}
      {"type":"later","ref":"what","tag":"not ours","label":"kept"}
      """
    let file = try Self.parsed(text)
    let first = try store.importLabels(file.lines, to: wallet, onConflict: .refuse)
    #expect(first.added == 10 && first.unused == 6)
    let lines = try store.labelLines(of: wallet)
    #expect(Self.objects(LabelFile.text(of: lines)) == Self.objects(text))
    let again = try store.importLabels(lines, to: wallet, onConflict: .refuse)
    #expect(again.unchanged == 10 && again.added + again.changed == 0)
    // A label that a person changes leaves the rest of its line alone.
    try store.setLabel("Rent, June", on: .transaction, Self.txid, of: wallet)
    let kept = try store.labelLines(of: wallet).first { $0.text == "Rent, June" }
    #expect(kept?.others["height"] == 850000 && kept?.others["fee"]?.numberText == "-210")
    try store.setLabel("", on: .output, "\(Self.txid):2", of: wallet)
    #expect(try store.labelLines(of: wallet).contains { $0.isSpendable == true && $0.text == nil })
  }

  @Test
  func `a line that differs from what is here is imported only when somebody says which counts`()
    throws
  {
    let store = try Store(checksSignatures: false)
    let wallet = try Self.wallet(in: store)
    try store.setLabel("mine", on: .transaction, Self.txid, of: wallet)
    let file = try Self.parsed(
      """
      {"type":"output","ref":"\(Self.txid):0","label":"new"}
      {"type":"tx","ref":"\(Self.txid)","label":"theirs"}
      """)
    #expect(throws: StorageError.labelsDiffer(count: 1, first: "tx \(Self.txid)")) {
      try store.importLabels(file.lines, to: wallet, onConflict: .refuse)
    }
    #expect(try store.labels(.output, of: wallet).isEmpty)
    let kept = try store.importLabels(file.lines, to: wallet, onConflict: .keep)
    #expect(kept.added == 1 && kept.unchanged == 1 && kept.conflicts.count == 1)
    #expect(try store.labels(.transaction, of: wallet) == [Self.txid: "mine"])
    _ = try store.importLabels(file.lines, to: wallet, onConflict: .replace)
    #expect(try store.labels(.transaction, of: wallet) == [Self.txid: "theirs"])
  }

  @Test
  func `a line of this account's own origin is a label, one of another account is kept apart`()
    throws
  {
    let store = try Store(checksSignatures: false)
    let wallet = try Self.wallet(in: store)
    let origin = try #require(wallet.descriptor.keys.first?.origin)
    let own = "wpkh([\(origin)])"
    let file = try Self.parsed(
      """
      {"type":"tx","ref":"\(Self.txid)","label":"ours","origin":"\(own)"}
      {"type":"tx","ref":"\(Self.txid)","label":"another form","origin":"\(own.dropFirst())"}
      """)
    let report = try store.importLabels(file.lines, to: wallet, onConflict: .refuse)
    #expect(report.unused == 1)
    #expect(try store.labels(.transaction, of: wallet) == [Self.txid: "ours"])
  }

  static let bad: [(String, String)] = [
    ("{\"type\":\"tx\"}", "no type or no ref"),
    ("[]", "not a JSON object"),
    ("{\"type\":\"tx\",\"ref\":\"12\"}", "not a transaction id"),
    ("{\"type\":\"output\",\"ref\":\"\(txid)\"}", "not TXID:VOUT"),
    (
      "{\"type\":\"addr\",\"ref\":\"bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c\"}",
      "address of regtest"
    ),
    ("{\"type\":\"pubkey\",\"ref\":\"02\"}", "not a public key"),
    ("{\"type\":\"later\",\"ref\":\"a b\"}", "blanks"),
    ("{\"type\":\"tx\",\"ref\":\"\(txid)\",\"label\":7}", "label that is not text"),
    ("{\"type\":\"output\",\"ref\":\"\(txid):0\",\"spendable\":\"no\"}", "neither true nor false"),
    ("{\"type\":\"tx\",\"ref\":\"\(txid)\",\"label\":\"a\",\"label\":\"b\"}", "cannot be read"),
    ("{\"type\":\"tx\",\"ref\":\"\(txid)\",\"origin\":1}", "origin"),
    (
      "{\"type\":\"later\",\"ref\":\"x\",\"v\":\(String(repeating: "[", count: 9))",
      "cannot be read"
    ),
    ("{\"type\":\"later\",\"ref\":\"\(String(repeating: "x", count: 501))\"}", "at most 500 bytes"),
    (
      "{\"type\":\"tx\",\"ref\":\"\(txid)\",\"label\":\"\(String(repeating: "x", count: 10_001))\"}",
      "at most 10000"
    ),
    (
      "{\"type\":\"tx\",\"ref\":\"\(txid)\",\"label\":\"\(String(repeating: "x", count: 65_600))\"}",
      "cannot be read"
    ),
  ]

  @Test(arguments: bad) func `a bad line is named by its number, and nothing of its file is read`(
    line: String, expected: String
  ) throws {
    let good = "{\"type\":\"tx\",\"ref\":\"\(Self.txid)\",\"label\":\"x\"}\n\n"
    #expect {
      try Self.parsed(good + line)
    } throws: { error in
      guard case LabelFileError.line(3, let reason) = error else { return false }
      return reason.contains(expected)
    }
  }

  @Test func `what is said twice counts once, and what contradicts itself is refused`() throws {
    let line = "{\"type\":\"tx\",\"ref\":\"\(Self.txid)\",\"label\":\"x\"}\r\n"
    #expect(try Self.parsed(line + line).repeated == 1)
    #expect(throws: LabelFileError.contradiction(line: 2, earlier: 1)) {
      try Self.parsed(line + line.replacing("\"x\"", with: "\"y\""))
    }
    #expect(throws: LabelFileError.empty) { try Self.parsed("\n  \r\n") }
    let many = [UInt8](repeating: 0x0a, count: LabelFile.lineLimit + 1)
    #expect(throws: LabelFileError.tooManyLines(limit: LabelFile.lineLimit)) {
      try LabelFile(parsing: many, on: .regtest)
    }
    let large = [UInt8](repeating: 0x20, count: LabelFile.byteLimit + 1)
    #expect(throws: LabelFileError.tooLarge(limit: 16)) {
      try LabelFile(parsing: large, on: .regtest)
    }
  }

  static func wallet(in store: Store) throws -> WalletRecord {
    try store.addWallet(
      name: "savings", network: .regtest, descriptor: Descriptor(parsing: accountText),
      birthHeight: 0,
      gapLimit: 20)
  }

  /// The lines as sets of members, in any order.
  private static func objects(_ text: String) -> Set<String> {
    Set(
      text.split(separator: "\n").map { line in
        let object = (try? JSONReader.parse(text: String(line)))?.objectValue
        let members = object?.members.sorted { $0.name < $1.name } ?? []
        return JSONWriter.encode(.object(JSONObject(members)))
      })
  }
}
