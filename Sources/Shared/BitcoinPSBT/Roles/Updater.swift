public import BitcoinPrimitives
public import Bytes
public import Descriptors
internal import ExtendedKeys
internal import Secp256k1

/// Why a PSBT cannot take what it was given.
public enum UpdaterError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No input has this position, counted from 0.
  case noSuchInput(Int)
  /// No output has this position, counted from 0.
  case noSuchOutput(Int)
  /// What was given as previous transaction is not one.
  case malformedPreviousTransaction(input: Int, BytesError)
  /// The previous transaction or coin contradicts what the input spends.
  case wrongCoin(PSBTCoinError)
  /// The coin must be given before the scripts and keys of its input.
  case missingCoin(input: Int)
  /// The coin or output pays another script than the descriptor gives at the place.
  case scriptMismatch(PSBTMapName)
  /// The descriptor has no script at the place.
  case descriptor(DescriptorError)

  public var description: String {
    switch self {
    case .noSuchInput(let input): "there is no input \(input)"
    case .noSuchOutput(let output): "there is no output \(output)"
    case .malformedPreviousTransaction(let input, let error):
      "the previous transaction of input \(input) is malformed: \(error)"
    case .wrongCoin(let error): "\(error)"
    case .missingCoin(let input): "input \(input) has no coin yet"
    case .scriptMismatch(let map): "\(map) pays another script than the descriptor gives"
    case .descriptor(let error): "\(error)"
    }
  }
}

/// Adds to a PSBT what signers need to know (BIP-174, Updater): coins with the transactions that
/// made them, scripts, and where the keys come from.
///
/// Whatever is added is checked against the transaction first; the PSBT is unchanged on an error.
public struct Updater: Sendable {
  /// The PSBT with everything that was added so far.
  public private(set) var psbt: PSBT

  /// Starts from a PSBT, which may have fields already.
  public init(_ psbt: PSBT) {
    self.psbt = psbt
  }

  /// Gives the transaction that made the coin of an input, with or without its witnesses.
  ///
  /// - Throws: `UpdaterError` when it is malformed, another one, or has no such output.
  public mutating func addPreviousTransaction(
    _ bytes: [UInt8], toInput index: Int
  ) throws(UpdaterError) {
    try requireInput(index)
    let previous: PreviousTransaction
    do {
      previous = try PreviousTransaction(scanning: bytes[...])
    } catch {
      throw .malformedPreviousTransaction(input: index, error)
    }
    try addPreviousTransaction(previous, toInput: index)
  }

  /// Gives the transaction that made the coin of an input; inputs of one transaction that are given
  /// the same value share its bytes.
  ///
  /// - Throws: `UpdaterError` when it is another one or has no such output.
  public mutating func addPreviousTransaction(
    _ previous: PreviousTransaction, toInput index: Int
  ) throws(UpdaterError) {
    try requireInput(index)
    try update(index) { $0.setNonWitnessUTXO(previous) }
  }

  /// Gives the coin of an input itself, which proves its amount to taproot signers alone.
  ///
  /// - Throws: `UpdaterError` when the previous transaction is there and says otherwise.
  public mutating func addCoin(_ coin: TxOut, toInput index: Int) throws(UpdaterError) {
    try requireInput(index)
    try update(index) { $0.setWitnessUTXO(coin) }
  }

  /// Asks for a sighash type.
  public mutating func setSighashType(_ type: UInt32, ofInput index: Int) throws(UpdaterError) {
    try requireInput(index)
    psbt.updateInput(index) { $0.setSighashType(type) }
  }

  /// Gives the scripts and keys of an input whose coin lies at a place of a descriptor.
  ///
  /// - Throws: `UpdaterError` when the coin is not known yet or pays another script.
  public mutating func add(
    _ descriptor: Descriptor, branch: Int, index: UInt32, toInput input: Int
  ) throws(UpdaterError) {
    try add(try Self.derived(descriptor, branch, index), toInput: input)
  }

  /// Gives the scripts and keys of an output that pays a place of a descriptor: change.
  ///
  /// - Throws: `UpdaterError` when the output pays another script.
  public mutating func add(
    _ descriptor: Descriptor, branch: Int, index: UInt32, toOutput output: Int
  ) throws(UpdaterError) {
    try add(try Self.derived(descriptor, branch, index), toOutput: output)
  }

