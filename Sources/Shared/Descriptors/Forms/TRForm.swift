internal import BitcoinPrimitives
internal import Bytes
internal import Secp256k1

/// `tr(KEY)` and `tr(KEY,TREE)`: a taproot output, spent by its key or by a leaf of its tree
/// (BIP-386, BIP-86).
public struct TRForm: DescriptorForm {
  /// `tr`.
  public static let names = ["tr"]
  /// At the top only (BIP-386).
  public static let places: Set<DescriptorPlace> = [.top]

  /// A script of the tree.
  public struct Leaf: Sendable {
    /// How many pairs of braces stand around it, 0 to 128.
    public let depth: Int
    /// What the script is.
    public let form: any DescriptorForm

    /// Puts a form at a depth.
    public init(depth: Int, form: any DescriptorForm) {
      self.depth = depth
      self.form = form
    }
  }

  /// The internal key.
  public let key: KeyExpression
  /// The leaves of the tree from left to right; none when only the key spends.
  public let leaves: [Leaf]

  /// Takes the internal key and the leaves from left to right.
  ///
  /// Throws unless the key is one that taproot takes, the leaves may stand there, and their depths
  /// make a tree.
  public init(key: KeyExpression, leaves: [Leaf] = []) throws(DescriptorError) {
    self.init(unchecked: key, leaves)
    try check(at: .top)
    guard leaves.isEmpty || Self.makeTree(leaves.map(\.depth)) else {
      throw .tree("has leaves at depths that make no tree", offset: 0)
    }
  }

  private init(unchecked key: KeyExpression, _ leaves: [Leaf]) {
    self.key = key
    self.leaves = leaves
  }

  /// Reads the internal key and the tree; throws for a malformed one or one deeper than 128.
  public init(
    parsing reader: inout DescriptorReader, named name: String, at place: DescriptorPlace
  ) throws(DescriptorError) {
    key = try KeyExpression(parsing: &reader, encoding: .xOnly)
    guard reader.next == UInt8(ascii: ",") else {
      leaves = []
      return
    }
    try reader.expect(",")
    leaves = try Self.readTree(&reader)
  }

  /// Reads `LEAF` or `{TREE,TREE}` without calling itself: the braces come from outside.
  private static func readTree(_ reader: inout DescriptorReader) throws(DescriptorError) -> [Leaf] {
    var leaves: [Leaf] = []
    // For each open brace, whether its second side is being read.
    var open: [Bool] = []
    while true {
      while reader.next == UInt8(ascii: "{") {
        guard open.count < ControlBlock.maxDepth else {
          throw .tree("is deeper than \(ControlBlock.maxDepth)", offset: reader.offset)
        }
        try reader.expect("{")
        open.append(false)
      }
      leaves.append(Leaf(depth: open.count, form: try reader.readForm(at: .tr)))
      while open.last == true {
        try reader.expect("}")
        open.removeLast()
      }
      guard let innermost = open.indices.last else { return leaves }
      try reader.expect(",")
      open[innermost] = true
    }
  }

  /// Whether leaves of these depths, from left to right, make one whole tree.
  private static func makeTree(_ depths: [Int]) -> Bool {
    var open: [Bool] = []
    for (index, depth) in depths.enumerated() {
      guard depth >= open.count, depth <= ControlBlock.maxDepth else { return false }
      while open.count < depth { open.append(false) }
      while open.last == true { open.removeLast() }
      guard let innermost = open.indices.last else { return index == depths.count - 1 }
      open[innermost] = true
    }
    return false
  }

  /// Throws when a key cannot be written in 32 bytes, or a form may not stand in a leaf.
  public func check(at place: DescriptorPlace) throws(DescriptorError) {
    try key.check(.xOnly)
    for leaf in leaves { _ = try leaf.form.required(at: .tr) }
  }

  /// The internal key, then the keys of the leaves from left to right.
  public var keys: [KeyExpression] {
    leaves.reduce(into: [key]) { $0 += $1.form.keys }
  }

  /// `tr(KEY)` or `tr(KEY,TREE)`.
  public var text: String {
    guard !leaves.isEmpty else { return "tr(\(key))" }
    var text = "tr(\(key),"
    var open: [Bool] = []
    for leaf in leaves {
      while open.count < leaf.depth {
        text += "{"
        open.append(false)
      }
      text += leaf.form.text
      while open.last == true {
        text += "}"
        open.removeLast()
      }
      if let innermost = open.indices.last {
        text += ","
        open[innermost] = true
      }
    }
    return text + ")"
  }

  /// The form with other keys, as many and in the same order.
  public func replacing(keys: ArraySlice<KeyExpression>) -> TRForm {
    var rest = keys.dropFirst()
    let replaced = leaves.map { leaf in
      let count = leaf.form.keys.count
      defer { rest = rest.dropFirst(count) }
      return Leaf(depth: leaf.depth, form: leaf.form.replacing(keys: rest.prefix(count)))
    }
    return TRForm(unchecked: keys.first ?? key, replaced)
  }

  /// The output key, with the leaves; throws when no key comes out of the tweak.
  public func derived(
    from keys: ArraySlice<DerivedKey>, at place: DescriptorPlace
  ) throws(DescriptorError) -> DerivedScript {
    guard let first = keys.first else { throw .expected("a key", offset: 0) }
    let internalKey = first.publicKey.xOnly
    var scripts: [DerivedScript] = []
    var rest = keys.dropFirst()
    for leaf in leaves {
      let count = leaf.form.keys.count
      scripts.append(try leaf.form.derived(from: rest.prefix(count), at: .tr))
      rest = rest.dropFirst(count)
    }
    let tree = TaprootTree(
      leaves: zip(leaves, scripts).map {
        TaprootTree.Leaf(depth: $0.depth, script: $1.scriptPubKey)
      })
    let tweak = Taproot.tweak(internalKey: internalKey.bytes, merkleRoot: tree?.merkleRoot)
    guard let output = try? internalKey.tweaked(by: tweak) else { throw .underivable(0) }
    let taproot = DerivedTaproot(
      internalKey: internalKey, output: output, isKeyPathUnspendable: key.isUnspendable,
      leaves: scripts, in: tree)
    return DerivedScript(
      scriptPubKey: .p2tr(outputKey: output.key.bytes), keys: keys, taproot: taproot,
      satisfaction: taproot.keyPathSatisfaction ?? taproot.heaviestLeaf?.satisfaction)
  }
}
