internal import BitcoinPrimitives
internal import Bytes
internal import CoinSelection
internal import Descriptors
internal import PaymentBuilding
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// What everybody who looks at the chain would learn from a payment, and how to avoid it.
///
/// It stops nothing: it is said before anything is recorded.
struct PrivacyFinding: Hashable {
  /// What it is about, for scripts.
  enum Kind: String {
    /// An address was paid before.
    case reuse = "address-reuse"
    /// Coins with different tags are spent together.
    case linkedTags = "linked-tags"
    /// The amounts that are paid are round, and the change is not.
    case roundAmount = "round-amount"
    /// The change is of another type than what is paid.
    case typeMix = "type-mix"
    /// A coin is spent that was not needed.
    case unnecessaryInput = "unnecessary-input"
  }

  let kind: Kind
  /// What others learn.
  let message: String
  /// What to do instead: an option or a command as it is typed, or what to ask the recipient for.
  let alternative: String

  var words: String { "privacy: \(message)\n  instead: \(alternative)" }

  var json: JSONValue {
    [
      "kind": .string(kind.rawValue), "message": .string(message),
      "alternative": .string(alternative),
    ]
  }
}

/// Looks at the privacy of payments that are about to be built.
struct PrivacyCheck {
  private let wallet: WalletRecord
  private let recipients: [Recipient]
  /// Recipients that were paid before, and what paid them.
  private let paidBefore: [Script: String]
  /// Recipients that are addresses of the wallet with coins on them.
  private let ownUsed: Set<Script>
  private let own: Set<Script>
  private let changeScript: Script?
  /// Wallets of the network by the type of their addresses, this one left out.
  private let otherWallets: [String: [WalletRecord]]
  private let store: Store
  private let isReplacement: Bool

  /// Gathers what is known of the recipients.
  ///
  /// A replacement pays the same people again, which links nothing new.
  init(
    _ recipients: [Recipient], of wallet: WalletRecord, isReplacement: Bool, in store: Store
  ) throws {
    self.wallet = wallet
    self.store = store
    self.recipients = recipients
    self.isReplacement = isReplacement
    let scripts = Set(recipients.map(\.address.script))
    let places = try store.places(of: Array(scripts), in: wallet)
    own = Set(places.keys)
    let used = try store.placesWithCoins(among: Set(places.values), of: wallet)
    ownUsed = Set(places.filter { used.contains($0.value) }.keys)
    let wallets = try store.wallets().filter { $0.network == wallet.network }
    var paidBefore: [Script: String] = [:]
    if !isReplacement {
      let names = Set(wallets.map(\.name))
      for payment in try store.payments()
      where names.contains(payment.walletName)
        && (payment.wasHandedOver || payment.final != nil)
      {
        for output in payment.unsigned.outputs where scripts.contains(output.scriptPubKey) {
          paidBefore[output.scriptPubKey] =
            paidBefore[output.scriptPubKey]
            ?? "payment \(payment.number)"
        }
      }
      for other in wallets {
        try store.forEachPaidScript(of: other) { paid in
          guard paid.isOwn, scripts.contains(paid.script), paidBefore[paid.script] == nil
          else { return }
          paidBefore[paid.script] = "a transaction of \(other.name)"
        }
      }
    }
    self.paidBefore = paidBefore
    changeScript = Self.script(wallet)
    var otherWallets: [String: [WalletRecord]] = [:]
    for other in wallets where other.name != wallet.name {
      guard let script = Self.script(other) else { continue }
      otherWallets["\(script.type)", default: []].append(other)
    }
    self.otherWallets = otherWallets
  }

  private static func script(_ wallet: WalletRecord) -> Script? {
    try? wallet.descriptor.derived(branch: wallet.changeBranch, index: 0).scriptPubKey
  }

  /// What there is to say of a plan; `reaches` says whether coins alone would be enough for the same payment.
  func findings(
    about plan: PaymentPlan, among coins: [WalletCoin], tipHeight: Int,
    reaches: ([OutPoint]) -> Bool
  ) -> [PrivacyFinding] {
    reuse
      + [
        linkedTags(plan, coins, tipHeight), roundAmount(plan), typeMix(plan),
        unnecessaryInput(plan, reaches),
      ].compactMap(\.self)
  }

  // MARK: Findings

  private var reuse: [PrivacyFinding] {
    var findings: [PrivacyFinding] = []
    let most = 10
    for recipient in recipients where findings.count < most {
      let script = recipient.address.script
      if ownUsed.contains(script) {
        findings.append(
          PrivacyFinding(
            kind: .reuse,
            message:
              "\(recipient.address) is an address of \(wallet.name) that has coins already: the new coin "
              + "is linked to them",
            alternative: "pay to a new one: `receive \(wallet.name)`"))
      } else if !own.contains(script), let before = paidBefore[script] {
        findings.append(
          PrivacyFinding(
            kind: .reuse,
            message:
              "\(before) already paid \(recipient.address): everybody sees that both pay the same one",
            alternative: "ask the recipient for a new address"))
      }
    }
    return findings
  }

  private func linkedTags(
    _ plan: PaymentPlan, _ coins: [WalletCoin], _ tipHeight: Int
  ) -> PrivacyFinding? {
    let totals = TagTotal.all(of: plan.inputs)
    guard totals.count > 1 else { return nil }
    let needed = plan.quote.payments.reduce(Int64(0)) { $0 + $1.rawValue } + plan.quote.fee.satoshis
    let enough = TagTotal.all(
      of: coins.filter { $0.availability(at: tipHeight) == .spendable }
    ).first { $0.tag != nil && $0.satoshis >= needed }?.tag
    return PrivacyFinding(
      kind: .linkedTags,
      message: "it links coins that were kept apart: \(TagTotal.words(totals))",
      alternative: enough.map { "spend coins with one tag, which are enough: --tag \($0)" }
        ?? "make one payment for each tag: "
        + (totals.compactMap(\.tag).map { "--tag \($0)" }
        + (totals.contains { $0.tag == nil } ? ["one with coins that have no tag"] : []))
        .joined(separator: ", then "))
  }

