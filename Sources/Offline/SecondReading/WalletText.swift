internal import Bytes
internal import Secp256k1

/// A registered wallet as its descriptor says it: which scripts it has (BIP-380 to 390).
///
/// Every form that this signer registers is read: `pk`, `pkh`, `wpkh`, `combo`, `multi` and
/// `sortedmulti` alone, in `sh`, `wsh` and `sh(wsh())`, and `tr` with trees of `pk`, `multi_a` and
/// `sortedmulti_a`. Anything else is refused.
struct WalletText: Sendable {
  /// What stands before a parenthesis, and what inside of it.
  private indirect enum Form: Sendable {
    case key(String, WalletKey)
    case several(String, Int, [WalletKey])
    case around(String, Form)
    case tree(WalletKey, Tree?)
  }

  private indirect enum Tree: Sendable {
    case leaf(Form)
    case fork(Tree, Tree)
  }

  private let form: Form
  let keys: [WalletKey]
  let branches: Int
  let isRanged: Bool

  /// Reads a descriptor with its checksum or without one.
  init(_ text: String, on chain: AddressChain) throws(Fault) {
    var letters = Array(text.utf8.prefix(100_001))
    guard letters.count <= 100_000 else { throw Fault("the descriptor is too long") }
    if let mark = letters.lastIndex(of: UInt8(ascii: "#")) {
      guard letters[(mark + 1)...].elementsEqual(try Self.checksum(letters[..<mark])) else {
        throw Fault("the checksum is wrong")
      }
      letters.removeSubrange(mark...)
    }
    // What follows a question mark says when the wallet began (BIP-393), not what it is.
    if let mark = letters.firstIndex(of: UInt8(ascii: "?")) { letters.removeSubrange(mark...) }
    var keys: [WalletKey] = []
    var rest = letters[...]
    form = try Self.form(&rest, inside: [], chain, &keys)
    guard rest.isEmpty else { throw Fault("there is text after its end") }
    let counts = Set(keys.map(\.branches)).subtracting([1])
    guard counts.count < 2 else { throw Fault("its keys have different numbers of branches") }
    branches = counts.first ?? 1
    isRanged = keys.contains(where: \.isRanged)
    self.keys = keys
  }

  // MARK: Places

  /// The scripts at a place: one, or those of a `combo`.
  func locks(branch: Int, index: UInt32) throws(Fault) -> [Lock] {
    guard (0..<branches).contains(branch), isRanged || index == 0 else {
      throw Fault("it has no branch \(branch) with an index \(index)")
    }
    if case .key("combo", let key) = form {
      let point = try key.point(branch: branch, index: index)
      let written = point.encoded
      let old = [
        Lock(bare: Self.check(written), keys: [written], given: .signature), .keyHash(written),
      ]
      guard !key.isLong else { return old.map { $0.of([point]) } }
      let program = Lock.witnessKeyHash(written)
      return (old + [program, program.nested]).map { $0.of([point]) }
    }
    return [try lock(form, branch, index)]
  }

  /// The branches and indices at which a claim in a packet says that a key of this wallet is.
  func places(ofClaim fingerprint: ArraySlice<UInt8>, _ path: [UInt32]) -> [(Int, UInt32)] {
    keys.flatMap { $0.place(ofClaim: fingerprint, path) }
  }

  /// Where one of its keys comes from at a place, by its position in the text.
  func origin(of position: Int, at home: Home) -> WalletKey.Origin? {
    keys.indices.contains(position)
      ? keys[position].origin(branch: home.branch, index: home.index) : nil
  }

  /// A way to spend: how many of which keys, by their positions in the text.
  typealias Way = (kind: WalletReading.Way.Kind, needed: Int, keys: Range<Int>)

  /// The ways to spend, the key of a taproot output first.
  var ways: [Way] {
    var next = 0
    return Self.ways(form, &next)
  }

  /// Whether keys at these positions can spend from it, and all but those at `secret` together cannot.
  func isSole(_ own: Set<Int>, secret: Set<Int>) -> Bool {
    let ways = ways
    let canSpend = { (isMeant: (Int) -> Bool) in
      ways.contains { $0.keys.count(where: isMeant) >= $0.needed }
    }
    return canSpend { own.contains($0) } && !canSpend { !secret.contains($0) }
  }

  /// The ways of a part; `next` is the position of the next key in the text.
  private static func ways(
    _ form: Form, _ next: inout Int, _ kind: WalletReading.Way.Kind = .script
  ) -> [Way] {
    let first = next
    switch form {
    case .key:
      next += 1
      return [(kind, 1, first..<next)]
    case .several(_, let needed, let keys):
      next += keys.count
      return [(kind, needed, first..<next)]
    case .around(_, let inner): return ways(inner, &next)
    case .tree(let key, let tree):
      next += 1
      guard let tree else { return [(.keyPath, 1, first..<next)] }
      return (key.isOfNobody ? [] : [(.keyPath, 1, first..<next)]) + ways(tree, &next)
    }
  }

