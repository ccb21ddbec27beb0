internal import Hashes

/// `DUP HASH160 <hash> EQUALVERIFY CHECKSIG`: signature and key.
struct PublicKeyHashForm: SpendingForm {
  let key: ScriptKey

  /// Takes the one of the keys that the hash is of, if it is there.
  init(hash: [UInt8], knownKeys: [ArraySlice<UInt8>]) {
    let found = knownKeys.first { Hash160.hash($0) == hash }
    key = found.map { .full(Array($0)) } ?? .hash(hash)
  }

  var keys: [ScriptKey] { [key] }
  var threshold: Int { 1 }

  func stack(_ signatures: [[UInt8]?]) -> [[UInt8]] {
    signatures.compactMap(\.self) + [key.bytes]
  }
}
