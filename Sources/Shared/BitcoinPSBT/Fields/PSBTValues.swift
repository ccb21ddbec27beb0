public import Bytes
public import ExtendedKeys
public import Secp256k1

/// Says by which path a public key comes from a master key (`PSBT_*_BIP32_DERIVATION`).
public struct PSBTDerivation: Hashable, Sendable {
  /// 33 or 65 bytes, a point of the curve.
  public let publicKey: ArraySlice<UInt8>
  /// The master key's fingerprint and the path, as the PSBT claims them.
  public let origin: KeyOrigin

  /// The key, parsed again.
  public func parsedKey() throws(Secp256k1Error) -> PublicKey {
    try PublicKey(decoding: publicKey)
  }
}

/// Says by which path an x-only key comes from a master key (`PSBT_*_TAP_BIP32_DERIVATION`).
public struct PSBTTapDerivation: Hashable, Sendable {
  /// 32 bytes; that they are on the curve was not checked.
  public let xOnlyKey: Bytes32
  /// The leaves in which the key appears; empty for the internal key.
  public let leafHashes: [Bytes32]
  /// The master key's fingerprint and the path, as the PSBT claims them.
  public let origin: KeyOrigin
}

/// An account key of the wallet (`PSBT_GLOBAL_XPUB`).
public struct PSBTGlobalXpub: Hashable, Sendable {
  /// 78 bytes: the extended public key without its Base58 checksum.
  public let encodedXpub: ArraySlice<UInt8>
  /// The master key's fingerprint and the path, as the PSBT claims them.
  public let origin: KeyOrigin
}

/// An ECDSA signature and the key it belongs to (`PSBT_IN_PARTIAL_SIG`).
public struct PSBTPartialSig: Hashable, Sendable {
  /// 33 or 65 bytes, a point of the curve.
  public let publicKey: ArraySlice<UInt8>
  /// Strict DER with the sighash byte behind it: what goes into the script.
  public let signature: ArraySlice<UInt8>

  /// The signature without its sighash byte.
  public var der: ArraySlice<UInt8> { signature.dropLast() }
  /// The sighash byte; never absent, the reader refuses shorter ones.
  public var sighashByte: UInt8 { signature.last ?? 0 }
}

/// A signature for a key in a leaf (`PSBT_IN_TAP_SCRIPT_SIG`).
public struct PSBTTapScriptSig: Hashable, Sendable {
  /// The key in the leaf, 32 bytes.
  public let xOnlyKey: Bytes32
  /// The hash of the leaf (BIP-341).
  public let leafHash: Bytes32
  /// 64 bytes, or 65 with the sighash byte.
  public let signature: ArraySlice<UInt8>
}

/// A leaf that can be spent, with the proof that it is in the tree (`PSBT_IN_TAP_LEAF_SCRIPT`).
public struct PSBTTapLeafScript: Hashable, Sendable {
  /// 33 bytes and 32 for each level of the tree, 128 at most: internal key and Merkle path
  /// (BIP-341).
  public let controlBlock: ArraySlice<UInt8>
  /// The script of the leaf.
  public let script: ArraySlice<UInt8>
  /// The version of the leaf: 0xc0 for tapscript (BIP-342).
  public let leafVersion: UInt8
}

/// A leaf of an output's tree (`PSBT_OUT_TAP_TREE`), depth first.
public struct PSBTTapTreeLeaf: Hashable, Sendable {
  /// How deep the leaf lies, 0 to 128.
  public let depth: UInt8
  /// The version of the leaf: 0xc0 for tapscript (BIP-342).
  public let leafVersion: UInt8
  /// The script of the leaf.
  public let script: ArraySlice<UInt8>
}

/// A hash and its preimage.
public struct PSBTPreimage: Hashable, Sendable {
  /// The hash functions that the fields of BIP-174 know.
  public enum Kind: Hashable, Sendable { case ripemd160, sha256, hash160, hash256 }
  /// Which hash function it is.
  public let kind: Kind
  /// The hash: 20 bytes for `ripemd160` and `hash160`, 32 for the others.
  public let hash: ArraySlice<UInt8>
  /// As the PSBT claims; it was not hashed.
  public let preimage: ArraySlice<UInt8>
}

/// A field of one vendor's own (`PSBT_*_PROPRIETARY`).
public struct PSBTProprietary: Hashable, Sendable {
  /// The vendor's prefix; empty ones are for private use.
  public let identifier: ArraySlice<UInt8>
  /// The vendor's own number of the field.
  public let subtype: UInt64
  /// What follows the subtype in the key.
  public let keyData: ArraySlice<UInt8>
  /// The value, of a form that only the vendor knows.
  public let value: ArraySlice<UInt8>
}
