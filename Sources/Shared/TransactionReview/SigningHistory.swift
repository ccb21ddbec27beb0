public import BitcoinPrimitives
internal import Bytes
internal import Hashes

/// A recipient and an amount, as a mark of fixed length that only the same two give again.
///
/// 24 bytes: the first 16 of the SHA-256 of the script, and the satoshis, big-endian.
public struct PayeeMark: Hashable, Sendable {
  /// How many bytes a mark has.
  public static let length = 24
  /// The 24 bytes.
  public let bytes: [UInt8]

  /// Marks an output.
  public init(_ output: TxOut) {
    let amount = UInt64(bitPattern: output.rawValue)
    bytes =
      SHA256.hash(output.scriptPubKey.slice).bytes.prefix(16)
      + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: amount >> UInt64($0)) }
  }

  /// Takes a mark that was kept; nil when it has not 24 bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.length else { return nil }
    self.bytes = bytes
  }

  /// Whom it pays: the script's half of the mark.
  var script: ArraySlice<UInt8> { bytes.prefix(16) }

  /// In satoshis; 0 for data, which is not a second payment when it comes twice.
  var satoshis: UInt64 { bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) } }
}

/// A payment that this machine signed before.
public struct SignedPayment: Hashable, Sendable {
  /// What it is called in the log.
  public let txid: Txid
  /// The txid without any signature: the same for each round of a wallet of several people.
  public let unsignedTxid: Txid
  /// Seconds since 1970, by this machine's clock.
  public let time: Int64
  /// Its fee in satoshis; nil where it was not known.
  public let fee: Int64?
  /// What it spends.
  public let coins: [OutPoint]
  /// Which of `coins` were ours when it was signed; empty where that was not kept.
  public let own: Set<OutPoint>
  /// Whether `own` says it of all of them; else any of `coins` may have been ours.
  let knowsOwn: Bool
  /// What it pays that does not stay with us.
  public let payees: [PayeeMark]
  /// Whether `payees` are still kept; where not, `coins` are only those that were or may have been ours.
  public let remembersPayees: Bool

  /// Takes what was signed; an empty `own` means that it is not known which coins were ours.
  public init(
    txid: Txid, unsignedTxid: Txid, time: Int64, fee: Int64? = nil, coins: [OutPoint],
    own: Set<OutPoint> = [], payees: [PayeeMark], remembersPayees: Bool = true
  ) {
    self.init(
      txid: txid, unsignedTxid: unsignedTxid, time: time, fee: fee, coins: coins, own: own,
      knowsOwn: !own.isEmpty, payees: payees, remembersPayees: remembersPayees)
  }

  fileprivate init(
    txid: Txid, unsignedTxid: Txid, time: Int64, fee: Int64?, coins: [OutPoint],
    own: Set<OutPoint>, knowsOwn: Bool, payees: [PayeeMark], remembersPayees: Bool
  ) {
    self.txid = txid
    self.unsignedTxid = unsignedTxid
    self.time = time
    self.fee = fee
    self.coins = coins
    self.own = own
    self.knowsOwn = knowsOwn
    self.payees = payees
    self.remembersPayees = remembersPayees
  }

  /// The day it was signed: `2026-11-21`.
  var date: String {
    CivilTime.date(ofSecond: time)
  }
}

/// What one payment pays to one script.
struct Paid: Sendable {
  /// The payment, by its number in the history.
  let payment: Int
  /// Output by output, in satoshis; never empty.
  var amounts: [UInt64]

  /// All of it.
  ///
  /// A sum beyond 64 bits, which no transaction has, stays at the largest number.
  var sum: UInt64 {
    amounts.reduce(0) {
      let (sum, overflow) = $0.addingReportingOverflow($1)
      return overflow ? .max : sum
    }
  }
}

/// The amounts of one recipient, each output's and all together, found by another payment's.
///
/// Sorted once: whoever builds the payment chooses how many outputs it has, and whoever built the
/// earlier ones how many of those there are.
struct AmountSearch {
  /// All of it.
  let sum: UInt64
  /// Ascending.
  private let amounts: [UInt64]

  init(of paid: Paid) {
    sum = paid.sum
    amounts = (paid.amounts + [sum]).sorted()
  }

