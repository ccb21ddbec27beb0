internal import Bytes
internal import Hashes
internal import Secp256k1

/// A script of a wallet, and how its signatures are made.
struct Lock: Sendable, Equatable {
  /// A leaf of a taproot tree: its hash, and the keys in it, 32 bytes each.
  struct Leaf: Sendable, Equatable {
    let hash: Bytes32
    let keys: [Bytes32]
  }

  /// Which hash a signature signs.
  enum Kind: Sendable, Equatable {
    /// That from before segwit, with this script in the place of the input's own.
    case legacy([UInt8])
    /// That of BIP-143, with this script code.
    case witness([UInt8])
    /// That of BIP-341: the internal key, the root of the tree where there is one, and its leaves.
    case taproot(Bytes32, root: Bytes32?, [Leaf])
  }

  /// The script in the coin.
  let script: [UInt8]
  let kind: Kind
  /// The keys that ECDSA signatures may be of, as the script has them; of taproot none.
  let keys: [[UInt8]]

  private init(_ script: [UInt8], _ kind: Kind, _ keys: [[UInt8]]) {
    self.script = script
    self.kind = kind
    self.keys = keys
  }

  /// A script that stands as it is: before segwit it is also what is signed.
  init(bare script: [UInt8], keys: [[UInt8]]) {
    self.init(script, .legacy(script), keys)
  }

  static func keyHash(_ key: [UInt8]) -> Lock {
    Lock(bare: payToHash(Hash160.hash(key)), keys: [key])
  }

  static func witnessKeyHash(_ key: [UInt8]) -> Lock {
    let hash = Hash160.hash(key)
    return Lock([0x00, 0x14] + hash, .witness(payToHash(hash)), [key])
  }

  private static func payToHash(_ hash: [UInt8]) -> [UInt8] {
    [0x76, 0xa9, 0x14] + hash + [0x88, 0xac]
  }

  /// The same behind the hash of its script (BIP-16).
  var nested: Lock {
    Lock([0xa9, 0x14] + Hash160.hash(script) + [0x87], kind, keys)
  }

  /// The same script behind a witness program (BIP-141).
  var witnessed: Lock {
    Lock([0x00, 0x20] + SHA256.hash(script).bytes, .witness(script), keys)
  }

  /// The output of an internal key and a tree, whose leaves are given with their hashes.
  static func taproot(
    _ key: PublicKey, root: Bytes32?, leaves: [Leaf]
  ) throws(Fault) -> Lock {
    guard let output = try? key.xOnly.tweaked(by: TreeHash.tweak(key.xOnly.bytes, root: root))
    else {
      throw Fault("there is no key at this index")
    }
    return Lock(
      [0x51, 0x20] + output.key.bytes.bytes, .taproot(key.xOnly.bytes, root: root, leaves), [])
  }
}

extension Lock {
  /// Where signatures of a key stand; empty for a key that the script does not have.
  func places(of key: PublicKey) -> [SecondReader.Signing.Place] {
    guard case .taproot(let internalKey, let root, let leaves) = kind else {
      let written = key.encoded
      return keys.contains(written) ? [.ecdsa(written)] : []
    }
    let point = key.xOnly.bytes
    var places: [SecondReader.Signing.Place] = []
    if point == internalKey, let output = Bytes32(script.suffix(32)) {
      places.append(.keyPath(output: output, root: root))
    }
    for leaf in leaves where leaf.keys.contains(point) {
      let place = SecondReader.Signing.Place.leaf(point, hash: leaf.hash)
      if !places.contains(place) { places.append(place) }
    }
    return places
  }
}

/// The hashes of taproot's trees (BIP-341).
enum TreeHash {
  private static let leafTag = TaggedHash(tag: "TapLeaf")
  private static let branchTag = TaggedHash(tag: "TapBranch")
  private static let tweakTag = TaggedHash(tag: "TapTweak")

  static func leaf(_ script: [UInt8]) -> Bytes32 {
    leafTag.hash([0xc0] + Written.compact(script.count), script)
  }

  static func fork(_ one: Bytes32, _ other: Bytes32) -> Bytes32 {
    one.bytes.lexicographicallyPrecedes(other.bytes)
      ? branchTag.hash(one, other) : branchTag.hash(other, one)
  }

  static func tweak(_ key: Bytes32, root: Bytes32?) -> Bytes32 {
    tweakTag.hash(key.bytes + (root?.bytes ?? []))
  }
}
