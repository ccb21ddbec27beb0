internal import BitcoinPrimitives
internal import NodeClients
internal import PaymentBuilding
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// A payment that was signed or sent and is not in a block, to be replaced by one with its coins and a higher fee
/// (BIP-125).
struct Replacement: PaymentBasis {
  let payment: PaymentRecord
  /// Its coins, for another payment to spend.
  let coins: [WalletCoin]
  /// What the mempool loses: its fee, and the fees of payments that build on it.
  private(set) var lost: Int64
  /// What builds on it pays so much, in satoshis, by the word of a node that raised what is lost; nil where none did.
  private(set) var heard: Int64?
  /// The payments that build on it and go with it.
  let builtOnIt: [Int64]
  /// The fee rate that it pays.
  let rate: FeeRate
  var asksBeforeAddingCoins = false
  /// What it pays itself.
  private let fee: Amount
  private let wallet: WalletRecord
  private let own: [Script: ScriptPlace]

  var replaced: PaymentRecord? { payment }
  var purpose: String { "the higher fee of payment \(payment.number)" }
  var mend: String? {
    guard asksBeforeAddingCoins else { return nil }
    let (name, number) = (wallet.name, payment.number)
    return
      "give a lower --fee-rate, receive more into \(name) first, pay less with `pay \(name) --replace "
      + "\(number) --to ADDRESS=AMOUNT`, or take it all back with `cancel \(number) --on-chain`"
  }

  /// - Throws: `ProgramError`, or what the records throw, for one that was never handed out, or that is in a block, or whose
  ///   coins are gone.
  init(_ number: Int64, of wallet: WalletRecord, in store: Store) throws {
    let record = try store.payment(number)
    guard record.walletName == wallet.name else {
      throw ProgramError(
        "payment \(number) is one of \(record.walletName), not of \(wallet.name)",
        hint: "run `payments` to list them")
    }
    let state = record.state.words
    guard record.state != .confirmed, record.state != .conflicted else {
      throw ProgramError(
        "payment \(number) cannot be replaced: it \(state)",
        hint: "run `history` to see what is in blocks")
    }
    // Whoever has the signatures can send it, also when it was given up.
    guard record.wasHandedOver || record.final != nil else {
      throw ProgramError(
        "payment \(number) cannot be replaced: it \(state), and nobody here can send it",
        hint: try Self.hint(unsigned: record, store)
          ?? "run `cancel \(number)`, then build another with `pay`; if somebody has signed it, spend "
          + "one of its coins there: --coin \(record.unsigned.inputs.first.map { "\($0.previousOutput)" } ?? "TXID:VOUT")"
      )
    }
    let ladder = try StoredLadder(of: record, in: store)
    if let place = record.ladder, let top = ladder.higherStep(than: record) {
      throw ProgramError(
        "payment \(number) is \(record.stepWords ?? "of a ladder"), and higher steps of it can take its place",
        hint: "send one: `broadcast \(place.ladder) --step NUMBER`; to pay more than the highest: "
          + "`bump \(top.number)`"
          + (ladder.takingBack.map { "; to take it back: \($0)" } ?? ""))
    }
    let coins = try store.replaceableCoins(of: record)
    guard !coins.isEmpty else {
      throw ProgramError(
        "no coin of payment \(number) is free: each is spent, or another payment holds it",
        hint: "sync, then run `payments`")
    }
    payment = record
    self.coins = coins
    self.wallet = wallet
    let fee = try PaymentContents(record, of: wallet, in: store).fee ?? record.fee
    self.fee = fee
    let payments = try store.payments(of: wallet)
    var (lost, builtOnIt) = Self.lost(with: record, fee: fee, among: payments)
    // Whichever step of its ladder waits, that one is lost and what builds on it.
    for step in ladder.payments where step.number != number && step.wasHandedOver {
      let more = Self.lost(with: step, fee: step.fee, among: payments)
      lost = max(lost, more.fees)
      builtOnIt = Set(builtOnIt).union(more.numbers).sorted()
    }
    (self.lost, self.builtOnIt) = (lost, builtOnIt)
    rate = record.final.map { FeeRate(fee: fee, for: $0.weight) } ?? .zero
    own = try store.places(of: record.unsigned.outputs.map(\.scriptPubKey), in: wallet)
  }

