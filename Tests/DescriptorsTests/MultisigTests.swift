import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Secp256k1
import Testing

/// Keys 1 to n times the generator, found by adding.
enum Many {
  static let keys: [PublicKey] = {
    guard
      var key = try? PublicKey(
        decoding: Hex.decode("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"))
    else { return [] }
    var one = [UInt8](repeating: 0, count: 31)
    one.append(1)
    var keys = [key]
    for _ in 1..<1001 {
      guard let tweak = Bytes32(one), let next = try? key.adding(tweak: tweak) else { break }
      key = next
      keys.append(next)
    }
    return keys
  }()

  static func text(_ count: Int, compressed: Bool = true) -> String {
    keys[..<count].map { Hex.encode($0.encoded(compressed: compressed)) }.joined(separator: ",")
  }

  /// A text with `#3` for three keys, `#3u` for three uncompressed ones, and `NUMS`.
  static func expanded(_ text: String) -> String {
    let nums = Descriptor.unspendableInternalKey.map { "\($0)" } ?? ""
    return text.replacing("NUMS", with: nums).replacing(#/#(\d+)(u?)/#) {
      Self.text(Int($0.1) ?? 0, compressed: $0.2.isEmpty)
    }
  }

  static func expressions(_ count: Int) throws -> [KeyExpression] {
    try keys[..<count].map { try KeyExpression(origin: nil, material: .single($0)) }
  }
}

func message(_ text: String) -> String { error(text).map { "\($0)" } ?? "read" }

@Suite struct MultisigTests {
  static let two = "\(Known.xpub84)/<0;1>/*,\(Known.xpub86)/<0;1>/*"

  @Test(arguments: [
    ("multi(2,#3)", MultisigPolicy.Wrapping.bare, false),
    ("sh(multi(2,#3))", .sh, false),
    ("wsh(sortedmulti(2,#3))", .wsh, true),
    ("sh(wsh(sortedmulti(2,#3)))", .shWsh, true),
  ])
  func `a policy says what its descriptor says, both ways`(
    text: String, wrapping: MultisigPolicy.Wrapping, isSorted: Bool
  ) throws {
    let descriptor = try Descriptor(parsing: Many.expanded(text))
    let policy = try #require(descriptor.multisig)
    #expect(policy.threshold == 2 && policy.keys == descriptor.keys)
    #expect(policy.isSorted == isSorted && policy.wrapping == wrapping)
    #expect(try Descriptor(policy).textWithoutChecksum == Many.expanded(text))
    #expect(descriptor.script == nil)
    let made = try MultisigPolicy(
      threshold: 2, keys: Many.expressions(3), isSorted: isSorted, wrapping: wrapping)
    #expect(made == policy)
  }

  @Test func `one leaf of multi_a is a policy with its internal key`() throws {
    let nums = try #require(Descriptor.unspendableInternalKey)
    let text = "tr(\(nums),sortedmulti_a(2,\(MultisigTests.two)))"
    let policy = try #require(try Descriptor(parsing: Many.expanded(text)).multisig)
    #expect(policy.wrapping == .tr(internalKey: nums) && policy.isSorted && policy.threshold == 2)
    #expect(try Descriptor(policy).textWithoutChecksum == text)
    #expect(nums.isUnspendable && !policy.keys[0].isUnspendable)
    #expect(policy.loneSpender == nil)
    let bypassed = try Descriptor(parsing: "tr(\(Known.key),multi_a(2,\(MultisigTests.two)))")
    #expect(bypassed.multisig?.loneSpender?.description == Known.key)
    let point = try #require(Descriptor.unspendableInternalKey).description
    let extended = try Xpub(
      network: .mainnet, depth: 0, parentFingerprint: .zero, childNumber: ChildNumber(rawValue: 0),
      chainCode: .zero, publicKey: PublicKey(decoding: Hex.decode("02\(point)")))
    #expect(try Descriptor(parsing: "tr(\(extended)/<0;1>/*)").keys[0].isUnspendable)
    for other in [
      "tr(\(nums))", "tr(\(nums),pk(\(Known.key)))", "pkh(\(Known.key))",
      "tr(\(nums),{multi_a(1,\(Known.key)),multi_a(1,\(Known.key))})",
    ] {
      #expect(try Descriptor(parsing: other).multisig == nil)
    }
  }

