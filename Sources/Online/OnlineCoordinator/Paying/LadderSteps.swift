internal import AirgapMessages
internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import NodeClients
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

extension PaymentRecord {
  /// What it is in its ladder, as in `step 2 of ladder 5`; nil for a payment by itself.
  var stepWords: String? {
    ladder.map { place in
      place.step.map { "step \($0) of ladder \(place.ladder)" }
        ?? "the cancel of ladder \(place.ladder)"
    }
  }

  /// The members about its ladder that results have in common.
  func writeLadder(to object: inout JSONObject) {
    object["ladder"] = ladder.map { .integer($0.ladder) } ?? .null
    object["step"] = ladder?.step.map { .integer($0) } ?? .null
  }
}

extension Store {
  /// The numbers of the payments that build on any of these, and hold coins.
  func payments(buildingOn payments: [PaymentRecord]) throws -> [Int64] {
    Replacement.numbers(buildingOn: payments, among: try self.payments())
  }

  /// The number of the payment that is a step of a ladder.
  ///
  /// - Throws: `ProgramError` where there is no such ladder or step.
  func step(_ step: Int, ofLadder number: Int64) throws -> Int64 {
    let steps = try ladder(of: payment(number)).filter { $0.ladder?.step != nil }
    guard !steps.isEmpty else {
      throw ProgramError(
        "payment \(number) is not of a fee ladder", hint: "leave --step out", exitCode: .wrongUsage)
    }
    guard let found = steps.first(where: { $0.ladder?.step == step }) else {
      throw ProgramError(
        "ladder \(steps[0].ladder?.ladder ?? number) has steps 1 to \(steps.count)",
        hint: "give one of them with --step; `payments` lists them", exitCode: .wrongUsage)
    }
    return found.number
  }
}

/// A fee ladder as the records have it, or a payment by itself.
struct StoredLadder {
  /// The steps, the lowest fee first, then the cancel.
  let payments: [PaymentRecord]

  init(of payment: PaymentRecord, in store: Store) throws {
    let ladder = try store.ladder(of: payment)
    payments = ladder.isEmpty ? [payment] : ladder
  }

  /// The highest step that somebody can send; nil while none is signed.
  var signedTop: PaymentRecord? {
    payments.last {
      $0.ladder?.step != nil && $0.state.holdsCoins && ($0.final != nil || $0.wasHandedOver)
    }
  }

  /// What takes all of it back, where it is signed and can be sent.
  var signedCancel: PaymentRecord? {
    payments.first {
      $0.ladder != nil && $0.ladder?.step == nil && $0.final != nil && $0.state.holdsCoins
    }
  }

  /// The signed step that takes the place of one of these payments without the signer: nil for the highest that is
  /// signed, because those above it nobody can send.
  func higherStep(than payment: PaymentRecord) -> PaymentRecord? {
    guard payment.ladder != nil, let top = signedTop, top.number != payment.number,
      top.ladder?.step ?? 0 > payment.ladder?.step ?? 0
    else { return nil }
    return top
  }

  /// How it is taken back, as a command.
  var takingBack: String? {
    guard let place = payments[0].ladder else {
      return "`cancel \(payments[0].number) --on-chain --out FILE`"
    }
    if signedCancel != nil { return "`cancel \(place.ladder) --on-chain`" }
    return signedTop.map { "`cancel \($0.number) --on-chain --out FILE`" }
  }
}

/// A payment of a ladder that a mempool has, in whose place another of the ladder is about to be sent.
struct WaitingStep {
  let payment: PaymentRecord
  /// What the mempool loses with it: its fee, and those of what builds on it as far as the node tells.
  let lost: Int64
  /// Payments of ours that build on it, or on another that was sent.
  let builtOnIt: [Int64]

  /// What is said before it is replaced.
  var warning: String {
    "It takes the place of \(words).\n"
      + (builtOnIt.isEmpty
        ? ""
        : "Payments that build on what was sent can then no longer confirm: "
          + builtOnIt.map(String.init).joined(separator: ", ") + ".\n")
  }

  var words: String {
    "\(payment.stepWords ?? "payment \(payment.number)"), which pays a fee of \(payment.fee.satoshis) sat"
  }

  /// The least that any node asks for room in its mempool, in sat/kvB (`-incrementalrelayfee` of Bitcoin Core 30).
  private static let leastIncrement: Int64 = 100

