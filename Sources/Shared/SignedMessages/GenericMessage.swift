public import BitcoinPrimitives
public import Bytes
internal import Hashes

/// A text and the script whose holder is to sign it, as two transactions that no network takes (BIP-322).
///
/// The first one "pays" nothing to the script and commits to the text; whoever could spend that
/// output signs the text by spending it in the second one.
public struct GenericMessage: Hashable, Sendable {
  /// The message as it is signed: no length before it, nothing behind it.
  ///
  /// UTF-8 where it is text.
  public let bytes: [UInt8]
  /// The locking script of the address that signs: the `message_challenge`.
  public let challenge: Script

  /// Takes any bytes and any script.
  public init(_ bytes: [UInt8], challenge: Script) {
    self.bytes = bytes
    self.challenge = challenge
  }

  private static let tag = TaggedHash(tag: "BIP0322-signed-message")

  /// The tagged hash (BIP-340) of the message.
  public var hash: Bytes32 { Self.tag.hash(bytes) }

  /// The transaction `to_spend`, whose only output is to be spent.
  ///
  /// Its only input spends an output that cannot exist, so that no chain holds it.
  public var toSpend: Transaction {
    let input = TxIn(
      previousOutput: OutPoint(txid: Txid(.zero), vout: .max),
      scriptSig: Script([0x00, 0x20] + hash.bytes), sequence: 0)
    return Transaction(
      version: 0, inputs: [input], outputs: [TxOut(rawValue: 0, scriptPubKey: challenge)],
      lockTime: LockTime(rawValue: 0))
  }

  /// The only output that `to_sign` has: no satoshi, to nobody (`OP_RETURN` alone).
  public static let nothing = TxOut(rawValue: 0, scriptPubKey: Script([0x6a]))

  /// The outpoint that the first input of `to_sign` spends.
  public var outPoint: OutPoint { OutPoint(txid: toSpend.txid, vout: 0) }

  /// The transaction `to_sign` without signatures, with nothing locked: what simple signatures are of.
  public var toSign: Transaction {
    Transaction(
      version: 0, inputs: [TxIn(previousOutput: outPoint, scriptSig: Script(), sequence: 0)],
      outputs: [Self.nothing], lockTime: LockTime(rawValue: 0))
  }
}
