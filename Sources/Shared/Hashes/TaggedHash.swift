public import Bytes

/// The tagged hash of BIP-340: SHA-256 that starts with the hash of a tag, twice.
///
/// Keeps the midstate after the tag, which is one whole block: make one per tag and keep it.
public struct TaggedHash: Sendable {
  /// The state after the tag; copy it, feed it, finalize it.
  public let hasher: SHA256Hasher

  /// Hashes the tag, as UTF-8.
  public init(tag: String) {
    let digest = SHA256.hash(Array(tag.utf8))
    var hasher = SHA256Hasher()
    hasher.update(digest)
    hasher.update(digest)
    self.hasher = hasher
  }

  /// Hashes the parts one after the other.
  public func hash(_ parts: [UInt8]...) -> Bytes32 {
    var hasher = hasher
    for part in parts { hasher.update(part) }
    return hasher.finalized()
  }

  /// Hashes the parts one after the other.
  public func hash(_ parts: Bytes32...) -> Bytes32 {
    var hasher = hasher
    for part in parts { hasher.update(part) }
    return hasher.finalized()
  }

  /// Hashes what `feed` feeds.
  public func hash<E: Error>(
    feeding feed: (inout SHA256Hasher) throws(E) -> Void
  ) throws(E) -> Bytes32 {
    var hasher = hasher
    try feed(&hasher)
    return hasher.finalized()
  }
}
