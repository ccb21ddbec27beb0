internal import BitcoinPrimitives
public import Descriptors
internal import Secp256k1

/// How the coins of a wallet are spent: the ways there are, each with its keys and how many of them
/// must sign.
///
/// Read from the script that the descriptor derives, so that what is said in words is what the
/// network will run. Keys are named by their positions in `descriptor.keys`.
public struct WalletPolicy: Hashable, Sendable {
  /// One way to spend.
  public struct Way: Hashable, Sendable {
    /// Where the way stands in the output.
    public enum Kind: Hashable, Sendable {
      /// The only script of an output before taproot.
      case script
      /// The key of a taproot output itself.
      case keyPath
      /// A leaf of the script tree, from the left.
      case leaf(Int)
    }

    /// Where the way stands in the output.
    public let kind: Kind
    /// How many of the keys must sign.
    public let threshold: Int
    /// Positions in the descriptor's keys.
    public let keys: [Int]
  }

  /// The ways, the key path first and the leaves from left to right; never empty.
  public let ways: [Way]

  /// Reads the policy of a wallet; nil for a wallet of a form that is not signed here.
  public init?(_ descriptor: Descriptor) {
    // The alternatives of a combo are ways to write the same key.
    guard let scripts = descriptor.alternatives.first,
      let derived = try? scripts.derived(branch: 0, index: 0)
    else { return nil }
    self.init(of: derived)
  }

  /// Reads the policy of one script.
  init?(of derived: DerivedScript) {
    let positions = Array(derived.keys.indices)
    guard let taproot = derived.taproot else {
      let redeem = derived.redeemScript.flatMap { $0.witnessProgram == nil ? $0 : nil }
      let script = derived.witnessScript ?? redeem ?? derived.scriptPubKey
      switch script.type {
      case .multisig(let threshold, let keys) where keys.count == positions.count:
        ways = [Way(kind: .script, threshold: threshold, keys: positions)]
      case .p2pk, .p2pkh, .p2wpkh:
        guard positions.count == 1 else { return nil }
        ways = [Way(kind: .script, threshold: 1, keys: positions)]
      default:
        // sh(wpkh()): the redeem script is a witness program.
        guard derived.redeemScript?.isP2WPKH == true, positions.count == 1 else { return nil }
        ways = [Way(kind: .script, threshold: 1, keys: positions)]
      }
      return
    }
    guard let ways = Self.ways(of: taproot, derived.keys) else { return nil }
    self.ways = ways
  }

  private static func ways(of taproot: DerivedTaproot, _ keys: [DerivedKey]) -> [Way]? {
    var ways: [Way] = []
    if !taproot.isKeyPathUnspendable {
      ways.append(Way(kind: .keyPath, threshold: 1, keys: [0]))
    }
    var next = 1
    for (number, leaf) in taproot.leaves.enumerated() {
      let end = next + leaf.keys.count
      guard leaf.leafVersion == Taproot.tapscriptLeafVersion, end <= keys.count,
        Array(keys[next..<end]) == leaf.keys,
        let threshold = leafThreshold(of: leaf.script, keyCount: leaf.keys.count)
      else { return nil }
      ways.append(
        Way(kind: .leaf(number), threshold: threshold, keys: Array(next..<end)))
      next = end
    }
    guard next == keys.count, !ways.isEmpty else { return nil }
    return ways
  }

  /// How many keys must sign a leaf of the forms `pk` (`KEY CHECKSIG`) and `multi_a`
  /// (`KEY CHECKSIG KEY CHECKSIGADD ... k NUMEQUAL`); nil for any other script.
  private static func leafThreshold(of script: Script, keyCount: Int) -> Int? {
    guard keyCount >= 1 else { return nil }
    // No further than the form goes: a leaf has as many instructions as a file has bytes.
    var reader = ScriptReader(script)
    do throws(ScriptTruncation) {
      for number in 0..<keyCount {
        let check: Opcode = number == 0 ? .checkSig : .checkSigAdd
        guard try reader.next()?.data?.count == 32, try reader.next()?.opcode == check else {
          return nil
        }
      }
      guard let last = try reader.next() else { return keyCount == 1 ? 1 : nil }
      guard let threshold = number(last), (1...keyCount).contains(threshold),
        try reader.next()?.opcode == .numEqual, reader.isAtEnd
      else { return nil }
      return threshold
    } catch {
      return nil
    }
  }

  /// A number of keys, up to 999, as multi_a pushes it.
  private static func number(_ instruction: ScriptInstruction) -> Int? {
    if let small = instruction.opcode.smallInteger { return small }
    guard let data = instruction.data, (1...2).contains(data.count), instruction.isMinimal,
      let last = data.last, last & 0x80 == 0
    else { return nil }
    return data.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

extension WalletPolicy {
  /// The ways by which others can spend without us: one signature of somebody else's is enough, or
  /// a leaf takes keys of others only.
  ///
  /// Each way holds the keys of others alone. Of a plain multisig with a threshold above one there is
  /// none, whoever has the keys: its rule says as much.
  public func waysOfStrangers(ownKeys: Set<Int>) -> [Way] {
    ways.compactMap { way in
      let strangers = way.keys.filter { !ownKeys.contains($0) }
      let isTheirs = way.kind != .script && strangers.count == way.keys.count
      guard !strangers.isEmpty, way.threshold == 1 || isTheirs else { return nil }
      return Way(kind: way.kind, threshold: way.threshold, keys: strangers)
    }
  }
}

extension WalletPolicy: CustomStringConvertible {
  /// `2 of 3 keys`, `1 key`, or the ways one after the other.
  public var description: String {
    if ways.count == 1, let way = ways.first, way.kind != .keyPath { return Self.count(way) }
    let words = ways.map { way in
      switch way.kind {
      case .script: Self.count(way)
      case .keyPath: "key 1 alone"
      case .leaf: Self.named(way)
      }
    }
    return words.joined(separator: ", or ")
  }

  private static func count(_ way: Way) -> String {
    if way.keys.count == 1 { return "1 key" }
    return way.threshold == way.keys.count
      ? "all \(way.threshold) keys" : "\(way.threshold) of \(way.keys.count) keys"
  }

  /// `2 of the keys 3, 4 and 5`; positions are counted from 1 for a person.
  private static func named(_ way: Way) -> String {
    let numbers = way.keys.map { "\($0 + 1)" }
    guard let last = numbers.last, numbers.count > 1 else {
      return "key \(numbers.first ?? "?") alone"
    }
    let list =
      numbers.count > 20
      ? "\(numbers[0]) to \(last)" : "\(numbers.dropLast().joined(separator: ", ")) and \(last)"
    return "\(way.threshold) of the keys \(list)"
  }
}
