import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import TerminalUI
import TestSupport
import Testing

@testable import OfflineSigner

/// Texts of wallets of several people: each signs the request, and hands on what was signed.
@Suite struct `A text of several people` {
  private static let forms = [
    ("wsh(sortedmulti(2,@))", "simple"), ("sh(wsh(sortedmulti(2,@)))", "full"),
    ("sh(multi(2,@))", "full"),
    (
      "tr(50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0,multi_a(2,@))",
      "simple"
    ),
  ]

  @Test(arguments: forms)
  func `is signed one after the other, and then it is one signature`(
    form: String, found: String
  ) throws {
    let family = try Family()
    let descriptor = try family.descriptor(form)
    try family.register(descriptor)
    let (first, second) = (family.desks[0], family.desks[2])
    let request = try first.request(descriptor)
    _ = try second.request(descriptor)
    let half = first.run(
      "message", "sign", request, "--wallet", "family", "--out", first.path("half.psbt"), "--yes",
      "--json")
    #expect(half.code == .done && half.json["complete"]?.boolValue == false, "\(half.err)")
    try first.hand("half.psbt", to: second)
    let whole = second.run(
      "message", "sign", second.path("request.dat"), second.path("half.psbt"), "--wallet",
      "family", "--out", second.path("whole.txt"), "--yes", "--json")
    #expect(whole.code == .done && whole.json["complete"]?.boolValue == true, "\(whole.err)")
    let verified = second.verified("whole.txt")
    #expect(verified.json["valid"]?.boolValue == true, "\(verified.err)")
    #expect(verified.json["form"]?.stringValue == found)
    // Nobody's payment: no network takes a transaction whose first input spends nothing that exists.
    let draft = try first.psbt("half.psbt")
    #expect(draft.unsignedTransaction.outputs.map(\.rawValue) == [0])
  }

  @Test(arguments: [forms[0], forms[3]])
  func `takes no signature that is wrong or of a stranger's key, and asks nobody first`(
    form: String, found: String
  ) throws {
    let family = try Family()
    let descriptor = try family.descriptor(form)
    try family.register(descriptor)
    let (first, second) = (family.desks[0], family.desks[2])
    let request = try first.request(descriptor)
    _ = try second.request(descriptor)
    let half = first.run(
      "message", "sign", request, "--wallet", "family", "--out", first.path("half.psbt"), "--yes")
    try #require(half.code == .done, "\(half.err)")
    let made = try first.psbt("half.psbt")
    let leaf = made.inputs[0].tapScriptSigs.first
    let key = made.inputs[0].partialSigs.first
    // The point G: a key that nobody in the wallet has.
    let point = try Hex.decode("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798")
    let xOnly = try #require(Bytes32(point))
    var hostile: [(String, PSBT)] = []
    func change(_ name: String, _ body: (inout PSBTInput) -> Void) {
      var psbt = made
      psbt.updateInput(0, body)
      hostile.append((name, psbt))
    }
    if let leaf {
      var wrong = Array(leaf.signature)
      wrong[40] ^= 1
      change("wrong") {
        $0.setTapScriptSig(wrong, xOnlyKey: leaf.xOnlyKey, leafHash: leaf.leafHash)
      }
      change("stranger") {
        $0.setTapScriptSig(Array(leaf.signature), xOnlyKey: xOnly, leafHash: leaf.leafHash)
      }
      change("leaf") {
        $0.setTapScriptSig(Array(leaf.signature), xOnlyKey: leaf.xOnlyKey, leafHash: xOnly)
      }
      change("path") { $0.setTapKeySig([UInt8](repeating: 7, count: 64)) }
    }
    if let key {
      var wrong = Array(key.signature)
      wrong[20] ^= 1
      change("wrong") { $0.setPartialSig(wrong, publicKey: key.publicKey) }
      change("stranger") {
        $0.setPartialSig(Array(key.signature), publicKey: [2] + point)
      }
      change("path") { $0.setTapKeySig([UInt8](repeating: 7, count: 64)) }
    }
    #expect(hostile.count >= 3)
    for (name, psbt) in hostile {
      try Data(psbt.encoded()).write(to: second.folder.appending(path: "\(name).psbt"))
      let ran = second.run(
        "message", "sign", second.path("request.dat"), second.path("\(name).psbt"), "--wallet",
        "family", "--out", second.path("whole.txt"), "--yes")
      #expect(ran.code == .failed && ran.err.contains("(R20)"), "\(name): \(ran.err)")
      #expect(ran.err.unwrapped.contains("\(name).psbt: a signature for input 0"), "\(ran.err)")
    }
    #expect(second.run("log", "--json").json == .array([]))
  }

  @Test func `takes nothing of a PSBT of another text, and asks for the request`() throws {
    let family = try Family()
    let descriptor = try family.descriptor()
    try family.register(descriptor)
    let desk = family.desks[0]
    let request = try desk.request(descriptor)
    let other = try desk.request(descriptor, "Another text of ours.", to: "other.dat")
    let signed = desk.run(
      "message", "sign", other, "--wallet", "family", "--out", desk.path("other.psbt"), "--yes")
    #expect(signed.code == .done, "\(signed.err)")
    let mixed = desk.run(
      "message", "sign", request, desk.path("other.psbt"), "--wallet", "family", "--out",
      desk.path("a.txt"), "--yes")
    #expect(mixed.code == .failed && mixed.err.contains("of another text"), "\(mixed.err)")
    let alone = desk.run(
      "message", "sign", desk.path("other.psbt"), "--wallet", "family", "--out",
      desk.path("a.txt"), "--yes")
    #expect(alone.code == .failed && alone.err.contains("does not say which text"), "\(alone.err)")
    let legacy = desk.run(
      "message", "sign", request, "--wallet", "family", "--format", "bip137", "--out",
      desk.path("a.txt"), "--yes")
    #expect(legacy.code == .failed && legacy.err.contains("(R20)"), "\(legacy.err)")
    // Only what was signed is in the log.
    #expect(desk.run("log", "--json").json.arrayValue?.count == 1)
  }
}
