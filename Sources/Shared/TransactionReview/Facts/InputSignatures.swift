import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import ParallelWork
import ScriptVerification
import Secp256k1

/// The signatures that came with one input, each with whether it verifies (R20).
struct InputSignatures: Sendable {
  /// A signature of a key before taproot.
  struct ECDSA: Sendable {
    let publicKey: [UInt8]
    let verifies: Bool
  }

  /// A signature of a key for one leaf of a script tree.
  struct Leaf: Sendable {
    let key: Bytes32
    let leafHash: Bytes32
    let verifies: Bool
  }

  /// Whether the final script runs; nil for an input that is not final.
  private(set) var finalRuns: Bool?
  private(set) var ecdsa: [ECDSA] = []
  /// Whether the taproot key path's signature verifies; nil without one.
  private(set) var keyPath: Bool?
  private(set) var leaves: [Leaf] = []
  /// How many signatures there are when they are more than any script takes: none was looked at.
  private(set) var excess: Int?

  /// No script before taproot takes more signatures than a multisig has keys.
  private static let mostECDSA = 20
  /// No leaf has more keys than this (BIP-387).
  private static let mostLeaf = 999

  /// Verifies what came with one input.
  init(
    _ number: Int, _ map: PSBTInput, _ input: InputFacts, _ outputs: [TxOut],
    _ cache: SighashCache, final: SighashCache?
  ) {
    if map.isFinal { finalRuns = Self.runs(number, final) }
    let coin = SignedCoin(number: number, map: map, input: input, output: outputs[number], cache)
    let partial = map.partialSigs
    let tapscript = map.tapScriptSigs
    let most = Self.mostLeaf * max(1, input.place?.derived.taproot?.leaves.count ?? 1)
    if partial.count > Self.mostECDSA || tapscript.count > most {
      excess = max(partial.count, tapscript.count)
      return
    }
    var digests: [SignedScript: Bytes32] = [:]
    var scripts = NamedKeys()
    for signature in partial {
      ecdsa.append(
        ECDSA(
          publicKey: Array(signature.publicKey),
          verifies: coin.verifies(signature, &digests, &scripts)))
    }
    keyPath = map.tapKeySig.map { coin.verifiesKeyPath($0) }
    guard !tapscript.isEmpty else { return }
    let known = coin.leafScripts(named: Set(tapscript.map(\.leafHash)))
    for signature in tapscript {
      leaves.append(
        Leaf(
          key: signature.xOnlyKey, leafHash: signature.leafHash,
          verifies: coin.verifies(signature, known, &scripts)))
    }
  }

  /// Verifies everything that came with a packet; nil when it holds no signature at all, an empty
  /// list when the coins are not all known.
  static func all(
    in psbt: PSBT, _ transaction: Transaction, _ inputs: [InputFacts]
  ) -> [InputSignatures]? {
    let hasAny = psbt.inputs.contains {
      $0.isFinal || !$0.partialSigs.isEmpty || $0.tapKeySig != nil || !$0.tapScriptSigs.isEmpty
    }
    guard hasAny else { return nil }
    let outputs = inputs.compactMap(\.output)
    guard outputs.count == inputs.count,
      let cache = try? SighashCache(transaction, spentOutputs: outputs)
    else { return [] }
    let final = finalCache(psbt, transaction, outputs)
    return ParallelMap.results(count: inputs.count) { number in
      InputSignatures(
        number, psbt.inputs[number], inputs[number], outputs, cache, final: final)
    }
  }

  /// Whether a verified signature of one of the wallet's keys is there for a way to spend.
  func verified(_ derived: DerivedScript, position: Int, way: WalletPolicy.Way.Kind) -> Bool {
    let key = derived.keys[position].publicKey
    switch way {
    case .script:
      let encoded = key.encoded
      return ecdsa.contains { $0.verifies && $0.publicKey == encoded }
    case .keyPath: return keyPath == true
    case .leaf(let number):
      guard let leaf = derived.taproot?.leaves[number] else { return false }
      let (hash, own) = (leaf.leafHash, key.xOnly.bytes)
      return leaves.contains { $0.verifies && $0.leafHash == hash && $0.key == own }
    }
  }

  /// The transaction with every final script in it, hashed once for all of them; nil when no input
  /// is final.
  private static func finalCache(
    _ psbt: PSBT, _ unsigned: Transaction, _ outputs: [TxOut]
  ) -> SighashCache? {
    guard psbt.inputs.contains(where: \.isFinal) else { return nil }
    var transaction = unsigned
    for (number, map) in psbt.inputs.enumerated() where map.isFinal {
      transaction.inputs[number].scriptSig = map.finalScriptSig ?? Script()
      transaction.inputs[number].witness = map.finalScriptWitness ?? []
    }
    return try? SighashCache(transaction, spentOutputs: outputs)
  }

  private static func runs(_ number: Int, _ cache: SighashCache?) -> Bool {
    guard let cache else { return false }
    do {
      try ScriptVerifier.verify(inputIndex: number, in: cache, flags: .standard)
      return true
    } catch {
      return false
    }
  }
}

/// The script that an ECDSA signature runs under.
struct SignedScript: Hashable {
  let code: Script
  let isSegwit: Bool

  func digest(_ number: Int, _ output: TxOut, _ cache: SighashCache) -> Bytes32? {
    isSegwit
      ? try? cache.segwitV0(input: number, scriptCode: code, amount: output.rawValue, type: .all)
      : try? cache.legacy(input: number, scriptCode: code, type: .all)
  }
}

/// What scripts push, read once for all signatures that run under them.
struct NamedKeys {
  private var pushed: [Script: Set<[UInt8]>] = [:]

