import BitcoinPrimitives
import EncryptedVault
import Signing
import TransactionReview

extension VaultContents {
  /// Remembers what a signing proved and did: amounts, indices, and the entry of the log.
  mutating func remember(_ review: Review, as txid: Txid, now: Int64) {
    let facts = review.facts
    for input in facts.inputs {
      guard let output = input.output, input.flaw == nil else { continue }
      let key = CoinKey(txid: input.outPoint.txid.bytes, vout: input.outPoint.vout)
      switch input.proof {
      case .previousTransaction:
        coins[key] = CoinRecord(
          amount: output.rawValue, script: output.scriptPubKey.bytes, isProved: true)
      case .claimed where coins[key] == nil:
        // Accepted without proof by a setting: a claim that contradicts it later is refused.
        coins[key] = CoinRecord(
          amount: output.rawValue, script: output.scriptPubKey.bytes, isProved: false)
      default: break
      }
    }
    for place in facts.inputs.compactMap(\.place) + facts.outputs.compactMap(\.place) {
      let name = facts.context.wallets[place.wallet].name
      guard let index = wallets.firstIndex(where: { $0.name == name }) else { continue }
      wallets[index].note(branch: place.branch, index: place.index)
    }
    let names = facts.spentWallets.sorted().map { facts.context.wallets[$0].name }
    log.append(
      SigningRecord(
        time: now, wallet: names.joined(separator: ", "), txid: txid.bytes,
        sent: facts.leaving?.satoshis ?? -1, fee: facts.fee?.satoshis ?? -1,
        lockTime: facts.transaction.lockTime.rawValue, accepted: review.rulesToAcknowledge))
  }
}
