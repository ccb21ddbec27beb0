internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import Refusals
internal import Secp256k1

/// R14: a taproot output of ours is rebuilt whole: internal key, leaves, root and output key.
///
/// A wallet of single keys (BIP-86) has no script tree: a merkle root, a leaf or another internal
/// key in one of its inputs or outputs is somebody else's way to spend. A wallet with a tree has
/// the leaves of its registered descriptor and no other.
enum R14Taproot {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    var findings: [Finding] = []
    for (number, map) in facts.psbt.inputs.enumerated() {
      if hasAnnex(map, facts.inputs[number]) {
        findings.append(
          Finding(
            rule: .r14, severity: .warn,
            message: "input \(number) carries an annex, which has no meaning yet",
            mend: "sign only if you know who added it and why"))
      }
      guard let place = facts.inputs[number].place else { continue }
      findings += judged(map, "input \(number)", OwnTaproot(place.derived))
    }
    for (number, map) in facts.psbt.outputs.enumerated() {
      guard let place = facts.outputs[number].place else { continue }
      findings += judged(map, "output \(number)", OwnTaproot(place.derived))
    }
    return findings
  }

  private static func judged(
    _ map: PSBTInput, _ name: String, _ own: OwnTaproot
  ) -> [Finding] {
    var findings: [Finding] = []
    if let key = map.tapInternalKey, key != own.internalKey {
      findings.append(refusal("\(name) names an internal key that is not our wallet's"))
    }
    if let root = map.tapMerkleRoot, root != own.merkleRoot {
      findings.append(refusal("\(name) names a script tree that is not our wallet's"))
    }
    let carriesOthers = map.tapLeafScripts.contains { !own.has($0) }
    let signsOthers = map.tapScriptSigs.contains { !own.has($0.leafHash) }
    if carriesOthers || signsOthers || own.contradicts(map.tapBIP32Derivations) {
      findings.append(refusal("\(name) carries script leaves that our wallet does not have"))
    }
    return findings
  }

  private static func judged(
    _ map: PSBTOutput, _ name: String, _ own: OwnTaproot
  ) -> [Finding] {
    var findings: [Finding] = []
    if let key = map.tapInternalKey, key != own.internalKey {
      findings.append(refusal("\(name) names an internal key that is not our wallet's"))
    }
    if let tree = map.tapTree, !own.has(tree) {
      findings.append(
        refusal(
          own.isTree
            ? "\(name) is ours but carries a script tree that is not our wallet's"
            : "\(name) is ours but carries a script tree"))
    }
    if own.contradicts(map.tapBIP32Derivations) {
      findings.append(
        refusal(
          own.isTree
            ? "\(name) is ours but names script leaves that our wallet does not have"
            : "\(name) is ours but names script leaves"))
    }
    return findings
  }

  /// Whether a finished taproot witness ends with an annex (BIP-341): a last item that begins with
  /// 0x50, behind at least one other.
  private static func hasAnnex(_ map: PSBTInput, _ input: InputFacts) -> Bool {
    guard input.output?.scriptPubKey.isP2TR == true, let witness = map.finalScriptWitness else {
      return false
    }
    return witness.count >= 2 && witness.last?.first == 0x50
  }

  private static func refusal(_ message: String) -> Finding {
    Finding(
      rule: .r14, severity: .refuse, message: message,
      mend: "do not use the coordinator that made this PSBT")
  }
}

/// What a script of ours commits to, with the hash of each leaf taken once.
private struct OwnTaproot {
  private let leaves: [(hash: Bytes32, leaf: DerivedLeaf, keys: Set<Bytes32>)]
  let internalKey: Bytes32?
  let merkleRoot: Bytes32?

  init(_ derived: DerivedScript) {
    let taproot = derived.taproot
    leaves = (taproot?.leaves ?? []).map { leaf in
      (leaf.leafHash, leaf, Set(leaf.keys.map { $0.publicKey.xOnly.bytes }))
    }
    internalKey = taproot?.internalKey.bytes
    merkleRoot = taproot?.merkleRoot
  }

  var isTree: Bool { !leaves.isEmpty }

  func has(_ hash: Bytes32) -> Bool { leaves.contains { $0.hash == hash } }

  /// Whether a leaf with its control block is one of ours, byte by byte.
  func has(_ claim: PSBTTapLeafScript) -> Bool {
    leaves.contains { own in
      claim.leafVersion == own.leaf.leafVersion
        && claim.script.elementsEqual(own.leaf.script.slice)
        && claim.controlBlock.elementsEqual(own.leaf.controlBlock.encoded())
    }
  }

  /// Whether a tree is ours, leaf by leaf from left to right.
  func has(_ tree: [PSBTTapTreeLeaf]) -> Bool {
    tree.count == leaves.count && isTree
      && zip(tree, leaves).allSatisfy { claim, own in
        Int(claim.depth) == own.leaf.depth && claim.leafVersion == own.leaf.leafVersion
          && claim.script.elementsEqual(own.leaf.script.slice)
      }
  }

  /// Whether a derivation names a leaf that is not ours, or one of ours in which its key does not
  /// stand.
  func contradicts(_ derivations: [PSBTTapDerivation]) -> Bool {
    derivations.contains { claim in
      claim.leafHashes.contains { hash in
        !leaves.contains { $0.hash == hash && $0.keys.contains(claim.xOnlyKey) }
      }
    }
  }
}
