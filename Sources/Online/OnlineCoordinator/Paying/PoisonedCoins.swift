internal import BitcoinPrimitives
internal import Hashes
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// Tiny coins that came with an address that looks like a known one: bait for whoever copies addresses out
/// of lists (R30).
struct PoisonedCoins {
  /// Up to how many satoshis a coin is looked at: somebody who sends more gives it away.
  static let most: Int64 = 1_000
  /// The most transactions that are looked at, and that are named.
  private static let limits = (looked: 1_000, named: 10)

  /// The transactions that made such coins, with the pair of addresses.
  let pairs: [Txid: LookAlikes.Pair]

  /// Looks at the transactions of these coins, the newest first.
  ///
  /// `coins` come in any order; those above the limit are not looked at.
  init(
    among coins: some Sequence<(outPoint: OutPoint, amount: Int64)>, of wallet: WalletRecord,
    in store: Store
  ) throws {
    var txids: Set<Txid> = []
    for coin in coins where coin.amount <= Self.most && txids.count < Self.limits.looked {
      txids.insert(coin.outPoint.txid)
    }
    guard !txids.isEmpty else {
      pairs = [:]
      return
    }
    var shown: [Txid: Set<Address>] = [:]
    for (txid, transaction) in try store.transactions(txids, of: wallet) {
      shown[txid] = Self.addresses(of: transaction, on: wallet.network)
    }
    let all = shown.values.reduce(into: Set<Address>()) { $0.formUnion($1) }
    let alike = Dictionary(
      try LookAlikes(all.sorted { $0.string < $1.string }, of: wallet, in: store).pairs.map {
        ($0.recipient, $0)
      }
    ) { first, _ in first }
    pairs = shown.compactMapValues { addresses in
      addresses.sorted { $0.string < $1.string }.lazy.compactMap { alike[$0] }.first
    }
  }

  /// The addresses that a list of transactions shows: those that it pays, and those whose coins it
  /// spends, as far as it says itself (P2WPKH and P2PKH).
  static func addresses(of transaction: Transaction, on network: Network) -> Set<Address> {
    var scripts = transaction.outputs.map(\.scriptPubKey)
    for input in transaction.inputs.prefix(100) {
      if input.witness.count == 2, input.witness[1].count == 33, input.scriptSig.bytes.isEmpty {
        scripts.append(.p2wpkh(hash: Hash160.hash(input.witness[1])))
      }
    }
    return Set(scripts.compactMap { Address(script: $0, network: network) })
  }

  /// Says it, before the list.
  func warn(on console: Console, _ wallet: String) {
    for (_, pair) in pairs.sorted(by: { $0.key < $1.key }).prefix(Self.limits.named) {
      console.warn(
        """
        a tiny coin of \(wallet) came with \(pair.recipient), which looks like \(pair.known), \
        \(pair.words), and is another address (R30): do not copy addresses from a list
        """)
    }
    if pairs.count > Self.limits.named {
      console.warn("\(counted(pairs.count - Self.limits.named, "more transaction")) like these")
    }
  }
}
