import BitcoinPrimitives

/// `m <key>... n CHECKMULTISIG`: an empty item (the opcode drops one too many), then m signatures in
/// the order of the keys.
struct MultisigForm: FinalizingForm {
  func satisfaction(
    of script: Script, input: PSBTInput, at index: Int
  ) throws(FinalizerError) -> [[UInt8]]? {
    guard case .multisig(let threshold, let keys) = script.type else { return nil }
    let sigs = Dictionary(input.partialSigs.map { ($0.publicKey, $0) }) { first, _ in first }
    var stack: [[UInt8]] = [[]]
    for key in keys {
      guard stack.count <= threshold, let sig = sigs[key[...]] else { continue }
      try input.checkSighash(sig.sighashByte, at: index)
      stack.append(Array(sig.signature))
    }
    guard stack.count == threshold + 1 else {
      throw .missingSignatures(input: index, found: stack.count - 1, needed: threshold)
    }
    return stack
  }
}
