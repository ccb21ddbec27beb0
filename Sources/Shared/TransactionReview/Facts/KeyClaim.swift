internal import BitcoinPSBT
internal import Bytes
internal import Descriptors
internal import ExtendedKeys
internal import Secp256k1

/// What a map of a PSBT says about one key: where it comes from.
struct KeyClaim {
  let origin: KeyOrigin
  /// The key as it stands in the PSBT: 33 or 65 bytes, 32 for taproot.
  private let key: ArraySlice<UInt8>

  /// The claims of a map, about ECDSA and taproot keys alike.
  static func all(_ keys: [PSBTDerivation], _ tapKeys: [PSBTTapDerivation]) -> [KeyClaim] {
    keys.map { KeyClaim(origin: $0.origin, key: $0.publicKey) }
      + tapKeys.map { KeyClaim(origin: $0.origin, key: $0.xOnlyKey.bytes[...]) }
  }

  /// Whether one of the keys that we derived for the script is this one, at this very path.
  func isTrue(of derived: DerivedScript) -> Bool {
    derived.keys.contains { own in
      guard own.origin == origin else { return false }
      if key.count == 32 { return own.publicKey.xOnly.bytes.bytes.elementsEqual(key) }
      return own.publicKey.compressed.elementsEqual(key)
        || own.publicKey.encoded.elementsEqual(key)
    }
  }
}
