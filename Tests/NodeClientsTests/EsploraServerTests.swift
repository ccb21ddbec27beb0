import BitcoinPrimitives
import Bytes
import ChainTypes
import PracticeServers
import Synchronization
import Testing

@testable import NodeClients

/// What the client makes of an Esplora server: one that answers well, and ones that lie.
@Suite(.timeLimit(.minutes(20))) struct EsploraServerTests {
  private typealias Answer = PracticeEsploraServer.Answer

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

  @Test func `a transaction that pays more than there can ever be is invented`() {
    let most = Amount.maxSatoshis
    for (amounts, isPossible) in [
      ([most], true), ([most - 1, 1], true), ([most, 1], false), ([most + 1], false), ([-1], false),
      ([Int64](repeating: most, count: 5_000), false),
    ] as [([Int64], Bool)] {
      let transaction = Transaction(
        inputs: [], outputs: amounts.map { TxOut(rawValue: $0, scriptPubKey: Self.mine) })
      #expect(transaction.paysAtMostAllMoney == isPossible, "\(amounts.prefix(3))")
    }
  }

  private func activity(
    _ server: PracticeEsploraServer, _ scripts: [Script] = [mine], from height: Int = 0
  ) async throws -> ScriptActivity {
    let source = try server.source()
    let tip = try await source.status().tip
    return try await source.activity(of: scripts, from: height, through: tip) { _ in }
  }

  /// A server whose chain paid one coin of 0.5 BTC, in a block with three other transactions, and the coin.
  private func funded() throws -> (PracticeEsploraServer, OutPoint) {
    let server = try PracticeEsploraServer()
    let payment = try server.fund(Self.mine, 50_000_000)
    for _ in 0..<2 { _ = try server.fund(Self.other, 1_000_000) }
    try server.mine()
    return (server, OutPoint(txid: payment.txid, vout: 0))
  }

  private func error(_ body: () async throws -> Void) async -> NodeError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? NodeError
    }
  }

  /// An answer in JSON with some members changed; nil takes one out.
  private static func with(_ members: [String: JSONValue?], _ value: JSONValue) -> JSONValue {
    guard var object = value.objectValue else { return value }
    for (name, member) in members { object[name] = member }
    return .object(object)
  }

  // MARK: A server that answers well

  @Test func `it says where its chain is, and what it cannot do`() async throws {
    let server = try PracticeEsploraServer()
    let status = try await server.source().status()
    #expect(status.network == .regtest && status.tip.height == 119)
    #expect(status.tip.hash == server.hash(at: 119) && status.tip.time == server.time(at: 119))
    #expect(status.scanning == .scriptIndex && status.historyFrom == 0 && !status.isCatchingUp)
    #expect(status.minimumFeeRate.satoshisPerKvB == 100 && status.limits.count == 3)
    #expect(server.asked.allSatisfy { !$0.contains("tip/height") })
  }

  @Test func `coins come and go as on any other source`() async throws {
    let (server, coin) = try funded()
    let height = server.tipHeight
    let received = try await activity(server)
    let receipt = try #require(received.receipts.first)
    #expect(received.receipts.count == 1 && received.spends.isEmpty && !received.onlyUnspent)
    #expect(receipt.outPoint == coin && receipt.amount.satoshis == 50_000_000)
    let block = try #require(receipt.block)
    #expect(block.height == height && block.hash == server.hash(at: height))
    let nowhere = BlockPosition(height: height, hash: BlockHash(.zero))
    let times = try await server.source().blockTimes([block, nowhere])
    #expect(times == [server.time(at: height), nil])
    let hashes = try await server.source().blockHashes(at: [0, height, height + 1])
    #expect(hashes == [server.genesis, block.hash, nil])

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

  @Test(arguments: [(25, 50), (10, 3), (1, 1), (7, 0)])
  func `a history is read to its end, however long a page is`(page: Int, waiting: Int) async throws
  {
    let server = try PracticeEsploraServer()
    server.state.withLock { ($0.page, $0.waiting) = (page, max(waiting, 1)) }
    var coins: Set<OutPoint> = []
    for number in 0..<30 {
      coins.insert(OutPoint(txid: try server.fund(Self.mine, 100_000).txid, vout: 0))
      if number % 4 == 3 { try server.mine() }
    }
    try server.mine()
    coins.insert(OutPoint(txid: try server.fund(Self.mine, 100_000).txid, vout: 0))
    let found = try await activity(server, [Self.mine, Self.other])
    #expect(Set(found.receipts.map(\.outPoint)).isSuperset(of: coins))
    #expect(found.receipts.count { $0.script == Self.mine } == 31)
    #expect(found.receipts.count { $0.block == nil } == 1)
  }

  @Test func `more unconfirmed transactions than the server lists are not taken for all`()
    async throws
  {
    let server = try PracticeEsploraServer()
    server.state.withLock { $0.waiting = 12 }
    for _ in 0..<12 { _ = try server.fund(Self.mine, 100_000) }
    #expect(try await activity(server).receipts.count == 12)
    _ = try server.fund(Self.mine, 100_000)
    guard case .cannotScan(let reason) = await error({ _ = try await activity(server) }) else {
      Issue.record("it was taken for all")
      return
    }
    #expect(reason.contains("13") && reason.contains("12"))
  }

  @Test(arguments: [10, 15]) func `headers are read a page at a time, and once a sync`(
    blocks: Int
  ) async throws {
    let (server, coin) = try funded()
    server.state.withLock { $0.blocks = blocks }
    try server.mine(200)
    let source = try server.source()
    let tip = try await source.status().tip
    let first = try await source.activity(of: [Self.mine], from: 0, through: tip) { _ in }
    #expect(first.receipts.map(\.outPoint) == [coin])
    let pages = server.asked.filter { $0.hasPrefix("blocks/") && !$0.contains("tip") }
    #expect(pages.count == (201 + blocks - 1) / blocks)
    let second = try await source.activity(of: [Self.mine], from: 0, through: tip) { _ in }
    #expect(second == first)
    #expect(server.asked.filter { $0.hasPrefix("blocks/") && !$0.contains("tip") } == pages)
    // Another block: what was kept is not that chain's any more.
    try server.mine()
    let next = try await source.status().tip
    let third = try await source.activity(of: [Self.mine], from: 0, through: next) { _ in }
    #expect(third == first)
  }

  @Test func `it tells which coins are unspent in the blocks`() async throws {
    let (server, coin) = try funded()
    let source = try server.source()
    let payment = spend(coin, worth: 50_000_000, to: Self.mine)
    let child = OutPoint(txid: payment.txid, vout: 0)
    let unknown = OutPoint(txid: Txid(.zero), vout: 3)
    let beyond = OutPoint(txid: coin.txid, vout: 99)
    try server.accept(payment)
    var tip = try await source.status().tip
    // What waits in the mempool does not count.
    var found = try await source.unspentOutputs([coin, child, unknown, beyond], at: tip)
    #expect(found[0]?.output.rawValue == 50_000_000 && found[0]?.height == tip.height)
    #expect(found[0]?.isCoinbase == false && found[1...].allSatisfy { $0 == nil })
    try server.mine()
    tip = try await source.status().tip
    found = try await source.unspentOutputs([coin, child], at: tip)
    #expect(found[0] == nil && found[1]?.height == tip.height)
    #expect(try await source.confirmation(of: payment, through: tip)?.hash == tip.hash)
    #expect(try await source.provedOutputs([child], at: tip)[0]?.height == tip.height)
  }

  @Test func `it sends and says what it has seen`() async throws {
    let (server, coin) = try funded()
    let source = try server.source()
    let payment = spend(coin, worth: 50_000_000)
    #expect(try await source.verdict(on: payment) == .untold)
    #expect(try await source.sighting(of: payment.txid) == nil)
    let tip = try await source.status().tip
    #expect(try await source.confirmation(of: payment, through: tip) == nil)
    try await source.send(payment)
    #expect(try await source.sighting(of: payment.txid) == payment.wtxid)
    #expect(try await source.verdict(on: payment) == .alreadyInMempool)
    // What it has it may refuse; another spend of the coin is refused for good.
    try await source.send(payment)
    let refusal = await error { try await source.send(self.spend(coin, worth: 40_000_000)) }
    guard case .refused("POST /tx", 400, let message) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(message.contains("-26") && refusal?.isRefusal == true)
    try server.mine()
    #expect(try await source.verdict(on: payment) == .alreadyConfirmed)
    #expect(try await source.sighting(of: payment.txid) == nil)
  }

  @Test func `a fee rate is that of the next smaller target`() async throws {
    let server = try PracticeEsploraServer()
    let source = try server.source()
    for (target, rate) in [(1, 12_346), (5, 12_346), (6, 2500), (1007, 2500), (1008, 1000)] {
      #expect(
        try await source.estimatedFeeRate(target: target)?.satoshisPerKvB == Int64(rate),
        "\(target)")
    }
    server.lie("fee-estimates") { _ in .json([:]) }
    #expect(try await source.estimatedFeeRate(target: 6) == nil)
    for rate: JSONValue in ["5", .number("-1"), .number("1e400"), .number("0"), .number("1e7")] {
      server.lie("fee-estimates") { _ in .json(["6": rate]) }
      #expect(
        await error { _ = try await source.estimatedFeeRate(target: 6) }
          == .unexpected(method: "/fee-estimates", field: "6"), "\(rate)")
    }
    server.lie("fee-estimates") { _ in .json([]) }
    #expect(await error { _ = try await source.estimatedFeeRate(target: 6) } != nil)
  }

  // MARK: A server that is busy, or not there

  @Test func `a server that limits how often it is asked is asked again, later each time`()
    async throws
  {
    let server = try PracticeEsploraServer()
    let pauses = PauseLog()
    let source = try server.source(pause: { pauses.add($0) })
    server.state.withLock {
      $0.first = Array(repeating: .text("too many", status: 429), count: 3)
    }
    #expect(try await source.blockHash(at: 0) == server.genesis)
    #expect(pauses.milliseconds == [1000, 2000, 4000])
    server.lie("") { _ in .text("too many", status: 429) }
    let limited = NodeError.limited(place: "server.invalid:443")
    #expect(await error { _ = try await source.blockHash(at: 0) } == limited)
    #expect(pauses.milliseconds.count == 3 + EsploraConnection.limitedTries)
    // Nor do all calls together wait for ever.
    for _ in 0..<100 { _ = await error { _ = try await source.blockHash(at: 0) } }
    #expect(pauses.milliseconds.reduce(0, +) <= EsploraConnection.waitLimit)
    #expect(limited.hint.contains("your own") && !limited.isRefusal)
  }

  @Test(arguments: [502, 503, 504]) func `a server with too much to do has said nothing`(
    status: Int
  ) async throws {
    let (server, coin) = try funded()
    let pauses = PauseLog()
    let source = try server.source(pause: { pauses.add($0) })
    server.state.withLock { $0.first = [.text("busy", status: status)] }
    #expect(try await source.blockHash(at: 0) == server.genesis)
    #expect(pauses.milliseconds == [100])
    server.lie("tx") { _ in .text("busy", status: status) }
    let payment = spend(coin, worth: 50_000_000)
    #expect(
      await error { _ = try await source.sighting(of: payment.txid) }
        == .busy(place: "server.invalid:443"))
    // It may have sent it all the same.
    #expect(await error { try await source.send(payment) }?.isRefusal == false)
  }

  @Test func `a broken connection is made again, once`() async throws {
    let server = try PracticeEsploraServer()
    let source = try server.source()
    let breaks = Countdown(1)
    server.lie("") { breaks.isOver ? $0 : nil }
    #expect(try await source.blockHash(at: 0) == server.genesis)
    let more = Countdown(2)
    server.lie("") { more.isOver ? $0 : nil }
    #expect(
      await error { _ = try await source.blockHash(at: 0) }
        == .cutOff(method: "/block-height/:height"))
  }

  @Test(arguments: [301, 401, 403, 405, 500]) func `any other status is named`(
    status: Int
  ) async throws {
    let server = try PracticeEsploraServer()
    server.lie("") { _ in .text("<html>", status: status) }
    #expect(
      await error { _ = try await server.source().status() }
        == .httpStatus(code: status, method: "/block-height/:height"))
  }

  @Test func `a path without an API is told by what is missing there`() async throws {
    let server = try PracticeEsploraServer()
    server.lie("") { _ in .missing }
    let missing = await error { _ = try await server.source().status() }
    #expect(missing == .httpStatus(code: 404, method: "/block-height/:height"))
    #expect(missing?.hint.contains("/api") == true)
    // The pages for people lie where the path of the API is left out.
    server.lie("") { _ in .text("<!doctype html>") }
    let page = await error { _ = try await server.source().status() }
    #expect(page == .unexpected(method: "/block-height/:height", field: "the result"))
    #expect(page?.hint.contains("/api") == true)
  }

  // MARK: Servers that do not answer well

  @Test func `a transaction without its proof is not confirmed`() async throws {
    let (server, coin) = try funded()
    let maker = try #require(try await server.source().transactions([coin.txid])[0])
    for proof: JSONValue in [
      ["merkle": .array(Array(repeating: .string(String(repeating: "ab", count: 32)), count: 2))],
      ["merkle": []], ["pos": 0], ["pos": 3],
    ] {
      server.lie("merkle-proof") { answer in
        var value = answer.value.objectValue ?? [:]
        for member in proof.objectValue?.members ?? [] { value[member.name] = member.value }
        return .json(.object(value))
      }
      let source = try server.source()
      let tip = try await source.status().tip
      for refusal in [
        await error { _ = try await self.activity(server) },
        await error { _ = try await source.provedOutputs([coin], at: tip) },
        await error { _ = try await source.confirmation(of: maker, through: tip) },
        await error { _ = try await source.verdict(on: maker) },
      ] {
        guard case .contradiction("/tx/:txid/merkle-proof", let field) = refusal else {
          Issue.record("\(proof) was believed: \(String(describing: refusal))")
          continue
        }
        #expect(field.contains("not proved"))
      }
    }
  }

  @Test func `a block is what its hash says`() async throws {
    let changes: [[String: JSONValue?]] = [
      ["timestamp": 1], ["bits": 1], ["nonce": 1], ["version": 1],
      ["merkle_root": .string(String(repeating: "ab", count: 32))],
      ["previousblockhash": .string(String(repeating: "ab", count: 32))],
      ["previousblockhash": .null], ["id": .string(String(repeating: "ab", count: 32))],
    ]
    for change in changes {
      let (server, _) = try funded()
      server.lie("blocks/1") { answer in
        let list = answer.value.arrayValue ?? []
        return .json(.array([Self.with(change, list[0])] + list.dropFirst()))
      }
      #expect(
        await error { _ = try await activity(server) }
          == .unexpected(method: "/blocks/:start_height", field: "[0].id"), "\(change)")
    }
    // The last block as well.
    let (server, _) = try funded()
    server.lie("block/") { answer in .json(Self.with(["timestamp": 1], answer.value)) }
    #expect(
      await error { _ = try await server.source().status() }
        == .unexpected(method: "/block/:hash", field: "id"))
  }

  @Test func `a block without its work is not believed`() async throws {
    let (server, _) = try funded()
    let height = server.tipHeight
    var bytes = server.header(at: height)
    repeat { bytes[68] &+= 1 } while BlockHeader(bytes[0..<80])?.hasWork == true
    let header = try #require(BlockHeader(bytes[...]))
    let time = Int(header.time)
    // A block of its own making, its hash as it comes, called the last one everywhere.
    server.state.withLock {
      $0.change = { path, answer in
        let lie: [String: JSONValue?] = [
          "timestamp": .integer(time), "id": .string("\(header.hash)"), "height": .integer(height),
        ]
        if path == "blocks/tip/hash" { return .text("\(header.hash)") }
        if path == "block/\(header.hash)" {
          return .json(Self.with(lie, Self.block(server, height)))
        }
        return answer
      }
    }
    guard case .contradiction(_, let field) = await error({ _ = try await activity(server) })
    else {
      Issue.record("it was believed")
      return
    }
    #expect(field.contains("block \(height)") && field.contains("work"))
  }

  private static func block(_ server: PracticeEsploraServer, _ height: Int) -> JSONValue {
    let header = BlockHeader(server.header(at: height)[...])
    let bytes = server.header(at: height)
    func number(_ place: Int) -> JSONValue {
      .integer((0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) })
    }
    return [
      "version": number(0), "previousblockhash": .string("\(server.hash(at: height - 1))"),
      "merkle_root": .string(header?.merkleRoot.reversedHex ?? ""), "bits": number(72),
      "nonce": number(76),
    ]
  }

  @Test func `blocks of another chain do not lead to its last block`() async throws {
    let (server, _) = try funded()
    try server.mine(20)
    let fork = try PracticeEsploraServer()
    try fork.mine(21)
    let source = try server.source()
    let tip = try await source.status().tip
    let (others, top) = (try fork.source(), tip.height - 10)
    let page = try await others.connection.json(EsploraConnection.Call("blocks/\(top)", as: "x"))
    let lie = try #require(page).value
    server.lie("blocks/\(top)") { _ in .json(lie) }
    #expect(
      await error {
        _ = try await source.activity(of: [Self.mine], from: 0, through: tip) { _ in }
      } == .chainMoved)
    // What it said is forgotten with that.
    server.lie("blocks/x") { $0 }
    let found = try await source.activity(of: [Self.mine], from: 0, through: tip) { _ in }
    #expect(found.receipts.count == 1)
  }

  @Test func `a last block that changes between two answers is read again`() async throws {
    let (server, _) = try funded()
    let source = try server.source()
    let tip = try await source.status().tip
    let calls = Countdown(1)
    server.lie("block-height/\(tip.height)") { answer in
      calls.isOver ? answer : .text(String(repeating: "ab", count: 32))
    }
    #expect(
      await error {
        _ = try await source.activity(of: [Self.mine], from: 0, through: tip) { _ in }
      } == .chainMoved)
    server.lie("block/") { _ in .missing }
    #expect(await error { _ = try await source.status() } == .chainMoved)
  }

  @Test func `a chain that begins like mainnet and is shorter is not mainnet`() async throws {
    let server = try PracticeEsploraServer()
    #expect(
      await error { _ = try await server.source(on: .mainnet).status() }
        == .stillCatchingUp(height: 799_999))
    let genesis = server.genesis
    server.lie("block-height/800000") { _ in .text("\(genesis)") }
    guard
      case .contradiction = await error({ _ = try await server.source(on: .mainnet).status() })
    else {
      Issue.record("it was taken for mainnet")
      return
    }
  }

  @Test func `easy blocks are not those of mainnet`() async throws {
    let (server, _) = try funded()
    server.lie("block-height/800000") { _ in .text(MainnetFloor.hash) }
    let source = try server.source(on: .mainnet)
    let tip = try await source.status().tip
    // The height that counts is said by the server; here every block is below the floor's.
    let found = try await source.activity(of: [Self.mine], from: 0, through: tip) { _ in }
    #expect(found.receipts.count == 1)
    #expect(
      await error {
        _ = try await HeaderChain(RaisedIndex(inner: source, by: 800_001), .mainnet).headers(
          at: [800_001 + tip.height],
          through: ChainTip(height: 800_001 + tip.height, hash: tip.hash, time: tip.time)
        ) { _ in }
      }
        == .contradiction(
          method: "/blocks/:start_height",
          field: "block \(800_001 + tip.height), which is too easy for this chain"))
  }

  @Test func `a server whose last block is older than a day has not caught up`() async throws {
    let server = try PracticeEsploraServer()
    let time = try await server.source().status().tip.time
    #expect(try await !server.source(now: time + 86_400).status().isCatchingUp)
    #expect(try await server.source(now: time + 86_401).status().isCatchingUp)
  }

  @Test func `a chain that is none of ours is named`() async throws {
    let server = try PracticeEsploraServer()
    let source = EsploraServer(
      EsploraConnection(
        url: try NodeURL(parsing: "esplora+https://server.invalid/api"), transport: server),
      now: { 1_800_000_000 })
    guard case .wrongNetwork(let node, _) = await error({ _ = try await source.status() }) else {
      Issue.record("it was taken for a chain of Bitcoin")
      return
    }
    #expect(node.contains("\(server.genesis)"))
  }

  @Test func `a transaction with other bytes is refused`() async throws {
    let (server, coin) = try funded()
    for body in [
      spend(coin, worth: 12_345_678).encoded(), [], [0], Array(repeating: 0xff, count: 100),
    ] {
      server.lie("/raw") { _ in Answer(status: 200, body: body) }
      #expect(
        await error { _ = try await activity(server) }
          == .unexpected(method: "/tx/:txid/raw", field: "the result"))
    }
    server.lie("/raw") { _ in Answer(status: 200, body: Array(repeating: 0, count: 4_000_001)) }
    #expect(
      await error { _ = try await activity(server) }
        == .tooLarge(method: "/tx/:txid/raw", limit: 4_000_000))
    // One that is in a history and nowhere else was replaced, or is a lie.
    server.lie("/raw") { _ in .missing }
    #expect(await error { _ = try await activity(server) } == .chainMoved)
  }

  @Test func `hostile histories are refused with the field named`() async throws {
    let txid = JSONValue.string(String(repeating: "ab", count: 32))
    func status(_ height: JSONValue) -> JSONValue {
      [["txid": txid, "status": ["confirmed": true, "block_height": height]]]
    }
    let lies: [(JSONValue, String)] = [
      (["txid": 1], "the result"), ([1], "[0].txid"), ([["txid": "xyz"]], "[0].txid"),
      ([["txid": txid]], "[0].status"), ([["txid": txid, "status": [:]]], "[0].status.confirmed"),
      ([["txid": txid, "status": ["confirmed": "true"]]], "[0].status.confirmed"),
      ([["txid": txid, "status": ["confirmed": true]]], "[0].status.block_height"),
      (status(-1), "[0].status.block_height"),
      (status(.number("9223372036854775808")), "[0].status.block_height"),
      (status(.number("1e3")), "[0].status.block_height"),
      (status(.number("10000001")), "[0].status.block_height"),
    ]
    for (lie, field) in lies {
      let (server, _) = try funded()
      server.lie("/txs") { _ in .json(lie) }
      #expect(
        await error { _ = try await activity(server) }
          == .unexpected(method: "/scripthash/:hash/txs", field: field), "\(lie)")
    }
    // Members that nobody asked for do no harm.
    let (server, _) = try funded()
    server.lie("/txs") { answer in
      .json(
        .array(
          (answer.value.arrayValue ?? []).map { Self.with(["fee": -1, "x": [[[]]]], $0) }))
    }
    #expect(try await activity(server).receipts.count == 1)
  }

  @Test func `other hostile answers are refused with the field named`() async throws {
    let huge = JSONValue.number("9223372036854775808")
    let lies: [(String, @Sendable (JSONValue) -> JSONValue, String, String)] = [
      ("blocks/1", { _ in [] }, "/blocks/:start_height", "the result"),
      ("blocks/1", { _ in [:] }, "/blocks/:start_height", "the result"),
      ("blocks/1", { .array([$0[0] ?? .null]) }, "/blocks/:start_height", "the result"),
      (
        "blocks/1", { .array(Array(repeating: $0[0] ?? .null, count: 1001)) },
        "/blocks/:start_height", "the result"
      ),
      (
        "blocks/1", { .array(($0.arrayValue ?? []).reversed()) }, "/blocks/:start_height",
        "[0].height"
      ),
      (
        "blocks/1",
        {
          .array([Self.with(["version": huge], $0[0] ?? .null)] + ($0.arrayValue ?? []).dropFirst())
        },
        "/blocks/:start_height", "[0].version"
      ),
      (
        "merkle-proof", { Self.with(["block_height": -1], $0) }, "/tx/:txid/merkle-proof",
        "block_height"
      ),
      ("merkle-proof", { Self.with(["pos": huge], $0) }, "/tx/:txid/merkle-proof", "pos"),
      (
        "merkle-proof", { Self.with(["merkle": ["zz"]], $0) }, "/tx/:txid/merkle-proof", "merkle[0]"
      ),
      (
        "merkle-proof",
        { Self.with(["merkle": .array(Array(repeating: "ab", count: 17))], $0) },
        "/tx/:txid/merkle-proof", "merkle"
      ),
      ("block/", { Self.with(["height": -1], $0) }, "/block/:hash", "height"),
      ("block/", { Self.with(["height": huge], $0) }, "/block/:hash", "height"),
      ("block/", { _ in [] }, "/block/:hash", "version"),
    ]
    for (part, lie, method, field) in lies {
      let (server, _) = try funded()
      server.lie(part) { .json(lie($0.value)) }
      #expect(
        await error { _ = try await activity(server) }
          == .unexpected(method: method, field: field), "\(part) \(field)")
    }
    let (server, _) = try funded()
    for text in ["", "{", "\u{0}", "[1,]"] {
      server.lie("/txs") { _ in .text(text) }
      guard case .notJSON = await error({ _ = try await activity(server) }) else {
        Issue.record("\(text) was read")
        continue
      }
    }
    server.lie("tip") { _ in Answer(status: 200, body: [0xff, 0xfe]) }
    #expect(
      await error { _ = try await activity(server) }
        == .unexpected(method: "/blocks/tip/hash", field: "the result"))
  }

  @Test func `pages that go in a circle or never end are left`() async throws {
    let (server, coin) = try funded()
    server.lie("/txs") { $0 }
    let whole = try await server.source().events(of: [Self.mine])
    #expect(whole.count == 1 && whole[0].count == 1)
    // The same page for ever.
    server.lie("/txs/chain/") { _ in
      .json([
        ["txid": .string("\(coin.txid)"), "status": ["confirmed": true, "block_height": 120]]
      ])
    }
    guard case .contradiction(_, let field) = await error({ _ = try await activity(server) })
    else {
      Issue.record("it was read for ever")
      return
    }
    #expect(field.contains("\(coin.txid)") && field.contains("twice"))
    // Seen first in the mempool, then in a block.
    server.lie("/txs/chain/") { _ in
      .json([
        ["txid": .string("\(coin.txid)"), "status": ["confirmed": true, "block_height": 119]]
      ])
    }
    #expect(await error { _ = try await activity(server) } == .chainMoved)
    server.lie("/txs/chain/") { _ in
      .json([
        ["txid": .string(String(repeating: "ab", count: 32)), "status": ["confirmed": false]]
      ])
    }
    #expect(
      await error { _ = try await activity(server) }
        == .unexpected(
          method: "/scripthash/:hash/txs/chain/:last_seen",
          field: "a transaction without its block"))
  }

  @Test func `a block above the last one is read again`() async throws {
    let (server, coin) = try funded()
    let tip = server.tipHeight
    server.lie("/txs") { answer in
      guard answer.value.arrayValue?.isEmpty == false else { return answer }
      return .json([
        [
          "txid": .string("\(coin.txid)"),
          "status": ["confirmed": true, "block_height": .integer(tip + 1)],
        ]
      ])
    }
    // Its pages do not end either, so only the first is a lie.
    server.state.withLock { state in
      let lie = state.change
      state.change = { $0.hasSuffix("/txs") ? lie($0, $1) : $1 }
    }
    #expect(await error { _ = try await activity(server) } == .chainMoved)
  }

  @Test func `a coin is spent by a transaction that spends it`() async throws {
    let (server, coin) = try funded()
    let payment = spend(coin, worth: 50_000_000)
    try server.accept(payment)
    try server.mine()
    let source = try server.source()
    let tip = try await source.status().tip
    let another = try await activity(server, [Self.other]).receipts.first?.outPoint.txid
    let stranger = JSONValue.string("\(try #require(another))")
    server.lie("outspends") { answer in
      .json(.array((answer.value.arrayValue ?? []).map { Self.with(["txid": stranger], $0) }))
    }
    guard
      case .contradiction(_, let field) = await error({
        _ = try await source.unspentOutputs([coin], at: tip)
      })
    else {
      Issue.record("it was believed")
      return
    }
    #expect(field.contains("does not spend"))
    let lies: [JSONValue] = [
      [], [["spent": false]], [[:], [:]],
      [["spent": true], ["spent": true]],
      [["spent": true, "status": ["confirmed": true, "block_height": -1]], ["spent": false]],
    ]
    for lie in lies {
      server.lie("outspends") { _ in .json(lie) }
      guard
        case .unexpected("/tx/:txid/outspends", _) = await error({
          _ = try await source.unspentOutputs([coin], at: tip)
        })
      else {
        Issue.record("\(lie) was believed")
        continue
      }
    }
    // A spend above the last block, and a last block that is another one by now.
    server.lie("outspends") { _ in
      .json(
        .array(
          Array(
            repeating: [
              "spent": true, "txid": stranger,
              "status": ["confirmed": true, "block_height": .integer(tip.height + 1)],
            ], count: 2)))
    }
    #expect(
      await error { _ = try await source.unspentOutputs([coin], at: tip) } == .chainMoved)
    server.lie("block-height") { _ in .missing }
    #expect(
      await error { _ = try await source.unspentOutputs([], at: tip) } == .chainMoved)
  }

  @Test func `what is answered to a payment has to be that payment`() async throws {
    let (server, coin) = try funded()
    let payment = spend(coin, worth: 50_000_000)
    for text in ["", "ok", "\(coin.txid)"] {
      server.lie("tx") { $0.status == 200 ? .text(text) : $0 }
      let answer = await error { try await server.source().send(payment) }
      #expect(answer != nil && answer?.isRefusal == false, "\(text)")
    }
    // A no that is foreign text, cut.
    server.lie("x") { $0 }
    server.state.withLock { $0.refusal = String(repeating: "no ", count: 10_000) }
    let other = spend(OutPoint(txid: coin.txid, vout: 1), worth: 20_000)
    let refusal = await error { try await server.source().send(other) }
    #expect(refusal?.isRefusal == true && refusal.map { "\($0)".count < 600 } == true)
  }
}

