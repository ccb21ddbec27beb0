public import Bytes
internal import Hashes

/// The proof of work that Mycelium's server asked for with a backup ("PoW 1").
///
/// The server is gone and its two numbers were never published; this is the function alone, against
/// spam, for whoever runs such a place. `H1 = SHA-256d(nonce, wallet ID, payload)`, then each hash
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
  public func hash(of nonce: Bytes32) -> Bytes32 {
    var hash = nonce
    for _ in 0..<rounds {
      var hasher = SHA256Hasher()
      hasher.update(hash)
      hasher.update(walletID)
      hasher.update(payload)
      hash = hasher.doubleFinalized()
    }
    return hash
  }

  /// The first eight bytes of the last hash, big-endian.
  public func result(of nonce: Bytes32) -> UInt64 {
    hash(of: nonce).withUnsafeBytes { $0.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
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
