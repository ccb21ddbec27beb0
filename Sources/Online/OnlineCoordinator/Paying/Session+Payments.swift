internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Descriptors
internal import NodeClients
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

extension Session {
  /// The people of a wallet, as this home calls them.
  func cosigners(_ wallet: WalletRecord, _ store: Store) throws(ProgramError) -> Cosigners {
    Cosigners(
      wallet.descriptor,
      labels: try hinted { () throws(StorageError) in try store.keyLabels(of: wallet) })
  }

  /// The packet of a payment, with everything collected so far.
  func packet(of payment: PaymentRecord, _ store: Store) throws(ProgramError) -> PSBT {
    let stored = try hinted { () throws(StorageError) in try store.packet(of: payment) }
    return try hinted { () throws(PSBTError) in try stored.psbt() }
  }

  /// Who has signed a payment.
  func status(of payment: PaymentRecord, _ store: Store) throws(ProgramError) -> PaymentStatus {
    let wallet = try hinted { () throws(StorageError) in try store.wallet(of: payment) }
    let stored = try hinted { () throws(StorageError) in
      try store.packetWithoutPrevious(of: payment)
    }
    return PaymentStatus(
      of: try hinted { () throws(PSBTError) in try stored.signatures() },
      inputs: try store.knownInputs(of: payment.unsigned, in: wallet),
      cosigners: try cosigners(wallet, store), isComplete: payment.final != nil)
  }

  /// Asks a node for the payments that a program was sending when it ended.
  func askAfterSending(
    _ wallet: WalletRecord, _ source: any ChainSource, _ store: Store
  ) async throws(ProgramError) {
    let numbers = try hinted { () throws(StorageError) in try store.paymentsBeingSent(of: wallet) }
    for number in numbers {
      let payment = try hinted { () throws(StorageError) in try store.payment(number) }
      guard let final = payment.final else { continue }
      let seen = try await asked { () async throws(NodeError) in
        try await source.sighting(of: final.txid)
      }
      if seen != nil {
        try hinted { () throws(StorageError) in try store.markSent(number) }
        console.talk("Payment \(number) was sent: the node has it.")
      } else if let still = try hinted({ () throws(StorageError) in try store.payment(number) })
        .stillSending
      {
        console.warn("payment \(number): \(still)")
      }
    }
  }
}
