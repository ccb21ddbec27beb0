import AirgapMessages
import Bytes
import ExtendedKeys
import QRTransport
import TestSupport
import Testing
import WalletFiles

/// The vectors of the UR registry (BCR-2020-007, 010, 015, BCR-2023-010, 019).
@Suite(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
struct RegistryTests {
  struct Case {
    let name: String
    let ur: UR
    let expected: JSONValue
  }

  static func cases(_ prefix: String) throws -> [Case] {
    try Vectors.cases("ur/registry.json").compactMap { value in
      guard value.name.hasPrefix(prefix), let text = value.input["ur"]?.stringValue else {
        return nil
      }
      return Case(name: value.name, ur: try UR(parsing: text), expected: value.expect)
    }
  }

  @Test func `every descriptor of BCR-2020-010 reads as text and writes the same CBOR`() throws {
    let cases = try Self.cases("bcr-2020-010")
    #expect(cases.count == 5)
    for item in cases {
      guard case .descriptor(let text) = try Recognizer.message(item.ur) else {
        Issue.record("\(item.name) is no descriptor")
        continue
      }
      // The first three are bare keys, which the registry writes as eckey: they come back as hdkey.
      let again = CBORWriter.encode(try OutputDescriptor.cbor(text))
      let bare = String(text.prefix { $0 != "#" })
      #expect(try OutputDescriptor.text(CBORReader.parse(again)) == bare, "\(item.name)")
    }
    #expect(
      try Recognizer.message(cases[0].ur)
        == .descriptor(
          "pkh(02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5)#8fhd9pwu"))
    guard case .descriptor(let ranged) = try Recognizer.message(cases[3].ur) else { return }
    #expect(ranged.hasPrefix("pkh([d34db33f/44h/0h/0h]xpub6ERApfZ"))
    #expect(ranged.contains("/1/*)#"))
  }

  @Test func `the account of BCR-2020-015 is read whole and written again the same`() throws {
    let item = try #require(try Self.cases("bcr-2020-015").first)
    guard case .account(let export) = try Recognizer.message(item.ur) else {
      Issue.record("no account")
      return
    }
    #expect("\(export.masterFingerprint)" == "37b5eed4")
    #expect(export.accounts.map(\.script) == [.pkh, .shWpkh, .wpkh, .sh, .shWsh, .wsh, .tr])
    #expect(
      export.accounts.map { "\($0.key.origin)" }
        == [
          "37b5eed4/44h/0h/0h", "37b5eed4/49h/0h/0h", "37b5eed4/84h/0h/0h", "37b5eed4/45h",
          "37b5eed4/48h/0h/0h/1h", "37b5eed4/48h/0h/0h/2h", "37b5eed4/86h/0h/0h",
        ])
    let written = CBORWriter.encode(AccountMessage.cbor(export))
    #expect(try AccountMessage.export(CBORReader.parse(written)) == export)
  }

  @Test func `the newer account descriptor says the same`() throws {
    let old = try #require(try Self.cases("bcr-2020-015").first)
    let new = try #require(try Self.cases("bcr-2023-019").first)
    guard case .account(let first) = try Recognizer.message(old.ur),
      case .account(let second) = try Recognizer.message(new.ur)
    else {
      Issue.record("no account")
      return
    }
    #expect(first.masterFingerprint == second.masterFingerprint)
    #expect(Set(second.accounts).isSubset(of: Set(first.accounts)))
    #expect(!second.accounts.isEmpty)
  }

  @Test func `seeds and private keys are refused`() throws {
    for item in try Self.cases("") {
      switch item.ur.type {
      case "seed", "crypto-seed", "crypto-bip39":
        #expect(throws: AirgapMessageError.secret(kind: "a seed")) {
          try Recognizer.message(item.ur)
        }
      default: break
      }
    }
    let master = try #require(try Self.cases("bcr-2020-007").first)
    #expect(throws: AirgapMessageError.secret(kind: "a master private key")) {
      try Recognizer.message(master.ur)
    }
    let eckey = try #require(try Self.cases("bcr-2020-008").first)
    #expect(throws: AirgapMessageError.secret(kind: "a private key")) {
      try Recognizer.message(eckey.ur)
    }
  }

  @Test func `a PSBT is a PSBT in both generations`() throws {
    for prefix in ["bcr-2020-006-urtypes Example/Test Vector (Partially", "crypto-psbt"] {
      let item = try #require(try Self.cases(prefix).first)
      guard case .psbt(let bytes) = try Recognizer.message(item.ur) else {
        Issue.record("no PSBT")
        continue
      }
      #expect(bytes.count == 167)
      #expect(
        try PaymentMessage.ur(bytes).cbor
          == Hex.decode(item.expected["cbor_hex"]?.stringValue ?? ""))
    }
  }
}
