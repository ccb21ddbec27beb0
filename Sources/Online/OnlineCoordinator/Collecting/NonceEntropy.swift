internal import BitcoinPSBT
internal import Bytes
internal import Descriptors
internal import Hashes
internal import Refusals
internal import Secp256k1
internal import SecureMemory
internal import TerminalUI

/// The coordinator's say in the nonces of a payment (anti-exfil, R28, decision 0019): 32 bytes of entropy for each
/// signature, from 32 random bytes that belong to this payment alone.
///
/// The same signature of the same payment is always asked for with the same entropy: a signer that may try again with
/// other entropy has a say in the nonce by refusing those that it does not like.
struct NonceEntropy {
  private static let derivation = TaggedHash(tag: "drawbridge/anti-exfil/entropy")

  /// What the records keep, until the payment is handed to a node or cancelled.
  let secret: Bytes32

  init(_ secret: Bytes32) { self.secret = secret }

  /// New chance.
  static func drawn() throws(ProgramError) -> NonceEntropy {
    do throws(RandomnessError) {
      guard let secret = Bytes32(try SystemRandom.bytes(count: 32)) else {
        throw RandomnessError.exhausted
      }
      return NonceEntropy(secret)
    } catch {
      throw ProgramError(error)
    }
  }

  /// The entropy for the signature of an input by a key of 33 bytes.
  func entropy(input: Int, key: [UInt8]) -> Bytes32 {
    var writer = ByteWriter()
    writer.writeUInt32BE(UInt32(clamping: input))
    return Self.derivation.hash(secret.bytes, writer.bytes, key)
  }

  /// A PSBT with a commitment for each key of each coin: what goes out in round 1.
  ///
  /// - Throws: `ProgramError` for a taproot coin: for Schnorr signatures nobody has defined this.
  func committed(_ psbt: PSBT, spending inputs: [KnownInput]) throws(ProgramError) -> PSBT {
    var committed = psbt
    for (number, input) in inputs.enumerated() {
      guard input.derived.taproot == nil else { throw Self.taproot }
      for key in input.derived.keys.map(\.publicKey) {
        let entropy = entropy(input: number, key: key.compressed)
        committed.updateInput(number) {
          $0.setNonceCommitment(NonceCommitment.commitment(to: entropy), publicKey: key)
        }
      }
    }
    return committed
  }

  /// Why a taproot wallet has none.
  private static let taproot = ProgramError(
    "anti-exfil is defined for ECDSA signatures alone, and this wallet is taproot", rule: .r28,
    hint: "leave --anti-exfil out, and compare two signers: `sign --compare`")
}

/// How far the rounds of a payment are.
struct NonceRounds: Equatable {
  /// Signatures that this home has a say in.
  private(set) var commitments = 0
  /// Those whose signers have answered.
  private(set) var openings = 0

  init(of packet: PSBT) {
    for input in packet.inputs {
      for agreement in input.nonceFields.agreements.values where agreement.commitment != nil {
        commitments += 1
        if agreement.opening != nil { openings += 1 }
      }
    }
  }

  var json: JSONValue {
    commitments == 0
      ? .null : ["commitments": .integer(commitments), "openings": .integer(openings)]
  }
}