  /// What to do about a step that nobody has signed; nil for a payment by itself.
  private static func hint(unsigned record: PaymentRecord, _ store: Store) throws -> String? {
    guard let place = record.ladder else { return nil }
    let signed = try StoredLadder(of: record, in: store).signedTop
    return "if it was signed, `collect` what the signer wrote"
      + (signed.map { "; to replace the highest step that is signed: `bump \($0.number)`" }
        ?? "; if nobody signed it, `cancel \(place.ladder)` frees its coins")
  }

  /// The payments that build on any of these, whatever became of them.
  static func numbers(buildingOn payments: [PaymentRecord], among all: [PaymentRecord]) -> [Int64] {
    Set(payments.flatMap { lost(with: $0, fee: .zero, among: all).numbers }).sorted()
  }

  private static func lost(
    with payment: PaymentRecord, fee: Amount, among payments: [PaymentRecord]
  ) -> (fees: Int64, numbers: [Int64]) {
    var gone: Set<Txid> = Set([payment.unsigned.txid, payment.final?.txid].compactMap { $0 })
    var fees = fee.satoshis
    var numbers: [Int64] = []
    var isMore = true
    // Whatever their order: one may build on another that was built later.
    while isMore {
      isMore = false
      for other in payments
      where other.state.holdsCoins && other.number != payment.number
        && !numbers.contains(other.number)
        && other.unsigned.inputs.contains(where: { gone.contains($0.previousOutput.txid) })
      {
        gone.formUnion([other.unsigned.txid, other.final?.txid].compactMap { $0 })
        numbers.append(other.number)
        // What the records say; they may come from a backup, so it is capped at all the bitcoin
        // there is.
        if other.wasHandedOver { fees = min(fees + other.fee.satoshis, Amount.maxSatoshis) }
        isMore = true
      }
    }
    return (fees, numbers.sorted())
  }

  /// Those whom it pays, and how much.
  func recipients() throws(ProgramError) -> [Recipient] {
    var recipients: [Recipient] = []
    for output in payment.unsigned.outputs where own[output.scriptPubKey] == nil {
      guard let address = Address(script: output.scriptPubKey, network: wallet.network),
        let amount = output.amount
      else {
        throw ProgramError(
          "payment \(payment.number) pays a script that has no address",
          hint: "say whom to pay: --to ADDRESS=AMOUNT")
      }
      recipients.append(Recipient(address: address, share: .exactly(amount)))
    }
    guard !recipients.isEmpty else {
      throw ProgramError(
        "payment \(payment.number) pays nobody else", hint: "say whom to pay: --to ADDRESS=AMOUNT")
    }
    return recipients
  }

  /// Those who get the same as before: everybody but the change.
  ///
  /// None where all of it goes to the wallet's own change.
  func samePayees() throws(ProgramError) -> [Recipient] {
    let outputs = payment.unsigned.outputs
    let payees = outputs.filter { output in
      own[output.scriptPubKey].map { $0.branch != wallet.changeBranch } ?? true
    }
    var recipients: [Recipient] = []
    for output in payees {
      guard let address = Address(script: output.scriptPubKey, network: wallet.network),
        let amount = output.amount
      else {
        throw ProgramError(
          "payment \(payment.number) pays a script that has no address, which a replacement would leave out",
          hint: "speed it up by a child instead: `bump \(payment.number) --by-child`")
      }
      // What moves all of the wallet to an address of its own pays the fee itself.
      let isAll = outputs.count == 1 && own[output.scriptPubKey] != nil
      recipients.append(Recipient(address: address, share: isAll ? .everything : .exactly(amount)))
    }
    return recipients
  }

  /// Takes what a node says of it: what strangers built on it is evicted with it, and its fees are lost too.
  mutating func hear(_ entry: MempoolEntry) {
    guard let fees = entry.descendantFees, fees.satoshis > lost else { return }
    lost = fees.satoshis
    heard = lost - fee.satoshis
  }

