import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import SecretKeys
import SecureMemory
import Signing
import TransactionReview

/// Consents to everything that is not refused: here the PSBTs are ours.
struct EverybodyConsents: ReviewScreen {
  mutating func show(_ review: Review) {}
  mutating func acknowledges(_ warning: Finding) -> Bool { true }
  mutating func consents(to review: Review) -> Bool { true }
}

/// What the whole way from PSBT to transaction gave.
struct SignedPacket {
  let psbt: PSBT
  let transaction: Transaction
}

/// Reviews, signs with zeros as auxiliary data, finalizes, verifies and extracts a PSBT of regtest.
func signedPacket(
  master text: String, descriptor: String, base64: String
) throws -> SignedPacket {
  var characters = [UInt8](text.utf8)
  let master = try Xpriv(parsing: SecretBytes(moving: &characters))
  let wallet = RegisteredWallet(
    name: "cross-check", network: .regtest,
    descriptor: try Descriptor(parsing: descriptor, on: .regtest))
  let context = ReviewContext(
    network: .regtest, wallets: [wallet], fingerprints: [master.fingerprint])
  let ring = KeyRing()
  ring.add(master)
  let review = Review(of: try PSBT(base64: base64), in: context)
  var screen = EverybodyConsents()
  let approval = try review.approval(on: &screen)
  let signed = try Signer(keys: ring).signed(consuming: approval).psbt
  let final = try Finalizer().finalized(signed)
  return SignedPacket(psbt: signed, transaction: try Extractor(final).transaction())
}
