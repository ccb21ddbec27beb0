import BitcoinPrimitives
import Bytes
import Descriptors
import TestSupport
import Testing

@testable import WalletFiles

/// BIP-388: templates, keys, and what is refused.
@Suite struct WalletPolicyTests {
  private func json(_ template: String, _ keys: [String]) -> String {
    JSONWriter.encode([
      "name": "family", "descriptor_template": .string(template),
      "keys_info": .array(keys.map { .string($0) }),
    ])
  }

  @Test func `a template and its keys are the descriptor, and back`() throws {
    let file = try Samples.read(
      json("wsh(sortedmulti(2,@0/**,@1/**))", [Samples.first, Samples.second]))
    #expect(file.format == .bip388)
    #expect(file.name == "family")
    #expect(try file.descriptor == Samples.sorted())
    let written = try JSONReader.parse(try file.encoded(as: .bip388))
    #expect(
      written["descriptor_template"]?.stringValue == "wsh(sortedmulti(2,@0/**,@1/**))")
    #expect(written["keys_info"]?.arrayValue?.count == 2)
    #expect(written["keys_info"]?[0]?.stringValue?.hasPrefix("[1cf0bf7e/48'/0'/0'/2']xpub") == true)
  }

  @Test(arguments: [
    ("wsh(sortedmulti(2,@0/**,@1/**))", 1, "keys are 1, and the template has 2"),
    ("wsh(sortedmulti(2,@0/**,@1/**))", 3, "keys are 3, and the template has 2"),
    ("wsh(sortedmulti(2,@1/**,@0/**))", 2, "placeholder @1 comes before @0"),
    ("wsh(sortedmulti(2,@0/**,@00/**))", 2, "not of the form @0/**"),
    ("wsh(sortedmulti(2,@0/**,@/**))", 2, "not of the form @0/**"),
    ("wsh(sortedmulti(2,@0/**,@99999999999999999999/**))", 2, "not of the form @0/**"),
    ("wsh(sortedmulti(2,@0/**,@1/<0;0>/*))", 2, "no two different branches"),
    ("wsh(sortedmulti(2,@0/**,@1/<0;2147483648>/*))", 2, "no two different branches"),
    ("combo(@0/**)", 1, "template is combo(), which BIP-388 does not allow"),
    ("pk(@0/**)", 1, "template is pk(), which BIP-388 does not allow"),
    ("multi(1,@0/**,@1/**)", 2, "template is bare multi(), which"),
    ("sortedmulti(1,@0/**,@1/**)", 2, "template is bare sortedmulti(), which"),
    ("sh(pk(@0/**))", 1, "template is sh(pk()), which"),
    ("raw(@0/**)", 1, "template is raw(), which"),
  ])
  func `a policy with a fault is refused`(template: String, count: Int, expected: String) throws {
    let keys = [Samples.first, Samples.second, Samples.nested[0]].prefix(count)
    let error = #expect(throws: WalletFileError.self) {
      try Samples.read(json(template, Array(keys)))
    }
    #expect("\(try #require(error))".contains(expected))
  }

  @Test(arguments: [
    "combo(@)", "pk(@)", "multi(1,@)", "sh(pk(@))",
  ])
  func `a wallet that BIP-388 has no template for is not written as one`(form: String) throws {
    let text = form.replacing("@", with: "\(Samples.first)/<0;1>/*")
    let file = WalletFile(
      name: nil, descriptor: try Descriptor(parsing: text), network: .mainnet)
    let error = #expect(throws: WalletFileError.self) { try file.encoded(as: .bip388) }
    #expect("\(try #require(error))".contains("BIP-388 has no"))
  }

  @Test func `a key twice in the list, and keys with steps behind them, are refused`() throws {
    for keys in [
      [Samples.first, Samples.first], [Samples.first, Samples.second + "/0"],
      [Samples.first, Samples.second + ",\(Samples.nested[0])"],
      [Samples.first, Samples.second + ")"],
    ] {
      #expect(throws: WalletFileError.self) {
        try Samples.read(json("wsh(sortedmulti(2,@0/**,@1/**))", keys))
      }
    }
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `every template of BIP-388 is read or refused as it says`() throws {
    var valid = 0
    var invalid = 0
    for item in try Vectors.cases("bip388/policies.json") {
      let template = try #require(item.input["template"]?.stringValue)
      guard item.expect["valid"]?.boolValue == true else {
        invalid += 1
        #expect(throws: WalletFileError.self, "\(item)") {
          try WalletPolicyTemplate(parsing: template)
        }
        continue
      }
      let keys = (item.input["keys"]?.arrayValue ?? []).compactMap(\.stringValue)
      // Miniscript and MuSig2 are forms that `Descriptors` does not have yet.
      if template.contains("musig") || template.contains("pk(") && template.contains("older")
        || template.contains("or_b")
      {
        #expect(throws: WalletFileError.self, "\(item)") {
          try WalletPolicyTemplate(parsing: template).descriptor(keys: keys)
        }
        continue
      }
      valid += 1
      let descriptor = try WalletPolicyTemplate(parsing: template).descriptor(keys: keys)
      let expected = try #require(item.expect["descriptor"]?.stringValue)
      #expect(try descriptor == Descriptor(parsing: expected), "\(item)")
    }
    #expect(valid == 5)
    #expect(invalid == 9)
  }
}
