import BitcoinPrimitives
import Bytes
import ChainTypes
import Synchronization
import Testing

@testable import NodeClients

/// What the client makes of an Electrum server: one that answers well, and ones that lie.
@Suite(.timeLimit(.minutes(20))) struct ElectrumServerTests {
  /// Anyone can spend it by showing the script.
  private static let open = Script([0x51, 0x51, 0x87])
  private static let mine = Script.p2wsh(open)
  private static let other = Script.p2wpkh(hash: [UInt8](repeating: 7, count: 20))

  private func spend(_ coin: OutPoint, worth: Int64, to script: Script = other) -> Transaction {
    Transaction(
      inputs: [
        TxIn(previousOutput: coin, sequence: 0xffff_fffd, witness: [Self.open.bytes])
      ],
      outputs: [TxOut(rawValue: worth - 1000, scriptPubKey: script)])
  }

  private func activity(
    _ server: PracticeElectrumServer, _ scripts: [Script] = [mine], from height: Int = 0
  ) async throws -> ScriptActivity {
    let source = server.source()
    let tip = try await source.status().tip
    return try await source.activity(of: scripts, from: height, through: tip) { _ in }
  }

  /// A server whose chain paid one coin of 0.5 BTC, in a block with three other transactions, and the coin.
  private func funded() throws -> (PracticeElectrumServer, OutPoint) {
    let server = try PracticeElectrumServer()
    let payment = try server.fund(Self.mine, 50_000_000)
    for _ in 0..<2 { _ = try server.fund(Self.other, 1_000_000) }
    try server.mine()
    return (server, OutPoint(txid: payment.txid, vout: 0))
  }

  private func error(
    _ body: () async throws -> Void
  ) async -> NodeError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? NodeError
    }
  }

  // MARK: A server that answers well

  @Test(arguments: ["1.4", "1.4.2", "1.6"]) func `it says where its chain is`(
    version: String
  ) async throws {
    let server = try PracticeElectrumServer()
    server.state.withLock { $0.version = version }
    let status = try await server.source().status()
    #expect(status.network == .regtest && status.tip.height == 119)
    #expect(status.software == "Practice 1.0" && status.scanning == .scriptIndex)
    #expect(status.historyFrom == 0 && !status.isCatchingUp)
    #expect(status.minimumFeeRate.satoshisPerKvB == 100)
    #expect(server.asked.first == "server.version")
    #expect(server.asked.contains("mempool.get_info") == (version == "1.6"))
  }

  @Test(arguments: ["1.4.2", "1.6"]) func `coins come and go as on any other source`(
    version: String
  ) async throws {
    let (server, coin) = try funded()
    server.state.withLock { $0.version = version }
    let height = server.tipHeight
    let received = try await activity(server)
    let receipt = try #require(received.receipts.first)
    #expect(received.receipts.count == 1 && received.spends.isEmpty && !received.onlyUnspent)
    #expect(receipt.outPoint == coin && receipt.amount.satoshis == 50_000_000)
    #expect(receipt.block?.height == height)
    let block = try #require(receipt.block)
    #expect(block.hash == server.state.withLock { $0.chain.hashes[height] })
    let elsewhere = BlockPosition(height: height - 1, hash: block.hash)
    let times = try await server.source().blockTimes([block, elsewhere])
    #expect(times == [server.state.withLock { Int64($0.chain.blocks[height].time) }, nil])

    let payment = spend(coin, worth: 50_000_000)
    try server.accept(payment)
    let waiting = try await activity(server)
    #expect(waiting.spends == [.init(outPoint: coin, spender: payment.txid, block: nil)])
    try server.mine()
    let spent = try await activity(server)
    #expect(spent.spends.first?.block?.height == height + 1)
    // Asked from later on, the coin that was made before is known all the same.
    let later = try await activity(server, from: height + 1)
    #expect(later.receipts.isEmpty && later.spends == spent.spends)
    #expect(try await activity(server, from: height + 2).spends.isEmpty)
  }

  @Test func `many scripts are asked about in few exchanges`() async throws {
    let (server, coin) = try funded()
    let scripts = (0..<250).map { number in
      Script.p2wpkh(hash: [UInt8](repeating: UInt8(number), count: 20))
    }
    let found = try await activity(server, scripts + [Self.mine])
    #expect(Set(found.receipts.map(\.script)) == [Self.other, Self.mine])
    #expect(found.receipts.contains { $0.outPoint == coin })
  }

  @Test func `it tells which coins are unspent in the blocks`() async throws {
    let (server, coin) = try funded()
    let source = server.source()
    let payment = spend(coin, worth: 50_000_000, to: Self.mine)
    let child = OutPoint(txid: payment.txid, vout: 0)
    let unknown = OutPoint(txid: Txid(.zero), vout: 3)
    try server.accept(payment)
    var tip = try await source.status().tip
    // What waits in the mempool does not count.
    var found = try await source.unspentOutputs([coin, child, unknown], at: tip)
    #expect(found[0]?.output.rawValue == 50_000_000 && found[0]?.height == tip.height)
    #expect(found[0]?.isCoinbase == false && found[1] == nil && found[2] == nil)
    try server.mine()
    tip = try await source.status().tip
    found = try await source.unspentOutputs([coin, child], at: tip)
    #expect(found[0] == nil && found[1]?.height == tip.height)
    let place = try await source.confirmation(of: payment, through: tip)
    #expect(place?.hash == tip.hash)
  }

  @Test func `it sends and says what it has seen`() async throws {
    let (server, coin) = try funded()
    let source = server.source()
    let payment = spend(coin, worth: 50_000_000)
    #expect(try await source.verdict(on: payment) == .untold)
    #expect(try await source.sighting(of: payment.txid) == nil)
    try await source.send(payment)
    #expect(try await source.sighting(of: payment.txid) == payment.wtxid)
    #expect(try await source.verdict(on: payment) == .alreadyInMempool)
    #expect(await error { try await source.send(self.spend(coin, worth: 40_000_000)) } != nil)
    try server.mine()
    #expect(try await source.verdict(on: payment) == .alreadyConfirmed)
    #expect(try await source.sighting(of: payment.txid) == nil)
    #expect(try await source.estimatedFeeRate(target: 6)?.satoshisPerKvB == 12_345)
    #expect(try await source.estimatedFeeRate(target: 1) == nil)
  }

  @Test func `a broken connection is made again, once`() async throws {
    let (server, _) = try funded()
    let source = server.source()
    _ = try await source.status()
    server.state.withLock { $0.breaks = 1 }
    _ = try await source.status()
    #expect(server.state.withLock { $0.connections } == 2)
    server.state.withLock { $0.breaks = 2 }
    let broken = await error { _ = try await source.status() }
    guard case .cutOff = broken else {
      Issue.record("\(String(describing: broken))")
      return
    }
  }

  @Test func `news in between is no answer, and endless news ends`() async throws {
    let (server, _) = try funded()
    let line = #"{"jsonrpc":"2.0","method":"blockchain.headers.subscribe","params":[{}]}"#
    server.state.withLock { $0.news = Array(repeating: line, count: 3) }
    _ = try await server.source().status()
    server.state.withLock { $0.news = Array(repeating: line, count: 2000) }
    #expect(await error { _ = try await server.source().status() } != nil)
  }

  @Test(arguments: ["1.4.2", "1.6"])
  func `ElectrumX is asked for what fills its answers up`(version: String) async throws {
    let (server, coin) = try funded()
    let headers = "blockchain.block.headers"
    _ = try await server.source().status()
    #expect(!server.asked.contains(headers))
    server.state.withLock {
      $0.software = "ElectrumX 2.0.0"
      $0.version = version
    }
    let source = server.source()
    _ = try await source.status()
    // After each exchange but the first, which says who it is; its answers are taken for nothing else.
    #expect(server.asked.filter { $0 == headers }.count == 3, "\(server.asked)")
    let payment = spend(coin, worth: 50_000_000)
    try await source.send(payment)
    #expect(try await source.sighting(of: payment.txid) == payment.wtxid)
  }

  @Test func `what a node says is taken out of what ElectrumX says around it`() async throws {
    let around =
      "the transaction was rejected by network rules.\n\nmin relay fee not met, 1 < 2\n[0200]"
    #expect(ElectrumServer.reason(in: around) == "min relay fee not met, 1 < 2")
    for other in ["dust", "the transaction was rejected by network rules.\n\n[0200]", "a\nb", ""] {
      #expect(ElectrumServer.reason(in: other) == other)
    }
    let (server, coin) = try funded()
    try await server.source().send(spend(coin, worth: 50_000_000))
    server.lie("blockchain.transaction.broadcast") { _ in ["refused": .string(around)] }
    let refused = await error {
      try await server.source().send(self.spend(coin, worth: 40_000_000))
    }
    guard case .refused(_, 1, "min relay fee not met, 1 < 2") = refused else {
      Issue.record("\(String(describing: refused))")
      return
    }
  }

  // MARK: Servers that do not

  @Test func `a transaction without its proof is not confirmed`() async throws {
    let (server, _) = try funded()
    server.lie("blockchain.transaction.get_merkle") { answer in
      var branch = answer["merkle"]?.arrayValue ?? []
      branch[0] = .string(String(repeating: "ab", count: 32))
      return [
        "block_height": answer["block_height"] ?? 0, "pos": answer["pos"] ?? 0,
        "merkle": .array(branch),
      ]
    }
    guard
      case .contradiction(let method, let field) = await error({ _ = try await activity(server) })
    else {
      Issue.record("it was believed")
      return
    }
    #expect(method == "blockchain.transaction.get_merkle" && field.contains("not proved"))
  }

  @Test func `a block without its work is not believed`() async throws {
    let (server, _) = try funded()
    let height = server.tipHeight
    // The header of the block with the coin, its time changed: nobody worked for that one.
    server.lie("blockchain.block.headers") { answer in
      guard let hex = answer["hex"]?.stringValue, var bytes = try? Hex.decode(hex) else {
        return nil
      }
      // Until the highest bit of the hash is set: then it misses even the easiest target.
      repeat { bytes[68] &+= 1 } while BlockHeader(bytes[0..<80])?.hasWork == true
      return ["count": answer["count"] ?? 0, "max": 2016, "hex": .string(Hex.encode(bytes))]
    }
    guard case .contradiction(_, let field) = await error({ _ = try await activity(server) }) else {
      Issue.record("it was believed")
      return
    }
    #expect(field.contains("block \(height)"))
  }

  @Test func `blocks of another chain do not lead to its last block`() async throws {
    let (server, _) = try funded()
    try server.mine(5)
    let fork = try PracticeElectrumServer()
    try fork.mine(6)
    let hex = fork.state.withLock { state in
      state.chain.blocks.suffix(6).map { Hex.encode($0.header) }.joined()
    }
    server.lie("blockchain.block.headers") { answer in
      ["count": answer["count"] ?? 0, "max": 2016, "hex": .string(hex)]
    }
    #expect(await error { _ = try await activity(server) } == .chainMoved)
  }

  @Test func `a chain that begins like mainnet and is shorter is not mainnet`() async throws {
    let server = try PracticeElectrumServer()
    #expect(
      await error { _ = try await server.source(on: .mainnet).status() }
        == .stillCatchingUp(height: 799_999))
  }

  @Test func `a chain is known by the block that it alone has`() async throws {
    let server = try PracticeElectrumServer()
    func lab(_ block: BlockHash) -> Network {
      let facts = Network.signet.facts
      return Network(
        NetworkFacts(
          name: "lab", chain: .signet, isWorthMoney: false, prefixes: facts.prefixes,
          xpubVersion: facts.xpubVersion, coinType: 1, firstBlock: server.genesis,
          challenge: Script([0x51]), landmark: ChainLandmark(height: 7, block: block)))
    }
    let block = try #require(try await server.source().blockHash(at: 7))
    // The chain that begins so, unless the server has the landmark.
    let like = Network(
      NetworkFacts(
        name: "like", chain: .signet, isWorthMoney: false,
        prefixes: Network.signet.facts.prefixes, xpubVersion: Network.signet.xpubVersion,
        coinType: 1, firstBlock: server.genesis))
    let found = try await server.source(on: like, landmarked: [lab(block)]).status()
    #expect(found.network.name == "lab")
    let other = try await server.source(on: like, landmarked: [lab(server.genesis)]).status()
    #expect(other.network.name == "like")
  }

  @Test func `a server whose last block is older than a day has not caught up`() async throws {
    let server = try PracticeElectrumServer()
    let time = try await server.source().status().tip.time
    #expect(try await !server.source(now: time + 86_400).status().isCatchingUp)
    #expect(try await server.source(now: time + 86_401).status().isCatchingUp)
  }

  @Test func `a server that is too busy has not said that there is nothing`() async throws {
    let (server, coin) = try funded()
    let payment = spend(coin, worth: 50_000_000)
    for (code, expected) in [
      (-101, NodeError.busy(place: "server.invalid:50001")),
      (-32_603, .refused(method: "blockchain.transaction.get", code: -32_603, message: "no")),
    ] {
      server.lie("blockchain.transaction.get") { _ in ["refused": "no", "code": .integer(code)] }
      let source = server.source()
      #expect(await error { _ = try await source.sighting(of: payment.txid) } == expected)
    }
    server.lie("blockchain.transaction.broadcast") { _ in ["refused": "no", "code": -101] }
    // It may have done it all the same.
    #expect(await error { try await server.source().send(payment) }?.isRefusal == false)
    // It did, so that a no is none; the no to another payment is one.
    server.lie("blockchain.transaction.broadcast") { _ in ["refused": "no"] }
    try await server.source().send(payment)
    let other = spend(OutPoint(txid: coin.txid, vout: 1), worth: 20_000)
    #expect(await error { try await server.source().send(other) }?.isRefusal == true)
  }

  @Test func `a coin of somebody else needs its proof`() async throws {
    let (server, coin) = try funded()
    let source = server.source()
    let tip = try await source.status().tip
    #expect(try await source.provedOutputs([coin], at: tip)[0]?.height == tip.height)
    server.lie("blockchain.transaction.get_merkle") { answer in
      ["block_height": answer["block_height"] ?? 0, "pos": 0, "merkle": []]
    }
    guard case .contradiction = await error({ _ = try await source.provedOutputs([coin], at: tip) })
    else {
      Issue.record("it was believed")
      return
    }
    // Nor is a transaction called confirmed without it.
    let maker = try #require(try await source.transactions([coin.txid])[0])
    #expect(await error { _ = try await source.verdict(on: maker) } != nil)
  }

  @Test func `a transaction with other bytes is refused`() async throws {
    let (server, coin) = try funded()
    let forged = spend(coin, worth: 12_345_678)
    server.lie("blockchain.transaction.get") { _ in .string(Hex.encode(forged.encoded())) }
    #expect(
      await error { _ = try await activity(server) }
        == .unexpected(method: "blockchain.transaction.get", field: "txid"))
  }

  @Test func `a chain that is none of ours is named`() async throws {
    let server = try PracticeElectrumServer()
    let source = ElectrumServer(
      ElectrumConnection(place: "x", transport: server), now: { 1_800_000_000 })
    guard case .wrongNetwork(let node, _) = await error({ _ = try await source.status() }) else {
      Issue.record("it was taken for a chain of Bitcoin")
      return
    }
    #expect(node.contains("\(server.genesis)"))
  }

  @Test(arguments: ["1.3", "2.0", "1", "1.7", "a.b", "1.4.2.3.4.5.6.7.8.9"])
  func `other versions are refused`(
    version: String
  ) async throws {
    let server = try PracticeElectrumServer()
    server.state.withLock { $0.version = version }
    let refusal = await error { _ = try await server.source().status() }
    guard case .refused("server.version", _, let message) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(message.contains("1.4 to 1.6"))
  }

  @Test func `hostile answers are refused with the field named`() async throws {
    let history = "blockchain.scripthash.get_history"
    let txid = String(repeating: "ab", count: 32)
    let lies: [(String, JSONValue, String)] = [
      (history, ["tx_hash": 1], "the result"),
      (history, [["tx_hash": "xyz", "height": 1]], "[0].tx_hash"),
      (history, [["tx_hash": .string(txid), "height": -2]], "[0].height"),
      (
        history, [["tx_hash": .string(txid), "height": .number("9223372036854775808")]],
        "[0].height"
      ),
      (history, [["tx_hash": .string(txid), "height": .number("1e3")]], "[0].height"),
      ("blockchain.headers.subscribe", ["height": 5, "hex": "00"], "hex"),
      ("blockchain.block.headers", ["count": 1, "hex": "0011"], "hex"),
      ("blockchain.block.headers", ["count": 1], "hex"),
      (
        "blockchain.transaction.get_merkle", ["block_height": -1, "pos": 0, "merkle": []],
        "block_height"
      ),
      ("blockchain.transaction.get", "zz", "the result"),
    ]
    for (method, lie, field) in lies {
      let (server, _) = try funded()
      server.lie(method) { _ in lie }
      let refusal = await error { _ = try await activity(server) }
      #expect(refusal == .unexpected(method: method, field: field), "\(method) \(lie)")
    }
    let (server, _) = try funded()
    server.lie("blockchain.transaction.get_merkle") { answer in
      [
        "block_height": answer["block_height"] ?? 0, "pos": 0,
        "merkle": .array(Array(repeating: .string(txid), count: 17)),
      ]
    }
    #expect(await error { _ = try await activity(server) } != nil)
  }

  @Test func `a block above the last one, and a history in two minds, are read again`() async throws
  {
    let (server, coin) = try funded()
    let tip = server.tipHeight
    server.lie("blockchain.scripthash.get_history") { _ in
      [["tx_hash": .string("\(coin.txid)"), "height": .integer(tip + 1)]]
    }
    #expect(await error { _ = try await activity(server) } == .chainMoved)
    server.lie("blockchain.scripthash.get_history") { _ in
      [
        ["tx_hash": .string("\(coin.txid)"), "height": .integer(tip)],
        ["tx_hash": .string("\(coin.txid)"), "height": 0],
      ]
    }
    #expect(await error { _ = try await activity(server) } == .chainMoved)
  }

  // MARK: Headers and proofs

  @Test func `the first headers of mainnet hold`() throws {
    // The genesis block, as its coinbase is quoted everywhere.
    let genesis = try Hex.decode(
      "01000000" + String(repeating: "00", count: 32)
        + "3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c"
    )
    let header = try #require(BlockHeader(genesis[...]))
    #expect("\(header.hash)" == "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f")
    #expect(header.hasWork && header.time == 1_231_006_505)
    #expect(header.isAsHard(as: 0x1d00_ffff) && !header.isAsHard(as: 0x1800_ffff))
    #expect(BlockHeader(genesis.dropLast()) == nil)
    var changed = genesis
    changed[79] ^= 1
    #expect(BlockHeader(changed[...])?.hasWork == false)
  }

  @Test func `targets are read as Bitcoin reads them`() {
    #expect(BlockHeader.target(0x1d00_ffff)?.prefix(7) == [0, 0, 0, 0, 0xff, 0xff, 0])
    #expect(BlockHeader.target(0x207f_ffff)?.prefix(4) == [0x7f, 0xff, 0xff, 0])
    #expect(BlockHeader.target(0x0300_0001)?.last == 1)
    #expect(BlockHeader.target(0x0200_0100)?.last == 1)
    // None, negative, none but what is cut off, and too large.
    for bits: UInt32 in [0, 0x1d00_0000, 0x1d80_ffff, 0x0100_0001, 0x2300_ffff, 0xff7f_ffff] {
      #expect(BlockHeader.target(bits) == nil, "\(String(bits, radix: 16))")
    }
  }

  @Test func `difficulty changes at most four times at once`() throws {
    func header(_ bits: UInt32) throws -> BlockHeader {
      var bytes = [UInt8](repeating: 0, count: 80)
      for index in 0..<4 {
        bytes[72 + index] = UInt8(truncatingIfNeeded: bits >> (8 * UInt32(index)))
      }
      return try #require(BlockHeader(bytes[...]))
    }
    let before = try header(0x1703_ffff)
    for (bits, fits) in [
      (UInt32(0x1703_ffff), true), (0x170f_fffc, true), (0x170f_fffd, false), (0x1800_ffff, false),
      (0x1600_ffff, true), (0, false),
    ] {
      #expect(
        try header(bits).isAtMostFourTimesEasier(than: before) == fits, "\(String(bits, radix: 16))"
      )
    }
    // Four times nearly everything is no number of 256 bits.
    #expect(try header(0x207f_ffff).isAtMostFourTimesEasier(than: header(0x207f_ffff)))
  }

  @Test func `nothing hangs below a transaction of 64 bytes`() throws {
    let small = Transaction(
      inputs: [
        TxIn(
          previousOutput: OutPoint(txid: Txid(.zero), vout: 0), scriptSig: Script([0x51]),
          sequence: 0)
      ],
      outputs: [TxOut(rawValue: 0, scriptPubKey: Script([0x51, 0x51, 0x51]))]
    ).encoded()
    #expect(small.count == 64)
    let first = Txid(try #require(Bytes32(small[..<32])))
    let second = try #require(Bytes32(small[32...]))
    #expect(MerkleProof(branch: [second], position: 0).root(of: first) == nil)
    #expect(MerkleProof(branch: [first.bytes], position: 1).root(of: Txid(second)) == nil)
    #expect(MerkleProof(branch: [first.bytes], position: 0).root(of: Txid(second)) != nil)
  }

  @Test func `a tree that says the same twice proves nothing`() throws {
    let txid = Txid(try #require(Bytes32([UInt8](repeating: 1, count: 32))))
    #expect(MerkleProof(branch: [], position: 0).root(of: txid) == txid.bytes)
    #expect(MerkleProof(branch: [], position: 1).root(of: txid) == nil)
    // CVE-2012-2459: the last of an odd number is paired with itself, on its right alone.
    #expect(MerkleProof(branch: [txid.bytes], position: 0).root(of: txid) != nil)
    #expect(MerkleProof(branch: [txid.bytes], position: 1).root(of: txid) == nil)
    #expect(
      MerkleProof(branch: Array(repeating: .zero, count: 17), position: 0).root(of: txid) == nil)
  }
}
