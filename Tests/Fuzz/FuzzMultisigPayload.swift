import BitcoinPSBT
import BitcoinPrimitives

/// Whatever text is handed over is refused, or a payload that goes round: as text, as a PSBT, and
/// merged with itself.
func fuzzMultisigPayload(_ bytes: [UInt8]) {
  guard let text = String(validating: bytes, as: UTF8.self) else { return }
  _ = MultisigPayload.recognizes(bytes)
  if let script = try? MultisigScript(hex: text) { check(script) }
  // The fuzzer need not find the prefix again and again.
  for candidate in [text, MultisigPayload.prefix + text] {
    guard let payload = try? MultisigPayload(parsing: candidate) else { continue }
    check(payload)
  }
}

private func check(_ script: MultisigScript) {
  precondition((1...script.keys.count).contains(script.threshold), "an impossible threshold")
  precondition(script.keys.count <= MultisigScript.mostKeys, "too many keys")
  guard let descriptor = try? script.descriptor(), let again = MultisigScript(descriptor) else {
    preconditionFailure("a redeem script has no descriptor")
  }
  precondition(again == script, "another script came back")
}

private func check(_ payload: MultisigPayload) {
  check(payload.redeemScript)
  guard let again = try? MultisigPayload(parsing: payload.text) else {
    preconditionFailure("a payload is not read again")
  }
  precondition(again.text == payload.text, "another payload came back")
  guard let merged = try? payload.combined(with: again) else {
    preconditionFailure("a payload does not merge with itself")
  }
  precondition(merged.text == payload.text, "merging with itself changed it")
  guard let (psbt, faults) = try? payload.psbtLeavingOutFaults(),
    let read = try? PSBT(decoding: psbt.encoded())
  else { preconditionFailure("a payload is no packet") }
  precondition(read == psbt, "another packet came back")
  let status = payload.status()
  if faults.isEmpty {
    guard let back = try? MultisigPayload(psbt) else {
      preconditionFailure("a packet is no payload")
    }
    precondition(back.signatures == payload.signatures, "other signatures came back")
  }
  if let final = try? payload.finalTransaction() {
    precondition(final.inputs.allSatisfy { !$0.scriptSig.isEmpty }, "an input is not final")
  } else {
    precondition(!status.isComplete, "complete, but not to be finished")
  }
}
