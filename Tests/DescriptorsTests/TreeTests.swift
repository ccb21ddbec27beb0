import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Secp256k1
import TestSupport
import Testing

@Suite struct TreeTests {
  static func nested(_ depth: Int) -> String {
    let leaf = "pk(\(Known.key))"
    return "tr(\(Known.key),"
      + String(repeating: "{\(leaf),", count: depth) + leaf + String(repeating: "}", count: depth)
      + ")"
  }

  @Test(arguments: [
    "tr(K,pk(K))", "tr(K,pkh(K))", "tr(K,{pk(K),pk(K)})", "tr(K,{{pk(K),pkh(K)},pk(K)})",
    "tr(K,{pk(K),{multi_a(1,K,K),{sortedmulti_a(2,K,K),pk(K)}}})",
    "tr(K,{{pk(K),pk(K)},{pk(K),pk(K)}})",
  ])
  func `trees of every shape are read and written`(shape: String) throws {
    let text = shape.replacing("K", with: Known.key)
    let descriptor = try Descriptor(parsing: text)
    #expect(descriptor.textWithoutChecksum == text)
    #expect(descriptor.script == nil && descriptor.keys.count == shape.count { $0 == "K" })
    let taproot = try #require(try descriptor.derived(branch: 0, index: 0).taproot)
    #expect(
      taproot.leaves.count == shape.split(separator: "pk").count - 1
        + shape.split(separator: "multi_a").count - 1 || !taproot.leaves.isEmpty)
    for leaf in taproot.leaves {
      let root = leaf.controlBlock.merkleRoot(leafHash: leaf.leafHash)
      #expect(root == taproot.merkleRoot)
      let tweak = Taproot.tweak(internalKey: leaf.controlBlock.internalKey, merkleRoot: root)
      #expect(
        taproot.internalKey.gives(
          taproot.outputKey.bytes, parityIsOdd: leaf.controlBlock.parityIsOdd, tweakedBy: tweak))
    }
  }

  @Test(arguments: [
    "tr(K,)", "tr(K,{})", "tr(K,{pk(K)})", "tr(K,{pk(K),})", "tr(K,{,pk(K)})", "tr(K,{pk(K),pk(K)",
    "tr(K,{pk(K),pk(K)}}", "tr(K,pk(K),pk(K))", "tr(K,{pk(K),pk(K),pk(K)})", "tr(K,pk(K)",
    "tr({pk(K),pk(K)})", "tr(K,{pk(K),pk(K)},pk(K))", "tr(K,wpkh(K))", "tr(K,sh(pk(K)))",
    "tr(K,tr(K))", "tr(K,multi(1,K))", "tr(K,combo(K))", "tr(K,raw(00))", "tr(K,K)", "tr(K,{K,K})",
    "tr(K,addr(bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu))", "wsh({pk(K),pk(K)})",
    "{pk(K),pk(K)}", "tr(K, pk(K))",
  ])
  func `what is no tree is refused`(shape: String) {
    #expect(error(shape.replacing("K", with: Known.key)) != nil)
  }

  @Test func `a tree may be 128 deep and no deeper, however many braces are open`() throws {
    let deepest = try Descriptor(parsing: Self.nested(128))
    let leaves = try #require(try deepest.derived(branch: 0, index: 0).taproot).leaves
    #expect(leaves.count == 129 && leaves.map(\.depth).max() == 128)
    #expect(deepest.textWithoutChecksum == Self.nested(128))
    #expect(message(Self.nested(129)).contains("deeper than 128"))
    #expect(error("tr(\(Known.key)," + String(repeating: "{", count: 90_000)) != nil)
  }

  @Test func `keys go to their leaves, also along branches`() throws {
    let text =
      "tr(\(Known.xpub84)/<0;1>/*,{pk(\(Known.xpub84)/<2;3>/*),"
      + "multi_a(2,\(Known.xpub86)/<0;1>/*,\(Known.xpub44)/<4;5>/7/*)})"
    let descriptor = try Descriptor(parsing: text)
    #expect(descriptor.branchCount == 2)
    let derived = try descriptor.derived(branch: 1, index: 9)
    let taproot = try #require(derived.taproot)
    #expect(taproot.leaves.map(\.keys.count) == [1, 2] && derived.keys.count == 4)
    #expect(
      derived.keys.map { $0.origin.path.description.suffix(4) } == ["/1/9", "/3/9", "/1/9", "/7/9"])
    let change = try descriptor.expanded()[1]
    #expect(
      change.textWithoutChecksum
        == text.replacing("<0;1>", with: "1")
        .replacing("<2;3>", with: "3").replacing("<4;5>", with: "5"))
    #expect(try change.derived(branch: 0, index: 9) == derived)
    let keys = taproot.leaves[1].keys.map(\.publicKey.xOnly.bytes.bytes)
    #expect(
      taproot.leaves[1].script.bytes
        == [32] + keys[0] + [0xac, 32] + keys[1] + [0xba, 0x52, 0x9c])
    #expect(
      taproot.leaves[0].script.bytes == [32] + derived.keys[1].publicKey.xOnly.bytes.bytes + [0xac])
  }

  @Test func `a leaf of pkh holds the hash of the 32 bytes`() throws {
    let text = "tr(\(Known.key),pkh(\(Known.key)))"
    let taproot = try #require(
      try Descriptor(parsing: text).derived(branch: 0, index: 0).taproot)
    let key = try PublicKey(decoding: Hex.decode(Known.key)).xOnly
    #expect(taproot.leaves[0].script == .p2pkh(hash: Script(key.bytes.bytes).hash160))
  }

  @Test func `leaves at depths that make no tree are refused`() throws {
    let key = try KeyExpression(
      origin: nil, material: .single(try PublicKey(decoding: Hex.decode(Known.key))))
    func tree(_ depths: [Int]) throws -> TRForm {
      try TRForm(key: key, leaves: depths.map { TRForm.Leaf(depth: $0, form: PKForm(key: key)) })
    }
    for depths in [[0], [1, 1], [1, 2, 2], [2, 2, 1], [2, 2, 2, 2]] {
      let form = try tree(depths)
      #expect(try Descriptor(parsing: form.text).textWithoutChecksum == form.text)
    }
    for depths in [[1], [0, 0], [1, 1, 1], [2, 1, 1], [1, 2], [2, 2], [-1], [129], [2, 1, 2]] {
      #expect(throws: DescriptorError.self) { try tree(depths) }
    }
    #expect(throws: DescriptorError.self) {
      try TRForm(key: key, leaves: [TRForm.Leaf(depth: 0, form: try WPKHForm(key: key))])
    }
  }

  @Test func `by its key or by its leaves: what a spend weighs is offered for both`() throws {
    let nums = try #require(Descriptor.unspendableInternalKey)
    let spendable = try Descriptor(
      parsing: "tr(\(Known.key),{pk(\(Known.key)),multi_a(2,\(Many.text(3)))})"
    )
    .derived(branch: 0, index: 0)
    #expect(spendable.inputWeight()?.units == (36 + 4 + 1) * 4 + 1 + 65)
    let taproot = try #require(spendable.taproot)
    #expect(!taproot.isKeyPathUnspendable && taproot.keyPathSatisfaction != nil)
    // Item count; signature; script of 34; control block of 65.
    #expect(taproot.leaves[0].satisfaction.witnessLength() == 1 + 65 + 35 + 66)
    // Two signatures and an empty item; script of 3 * 34 + 2.
    let multi = 1 + 65 * 2 + 1 + 1 + 104 + 66
    #expect(taproot.leaves[1].satisfaction.witnessLength() == multi)
    #expect(taproot.heaviestLeaf == taproot.leaves[1])

    let unspendable = try Descriptor(
      parsing: "tr(\(nums),{pk(\(Known.key)),multi_a(2,\(Many.text(3)))})"
    )
    .derived(branch: 0, index: 0)
    #expect(unspendable.taproot?.keyPathSatisfaction == nil)
    #expect(unspendable.taproot?.isKeyPathUnspendable == true)
    #expect(unspendable.inputWeight()?.units == (36 + 4 + 1) * 4 + multi)
  }
}
