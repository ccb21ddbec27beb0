internal import BitcoinPSBT
internal import Bytes
internal import Descriptors
internal import Secp256k1

/// A signature that was verified, and where it belongs.
struct VerifiedSignature: Hashable {
  let input: Int
  /// The place of the key among those of the descriptor.
  let signer: Int
  /// The field of the PSBT that it goes into.
  let field: PSBTField
  /// The point that the nonce gives: r, without leading zeros.
  let nonce: [UInt8]

  /// Whether the nonce is one that everybody knows or can find.
  ///
  /// The generator itself (nonce 1), the point of nonce 1/2 with its 11 leading zero bytes, and any
  /// other point so short that it cannot be chance.
  var hasWeakNonce: Bool { nonce.count < 24 || nonce == Self.generator }

  private static let generator: [UInt8] = [
    0x79, 0xbe, 0x66, 0x7e, 0xf9, 0xdc, 0xbb, 0xac, 0x55, 0xa0, 0x62, 0x95, 0xce, 0x87, 0x0b, 0x07,
    0x02, 0x9b, 0xfc, 0xdb, 0x2d, 0xce, 0x28, 0xd9, 0x59, 0xf2, 0x81, 0x5b, 0x16, 0xf8, 0x17, 0x98,
  ]

  /// Takes a signature that the judge calls valid; nil for any other.
  init?(_ signature: ClaimedSignature, _ verdict: SignatureVerdict, of derived: DerivedScript) {
    guard verdict.isValid, let way = verdict.way, let key = verdict.key,
      let signer = derived.position(of: key, in: way)
    else { return nil }
    input = signature.input
    self.signer = signer
    let name: (key: PSBTInputKey, data: [UInt8])
    var nonce = Array(signature.bytes.prefix(32))
    switch way {
    case .script:
      guard let parsed = try? ECDSASignature(der: signature.bytes.dropLast()) else { return nil }
      name = (.partialSig, key.bytes)
      nonce = Array(parsed.compact.prefix(32))
    case .keyPath: name = (.tapKeySig, [])
    case .leaf(let hash): name = (.tapScriptSig, key.bytes + hash.bytes)
    }
    field = PSBTField(type: name.key.rawValue, keyData: name.data, value: signature.bytes[...])
    self.nonce = Array(nonce.drop { $0 == 0 })
  }
}
