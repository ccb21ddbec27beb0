internal import AirgapMessages
internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import TerminalUI
internal import WalletStorage

/// The command `collect`.
struct CollectCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "collect",
    abstract: "Takes in what signers made of a payment, and verifies it.",
    discussion: """
        online-coordinator collect signed.gif
        online-coordinator collect camera

      What comes back is held against what was sent, field by field; each signature is verified by
      running its script. When none is missing the transaction is finished and can be broadcast; while
      some are, the exit code is 3.
      """)

  @Argument(help: "What the signers wrote: files, pictures, folders, `-`, `camera`, `paste`.")
  var inputs: [String]

  @Option(
    help: ArgumentHelp(
      "Also write the finished transaction: a name ending with .txn or .txt, or `-`.",
      valueName: "output"))
  var out: String?

  @OptionGroup var common: CommonOptions

  /// What came back, read as far as it goes without the payment.
  private enum Returned {
    case packet(PSBT)
    case finished(Transaction)

    /// The txid of the transaction as it was before it was signed.
    var unsignedTxid: Txid {
      switch self {
      case .packet(let packet): return packet.unsignedTransaction.txid
      case .finished(var transaction):
        for index in transaction.inputs.indices {
          transaction.inputs[index].scriptSig = Script()
          transaction.inputs[index].witness = []
        }
        return transaction.txid
      }
    }
  }

  func run(in session: Session) async throws(ProgramError) {
    var target: MessageOutput?
    if let out { target = try MessageOutput(out) }
    try target?.requireFree()
    var returned: [Returned] = []
    for input in inputs {
      returned.append(try read(input, session.console))
    }
    let store = try session.store()
    guard let first = returned.first, Set(returned.map(\.unsignedTxid)).count == 1 else {
      throw ProgramError(CollectError.differentPayments)
    }
    let txid = first.unsignedTxid
    for _ in 0..<5 {
      guard
        let payment = try hinted({ () throws(StorageError) in
          try store.payment(unsignedTxid: txid)
        })
      else { throw ProgramError(CollectError.unknownPayment(txid)) }
      session.remind(of: [try hinted { () throws(StorageError) in try store.wallet(of: payment) }])
      guard payment.state == .draft || payment.state == .complete else {
        throw ProgramError(
          CollectError.finished(state: payment.state.rawValue, number: payment.number))
      }
      if let (final, missing) = try collect(returned, payment, store) {
        if let final {
          try target?.write(.transaction(final.encoded()), on: session.console)
        } else if target != nil {
          session.console.warn("signatures are missing: there is no transaction to write yet")
        }
        report(payment, final, missing, session.console)
        if final == nil { session.ending.note(.needsSignatures) }
        return
      }
    }
    throw ProgramError(CollectError.outrun)
  }

  private func read(_ input: String, _ console: Console) throws(ProgramError) -> Returned {
    let message = try MessageInput(input).message(on: console)
    switch message {
    case .psbt(let bytes):
      return .packet(try hinted { () throws(PSBTError) in try PSBT(decoding: bytes) })
    case .transaction(let bytes):
      guard let transaction = try? Transaction(decoding: bytes) else {
        throw ProgramError(CollectError.notAPayment(kind: "a damaged transaction"))
      }
      return .finished(transaction)
    default: throw ProgramError(CollectError.notAPayment(kind: message.kind))
    }
  }

  /// Takes it all in; nil when another program was faster.
  private func collect(
    _ returned: [Returned], _ payment: PaymentRecord, _ store: Store
  ) throws(ProgramError) -> (Transaction?, missing: Int)? {
    let coins = try payment.spentOutputs(store)
    let before = try hinted { () throws(PSBTError) in try PSBT(decoding: payment.psbt) }
    var packet = before
    for item in returned {
      let collector = Collector(ours: packet, coins: coins)
      packet = try hinted { () throws(CollectError) in
        switch item {
        case .packet(let theirs): try collector.adding(theirs)
        case .finished(let transaction): try collector.adding(transaction)
        }
      }
    }
    let finished: (transaction: Transaction?, missing: Int)
    do {
      finished = try Collector.finished(packet, spending: coins)
    } catch {
      throw ProgramError(
        "the finished transaction is not valid: \(error)",
        hint: "sign it again; if it stays, do not trust the signer")
    }
    let kept = packet
    let isWritten = try hinted { () throws(StorageError) in
      try store.collect(
        payment.number, psbt: kept.encoded(), expected: payment.psbt, final: finished.transaction)
    }
    return isWritten ? (finished.transaction, finished.missing) : nil
  }

  private func report(
    _ payment: PaymentRecord, _ final: Transaction?, _ missing: Int, _ console: Console
  ) {
    let isComplete = final != nil
    console.result(
      text: isComplete
        ? """
        Payment \(payment.number) is complete; every script was run and agrees.
        Send it with: broadcast \(payment.number)
        """ : "Payment \(payment.number): \(missing) inputs still lack signatures.",
      json: [
        "payment": .integer(payment.number), "complete": .bool(isComplete),
        "missing": .integer(missing), "txid": final.map { .string("\($0.txid)") } ?? .null,
      ])
  }
}
