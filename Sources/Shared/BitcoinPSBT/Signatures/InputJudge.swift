internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import Hashes
internal import Secp256k1

/// Judges the signatures of one input, computing each digest once: the one place where a signature
/// is held against its key, its input and its sighash type.
///
/// What it is held against comes from a PSBT, or from one's own records; the rules are the same.
struct InputJudge: Sendable {
  /// A way to spend, before anybody has signed.
  struct Way: Sendable {
    let kind: SpendingWay.Kind
    /// Nil for a script of a form not known here.
    let form: (any SpendingForm)?
    /// Every key that may sign, in the order of the script; for an unknown form, those of them that
    /// are known.
    let keys: [ScriptKey]
    /// Whether it is known what its signatures sign: not in a PSBT's script of unknown form that
    /// has code separators.
    let isCheckable: Bool
    /// The keys again, where there are too many to look through.
    private let set: Set<ScriptKey>?

    init(
      kind: SpendingWay.Kind, form: (any SpendingForm)?, keys: [ScriptKey], script: Script? = nil
    ) {
      self.kind = kind
      self.form = form
      self.keys = keys
      isCheckable = form != nil || script?.hasCodeSeparators != true
      set = keys.count > 16 ? Set(keys) : nil
    }

    func has(_ key: ScriptKey) -> Bool { set?.contains(key) ?? keys.contains(key) }
  }

  let index: Int
  /// One way; for taproot the key path, if any, and the leaves.
  let ways: [Way]
  /// Each key of an input from before taproot, in the order in which its wallet has them.
  let signers: [ScriptKey]
  /// What verifying may cost; renewed by callers that judge several files.
  var meter: WorkMeter
  private let isTaproot: Bool
  /// Whether the internal key is one whose secret nobody knows.
  private let isKeyPathUnspendable: Bool
  /// The sighash type that the PSBT asks for; nil for ALL, or DEFAULT of taproot.
  private let expected: UInt32?
  private let wayOfLeaf: [Bytes32: Int]
  private var digests: InputDigests

  private init(
    index: Int, ways: [Way], signers: [ScriptKey], isTaproot: Bool, isKeyPathUnspendable: Bool,
    expected: UInt32?, digests: InputDigests, meter: WorkMeter
  ) {
    self.index = index
    self.ways = ways
    self.signers = signers
    self.isTaproot = isTaproot
    self.isKeyPathUnspendable = isKeyPathUnspendable
    self.expected = expected
    self.digests = digests
    self.meter = meter
    var wayOfLeaf: [Bytes32: Int] = [:]
    for (number, way) in ways.enumerated() {
      if case .leaf(let hash) = way.kind { wayOfLeaf[hash] = number }
    }
    self.wayOfLeaf = wayOfLeaf
  }

  // MARK: By what a PSBT says

  /// Judges by what a PSBT says, and by its coin.
  init(
    input: PSBTInput, index: Int, coin: TxOut, spent: SpentScript, cache: SighashCache?,
    meter: WorkMeter
  ) {
    let digests = InputDigests(
      input: index, amount: coin.rawValue, kind: spent.kind, cache: cache)
    let ways: [Way]
    var isUnspendable = false
    var isTaproot = false
    switch spent.kind {
    case .legacy(let script), .segwit(let script): ways = [Self.way(script, of: input)]
    case .taproot(let outputKey):
      let internalKey = input.tapInternalKey
      isUnspendable =
        internalKey != nil && internalKey == Descriptor.unspendableInternalKey?.xOnlyBytes
      isTaproot = true
      // Nobody is asked for a signature of the point; one that is there is reported.
      let hasKeyPath = !isUnspendable || input.tapKeySig != nil
      ways =
        (hasKeyPath ? [Self.keyPath(outputKey)] : [])
        + Self.leaves(of: input, outputKey, meter: meter)
    }
    self.init(
      index: index, ways: ways, signers: isTaproot ? [] : ways[0].keys, isTaproot: isTaproot,
      isKeyPathUnspendable: isUnspendable, expected: input.sighashType, digests: digests,
      meter: meter)
  }

  private static func keyPath(_ outputKey: Bytes32) -> Way {
    Way(kind: .keyPath, form: KeyPathForm(outputKey: outputKey), keys: [.xOnly(outputKey)])
  }

