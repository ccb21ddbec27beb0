internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import Secp256k1

/// Judges the signatures of one input, computing each digest once.
struct InputJudge {
  let input: PSBTInput
  let index: Int
  let spent: SpentScript
  private let meter: WorkMeter
  private var digests: InputDigests

  init(
    input: PSBTInput, index: Int, coin: TxOut, spent: SpentScript, cache: SighashCache?,
    meter: WorkMeter
  ) {
    self.input = input
    self.index = index
    self.spent = spent
    self.meter = meter
    digests = InputDigests(
      input: index, amount: coin.rawValue, kind: spent.kind, cache: cache)
  }

  mutating func signatures() -> InputSignatures {
    switch spent.kind {
    case .legacy(let script), .segwit(let script): ofScript(script)
    case .taproot(let outputKey): ofTaproot(outputKey)
    }
  }

  // MARK: Before taproot

  private mutating func ofScript(_ script: Script) -> InputSignatures {
    let partial = input.partialSigs
    var bySigner: [ArraySlice<UInt8>: ArraySlice<UInt8>] = [:]
    for sig in partial { bySigner[sig.publicKey] = sig.signature }
    let known = partial.map(\.publicKey) + input.bip32Derivations.map(\.publicKey)
    let form = SpendingForms.form(of: script, knownKeys: known)
    let keys: [ScriptKey]
    if let form {
      keys = form.keys
    } else {
      let pushed = Set(((try? script.instructions()) ?? []).compactMap(\.data))
      keys = partial.map(\.publicKey).filter { pushed.contains($0) }.map { .full(Array($0)) }
    }
    let isCheckable =
      form != nil || !script.slice.contains(Opcode.codeSeparator.rawValue)
    let entries = keys.map { key in
      guard let signature = bySigner.removeValue(forKey: key.bytes[...]) else {
        return KeySignature(key: key, state: .absent, signature: nil)
      }
      let state =
        isCheckable ? state(ofECDSA: signature, by: key) : .invalid(.notCheckable)
      return KeySignature(key: key, state: state, signature: Array(signature))
    }
    let strays = partial.filter { bySigner[$0.publicKey] != nil }.map {
      InputSignatures.Stray(key: .full(Array($0.publicKey)), leaf: nil, fault: .foreignKey)
    }
    let way = SpendingWay(
      kind: .script, threshold: form?.threshold, signatures: entries, form: form)
    return InputSignatures(input: index, ways: [way], strays: strays)
  }

  private mutating func state(
    ofECDSA signature: ArraySlice<UInt8>, by key: ScriptKey
  ) -> SignatureState {
    do throws(SignatureFault) {
      let (parsed, type) = try SignatureForm.ecdsa(signature, expecting: input.sighashType)
      guard meter.spend(WorkMeter.verification) else { throw .notCheckable }
      guard let publicKey = try? PublicKey(decoding: key.bytes) else { throw .doesNotVerify }
      guard let digest = digests.digest(type) else { throw .notCheckable }
      guard publicKey.verifies(parsed, of: digest) else { throw .doesNotVerify }
      return .valid(type)
    } catch {
      return .invalid(error)
    }
  }

  // MARK: Taproot

  private mutating func ofTaproot(_ outputKey: Bytes32) -> InputSignatures {
    let leaves = TapLeaves(input: input, outputKey: outputKey, meter: meter)
    var ways: [SpendingWay] = []
    let internalKey = input.tapInternalKey
    let isUnspendable =
      internalKey != nil && internalKey == Descriptor.unspendableInternalKey?.xOnlyBytes
    if !isUnspendable || input.tapKeySig != nil {
      ways.append(keyPath(outputKey))
    }
    var bySigner: [TapSigner: ArraySlice<UInt8>] = [:]
    let sigs = input.tapScriptSigs
    for sig in sigs { bySigner[TapSigner(key: sig.xOnlyKey, leaf: sig.leafHash)] = sig.signature }
    // Gathered once: a hostile packet has thousands of leaves beside thousands of keys.
    let byLeaf = Dictionary(grouping: sigs, by: \.leafHash)
    var known = KeysByHash(sigs.map(\.xOnlyKey) + input.tapBIP32Derivations.map(\.xOnlyKey))
    for leaf in leaves.all {
      let form = SpendingForms.form(ofLeaf: leaf, knownKeys: &known)
      let keys = form?.keys ?? (byLeaf[leaf.hash] ?? []).map { .xOnly($0.xOnlyKey) }
      let isCheckable =
        form != nil || !leaf.script.slice.contains(Opcode.codeSeparator.rawValue)
      let entries = keys.map { key in
        let signer = Bytes32(key.bytes).map { TapSigner(key: $0, leaf: leaf.hash) }
        guard let signer, let signature = bySigner.removeValue(forKey: signer) else {
          return KeySignature(key: key, state: .absent, signature: nil)
        }
        let state =
          isCheckable
          ? state(ofSchnorr: signature, by: signer.key, leaf: leaf.hash)
          : .invalid(.notCheckable)
        return KeySignature(key: key, state: state, signature: Array(signature))
      }
      ways.append(
        SpendingWay(
          kind: .leaf(leaf.hash), threshold: form?.threshold, signatures: entries, form: form))
    }
    let strays = sigs.filter { bySigner[TapSigner(key: $0.xOnlyKey, leaf: $0.leafHash)] != nil }.map
    {
      InputSignatures.Stray(
        key: .xOnly($0.xOnlyKey), leaf: $0.leafHash,
        fault: leaves.hashes.contains($0.leafHash) ? .foreignKey : .unknownLeaf)
    }
    return InputSignatures(input: index, ways: ways, strays: strays)
  }

  private struct TapSigner: Hashable {
    let key: Bytes32
    let leaf: Bytes32
  }

  private mutating func keyPath(_ outputKey: Bytes32) -> SpendingWay {
    let form = KeyPathForm(outputKey: outputKey)
    let entry: KeySignature
    if let signature = input.tapKeySig {
      entry = KeySignature(
        key: .xOnly(outputKey),
        state: state(ofSchnorr: signature, by: outputKey, leaf: nil),
        signature: Array(signature))
    } else {
      entry = KeySignature(key: .xOnly(outputKey), state: .absent, signature: nil)
    }
    return SpendingWay(kind: .keyPath, threshold: 1, signatures: [entry], form: form)
  }

  private mutating func state(
    ofSchnorr signature: ArraySlice<UInt8>, by key: Bytes32, leaf: Bytes32?
  ) -> SignatureState {
    do throws(SignatureFault) {
      let (bytes, type) = try SignatureForm.schnorr(signature, expecting: input.sighashType)
      guard meter.spend(WorkMeter.verification) else { throw .notCheckable }
      guard let publicKey = try? XOnlyPublicKey(decoding: key) else { throw .doesNotVerify }
      guard let digest = digests.digest(type, leaf: leaf) else { throw .notCheckable }
      guard publicKey.verifies(schnorr: bytes, of: digest) else { throw .doesNotVerify }
      return .valid(type)
    } catch {
      return .invalid(error)
    }
  }
}

extension KeyExpression {
  /// The 32 bytes of a lone key of taproot.
  fileprivate var xOnlyBytes: Bytes32? {
    if case .xOnly(let key) = material { key.bytes } else { nil }
  }
}
