internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import ExtendedKeys
internal import Secp256k1
internal import Secp256k1Signing
internal import TransactionReview

/// One coin of ours, with all that its signatures commit to.
///
/// Scripts are those that the registered wallet derives; none is taken from the PSBT.
struct CoinToSign {
  let number: Int
  let output: TxOut
  let derived: DerivedScript
  /// The ways to spend; nil for a wallet of one key.
  let policy: WalletPolicy?
  /// Whether the PSBT asks for ALL by name, which a Schnorr signature then carries.
  let asksForAll: Bool
  let cache: SighashCache
  let auxiliary: Bytes32

  // MARK: Before taproot

  /// What every ECDSA signature of this input signs: BIP-143 under the key's hash or the witness
  /// script, and before segwit the script of the coin or the redeem script.
  func ecdsaDigest() throws(SignerError) -> Bytes32 {
    let inner = derived.redeemScript ?? derived.scriptPubKey
    do {
      if inner.isP2WPKH {
        return try cache.segwitV0(
          input: number, scriptCode: .p2pkh(hash: Array(inner.slice.dropFirst(2))),
          amount: output.rawValue, type: .all)
      }
      if let witness = derived.witnessScript {
        return try cache.segwitV0(
          input: number, scriptCode: witness, amount: output.rawValue, type: .all)
      }
      if inner.witnessProgram == nil {
        switch inner.type {
        case .p2pkh, .p2pk, .multisig:
          return try cache.legacy(input: number, scriptCode: inner, type: .all)
        default: break
        }
      }
    } catch {
      throw .sighash(input: number, error)
    }
    throw .unsupportedScript(input: number, type: "\(derived.scriptPubKey.type)")
  }

  /// Signs with one key.
  ///
  /// The public key is the registered wallet's: a signature that verifies under it proves that the
  /// seed derived the same key, without computing the key a second time.
  func ecdsa(
    _ digest: Bytes32, _ key: DerivedKey, _ privateKey: consuming PrivateKey
  ) throws(SignerError) -> InputSignature {
    guard let signature = try? privateKey.ecdsaSignature(of: digest, publicKey: key.publicKey)
    else { throw .otherKey(input: number, origin: key.origin) }
    return InputSignature(
      input: number, place: .ecdsa(key.publicKey),
      bytes: signature.der + [UInt8(SighashType.all.rawValue)],
      digest: digest)
  }

  // MARK: Taproot

  /// Signs with one key wherever it stands: for the key path when it is the internal key, and for
  /// each leaf that names it.
  func taproot(
    _ position: Int, _ key: DerivedKey, _ privateKey: consuming PrivateKey
  ) throws(SignerError) -> [InputSignature] {
    guard let taproot = derived.taproot, let pair = try? KeyPair(privateKey) else {
      throw .unsupportedScript(input: number, type: "\(derived.scriptPubKey.type)")
    }
    guard pair.publicKey == key.publicKey.xOnly else {
      throw .otherKey(input: number, origin: key.origin)
    }
    guard let policy else { return [try keyPath(pair, taproot)] }
    var signatures: [InputSignature] = []
    for way in policy.ways where way.keys.contains(position) {
      switch way.kind {
      case .keyPath: signatures.append(try keyPath(pair, taproot))
      case .leaf(let index): signatures.append(try leaf(pair, taproot.leaves[index]))
      case .script: break
      }
    }
    return signatures
  }

  /// Signs with the internal key, tweaked with the root of the tree where there is one.
  private func keyPath(
    _ pair: borrowing KeyPair, _ taproot: DerivedTaproot
  ) throws(SignerError) -> InputSignature {
    let digest = try taprootDigest(leaf: nil)
    // The tweaked key must be the key in the coin; the signature is verified under it as it is
    // made.
    guard case .p2tr(let outputKey) = output.scriptPubKey.type,
      let tweaked = try? pair.tweakedForTaproot(merkleRoot: taproot.merkleRoot),
      tweaked.publicKey.bytes == outputKey,
      let signature = try? tweaked.schnorrSignature(of: digest, auxiliary: auxiliary)
    else { throw .signature(input: number) }
    return InputSignature(
      input: number, place: .keyPath(tweaked.publicKey), bytes: withType(signature), digest: digest)
  }

  /// Signs for one leaf (BIP-342), with the key as it is.
  private func leaf(
    _ pair: borrowing KeyPair, _ leaf: DerivedLeaf
  ) throws(SignerError) -> InputSignature {
    let hash = leaf.leafHash
    let digest = try taprootDigest(leaf: TapscriptContext(leafHash: hash))
    guard let signature = try? pair.schnorrSignature(of: digest, auxiliary: auxiliary) else {
      throw .signature(input: number)
    }
    return InputSignature(
      input: number, place: .leaf(key: pair.publicKey, leafHash: hash), bytes: withType(signature),
      digest: digest)
  }

  private func taprootDigest(leaf: TapscriptContext?) throws(SignerError) -> Bytes32 {
    do {
      return try cache.taproot(
        input: number, type: asksForAll ? .all : .default, tapscript: leaf)
    } catch {
      throw .sighash(input: number, error)
    }
  }

  private func withType(_ signature: [UInt8]) -> [UInt8] {
    asksForAll ? signature + [UInt8(SighashType.all.rawValue)] : signature
  }
}
