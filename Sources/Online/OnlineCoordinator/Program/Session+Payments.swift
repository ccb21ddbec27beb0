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

  /// Who has signed a payment.
  func status(of payment: PaymentRecord, _ store: Store) throws(ProgramError) -> PaymentStatus {
    let wallet = try hinted { () throws(StorageError) in try store.wallet(of: payment) }
    let packet = try hinted { () throws(PSBTError) in try PSBT(decoding: payment.psbt) }
    return PaymentStatus(
      of: packet, inputs: try store.knownInputs(of: payment.unsigned, in: wallet),
      cosigners: try cosigners(wallet, store), isComplete: payment.final != nil)
  }
}