  /// What is alike in this payment and an earlier one; equal amounts before similar ones, and then
  /// the largest.
  ///
  /// Each output alone and all together are held against each output and all of the earlier one.
  /// The amounts that are similar to one must be a range around it, without a gap.
  func nearest(
    to earlier: Paid, _ isNear: (UInt64, UInt64) -> Bool
  ) -> (now: UInt64, before: UInt64)? {
    var best: (now: UInt64, before: UInt64)?
    let rank = { (pair: (now: UInt64, before: UInt64)) in
      (pair.now == pair.before ? 1 : 0, pair.now, pair.before)
    }
    for before in earlier.amounts + [earlier.sum] {
      let same = last { $0 <= before }.flatMap { $0 == before ? $0 : nil }
      let near = last { $0 <= before || isNear($0, before) }
        .flatMap { isNear($0, before) ? $0 : nil }
      guard let now = same ?? near else { continue }
      if best.map({ rank($0) < rank((now, before)) }) ?? true { best = (now, before) }
    }
    return best
  }

  /// The largest amount for which something holds that holds for every smaller one.
  private func last(where holds: (UInt64) -> Bool) -> UInt64? {
    var low = 0
    var high = amounts.count
    while low < high {
      let middle = (low + high) / 2
      if holds(amounts[middle]) { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? amounts[low - 1] : nil
  }
}

/// What this machine signed before, found by coin and by recipient.
public struct SigningHistory: Sendable {
  let payments: [SignedPayment]
  private let byCoin: [OutPoint: [Int]]
  private let byScript: [ArraySlice<UInt8>: [Paid]]

  /// Takes the payments, oldest first.
  ///
  /// A transaction that was signed again, in another round of a wallet of several people or because an
  /// answer was lost, is one payment: the first time counts.
  public init(_ payments: [SignedPayment] = []) {
    let payments = Self.merged(payments)
    self.payments = payments
    var byCoin: [OutPoint: [Int]] = [:]
    var byScript: [ArraySlice<UInt8>: [Paid]] = [:]
    for (number, payment) in payments.enumerated() {
      for coin in payment.coins { byCoin[coin, default: []].append(number) }
      for payee in payment.payees where payee.satoshis > 0 {
        let script = payee.script
        if let last = byScript[script]?.indices.last, byScript[script]?[last].payment == number {
          byScript[script]?[last].amounts.append(payee.satoshis)
        } else {
          byScript[script, default: []].append(Paid(payment: number, amounts: [payee.satoshis]))
        }
      }
    }
    self.byCoin = byCoin
    self.byScript = byScript
  }

  /// One payment for each unsigned transaction, at the place of its first signing.
  ///
  /// The first that remembers its coins counts, and the first that remembers its recipients gives
  /// those: the log forgets what its oldest entries knew. Every coin that was ours in any round is
  /// ours (R12). One that a later round took for somebody else's may have been ours in a round that
  /// does not say.
  private static func merged(_ payments: [SignedPayment]) -> [SignedPayment] {
    var places: [Txid: Int] = [:]
    var merged: [SignedPayment] = []
    for payment in payments {
      guard let place = places[payment.unsignedTxid] else {
        places[payment.unsignedTxid] = merged.count
        merged.append(payment)
        continue
      }
      let first = merged[place]
      let named = first.coins.isEmpty ? payment : first
      let full = first.coins.isEmpty || !first.remembersPayees ? payment : first
      let known = Set(full.coins)
      merged[place] = SignedPayment(
        txid: named.txid, unsignedTxid: named.unsignedTxid, time: named.time,
        fee: first.fee ?? payment.fee,
        coins: full.coins + named.coins.filter { !known.contains($0) },
        own: first.own.union(payment.own),
        knowsOwn: first.coins.isEmpty
          ? payment.knowsOwn
          : payment.coins.isEmpty ? first.knowsOwn : first.knowsOwn && payment.knowsOwn,
        payees: full.payees, remembersPayees: full.remembersPayees)
    }
    return merged
  }

  /// The payments that spend a coin, oldest first, by number.
  private func spending(_ coin: OutPoint) -> [Int] { byCoin[coin] ?? [] }
  /// Those of them in which the coin was ours, or may have been: older entries do not say.
  ///
  /// Somebody else's coin beside ours was not signed away by this machine.
  func signing(_ coin: OutPoint) -> [Int] {
    spending(coin).filter { !payments[$0].knowsOwn || payments[$0].own.contains(coin) }
  }
  /// The first payment in which this machine took a coin for its own, and signed.
  func signingOwn(_ coin: OutPoint) -> SignedPayment? {
    spending(coin).first { payments[$0].own.contains(coin) }.map { payments[$0] }
  }
  /// What a script was paid, payment by payment, the oldest first.
  func paying(_ script: ArraySlice<UInt8>) -> [Paid] { byScript[script] ?? [] }
}
