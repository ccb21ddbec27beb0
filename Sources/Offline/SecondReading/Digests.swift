internal import Bytes
internal import Hashes

/// What the signatures of a transaction sign, with sighash ALL, or DEFAULT for taproot.
///
/// What all inputs have in common is hashed once. Before segwit each input hashes what follows it: of
/// what precedes it the state of the hash is kept.
struct Digests: Sendable {
  private let version: [UInt8]
  private let lockTime: [UInt8]
  private let outpoints: [[UInt8]]
  private let sequences: [[UInt8]]
  // BIP-143 hashes these once more.
  private let prevouts: Bytes32
  private let sequenceHash: Bytes32
  private let outputs: Bytes32
  /// Nil while an amount or a script of a coin is not known.
  private let coins: (amounts: Bytes32, scripts: Bytes32)?
  /// The state before each input, none of which has a script.
  private let before: [SHA256Hasher]
  /// All inputs without scripts, 41 bytes each, then the outputs and the lock time.
  private let blank: [UInt8]

  private static let sighash = TaggedHash(tag: "TapSighash")

  init(_ spending: Spending, coins: [(amount: UInt64, script: [UInt8])?]) {
    version = Written.number(UInt64(spending.version), bytes: 4)
    lockTime = Written.number(UInt64(spending.lockTime), bytes: 4)
    outpoints = spending.spends.map(\.outpoint)
    sequences = spending.spends.map { Written.number(UInt64($0.sequence), bytes: 4) }
    prevouts = SHA256.hash(Array(outpoints.joined()))
    sequenceHash = SHA256.hash(Array(sequences.joined()))
    let pays = Array(spending.pays.map(\.written).joined())
    outputs = SHA256.hash(pays)
    let known = coins.compactMap(\.self)
    if known.count == coins.count {
      let amounts = known.map { Written.number($0.amount, bytes: 8) }
      let scripts = known.map { Written.compact($0.script.count) + $0.script }
      self.coins = (SHA256.hash(Array(amounts.joined())), SHA256.hash(Array(scripts.joined())))
    } else {
      self.coins = nil
    }
    var hasher = SHA256Hasher()
    hasher.update(version)
    hasher.update(Written.compact(outpoints.count))
    var before: [SHA256Hasher] = []
    var blank: [UInt8] = []
    for (outpoint, sequence) in zip(outpoints, sequences) {
      before.append(hasher)
      let input = outpoint + [0] + sequence
      hasher.update(input)
      blank += input
    }
    self.before = before
    self.blank = blank + Written.compact(spending.pays.count) + pays + lockTime
  }

  /// From before segwit; the script has no OP_CODESEPARATOR, and the type hashes all inputs and outputs.
  func legacy(input: Int, script: [UInt8], type: UInt32 = 1) -> Bytes32 {
    var hasher = before[input]
    hasher.update(outpoints[input])
    hasher.update(Written.compact(script.count))
    hasher.update(script)
    hasher.update(sequences[input])
    hasher.update(blank[(41 * (input + 1))...])
    hasher.update(littleEndian: type)
    return hasher.doubleFinalized()
  }

  /// BIP-143.
  func witness(input: Int, script: [UInt8], amount: UInt64) -> Bytes32 {
    var hasher = SHA256Hasher()
    hasher.update(version)
    hasher.update(SHA256.hash(prevouts))
    hasher.update(SHA256.hash(sequenceHash))
    hasher.update(outpoints[input])
    hasher.update(Written.compact(script.count))
    hasher.update(script)
    hasher.update(littleEndian: amount)
    hasher.update(sequences[input])
    hasher.update(SHA256.hash(outputs))
    hasher.update(lockTime)
    hasher.update(littleEndian: UInt32(1))
    return hasher.doubleFinalized()
  }

  /// BIP-341 without annex, and with a leaf BIP-342; nil while a coin is not known.
  func taproot(input: Int, type: UInt8, leaf: Bytes32?) -> Bytes32? {
    guard let coins else { return nil }
    var hasher = Self.sighash.hasher
    hasher.update([0, type])
    hasher.update(version)
    hasher.update(lockTime)
    for part in [prevouts, coins.amounts, coins.scripts, sequenceHash, outputs] {
      hasher.update(part)
    }
    hasher.update(byte: leaf == nil ? 0 : 2)
    hasher.update(littleEndian: UInt32(truncatingIfNeeded: input))
    if let leaf {
      hasher.update(leaf)
      hasher.update([0, 0xff, 0xff, 0xff, 0xff])
    }
    return hasher.finalized()
  }
}
