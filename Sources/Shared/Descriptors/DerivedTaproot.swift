public import BitcoinPrimitives
public import Bytes
public import Secp256k1

/// What a taproot output commits to (BIP-341).
public struct DerivedTaproot: Hashable, Sendable {
  /// The key that is tweaked.
  public let internalKey: XOnlyPublicKey
  /// The root of the scripts; nil when the key is the only way to spend (BIP-86).
  public let merkleRoot: Bytes32?
  /// The key in the output.
  public let outputKey: XOnlyPublicKey
  /// Whether the output key's Y is odd, as control blocks say it.
  public let outputKeyIsOdd: Bool
  /// Whether nobody can know the internal key's secret, so that only the leaves spend.
  public let isKeyPathUnspendable: Bool
  /// The leaves of the tree from left to right.
  public let leaves: [DerivedLeaf]

  /// The tree with its hashes; nil when there is none.
  public var tree: TaprootTree? {
    TaprootTree(
      leaves: leaves.map {
        TaprootTree.Leaf(depth: $0.depth, version: $0.leafVersion, script: $0.script)
      })
  }

  init(
    internalKey: XOnlyPublicKey, output: (key: XOnlyPublicKey, parityIsOdd: Bool),
    isKeyPathUnspendable: Bool, leaves scripts: [DerivedScript], in tree: TaprootTree?
  ) {
    self.internalKey = internalKey
    self.isKeyPathUnspendable = isKeyPathUnspendable
    merkleRoot = tree?.merkleRoot
    outputKey = output.key
    outputKeyIsOdd = output.parityIsOdd
    var leaves: [DerivedLeaf] = []
    for (number, script) in scripts.enumerated() {
      guard let tree, let leaf = tree.leaves.element(number),
        let path = tree.paths.element(number),
        let block = ControlBlock(
          leafVersion: leaf.version, parityIsOdd: output.parityIsOdd,
          internalKey: internalKey.bytes, path: path)
      else { continue }
      leaves.append(
        DerivedLeaf(
          script: leaf.script, keys: script.keys, controlBlock: block,
          items: script.satisfaction?.witness ?? []))
    }
    self.leaves = leaves
  }

  /// What spends by the key; nil when nobody has its secret.
  public var keyPathSatisfaction: Satisfaction? {
    isKeyPathUnspendable ? nil : Satisfaction(witness: [.schnorrSignature])
  }

  /// The leaf whose witness is the longest: what a fee must be enough for when it is not known yet
  /// which leaf will be used.
  public var heaviestLeaf: DerivedLeaf? {
    leaves.max { $0.satisfaction.witnessLength() < $1.satisfaction.witnessLength() }
  }
}

/// One leaf of a taproot output: another way to spend it (BIP-342).
public struct DerivedLeaf: Hashable, Sendable {
  /// The script of the leaf.
  public let script: Script
  /// The keys in the leaf, in the order of the descriptor.
  public let keys: [DerivedKey]
  /// The proof that the leaf belongs to the output.
  public let controlBlock: ControlBlock
  /// The hash of version and script, by which PSBTs name the leaf.
  public let leafHash: Bytes32
  /// What unlocks it: signatures, script and control block.
  public let satisfaction: Satisfaction

  init(script: Script, keys: [DerivedKey], controlBlock: ControlBlock, items: [Satisfaction.Item]) {
    self.script = script
    self.keys = keys
    self.controlBlock = controlBlock
    leafHash = Taproot.leafHash(version: controlBlock.leafVersion, script: script)
    let block = 33 + 32 * controlBlock.path.count
    satisfaction = Satisfaction(witness: items + [.data(script.count), .data(block)])
  }

  /// The version of the leaf, 0xc0.
  public var leafVersion: UInt8 { controlBlock.leafVersion }
  /// How many branches lie above it, 0 to 128.
  public var depth: Int { controlBlock.path.count }
}

extension Array {
  fileprivate func element(_ index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
