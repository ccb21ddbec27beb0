internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import Secp256k1

/// What the signatures of an input run under, found behind the hashes of its coin.
struct SpentScript {
  enum Kind {
    case legacy(Script)
    /// The script code of BIP-143: for p2wpkh, that of p2pkh.
    case segwit(Script)
    case taproot(outputKey: Bytes32)
  }

  let kind: Kind
  /// What the scriptSig has to push last.
  private(set) var redeemScript: Script?
  /// What the witness has to end with.
  private(set) var witnessScript: Script?

  /// Looks behind the hashes; throws when a script is missing or not the one that was hashed.
  init(spending coin: TxOut, input: PSBTInput, at index: Int) throws(FinalizerError) {
    var script = coin.scriptPubKey
    if script.isP2SH {
      guard let redeem = input.redeemScript else { throw .missingRedeemScript(input: index) }
      guard script == Script.p2sh(redeem) else {
        throw .scriptMismatch(input: index, script: "redeem script")
      }
      redeemScript = redeem
      script = redeem
    }
    switch script.type {
    case .p2tr(let outputKey) where redeemScript == nil: kind = .taproot(outputKey: outputKey)
    case .p2wpkh(let hash): kind = .segwit(.p2pkh(hash: hash))
    case .p2wsh(let hash):
      guard let witness = input.witnessScript else { throw .missingWitnessScript(input: index) }
      guard witness.sha256 == hash else {
        throw .scriptMismatch(input: index, script: "witness script")
      }
      witnessScript = witness
      kind = .segwit(witness)
    default:
      guard script.witnessProgram == nil else { throw .unknownForm(input: index) }
      kind = .legacy(script)
    }
  }
}

extension SpentScript.Kind {
  /// What the signatures of a derived script run under.
  init(_ derived: DerivedScript) {
    let script = derived.redeemScript ?? derived.scriptPubKey
    if let taproot = derived.taproot {
      self = .taproot(outputKey: taproot.outputKey.bytes)
    } else if let witness = derived.witnessScript {
      self = .segwit(witness)
    } else if case .p2wpkh(let hash) = script.type {
      self = .segwit(.p2pkh(hash: hash))
    } else {
      self = .legacy(script)
    }
  }
}
