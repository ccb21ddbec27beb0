internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import PaymentBuilding
internal import Refusals
internal import TerminalUI
internal import TransactionReview
internal import WalletStorage
internal import WalletTypes

/// The same amount to the same address as another payment, or twice in one: it could be paid twice (R33).
struct SamePaymentTwice {
  private struct Other {
    let payment: PaymentRecord
    /// Whether somebody signed a part of it.
    let isPartlySigned: Bool
  }

  /// Whether the same twice within one payment is asked about: not where it was already.
  var looksInside = true

  private let others: [Other]
  private let wallet: WalletRecord

  /// Looks at the payments of every wallet of the network: one person may be paid out of several.
  ///
  /// What was given up before anybody signed it, and what can no longer confirm, pays nobody.
  init(of wallet: WalletRecord, in store: Store) throws(ProgramError) {
    self.wallet = wallet
    let wallets = Dictionary(
      try hinted { () throws(StorageError) in try store.wallets() }
        .filter { $0.network == wallet.network }.map { ($0.name, $0) }
    ) { first, _ in first }
    var others: [Other] = []
    for payment in try hinted({ () throws(StorageError) in try store.payments() }) {
      guard let owner = wallets[payment.walletName] else { continue }
      if let other = try Self.other(payment, of: owner, in: store) { others.append(other) }
    }
    self.others = others
  }

  /// A payment that may pay somebody; nil for one that cannot.
  private static func other(
    _ payment: PaymentRecord, of owner: WalletRecord, in store: Store
  ) throws(ProgramError) -> Other? {
    guard payment.state != .conflicted else { return nil }
    guard [.cancelled, .dead, .draft].contains(payment.state), !payment.wasHandedOver,
      payment.final == nil, !payment.isUncertain
    else { return Other(payment: payment, isPartlySigned: false) }
    // Whoever collects the signatures that were given can finish it, while its coins are there.
    let stored = try hinted { () throws(StorageError) in
      try store.packetWithoutPrevious(of: payment)
    }
    guard let packet = try? stored.signatures(), packet.inputs.contains(where: \.isSigned) else {
      return payment.state == .cancelled ? nil : Other(payment: payment, isPartlySigned: false)
    }
    if payment.state != .cancelled { return Other(payment: payment, isPartlySigned: true) }
    let coins = try hinted { () throws(StorageError) in
      try store.coinsSpentInBlocks(
        among: payment.unsigned.inputs.map(\.previousOutput), of: owner)
    }
    return coins.isEmpty ? Other(payment: payment, isPartlySigned: true) : nil
  }

  /// The warnings about a payment that is about to be built.
  func warnings(about quote: PaymentQuote, replacing basis: (any PaymentBasis)?) -> [Finding] {
    let twice = looksInside && Set(quote.payments).count < quote.payments.count
    let inside = Finding(
      rule: .r33, severity: .warn,
      message: "this payment pays the same amount to the same address twice",
      mend: "give each recipient once: one --to ADDRESS=AMOUNT with the whole amount")
    return (twice ? [inside] : [])
      + warnings(
        paying: quote.payments, outOf: Set(quote.coins), replacing: basis?.replaced?.number)
  }

  /// The warnings about other payments of what a transaction pays somebody else.
  func warnings(
    paying outputs: [TxOut], outOf coins: Set<OutPoint>, replacing number: Int64? = nil
  ) -> [Finding] {
    others.compactMap { other in
      let payment = other.payment
      // With a coin in common only one of them can confirm.
      guard payment.number != number,
        !payment.unsigned.inputs.contains(where: { coins.contains($0.previousOutput) }),
        outputs.contains(where: payment.unsigned.outputs.contains)
      else { return nil }
      let owner = payment.walletName == wallet.name ? "" : " of \(payment.walletName)"
      return Finding(
        rule: .r33, severity: .warn,
        message: "payment \(payment.number)\(owner) pays the same amount to the same address: "
          + Self.reason(other),
        mend: Self.mend(other))
    }
  }

  private static func reason(_ other: Other) -> String {
    let payment = other.payment
    if payment.isUncertain {
      return "one of its coins is spent, and this node cannot tell by which transaction: it may be "
        + "confirmed"
    }
    return switch payment.state {
    case .draft where other.isPartlySigned:
      "it waits for more signatures, and whoever collects them can send it"
    case .draft: "it waits for signatures"
    case .complete where !payment.wasHandedOver: "it is signed and can be sent"
    case .complete: "it \(payment.whatNodesDid), and it may still confirm"
    case .confirmed: "it is confirmed"
    case .dead where payment.wasHandedOver: "it was sent, and the coin that it lacks may come back"
    case .dead where payment.final != nil:
      "it is signed, and the coin that it lacks may come back"
    case .dead where other.isPartlySigned:
      "somebody has signed it, and the coin that it lacks may come back"
    case .dead: "it waits for signatures, and for a coin that may come back"
    case .cancelled where payment.wasHandedOver:
      "it was sent before it was cancelled, and may still confirm"
    case .cancelled where other.isPartlySigned:
      "it was cancelled, but somebody has signed it, and whoever collects the other signatures can "
        + "still send it"
    case .cancelled: "it was cancelled, but it is signed, and whoever has a copy can still send it"
    default: "it was sent and is not in a block yet"
    }
  }

  private static func mend(_ other: Other) -> String {
    let payment = other.payment
    if payment.isUncertain {
      return "sync with a node that has block filters, or run `sync --whole`, before you pay again"
    }
    if payment.state == .confirmed { return "continue only if you want to pay it a second time" }
    let (name, number) = (payment.walletName, payment.number)
    if other.isPartlySigned, let input = payment.unsigned.inputs.first {
      let first = payment.state != .cancelled ? "`cancel \(number)`, then " : ""
      return "spend a coin of it instead, so that only one of the two can confirm: \(first)"
        + "`pay \(name) --coin \(input.previousOutput)`"
    }
    return payment.wasHandedOver || payment.final != nil
      ? "run `pay \(name) --replace \(number)` instead: it spends the same coins, so only one of "
        + "the two can confirm"
      : "if you do not want to pay both, run `cancel \(number)` first"
  }
}

extension PSBTInput {
  /// Whether it holds a signature.
  fileprivate var isSigned: Bool {
    !partialSigs.isEmpty || tapKeySig != nil || !tapScriptSigs.isEmpty
  }
}
