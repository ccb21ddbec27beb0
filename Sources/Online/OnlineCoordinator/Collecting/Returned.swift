internal import AirgapMessages
internal import AirgapTransfer
internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// What came back from a signer or from another coordinator, read as far as it goes without the
/// payment.
struct Returned {
  enum Content {
    case packet(PSBT)
    case finished(Transaction)
    case payload(MultisigPayload)
    /// Transactions that prove amounts.
    case previous([Transaction])
    /// Which signatures another machine made.
    case receipt(SigningReceipt)
  }

  /// As the command was given it, for people.
  let source: String
  let content: Content
  /// Whether it came with others as a fee ladder.
  var isOfLadder = false

  /// The transaction as it was before anybody signed it; nil for what is not a payment.
  var unsigned: Transaction? {
    switch content {
    case .packet(let packet): packet.unsignedTransaction
    case .finished(let transaction): transaction.withoutUnlocking
    case .payload(let payload): payload.transaction
    case .previous, .receipt: nil
    }
  }
}

extension Returned {
  /// Reads what a command was given: a payment, or the steps of a fee ladder.
  ///
  /// - Throws: `ProgramError` for what is not a payment.
  static func all(reading input: String, on console: Console) throws(ProgramError) -> [Returned] {
    let source = ForeignText.shown(input, limit: 60)
    let message = try MessageInput(input).message(on: console)
    guard case .ladder(let ladder) = message else {
      return [try Returned(message, from: source, on: console)]
    }
    var steps: [Returned] = []
    for packet in ladder.packets {
      var step = try Returned(
        .psbt(packet), from: "\(source) (payment \(steps.count + 1))", on: console)
      step.isOfLadder = true
      steps.append(step)
    }
    return steps
  }

  /// Reads the answer to one payment from a source that is called so.
  ///
  /// - Throws: `ProgramError` for what is not one payment.
  init(
    reading input: MessageInput, named name: String, on console: Console
  ) throws(ProgramError) {
    try self.init(
      input.message(on: console), from: ForeignText.shown(name, limit: 60), on: console)
  }

  private init(
    _ message: AirgapMessage, from source: String, on console: Console
  ) throws(ProgramError) {
    self.source = source
    switch message {
    case .psbt(let bytes):
      content = .packet(
        try hinted(during: source) { () throws(PSBTError) in try PSBT(decoding: bytes) })
    case .transaction(let transaction): content = .finished(transaction)
    case .transactions(let list): content = .previous(list)
    case .multisigPayload(let payload):
      for note in payload.repeatNotes { console.warn("\(source): \(note)") }
      try hinted(during: source) { () throws(MultisigPayloadError) in
        try payload.requireNoSurplus()
      }
      content = .payload(payload)
    case .signingReceipt(let receipt): content = .receipt(receipt)
    default: throw ProgramError(CollectError.notAPayment(kind: message.kind))
    }
  }
}

/// All that one run of `collect` was given, about one payment.
struct ReturnedPayment {
  /// What holds signatures, in the order given; at least one.
  let items: [Returned]
  let unsigned: Transaction
  /// Transactions that the payment spends: they prove amounts.
  let previous: [Transaction]
  /// Receipts of signings of this payment.
  let receipts: [SigningReceipt]

  /// The chains that the PSBTs say they were made for, in their order; those that say none are left out.
  var chainTags: [String] {
    items.compactMap { item in
      guard case .packet(let packet) = item.content else { return nil }
      return packet.global.chainTag
    }
  }

  /// The notes that came with the PSBTs, each once, in their order.
  var notes: [String] {
    items.reduce(into: []) { notes, item in
      guard case .packet(let packet) = item.content, let note = packet.global.note,
        !notes.contains(note)
      else { return }
      notes.append(note)
    }
  }

  /// Sorts what was given.
  ///
  /// A whole transaction that another one given here spends is not a payment, but proves amounts.
  /// - Throws: `CollectError` that tells different payments apart, with their differences when they
  ///   are versions of one.
  init(
    _ all: [Returned], network: (Transaction) -> Network
  ) throws(CollectError) {
    let spent = Set(all.compactMap(\.unsigned).flatMap { $0.inputs.map(\.previousOutput.txid) })
    var items: [Returned] = []
    var previous: [Transaction] = []
    var receipts: [(source: String, receipt: SigningReceipt)] = []
    for item in all {
      switch item.content {
      case .previous(let transactions): previous += transactions
      case .receipt(let receipt): receipts.append((item.source, receipt))
      case .finished(let transaction) where spent.contains(transaction.txid):
        previous.append(transaction)
      default: items.append(item)
      }
    }
    guard let first = items.first, let unsigned = first.unsigned else {
      throw .notAPayment(
        kind: receipts.isEmpty ? "only what a payment spends" : "only the receipt of a signing")
    }
    let txid = unsigned.txid
    for (source, receipt) in receipts where receipt.unsignedTxid != txid {
      throw .differentPayments(
        [
          "\(first.source) is transaction \(txid)",
          "the receipt \(source) is of \(receipt.unsignedTxid)",
        ])
    }
    for item in items {
      guard let other = item.unsigned, other.txid != txid else { continue }
      let mine = Set(unsigned.inputs.map(\.previousOutput))
      let difference = PaymentDifference(
        known: unsigned, other: other, name: "the first", network: network(unsigned))
      let isVersion = other.inputs.contains { mine.contains($0.previousOutput) }
      throw .differentPayments(
        ["\(first.source) is transaction \(txid)", "\(item.source) is \(other.txid)"]
          + (isVersion ? ["they are versions of one payment"] + difference.words : []))
    }
    self.items = items
    self.unsigned = unsigned
    self.previous = previous
    self.receipts = receipts.map(\.receipt)
  }

  /// The PSBTs among them, each with the transactions that it spends beside it: what lies in memory
  /// once need not be loaded again.
  var packets: [StoredPacket] {
    items.compactMap {
      guard case .packet(let packet) = $0.content else { return nil }
      return StoredPacket(packet)
    }
  }
}