/// What goes over the wire to an Esplora server.
@Suite(.timeLimit(.minutes(20))) struct EsploraConnectionTests {
  /// A server whose answer to everything is one text.
  private func server(
    _ body: String, _ identity: LocalServer.Identity? = nil
  ) throws -> LocalServer {
    try #require(
      LocalServer(identity) { connection in
        while connection.read() != nil {
          connection.say("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        }
      })
  }

  private func source(
    _ server: LocalServer, tls: Bool = false, trust: TransferRules.Trust = .authorities
  ) throws -> EsploraServer {
    var rules = TransferRules.patient()
    rules.trust = trust
    var patience = RPCConnection.Patience()
    patience.seconds = 3600
    patience.pause = { _ in }
    let url = "esplora+http\(tls ? "s" : "")://127.0.0.1:\(server.port)/api"
    return EsploraServer(
      EsploraConnection(
        url: try NodeURL(parsing: url), transport: HTTPClientTransport(rules), patience: patience),
      now: { 0 })
  }

  private static let hash = String(repeating: "ab", count: 32)

  @Test func `a question is a GET without a body, a payment a POST of its hexadecimal text`()
    async throws
  {
    let server = try server(Self.hash)
    let source = try source(server)
    #expect(try await source.blockHash(at: 7) == BlockHash(parsing: Self.hash))
    let asked = String(decoding: server.everything, as: UTF8.self)
    #expect(asked.hasPrefix("GET /api/block-height/7 HTTP/1.1\r\n"))
    #expect(!asked.contains("Content-Type") && asked.hasSuffix("\r\n\r\n"))
    let payment = Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 1), sequence: 0)],
      outputs: [TxOut(rawValue: 1, scriptPubKey: Script([0x51]))])
    // The answer is the txid of another one.
    await #expect(throws: NodeError.unexpected(method: "POST /tx", field: "txid")) {
      try await source.send(payment)
    }
    let sent = String(decoding: server.everything, as: UTF8.self).dropFirst(asked.count)
    #expect(sent.hasPrefix("POST /api/tx HTTP/1.1\r\n") && sent.contains("text/plain"))
    #expect(sent.hasSuffix("\r\n\r\n" + Hex.encode(payment.encoded())))
  }

  @Test func `a server is known by its key, whatever its certificate says`() async throws {
    // Its certificate names another host.
    let server = try server(Self.hash, NodeCertificateTests.strangersIdentity)
    let url = try NodeURL(parsing: "esplora+https://127.0.0.1:\(server.port)/api")
    let shown = try await NodeCertificate.shown(by: url, proxy: nil)
    #expect(server.everything.isEmpty)
    let source = try source(server, tls: true, trust: .key(ServerKey(of: shown)))
    #expect(try await source.blockHash(at: 7) == BlockHash(parsing: Self.hash))
  }

  @Test func `another key than the pinned one is refused before a word is said`() async throws {
    let server = try server(Self.hash, NodeCertificateTests.identity)
    let key = try ServerKey(
      of: NodeCertificate(parsing: NodeCertificateTests.strangersIdentity.certificate))
    for trust in [TransferRules.Trust.key(key), .authorities] {
      do {
        _ = try await source(server, tls: true, trust: trust).blockHash(at: 7)
        Issue.record("it was believed")
      } catch let error as NodeError {
        guard case .untrusted = error else {
          Issue.record("\(error)")
          continue
        }
      }
    }
    #expect(server.everything.isEmpty)
  }

  @Test func `an answer without an end is given up by its size`() async throws {
    let server = try #require(
      LocalServer { connection in
        guard connection.read() != nil else { return }
        connection.say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = "10000\r\n\(String(repeating: "a", count: 0x10000))\r\n"
        while connection.say(chunk) {}
      })
    await #expect(
      throws: NodeError.tooLarge(
        method: "/block-height/:height", limit: EsploraConnection.textLimit)
    ) {
      _ = try await source(server).blockHash(at: 7)
    }
  }
}

