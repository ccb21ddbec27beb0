/// `<key> CHECKSIG`: a signature.
struct PublicKeyForm: SpendingForm {
  let key: [UInt8]

  var keys: [ScriptKey] { [.full(key)] }
  var threshold: Int { 1 }

  func stack(_ signatures: [[UInt8]?]) -> [[UInt8]] { signatures.compactMap(\.self) }
}
