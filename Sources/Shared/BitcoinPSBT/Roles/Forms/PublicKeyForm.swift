import BitcoinPrimitives

/// `<key> CHECKSIG`: a signature.
struct PublicKeyForm: FinalizingForm {
  func satisfaction(
    of script: Script, input: PSBTInput, at index: Int
  ) throws(FinalizerError) -> [[UInt8]]? {
    guard case .p2pk(let key) = script.type else { return nil }
    for sig in input.partialSigs where sig.publicKey.elementsEqual(key) {
      try input.checkSighash(sig.sighashByte, at: index)
      return [Array(sig.signature)]
    }
    throw .missingSignatures(input: index, found: 0, needed: 1)
  }
}
