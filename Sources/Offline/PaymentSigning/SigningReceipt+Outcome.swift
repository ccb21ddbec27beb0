package import AirgapMessages
internal import BitcoinPSBT
internal import BitcoinPrimitives
package import Bytes
package import Signing

extension SigningReceipt {
  /// The receipt of signatures that were made here, of a packet with this SHA-256.
  package init(of outcome: Signer.Outcome, packet: Bytes32) {
    self.init(
      unsignedTxid: outcome.psbt.unsignedTransaction.txid, packet: packet,
      signatures: outcome.nonces.map {
        Signature(input: UInt32(clamping: $0.input), key: $0.key, leaf: $0.leaf, nonce: $0.x)
      })
  }
}
