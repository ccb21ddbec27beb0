internal import BitcoinPSBT
internal import Secp256k1
internal import WalletStorage
internal import WalletTypes

/// The nonces of the signatures that other payments of a wallet hold: one that comes a second time
/// gives the private key away, whichever payment it came with first (R31).
struct EarlierNonces {
  private struct Use {
    let payment: Int64
    let signature: [UInt8]
  }

  private var uses: [[UInt8]: Use] = [:]

  /// None.
  init() {}

  /// Those of the PSBTs of all payments, or of all but one.
  init(
    of payments: [PaymentRecord], in store: Store, but number: Int64? = nil
  ) throws(StorageError) {
    for payment in payments where payment.number != number {
      let stored = try store.packetWithoutPrevious(of: payment)
      guard let packet = try? stored.signatures() else { continue }
      for input in packet.inputs {
        for partial in input.partialSigs {
          guard let signature = try? ECDSASignature(der: partial.der) else { continue }
          note(signature.compact.prefix(32), partial.signature, payment.number)
        }
        for signature in input.tapScriptSigs.map(\.signature) + [input.tapKeySig].compactMap(\.self)
        {
          note(signature.prefix(32), signature, payment.number)
        }
      }
    }
  }

  private mutating func note(
    _ nonce: some Sequence<UInt8>, _ signature: some Sequence<UInt8>, _ payment: Int64
  ) {
    let nonce = Array(nonce.drop { $0 == 0 })
    uses[nonce] = uses[nonce] ?? Use(payment: payment, signature: Array(signature))
  }

  /// The payment that has another signature with the same nonce.
  ///
  /// The very same signature does not count: a payment may have been given up and taken up again.
  func payment(sharingNonceWith signature: VerifiedSignature) -> Int64? {
    guard let use = uses[signature.nonce], !use.signature.elementsEqual(signature.field.value)
    else { return nil }
    return use.payment
  }
}
