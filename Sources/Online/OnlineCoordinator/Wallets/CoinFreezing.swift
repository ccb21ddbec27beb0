internal import BitcoinPrimitives
internal import Bytes
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// Freezes coins of a wallet, or takes that back: all that are named, or none.
struct CoinFreezing {
  let isFrozen: Bool

  func run(on coins: [CoinArgument], of wallet: String, in session: CoordinatorSession) throws {
    let store = try session.store()
    let record = try session.wallet(wallet, store)
    let named = try coins.outPoints(of: record, in: store)
    let known = Dictionary(
      try store.coins(of: record, includingSpent: true).map { ($0.outPoint, $0) }
    ) { first, _ in first }
    for outPoint in named {
      guard let coin = known[outPoint] else {
        throw ProgramError(
          "\(wallet) has no coin \(outPoint)",
          hint: "sync, then run `coins \(wallet)` to list its coins")
      }
      guard coin.spender == nil || !isFrozen else {
        throw ProgramError(
          "the coin \(outPoint) is spent", hint: "run `coins \(wallet)` to list its coins")
      }
    }
    try store.setFrozen(isFrozen, named, of: record)
    for outPoint in named where isFrozen {
      guard let payment = known[outPoint]?.payment else { continue }
      session.console.warn(
        "payment \(payment) spends the coin \(outPoint): `broadcast` refuses it now, but whoever has a "
          + "signed copy can still send it. To give it up, run `cancel \(payment)`")
    }
    let coins = counted(Set(named).count, "coin")
    session.console.result(
      sentences: isFrozen
        ? "Froze \(coins). No payment chooses a frozen coin, until `unfreeze`."
        : "Unfroze \(coins).",
      json: [
        "wallet": .string(wallet), "frozen": .bool(isFrozen),
        "coins": .array(named.map { .string("\($0)") }),
      ])
  }
}
