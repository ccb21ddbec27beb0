internal import BitcoinPSBT
internal import Descriptors
internal import TerminalUI
internal import WalletStorage

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
    return PaymentStatus(
      of: try packet(of: payment, store), inputs: try store.knownInputs(of: payment.unsigned, in: wallet),
      cosigners: try cosigners(wallet, store), isComplete: payment.final != nil)
  }
}
