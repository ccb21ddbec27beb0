internal import Bytes

/// The taproot key path: one Schnorr signature (BIP-341).
struct KeyPathForm: SpendingForm {
  let outputKey: Bytes32

  var keys: [ScriptKey] { [.xOnly(outputKey)] }
  var threshold: Int { 1 }

  func stack(_ signatures: [[UInt8]?]) -> [[UInt8]] { signatures.compactMap(\.self) }
}
