internal import Bytes
internal import Hashes

/// The 32-byte keys that an input knows, by their HASH160; hashed once, when the first leaf asks.
struct KeysByHash {
  private let keys: [Bytes32]
  private lazy var byHash: [[UInt8]: Bytes32] = Dictionary(
    keys.map { (Hash160.hash($0.bytes), $0) }
  ) { first, _ in first }

  init(_ keys: [Bytes32]) {
    self.keys = keys
  }

  /// The first key with this hash of 20 bytes; nil when the input knows none.
  mutating func key(of hash: [UInt8]) -> Bytes32? { byHash[hash] }
}