  /// The unit of a round amount, in satoshis: 0.0001 BTC.
  private static let round: Int64 = 10_000

  private var exact: [Amount] {
    recipients.compactMap { recipient in
      if case .exactly(let amount) = recipient.share { amount } else { nil }
    }
  }

  private func roundAmount(_ plan: PaymentPlan) -> PrivacyFinding? {
    let paid = plan.quote.payments.filter { $0.rawValue > 0 }
    guard let change = plan.change, change.satoshis % Self.round != 0, !paid.isEmpty,
      paid.allSatisfy({ $0.rawValue % Self.round == 0 })
    else { return nil }
    let sum = paid.reduce(Int64(0)) { $0 + $1.rawValue }
    let message =
      "\(paid.count == 1 ? "the amount paid is" : "the amounts paid are") round and the change is not: everybody "
      + "can tell which output is the change"
    if paid.count == 1, change.satoshis * 50 <= sum, plan.choice.offered > 0 {
      // Up to 2 % more.
      return PrivacyFinding(
        kind: .roundAmount, message: message,
        alternative: "pay up to \(change.satoshis) sat more and have no change: "
          + "--to \(recipients[0].address)=all \(Self.named(plan.inputs))")
    }
    let odd = change.satoshis % Self.round
    let option = paid.first.flatMap { first in
      let recipient = recipients.first { $0.address.script == first.scriptPubKey }
      let amount = try? Amount(satoshis: first.rawValue + odd)
      return recipient.flatMap { recipient in
        amount.map { "--to \(recipient.address)=\($0.btc)" }
      }
    }
    return PrivacyFinding(
      kind: .roundAmount, message: message,
      alternative: "if the recipient agrees, pay an amount that is not round"
        + (option.map { ": \($0)" } ?? ""))
  }

  private func typeMix(_ plan: PaymentPlan) -> PrivacyFinding? {
    guard plan.change != nil, let changeScript else { return nil }
    let mine = "\(changeScript.type)"
    let paid = plan.quote.payments.filter { $0.rawValue > 0 }.map(\.scriptPubKey)
    let types = Set(paid.map { "\($0.type)" })
    guard !types.isEmpty, !types.contains(mine) else { return nil }
    let shown = types.sorted().joined(separator: " and ")
    // As of its last sync; and its coins may be more or heavier, so that they cost twice the fee.
    let needed =
      plan.quote.payments.reduce(Int64(0)) { $0 + $1.rawValue } + 2 * plan.quote.fee.satoshis
    let other = types.sorted().flatMap { otherWallets[$0] ?? [] }.first { other in
      ((try? Balance(of: other, in: store))?.spendable.satoshis ?? 0) >= needed
    }
    return PrivacyFinding(
      kind: .typeMix,
      message:
        "the change is \(mine) and what is paid is \(shown): everybody can tell which output is the change",
      alternative: other.map { other in
        "pay from \(other.name), whose addresses are of that type: "
          + (command(of: other.name, at: plan.choice.feeRate)
            ?? "the same command with \(other.name) in place of \(wallet.name)")
      }
        ?? "ask the recipient for an address of type \(mine)")
  }

  /// The most recipients of a command that is written out.
  private static let mostWritten = 5

  /// The command that pays the same recipients from another wallet; nil where there are many.
  private func command(of other: String, at rate: FeeRate) -> String? {
    guard recipients.count <= Self.mostWritten else { return nil }
    let paid = recipients.map { recipient in
      let share =
        if case .exactly(let amount) = recipient.share { amount.btc } else { "all" }
      return "--to \(recipient.address)=\(share)"
    }
    return "`pay \(other) \(paid.joined(separator: " ")) --fee-rate \(rate.satPerVByte) --out FILE`"
  }

  private func unnecessaryInput(
    _ plan: PaymentPlan, _ reaches: ([OutPoint]) -> Bool
  ) -> PrivacyFinding? {
    guard !isReplacement, plan.change != nil, plan.inputs.count > 1,
      let smallest = plan.inputs.map(\.amount).min()
    else { return nil }
    let needed = plan.quote.payments.reduce(Int64(0)) { $0 + $1.rawValue } + plan.quote.fee.satoshis
    guard plan.quote.inputTotal.satoshis - smallest.satoshis >= needed else { return nil }
    let sorted = plan.inputs.sorted { $0.amount > $1.amount }
    var sum: Int64 = 0
    var fewer: [WalletCoin] = []
    for coin in sorted where sum < needed {
      fewer.append(coin)
      sum += coin.amount.satoshis
    }
    guard fewer.count < plan.inputs.count, reaches(fewer.map(\.outPoint)) else { return nil }
    let spare = plan.inputs.count - fewer.count
    return PrivacyFinding(
      kind: .unnecessaryInput,
      message:
        "\(counted(spare, "coin")) of \(plan.inputs.count) would not be needed: spending them links more of "
        + "your coins than necessary",
      alternative: fewer.count > 20 ? "add --cheapest" : "spend fewer: \(Self.named(fewer))")
  }

  /// Coins as options.
  private static func named(_ coins: [WalletCoin]) -> String {
    coins.map { "--coin \($0.number.map { "\($0)" } ?? "\($0.outPoint)")" }
      .joined(separator: " ")
  }
}