  private static func way(_ script: Script, of input: PSBTInput) -> Way {
    let signed = input.partialSigs.map(\.publicKey)
    let form = SpendingForms.form(
      of: script, knownKeys: signed + input.bip32Derivations.map(\.publicKey))
    if let form { return Way(kind: .script, form: form, keys: form.keys) }
    let pushed = PushedData(script)
    return Way(
      kind: .script, form: nil,
      keys: signed.filter(pushed.names).map { .full(Array($0)) }, script: script)
  }

  private static func leaves(
    of input: PSBTInput, _ outputKey: Bytes32, meter: WorkMeter
  ) -> [Way] {
    let sigs = input.tapScriptSigs
    // Gathered once: a hostile PSBT has thousands of leaves beside thousands of keys.
    let byLeaf = Dictionary(grouping: sigs, by: \.leafHash)
    var known = KeysByHash(sigs.map(\.xOnlyKey) + input.tapBIP32Derivations.map(\.xOnlyKey))
    return TapLeaves(input: input, outputKey: outputKey, meter: meter).all.map { leaf in
      if let form = SpendingForms.form(ofLeaf: leaf, knownKeys: &known) {
        return Way(kind: .leaf(leaf.hash), form: form, keys: form.keys)
      }
      let signed = byLeaf[leaf.hash] ?? []
      let pushed = signed.isEmpty ? nil : PushedData(leaf.script)
      let keys = signed.map(\.xOnlyKey).filter { pushed?.names($0.bytes[...]) == true }
      return Way(
        kind: .leaf(leaf.hash), form: nil, keys: keys.map { .xOnly($0) }, script: leaf.script)
    }
  }

  // MARK: By one's own records

  /// Judges by a script that was derived from a wallet, and by its coin: ALL, or DEFAULT of
  /// taproot, whatever a PSBT asks for.
  init(
    index: Int, amount: Int64, spending derived: DerivedScript, cache: SighashCache,
    meter: WorkMeter
  ) {
    let kind = SpentScript.Kind(derived)
    let digests = InputDigests(input: index, amount: amount, kind: kind, cache: cache)
    let keys = derived.keys.map { ScriptKey.full($0.publicKey.encoded) }
    let ways: [Way]
    switch kind {
    case .legacy(let script), .segwit(let script):
      let form = SpendingForms.form(of: script, knownKeys: keys.map { $0.bytes[...] })
      ways = [Way(kind: .script, form: form, keys: form?.keys ?? keys)]
    case .taproot(let outputKey):
      ways =
        [Self.keyPath(outputKey)]
        + (derived.taproot?.leaves ?? []).map { leaf in
          // Nothing is finished here: the keys are enough.
          Way(
            kind: .leaf(leaf.leafHash), form: nil,
            keys: leaf.keys.map { .xOnly($0.publicKey.xOnly.bytes) })
        }
    }
    self.init(
      index: index, ways: ways, signers: derived.taproot == nil ? keys : [],
      isTaproot: derived.taproot != nil,
      isKeyPathUnspendable: derived.taproot?.isKeyPathUnspendable ?? false, expected: nil,
      digests: digests, meter: meter)
  }

  /// Judges by a redeem script alone: no legacy signature commits to an amount.
  init(index: Int, redeemScript: MultisigScript, cache: SighashCache?, meter: WorkMeter) {
    let keys = redeemScript.keys.map { ScriptKey.full($0.encoded) }
    let form = MultisigForm(
      threshold: redeemScript.threshold, keys: redeemScript.keys.map(\.encoded))
    self.init(
      index: index, ways: [Way(kind: .script, form: form, keys: keys)], signers: keys,
      isTaproot: false, isKeyPathUnspendable: false, expected: nil,
      digests: InputDigests(
        input: index, amount: 0, kind: .legacy(redeemScript.script), cache: cache),
      meter: meter)
  }

  // MARK: The verdict

  /// What becomes of a signature at its place.
  mutating func verdict(on signature: ClaimedSignature) -> SignatureVerdict {
    let key = signature.claimedKey
    func not(_ fault: SignatureFault) -> SignatureVerdict {
      SignatureVerdict(way: nil, key: key, state: .invalid(fault))
    }
    guard signature.isSchnorr == isTaproot else { return not(.wrongKind) }
    let place: Int?
    switch signature.claim {
    case .ecdsa: place = 0
    case .keyPath: place = ways.firstIndex { $0.kind == .keyPath }
    case .leaf(_, let hash): place = wayOfLeaf[hash]
    }
    guard let place else { return not(.unknownLeaf) }
    let way = ways[place]
    if let key, !way.has(key) { return not(.foreignKey) }
    do throws(SignatureFault) {
      let form = try VerifiableSignature(signature, expecting: expected)
      guard way.isCheckable else { throw .notCheckable }
      for candidate in key.map({ [$0] }) ?? way.keys {
        guard meter.spend(WorkMeter.verification) else { throw .notCheckable }
        guard let digest = digests.digest(form.type, leaf: signature.leaf) else {
          throw .notCheckable
        }
        guard form.verifies(by: candidate, of: digest) else { continue }
        return SignatureVerdict(way: way.kind, key: candidate, state: .valid(form.type))
      }
      throw way.kind == .keyPath && isKeyPathUnspendable ? .nobodySigns : .doesNotVerify
    } catch {
      return SignatureVerdict(way: way.kind, key: key, state: .invalid(error))
    }
  }

