internal import BitcoinPrimitives
internal import Bytes

/// `DUP HASH160 <hash> EQUALVERIFY CHECKSIG` in a leaf: signature and the key's 32 bytes.
struct TapscriptHashForm: SpendingForm {
  let key: ScriptKey
  private let leaf: TapLeaf

  /// Reads a leaf; nil when it is of another form.
  init?(_ leaf: TapLeaf, knownKeys: inout KeysByHash) {
    guard case .p2pkh(let hash) = leaf.script.type else { return nil }
    key = knownKeys.key(of: hash).map { .xOnly($0) } ?? .hash(hash)
    self.leaf = leaf
  }

  var keys: [ScriptKey] { [key] }
  var threshold: Int { 1 }

  func stack(_ signatures: [[UInt8]?]) -> [[UInt8]] {
    signatures.compactMap(\.self) + [key.bytes, leaf.script.bytes, leaf.controlBlock]
  }
}
