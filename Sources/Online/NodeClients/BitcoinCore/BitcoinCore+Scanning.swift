public import BitcoinPrimitives
internal import Bytes
public import ChainTypes

extension BitcoinCore {
  /// Scripts asked about at a time: with more of them, filters match blocks at random.
  static let sliceSize = 1000
  /// Blocks looked through by one call, so that each ends in reasonable time.
  private static let blockStep = 20_000
  /// Blocks whose activity is asked for at a time.
  private static let activityStep = 100
  /// Without filters, up to this many new blocks are read one by one, which keeps the history
  /// whole.
  static let replayLimit = 2016
  /// Hashes of blocks asked for at a time.
  private static let hashStep = 2000
  /// Scripts asked about at a time where each block is read anyway.
  private static let replaySlice = 10_000
  /// This many of the last blocks are read whatever the filters say, so that a list that leaves one
  /// out is noticed.
  private static let readAnyway = 6

  public func activity(
    of scripts: [Script], from height: Int, through tip: ChainTip, reading: ChainReading,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws(NodeError) -> ScriptActivity {
    guard !scripts.isEmpty else { return ScriptActivity() }
    let way = try await way(from: height, through: tip, reading)
    var found: ScriptActivity
    do throws(NodeError) {
      found = try await look(for: scripts, from: height, through: tip, way, progress)
    } catch {
      // Filters reach further back than the blocks of a pruned node.
      guard case .pruned = error, reading == .automatic else { throw error }
      found = try await look(for: scripts, from: height, through: tip, .list, progress)
    }
    guard try await blockHash(at: tip.height) == tip.hash else { throw .chainMoved }
    return found
  }

  /// How scripts are looked for.
  private enum Way {
    /// The blocks that filters name, and the last ones.
    case filters
    /// Every block.
    case replay
    /// The set of unspent outputs.
    case list
  }

  private func way(
    from height: Int, through tip: ChainTip, _ reading: ChainReading
  ) async throws(NodeError) -> Way {
    if try await hasFilters(at: tip.height) { return .filters }
    if reading == .wholeHistory || height > tip.height { return .replay }
    guard tip.height - height < Self.replayLimit else { return .list }
    let first = try Self.firstBlock(try await call("getblockchaininfo"))
    return height >= first ? .replay : .list
  }

  private func look(
    for scripts: [Script], from height: Int, through tip: ChainTip, _ way: Way,
    _ progress: @escaping @Sendable (Double) -> Void
  ) async throws(NodeError) -> ScriptActivity {
    var found = ScriptActivity()
    let size = way == .replay ? Self.replaySlice : Self.sliceSize
    let slices = stride(from: 0, to: scripts.count, by: size).map {
      scripts[$0..<min($0 + size, scripts.count)]
    }
    let last: [BlockHash] =
      switch way {
      case .filters: try await hashes(max(height, tip.height + 1 - Self.readAnyway), through: tip)
      case .replay: try await hashes(height, through: tip)
      case .list: []
      }
    for (number, slice) in slices.enumerated() {
      let objects = JSONValue.array(slice.map { .string("raw(\($0.hex))") })
      let own = Set(slice)
      let share: @Sendable (Double) -> Void = {
        progress((Double(number) + $0) / Double(slices.count))
      }
      switch way {
      case .filters:
        let named = try await relevantBlocks(objects, from: height, through: tip, progress: share)
        let known = Set(named)
        let unnamed = last.filter { !known.contains($0) }
        let events = try await history(
          objects, own, in: named + unnamed, through: tip, progress: { _ in })
        let seen = Set((events.receipts.map(\.block) + events.spends.map(\.block)).map { $0?.hash })
        if let block = unnamed.first(where: { seen.contains($0) }) {
          throw .contradiction(
            method: "scanblocks", field: "relevant_blocks, which leaves out block \(block)")
        }
        found.append(events)
      case .replay:
        found.append(try await history(objects, own, in: last, through: tip, progress: share))
      case .list:
        found.append(
          try await unspentOutputs(objects, own, through: tip, progress: share))
        found.append(try await history(objects, own, in: [], through: tip, progress: { _ in }))
      }
      share(1)
    }
    return found
  }

  /// The hashes of the blocks from a height to the tip.
  private func hashes(
    _ height: Int, through tip: ChainTip
  ) async throws(NodeError) -> [BlockHash] {
    guard height <= tip.height else { return [] }
    var hashes: [BlockHash] = []
    // In steps: a tip that does not exist ends it at the first block that the node does not have.
    for first in stride(from: height, through: tip.height, by: Self.hashStep) {
      let last = min(first + Self.hashStep - 1, tip.height)
      for hash in try await blockHashes(at: Array(first...last)) {
        guard let hash else { throw .chainMoved }
        hashes.append(hash)
      }
    }
    guard hashes.last == tip.hash else { throw .chainMoved }
    return hashes
  }

  /// The blocks whose filters match, oldest first.
  private func relevantBlocks(
    _ objects: JSONValue, from height: Int, through tip: ChainTip,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws(NodeError) -> [BlockHash] {
    var blocks: [BlockHash] = []
    var next = height
    while next <= tip.height {
      let stop = min(next + Self.blockStep - 1, tip.height)
      let answer = try await scan("scanblocks", ["start", objects, .integer(next), .integer(stop)])
      guard try answer.optional("completed")?.flag() ?? true else {
        throw .cannotScan(reason: "somebody stopped the scan")
      }
      // A scan of other blocks is not the one asked for.
      guard try answer.member("from_height").height() == next,
        try answer.member("to_height").height() == stop
      else { throw .contradiction(method: "scanblocks", field: "the blocks that were scanned") }
      for hash in try answer.member("relevant_blocks").elements() {
        blocks.append(try hash.blockHash())
      }
      next = stop + 1
      progress(Double(next - height) / Double(max(1, tip.height - height + 1)))
    }
    return blocks
  }

  /// What happened in these blocks and in the mempool.
  private func history(
    _ objects: JSONValue, _ own: Set<Script>, in blocks: [BlockHash], through tip: ChainTip,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws(NodeError) -> ScriptActivity {
    var found = ScriptActivity()
    var start = 0
    var step = Self.activityStep
    repeat {
      let end = min(start + step, blocks.count)
      let isLast = end == blocks.count
      let hashes = JSONValue.array(blocks[start..<end].map { .string("\($0)") })
      do throws(NodeError) {
        let answer = try await call(
          "getdescriptoractivity", [hashes, objects, .bool(isLast)], isScan: true)
        found.append(
          try Self.activity(
            answer, own, in: Set(blocks[start..<end]), withMempool: isLast, through: tip))
      } catch {
        // Too much at once: ask for fewer blocks.
        if case .tooLarge = error, end - start > 1 {
          step = max(1, (end - start) / 2)
          continue
        }
        if case .refused(_, _, let message) = error, message.contains("pruned") {
          let first = try await status().firstBlock
          throw .pruned(height: max(0, first - 1), first: first)
        }
        throw error
      }
      start = end
      progress(Double(end) / Double(max(1, blocks.count)))
    } while start < blocks.count
    return found
  }

  private static func activity(
    _ answer: RPCAnswer, _ own: Set<Script>, in blocks: Set<BlockHash>, withMempool: Bool,
    through tip: ChainTip
  ) throws(NodeError) -> ScriptActivity {
    var found = ScriptActivity()
    for event in try answer.member("activity").elements() {
      var block: BlockPosition?
      if let hash = event.optional("blockhash") {
        block = BlockPosition(
          height: try event.member("height").height(), hash: try hash.blockHash())
      }
      // Only of the blocks that were asked about, and none above the last one.
      guard block.map({ blocks.contains($0.hash) && $0.height <= tip.height }) ?? withMempool else {
        throw .contradiction(
          method: event.method, field: "\(event.path).blockhash, a block that was not asked about")
      }
      switch try event.member("type").text() {
      case "receive":
        let named = try event.member("output_spk").member("hex").script()
        // The one that was asked about: it lies in memory already.
        guard let place = own.firstIndex(of: named) else { throw event.wrong("output_spk") }
        let script = own[place]
        found.receipts.append(
          .init(
            outPoint: OutPoint(
              txid: try event.member("txid").txid(), vout: try event.member("vout").vout()),
            script: script, amount: try event.member("amount").amount(), block: block))
      case "spend":
        found.spends.append(
          .init(
            outPoint: OutPoint(
              txid: try event.member("prevout_txid").txid(),
              vout: try event.member("prevout_vout").vout()),
            spender: try event.member("spend_txid").txid(), block: block))
      default: throw event.wrong("type")
      }
    }
    return found
  }

  /// The coins there are now, without their history.
  private func unspentOutputs(
    _ objects: JSONValue, _ own: Set<Script>, through tip: ChainTip,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws(NodeError) -> ScriptActivity {
    // This one takes minutes on the real chain; the node says how far it is when asked beside it.
    let watch = Task { [connection] in
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(2))
        guard !Task.isCancelled,
          let status = try? await connection.call("scantxoutset", ["status"]),
          let percent = status["progress"]?.numberText.flatMap({ Double($0) })
        else { continue }
        progress(percent / 100)
      }
    }
    defer { watch.cancel() }
    let answer = try await scan("scantxoutset", ["start", objects])
    guard try answer.member("success").flag() else {
      throw .cannotScan(reason: "somebody stopped the scan")
    }
    guard try answer.member("bestblock").blockHash() == tip.hash else { throw .chainMoved }
    var found = ScriptActivity(onlyUnspent: true)
    var hashes: [Int: BlockHash] = [:]
    for coin in try answer.member("unspents").elements() {
      let height = try coin.member("height").height()
      let named = try coin.member("scriptPubKey").script()
      guard let place = own.firstIndex(of: named) else { throw coin.wrong("scriptPubKey") }
      let script = own[place]
      let hash: BlockHash
      if let told = coin.optional("blockhash") {
        hash = try told.blockHash()
      } else if let known = hashes[height] {
        hash = known
      } else {
        guard let asked = try await blockHash(at: height) else { throw .chainMoved }
        hash = asked
      }
      hashes[height] = hash
      found.receipts.append(
        .init(
          outPoint: OutPoint(
            txid: try coin.member("txid").txid(), vout: try coin.member("vout").vout()),
          script: script, amount: try coin.member("amount").amount(),
          block: BlockPosition(height: height, hash: hash)))
    }
    found.receipts.sort { ($0.block?.height ?? .max) < ($1.block?.height ?? .max) }
    return found
  }

  /// A scan; the node does one at a time, so a second one waits.
  private func scan(_ method: String, _ params: [JSONValue]) async throws(NodeError) -> RPCAnswer {
    let scan = NodeScan(connection: connection, method: method)
    var tries = 0
    var isRepeated = false
    while true {
      do throws(NodeError) {
        return RPCAnswer(value: try await scan.run(params), method: method)
      } catch {
        switch error {
        case .refused(_, -8, let message) where message.contains("in progress"):
          guard tries < connection.patience.warmUpTries, !Task.isCancelled else {
            throw .scanRunning(method: method)
          }
          tries += 1
          await connection.patience.pause(1000)
        case .cutOff where !isRepeated: isRepeated = true
        default: throw error
        }
      }
    }
  }
}
