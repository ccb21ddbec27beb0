internal import BitcoinPrimitives
internal import Bytes
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// The coins that `all` does not mean now: held by a payment, frozen, not confirmed yet, not mature
/// yet, not proved.
struct LeftOutCoins {
  /// Coins that are left out for one reason.
  struct Group: Equatable {
    let reason: String
    /// What makes them free.
    let way: String
    let amount: Amount
    let count: Int
    /// The payment that holds them.
    let payment: Int64?
    /// The tag that keeps them out.
    var tag: String?
  }

  let walletName: String
  let groups: [Group]
  /// What may be spent now.
  let free: Amount
  let freeCount: Int

  /// Sorts the unspent coins of a wallet; each payment that holds some is named with what it pays.
  ///
  /// Who names tags means every coin that has one of them, and is told nothing about the others unless
  /// `tellsAll`.
  init(
    of wallet: WalletRecord, at tip: Int, within fence: TagFence = .closed,
    tellsAll: Bool = false, in store: Store
  ) throws {
    var coins = try store.coins(of: wallet)
    if case .only = fence, !tellsAll { coins = coins.filter(fence.allows) }
    var fenced: [WalletCoin] = []
    var free: [Amount] = []
    var held: [Int64: [Amount]] = [:]
    var unconfirmed: [Amount] = []
    var frozen: [Amount] = []
    var immature: [Amount] = []
    var unproved: [Amount] = []
    var blocks = 0
    for coin in coins {
      switch coin.availability(at: tip) {
      case .spendable where !fence.allows(coin): fenced.append(coin)
      case .spendable: free.append(coin.amount)
      case .spent: break
      case .locked(let payment): held[payment, default: []].append(coin.amount)
      case .frozen: frozen.append(coin.amount)
      case .unproved: unproved.append(coin.amount)
      case .unconfirmed: unconfirmed.append(coin.amount)
      case .immature(let needed):
        immature.append(coin.amount)
        blocks = max(blocks, needed)
      }
    }
    var groups: [Group] = []
    for (number, amounts) in held.sorted(by: { $0.key < $1.key }) {
      groups.append(try Self.group(heldBy: number, amounts, wallet, store))
    }
    if !unconfirmed.isEmpty {
      groups.append(
        Group(
          reason: "not confirmed yet", way: "wait for the next block",
          amount: try Self.sum(unconfirmed), count: unconfirmed.count, payment: nil))
    }
    if !frozen.isEmpty {
      groups.append(
        Group(
          reason: "frozen", way: "run `unfreeze \(wallet.name) COIN`",
          amount: try Self.sum(frozen), count: frozen.count, payment: nil))
    }
    for total in TagTotal.all(of: fenced) {
      groups.append(
        Group(
          reason: total.tag.map { "tagged \($0)" } ?? "without a tag",
          way: "add --mix-tags, which links them for everybody",
          amount: try Amount(satoshis: total.satoshis), count: total.count, payment: nil,
          tag: total.tag))
    }
    if !immature.isEmpty {
      groups.append(
        Group(
          reason: "block rewards that are not mature yet",
          way: "wait for \(counted(blocks, "more block"))",
          amount: try Self.sum(immature), count: immature.count, payment: nil))
    }
    if !unproved.isEmpty {
      groups.append(
        Group(
          reason: "the transactions that made them are missing: the node has pruned their blocks",
          way: "sync with a node that does not prune (prune=0)",
          amount: try Self.sum(unproved), count: unproved.count, payment: nil))
    }
    walletName = wallet.name
    self.groups = groups
    self.free = try Self.sum(free)
    freeCount = free.count
  }

  private static func group(
    heldBy number: Int64, _ amounts: [Amount], _ wallet: WalletRecord, _ store: Store
  ) throws -> Group {
    let payment = try store.payment(number)
    let contents = try PaymentContents(payment, of: wallet, in: store)
    let name = ForeignText.shown(payment.summary, limit: 60)
    return Group(
      reason: "held by payment \(number) (\(payment.state.rawValue), called \(name)): "
        + contents.summary,
      way: payment.wasHandedOver
        ? "wait until payment \(number) is confirmed" : "run `cancel \(number)`",
      amount: try sum(amounts), count: amounts.count, payment: number)
  }

  private static func sum(_ amounts: [Amount]) throws -> Amount {
    try Amount.sum(of: amounts)
  }

  // MARK: Words

  static func coins(_ count: Int) -> String { counted(count, "coin") }

  /// What is left out and what is free, a line each.
  var lines: [String] {
    ["`all` does not cover every coin of \(walletName) now:"]
      + groups.map { "  \($0.amount) in \(Self.coins($0.count)), \($0.reason)" }
      + ["Spendable now: \(free) in \(Self.coins(freeCount))."]
  }

  /// How to have all of it, or go on without.
  var hint: String {
    // Several tags need --mix-tags once.
    var ways: [String] = []
    for group in groups where !ways.contains(group.way) { ways.append(group.way) }
    var hint = "to pay all of it: \(ways.joined(separator: " and "))"
    if groups.contains(where: { $0.tag != nil }) {
      hint += "; to pay only the coins with one tag: add --tag NAME"
    }
    return freeCount == 0 ? hint : hint + "; or add --without-held to pay only \(free)"
  }

  var json: JSONValue {
    .array(
      groups.map {
        [
          "reason": .string($0.reason), "amount": .integer($0.amount.satoshis),
          "coins": .integer($0.count), "payment": $0.payment.map { .integer($0) } ?? .null,
        ]
      })
  }

  // MARK: The question

  /// Has the person confirm that only what is free is meant: by the option, or on the terminal.
  ///
  /// - Throws: `ProgramError` that names what is left out and both ways, when nobody says so.
  func requireConsent(given: Bool, on console: Console) throws {
    guard !groups.isEmpty else { return }
    guard freeCount > 0, given || console.screen.canAsk else {
      throw ProgramError(lines.joined(separator: "\n"), hint: hint)
    }
    if given { return console.talk(lines.joined(separator: "\n")) }
    // Many payments may hold coins: none of them scrolls away, or into a file, before the question.
    try console.showBeforeQuestion(lines.joined(separator: "\n"))
    guard try console.agrees(to: "Pay only the \(free) that can be spent now?", orElse: hint) else {
      throw ProgramError("nothing was built", hint: hint)
    }
  }
}
