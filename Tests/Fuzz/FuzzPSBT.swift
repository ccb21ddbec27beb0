import BitcoinPSBT
import Bytes

/// A PSBT that is read is written again byte for byte, and survives every keyless role.
func fuzzPSBT(_ bytes: [UInt8]) {
  _ = try? PSBT(recognizing: bytes)
  // The magic costs a fuzzer its first million runs: PSBTs are read without it too.
  for packet in [bytes, [0x70, 0x73, 0x62, 0x74, 0xff] + bytes] {
    if let psbt = try? PSBT(decoding: packet) { check(psbt, packet) }
  }
}

private func check(_ psbt: PSBT, _ bytes: [UInt8]) {
  precondition(psbt.encoded() == bytes, "written otherwise than read")
  guard let again = try? PSBT(base64: Base64.encode(bytes)) else {
    preconditionFailure("not read again from base64")
  }
  precondition(again == psbt, "not equal to itself")
  guard let combined = try? Combiner([psbt, again]).combined() else {
    preconditionFailure("not combined with itself")
  }
  precondition(combined.encoded() == bytes, "changed by combining with itself")
  try? psbt.checkCoins()
  prove(psbt)
  for index in psbt.inputs.indices { _ = psbt.claimedOutput(ofInput: index) }
  let (finalized, _) = Finalizer().finalizedWherePossible(psbt)
  precondition((try? PSBT(decoding: finalized.encoded())) == finalized, "finalized is not read")
  _ = try? Extractor(finalized).transaction()
}

/// Proofs that coins are confirmed hold or have a flaw, and are gone when they are taken out.
private func prove(_ psbt: PSBT) {
  let check = ConfirmationCheck(of: psbt, floor: .none)
  precondition((check != nil) == psbt.carriesConfirmationProofs, "proofs that nobody looked at")
  if let check, check.holds {
    let depths = check.inputs.compactMap { try? $0?.get() }
    precondition(depths.allSatisfy { $0.blocks > 0 && $0.hashes > 0 }, "a proof of nothing")
    precondition(!depths.isEmpty, "headers that no input needs")
  }
  let without = psbt.withoutConfirmationProofs
  precondition(!without.carriesConfirmationProofs, "proofs that stay")
  precondition((try? PSBT(decoding: without.encoded())) == without, "not read without proofs")
}
