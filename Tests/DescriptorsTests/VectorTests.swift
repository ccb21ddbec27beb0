import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Secp256k1
import TestSupport
import Testing

/// Every vector of BIP-380 to 390 and 389: read, or refused for a reason that is written down here.
@Suite(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
struct VectorTests {
  /// What became of a descriptor.
  enum Outcome: Equatable {
    case read(Descriptor)
    case privateKey
    case notYet(String)
    case refused
  }

  static func outcome(_ text: String) -> Outcome {
    do throws(DescriptorError) {
      return .read(try Descriptor(parsing: text))
    } catch {
      switch error {
      case .privateKey: return .privateKey
      case .notSupportedYet(let name, offset: _): return .notYet(name)
      default: return .refused
      }
    }
  }

  static func hasPrivateKey(_ text: String) -> Bool {
    text.contains("xprv")
      || ["L4rK1y", "5KYZdU", "KzoAz5", "KzRrBi"].contains { text.contains($0) }
  }

  /// The scripts of a descriptor at an index, of all forms of a `combo`.
  static func scripts(_ descriptor: Descriptor, _ index: UInt32) throws -> [JSONValue] {
    try descriptor.alternatives.map {
      .string(try $0.derived(branch: 0, index: index).scriptPubKey.hex)
    }
  }

  /// `neutered` are those with private keys, which are compared in their public form where there is
  /// one.
  @Test(arguments: [
    ("bip381", 9, 8), ("bip382", 5, 5), ("bip383", 4, 4), ("bip384", 2, 2), ("bip385", 4, 0),
    ("bip386", 2, 3), ("bip387", 2, 3),
  ])
  func `the vectors give the published scripts`(
    standard: String, readable: Int, neutered: Int
  ) throws {
    var read = 0
    var compared = 0
    for testCase in try Vectors.cases("\(standard)/descriptors.json") {
      let text = try #require(testCase.input["descriptor"]?.stringValue)
      let outcome = Self.outcome(text)
      guard testCase.expect["valid"] == true else {
        if case .read = outcome { Issue.record("read: \(testCase.name)") }
        continue
      }
      switch outcome {
      case .read(let descriptor):
        read += 1
        _ = try Self.compareScripts(of: descriptor, testCase)
        let again = try Descriptor(parsing: descriptor.canonical, checksum: .required)
        #expect(again == descriptor && again.canonical == descriptor.canonical)
      case .privateKey:
        #expect(Self.hasPrivateKey(text), "\(testCase.name)")
        guard let text = try PublicForm.of(text) else { continue }
        if try Self.compareScripts(of: Descriptor(parsing: text), testCase) { compared += 1 }
      case .notYet, .refused: Issue.record("refused: \(testCase.name)")
      }
    }
    #expect(read == readable)
    #expect(compared == neutered)
  }

  /// Whether there were scripts to compare.
  private static func compareScripts(
    of descriptor: Descriptor, _ testCase: VectorCase
  ) throws -> Bool {
    let whole = testCase.expect["scripts_hex"]?.arrayValue
    if let whole { #expect(try scripts(descriptor, 0) == whole, "\(testCase.name)") }
    let indexed = testCase.expect["scripts_by_index"]?.objectValue?.members ?? []
    for member in indexed {
      let index = try #require(UInt32(member.name))
      #expect(try scripts(descriptor, index) == member.value.arrayValue, "\(testCase.name)")
    }
    return whole != nil || !indexed.isEmpty
  }

  @Test func `the checksums and key expressions of BIP-380 are judged right`() throws {
    for testCase in try Vectors.cases("bip380/descriptors.json") {
      let text = try #require(testCase.input["text"]?.stringValue)
      let isKey = testCase.input["kind"] == "key_expression"
      let outcome = Self.outcome(isKey ? "pk(\(text))" : text)
      switch (testCase.expect["valid"] == true, outcome) {
      case (true, .read): #expect(!Self.hasPrivateKey(text))
      case (true, .privateKey): #expect(Self.hasPrivateKey(text), "\(testCase.name)")
      case (true, _): Issue.record("refused: \(testCase.name)")
      case (false, .read): Issue.record("read: \(testCase.name)")
      case (false, _): break
      }
    }
  }

  @Test func `multipath descriptors expand as BIP-389 says`() throws {
    var expanded = 0
    for testCase in try Vectors.cases("bip389/descriptors.json") {
      let text = try #require(testCase.input["descriptor"]?.stringValue)
      let outcome = Self.outcome(text)
      guard testCase.expect["valid"] == true else {
        if case .read = outcome { Issue.record("read: \(testCase.name)") }
        continue
      }
      switch outcome {
      case .read(let descriptor):
        expanded += 1
        let expected = testCase.expect["expands_to"]?.arrayValue?.compactMap(\.stringValue)
        #expect(try descriptor.expanded().map(\.textWithoutChecksum) == expected)
      case .privateKey: #expect(Self.hasPrivateKey(text))
      case .notYet, .refused: Issue.record("refused: \(testCase.name)")
      }
    }
    #expect(expanded == 5)
  }

  /// Forms still to come; when one is written, its file moves to the test of scripts above.
  @Test(arguments: [("bip390", ["musig", "rawtr"])])
  func `forms that do not exist yet are refused as such`(
    standard: String, forms: [String]
  ) throws {
    var seen: Set<String> = []
    for testCase in try Vectors.cases("\(standard)/descriptors.json")
    where testCase.expect["valid"] == true {
      let text = try #require(testCase.input["descriptor"]?.stringValue)
      switch Self.outcome(text) {
      case .notYet(let form): seen.insert(form)
      case .privateKey: #expect(Self.hasPrivateKey(text))
      default: Issue.record("not refused as such: \(testCase.name)")
      }
    }
    #expect(seen.sorted() == forms)
  }

  @Test func `miniscript is refused as not supported yet`() throws {
    let key = "03a34b99f22c790c4e36b2b3c2c35a36db06226e41c692fc82b8b56ac1c540c5bd"
    for fragment in ["and_v(v:pk(\(key)),older(10))", "v:pk(\(key))", "older(1)", "t:or_c(0,1)"] {
      #expect(Self.outcome("wsh(\(fragment))") == .notYet("miniscript"))
    }
  }

  @Test func `the keys of BIP-67 are sorted into the published scripts and addresses`() throws {
    for testCase in try Vectors.cases("bip67/bip67.json") {
      let threshold = try #require(testCase.input["m"]?.intValue)
      let keys = try #require(testCase.input["pubkeys"]?.arrayValue).compactMap(\.stringValue)
      let script = try #require(testCase.expect["script_hex"]?.stringValue)
      let text = "sh(sortedmulti(\(threshold),\(keys.joined(separator: ","))))"
      let descriptor = try Descriptor(parsing: text)
      let derived = try descriptor.derived(branch: 0, index: 0)
      #expect(derived.redeemScript?.hex == script)
      #expect(derived.keys.map { Hex.encode($0.publicKey.encoded) } == keys)
      #expect(
        try descriptor.address(branch: 0, index: 0, on: .mainnet)?.string
          == testCase.expect["p2sh_address"]?.stringValue)
    }
  }

  @Test func `the annotations of BIP-393 are judged right`() throws {
    var read = 0
    for testCase in try Vectors.cases("bip393/annotated.json") {
      if let text = testCase.input["descriptor"]?.stringValue {
        let descriptor = try Descriptor(parsing: text, checksum: .required)
        #expect(descriptor.annotatedText == text)
        #expect(!descriptor.canonical.contains("?"))
        read += 1
      } else {
        let text = try #require(testCase.input["descriptor_without_checksum"]?.stringValue)
        #expect(Self.outcome(text) == .refused, "\(testCase.name)")
        // The checksum covers the annotations and is no reason to refuse them.
        let whole = try DescriptorChecksum.appended(to: text)
        #expect(Self.outcome(whole) == .refused, "\(testCase.name)")
      }
    }
    #expect(read == 4)
  }

  @Test func `a wallet of BIP-48's accounts asks keys at the published paths`() throws {
    let words: [String: UInt32] = ["first": 0, "second": 1, "external": 0, "change": 1]
    let cases = try Vectors.cases("bip48/paths.json")
    #expect(cases.count == 15)
    for testCase in cases {
      func word(_ name: String) throws -> String {
        try #require(testCase.input[name]?.stringValue)
      }
      let isMain = try word("network") == "mainnet"
      let script: StandardAccount = try word("script") == "p2wsh" ? .wsh : .shWsh
      let account = try script.path(
        on: isMain ? .mainnet : .testnets, account: try #require(words[try word("account")]))
      let xpub = try Xpub(
        network: isMain ? .mainnet : .testnets, depth: 4, parentFingerprint: .zero,
        childNumber: try #require(account.steps.last), chainCode: .zero,
        publicKey: PublicKey(decoding: Hex.decode(Known.key)))
      let text = "multi(1,[deadbeef/\(account.relativeText)]\(xpub)/<0;1>/*)"
      let wrapped = script == .wsh ? "wsh(\(text))" : "sh(wsh(\(text)))"
      let derived = try Descriptor(parsing: wrapped).derived(
        branch: Int(try #require(words[try word("chain")])),
        index: try #require(words[try word("address")]))
      let path = try #require(testCase.expect["path"]?.stringValue)
      #expect(derived.keys.first?.origin.path == (try DerivationPath(parsing: path)))
    }
  }
}