  /// Gives the scripts and keys of an input; for many, derive with `DescriptorBranch`.
  ///
  /// - Throws: `UpdaterError` when the coin is not known yet or pays another script.
  public mutating func add(
    _ derived: DerivedScript, toInput index: Int
  ) throws(UpdaterError) {
    try requireInput(index)
    guard let coin = psbt.claimedOutput(ofInput: index) else { throw .missingCoin(input: index) }
    guard coin.scriptPubKey == derived.scriptPubKey else { throw .scriptMismatch(.input(index)) }
    let isSegwit =
      derived.scriptPubKey.witnessProgram != nil || derived.redeemScript?.witnessProgram != nil
    psbt.updateInput(index) { input in
      // Signers of segwit look here, also when the whole transaction is there (BIP-174).
      if isSegwit, input.witnessUTXO == nil { input.setWitnessUTXO(coin) }
      if let script = derived.redeemScript { input.setRedeemScript(script) }
      if let script = derived.witnessScript { input.setWitnessScript(script) }
      if let taproot = derived.taproot {
        input.setTapInternalKey(taproot.internalKey.bytes)
        if let root = taproot.merkleRoot { input.setTapMerkleRoot(root) }
        for leaf in taproot.leaves {
          input.setTapLeafScript(leaf.script, controlBlock: leaf.controlBlock)
        }
        for key in taproot.derivations(of: derived.keys) {
          input.setTapBIP32Derivation(
            xOnlyKey: key.xOnlyKey, leafHashes: key.leafHashes, origin: key.origin)
        }
      } else {
        for key in derived.keys {
          input.setBIP32Derivation(publicKey: key.publicKey.encoded, origin: key.origin)
        }
      }
    }
  }

  /// Gives the scripts and keys of an output.
  ///
  /// - Throws: `UpdaterError` when the output pays another script.
  public mutating func add(
    _ derived: DerivedScript, toOutput index: Int
  ) throws(UpdaterError) {
    guard psbt.outputs.indices.contains(index) else { throw .noSuchOutput(index) }
    guard psbt.unsignedTransaction.outputs[index].scriptPubKey == derived.scriptPubKey else {
      throw .scriptMismatch(.output(index))
    }
    psbt.updateOutput(index) { output in
      if let script = derived.redeemScript { output.setRedeemScript(script) }
      if let script = derived.witnessScript { output.setWitnessScript(script) }
      if let taproot = derived.taproot {
        output.setTapInternalKey(taproot.internalKey.bytes)
        if let tree = taproot.tree { output.setTapTree(tree) }
        for key in taproot.derivations(of: derived.keys) {
          output.setTapBIP32Derivation(
            xOnlyKey: key.xOnlyKey, leafHashes: key.leafHashes, origin: key.origin)
        }
      } else {
        for key in derived.keys {
          output.setBIP32Derivation(publicKey: key.publicKey.encoded, origin: key.origin)
        }
      }
    }
  }

  private func requireInput(_ index: Int) throws(UpdaterError) {
    guard psbt.inputs.indices.contains(index) else { throw .noSuchInput(index) }
  }

  /// Changes an input and takes the change back when its coin then contradicts itself.
  private mutating func update(
    _ index: Int, _ body: (inout PSBTInput) -> Void
  ) throws(UpdaterError) {
    let before = psbt.inputs[index]
    psbt.updateInput(index, body)
    do {
      try psbt.checkCoin(ofInput: index)
    } catch {
      psbt.updateInput(index) { $0 = before }
      throw .wrongCoin(error)
    }
  }

  private static func derived(
    _ descriptor: Descriptor, _ branch: Int, _ index: UInt32
  ) throws(UpdaterError) -> DerivedScript {
    do {
      return try descriptor.derived(branch: branch, index: index)
    } catch {
      throw .descriptor(error)
    }
  }
}

extension DerivedTaproot {
  /// Each key once, with the leaves it stands in, sorted; BIP-341's point, which nobody derives, is
  /// left out.
  fileprivate func derivations(of keys: [DerivedKey]) -> [PSBTTapDerivation] {
    var leafHashes: [Bytes32: Set<Bytes32>] = [:]
    for leaf in leaves {
      for key in leaf.keys {
        leafHashes[key.publicKey.xOnly.bytes, default: []].insert(leaf.leafHash)
      }
    }
    var seen: Set<Bytes32> = []
    return keys.compactMap { key in
      let xOnly = key.publicKey.xOnly.bytes
      guard seen.insert(xOnly).inserted, !key.isUnspendable else { return nil }
      return PSBTTapDerivation(
        xOnlyKey: xOnly, leafHashes: (leafHashes[xOnly] ?? []).sorted(), origin: key.origin)
    }
  }
}
