public import Bytes
internal import Hashes
internal import ParallelWork
internal import Synchronization

/// The proof of work that Mycelium's server asked for with a backup ("PoW 1").
///
/// The server is gone and its two numbers were never published: whoever runs such a place says them. `H1 = SHA-256d(nonce, wallet ID, payload)`, then each hash
/// in place of the nonce; the first eight bytes of the last, big-endian, have to be below
/// `baseTarget / payload length` (integer division).
public struct UploadWork: Sendable {
  /// The ID of the wallet: 16 bytes in the draft that the text was written for.
  public let walletID: [UInt8]
  /// What is uploaded; at least one byte.
  public let payload: [UInt8]
  /// How many hashes one try takes.
  public let rounds: Int
  /// The target for a payload of one byte.
  public let baseTarget: UInt64

  /// Sets the work; nil for an empty payload, for no rounds, and for more than 1,000,000.
  public init?(walletID: [UInt8], payload: [UInt8], rounds: Int, baseTarget: UInt64) {
    guard !payload.isEmpty, (1...1_000_000).contains(rounds) else { return nil }
    self.walletID = walletID
    self.payload = payload
    self.rounds = rounds
    self.baseTarget = baseTarget
  }

  /// Below this the result has to be.
  public var target: UInt64 { baseTarget / UInt64(payload.count) }

  /// The last hash of a nonce.
  public func hash(of nonce: Bytes32) -> Bytes32 { hash(of: nonce, unless: { false }) ?? .zero }

  private func hash(of nonce: Bytes32, unless isOver: () -> Bool) -> Bytes32? {
    var hash = nonce
    for _ in 0..<rounds {
      guard !isOver() else { return nil }
      var hasher = SHA256Hasher()
      hasher.update(hash)
      hasher.update(walletID)
      hasher.update(payload)
      hash = hasher.doubleFinalized()
    }
    return hash
  }

  /// The first eight bytes of the last hash, big-endian.
  public func result(of nonce: Bytes32) -> UInt64 { Self.number(hash(of: nonce)) }

  private static func number(_ hash: Bytes32) -> UInt64 {
    hash.withUnsafeBytes { $0.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
  }

  /// Whether a nonce does it.
  public func isDone(by nonce: Bytes32) -> Bool { result(of: nonce) < target }

  /// Tries nonces one after the other, counted in their last eight bytes; nil when `tries` were not
  /// enough.
  public func nonce(after start: Bytes32 = .zero, tries: Int) -> Bytes32? {
    var bytes = start.bytes
    for _ in 0..<max(0, tries) {
      if let nonce = Bytes32(bytes), isDone(by: nonce) { return nonce }
      for index in stride(from: 31, through: 24, by: -1) {
        bytes[index] &+= 1
        if bytes[index] != 0 { break }
      }
    }
    return nil
  }
}

extension UploadWork {
  /// Tries nonces on all cores until one does it; nil when `isOver` said first that nobody waits any longer.
  ///
  /// The last eight bytes of a nonce count, big-endian, the others are zero. `isOver` is asked before each round,
  /// from several threads: a round takes one reading of the payload.
  public func nonce(
    threads: Int? = nil, until isOver: @escaping @Sendable () -> Bool
  ) -> Bytes32? {
    guard target > 0 else { return nil }
    let (work, found) = (self, Finding())
    let threads = max(1, threads ?? ParallelMap.cores)
    let nonces = ParallelMap.results(count: threads, threads: threads, minimumRun: 1) {
      worker -> Bytes32? in
      var counter = UInt64(worker)
      while !found.isSet {
        let bytes =
          [UInt8](repeating: 0, count: 24)
          + (0..<8).map {
            UInt8(truncatingIfNeeded: counter >> (56 - 8 * UInt64($0)))
          }
        guard let nonce = Bytes32(bytes),
          let hash = work.hash(of: nonce, unless: { found.isSet || isOver() })
        else { return nil }
        if Self.number(hash) < work.target {
          found.set()
          return nonce
        }
        counter &+= UInt64(threads)
      }
      return nil
    }
    return nonces.lazy.compactMap(\.self).first
  }

  /// Whether one of the threads is done.
  private final class Finding: Sendable {
    private let state = Atomic(false)

    var isSet: Bool { state.load(ordering: .relaxed) }

    func set() { state.store(true, ordering: .relaxed) }
  }
}