  /// Why the fee is as high as it is, where only the node says so.
  var heardWords: String? {
    heard.map {
      "The node says that what builds on payment \(payment.number) pays \($0) sat, which the new fee has to cover."
    }
  }

  /// Warns where the payment has anti-exfil and the one in its place has none.
  func warnOfNonces(unless antiExfil: Bool, _ console: Console, _ store: Store) {
    guard !antiExfil, let replaced = try? store.packet(of: payment).psbt(),
      NonceRounds(of: replaced).commitments > 0
    else { return }
    console.warn(
      """
      payment \(payment.number) was built with anti-exfil, the new one without it (R28): cancel the new one, \
      and build it again with --anti-exfil
      """)
  }

  // MARK: The fee

  /// What nodes ask for room in the mempool beyond what they lose, in sat/kvB: at most 1 sat/vB
  /// (`-incrementalrelayfee`; Bitcoin Core 30 asks for a tenth of that).
  private static let increment: Int64 = 1000

  /// The lowest rate at which nodes take it for the other.
  ///
  /// - Throws: `ProgramError` when no rate is high enough.
  func neededRate(for weight: Weight) throws(ProgramError) -> FeeRate {
    let size = Int64(max(1, weight.vsize))
    let fee = lost + (size * Self.increment + 999) / 1000
    // `lost` is at most 21 million bitcoin: its thousandfold fits, and so does the sum.
    let needed = max((fee * 1000 + size - 1) / size, rate.satoshisPerKvB + 1)
    do {
      return try FeeRate(satoshisPerKvB: needed)
    } catch {
      throw ProgramError(
        "payment \(payment.number) and what builds on it pay \(lost) sat of fees: no replacement can "
          + "pay more",
        hint: "if the fees that `payments` shows are wrong, restore a newer backup or sync")
    }
  }

  func requireEnough(_ quote: PaymentQuote, isRateGiven: Bool) throws {
    let needed = try neededRate(for: quote.weight)
    guard FeeRate(fee: quote.fee, for: quote.weight) < needed else { return }
    guard isRateGiven else { throw TooCheap(needed: needed) }
    // No node has it: a lower fee is the person's to choose, and `words` says what it costs.
    guard payment.wasHandedOver else { return }
    throw ProgramError(
      "nodes would refuse this replacement: payment \(payment.number) and what builds on it pay "
        + "\(lost) sat of fees, and a replacement must pay that plus a fee for its own size",
      hint: "give --fee-rate \(needed.satPerVByte) or more")
  }

  /// Takes the lowest step of a fee ladder in its place.
  ///
  /// - Throws: `ProgramError` for a fee at which nodes keep the payment; the rates of a ladder are the person's.
  func requireEnough(ofLowestStep quote: PaymentQuote) throws(ProgramError) {
    let needed = try neededRate(for: quote.weight)
    // What no node has can be replaced at a lower fee, and `words` says what that costs.
    guard payment.wasHandedOver, FeeRate(fee: quote.fee, for: quote.weight) < needed else { return }
    throw ProgramError(
      "nodes would refuse the lowest step: payment \(payment.number) and what builds on it pay \(lost) sat of fees, and "
        + "what takes its place must pay that plus a fee for its own size",
      hint: "begin --ladder with \(needed.satPerVByte) or more")
  }

  // MARK: Words

  /// What it means.
  func words(isLadder: Bool = false) -> String {
    let others =
      builtOnIt.isEmpty
      ? ""
      : ". Payments that build on it\(payment.ladder == nil ? "" : " or on another step of its ladder") can then no longer confirm: "
        + builtOnIt.map(String.init).joined(separator: ", ")
    let unsent =
      payment.wasHandedOver
      ? ""
      : ". If somebody sends payment \(payment.number) first, nodes keep that one unless this pays a higher "
        + "fee"
    return """
      this replaces payment \(payment.number)\(others). Only one of \(isLadder ? "them all" : "the two") can confirm; \
      until one is in a block it may be \(isLadder ? "any" : "either")\(unsent)
      """
  }
}
