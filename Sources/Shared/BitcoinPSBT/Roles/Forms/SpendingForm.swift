internal import BitcoinPrimitives
internal import Bytes

/// A form of script that signatures of a PSBT can satisfy.
///
/// A new form is a new file beside this one and one entry in ``SpendingForms``.
protocol SpendingForm: Sendable {
  /// Every key, in the order of the script.
  var keys: [ScriptKey] { get }
  /// How many of them have to sign.
  var threshold: Int { get }
  /// What is pushed first to last for signatures in the order of ``keys``: as many as the
  /// threshold says, nil for the others; the script itself is not pushed here.
  func stack(_ signatures: [[UInt8]?]) -> [[UInt8]]
}

/// All forms.
enum SpendingForms {
  /// The form of a script from before taproot; nil when it is not one of them.
  static func form(of script: Script, knownKeys: [ArraySlice<UInt8>]) -> (any SpendingForm)? {
    switch script.type {
    case .p2pk(let key): PublicKeyForm(key: key)
    case .p2pkh(let hash): PublicKeyHashForm(hash: hash, knownKeys: knownKeys)
    case .multisig(let threshold, let keys): MultisigForm(threshold: threshold, keys: keys)
    default: nil
    }
  }

  /// The form of a leaf; nil when it is not one of them.
  static func form(
    ofLeaf leaf: TapLeaf, knownKeys: inout KeysByHash
  ) -> (any SpendingForm)? {
    if let form = TapscriptHashForm(leaf, knownKeys: &knownKeys) { return form }
    return TapscriptForm(leaf)
  }
}