  @Test func `keys are named in the descriptor's order and sorted in the script`() throws {
    let text = "wsh(sortedmulti(2,[73c5da0a/48h]\(MultisigTests.two)))"
    let descriptor = try Descriptor(parsing: Many.expanded(text))
    #expect(descriptor.branchCount == 2)
    var orders: Set<Bool> = []
    for index in 0..<8 as Range<UInt32> {
      let derived = try descriptor.derived(branch: 1, index: index)
      #expect(derived.keys[0].origin.description == "73c5da0a/48h/1/\(index)")
      let script = try #require(derived.witnessScript)
      guard case .multisig(2, let keys) = script.type else {
        Issue.record("no multisig")
        continue
      }
      let encoded = derived.keys.map(\.publicKey.encoded)
      #expect(keys[0].lexicographicallyPrecedes(keys[1]) && Set(keys) == Set(encoded))
      #expect(derived.scriptPubKey == .p2wsh(script) && derived.redeemScript == nil)
      orders.insert(keys == encoded)
    }
    #expect(orders.count == 2)
  }

  @Test(arguments: [
    ("multi(1,#3)", true), ("multi(1,#4)", false),
    ("sh(multi(15,#15))", true), ("sh(multi(1,#16))", false),
    ("sh(multi(7,#7u))", true),
    ("sh(multi(1,#8u))", false),
    ("wsh(multi(20,#20))", true), ("wsh(multi(1,#21))", false),
    ("sh(wsh(multi(20,#20)))", true), ("sh(wsh(multi(1,#21)))", false),
    ("tr(\(Known.key),multi_a(999,#999))", true),
    ("tr(\(Known.key),multi_a(1,#1000))", false),
    ("wsh(multi(1,#1))", true), ("wsh(multi(1))", false), ("wsh(multi())", false),
    ("wsh(multi(0,#2))", false), ("wsh(multi(3,#2))", false),
    ("wsh(multi(01,#2))", false), ("wsh(multi(+1,#2))", false),
    ("wsh(multi(-1,#2))", false), ("wsh(multi(1,))", false),
    ("wsh(multi(1,#2,))", false), ("wsh(multi(99999999999,#2))", false),
    ("wsh(multi(1,#2u))", false),
    ("wsh(multi_a(1,#2))", false), ("multi_a(1,#2)", false),
    ("tr(\(Known.key),multi(1,#2))", false),
    ("tr(multi_a(1,#2))", false), ("wsh(multi(1,pk(#1)))", false),
  ])
  func `limits are where scripts can still be spent`(text: String, isValid: Bool) {
    let text = Many.expanded(text)
    #expect((error(text) == nil) == isValid, "\(message(text).prefix(200))")
  }