  private static func ways(_ tree: Tree, _ next: inout Int) -> [Way] {
    switch tree {
    case .leaf(let form): return ways(form, &next, .leaf)
    case .fork(let one, let other):
      let left = ways(one, &next)
      return left + ways(other, &next)
    }
  }

  /// The text that is the same wherever a wallet has the same scripts (docs/formats.md, "Words"): keys
  /// without history, those of sorted scripts in the order of their texts.
  var textOfScripts: String { Self.written(form) }

  private static func written(_ form: Form) -> String {
    switch form {
    case .key(let name, let key): return "\(name)(\(key.withoutHistory))"
    case .several(let name, let needed, let keys):
      let texts = keys.map(\.withoutHistory)
      let list = name.hasPrefix("sorted") ? texts.sorted() : texts
      return "\(name)(\(needed),\(list.joined(separator: ",")))"
    case .around(let name, let inner): return "\(name)(\(written(inner)))"
    case .tree(let key, let tree):
      return "tr(\(key.withoutHistory)\(tree.map { "," + written($0) } ?? ""))"
    }
  }

  private static func written(_ tree: Tree) -> String {
    switch tree {
    case .leaf(let form): written(form)
    case .fork(let one, let other): "{\(written(one)),\(written(other))}"
    }
  }

  private func lock(_ form: Form, _ branch: Int, _ index: UInt32) throws(Fault) -> Lock {
    switch form {
    case .around("sh", let inner): return try lock(inner, branch, index).nested
    case .around(_, let inner): return try lock(inner, branch, index).witnessed
    case .key(let name, let key):
      let point = try key.point(branch: branch, index: index)
      let written = point.encoded
      let lock: Lock =
        switch name {
        case "pkh": .keyHash(written)
        case "wpkh": .witnessKeyHash(written)
        default: Lock(bare: Self.check(written), keys: [written], given: .signature)
        }
      return lock.of([point])
    case .several(let name, let needed, let keys):
      var points: [PublicKey] = []
      for key in keys { points.append(try key.point(branch: branch, index: index)) }
      var written = points.map(\.encoded)
      if name == "sortedmulti" { written.sort { $0.lexicographicallyPrecedes($1) } }
      let pushed = written.flatMap { [UInt8($0.count)] + $0 }
      return Lock(
        bare: Self.push(needed) + pushed + Self.push(keys.count) + [0xae], keys: written,
        given: .signatures(needed)
      ).of(points)
    case .tree(let key, let tree):
      let internalKey = try key.point(branch: branch, index: index)
      guard let tree else {
        return try Lock.taproot(internalKey, root: nil, leaves: []).of([internalKey])
      }
      var points = [internalKey]
      let (root, leaves) = try hashed(tree, branch, index, &points)
      return try Lock.taproot(internalKey, root: root, leaves: leaves).of(points)
    }
  }

  private func hashed(
    _ tree: Tree, _ branch: Int, _ index: UInt32, _ all: inout [PublicKey]
  ) throws(Fault) -> (Bytes32, [Lock.Leaf]) {
    switch tree {
    case .fork(let one, let other):
      let left = try hashed(one, branch, index, &all)
      let right = try hashed(other, branch, index, &all)
      return (TreeHash.fork(left.0, right.0), left.1 + right.1)
    case .leaf(let form):
      let (name, needed, keys): (String, Int, [WalletKey])
      switch form {
      case .key(let word, let key): (name, needed, keys) = (word, 1, [key])
      case .several(let word, let count, let list): (name, needed, keys) = (word, count, list)
      default: throw Fault("a script in its tree is not supported")
      }
      var points: [Bytes32] = []
      for key in keys {
        let point = try key.point(branch: branch, index: index)
        all.append(point)
        points.append(point.xOnly.bytes)
      }
      let own = points
      if name == "sortedmulti_a" {
        points.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      }
      var script: [UInt8] = []
      for (number, point) in points.enumerated() {
        script += [0x20] + point.bytes + [number == 0 ? 0xac : 0xba]
      }
      if name != "pk" { script += Self.push(needed) + [0x9c] }
      let hash = TreeHash.leaf(script)
      return (hash, [Lock.Leaf(hash: hash, keys: own)])
    }
  }

  private static func check(_ key: [UInt8]) -> [UInt8] { [UInt8(key.count)] + key + [0xac] }

  /// A number of 1 to 999 as scripts write it.
  private static func push(_ number: Int) -> [UInt8] {
    if number <= 16 { return [0x50 + UInt8(number)] }
    let bytes = Written.number(UInt64(number), bytes: number > 0x7f ? 2 : 1)
    return [UInt8(bytes.count)] + bytes
  }

  // MARK: Reading

