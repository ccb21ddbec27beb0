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
  for index in psbt.inputs.indices { _ = psbt.claimedOutput(ofInput: index) }
  let (finalized, _) = Finalizer().finalizedWherePossible(psbt)
  precondition((try? PSBT(decoding: finalized.encoded())) == finalized, "finalized is not read")
  _ = try? Extractor(finalized).transaction()
}
