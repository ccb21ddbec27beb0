internal import Bytes
internal import Hashes

/// What the signatures of a transaction sign, with sighash ALL, or DEFAULT for taproot.
///
/// What all inputs have in common is hashed once. Before segwit each input hashes what follows it: of
/// what precedes it the state of the hash is kept.
struct Digests: Sendable {
  private let version: [UInt8]
  private let lockTime: [UInt8]
  // BIP-143 hashes these once more.
  private let prevouts: Bytes32
  private let sequenceHash: Bytes32
  private let outputs: Bytes32
  /// Nil while an amount or a script of a coin is not known.
  private let coins: (amounts: Bytes32, scripts: Bytes32)?
  /// The state before every sixteenth input, none of which has a script.
  private let before: [SHA256Hasher]
  /// All inputs without scripts, 41 bytes each, then the outputs and the lock time.
  private let blank: [UInt8]
  private let inputCount: Int

  private static let stride = 16
  private static let sighash = TaggedHash(tag: "TapSighash")

  private func outpoint(_ input: Int) -> ArraySlice<UInt8> {
    blank[(41 * input)..<(41 * input + 36)]
  }

  private func sequence(_ input: Int) -> ArraySlice<UInt8> {
    blank[(41 * input + 37)..<(41 * input + 41)]
  }

  init(_ spending: Spending, coins: [(amount: UInt64, script: [UInt8])?]) {
    version = Written.number(UInt64(spending.version), bytes: 4)
    lockTime = Written.number(UInt64(spending.lockTime), bytes: 4)
    var (outpoints, sequences) = (SHA256Hasher(), SHA256Hasher())
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
    hasher.update(Written.compact(spending.spends.count))
    var before: [SHA256Hasher] = []
    var blank: [UInt8] = []
    blank.reserveCapacity(41 * spending.spends.count + pays.count + 16)
    for (number, spend) in spending.spends.enumerated() {
      if number % Self.stride == 0 { before.append(hasher) }
      let outpoint = spend.outpoint
      let sequence = Written.number(UInt64(spend.sequence), bytes: 4)
      outpoints.update(outpoint)
      sequences.update(sequence)
      let input = outpoint + [0] + sequence
      hasher.update(input)
      blank += input
    }
    prevouts = outpoints.finalized()
    sequenceHash = sequences.finalized()
    self.before = before
    inputCount = spending.spends.count
    self.blank = blank + Written.compact(spending.pays.count) + pays + lockTime
  }

  /// The hash of the transaction without signatures.
  var unsignedTxid: Bytes32 {
    var hasher = SHA256Hasher()
    hasher.update(version)
    hasher.update(Written.compact(inputCount))
    hasher.update(blank)
    return hasher.doubleFinalized()
  }

  /// The transaction without signatures.
  var unsignedTransaction: [UInt8] { version + Written.compact(inputCount) + blank }

  /// The hash of the transaction with a script in each input, as it is named once it is signed.
  func txid(scripts: [[UInt8]]) -> Bytes32 {
    var hasher = SHA256Hasher()
    hasher.update(version)
    hasher.update(Written.compact(inputCount))
    for (input, script) in scripts.enumerated() {
      hasher.update(outpoint(input))
      hasher.update(Written.compact(script.count))
      hasher.update(script)
      hasher.update(sequence(input))
    }
    hasher.update(blank[(41 * inputCount)...])
    return hasher.doubleFinalized()
  }

  /// From before segwit; the script has no OP_CODESEPARATOR, and the type hashes all inputs and outputs.
  func legacy(input: Int, script: [UInt8], type: UInt32 = 1) -> Bytes32 {
    let kept = input / Self.stride
    var hasher = before[kept]
    hasher.update(blank[(41 * Self.stride * kept)..<(41 * input)])
    hasher.update(outpoint(input))
    hasher.update(Written.compact(script.count))
    hasher.update(script)
    hasher.update(sequence(input))
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
    hasher.update(outpoint(input))
    hasher.update(Written.compact(script.count))
    hasher.update(script)
    hasher.update(littleEndian: amount)
    hasher.update(sequence(input))
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
