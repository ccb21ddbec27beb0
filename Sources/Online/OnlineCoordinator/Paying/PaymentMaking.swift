internal import AirgapTransfer
internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import CommandLineInterface
internal import NodeClients
internal import PaymentBuilding
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// A command that builds a payment and hands it to the signer: `pay`, `bump`, `cancel --on-chain`.
protocol PaymentMakingCommand: CoordinatorCommand {
  var feeRate: FeeRateArgument? { get }
  var target: Int? { get }
  var feePlace: FeePlaceArgument? { get }
  var noSync: Bool { get }
  var antiExfil: Bool { get }
  var label: String? { get }
  /// What is sent along to those who sign.
  var note: String? { get }
  var acceptance: AcceptanceOptions { get }
}

extension PaymentMakingCommand {
  var note: String? { nil }
}

/// A payment that somebody has.
struct DeliveredPayment {
  /// What went wrong although it was written; it ends the command, after its result.
  let late: ProgramError?
}

extension PaymentMakingCommand {
  /// Those of the recipients' scripts that are the wallet's own.
  func own(
    _ recipients: [Recipient], _ record: WalletRecord, _ store: Store
  ) throws -> Set<Script> {
    let places = try store.places(of: recipients.map(\.address.script), in: record)
    return Set(places.keys)
  }

  func requireOneRate() throws(ProgramError) {
    let given = [
      (feeRate != nil, "--fee-rate"), (target != nil, "--target"), (feePlace != nil, "--fee-place"),
    ].filter(\.0).map(\.1)
    guard given.count > 1 else { return }
    throw ProgramError(
      "\(given.joined(separator: " and ")) were \(given.count == 2 ? "both" : "all") given",
      hint: "give one of them", exitCode: .wrongUsage)
  }

  /// The fee rate that was asked for, the one of the place in the mempool that was, or the one that the node suggests,
  /// not below what it relays.
  ///
  /// Where the node cannot suggest any, it is the least that it relays, if `takesLeast` says that something else
  /// raises it as far as is needed.
  func rate(
    _ session: CoordinatorSession, _ store: Store, _ record: WalletRecord,
    takesLeast: Bool = false
  ) async throws -> FeeRate {
    if noSync, let feeRate { return feeRate.rate }
    let source = try session.source(session.activeNode(store))
    let status = try await session.asked { () async throws(NodeError) in try await source.status() }
    guard status.network == record.network else {
      throw ProgramError(
        NodeError.wrongNetwork(node: status.network.name, wallet: record.network.name))
    }
    let minimum = status.minimumFeeRate
    if let feeRate {
      guard feeRate.rate >= minimum else {
        throw ProgramError(
          "the node relays nothing below \(minimum)", hint: "give a higher --fee-rate")
      }
      return feeRate.rate
    }
    if let feePlace {
      let depth = try await session.asked { () async throws(NodeError) in
        try await source.mempoolDepth()
      }
      let rate = try feePlace.rate(in: depth, atLeast: minimum)
      session.console.talk(feePlace.words(at: rate, in: depth))
      return rate
    }
    let blocks = target ?? 6
    guard (1...1008).contains(blocks) else {
      throw ProgramError(
        "the target must be from 1 to 1008 blocks",
        hint: "give a number in that range; 6 is about an hour", exitCode: .wrongUsage)
    }
    let estimate = try await session.asked { () async throws(NodeError) in
      try await source.estimatedFeeRate(target: blocks)
    }
    guard let estimate else {
      if takesLeast { return minimum }
      throw ProgramError(
        "the node cannot estimate a fee rate yet", hint: "give one: --fee-rate 5")
    }
    return max(estimate, minimum)
  }

  /// Writes a payment that was recorded to where the signer gets it from.
  ///
  /// - Returns: nil where standard output lost it; how the command ends says so.
  /// - Throws: `ProgramError` when nobody got it; then its coins are free again.
  func deliver(
    _ packet: PSBT, _ recorded: RecordedPayment, of record: WalletRecord,
    to target: MessageOutput, _ previous: PreviousOutput, as format: PayloadFormat?,
    _ session: CoordinatorSession, _ store: Store
  ) throws -> DeliveredPayment? {
    let payment = recorded.payment
    session.warnOfHandedOut(store)
    session.warnOfNoSharedFolder()
    var late: ProgramError?
    do throws(ProgramError) {
      try previous.write(
        packet, beside: target, as: format, on: session.console)
    } catch {
      guard error.newContentsAreInPlace else {
        // Nobody got it: its coins are free again, and so is the address of its change.
        do throws(StorageError) {
          try store.discard(recorded, of: record)
        } catch let kept {
          throw ProgramError(
            "\(error); payment \(payment.number) could not be taken back: \(kept)",
            hint: """
              payment \(payment.number) is still recorded and holds its coins: check the disk, then run \
              `cancel \(payment.number)`
              """)
        }
        throw error
      }
      late = ProgramError(
        "\(error)",
        hint: "payment \(payment.number) is kept: keep the machine on, and check the disk; "
          + "`payments --payment \(payment.number) --out FILE` writes it again"
      ).besideResult()
    }
    if session.console.hasLostResult {
      // Standard output took nothing, or not all of it; how the command ends says so.
      _ = try store.cancel(payment.number)
      return nil
    }
    session.noteWritten([payment.number], store)
    previous.warnIfMissing(on: session.console)
    return DeliveredPayment(late: late)
  }
}
