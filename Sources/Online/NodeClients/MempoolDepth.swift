public import BitcoinPrimitives
internal import Bytes

/// How much waits in a mempool, by fee rate.
public struct MempoolDepth: Hashable, Sendable {
  /// Transactions of about the same fee rate.
  public struct Step: Hashable, Sendable {
    /// None of them pays more; nil where the source does not say how much they pay at most.
    public let highest: FeeRate?
    /// Their size together, in virtual bytes.
    public let size: Int

    /// Takes both.
    public init(highest: FeeRate?, size: Int) {
      self.highest = highest
      self.size = size
    }
  }

  /// What a place in the mempool takes.
  public enum Place: Hashable, Sendable {
    /// Any rate that is relayed: no more than that waits.
    case anywhere
    /// A rate above everything that is not within the place.
    case above(FeeRate)
    /// The source does not say what its first step pays at most, and that has so many virtual bytes, more than
    /// the place.
    case withinFirstStep(size: Int)
  }

  /// The dearest first.
  public let steps: [Step]

  /// Takes the steps, the dearest first.
  public init(_ steps: [Step]) {
    self.steps = steps
  }

  /// All that waits, in virtual bytes.
  public var size: Int { steps.reduce(0) { $0 + $1.size } }

  /// What a transaction has to pay so that no more than `limit` virtual bytes pay as much.
  public func place(within limit: Int) -> Place {
    var before = 0
    for step in steps {
      before += step.size
      guard before > limit else { continue }
      return step.highest.map(Place.above) ?? .withinFirstStep(size: step.size)
    }
    return .anywhere
  }

  /// More than a server tells of steps, and a mempool holds of virtual bytes in one of them.
  static let stepLimit = 100_000
  static let sizeLimit = 100_000_000_000

  /// Pairs of the lowest fee rate of a step, in sat/vB, and its size in virtual bytes, the dearest first.
  ///
  /// Electrum and Esplora servers say it so. Each step pays no more than the lowest rate of the one before.
  init(histogram answer: RPCAnswer) throws(NodeError) {
    let pairs = try answer.elements()
    guard pairs.count <= Self.stepLimit else { throw answer.wrong() }
    var steps: [Step] = []
    var lowest: FeeRate?
    for pair in pairs {
      let values = try pair.elements()
      guard values.count == 2 else { throw pair.wrong() }
      let rate = try values[0].feeRatePerByte()
      if let lowest, rate > lowest { throw values[0].wrong() }
      steps.append(Step(highest: lowest, size: try values[1].integer(0...Self.sizeLimit)))
      lowest = rate
    }
    self.init(steps)
  }

  /// Transactions or groups of them, each with its size in weight units and its fee in satoshis.
  init(groups: [(weight: Int, fee: Int64)]) {
    let rates = groups.map { group in
      let weight = Int128(group.weight)
      let rate = (Int128(max(0, group.fee)) * 4000 + weight - 1) / weight
      return (min(rate, Int128(Amount.maxSatoshis)), group.weight)
    }
    self.init(
      rates.sorted { $0.0 > $1.0 }.map { rate, weight in
        Step(highest: try? FeeRate(satoshisPerKvB: Int64(rate)), size: (weight + 3) / 4)
      })
  }
}

extension ChainSource {
  /// Some sources cannot tell.
  public func mempoolDepth() async throws(NodeError) -> MempoolDepth {
    throw .mempoolUntold(reason: "it has no call for that")
  }
}

extension RPCAnswer {
  /// A fee rate in sat/vB, with as many decimals as floating point has, rounded up to a whole sat/kvB.
  func feeRatePerByte() throws(NodeError) -> FeeRate {
    guard let text = value.numberText, let perByte = Double(text),
      (0...1_000_000).contains(perByte),
      let rate = try? FeeRate(satoshisPerKvB: Int64((perByte * 1000).rounded(.up)))
    else { throw wrong() }
    return rate
  }
}

// MARK: Sources

