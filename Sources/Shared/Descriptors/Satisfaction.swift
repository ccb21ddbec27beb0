public import BitcoinPrimitives
internal import Bytes

/// How long the signatures of a signer can get, in bytes with the sighash byte where there is one.
public struct SignatureLength: Hashable, Sendable {
  /// The longest ECDSA signature with its sighash byte.
  public let ecdsa: Int
  /// The longest BIP-340 signature, with a sighash byte or without.
  public let schnorr: Int

  /// Takes both lengths.
  public init(ecdsa: Int, schnorr: Int) {
    self.ecdsa = ecdsa
    self.schnorr = schnorr
  }

  /// Signers that grind for a low R and sign taproot with SIGHASH_DEFAULT: 71 and 64 bytes.
  ///
  /// This signer, Bitcoin Core and most hardware do. DER takes 70 bytes when R and S are below
  /// 2^255; one signature in 128 is a byte or more shorter.
  public static let lowR = SignatureLength(ecdsa: 71, schnorr: 64)

  /// Signers of which only a low S is known (policy demands it): 72 and 65 bytes.
  public static let any = SignatureLength(ecdsa: 72, schnorr: 65)
}

/// What unlocks a script, as lengths: enough to know a weight before anything is signed.
public struct Satisfaction: Hashable, Sendable {
  /// One thing that is pushed.
  public enum Item: Hashable, Sendable {
    /// A DER signature with its sighash byte.
    case ecdsaSignature
    /// A BIP-340 signature, with a sighash byte or without.
    case schnorrSignature
    /// A key or a script of that many bytes.
    case data(Int)

    /// The longest it can get, in bytes.
    public func length(with signatures: SignatureLength) -> Int {
      switch self {
      case .ecdsaSignature: signatures.ecdsa
      case .schnorrSignature: signatures.schnorr
      case .data(let length): length
      }
    }
  }

  /// What the scriptSig pushes, in order.
  public let scriptSig: [Item]
  /// The items of the witness, in order.
  public let witness: [Item]

  /// Takes what is pushed in each place.
  public init(scriptSig: [Item] = [], witness: [Item] = []) {
    self.scriptSig = scriptSig
    self.witness = witness
  }

  /// The longest scriptSig, in bytes without the size in front of it.
  public func scriptSigLength(with signatures: SignatureLength = .lowR) -> Int {
    scriptSig.reduce(0) { sum, item in
      let length = item.length(with: signatures)
      return switch length {
      case ...75: sum + 1 + length
      case ...255: sum + 2 + length
      default: sum + 3 + length
      }
    }
  }

  /// The longest witness, in bytes with the number of its items; zero when there is none.
  public func witnessLength(with signatures: SignatureLength = .lowR) -> Int {
    guard !witness.isEmpty else { return 0 }
    return witness.reduce(CompactSize.encodedLength(witness.count)) { sum, item in
      let length = item.length(with: signatures)
      return sum + CompactSize.encodedLength(length) + length
    }
  }

  /// The weight of a whole input: outpoint, size and bytes of the scriptSig, sequence and witness.
  ///
  /// Exact for signatures of the longest length, an upper bound for others. In a transaction with
  /// any witness, an input without one still weighs a byte for its empty witness.
  public func inputWeight(
    with signatures: SignatureLength = .lowR, inSegwitTransaction: Bool = true
  ) -> Weight {
    let scriptSig = scriptSigLength(with: signatures)
    let base = 32 + 4 + CompactSize.encodedLength(scriptSig) + scriptSig + 4
    let witness = witnessLength(with: signatures)
    return Weight(units: base * 4 + (inSegwitTransaction ? max(1, witness) : 0))
  }
}
