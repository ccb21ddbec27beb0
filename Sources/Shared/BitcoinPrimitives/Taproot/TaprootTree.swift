public import Bytes

/// A tree of taproot scripts, as its leaves from left to right with their depths (BIP-371).
public struct TaprootTree: Hashable, Sendable {
  /// One leaf.
  public struct Leaf: Hashable, Sendable {
    /// How many branches lie above it, 0 to 128.
    public let depth: Int
    /// The version, an even number.
    public let version: UInt8
    /// The script.
    public let script: Script

    /// Describes a leaf.
    public init(depth: Int, version: UInt8 = Taproot.tapscriptLeafVersion, script: Script) {
      self.depth = depth
      self.version = version
      self.script = script
    }
  }

  /// The leaves from left to right.
  public let leaves: [Leaf]
  /// The root of the tree.
  public let merkleRoot: Bytes32
  /// For each leaf the hashes beside its way to the root, as a control block lists them.
  public let paths: [[Bytes32]]

  /// Builds the tree; nil when the depths do not make one, or one is outside 0 to 128.
  public init?(leaves: [Leaf]) {
    var stack: [(depth: Int, hash: Bytes32, leaves: Range<Int>)] = []
    var paths = [[Bytes32]](repeating: [], count: leaves.count)
    for (index, leaf) in leaves.enumerated() {
      guard (0...ControlBlock.maxDepth).contains(leaf.depth), leaf.version & 1 == 0 else {
        return nil
      }
      let hash = Taproot.leafHash(version: leaf.version, script: leaf.script)
      var node = (depth: leaf.depth, hash: hash, leaves: index..<(index + 1))
      while let left = stack.last, left.depth == node.depth, node.depth > 0 {
        stack.removeLast()
        for position in left.leaves { paths[position].append(node.hash) }
        for position in node.leaves { paths[position].append(left.hash) }
        node = (
          node.depth - 1, Taproot.branchHash(left.hash, node.hash),
          left.leaves.lowerBound..<node.leaves.upperBound
        )
      }
      // A deeper tree on the left that is still open, or a second tree beside a finished one.
      if let left = stack.last, left.depth >= node.depth { return nil }
      stack.append(node)
    }
    guard stack.count == 1, let root = stack.first, root.depth == 0 else { return nil }
    self.leaves = leaves
    self.merkleRoot = root.hash
    self.paths = paths
  }
}
