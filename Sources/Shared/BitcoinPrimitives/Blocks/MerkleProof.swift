public import Bytes
internal import Hashes

/// The way from a transaction up to the root in the header of its block.
public struct MerkleProof: Hashable, Sendable {
  /// The hash beside the way at each level, the lowest first.
  public let branch: [Bytes32]
  /// Which transaction of the block it is, 0 for the first.
  public let position: Int

  /// Deeper than the tree of any block: one of four million bytes has less than 2^16 transactions.
  public static let depthLimit = 16

  /// Takes a way; that it leads anywhere is for ``root(of:)`` to find out.
  public init(branch: [Bytes32], position: Int) {
    self.branch = branch
    self.position = position
  }

  /// The root that it leads to; nil when the position does not lie in such a tree.
  ///
  /// A hash beside the way on its left that equals the one on the way is refused: a tree that was made that
  /// way has two lists of transactions for one root (CVE-2012-2459). So is a pair of hashes that is a transaction
  /// of 64 bytes: below such a leaf anything could be hung (CVE-2017-12842).
  public func root(of txid: Txid) -> Bytes32? {
    guard branch.count <= Self.depthLimit, position >= 0, position < 1 << branch.count else {
      return nil
    }
    var hash = txid.bytes
    var place = position
    for sibling in branch {
      let isRight = place & 1 == 1
      guard !isRight || sibling != hash else { return nil }
      let pair = isRight ? sibling.bytes + hash.bytes : hash.bytes + sibling.bytes
      guard (try? Transaction(decoding: pair)) == nil else { return nil }
      hash = SHA256.doubleHash(pair)
      place >>= 1
    }
    return hash
  }
}
