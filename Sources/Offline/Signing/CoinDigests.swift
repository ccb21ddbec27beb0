internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import TransactionReview

/// What the signatures of one coin of ours sign, as the first reader computes it.
///
/// Scripts are those that the registered wallet derives; none is taken from the PSBT.
struct CoinDigests {
  let number: Int
  let output: TxOut
  let derived: DerivedScript
  /// Whether the PSBT asks for ALL by name, which a Schnorr signature then commits to.
  let asksForAll: Bool
  let cache: SighashCache

  /// What a signature signs that stands at a place of this coin.
  func digest(at place: InputSignature.Place) throws(SignerError) -> Bytes32 {
    switch place {
    case .ecdsa: try ecdsa()
    case .keyPath: try taproot(leaf: nil)
    case .leaf(_, let hash): try taproot(leaf: TapscriptContext(leafHash: hash))
    }
  }

  /// What every ECDSA signature of this input signs: BIP-143 under the key's hash or the witness
  /// script, and before segwit the script of the coin or the redeem script.
  private func ecdsa() throws(SignerError) -> Bytes32 {
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

  private func taproot(leaf: TapscriptContext?) throws(SignerError) -> Bytes32 {
    do {
      return try cache.taproot(
        input: number, type: asksForAll ? .all : .default, tapscript: leaf)
    } catch {
      throw .sighash(input: number, error)
    }
  }
}
