import BitcoinPrimitives
import Hashes

/// `DUP HASH160 <hash> EQUALVERIFY CHECKSIG`: signature and key.
struct PublicKeyHashForm: FinalizingForm {
  func satisfaction(
    of script: Script, input: PSBTInput, at index: Int
  ) throws(FinalizerError) -> [[UInt8]]? {
    guard case .p2pkh(let hash) = script.type else { return nil }
    for sig in input.partialSigs where Hash160.hash(sig.publicKey) == hash {
      try input.checkSighash(sig.sighashByte, at: index)
      return [Array(sig.signature), Array(sig.publicKey)]
    }
    throw .missingSignatures(input: index, found: 0, needed: 1)
  }
}
