public import BitcoinPrimitives
internal import Bytes

/// What the proofs of a payment prove: that coins are in blocks, and how much work lies on top of them.
///
/// Nothing is believed but hashes. That the blocks are those of the network's best chain is not proved, only what
/// making them costs.
public struct ConfirmationCheck: Hashable, Sendable {
  /// That a coin is in a block, as far as that can be proved.
  public struct Depth: Hashable, Sendable {
    /// The blocks from the coin's own to the last one that came along, both counted.
    public let blocks: Int
    /// How many hashes it takes on average to make them.
    public let hashes: Double

    /// Takes blocks and work.
    public init(blocks: Int, hashes: Double) {
      self.blocks = blocks
      self.hashes = hashes
    }
  }

  /// What an input proves; nil where it carries no proof.
  public let inputs: [Result<Depth, ConfirmationFlaw>?]
  /// What is wrong with the headers, which all proofs share.
  public let headersFlaw: ConfirmationFlaw?

  /// Looks at the proofs of a payment; nil for one that carries none.
  ///
  /// `floor` is how hard each block must be at least.
  public init?(of psbt: PSBT, floor: WorkFloor) {
    guard psbt.carriesConfirmationProofs else { return nil }
    let places = psbt.inputs.map(Self.place)
    let runs: [[BlockHeader]]
    do throws(ConfirmationFlaw) {
      runs = try Self.runs(of: psbt)
      let used = places.compactMap { try? $0?.get() }.map(\.header)
      try Self.check(runs, used: used, floor)
    } catch {
      headersFlaw = error
      inputs = places.map { place in
        guard case .failure(let flaw) = place else { return nil }
        return .failure(flaw)
      }
      return
    }
    headersFlaw = nil
    // How deep each block lies, from the last header of its run down.
    var depths: [Depth] = []
    for run in runs {
      var part: [Depth] = []
      var hashes = 0.0
      for header in run.reversed() {
        hashes += header.expectedHashes
        part.append(Depth(blocks: part.count + 1, hashes: hashes))
      }
      depths += part.reversed()
    }
    let headers = runs.flatMap(\.self)
    inputs = places.enumerated().map { number, place in
      switch place {
      case nil: return nil
      case .failure(let flaw): return .failure(flaw)
      case .success(let place):
        if let flaw = Self.flaw(in: place, ofInput: number, of: psbt, headers) {
          return .failure(flaw)
        }
        return .success(depths[place.header])
      }
    }
  }

  /// Whether every proof that came along holds.
  public var holds: Bool {
    headersFlaw == nil && inputs.allSatisfy { input in (try? input?.get()) != nil || input == nil }
  }

  // MARK: Headers

  private static func runs(of psbt: PSBT) throws(ConfirmationFlaw) -> [[BlockHeader]] {
    let fields = psbt.global.map.fields.filter(ConfirmationProofs.isHeaders)
    guard let field = fields.first else { throw .noHeaders }
    guard fields.count == 1, field.key.count == ConfirmationProofs.keyLength else {
      throw .malformed
    }
    do throws(BytesError) {
      return try ConfirmationProofs.runs(field.value)
    } catch {
      throw .malformed
    }
  }

  /// Holds the headers against the floor, and against carrying anything but what the inputs need.
  private static func check(
    _ runs: [[BlockHeader]], used: [Int], _ floor: WorkFloor
  ) throws(ConfirmationFlaw) {
    var known: Set<BlockHash> = []
    for header in runs.joined() {
      guard header.hasWork else { throw .noWork(header.hash) }
      guard floor.takes(header) else { throw .tooEasy(header.hash) }
      guard known.insert(header.hash).inserted else { throw .needlessHeaders }
    }
    let used = Set(used)
    var start = 0
    for run in runs {
      let end = start + run.count
      guard used.contains(start), let last = (start..<end).last(where: used.contains),
        end - last <= ConfirmationProofs.mostDepth, let first = run.first,
        !known.contains(first.previous)
      else { throw .needlessHeaders }
      start = end
    }
    // Of two blocks on the same one at least one is in no chain.
    var parents: Set<BlockHash> = []
    for header in runs.joined() {
      guard parents.insert(header.previous).inserted else { throw .rivals(header.hash) }
    }
  }

