/// `m <key>... n CHECKMULTISIG`: an empty item (the opcode drops one too many), then m signatures
/// in the order of the keys.
struct MultisigForm: SpendingForm {
  let threshold: Int
  let keys: [ScriptKey]

  init(threshold: Int, keys: [[UInt8]]) {
    self.threshold = threshold
    self.keys = keys.map { .full($0) }
  }

  func stack(_ signatures: [[UInt8]?]) -> [[UInt8]] { [[]] + signatures.compactMap(\.self) }
}
