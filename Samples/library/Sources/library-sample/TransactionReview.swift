import BitcoinPSBT
import BitcoinPrimitives
import Descriptors
import ExtendedKeys
import TransactionReview

/// Says what a packet does to a wallet, and what speaks against signing it.
func reviewPacket() throws -> [String] {
  // The review believes what it is given here, and nothing that the PSBT claims.
  let wallet = RegisteredWallet(
    name: "savings", network: .mainnet,
    descriptor: try Descriptor(parsing: savings, on: .mainnet))
  let context = ReviewContext(
    network: .mainnet, wallets: [wallet], fingerprints: [try Fingerprint(parsing: "73c5da0a")])

  let review = Review(of: try buildPacket(), in: context)
  var lines = [
    "inputs we can sign: \(review.signableInputs.count)",
    "refused: \(review.refusals.count), warnings: \(review.warnings.count)",
  ]

  // Somebody raises the amount that a coin is said to have. The previous transaction tells (R02).
  var forged = try buildPacket()
  let script = forged.claimedOutput(ofInput: 0).map(\.scriptPubKey)
  forged.updateInput(0) { input in
    guard let script else { return }
    input.setWitnessUTXO(TxOut(rawValue: 99_999, scriptPubKey: script))
  }
  for refusal in Review(of: forged, in: context).refusals {
    lines.append("forged: \(refusal.rule): \(refusal.message)")
  }
  return lines
}