  mutating func names(_ key: [UInt8], in script: Script) -> Bool {
    if let known = pushed[script] { return known.contains(key) }
    let items = Set(((try? script.instructions()) ?? []).compactMap { $0.data.map { [UInt8]($0) } })
    pushed[script] = items
    return items.contains(key)
  }
}

/// One coin with what its signatures sign for.
private struct SignedCoin {
  private let number: Int
  private let map: PSBTInput
  private let output: TxOut
  private let derived: DerivedScript?
  private let cache: SighashCache

  init(
    number: Int, map: PSBTInput, input: InputFacts, output: TxOut, _ cache: SighashCache
  ) {
    self.number = number
    self.map = map
    self.output = output
    derived = input.place?.derived
    self.cache = cache
  }

  // MARK: Before taproot

  // A legacy digest hashes the whole transaction: once for all keys of the script.
  func verifies(
    _ sig: PSBTPartialSig, _ digests: inout [SignedScript: Bytes32], _ scripts: inout NamedKeys
  ) -> Bool {
    guard sig.sighashByte == 1, let key = try? PublicKey(decoding: sig.publicKey),
      let signature = try? ECDSASignature(der: sig.der),
      let script = signedScript(key: key, &scripts)
    else { return false }
    let known = digests[script] ?? script.digest(number, output, cache)
    digests[script] = known
    return known.map { key.verifies(signature, of: $0) } ?? false
  }

  /// What a signature of this key signs for; nil when the script is not known, cannot run, or is
  /// that of another key.
  ///
  /// For a coin of ours the scripts are those that the registered wallet derives, whether the
  /// packet carries them or not.
  private func signedScript(key: PublicKey, _ scripts: inout NamedKeys) -> SignedScript? {
    var script = derived?.redeemScript ?? map.redeemScript ?? output.scriptPubKey
    // Nested segwit without its redeem script: the only form that is named by a key alone.
    if script.isP2SH { script = .p2wpkh(key) }
    guard script.count <= Script.maxSize,
      script == output.scriptPubKey || Script.p2sh(script) == output.scriptPubKey
    else { return nil }
    if script.isP2WPKH {
      return script == .p2wpkh(key) ? SignedScript(code: .p2pkh(key), isSegwit: true) : nil
    }
    let encoded = key.encoded
    if let witness = derived?.witnessScript ?? map.witnessScript {
      guard witness.count <= Script.maxSize, script == .p2wsh(witness),
        scripts.names(encoded, in: witness)
      else { return nil }
      return SignedScript(code: witness, isSegwit: true)
    }
    guard script.witnessProgram == nil,
      script == .p2pkh(key) || (!script.isP2PKH && scripts.names(encoded, in: script))
    else { return nil }
    return SignedScript(code: script, isSegwit: false)
  }

  // MARK: Taproot

  func verifiesKeyPath(_ signature: ArraySlice<UInt8>) -> Bool {
    guard case .p2tr(let outputKey) = output.scriptPubKey.type,
      let key = try? XOnlyPublicKey(decoding: outputKey.bytes),
      let digest = digest(for: signature, tapscript: nil)
    else { return false }
    return key.verifies(schnorr: Array(signature.prefix(64)), of: digest)
  }

  func verifies(
    _ sig: PSBTTapScriptSig, _ known: [Bytes32: Script], _ scripts: inout NamedKeys
  ) -> Bool {
    guard let script = known[sig.leafHash], scripts.names(sig.xOnlyKey.bytes, in: script),
      let key = try? XOnlyPublicKey(decoding: sig.xOnlyKey.bytes),
      let digest = digest(
        for: sig.signature, tapscript: TapscriptContext(leafHash: sig.leafHash))
    else { return false }
    return key.verifies(schnorr: Array(sig.signature.prefix(64)), of: digest)
  }

  /// The leaves that this output commits to, of those that are asked for: our own derivation says
  /// it, or for somebody else's coin a control block that leads to the output's key.
  func leafScripts(named hashes: Set<Bytes32>) -> [Bytes32: Script] {
    var scripts: [Bytes32: Script] = [:]
    if let derived {
      for leaf in derived.taproot?.leaves ?? [] { scripts[leaf.leafHash] = leaf.script }
      return scripts
    }
    guard case .p2tr(let outputKey) = output.scriptPubKey.type else { return [:] }
    for leaf in map.tapLeafScripts where leaf.leafVersion == Taproot.tapscriptLeafVersion {
      let script = Script(leaf.script)
      let hash = Taproot.leafHash(version: leaf.leafVersion, script: script)
      guard hashes.contains(hash), scripts[hash] == nil,
        let block = try? ControlBlock(decoding: Array(leaf.controlBlock)),
        block.leafVersion == leaf.leafVersion,
        let internalKey = try? XOnlyPublicKey(decoding: block.internalKey.bytes),
        let found = try? Taproot.outputKey(
          internalKey: internalKey, merkleRoot: block.merkleRoot(leafHash: hash)),
        found.key.bytes == outputKey, found.parityIsOdd == block.parityIsOdd
      else { continue }
      scripts[hash] = script
    }
    return scripts
  }

  /// What a Schnorr signature of this length and type signs for; nil for any type but DEFAULT and
  /// ALL.
  private func digest(
    for signature: ArraySlice<UInt8>, tapscript: TapscriptContext?
  ) -> Bytes32? {
    let type: SighashType
    switch signature.count {
    case 64: type = .default
    case 65 where signature.last == 1: type = .all
    default: return nil
    }
    return try? cache.taproot(input: number, type: type, tapscript: tapscript)
  }
}