  /// - Throws: `ProgramError` for a transaction that no node takes in its place (BIP-125, rules 3 and 4).
  func requireReplaceable(by other: PaymentRecord, _ final: Transaction) throws(ProgramError) {
    let size = Int64(final.vsize)
    let needed = lost + (size * Self.leastIncrement + 999) / 1000
    guard other.fee.satoshis < needed else { return }
    let place = payment.ladder?.ladder ?? payment.number
    let built =
      lost > payment.fee.satoshis ? ", \(lost) sat with what builds on it" : ""
    throw ProgramError(
      "\(payment.stepWords ?? "payment \(payment.number)") waits in the mempool and pays a fee of "
        + "\(payment.fee.satoshis) sat\(built); \(other.stepWords ?? "payment \(other.number)") pays "
        + "\(other.fee.satoshis) sat, and nodes take it only if it pays \(needed) sat or more",
      hint: "send a higher step: `broadcast \(place) --step NUMBER`; `payments` lists them")
  }
}

extension CoordinatorSession {
  /// The payment of the same ladder that the node has in its mempool; nil for none, and for a payment by itself.
  func waitingStep(
    beside payment: PaymentRecord, _ source: any ChainSource, _ store: Store
  ) async throws -> WaitingStep? {
    let ladder = try store.ladder(of: payment)
    for other in ladder.reversed()
    where other.number != payment.number && other.wasHandedOver {
      guard let final = other.final else { continue }
      let entry = try await asked { () async throws(NodeError) in
        try await source.mempoolEntry(of: final.txid)
      }
      guard let entry else { continue }
      let own = other.fee.satoshis
      // What the node says is capped at all the bitcoin there is by its type.
      return WaitingStep(
        payment: other, lost: max(own, entry.descendantFees?.satoshis ?? own),
        builtOnIt: try store.payments(
          buildingOn: ladder.filter { $0.wasHandedOver && $0.number != payment.number }))
    }
    return nil
  }

  /// All payments of a ladder for the next signer, with everything collected so far.
  ///
  /// - Throws: `ProgramError` for a payment by itself, and for one of which a part can no longer be signed.
  func message(of payment: PaymentRecord, _ store: Store) throws -> PaymentLadder {
    let ladder = try store.ladder(of: payment)
    guard !ladder.isEmpty else {
      throw ProgramError(
        "payment \(payment.number) is not of a fee ladder", hint: "leave --ladder out",
        exitCode: .wrongUsage)
    }
    for step in ladder where step.state != .draft && step.state != .complete {
      throw ProgramError(
        "payment \(step.number), \(step.stepWords ?? "of this ladder"), \(step.state.words)",
        hint: "leave --ladder out, and write the step that is to be signed by itself")
    }
    let packets = try ladder.map { try packet(of: $0, store).encoded() }
    guard let message = PaymentLadder(packets) else {
      throw ProgramError(
        "the payments of this ladder are too large to cross the gap together", rule: .r18,
        hint: "leave --ladder out, and write each step by itself")
    }
    return message
  }

  /// The number of what takes a ladder back, signed when the ladder was.
  ///
  /// - Throws: `ProgramError` for a payment whose ladder has none.
  func signedCancel(of number: Int64, _ store: Store) throws -> Int64 {
    let payment = try store.payment(number)
    let ladder = try StoredLadder(of: payment, in: store)
    guard let place = payment.ladder else {
      throw ProgramError(
        "--on-chain needs --out OUTPUT: payment \(number) is not of a fee ladder, so nothing is signed that takes it "
          + "back",
        hint: "build one: `cancel \(number) --on-chain --out FILE`", exitCode: .wrongUsage)
    }
    let signed = ladder.signedTop ?? ladder.payments.last { $0.wasHandedOver || $0.final != nil }
    let build = signed.map { "build one: `cancel \($0.number) --on-chain --out FILE`" }
    guard let cancel = ladder.payments.first(where: { $0.ladder?.step == nil }) else {
      throw ProgramError(
        "the ladder of payment \(number) was built with --no-cancel",
        hint: build
          ?? "`collect` what the signer wrote; if nobody signed it, `cancel \(place.ladder)` frees its coins",
        exitCode: .wrongUsage)
    }
    guard cancel.final != nil else {
      throw ProgramError(
        "\(cancel.stepWords ?? "the cancel") \(cancel.state.words)",
        hint: "`collect` what the signer wrote"
          + (build.map { "; or \($0)" }
            ?? "; if nobody signed it, `cancel \(place.ladder)` frees its coins"))
    }
    return cancel.number
  }
}
