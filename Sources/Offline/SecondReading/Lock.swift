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

  /// What a script from before segwit is given, before it stands behind its hash.
  enum Given: Sendable, Equatable {
    /// A signature.
    case signature
    /// A signature and its key.
    case signatureAndKey
    /// An empty element, and so many signatures in the order of the keys.
    case signatures(Int)
  }

  /// The script in the coin.
  let script: [UInt8]
  let kind: Kind
  /// The keys that ECDSA signatures may be of, as the script has them; of taproot none.
  let keys: [[UInt8]]

  /// What its script from before segwit is given.
  let given: Given
  /// The script that is behind a hash in the coin (BIP-16), and is shown when the coin is spent.
  let hidden: [UInt8]?
  /// The wallet's keys at this place, in the order in which its text names them.
  private(set) var points: [PublicKey] = []

  private init(
    _ script: [UInt8], _ kind: Kind, _ keys: [[UInt8]], given: Given = .signature,
    hidden: [UInt8]? = nil
  ) {
    self.script = script
    self.kind = kind
    self.keys = keys
    self.given = given
    self.hidden = hidden
  }

  /// A script that stands as it is: before segwit it is also what is signed.
  init(bare script: [UInt8], keys: [[UInt8]], given: Given) {
    self.init(script, .legacy(script), keys, given: given)
  }

  static func keyHash(_ key: [UInt8]) -> Lock {
    Lock(bare: payToHash(Hash160.hash(key)), keys: [key], given: .signatureAndKey)
  }

  static func witnessKeyHash(_ key: [UInt8]) -> Lock {
    let hash = Hash160.hash(key)
    return Lock([0x00, 0x14] + hash, .witness(payToHash(hash)), [key])
  }

  private static func payToHash(_ hash: [UInt8]) -> [UInt8] {
    [0x76, 0xa9, 0x14] + hash + [0x88, 0xac]
  }

  /// The same, with the keys that it was derived of.
  func of(_ points: [PublicKey]) -> Lock {
    var lock = self
    lock.points = points
    return lock
  }

  /// The same behind the hash of its script (BIP-16).
  var nested: Lock {
    Lock(
      [0xa9, 0x14] + Hash160.hash(script) + [0x87], kind, keys, given: given, hidden: script
    ).of(points)
  }

  /// The same script behind a witness program (BIP-141).
  var witnessed: Lock {
    Lock([0x00, 0x20] + SHA256.hash(script).bytes, .witness(script), keys).of(points)
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

extension Lock {
  /// The script of an input that spends it, of which the txid is made, with signatures by their keys.
  ///
  /// Nil while signatures are missing that stand in it. Those in a witness are no part of it.
  func inputScript(_ signatures: [[UInt8]: [UInt8]]) -> [UInt8]? {
    let shown = hidden.map(Self.push) ?? []
    guard case .legacy = kind else { return shown }
    switch given {
    case .signature, .signatureAndKey:
      guard let key = keys.first, let signature = signatures[key] else { return nil }
      return Self.push(signature) + (given == .signatureAndKey ? Self.push(key) : []) + shown
    case .signatures(let needed):
      let all = keys.compactMap { signatures[$0] }
      guard all.count >= needed else { return nil }
      return [0] + all.prefix(needed).flatMap(Self.push) + shown
    }
  }

  private static func push(_ bytes: [UInt8]) -> [UInt8] {
    switch bytes.count {
    case ...75: [UInt8(bytes.count)] + bytes
    case ...255: [0x4c, UInt8(bytes.count)] + bytes
    default: [0x4d] + Written.number(UInt64(bytes.count), bytes: 2) + bytes
    }
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