  // MARK: Inputs

  private static func place(
    _ input: PSBTInput
  ) -> Result<ConfirmationProofs.Place, ConfirmationFlaw>? {
    let fields = input.map.fields.filter(ConfirmationProofs.isPlace)
    guard let field = fields.first else { return nil }
    guard fields.count == 1, field.key.count == ConfirmationProofs.keyLength,
      let place = try? ConfirmationProofs.Place(decoding: field.value)
    else { return .failure(.malformed) }
    return .success(place)
  }

  private static func flaw(
    in place: ConfirmationProofs.Place, ofInput number: Int, of psbt: PSBT,
    _ headers: [BlockHeader]
  ) -> ConfirmationFlaw? {
    let coin = psbt.unsignedTransaction.inputs[number].previousOutput
    guard let previous = psbt.inputs[number].nonWitnessUTXO, previous.txid == coin.txid,
      previous.output(at: coin.vout) != nil
    else { return .noTransaction }
    // Two hashes of the tree can be a transaction of 64 bytes (CVE-2017-12842).
    guard previous.withoutWitness.count != 64 else { return .ambiguousTransaction }
    guard headers.indices.contains(place.header) else { return .noSuchHeader }
    guard place.merkle.root(of: coin.txid) == headers[place.header].merkleRoot else {
      return .notInBlock(headers[place.header].hash)
    }
    return nil
  }
}

/// How hard the blocks of a proof must be at least.
public struct WorkFloor: Hashable, Sendable {
  /// The target in the short form of headers; nil where every block is taken.
  public let bits: UInt32?

  /// Takes the largest target that a block may have; nil takes every one.
  public init(bits: UInt32?) {
    self.bits = bits
  }

  /// Difficulty 2^42, which bitcoin's blocks have since June 2018, and those of forks with the same hash have not had:
  /// 144 such blocks take 2^81 hashes.
  public static let mainnet = WorkFloor(bits: 0x173f_ffc0)
  /// Of a chain whose blocks anybody can make.
  public static let none = WorkFloor(bits: nil)

  /// The floor of a network; test networks have none.
  public init(of network: Network) {
    self = network.isMainnet ? .mainnet : .none
  }

  /// Whether a block is hard enough.
  public func takes(_ header: BlockHeader) -> Bool {
    guard let bits else { return true }
    return header.isAsHard(as: bits)
  }
}

/// Why a proof that came along proves nothing.
public enum ConfirmationFlaw: Error, Hashable, Sendable, CustomStringConvertible {
  /// A field is not in its one form, or larger than it may be.
  case malformed
  /// Inputs have proofs, and there are no headers.
  case noHeaders
  /// A header whose hash is above the target that it names.
  case noWork(BlockHash)
  /// A header whose target is above the floor.
  case tooEasy(BlockHash)
  /// Headers that no input needs, or that come twice.
  case needlessHeaders
  /// A block on the same one as another that came along.
  case rivals(BlockHash)
  /// The transaction that made the coin is not beside the proof.
  case noTransaction
  /// The transaction has 64 bytes, as two hashes of a tree have.
  case ambiguousTransaction
  /// The proof names a header that did not come along.
  case noSuchHeader
  /// The branch does not lead to the root in the block's header.
  case notInBlock(BlockHash)

  public var description: String {
    switch self {
    case .malformed: "a field is damaged or too large"
    case .noHeaders: "the block headers are missing"
    case .noWork(let hash): "block \(hash) has less work than it claims"
    case .tooEasy(let hash): "block \(hash) is easier than any of bitcoin's since June 2018"
    case .rivals(let hash): "block \(hash) and another one have the same place in the chain"
    case .needlessHeaders: "there are block headers that no coin needs"
    case .noTransaction: "the transaction that made the coin is missing"
    case .ambiguousTransaction: "a transaction of 64 bytes cannot be proved"
    case .noSuchHeader: "the header of its block is missing"
    case .notInBlock(let hash): "the coin's transaction is not in block \(hash)"
    }
  }
}
