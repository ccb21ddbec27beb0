import BitcoinPSBT
import BitcoinPrimitives
import Descriptors
import Secp256k1

/// R14: a taproot output of ours is rebuilt whole: internal key, root and output key.
///
/// A wallet of single keys (BIP-86) has no script tree: a merkle root, a leaf or another internal key
/// in one of its inputs or outputs is somebody else's way to spend.
enum R14Taproot {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    var findings: [Finding] = []
    for (number, map) in facts.psbt.inputs.enumerated() {
      if hasAnnex(map, facts.inputs[number]) {
        findings.append(
          Finding(
            rule: "R14", severity: .warn,
            message: "input \(number) carries an annex, which has no meaning yet",
            mend: "sign only if you know who added it and why"))
      }
      guard let place = facts.inputs[number].place else { continue }
      let taproot = place.derived.taproot
      if let key = map.tapInternalKey, key != taproot?.internalKey.bytes {
        findings.append(refusal("input \(number) names another internal key than our wallet has"))
      }
      if let root = map.tapMerkleRoot, root != taproot?.merkleRoot {
        findings.append(
          refusal("input \(number) names a script tree that our wallet does not have"))
      }
      if taproot?.merkleRoot == nil,
        !map.tapLeafScripts.isEmpty || !map.tapScriptSigs.isEmpty
          || map.tapBIP32Derivations.contains(where: { !$0.leafHashes.isEmpty })
      {
        findings.append(
          refusal("input \(number) carries script leaves that our wallet does not have"))
      }
    }
    for (number, map) in facts.psbt.outputs.enumerated() {
      guard let place = facts.outputs[number].place else { continue }
      let taproot = place.derived.taproot
      if let key = map.tapInternalKey, key != taproot?.internalKey.bytes {
        findings.append(refusal("output \(number) names another internal key than our wallet has"))
      }
      if map.tapTree != nil, taproot?.merkleRoot == nil {
        findings.append(refusal("output \(number) is ours but carries a script tree"))
      }
      if taproot?.merkleRoot == nil,
        map.tapBIP32Derivations.contains(where: { !$0.leafHashes.isEmpty })
      {
        findings.append(refusal("output \(number) is ours but names script leaves"))
      }
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
      rule: "R14", severity: .refuse, message: message,
      mend: "do not use the coordinator that made this PSBT")
  }
}
