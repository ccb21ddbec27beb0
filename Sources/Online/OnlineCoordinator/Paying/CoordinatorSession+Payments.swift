internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Descriptors
internal import NodeClients
internal import PaymentBuilding
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

extension CoordinatorSession {
  /// The people of a wallet, as this home calls them.
  func cosigners(_ wallet: WalletRecord, _ store: Store) throws -> Cosigners {
    Cosigners(
      wallet.descriptor,
      labels: try store.keyLabels(of: wallet))
  }

  /// The PSBT of a payment for the next signer, with everything collected so far.
  ///
  /// Transactions that it spends and that its PSBT lacks, as one restored from a backup does, are
  /// filled in from the wallet's own. A warning names those that are not known here either.
  func packet(of payment: PaymentRecord, _ store: Store) throws -> PSBT {
    let stored = try store.packet(of: payment)
    let packet = try stored.psbt()
    let wallet = try store.wallet(of: payment)
    guard PacketBuilder(wallet.descriptor).needsPreviousTransactions else { return packet }
    let lacking = packet.inputs.indices.filter { packet.inputs[$0].nonWitnessUTXO == nil }
    guard !lacking.isEmpty else { return packet }
    let spent = packet.unsignedTransaction.inputs.map(\.previousOutput.txid)
    let known = try store.previousTransactions(Set(lacking.map { spent[$0] }), of: wallet)
    var updater = Updater(packet)
    var unknown: Set<Txid> = []
    for input in lacking {
      guard let previous = known[spent[input]],
        (try? updater.addPreviousTransaction(previous, toInput: input)) != nil
      else {
        unknown.insert(spent[input])
        continue
      }
    }
    if let first = unknown.min() {
      let count = unknown.count - 1
      let others = count == 0 ? "" : count == 1 ? " and 1 other" : " and \(count) others"
      console.warn(
        "payment \(payment.number) is written without transaction \(first)\(others), which it spends: "
          + "signers will refuse it. Run `sync \(wallet.name)`, then write it again.")
    }
    return updater.psbt
  }

  /// Who has signed a payment.
  func status(of payment: PaymentRecord, _ store: Store) throws -> PaymentStatus {
    let wallet = try store.wallet(of: payment)
    let stored = try store.packetWithoutPrevious(of: payment)
    return PaymentStatus(
      of: try stored.signatures(),
      inputs: try store.knownInputs(of: payment.unsigned, in: wallet),
      cosigners: try cosigners(wallet, store), isComplete: payment.final != nil)
  }

  /// Asks a node for the payments that a program was sending when it ended.
  func askAfterSending(
    _ wallet: WalletRecord, _ source: any ChainSource, _ store: Store
  ) async throws {
    let numbers = try store.paymentsBeingSent(of: wallet)
    for number in numbers {
      let payment = try store.payment(number)
      guard let final = payment.final else { continue }
      let seen = try await asked { () async throws(NodeError) in
        try await source.sighting(of: final.txid)
      }
      if seen != nil {
        try store.markSent(number)
        console.talk("Payment \(number) was sent: the node has it.")
      } else if let still = try store.payment(number)
        .stillSending
      {
        console.warn("payment \(number): \(still)")
      }
    }
  }
}
