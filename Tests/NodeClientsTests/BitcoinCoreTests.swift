import BitcoinPrimitives
import Bytes
import ChainTypes
import Foundation
import NodeClients
import Testing

@Suite struct BitcoinCoreTests {
  private static let hash = String(repeating: "ab", count: 32)
  private static let chain = #"""
    {"chain":"regtest","blocks":2,"headers":2,"bestblockhash":"\#(hash)","time":1795239507,
    "initialblockdownload":false,"pruned":false,"difficulty":4.656542373906925e-10}
    """#
  private static let first = "\"\(Network.regtest.firstBlock)\""
  private static let network = #"{"version":309900,"subversion":"/Satoshi:30.99.0/"}"#
  private static let mempool =
    #"{"mempoolminfee":0.00000100,"minrelaytxfee":0.00001,"incrementalrelayfee":1e-6}"#
  private static let index =
    #"{"basic block filter index":{"synced":true,"best_block_height":2}}"#

  private func node(_ results: [String]) throws -> BitcoinCore {
    try node(results.map { .result($0) })
  }

  private func node(_ answers: [ScriptedTransport.RPCAnswer]) throws -> BitcoinCore {
    BitcoinCore(try connection(ScriptedTransport(answers)))
  }

  @Test func `the status is read, fee rates from their digits`() async throws {
    let status = try await node([Self.chain, Self.first, Self.network, Self.mempool, Self.index])
      .status()
    #expect(status.network == .regtest)
    #expect(status.tip.height == 2 && status.tip.time == 1_795_239_507)
    #expect(status.minimumFeeRate.satoshisPerKvB == 1000)
    #expect(status.scanning == .blockFilters)
    let bare = try await node([Self.chain, Self.first, Self.network, Self.mempool, "{}"]).status()
    #expect(bare.scanning == .unspentOutputs)
  }

  @Test func `a node is told by a block, and not by what it calls its chain`() async throws {
    func status(
      _ chain: String, blocks: Int, _ block: String
    ) async throws -> (status: NodeStatus, asked: JSONValue?) {
      let said = Self.chain.replacingOccurrences(of: "regtest", with: chain)
        .replacingOccurrences(of: #""blocks":2"#, with: #""blocks":\#(blocks)"#)
      let transport = ScriptedTransport(
        [said, "\"\(block)\"", Self.network, Self.mempool, "{}"].map { .result($0) })
      let status = try await BitcoinCore(try connection(transport)).status()
      return (status, try JSONReader.parse(transport.asked[1].body)["params"]?.arrayValue?.first)
    }
    for network in Network.standard {
      let found = try await status(network.chain.rawValue, blocks: 2, "\(network.firstBlock)")
      #expect(found.status.network == network && found.asked == .integer(0))
      await #expect(
        throws: NodeError.wrongNetwork(
          node: "a chain whose block 0 is \(Self.hash)", wallet: "a chain of Bitcoin")
      ) { _ = try await status(network.chain.rawValue, blocks: 2, Self.hash) }
    }
    // Forks begin as Bitcoin does. Block 799,999 is nothing that anybody knows here.
    let late = "00000000000000000002a7c4c1e48d76c5a37902165a270156b7a8d72728a054"
    let first = "\(Network.mainnet.firstBlock)"
    #expect(try await status("main", blocks: 799_999, first).asked == .integer(0))
    #expect(try await status("main", blocks: 800_000, late).asked == .integer(800_000))
    #expect(
      try await status("test", blocks: 800_000, "\(Network.testnet3.firstBlock)").asked
        == .integer(0))
    for other in [first, Self.hash] {
      await #expect(
        throws: NodeError.wrongNetwork(
          node: "a chain whose block 800000 is \(other)", wallet: "a chain of Bitcoin")
      ) { _ = try await status("main", blocks: 800_000, other) }
    }
  }

  @Test func `a fork is told from Bitcoin by the block that it alone has`() async throws {
    let late = "00000000000000000002a7c4c1e48d76c5a37902165a270156b7a8d72728a054"
    let entry = """
      {"name":"ours","kind":"fork","forkHeight":900000,"unit":"OURS","replayLock":true,
       "landmark":{"height":900001,"block":"\(Self.hash)"}}
      """
    let networks = try NetworkRegistry(own: [NetworkEntry(reading: Array(entry.utf8))])
    func network(blocks: Int, _ landmark: String?) async throws -> (String, Int) {
      let said = Self.chain.replacingOccurrences(of: "regtest", with: "main")
        .replacingOccurrences(of: #""blocks":2"#, with: #""blocks":\#(blocks)"#)
      let hashes = (["\(late)"] + [landmark].compactMap(\.self)).map { "\"\($0)\"" }
      let transport = ScriptedTransport(
        ([said] + hashes + [Self.network, Self.mempool, "{}"]).map { .result($0) })
      let status = try await BitcoinCore(try connection(transport), networks: networks).status()
      return (status.network.name, transport.asked.count)
    }
    #expect(try await network(blocks: 900_001, Self.hash) == ("ours", 6))
    #expect(try await network(blocks: 900_001, late) == ("mainnet", 6))
    // Before its landmark nobody can tell, and nothing is asked.
    #expect(try await network(blocks: 900_000, nil) == ("mainnet", 5))
  }

  @Test func `the status says which indexes there are, and what a missing one means`() async throws
  {
    let every = #"""
      {"txindex":{"synced":true,"best_block_height":2},
      "basic block filter index":{"synced":false,"best_block_height":1},
      "txospenderindex":{"synced":true,"best_block_height":2}}
      """#
    let progress = Self.chain.replacingOccurrences(
      of: #""pruned":false"#, with: #""pruned":false,"verificationprogress":0.98765"#)
    let status = try await node([progress, Self.first, Self.network, Self.mempool, every]).status()
    #expect(
      status.indexes.map(\.name) == ["basic block filter index", "txindex", "txospenderindex"])
    #expect(status.indexes.map(\.height) == [1, 2, 2])
    #expect(status.indexes.map(\.isSynced) == [false, true, true])
    #expect(status.progress == 0.98765)
    // The filters are behind: they are not looked into.
    #expect(status.scanning == .unspentOutputs)
    #expect(status.limits.count == 1 && status.limits[0].contains("-blockfilterindex=1"))
    let other = try await node([Self.chain, Self.first, Self.network, Self.mempool, Self.index])
      .status()
    #expect(other.limits.count == 1 && other.limits[0].contains("-txindex=1"))
    #expect(other.progress == nil)
    for bad in ["[]", #"{"txindex":1}"#, #"{"txindex":{"synced":true,"best_block_height":-1}}"#] {
      await #expect(throws: NodeError.self) {
        _ = try await node([Self.chain, Self.first, Self.network, Self.mempool, bad]).status()
      }
    }
  }

  @Test func `every wrong field of the status is named`() async throws {
    let wrong: [(String, String)] = [
      (#""chain":"regtest""#, #""chain":"liquid""#), (#""blocks":2"#, #""blocks":-1"#),
      (#""blocks":2"#, #""blocks":2.5"#), (#""blocks":2"#, #""blocks":1e99"#),
      (Self.hash, "ab"), (#""time":1795239507"#, #""time":"now""#),
      (#""initialblockdownload":false"#, #""initialblockdownload":0"#),
    ]
    for (good, bad) in wrong {
      let changed = Self.chain.replacingOccurrences(of: good, with: bad)
      await #expect {
        _ = try await node([changed, Self.first, Self.network, Self.mempool, Self.index]).status()
      } throws: {
        guard case NodeError.unexpected(method: "getblockchaininfo", _) = $0 else { return false }
        return true
      }
    }
    for bad in ["-1", "0.000000001", "21000001", "\"1\"", "null", "1e-9"] {
      let mempool = #"{"mempoolminfee":\#(bad),"minrelaytxfee":0.00001}"#
      await #expect(throws: NodeError.self) {
        _ = try await node([Self.chain, Self.first, Self.network, mempool, Self.index]).status()
      }
    }
  }

  private static let script = "0014751e76e8199196d454941c45d1b3a323f1433bd6"
  private static let txid = String(repeating: "cd", count: 32)

  /// The blocks that are read whatever the filters say.
  private static let lastBlocks = ScriptedTransport.RPCAnswer.results(
    ["11", "22"].map { "\"\(String(repeating: $0, count: 32))\"" } + ["\"\(hash)\""])

  private func scan(_ results: [String], from height: Int = 0) async throws -> ScriptActivity {
    var answers: [ScriptedTransport.RPCAnswer] = results.map { .result($0) }
    answers.insert(Self.lastBlocks, at: 1)
    return try await node(answers).activity(
      of: [try Script(hex: Self.script)], from: height,
      through: ChainTip(height: 2, hash: try BlockHash(parsing: Self.hash), time: 0)
    ) { _ in }
  }

  private static let relevant =
    #"{"from_height":0,"to_height":2,"relevant_blocks":["\#(hash)"],"completed":true}"#

  private static func receive(amount: String, script: String = script) -> String {
    #"""
    {"activity":[{"type":"receive","amount":\#(amount),"blockhash":"\#(hash)","height":2,
    "txid":"\#(txid)","vout":1,"output_spk":{"hex":"\#(script)"}},
    {"type":"spend","amount":1,"spend_txid":"\#(txid)","spend_vin":0,"prevout_txid":"\#(txid)",
    "prevout_vout":7,"prevout_spk":{"hex":"\#(script)"}}]}
    """#
  }

  @Test(arguments: [
    ("0.00000519", 519), ("5.19e-06", 519), ("50.00000000", 5_000_000_000), ("0", 0),
    ("20999999.97690000", 2_099_999_997_690_000), ("1E1", 1_000_000_000),
  ])
  func `amounts are read from their digits`(text: String, satoshis: Int64) async throws {
    let found = try await scan([
      Self.index, Self.relevant, Self.receive(amount: text), "\"\(Self.hash)\"",
    ])
    #expect(found.receipts.map(\.amount.satoshis) == [satoshis])
    #expect(found.receipts.first?.block?.height == 2)
    #expect(found.spends.first?.outPoint.vout == 7)
    #expect(found.spends.first?.block == nil)
    #expect(!found.onlyUnspent)
  }

  @Test func `activity of a script nobody asked about is refused`() async throws {
    let foreign = "0014" + String(repeating: "00", count: 20)
    await #expect(throws: NodeError.self) {
      _ = try await scan([
        Self.index, Self.relevant, Self.receive(amount: "1", script: foreign),
        "\"\(Self.hash)\"",
      ])
    }
  }

  @Test func `a chain that moved during the scan is noticed`() async throws {
    let other = String(repeating: "ef", count: 32)
    await #expect(throws: NodeError.chainMoved) {
      _ = try await scan([
        Self.index, Self.relevant, Self.receive(amount: "1"), "\"\(other)\"",
      ])
    }
  }

  private static let entry = #"""
    {"vsize":141,"weight":561,"fees":{"base":0.00001410,"modified":0.1,"descendant":0.00003},
    "depends":["\#(txid)"],"spentby":[],"wtxid":"\#(hash)"}
    """#

  @Test func `what waits in the mempool is told with its fee, its parents and its children`()
    async throws
  {
    let entry = try #require(try await node([Self.entry]).mempoolEntry(of: Txid(.zero)))
    #expect(entry.virtualSize == 141 && entry.fee?.satoshis == 1410)
    #expect(entry.descendantFees?.satoshis == 3000)
    #expect(entry.parents == [try Txid(parsing: Self.txid)] && entry.children == [])
    for (good, bad) in [
      (#""vsize":141"#, #""vsize":0"#), (#""base":0.00001410"#, #""base":-1"#),
      (#"["\#(Self.txid)"]"#, #"["ab"]"#), (#""spentby":[]"#, #""spentby":7"#),
    ] {
      let changed = Self.entry.replacingOccurrences(of: good, with: bad)
      #expect(changed != Self.entry)
      await #expect(throws: NodeError.self) {
        _ = try await node([changed]).mempoolEntry(of: Txid(.zero))
      }
    }
  }

  @Test func `a child goes with its parents as one package, and a refusal says why`() async throws {
    let script = try Script(hex: Self.script)
    func spending(_ outPoint: OutPoint) -> Transaction {
      Transaction(
        inputs: [TxIn(previousOutput: outPoint, sequence: 0xffff_fffd, witness: [[1]])],
        outputs: [TxOut(rawValue: 1000, scriptPubKey: script)])
    }
    let parent = spending(OutPoint(txid: try Txid(parsing: Self.txid), vout: 0))
    let child = spending(OutPoint(txid: parent.txid, vout: 0))
    let taken = ScriptedTransport([.result(#"{"package_msg":"success","tx-results":{}}"#)])
    try await BitcoinCore(try connection(taken)).send(package: [parent, child])
    let request = try JSONReader.parse(try #require(taken.asked.first).body)
    #expect(request["method"] == "submitpackage")
    #expect(
      request["params"]?[0]?.arrayValue
        == [parent, child].map { .string(Hex.encode($0.encoded())) })
    let refused =
      #"{"package_msg":"transaction failed","tx-results":{"\#(child.wtxid)":{"error":"min fee"}}}"#
    await #expect {
      try await node([refused]).send(package: [parent, child])
    } throws: {
      ($0 as? NodeError)?.isRefusal == true && "\($0)".contains("transaction failed: min fee")
    }
  }

  @Test func `scripts are asked about a thousand at a time, without any key`() async throws {
    let scripts = (0..<2500).map {
      Script.p2wpkh(hash: Array(repeating: 0, count: 18) + [UInt8($0 >> 8), UInt8($0 & 255)])
    }
    let none = #"{"from_height":0,"to_height":2,"relevant_blocks":[],"completed":true}"#
    let quiet = #"{"activity":[]}"#
    let transport = ScriptedTransport(
      [.result(Self.index), Self.lastBlocks]
        + [none, quiet, none, quiet, none, quiet, "\"\(Self.hash)\""].map { .result($0) })
    let tip = ChainTip(height: 2, hash: try BlockHash(parsing: Self.hash), time: 0)
    _ = try await BitcoinCore(try connection(transport)).activity(
      of: scripts, from: 0, through: tip
    ) { _ in }
    let scans = try transport.asked.compactMap { post -> [JSONValue]? in
      let request = try JSONReader.parse(post.body)
      return request["method"] == "scanblocks" ? request["params"]?[1]?.arrayValue : nil
    }
    #expect(scans.map(\.count) == [1000, 1000, 500])
    #expect(scans.joined().allSatisfy { $0.stringValue?.hasPrefix("raw(0014") == true })
  }

  @Test func `a list of blocks that leaves one out is a contradiction`() async throws {
    let none = #"{"from_height":0,"to_height":2,"relevant_blocks":[],"completed":true}"#
    await #expect(
      throws: NodeError.contradiction(
        method: "scanblocks", field: "relevant_blocks, which leaves out block \(Self.hash)")
    ) { _ = try await scan([Self.index, none, Self.receive(amount: "1"), "\"\(Self.hash)\""]) }
  }

  @Test func `a scan of other blocks than those asked for is a contradiction`() async throws {
    for blocks in [#""from_height":1,"to_height":2"#, #""from_height":0,"to_height":1"#] {
      await #expect(
        throws: NodeError.contradiction(method: "scanblocks", field: "the blocks that were scanned")
      ) {
        _ = try await scan([Self.index, "{\(blocks),\"relevant_blocks\":[],\"completed\":true}"])
      }
    }
  }

  @Test func `activity of a block nobody asked about, or above the last one, is a contradiction`()
    async throws
  {
    let honest = Self.receive(amount: "1")
    let foreign = honest.replacingOccurrences(
      of: Self.hash, with: String(repeating: "99", count: 32))
    let high = honest.replacingOccurrences(of: #""height":2"#, with: #""height":3"#)
    for lie in [foreign, high] {
      await #expect(
        throws: NodeError.contradiction(
          method: "getdescriptoractivity",
          field: "activity[0].blockhash, a block that was not asked about")
      ) { _ = try await scan([Self.index, Self.relevant, lie, "\"\(Self.hash)\""]) }
    }
  }

  @Test func `an output that is unspent has a height and goes with one block`() async throws {
    func ask(_ result: String) async throws -> [UnspentOutput?] {
      try await node([.results([result, "null"])]).unspentOutputs(
        [OutPoint(txid: Txid(.zero), vout: 0), OutPoint(txid: Txid(.zero), vout: 1)],
        at: ChainTip(height: 9, hash: try BlockHash(parsing: Self.hash), time: 0))
    }
    let honest =
      #"{"bestblock":"\#(Self.hash)","confirmations":3,"value":0.5,"#
      + #""scriptPubKey":{"hex":"\#(Self.script)"},"coinbase":true}"#
    let found = try await ask(honest)
    #expect(found.count == 2 && found[1] == nil)
    #expect(found[0]?.height == 7 && found[0]?.isCoinbase == true)
    #expect(found[0]?.output.amount?.satoshis == 50_000_000)
    await #expect(throws: NodeError.chainMoved) {
      _ = try await ask(
        honest.replacingOccurrences(of: Self.hash, with: String(repeating: "01", count: 32)))
    }
    for blocks in ["0", "11", "-1"] {
      await #expect(throws: NodeError.unexpected(method: "gettxout", field: "confirmations")) {
        _ = try await ask(
          honest.replacingOccurrences(
            of: #""confirmations":3"#, with: #""confirmations":\#(blocks)"#))
      }
    }
  }

  @Test func `a transaction is found with an index, and without one by an output of it`()
    async throws
  {
    let transaction = Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 0))],
      outputs: [TxOut(rawValue: 50_000_000, scriptPubKey: try Script(hex: Self.script))])
    let tip = ChainTip(height: 9, hash: try BlockHash(parsing: Self.hash), time: 0)
    func ask(_ answers: [ScriptedTransport.RPCAnswer]) async throws -> BlockPosition? {
      try await node(answers).confirmation(of: transaction, through: tip)
    }
    let block = String(repeating: "44", count: 32)
    let place = BlockPosition(height: 7, hash: try BlockHash(parsing: block))
    #expect(try await ask([.result(#"{"blockhash":"\#(block)","confirmations":3}"#)]) == place)
    // In the mempool, or in a block that was replaced.
    #expect(try await ask([.result("{}")]) == nil)
    #expect(try await ask([.result(#"{"blockhash":"\#(block)","confirmations":0}"#)]) == nil)
    let unknown = ScriptedTransport.RPCAnswer.rpcError(-5, "No such mempool transaction")
    #expect(try await ask([unknown, .results(["null"])]) == nil)
    let output =
      #"{"bestblock":"\#(Self.hash)","confirmations":3,"value":0.5,"#
      + #""scriptPubKey":{"hex":"\#(Self.script)"},"coinbase":false}"#
    #expect(try await ask([unknown, .results([output]), .result("\"\(block)\"")]) == place)
    let other = output.replacingOccurrences(of: "0.5", with: "0.6")
    await #expect(
      throws: NodeError.contradiction(method: "gettxout", field: "output \(transaction.txid):0")
    ) { _ = try await ask([unknown, .results([other])]) }
  }

  @Test func `without filters so many blocks are read one by one, and no more unless it is wanted`()
    async throws
  {
    let unpruned = Self.chain
    let quiet = #"{"activity":[]}"#
    let hash = "\"\(Self.hash)\""
    func ask(
      from height: Int, tip: Int, reading: ChainReading = .automatic,
      _ answers: [ScriptedTransport.RPCAnswer]
    ) async throws -> [String] {
      let transport = ScriptedTransport(answers)
      _ = try await BitcoinCore(try connection(transport)).activity(
        of: [try Script(hex: Self.script)], from: height,
        through: ChainTip(height: tip, hash: try BlockHash(parsing: Self.hash), time: 0),
        reading: reading
      ) { _ in }
      return try transport.asked.compactMap {
        let request = try JSONReader.parse($0.body)
        return (request["method"] ?? request.arrayValue?.first?["method"])?.stringValue
      }
    }
    let hashes = ScriptedTransport.RPCAnswer.results([String](repeating: hash, count: 200))
    // 2016 blocks are eleven requests for hashes and, a hundred at a time, 21 for what is in them.
    var answers: [ScriptedTransport.RPCAnswer] = [.result("{}"), .result(unpruned)]
    for _ in 0..<10 { answers.append(hashes) }
    answers.append(.results([String](repeating: hash, count: 16)))
    for _ in 0..<21 { answers.append(.result(quiet)) }
    answers.append(.result(hash))
    let methods = try await ask(from: 1, tip: 2016, answers)
    #expect(methods.filter { $0 == "getdescriptoractivity" }.count == 21)
    let listed =
      #"{"success":true,"bestblock":"\#(Self.hash)","unspents":[]}"#
    let list: [ScriptedTransport.RPCAnswer] = [.result(listed), .result(quiet), .result(hash)]
    #expect(
      try await ask(from: 0, tip: 2016, [.result("{}")] + list).contains("scantxoutset"))
    let pruned = unpruned.replacingOccurrences(
      of: #""pruned":false"#, with: #""pruned":true,"pruneheight":5"#)
    #expect(
      try await ask(from: 4, tip: 9, [.result("{}"), .result(pruned)] + list)
        .contains("scantxoutset"))
    // Whoever asks for the whole history gets it, or is told why not.
    await #expect(throws: NodeError.pruned(height: 4, first: 5)) {
      _ = try await ask(
        from: 4, tip: 5, reading: .wholeHistory,
        [
          .result("{}"), .results([hash, hash]),
          .rpcError(-1, "Block not available (pruned data)"), .result(pruned),
          .result(Self.first), .result(Self.network), .result(Self.mempool), .result("{}"),
        ])
    }
  }

  @Test func `a transaction that is another one is refused`() async throws {
    // The first transaction of BIP-143's examples would do; any other hash is a lie about it.
    let bytes = Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 0))],
      outputs: [TxOut(rawValue: 1, scriptPubKey: Script([0x51]))])
    let hex = Hex.encode(bytes.encoded())
    func ask(_ txid: Txid) async throws -> [Transaction?] {
      let reply = #"[{"jsonrpc":"2.0","result":"\#(hex)","id":1}]"#
      let transport = ScriptedTransport([.reply(200, reply)])
      return try await BitcoinCore(try connection(transport)).transactions([
        TransactionPlace(txid: txid, block: nil)
      ])
    }
    #expect(try await ask(bytes.txid) == [bytes])
    await #expect(throws: NodeError.self) { _ = try await ask(Txid(.zero)) }
  }

  @Test func `the time of a block counts where its header has the hash that was asked for`()
    async throws
  {
    // The genesis block of the main chain.
    let header =
      "01000000" + String(repeating: "00", count: 32)
      + "3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c"
    let genesis = try BlockHash(
      parsing: "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f")
    let first = BlockPosition(height: 0, hash: genesis)
    #expect(
      try await node([.results(["\"\(header)\""])]).blockTimes([first]) == [1_231_006_505])
    for wrong in [
      "\"\(header.dropLast(2))\"", "\"\(header)00\"", "\"00\(header.dropFirst(2))\"", "5", "{}",
    ] {
      await #expect(throws: NodeError.self, "\(wrong)") {
        _ = try await node([.results([wrong])]).blockTimes([first])
      }
    }
    #expect(try await node([ScriptedTransport.RPCAnswer]()).blockTimes([]) == [])
  }

  @Test func `a batch with missing, double or foreign answers is refused`() async throws {
    for reply in [
      "[]", "{}", #"[{"jsonrpc":"2.0","result":"00","id":9}]"#,
      #"[{"jsonrpc":"2.0","result":"00","id":1},{"jsonrpc":"2.0","result":"00","id":1}]"#,
      #"{"jsonrpc":"2.0","error":{"code":-32600,"message":"x"},"id":null}"#,
    ] {
      let transport = ScriptedTransport([.reply(200, reply)])
      await #expect(throws: NodeError.self) {
        _ = try await BitcoinCore(try connection(transport)).transactions([
          TransactionPlace(txid: Txid(.zero), block: nil)
        ])
      }
    }
  }

  @Test func `what the mempool says is understood`() async throws {
    let transaction = Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 0))],
      outputs: [TxOut(rawValue: 1, scriptPubKey: Script([0x51]))])
    func verdict(_ rest: String) async throws -> MempoolVerdict {
      try await node([#"[{"txid":"\#(transaction.txid)",\#(rest)}]"#]).verdict(on: transaction)
    }
    #expect(
      try await verdict(#""allowed":true,"fees":{"base":0.00000110}"#)
        == .accepted(fee: try Amount(satoshis: 110)))
    #expect(
      try await verdict(#""allowed":false,"reject-reason":"txn-already-in-mempool""#)
        == .alreadyInMempool)
    #expect(
      try await verdict(#""allowed":false,"reject-reason":"txn-already-known""#)
        == .alreadyConfirmed)
    #expect(
      try await verdict(#""allowed":false,"reject-reason":"missing-inputs""#)
        == .refused(reason: "missing-inputs"))
    #expect(
      try await verdict(#""package-error":"weird""#) == .refused(reason: "no reason given"))
  }
}
