internal import Bytes
internal import Hashes
internal import Secp256k1

/// One key of a registered wallet: its origin, and the public keys below it (BIP-32, BIP-380, BIP-389).
struct WalletKey: Sendable {
  /// Where a key comes from: the first four bytes of the hash of the key above all (BIP-32), and the steps from there.
  struct Origin: Hashable, Sendable {
    let fingerprint: [UInt8]
    /// Hardened steps have 2^31 added.
    let path: [UInt32]
  }

  /// An extended key with everything above its range derived, or a key that stands alone.
  private struct Parent: Sendable {
    let point: PublicKey
    /// The point as it is hashed, and the hash that starts with the chain code.
    private let written: [UInt8]
    private let hash: HMACSHA512
    let origin: Origin

    init(_ point: PublicKey, _ chain: Bytes32, _ origin: Origin) {
      self.point = point
      written = point.compressed
      hash = HMACSHA512(key: chain)
      self.origin = origin
    }

    /// The point and the chain code of a child without private key.
    func child(_ index: UInt32) throws(Fault) -> (PublicKey, Bytes32) {
      guard index < 1 << 31 else { throw Fault("a public key has no hardened child keys") }
      let message = written + Written.number(UInt64(index), bytes: 4).reversed()
      let (left, right) = message.withUnsafeBytes { hash.authenticate($0) }
      guard let point = try? point.adding(tweak: left) else {
        throw Fault("there is no key at this index")
      }
      return (point, right)
    }

    func below(_ index: UInt32) throws(Fault) -> Parent {
      let (point, chain) = try child(index)
      return Parent(
        point, chain, Origin(fingerprint: origin.fingerprint, path: origin.path + [index]))
    }
  }

  /// One for each branch.
  private let parents: [Parent]
  let isRanged: Bool
  /// Written in 65 bytes: of no use to segwit.
  let isLong: Bool
  /// Whether it is the point that BIP-341 names, whose secret nobody can know, or below it.
  let isOfNobody: Bool
  /// What the text says of where the key comes from; nil where it says nothing.
  let stated: Origin?
  /// The key itself as it is written: extended, or in hexadecimal.
  let body: String
  /// What stands behind the key, as in `/<0;1>/*`.
  private let steps: String
  /// Of an extended key what it consists of, with nothing that says where it comes from.
  private let bare: [UInt8]?

  private static let pointOfNobody =
    "50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0"

  var branches: Int { parents.count }
  /// Whether it is one key alone, not an extended one.
  var isAlone: Bool { bare == nil }