extension ElectrumServer {
  public func mempoolDepth() async throws(NodeError) -> MempoolDepth {
    do throws(NodeError) {
      return try MempoolDepth(histogram: await connection.call("mempool.get_fee_histogram"))
    } catch {
      guard case .refused(_, _, let message) = error else { throw error }
      throw .mempoolUntold(reason: "it answers: \(message)")
    }
  }
}

extension EsploraServer {
  public func mempoolDepth() async throws(NodeError) -> MempoolDepth {
    let call = Call("mempool", as: "/mempool")
    guard let answer = try await connection.json(call) else {
      throw .mempoolUntold(reason: "it has no call for that")
    }
    return try MempoolDepth(histogram: answer.member("fee_histogram"))
  }
}

extension BitcoinCore {
  /// The most transactions that are read one by one, of a node that does not tell them together: about 25 megabytes.
  static let mempoolLimit = 20_000

  /// By `getmempoolfeeratediagram` (Bitcoin Core 31), which is as long as the mempool has groups of transactions, about 50
  /// bytes each; older nodes tell every transaction, which is read up to ``mempoolLimit`` of them.
  public func mempoolDepth() async throws(NodeError) -> MempoolDepth {
    let method = "getmempoolfeeratediagram"
    do throws(NodeError) {
      let value = try await connection.call(method, limit: RPCConnection.scanLimit)
      return try Self.depth(of: RPCAnswer(value: value, method: method))
    } catch {
      guard case .refused(_, -32601, _) = error else { throw error }
    }
    let count = try await call("getmempoolinfo").member("size").integer(0...Int(Int32.max))
    guard count <= Self.mempoolLimit else {
      throw .mempoolUntold(
        reason:
          "\(count) transactions wait in its mempool, too many to read them one by one; Bitcoin Core 31 "
          + "tells them together")
    }
    let list = "getrawmempool"
    let value = try await connection.call(list, [true], limit: RPCConnection.scanLimit)
    return try Self.depth(ofAll: RPCAnswer(value: value, method: list))
  }

  /// The diagram adds up weights and fees, from the dearest group of transactions on.
  private static func depth(of answer: RPCAnswer) throws(NodeError) -> MempoolDepth {
    var groups: [(weight: Int, fee: Int64)] = []
    var before: (weight: Int, fee: Int64) = (0, 0)
    for point in try answer.elements() {
      let weight = try point.member("weight").integer(0...4 * MempoolDepth.sizeLimit)
      let fee = try point.member("fee").amount().satoshis
      guard weight >= before.weight else { throw point.wrong("weight") }
      if weight > before.weight { groups.append((weight - before.weight, fee - before.fee)) }
      before = (weight, fee)
    }
    return MempoolDepth(groups: groups)
  }

  /// Each transaction at the rate at which it is mined, as far as that can be told: no higher than with all that it builds
  /// on, and no lower than with all that builds on it, which may pay for it.
  private static func depth(ofAll answer: RPCAnswer) throws(NodeError) -> MempoolDepth {
    guard let entries = answer.value.objectValue else { throw answer.wrong() }
    var groups: [(weight: Int, fee: Int64)] = []
    for member in entries.members {
      let entry = RPCAnswer(value: member.value, method: answer.method, path: member.name)
      let fees = try entry.member("fees")
      func size(_ name: String) throws(NodeError) -> Int {
        try entry.member(name).integer(1...MempoolDepth.sizeLimit)
      }
      func fee(_ name: String) throws(NodeError) -> Int64 {
        let fee = try fees.member(name)
        // Whoever runs the node may have put a transaction behind all others (`prioritisetransaction`).
        if fee.value.numberText?.hasPrefix("-") == true { return 0 }
        return try fee.amount().satoshis
      }
      let own = try size("vsize")
      let ways = [
        (try fee("modified"), own), (try fee("ancestor"), try size("ancestorsize")),
        (try fee("descendant"), try size("descendantsize")),
      ].map { fee, size in
        Int64(min(Int128(fee) * Int128(own) / Int128(size), Int128(Amount.maxSatoshis)))
      }
      groups.append((4 * own, max(min(ways[0], ways[1]), ways[2])))
    }
    return MempoolDepth(groups: groups)
  }
}
