package import BitcoinPrimitives
package import EncryptedVault
internal import Refusals
internal import Signing
package import TransactionReview

extension VaultContents {
  /// Longer scripts are proved anew each time: with somebody else's coins beside ours, megabytes of
  /// them would fill the vault until it can be saved no more.
  private static let longestScript = 520

  /// Remembers what a signing proved and did: amounts, indices, and the entry of the log.
  ///
  /// `answers` say how each warning was acknowledged, by its name.
  package mutating func remember(
    _ review: Review, as txid: Txid, answers: [String: LoggedAcceptance.Answer], now: Int64
  ) {
    let facts = review.facts
    // Beside a signature that does not commit to it, a taproot amount was accepted as a claim too.
    let isMixed = review.acknowledgements.contains(Rule.r01.rawValue)
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
    let acknowledged = review.acknowledgements.contains(Rule.r07.rawValue)
    for place in facts.inputs.compactMap(\.place) {
      note(place, asFarAs: .ordinary, in: facts.context)
    }
    for place in facts.outputs.compactMap(\.place) {
      note(place, asFarAs: acknowledged ? .anywhere : .ordinary, in: facts.context)
    }
    // A lock time without effect is easily acknowledged: it does not make a later one ordinary
    // (R16).
    let isLocked = facts.inputs.contains { $0.sequence != TxIn.finalSequence }
    let names = facts.spentWallets.sorted().map { facts.context.wallets[$0].name }
    appendToLog(
      SigningRecord(
        time: now, wallet: names.joined(separator: ", "), txid: txid.bytes,
        sent: facts.leavingUs?.satoshis ?? -1, fee: facts.fee?.satoshis ?? -1,
        lockTime: isLocked ? facts.transaction.lockTime.rawValue : 0,
        accepted: review.acknowledgements.map {
          LoggedAcceptance($0, answers[$0] ?? .notKept)
        },
        unsignedTxid: facts.transaction.txid.bytes,
        spent: facts.inputs.map {
          CoinKey(txid: $0.outPoint.txid.bytes, vout: $0.outPoint.vout)
        },
        own: facts.inputs.map { $0.place != nil },
        payees: facts.payeeMarks.flatMap(\.mark.bytes)))
  }

  /// How far out a place may be to count as one that this machine knows.
  private enum Reach {
    /// Within the gap of R07, which warns of nothing there.
    case ordinary
    /// Wherever it is: a person acknowledged it.
    case anywhere
  }

  /// Raises the highest index known of a branch.
  ///
  /// Anybody may pay to any index of ours, and who builds the payment chooses where its change
  /// goes. So a place that R07 did not warn of raises what is known by a few indices at most.
  /// Otherwise change could move a thousand indices farther with each payment, without a warning.
  /// One far out is known once its warning was acknowledged, and a coin far out, which is spent
  /// without one, never.
  private mutating func note(
    _ place: WalletPlace, asFarAs reach: Reach, in context: ReviewContext
  ) {
    let wallet = context.wallets[place.wallet]
    guard let position = wallets.firstIndex(where: { $0.name == wallet.name }) else { return }
    let known =
      wallet.highestKnown.indices.contains(place.branch) ? wallet.highestKnown[place.branch] : nil
    let highest = known.map(Int64.init) ?? -1
    let isOrdinary = Int64(place.index) <= highest + context.limits.indexWarningGap
    guard isOrdinary || reach == .anywhere else { return }
    let limit = isOrdinary ? highest + Self.longestStep : .max
    wallets[position].note(
      branch: place.branch, index: UInt32(clamping: min(Int64(place.index), limit)))
  }

  /// By how much one signing raises what is known: as many addresses as wallets look ahead (BIP-44).
  private static let longestStep: Int64 = 20
}
