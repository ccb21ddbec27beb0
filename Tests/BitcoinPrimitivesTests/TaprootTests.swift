import BitcoinPrimitives
import Bytes
import Secp256k1
import TestSupport
import Testing

@Suite struct TaprootTests {
  // BIP-86, the first receiving address of the standard's account.
  @Test func `an output without scripts is that of BIP-86`() throws {
    let key = try XOnlyPublicKey(
      decoding: try Hex.decode("cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115"))
    let script = try Taproot.script(internalKey: key)
    #expect(
      Address(script: script, network: .mainnet)?.string
        == "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr")
  }

  @Test func `a control block reads what it writes and nothing shorter`() throws {
    let block = try #require(
      ControlBlock(
        leafVersion: 0xc0, parityIsOdd: true, internalKey: .zero, path: [.zero, .zero]))
    let bytes = block.encoded()
    #expect(try ControlBlock(decoding: bytes) == block)
    for count in 0..<bytes.count where count != 33 && count != 65 {
      #expect(throws: BytesError.self) { try ControlBlock(decoding: Array(bytes[..<count])) }
    }
    let deepest = [UInt8](repeating: 0, count: 33 + 32 * 128)
    #expect(try ControlBlock(decoding: deepest).path.count == 128)
    #expect(throws: BytesError.self) {
      try ControlBlock(decoding: deepest + [UInt8](repeating: 0, count: 32))
    }
    #expect(
      ControlBlock(leafVersion: 0xc1, parityIsOdd: false, internalKey: .zero, path: []) == nil)
  }

  @Test func `leaves that make no tree are refused`() {
    func tree(_ depths: Int...) -> TaprootTree? {
      TaprootTree(leaves: depths.map { .init(depth: $0, script: Script([0x51])) })
    }
    #expect(tree(0) != nil)
    #expect(tree(1, 1) != nil)
    #expect(tree(2, 2, 1) != nil)
    #expect(tree(1, 2, 2) != nil)
    #expect(tree(2, 2, 2, 2) != nil)
    #expect(tree() == nil)
    #expect(tree(1) == nil)
    #expect(tree(0, 0) == nil)
    #expect(tree(2, 1) == nil)
    #expect(tree(1, 1, 1) == nil)
    #expect(tree(2, 1, 2) == nil)
    #expect(tree(-1) == nil)
    #expect(tree(129, 129) == nil)
    #expect(TaprootTree(leaves: [.init(depth: 0, version: 0xc1, script: Script())]) == nil)
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `trees, tweaks, outputs and control blocks are those of BIP-341`() throws {
    let data = try Vectors.json("bip341/wallet_vectors.json")["data"]
    let cases = data?["scriptPubKey"]?.arrayValue ?? []
    #expect(cases.count == 7)
    for vector in cases {
      let key = try XOnlyPublicKey(
        decoding: try Hex.decode(try #require(vector["given"]?["internalPubkey"]?.stringValue)))
      let tree = TaprootTree(leaves: leaves(of: vector["given"]?["scriptTree"] ?? .null, depth: 0))
      let details = vector["intermediary"]
      #expect(tree?.merkleRoot.hex == details?["merkleRoot"]?.stringValue)
      let tweak = Taproot.tweak(internalKey: key.bytes, merkleRoot: tree?.merkleRoot)
      #expect(tweak.hex == details?["tweak"]?.stringValue)
      let output = try Taproot.outputKey(internalKey: key, merkleRoot: tree?.merkleRoot)
      #expect(output.key.bytes.hex == details?["tweakedPubkey"]?.stringValue)
      let script = try Taproot.script(internalKey: key, merkleRoot: tree?.merkleRoot)
      #expect(script.hex == vector["expected"]?["scriptPubKey"]?.stringValue)
      #expect(
        Address(script: script, network: .mainnet)?.string
          == vector["expected"]?["bip350Address"]?.stringValue)
      for (index, leaf) in (tree?.leaves ?? []).enumerated() {
        let hash = Taproot.leafHash(version: leaf.version, script: leaf.script)
        #expect(hash.hex == details?["leafHashes"]?[index]?.stringValue)
        let block = try #require(
          ControlBlock(
            leafVersion: leaf.version, parityIsOdd: output.parityIsOdd, internalKey: key.bytes,
            path: tree?.paths[index] ?? []))
        let expected = vector["expected"]?["scriptPathControlBlocks"]?[index]?.stringValue
        #expect(Hex.encode(block.encoded()) == expected)
        #expect(block.merkleRoot(leafHash: hash) == tree?.merkleRoot)
      }
    }
  }

  /// The leaves of a tree written as nested pairs, from left to right.
  private func leaves(of node: JSONValue, depth: Int) -> [TaprootTree.Leaf] {
    if let sides = node.arrayValue {
      return sides.flatMap { leaves(of: $0, depth: depth + 1) }
    }
    guard let hex = node["script"]?.stringValue, let script = try? Script(hex: hex),
      let version = node["leafVersion"]?.intValue
    else { return [] }
    return [TaprootTree.Leaf(depth: depth, version: UInt8(version), script: script)]
  }
}
