internal import AirgapMessages
internal import BitcoinPrimitives
internal import Bytes
internal import WalletTypes

/// What signers say that they signed, held against what the records say was spent.
///
/// Payments are found by txid, with and without signatures, and by the coins that they spend: a payment
/// that was signed in part, or whose signatures are part of its txid, is logged by its unsigned one.
struct Reconciliation {
  /// A wallet of this home.
  struct Wallet {
    let name: String
    let network: Network
    /// Which one it is, as the logs say it.
    let mark: Bytes32
    let spends: WalletSpends
  }

  /// What became of a payment that was signed.
  enum Fate: Equatable {
    /// It is in a block; its height is nil where only its payment says so.
    case confirmed(Int?)
    /// It is in the mempool.
    case pending
    /// Another transaction spends a coin of it, in the block of this height or in the mempool.
    case replaced(by: Txid, Int?)
    /// A coin of it is gone, and it is not known by which transaction.
    case unclear
    /// Nothing spends its coins.
    case unseen
    /// Its coins are of no wallet here, or not remembered.
    case elsewhere
  }

  /// A payment that was signed, in one round or several.
  struct Signed: Equatable {
    let entry: SigningLogExport.Entry
    let fate: Fate
    /// The wallets of this home that have its coins.
    let wallets: [String]
    /// Its number in the records.
    let payment: Int64?
  }

  /// What is to be thought of a spend that no log has.
  enum Verdict: String {
    /// Nobody but the signer can have done it, and it says that it did not.
    case alarm
    /// It spends the coins of a payment that was signed, and its bytes are not at hand.
    case unclear
    /// Others can spend from the wallet.
    case others
    /// It is older than the registration of the wallet at the signer.
    case before
    /// It may be among the entries that were left out of the export.
    case leftOut = "left-out"
  }

  /// A spend that no log has.
  struct Unsigned: Equatable {
    let wallet: String
    let spend: WalletSpends.Spend
    let verdict: Verdict
  }

  /// What was signed, oldest first.
  let signed: [Signed]
  /// What was spent without an entry, in the order of the wallets.
  let unsigned: [Unsigned]
  /// How many spends are in a log.
  let found: Int

  var alarms: [Unsigned] { unsigned.filter { $0.verdict == .alarm } }

  /// Compares; `payments` are those of the records.
  init(_ logs: [SigningLogExport], _ wallets: [Wallet], _ payments: [PaymentRecord]) {
    let entries = Self.merged(logs.flatMap(\.entries))
    var names: Set<Txid> = []
    var coins: [OutPoint: [Int]] = [:]
    for (number, entry) in entries.enumerated() {
      names.formUnion([entry.txid] + [entry.unsignedTxid].compactMap(\.self))
      for coin in entry.coins { coins[coin, default: []].append(number) }
    }
    let chain = Chain(wallets)
    let records = Dictionary(payments.map { ($0.unsigned.txid, $0) }) { _, last in last }
    signed = entries.map { entry in
      let payment = records[entry.unsignedTxid ?? entry.txid]
      return Signed(
        entry: entry, fate: chain.fate(of: entry, payment), wallets: chain.wallets(of: entry),
        payment: payment?.number)
    }
    var unsigned: [Unsigned] = []
    var found = 0
    for wallet in wallets {
      let spends = wallet.spends.spends
      for spend in spends {
        if spend.isNamed(among: names) {
          found += 1
        } else if spend.unsignedTxid == nil, spend.coins.contains(where: { coins[$0] != nil }) {
          unsigned.append(Unsigned(wallet: wallet.name, spend: spend, verdict: .unclear))
        } else if let verdict = Self.verdict(on: spend, of: wallet, logs) {
          unsigned.append(Unsigned(wallet: wallet.name, spend: spend, verdict: verdict))
        }
      }
    }
    self.unsigned = unsigned
    self.found = found
  }

