internal import BitcoinPrimitives
internal import Bytes
internal import ChainTypes

/// The headers of a server's chain up to its last block, each held against the one before.
///
/// Whoever makes up a block has to make up every header from there to the last one, each with the work that
/// it names. On mainnet a header above block 800,000 must name a difficulty of 2^40 at least: that was
/// passed 50 times over when that block was mined, so blocks cannot be made up with a cheap one.
struct HeaderChain {
  private let connection: ElectrumConnection
  private let network: Network

  /// From this block of mainnet on, headers must be at least as hard as `floor`.
  private static let floorHeight = 800_000
  /// A difficulty of 2^40.
  private static let floor: UInt32 = 0x1800_ffff
  /// Headers asked for at a time, as servers limit it.
  private static let step = 2016

  init(_ connection: ElectrumConnection, _ network: Network) {
    self.connection = connection
    self.network = network
  }

  /// The headers at some heights, with the chain from the lowest of them to the tip looked through.
  ///
  /// - Throws: `NodeError.chainMoved` when the tip is not the last block of that chain any more.
  func headers(
    at heights: Set<Int>, through tip: ChainTip,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws(NodeError) -> [Int: BlockHeader] {
    guard let lowest = heights.min() else { return [:] }
    guard heights.allSatisfy({ (0...tip.height).contains($0) }) else { throw .chainMoved }
    var found: [Int: BlockHeader] = [:]
    var last: BlockHeader?
    var next = lowest
    while next <= tip.height {
      let part = try await read(from: next, count: min(Self.step, tip.height - next + 1))
      for header in part {
        try check(header, after: last, at: next)
        if heights.contains(next) { found[next] = header }
        last = header
        next += 1
      }
      progress(Double(next - lowest) / Double(tip.height - lowest + 1))
    }
    guard last?.hash == tip.hash else { throw .chainMoved }
    return found
  }

  private func check(
    _ header: BlockHeader, after last: BlockHeader?, at height: Int
  ) throws(NodeError) {
    guard header.hasWork else {
      throw .contradiction(
        method: Self.method, field: "block \(height), which has not the work it names")
    }
    // Another chain may have taken over between two answers.
    if let last, header.previous != last.hash { throw .chainMoved }
    guard !network.isMainnet || height < Self.floorHeight || header.isAsHard(as: Self.floor) else {
      throw .contradiction(
        method: Self.method, field: "block \(height), which is far too easy for this chain")
    }
  }

  private static let method = "blockchain.block.headers"

  private func read(from height: Int, count: Int) async throws(NodeError) -> [BlockHeader] {
    let answer = try await connection.call(Self.method, [.integer(height), .integer(count)])
    var digits: [String] = []
    if let list = answer.optional("headers") {
      // Version 1.6 gives a list, those before give one text.
      for one in try list.elements() { digits.append(try one.text()) }
    } else {
      digits = [try answer.member("hex").text()]
    }
    var headers: [BlockHeader] = []
    for text in digits {
      guard let bytes = try? Hex.decode(text), bytes.count % BlockHeader.size == 0 else {
        throw answer.wrong("hex")
      }
      for start in stride(from: 0, to: bytes.count, by: BlockHeader.size) {
        guard let header = BlockHeader(bytes[start..<start + BlockHeader.size]) else {
          throw answer.wrong("hex")
        }
        headers.append(header)
      }
    }
    // Fewer are allowed, none would go on for ever.
    guard (1...count).contains(headers.count) else {
      if headers.isEmpty { throw .chainMoved }
      throw answer.wrong("count")
    }
    return headers
  }
}
