package import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
package import EncryptedVault
internal import ExtendedKeys
package import SignerHome
package import TerminalUI
package import TransactionReview
internal import WalletRegistration

// What the vault remembers, in the terms of the review.

extension VaultContents {
  /// What the review believes; with a seed's name, only that seed's keys are to sign.
  ///
  /// Ours are the seeds' own fingerprints and those of the keys that were proved at registration,
  /// which for a seed with a BIP-39 passphrase are others. A cosigner's key is never ours.
  package func reviewContext(
    now: Int64, signingWith seed: EntryName? = nil, payload: MultisigPayload? = nil
  ) throws(ProgramError) -> ReviewContext {
    let network = try knownNetwork()
    var registered: [RegisteredWallet] = []
    for wallet in wallets {
      registered.append(
        try wallet.forReview(on: network, sources: keySources(of: wallet), signingWith: seed))
    }
    let coins = self.coins
    return ReviewContext(
      network: network, wallets: registered,
      fingerprints: Set(seeds.compactMap { try? Fingerprint(decoding: $0.fingerprint) }),
      limits: reviewLimits,
      provedOutput: { coins.output(at: $0, proved: true) },
      claimedOutput: { coins.output(at: $0, proved: false) },
      estimatedHeight: estimatedHeight(on: network, now: now), isFromPayload: payload != nil,
      payloadData: payload?.ridingData ?? RidingData(), history: signingHistory)
  }

  /// What was signed before, as far as the log remembers coins and recipients (R12, R33).
  private var signingHistory: SigningHistory {
    let length = PayeeMark.length
    return SigningHistory(
      log.compactMap { record in
        guard let unsigned = record.unsignedTxid else { return nil }
        let starts = stride(from: 0, to: record.payees.count, by: length)
        let coins = record.spent.map { OutPoint(txid: Txid($0.txid), vout: $0.vout) }
        return SignedPayment(
          txid: Txid(record.txid), unsignedTxid: Txid(unsigned), time: record.time,
          fee: record.fee < 0 ? nil : record.fee, coins: coins,
          own: Set(zip(coins, record.own).filter(\.1).map(\.0)),
          payees: record.hasDetails
            ? starts.compactMap {
              PayeeMark(bytes: Array(record.payees[$0..<min($0 + length, record.payees.count)]))
            } : [],
          remembersPayees: record.hasDetails)
      })
  }

  /// The height that the clock suggests, or one that makes the highest signed before ordinary
  /// (R16).
  ///
  /// The slack is added to it later and is taken off here: otherwise each payment could be locked a
  /// little farther away than the one before it, and none of them would warn.
  private func estimatedHeight(on network: Network, now: Int64) -> UInt32? {
    // The replay lock is no delay (R34).
    let locks = log.map { LockTime(rawValue: $0.lockTime) }.filter { $0 != .replayLock }
    let highest = locks.compactMap(\.height).max() ?? 0
    let signed = highest - min(highest, reviewLimits.lockTimeSlack)
    let suggested = ChainClock.height(on: network, at: now) ?? 0
    return max(signed, suggested) == 0 ? nil : max(signed, suggested)
  }
}

extension StoredWallet {
  /// The wallet as the review takes it; `sources` say where our keys of it come from.
  func forReview(
    on network: Network, sources: [Int: KeySource], signingWith seed: EntryName? = nil
  ) throws(ProgramError) -> RegisteredWallet {
    let signing = keys.filter { seed == nil || $0.seed == seed?.text }
    return RegisteredWallet(
      name: name, network: network, descriptor: try parsedDescriptor(),
      ownKeys: Set(keys.map(\.position)), signingKeys: Set(signing.map(\.position)),
      seedNames: Dictionary(keys.map { ($0.position, $0.seed) }) { first, _ in first },
      keySources: sources,
      highestKnown: [highestReceive, highestChange])
  }
}

extension [CoinKey: CoinRecord] {
  func output(at outPoint: OutPoint, proved: Bool) -> TxOut? {
    guard let coin = self[CoinKey(txid: outPoint.txid.bytes, vout: outPoint.vout)],
      coin.isProved == proved
    else { return nil }
    return TxOut(rawValue: coin.amount, scriptPubKey: Script(coin.script))
  }
}

extension MultisigPayload {
  /// What only the payload says, for R19: the PSBT made of it has no place for it.
  var ridingData: RidingData {
    let unknown = unknownMembers
    return RidingData(fields: unknown.count, bytes: unknown.bytes)
  }
}