/// Over after so many looks.
private final class Countdown: Sendable {
  private let left: Guarded<Int>

  init(_ count: Int) { left = Guarded(count) }

  var isOver: Bool {
    let before = left.value
    left.change { $0 = max(0, $0 - 1) }
    return before == 0
  }
}

/// A chain whose blocks are called so much higher than they are.
private struct RaisedIndex: ScriptIndex {
  static let headerMethod = EsploraServer.headerMethod
  static let proofMethod = EsploraServer.proofMethod
  static let scriptsAtATime = 1

  let inner: EsploraServer
  let by: Int
  var networks: [String: Network] { inner.networks }
  var landmarked: [Network] { [] }

  init(inner: EsploraServer, by height: Int) { (self.inner, by) = (inner, height) }

  func network() async throws(NodeError) -> Network { .mainnet }
  func blockHash(at height: Int) async throws(NodeError) -> BlockHash? { nil }
  func events(of scripts: [Script]) async throws(NodeError) -> [[ScriptEvent]] { [] }
  func transactions(_ txids: [Txid]) async throws(NodeError) -> [Transaction?] { [] }
  func headers(
    from height: Int, count: Int, through tip: ChainTip
  ) async throws(NodeError) -> [BlockHeader] {
    try await inner.headers(from: height - by, count: count, through: tip)
  }
  func proofs(
    of confirmed: [(txid: Txid, height: Int)]
  ) async throws(NodeError) -> [RPCAnswer] { [] }
}