  @Test func `a refusal says which limit it is`() throws {
    #expect(message(Many.expanded("multi(1,#4)")).contains("4 keys; bare multisig of more than 3"))
    #expect(
      message(Many.expanded("sh(multi(1,#16))"))
        == "multisig at position 10 has 16 keys, a redeem script of 547 bytes; more than 520 can "
        + "never be spent (15 compressed keys)")
    #expect(message(Many.expanded("wsh(multi(1,#21))")).contains("OP_CHECKMULTISIG takes 20"))
    #expect(message(Many.expanded("wsh(multi(3,#2))")).contains("3 signatures of only 2 keys"))
    #expect(message(Many.expanded("wsh(multi(0,#2))")).contains("threshold below 1"))
    for (count, wrapping) in [
      (4, MultisigPolicy.Wrapping.bare), (16, .sh), (21, .wsh), (21, .shWsh),
    ] {
      let keys = try Many.expressions(count)
      #expect(throws: DescriptorError.self) {
        try MultisigPolicy(threshold: 1, keys: keys, isSorted: true, wrapping: wrapping)
      }
      _ = try MultisigPolicy(
        threshold: 1, keys: Array(keys.dropLast()), isSorted: true, wrapping: wrapping)
    }
  }

  @Test func `the boundaries of a 15-key redeem script and a 20-key witness script are exact`()
    throws
  {
    let sh = try Descriptor(parsing: Many.expanded("sh(multi(15,#15))")).derived(
      branch: 0, index: 0)
    #expect(sh.redeemScript?.count == 513)
    let wsh = try Descriptor(parsing: Many.expanded("wsh(multi(17,#20))"))
      .derived(branch: 0, index: 0)
    let script = try #require(wsh.witnessScript)
    // Numbers above 16 are pushed as a byte.
    #expect(script.count == 2 + 20 * 34 + 2 + 1)
    #expect(script.bytes.prefix(2) == [1, 17] && script.bytes.suffix(3) == [1, 20, 0xae])
  }

  @Test(arguments: [
    // The same key, its other spelling, its negation.
    "wsh(multi(2,#1,#1))",
    "multi(1,#1,#1u)",
    "wsh(multi(1,02\(Known.key.dropFirst(2)),\(Known.key)))",
    // The same extended key, whatever its origin and steps.
    "wsh(multi(2,\(Known.xpub84)/<0;1>/*,\(Known.xpub84)/<0;1>/*))",
    "wsh(multi(2,[aabbccdd/1]\(Known.xpub84)/<0;1>/*,\(Known.xpub84)/<0;1>/*))",
    "wsh(multi(2,\(Known.xpub84)/<0;1>/*,\(Known.xpub84)/<2;3>/*))",
    "tr(\(Known.key),multi_a(2,\(Known.xpub84)/*,\(Known.xpub84)/0/*))",
  ])
  func `a key twice is flagged, and no policy is made of it`(text: String) throws {
    let descriptor = try Descriptor(parsing: Many.expanded(text))
    let policy = try #require(descriptor.multisig)
    let duplicates = descriptor.duplicateKeys
    #expect(duplicates.count == 1)
    let refusal = #expect(throws: DescriptorError.self) {
      try MultisigPolicy(
        threshold: policy.threshold, keys: policy.keys, isSorted: policy.isSorted,
        wrapping: policy.wrapping)
    }
    #expect(refusal == duplicates.first.map { .duplicateKey($0) })
    #expect("\(try #require(refusal))".contains("of the multisig are the same"))
  }

  @Test func `a parent and its child at the same place are the same key`() throws {
    let child = try Xpub(parsing: Known.xpub84).derived(ChildNumber(rawValue: 0))
    let text = "wsh(multi(2,\(Known.xpub84)/<0;1>/*,\(Known.xpub86)/<0;1>/*,\(child)/*))"
    let descriptor = try Descriptor(parsing: Many.expanded(text))
    #expect(descriptor.duplicateKeys.map(\.description) == ["keys 1 and 3"])
    let first = try descriptor.derived(branch: 0, index: 5)
    #expect(first.keys[0].publicKey == first.keys[2].publicKey)
  }

  @Test func `keys of their own are no duplicates, nor is a key in several leaves`() throws {
    for text in [
      "wsh(sortedmulti(2,\(Self.two)))", "sh(multi(15,#15))", Known.wpkh,
      "tr(\(Known.xpub84)/0/*,{multi_a(1,\(Known.xpub84)/1/*),multi_a(1,\(Known.xpub84)/2/*)})",
    ] {
      #expect(try Descriptor(parsing: Many.expanded(text)).duplicateKeys.isEmpty)
    }
  }

  /// An extended key of BIP-341's point: anybody can derive its children, nobody can sign with them.
  static let nobodys =
    "xpub661MyMwAqRbcEiHjdqucEvuyGAa8tYnEKNxRSHb554CQxfEJMwdTpYQHEeqPWCVNahQ4xUhDeZrwJbmSPWo8DvWSeemsVEv5RZRdyeYdrCp"

  @Test(arguments: [
    ("wsh(multi(2,#2,02NUMS))", 2), ("sh(multi(1,03NUMS,#2))", 0),
    ("sh(wsh(sortedmulti(2,\(Known.xpub84)/<0;1>/*,\(nobodys)/<0;1>/*)))", 1),
    ("tr(\(Known.key),multi_a(2,\(Known.xpub84)/*,NUMS))", 2),
    ("tr(NUMS,multi_a(2,\(Known.xpub84)/*,\(nobodys)/*))", 2),
  ])
  func `a key that nobody has is found, and no policy is made of it`(
    text: String, position: Int
  ) throws {
    let descriptor = try Descriptor(parsing: Many.expanded(text))
    #expect(descriptor.keysOfNobody == [position])
    let policy = try #require(descriptor.multisig)
    let refusal = #expect(throws: DescriptorError.self) {
      try MultisigPolicy(
        threshold: policy.threshold, keys: policy.keys, isSorted: policy.isSorted,
        wrapping: policy.wrapping)
    }
    #expect(refusal == .nobodysKey(position))
    #expect(
      "\(try #require(refusal))".contains("key \(position + 1) is one whose secret nobody can have")
    )
  }

  @Test func `the internal key of a tree may be nobody's, any other key alone may not`() throws {
    for text in [
      "tr(NUMS,multi_a(1,#2))", "tr(\(Self.nobodys)/*,pk(\(Known.xpub84)/*))", "wsh(multi(1,#3))",
    ] {
      #expect(try Descriptor(parsing: Many.expanded(text)).keysOfNobody.isEmpty, "\(text)")
    }
    for text in [
      "tr(NUMS)", "wpkh(02NUMS)", "combo(02NUMS)", "tr(#1,{pk(NUMS),pk(\(Known.xpub84))})",
    ] {
      let found = try Descriptor(parsing: Many.expanded(text)).keysOfNobody
      #expect(found == [text.hasPrefix("tr(#") ? 1 : 0], "\(text)")
    }
  }

  @Test func `first scripts are the same however a wallet is written`() throws {
    let origins = "[aabbccdd/48h]\(Known.xpub84)/<0;1>/*,\(Known.xpub86)/<0;1>/*"
    let swapped = "\(Known.xpub86)/<0;1>/*,\(Known.xpub84)/<0;1>/*"
    let first = try Descriptor(parsing: "wsh(sortedmulti(2,\(Self.two)))").firstScripts
    #expect(first.count == 2)
    #expect(try Descriptor(parsing: "wsh(sortedmulti(2,\(origins)))").firstScripts == first)
    #expect(try Descriptor(parsing: "wsh(sortedmulti(2,\(swapped)))").firstScripts == first)
    let other = try Descriptor(parsing: "wsh(multi(1,\(Self.two)))").firstScripts
    #expect(other.isDisjoint(with: first))
  }

  @Test func `keys that count their addresses in different ways are found`() throws {
    let (one, two) = (Known.xpub84, Known.xpub86)
    for (keys, found) in [
      ("\(one)/<0;1>/*,\(two)/<0;1>/*", nil), ("\(one)/0/*,\(two)/7/*", nil),
      ("02NUMS,\(one)/<0;1>/*,\(two)/<0;1>/*", nil),
      ("\(one)/<0;1>/*,\(two)/<2;3>/*", [0, 1]), ("\(one)/<0;1>/*,\(two)/<1;0>/*", [0, 1]),
      ("\(one)/<0;1>/*,#1,\(two)/<0;1>/*", [0, 1]), ("02NUMS,\(one)/*,\(two)/0", [1, 2]),
    ] as [(String, [Int]?)] {
      let descriptor = try Descriptor(parsing: Many.expanded("wsh(multi(1,\(keys)))"))
      let different = descriptor.differentlyCountedKeys.map { [$0.first, $0.second] }
      #expect(different == found, "\(keys)")
    }
  }

  @Test func `combo has the scripts of its alternatives, whose branches follow one another`() throws
  {
    let descriptor = try Descriptor(parsing: "combo([73c5da0a/84h/0h/0h]\(Known.xpub84)/<0;1>/*)")
    #expect(descriptor.branchCount == 2 && descriptor.isRange && descriptor.script == nil)
    let forms = descriptor.alternatives
    #expect(
      forms.map { $0.textWithoutChecksum.prefix { $0 != "[" } }
        == ["pk(", "pkh(", "wpkh(", "sh(wpkh("])
    #expect(
      try forms[2].address(branch: 0, index: 0, on: .mainnet)?.string
        == "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu")
    #expect(descriptor.scriptBranchCount == 8)
    for branch in 0..<8 {
      let expected = try forms[branch / 2].derived(branch: branch % 2, index: 3)
      #expect(try descriptor.derived(branch: branch, index: 3) == expected)
    }
    #expect(throws: DescriptorError.noSuchBranch(8, count: 8)) {
      try descriptor.derived(branch: 8, index: 0)
    }
    #expect(try descriptor.expanded().count == 2)
    let legacy = try Descriptor(parsing: Many.expanded("combo(#1u)"))
    #expect(legacy.alternatives.count == 2)
    let wpkh = try Descriptor(parsing: Known.wpkh)
    #expect(wpkh.alternatives == [wpkh])
    for text in ["sh(combo(\(Known.key)))", "wsh(combo(\(Known.key)))", "combo(pk(\(Known.key)))"] {
      #expect(error(text) != nil)
    }
  }
}

