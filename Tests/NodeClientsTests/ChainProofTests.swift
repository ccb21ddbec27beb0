import BitcoinPrimitives
import Bytes
import ChainTypes
import Foundation
import Hashes
import PracticeServers
import Testing

@testable import NodeClients

/// Headers and Merkle proofs that are passed on to a signer.
@Suite(.timeLimit(.minutes(20))) struct ChainProofTests {
  private static let mine = Script.p2wpkh(hash: [UInt8](repeating: 3, count: 20))

  /// Pays a script with so many other transactions in the block, and asks for the proof of each.
  private func check(
    _ source: some ChainSource, _ txids: [Txid], at height: Int
  ) async throws {
    let tip = try await source.status().tip
    let headers = try #require(
      try await source.blockHeaders(at: height - 20...tip.height, through: tip))
    #expect(headers.count == tip.height - height + 21 && headers.last?.hash == tip.hash)
    for (lower, upper) in zip(headers, headers.dropFirst()) {
      #expect(upper.previous == lower.hash && upper.hasWork)
    }
    let proofs = try await source.merkleProofs(of: txids.map { ($0, height) })
    #expect(proofs.count == txids.count)
    for (txid, proof) in zip(txids, proofs) {
      #expect(proof?.root(of: txid) == headers[20].merkleRoot)
    }
  }

  @Test func `an Electrum server's are passed on`() async throws {
    let server = try PracticeElectrumServer()
    var txids: [Txid] = []
    for _ in 0..<5 { txids.append(try server.fund(Self.mine, 1_000_000).txid) }
    try server.mine(3)
    try await check(server.source(), txids, at: server.tipHeight - 2)
  }

  @Test func `an Esplora server's are passed on`() async throws {
    let server = try PracticeEsploraServer()
    var txids: [Txid] = []
    for _ in 0..<5 { txids.append(try server.fund(Self.mine, 1_000_000).txid) }
    try server.mine(3)
    let source = try server.source()
    try await check(source, txids, at: try await source.status().tip.height - 2)
  }

  @Test func `the rehearsal chain gives its own`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("rehearsal-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let source = Rehearsal(folder: folder, now: { 1_800_000_000 }, pause: { _ in })
    var txids: [Txid] = []
    for _ in 0..<5 {
      txids.append(try await source.fund(Self.mine, try Amount(satoshis: 1_000_000)))
    }
    try await source.mine(3)
    let tip = try await source.status().tip
    try await check(source, txids, at: tip.height - 2)
    // Not in that block, and not there at all.
    let none = try await source.merkleProofs(
      of: [(txids[0], tip.height), (Txid(.zero), tip.height)])
    #expect(none == [nil, nil])
    await #expect(throws: NodeError.chainMoved) {
      _ = try await source.blockHeaders(at: 5...tip.height + 1, through: tip)
    }
  }

  // MARK: Bitcoin Core

  /// Block 100,000 of mainnet with the part of its tree that leads to its second transaction, in Core's form: four
  /// transactions, the hashes of the first and second and of the pair behind them, bits 1 1 0 1 0.
  private static let header =
    "0100000050120119172a610421a6c3011dd330d9df07b63616c2cc1f1cd00200000000006657a9252aacd5c0b2940996"
    + "ecff952228c3067cc38d4885efb5a4ac4247e9f337221b4d4c86041b0f2b5710"
  private static let tree =
    "04000000" + "03"
    + "876dd0a3ef4a2816ffd1c12ab649825a958b0ff3bb3d6f3e1250f13ddbf0148c"
    + "c40297f730dd7b5a99567eb8d27b78758f607507c52292d02d4031895b52f2ff"
    + "49aef42d78e3e9999c9e6ec9e1dddd6cb880bf3b076a03be1318ca789089308e"
    + "01" + "0b"
  private static let txid = "fff2525b8931402dd09222c50775608f75787bd2b87e56995a7bdd30f79702c4"

  @Test func `a part of Core's tree leads to its transaction`() throws {
    let tree = try #require(PartialMerkleTree(Hex.decode(Self.header + Self.tree)))
    let proof = try #require(tree.proof)
    #expect(proof.position == 1 && proof.branch.count == 2)
    #expect(try proof.root(of: Txid(parsing: Self.txid)) == tree.header.merkleRoot)
    #expect(tree.header.merkleRoot.hex == String(Self.header.dropFirst(72).prefix(64)))
  }

  @Test func `a part that is cut, endless or of another form is none`() throws {
    let whole = try Hex.decode(Self.header + Self.tree)
    for end in whole.indices { #expect(PartialMerkleTree(Array(whole[..<end])) == nil, "\(end)") }
    #expect(PartialMerkleTree(whole + [0]) == nil)
    // No transactions, more than fit in a block, more than there are hashes for.
    for count in ["00000000", "01000100", "ffffffff"] {
      let bytes = try Hex.decode(Self.header + count + Self.tree.dropFirst(8))
      #expect(PartialMerkleTree(bytes) == nil, "\(count)")
    }
    let many = try Hex.decode(Self.header + "04000000" + "fe00000080" + Self.tree.dropFirst(10))
    #expect(PartialMerkleTree(many) == nil)
    // It leads to nothing (one hash, the root), or to two transactions at once.
    let nothing =
      "04000000" + "01" + String(repeating: "11", count: 32) + "01" + "00"
    #expect(try PartialMerkleTree(Hex.decode(Self.header + nothing))?.proof == nil)
    let two = "02000000" + "02" + String(repeating: "11", count: 64) + "01" + "07"
    #expect(try PartialMerkleTree(Hex.decode(Self.header + two))?.proof == nil)
  }

  @Test func `Core is asked by blocks, so that it needs no index`() async throws {
    let hash = "000000000003ba27aa200b1cecaad478d2b00432346c3f1f3986da1afd33e506"
    let transport = ScriptedTransport([
      .results(["\"\(hash)\""]), .results(["\"\(Self.header + Self.tree)\""]),
      .results(["\"\(hash)\""]), .results(["\"\(Self.header)\""]),
    ])
    let node = BitcoinCore(try connection(transport))
    let txid = try Txid(parsing: Self.txid)
    let proofs = try await node.merkleProofs(of: [(txid, 100_000)])
    let tip = ChainTip(height: 100_000, hash: try BlockHash(parsing: hash), time: 0)
    let headers = try #require(
      try await node.blockHeaders(at: 100_000...100_000, through: tip))
    #expect(headers.map { "\($0.hash)" } == [hash])
    #expect(proofs[0]?.root(of: txid) == headers[0].merkleRoot)
    let asked = transport.asked.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(asked[1].contains("gettxoutproof"))
    #expect(asked[1].contains("[\"\(Self.txid)\"],\"\(hash)\""))
    #expect(asked[3].contains("getblockheader") && asked[3].contains("\"\(hash)\",false"))
  }

  @Test func `what Core says otherwise is named`() async throws {
    let hash = "000000000003ba27aa200b1cecaad478d2b00432346c3f1f3986da1afd33e506"
    let other = "00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee"
    let txid = try Txid(parsing: Self.txid)
    let tip = ChainTip(height: 100_000, hash: try BlockHash(parsing: hash), time: 0)
    for (block, answer) in [
      (other, "\"\(Self.header + Self.tree)\""), (hash, "\"\(Self.header)\""), (hash, "null"),
      (hash, "\"zz\""), (hash, "7"),
    ] {
      let node = BitcoinCore(
        try connection(ScriptedTransport([.results(["\"\(block)\""]), .results([answer])])))
      await #expect(throws: NodeError.self, "\(answer.prefix(9))") {
        _ = try await node.merkleProofs(of: [(txid, 100_000)])
      }
    }
    for (block, answer) in [(other, "\"\(Self.header)\""), (hash, "\"00\""), (hash, "null")] {
      let node = BitcoinCore(
        try connection(ScriptedTransport([.results(["\"\(block)\""]), .results([answer])])))
      await #expect(throws: NodeError.self, "\(answer.prefix(9))") {
        _ = try await node.blockHeaders(at: 100_000...100_000, through: tip)
      }
    }
  }
}