  private static func form(
    _ rest: inout ArraySlice<UInt8>, inside outer: [String], _ chain: AddressChain,
    _ keys: inout [WalletKey]
  ) throws(Fault) -> Form {
    let name = String(decoding: rest.prefix { $0 != UInt8(ascii: "(") }.prefix(20), as: UTF8.self)
    rest = rest.dropFirst(name.utf8.count)
    try take("(", &rest)
    let isTop = outer.isEmpty
    let isInLeaf = outer == ["tr"]
    let result: Form
    switch name {
    case "sh" where isTop, "wsh" where isTop || outer == ["sh"]:
      result = .around(name, try form(&rest, inside: outer + [name], chain, &keys))
    case "pk",
      "combo" where isTop, "pkh" where !isInLeaf, "wpkh" where isTop || outer == ["sh"]:
      let key = try key(&rest, chain, &keys)
      guard !key.isLong || !(name == "wpkh" || isInLeaf || outer.contains("wsh")) else {
        throw Fault("an uncompressed key cannot be used in segwit")
      }
      result = .key(name, key)
    case "multi" where !isInLeaf, "sortedmulti" where !isInLeaf, "multi_a" where isInLeaf,
      "sortedmulti_a" where isInLeaf:
      let digits = rest.prefix { (0x30...0x39).contains($0) }.prefix(4)
      rest = rest.dropFirst(digits.count)
      let needed = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      var list: [WalletKey] = []
      while rest.first == UInt8(ascii: ",") {
        rest = rest.dropFirst()
        list.append(try key(&rest, chain, &keys))
        guard list.count <= (isInLeaf ? 999 : 20) else { throw Fault("it has too many keys") }
      }
      guard needed >= 1, needed <= list.count else {
        throw Fault("it cannot need \(needed) of \(list.count) signatures")
      }
      guard !list.contains(where: \.isLong) || !(isInLeaf || outer.contains("wsh")) else {
        throw Fault("an uncompressed key cannot be used in segwit")
      }
      result = .several(name, needed, list)
    case "tr" where isTop:
      let key = try key(&rest, chain, &keys)
      guard !key.isLong else { throw Fault("an uncompressed key cannot be used in segwit") }
      guard rest.first == UInt8(ascii: ",") else {
        result = .tree(key, nil)
        break
      }
      rest = rest.dropFirst()
      result = .tree(key, try tree(&rest, depth: 0, chain, &keys))
    default: throw Fault("the script type \(name)() is not supported")
    }
    try take(")", &rest)
    return result
  }

  private static func tree(
    _ rest: inout ArraySlice<UInt8>, depth: Int, _ chain: AddressChain, _ keys: inout [WalletKey]
  ) throws(Fault) -> Tree {
    guard depth <= 128 else { throw Fault("its script tree is deeper than 128 levels") }
    guard rest.first == UInt8(ascii: "{") else {
      return .leaf(try form(&rest, inside: ["tr"], chain, &keys))
    }
    rest = rest.dropFirst()
    let one = try tree(&rest, depth: depth + 1, chain, &keys)
    try take(",", &rest)
    let other = try tree(&rest, depth: depth + 1, chain, &keys)
    try take("}", &rest)
    return .fork(one, other)
  }

  private static func key(
    _ rest: inout ArraySlice<UInt8>, _ chain: AddressChain, _ keys: inout [WalletKey]
  ) throws(Fault) -> WalletKey {
    let text = rest.prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: ")") }
    rest = rest.dropFirst(text.count)
    let key = try WalletKey(text, on: chain)
    keys.append(key)
    return key
  }

  private static func take(_ letter: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) throws(Fault)
  {
    guard rest.first == UInt8(ascii: letter) else { throw Fault("\(letter) is missing") }
    rest = rest.dropFirst()
  }

  // MARK: Checksum

  private static let alphabet = Array(
    ("0123456789()[],'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~"
      + "ijklmnopqrstuvwxyzABCDEFGH`#\"\\ ").utf8)

  /// The eight letters that a descriptor ends with (BIP-380).
  private static func checksum(_ text: ArraySlice<UInt8>) throws(Fault) -> [UInt8] {
    var symbols: [Int] = []
    var classes: [Int] = []
    for letter in text {
      guard let value = alphabet.firstIndex(of: letter) else {
        throw Fault("it has a character that no descriptor has")
      }
      symbols.append(value & 31)
      classes.append(value >> 5)
      if classes.count == 3 {
        symbols.append(classes[0] * 9 + classes[1] * 3 + classes[2])
        classes = []
      }
    }
    if let first = classes.first {
      symbols.append(classes.count == 2 ? first * 3 + classes[1] : first)
    }
    let generator = [
      0xf5_dee5_1989, 0xa9_fdca_3312, 0x1b_ab10_e32d, 0x37_06b1_677a, 0x64_4d62_6ffd,
    ]
    let sum =
      (symbols + [Int](repeating: 0, count: 8)).reduce(1) { sum, symbol in
        let top = sum >> 35
        return generator.indices.reduce((sum & 0x7_ffff_ffff) << 5 ^ symbol) {
          top >> $1 & 1 == 1 ? $0 ^ generator[$1] : $0
        }
      } ^ 1
    let letters = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
    return (0..<8).map { letters[sum >> (5 * (7 - $0)) & 31] }
  }
}