@Suite struct AnnotationTests {
  @Test func `annotations are read, written and no part of what a descriptor is`() throws {
    let plain = try Descriptor(parsing: Known.wpkh)
    let text = "\(Known.wpkh)?gl=30&bh=800000&zz=0&ml=7"
    let descriptor = try Descriptor(parsing: Many.expanded(text))
    #expect(descriptor.annotations.birthHeight == 800_000)
    #expect(descriptor.annotations.gapLimit == 30 && descriptor.annotations.maxLabel == 7)
    #expect(descriptor.annotations.unknown.map(\.key) == ["zz"])
    #expect(descriptor == plain && descriptor.canonical == plain.canonical)
    let annotated = descriptor.annotatedText
    #expect(annotated.hasPrefix("\(Known.wpkh)?bh=800000&gl=30&ml=7&zz=0#"))
    #expect(
      try Descriptor(parsing: annotated, checksum: .required).annotations == descriptor.annotations)
    #expect(plain.annotations.isEmpty && plain.annotatedText == plain.canonical)
    #expect(
      try plain.annotated(DescriptorAnnotations(birthHeight: 150_000)).annotatedText
        .hasPrefix("\(Known.wpkh)?bh=150000#"))
    #expect(try descriptor.expanded().allSatisfy { $0.annotations == descriptor.annotations })
  }

  @Test(arguments: [
    "?bh=4294967296", "?bh=1&&gl=2", "?&bh=1", "?bh=1&gl", "?b_h=1", "?bh=+1", "?bh= 1", "?bh=0x1",
    "?bh==1", "?bh=1=2", "?", "?=", "?bh=00",
  ])
  func `what BIP-393 forbids is refused`(annotation: String) {
    #expect(error("raw(deadbeef)\(annotation)") != nil)
  }

  @Test func `an unknown annotation of any size is kept, a crowd of them refused`() throws {
    let text = "raw(deadbeef)?future=340282366920938463463374607431768211456"
    #expect(try Descriptor(parsing: text).annotatedText.hasPrefix(text + "#"))
    #expect(try Descriptor(parsing: "raw(deadbeef)?bh=0").annotations.birthHeight == 0)
    let letters = "abcdefghijklmnopqrstuvwxyz"
    let many = letters.flatMap { first in letters.prefix(3).map { "\(first)\($0)=1" } }
    #expect(error("raw(deadbeef)?" + many.prefix(64).joined(separator: "&")) == nil)
    #expect(error("raw(deadbeef)?" + many.joined(separator: "&")) != nil)
  }
}