  /// Reads `[origin]KEY/steps`.
  init(_ text: ArraySlice<UInt8>, on chain: AddressChain) throws(Fault) {
    var rest = text
    var named: Origin?
    if rest.first == UInt8(ascii: "[") {
      guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else { throw Fault("a [ has no ]") }
      let parts = rest[(rest.startIndex + 1)..<close].split(
        separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      guard let first = parts.first, let print = Self.bytes(ofHex: first), print.count == 4
      else { throw Fault("a key origin has no fingerprint") }
      var path: [UInt32] = []
      for part in parts.dropFirst() { path.append(try Self.step(part, mayBeHardened: true)) }
      named = Origin(fingerprint: print, path: path)
      rest = rest[(close + 1)...]
    }
    var steps = rest.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard !steps.isEmpty else { throw Fault("a key is missing") }
    let body = steps.removeFirst()
    stated = named
    self.body = String(decoding: body, as: UTF8.self)
    self.steps = steps.map { "/" + String(decoding: $0, as: UTF8.self) }.joined()
    isRanged = steps.last?.elementsEqual([UInt8(ascii: "*")]) ?? false
    if isRanged { steps.removeLast() }
    if [64, 66, 130].contains(body.count), let bytes = Self.bytes(ofHex: body) {
      guard steps.isEmpty, !isRanged else {
        throw Fault("a single key cannot be followed by a path")
      }
      let whole = bytes.count == 32 ? [2] + bytes : bytes
      guard let point = try? PublicKey(decoding: whole) else {
        throw Fault("a key is not a point of the curve")
      }
      let own = Origin(fingerprint: Self.fingerprint(point), path: [])
      parents = [Parent(point, .zero, named ?? own)]
      isLong = bytes.count == 65
      isOfNobody = point.xOnly.bytes.hex == Self.pointOfNobody
      bare = nil
      return
    }
    isLong = false
    let (top, code) = try Self.extended(body, named, on: chain)
    // Depth, parent and child number as those of a master key.
    bare =
      chain.keyVersion + [UInt8](repeating: 0, count: 9) + code.bytes + top.point.compressed
    isOfNobody = top.point.xOnly.bytes.hex == Self.pointOfNobody
    var parents: [Parent] = []
    for path in try Self.paths(steps) {
      var parent = top
      for step in path { parent = try parent.below(step) }
      parents.append(parent)
    }
    self.parents = parents
  }

  /// The key of a branch at an index; a key that stands alone is the same everywhere.
  func point(branch: Int, index: UInt32) throws(Fault) -> PublicKey {
    let parent = parents[min(branch, parents.count - 1)]
    return isRanged ? try parent.child(index).0 : parent.point
  }

  /// Where the key of a branch at an index comes from, as the wallet's text says it.
  func origin(branch: Int, index: UInt32) -> Origin {
    let origin = parents[min(branch, parents.count - 1)].origin
    return Origin(
      fingerprint: origin.fingerprint, path: isRanged ? origin.path + [index] : origin.path)
  }

  /// The branches and the index that a claimed origin leads to; none when it is not one of this key.
  func place(ofClaim fingerprint: ArraySlice<UInt8>, _ path: [UInt32]) -> [(Int, UInt32)] {
    let above = isRanged ? path.dropLast() : path[...]
    let index = isRanged ? path.last ?? 0 : 0
    guard !isRanged || !path.isEmpty, index < 1 << 31 else { return [] }
    return parents.indices.compactMap { branch in
      let origin = parents[branch].origin
      return origin.fingerprint.elementsEqual(fingerprint) && origin.path.elementsEqual(above)
        ? (branch, index) : nil
    }
  }

  /// The key without its origin, and of an extended one without depth, parent and child number: what scripts
  /// depend on.
  var withoutHistory: String { (bare.map(AddressText.base58) ?? body) + steps }

  // MARK: Reading

  private static func extended(
    _ text: ArraySlice<UInt8>, _ named: Origin?, on chain: AddressChain
  ) throws(Fault) -> (Parent, Bytes32) {
    guard let bytes = AddressText.bytes(ofBase58: text), bytes.count == 78 else {
      throw Fault("a key is neither hexadecimal nor an extended public key")
    }
    guard bytes.starts(with: chain.keyVersion) else { throw Fault("a key is for another network") }
    guard let code = Bytes32(bytes[13..<45]), bytes[45] == 2 || bytes[45] == 3,
      let point = try? PublicKey(decoding: bytes[45...])
    else { throw Fault("an extended key does not hold a valid public key") }
    let own = Origin(fingerprint: fingerprint(point), path: [])
    return (Parent(point, code, named ?? own), code)
  }

  /// The unhardened steps of each branch; one of them may be a choice, as in `<0;1>`.
  private static func paths(_ steps: [ArraySlice<UInt8>]) throws(Fault) -> [[UInt32]] {
    guard steps.count < 256 else { throw Fault("a path has more than 255 steps") }
    var paths: [[UInt32]] = [[]]
    for step in steps {
      guard step.first == UInt8(ascii: "<"), step.last == UInt8(ascii: ">") else {
        let number = try Self.step(step, mayBeHardened: false)
        paths = paths.map { $0 + [number] }
        continue
      }
      guard paths.count == 1, let path = paths.first else {
        throw Fault("a path has more than one list in <>")
      }
      var choices: [[UInt32]] = []
      for choice in step.dropFirst().dropLast().split(
        separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      {
        choices.append(path + [try Self.step(choice, mayBeHardened: false)])
      }
      guard (2...1_000).contains(choices.count) else {
        throw Fault("a list in <> must have 2 to 1,000 numbers")
      }
      paths = choices
    }
    return paths
  }

  private static func step(
    _ text: ArraySlice<UInt8>, mayBeHardened: Bool
  ) throws(Fault) -> UInt32 {
    let mark = text.last ?? 0
    let isHardened = mark == UInt8(ascii: "h") || mark == UInt8(ascii: "'")
    let digits = isHardened ? text.dropLast() : text
    guard !isHardened || mayBeHardened, (1...10).contains(digits.count) else {
      throw Fault("a public key has no hardened child keys")
    }
    var value: UInt64 = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { throw Fault("a step of a path is not a number") }
      value = value * 10 + UInt64(digit - 0x30)
    }
    guard value < 1 << 31 else { throw Fault("a step of a path is too large") }
    return UInt32(value) | (isHardened ? 1 << 31 : 0)
  }

  private static func bytes(ofHex text: ArraySlice<UInt8>) -> [UInt8]? {
    let digits = text.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == text.count, digits.count % 2 == 0 else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
  }

  private static func fingerprint(_ point: PublicKey) -> [UInt8] {
    Array(Hash160.hash(point.compressed).prefix(4))
  }
}

/// What is wrong with a wallet's text, in words; the reader adds which wallet it is.
struct Fault: Error {
  let words: String

  init(_ words: String) {
    self.words = words
  }
}
