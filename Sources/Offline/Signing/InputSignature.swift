import BitcoinPSBT
import Bytes

/// A signature as its field wants it: with its sighash byte, but for taproot's DEFAULT.
enum InputSignature: Sendable {
  case ecdsa(publicKey: [UInt8], bytes: [UInt8])
  case keyPath([UInt8])
  case leaf(key: Bytes32, leafHash: Bytes32, bytes: [UInt8])

  /// Puts the signature into its field, in place of any that is there.
  func set(in input: inout PSBTInput) {
    switch self {
    case .ecdsa(let publicKey, let bytes): input.setPartialSig(bytes, publicKey: publicKey)
    case .keyPath(let bytes): input.setTapKeySig(bytes)
    case .leaf(let key, let leafHash, let bytes):
      input.setTapScriptSig(bytes, xOnlyKey: key, leafHash: leafHash)
    }
  }
}