  /// One entry for each payment, at the place of its first signing: each round of a wallet of several
  /// people is an entry of its own, and so is an answer that was lost and signed again.
  private static func merged(_ entries: [SigningLogExport.Entry]) -> [SigningLogExport.Entry] {
    var places: [Txid: Int] = [:]
    var merged: [SigningLogExport.Entry] = []
    for entry in entries.sorted(by: { $0.time < $1.time }) {
      let name = entry.unsignedTxid ?? entry.txid
      guard let place = places[name] else {
        places[name] = merged.count
        merged.append(entry)
        continue
      }
      let first = merged[place]
      let known = Set(first.coins)
      // The last round may have finished it: then its txid is that of the chain.
      merged[place] = SigningLogExport.Entry(
        time: first.time, wallet: first.wallet, txid: entry.txid,
        unsignedTxid: first.unsignedTxid, sent: first.sent, fee: first.fee,
        coins: first.coins + entry.coins.filter { !known.contains($0) })
    }
    return merged
  }

  // MARK: Spends without an entry

  /// What is to be thought of a spend that no log has; nil where no log has the wallet.
  private static func verdict(
    on spend: WalletSpends.Spend, of wallet: Wallet, _ logs: [SigningLogExport]
  ) -> Verdict? {
    let latest = wallet.spends.latestTime(of: spend, on: wallet.network)
    var verdicts: Set<Verdict> = []
    for log in logs where log.network == wallet.network.identity {
      for known in log.wallets where known.mark == wallet.mark {
        let isBefore = latest < known.registered
        let isLeftOut = log.leftOut > 0 && log.entries.first.map { latest < $0.time } ?? true
        verdicts.insert(
          !known.needsSigner ? .others : isBefore ? .before : isLeftOut ? .leftOut : .alarm)
      }
    }
    // The gravest of several logs.
    return [.alarm, .leftOut, .before, .others].first(where: verdicts.contains)
  }
}

extension Reconciliation {
  /// The wallets' coins and what spends them, looked up.
  private struct Chain {
    private var byName: [Txid: WalletSpends.Spend] = [:]
    private var byCoin: [OutPoint: WalletSpends.Spend] = [:]
    private var owners: [OutPoint: String] = [:]

    init(_ wallets: [Wallet]) {
      for wallet in wallets {
        for coin in wallet.spends.coins { owners[coin] = wallet.name }
        for spend in wallet.spends.spends {
          for name in [spend.spender.txid, spend.unsignedTxid].compactMap(\.self) {
            byName[name] = spend
          }
          for coin in spend.coins { byCoin[coin] = spend }
        }
      }
    }

    func wallets(of entry: SigningLogExport.Entry) -> [String] {
      Set(entry.coins.compactMap { owners[$0] }).sorted()
    }

    func fate(of entry: SigningLogExport.Entry, _ payment: PaymentRecord?) -> Fate {
      for name in [entry.txid, entry.unsignedTxid].compactMap(\.self) {
        guard let spend = byName[name] else { continue }
        return spend.height.map { .confirmed($0) } ?? .pending
      }
      if payment?.state == .confirmed { return .confirmed(nil) }
      let spends = entry.coins.compactMap { byCoin[$0] }
      // In a block before in the mempool: that one decides.
      let known = spends.filter { $0.unsignedTxid != nil }
      if let other = known.first(where: { $0.height != nil }) ?? known.first,
        let txid = other.spender.txid
      {
        return .replaced(by: txid, other.height)
      }
      if !spends.isEmpty { return .unclear }
      return entry.coins.contains { owners[$0] != nil } ? .unseen : .elsewhere
    }
  }
}

extension WalletSpends.Spend {
  /// Whether it is one of these, with its signatures or without.
  fileprivate func isNamed(among names: Set<Txid>) -> Bool {
    [spender.txid, unsignedTxid].contains { $0.map(names.contains) ?? false }
  }
}

extension WalletSpends {
  /// Ten minutes, as consensus aims at.
  private static let blockTime: Int64 = 600
  /// How much later than by that a block may be, in seconds: a day.
  private static let slack: Int64 = 86_400

  /// The latest time at which a spend may have happened, in seconds since 1970: that of its block,
  /// estimated from the next block up to which the wallet was synced, and a day.
  ///
  /// Late is the safe side: a spend counts as older than the log only where it surely is.
  fileprivate func latestTime(of spend: Spend, on network: Network) -> Int64 {
    guard let height = spend.height, let point = points.first(where: { $0.height >= height })
    else { return .max }
    // On a chain of one's own blocks come at will.
    let blocks = network.hasBlocksAtWill ? 0 : Int64(point.height - height)
    return point.time - blocks * Self.blockTime + Self.slack
  }
}
