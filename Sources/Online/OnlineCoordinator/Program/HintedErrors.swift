public import BitcoinPSBT
public import BitcoinPrimitives
public import Descriptors
public import ExtendedKeys
public import NodeClients
public import PaymentBuilding
public import TerminalUI
public import WalletBackups
public import WalletStorage

// Errors of the modules below that say what to do about them.
extension NodeError: HintedError {}
extension StorageError: HintedError {}
extension SyncError: HintedError {}
extension PaymentError: HintedError {}
extension DescriptorError: HintedError {}
extension ExtendedKeyError: HintedError {}
extension AddressError: HintedError {}
extension AmountError: HintedError {}
extension PSBTError: HintedError {}
extension BackupError: HintedError {}

/// Runs something whose error says what to do about it, as an error of the program.
func hinted<Value, Failure: HintedError>(
  during action: String? = nil, _ body: () throws(Failure) -> Value
) throws(ProgramError) -> Value {
  do { return try body() } catch { throw ProgramError(error, during: action) }
}

/// The same for something that waits.
func hinted<Value, Failure: HintedError>(
  during action: String? = nil, _ body: () async throws(Failure) -> Value
) async throws(ProgramError) -> Value {
  do { return try await body() } catch { throw ProgramError(error, during: action) }
}
