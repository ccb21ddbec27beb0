/// The taproot key path: one Schnorr signature (BIP-341).
struct TaprootKeyPath {
  func witness(input: PSBTInput, at index: Int) throws(FinalizerError) -> [[UInt8]] {
    guard let signature = input.tapKeySig else {
      throw .missingSignatures(input: index, found: 0, needed: 1)
    }
    // 64 bytes mean DEFAULT; a 65th names another type.
    let type = signature.count == 65 ? signature.last ?? 0 : 0
    try input.checkSighash(type, at: index)
    return [Array(signature)]
  }
}
