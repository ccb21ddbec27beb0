import BitcoinPrimitives
import EncryptedVault
import Signing
import TransactionReview

extension VaultContents {
  /// Longer scripts are proved anew each time: with somebody else's coins beside ours, megabytes of
  /// them would fill the vault until it can be saved no more.
  private static let longestScript = 520

  /// Remembers what a signing proved and did: amounts, indices, and the entry of the log.
  mutating func remember(_ review: Review, as txid: Txid, now: Int64) {
    let facts = review.facts
    // Beside a signature that does not commit to it, a taproot amount was accepted as a claim too.
    let isMixed = review.acknowledgements.contains("R01")
    for input in facts.inputs {
      guard let output = input.output, input.flaw == nil,
        output.scriptPubKey.count <= Self.longestScript
      else { continue }
      let key = CoinKey(txid: input.outPoint.txid.bytes, vout: input.outPoint.vout)
      switch input.proof {
      case .previousTransaction:
        coins[key] = CoinRecord(
          amount: output.rawValue, script: output.scriptPubKey.bytes, isProved: true)
      case .claimed where coins[key] == nil, .taproot where isMixed && coins[key] == nil:
        // Accepted without proof by a setting: a claim that contradicts it later is refused.
        coins[key] = CoinRecord(
          amount: output.rawValue, script: output.scriptPubKey.bytes, isProved: false)
      default: break
      }
    }
    let places =
      facts.inputs.compactMap(\.place).filter { isOrdinary($0, in: facts.context) }
      + facts.outputs.compactMap(\.place)
    for place in places {
      let name = facts.context.wallets[place.wallet].name
      guard let index = wallets.firstIndex(where: { $0.name == name }) else { continue }
      wallets[index].note(branch: place.branch, index: place.index)
    }
    // A lock time without effect is acknowledged lightly: it does not vouch for a later one (R16).
    let isLocked = facts.inputs.contains { $0.sequence != TxIn.finalSequence }
    let names = facts.spentWallets.sorted().map { facts.context.wallets[$0].name }
    appendToLog(
      SigningRecord(
        time: now, wallet: names.joined(separator: ", "), txid: txid.bytes,
        sent: facts.leavingUs?.satoshis ?? -1, fee: facts.fee?.satoshis ?? -1,
        lockTime: isLocked ? facts.transaction.lockTime.rawValue : 0,
        accepted: review.acknowledgements, unsignedTxid: facts.transaction.txid.bytes,
        spent: facts.inputs.map {
          CoinKey(txid: $0.outPoint.txid.bytes, vout: $0.outPoint.vout)
        },
        payees: facts.payeeMarks.flatMap(\.mark.bytes)))
  }

  /// Whether a spent coin lies where R07 would not have warned about change.
  ///
  /// Anybody may pay to any index of ours. A coin far out is spent without a warning, so it must not
  /// teach this machine that change far out is ordinary; an output far out was acknowledged.
  private func isOrdinary(_ place: WalletPlace, in context: ReviewContext) -> Bool {
    let known = context.wallets[place.wallet].highestKnown
    let highest = known.indices.contains(place.branch) ? known[place.branch] : nil
    return Int64(place.index) <= (highest.map(Int64.init) ?? -1) + context.limits.indexWarningGap
  }
}