  /// The first of these keys that a signature is of at this input, whatever its place says; each
  /// trial is asked for.
  mutating func owner(
    of signature: VerifiableSignature, leaf: Bytes32?, among keys: [ScriptKey],
    mayTry: () -> Bool
  ) -> ScriptKey? {
    for key in keys {
      guard mayTry(), let digest = digests.digest(signature.type, leaf: leaf) else { return nil }
      if signature.verifies(by: key, of: digest) { return key }
    }
    return nil
  }

  /// The keys that a signature of the same kind could be of here.
  func keys(besides signature: ClaimedSignature) -> [ScriptKey] {
    guard signature.isSchnorr == isTaproot else { return [] }
    switch signature.claim {
    case .ecdsa: return signers
    case .keyPath: return []
    case .leaf(_, let hash): return wayOfLeaf[hash].map { ways[$0].keys } ?? []
    }
  }

  // MARK: All signatures of a PSBT's input

  /// Who has signed, and for what.
  mutating func signatures(of input: PSBTInput) -> InputSignatures {
    var found: [SpendingWay.Kind: [ScriptKey: KeySignature]] = [:]
    var strays: [InputSignatures.Stray] = []
    for signature in ClaimedSignature.fields(of: input, at: index) {
      let verdict = verdict(on: signature)
      if let way = verdict.way, let key = verdict.key ?? keyOfKeyPath(way) {
        found[way, default: [:]][key] = KeySignature(
          key: key, state: verdict.state, signature: signature.bytes)
      } else if let fault = verdict.fault {
        strays.append(.init(key: verdict.key, leaf: signature.leaf, fault: fault))
      }
    }
    let ways = ways.map { way in
      var signed = found[way.kind] ?? [:]
      // A key that the script has twice has signed once.
      let entries = way.keys.map { key in
        signed.removeValue(forKey: key)
          ?? KeySignature(key: key, state: .absent, signature: nil)
      }
      return SpendingWay(
        kind: way.kind, threshold: way.form?.threshold, signatures: entries, form: way.form)
    }
    return InputSignatures(input: index, ways: ways, strays: strays)
  }

  private func keyOfKeyPath(_ kind: SpendingWay.Kind) -> ScriptKey? {
    kind == .keyPath ? ways.first { $0.kind == .keyPath }?.keys.first : nil
  }
}

/// What a script pushes: the keys that it names.
///
/// Read instruction by instruction, and only what may be a key is kept: a hostile script has as
/// many instructions as a file has bytes.
private struct PushedData {
  private var items: Set<ArraySlice<UInt8>> = []

  init(_ script: Script) {
    var reader = ScriptReader(script)
    var found: Set<ArraySlice<UInt8>> = []
    do {
      while let instruction = try reader.next() {
        // A hash of a key, an x-only key, and a key in either form.
        if let data = instruction.data, [20, 32, 33, 65].contains(data.count) {
          found.insert(data)
        }
      }
      items = found
    } catch {
      // What ends inside of a push names nobody.
    }
  }

  /// Whether the script has the key, whole or by its hash.
  func names(_ key: ArraySlice<UInt8>) -> Bool {
    items.contains(key) || items.contains(Hash160.hash(key)[...])
  }
}

extension Script {
  /// Whether what a signature signs depends on where the script is, or cannot be known at all.
  fileprivate var hasCodeSeparators: Bool {
    var reader = ScriptReader(self)
    do {
      while let instruction = try reader.next() {
        if instruction.opcode == .codeSeparator { return true }
      }
      return false
    } catch {
      return true
    }
  }
}

extension KeyExpression {
  /// The 32 bytes of a lone key of taproot.
  fileprivate var xOnlyBytes: Bytes32? {
    if case .xOnly(let key) = material { key.bytes } else { nil }
  }
}
