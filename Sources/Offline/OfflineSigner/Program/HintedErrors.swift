public import BitcoinPSBT
public import BitcoinPrimitives
public import Descriptors
public import EncryptedVault
public import ExtendedKeys
public import Isolation
public import RecoverySheets
public import Secp256k1Signing
public import SecretKeys
public import SecureMemory
public import SheetPages
public import SheetPrinting
public import Signing
public import TerminalUI
public import WalletBackups

// Errors of the modules below that say what to do about them.
extension VaultError: HintedError {}
extension TransactionError: HintedError {}
extension PSBTError: HintedError {}
extension DescriptorError: HintedError {}
extension ExtendedKeyError: HintedError {}
extension AddressError: HintedError {}
extension RandomnessError: HintedError {}
extension ApprovalError: HintedError {}
extension SignerError: HintedError {}
extension EntropyError: HintedError {}
extension DerivationError: HintedError {}
extension Codex32Error: HintedError {}
extension SLIP39Error: HintedError {}
extension SeedXORError: HintedError {}
extension SLIP39RecoveryError: HintedError {}
extension SSKRError: HintedError {}
extension ShareSetError: HintedError {}
extension WrittenSharesError: HintedError {}
extension BackupError: HintedError {}
extension SigningError: HintedError {}
extension SealedSheetError: HintedError {}

// No rule of the law is about words and keys that somebody mistyped: the sentence names their standard.
extension MnemonicError: HintedError {
  /// R18 for a text that is longer than any words; nil for what was mistyped.
  public var rule: String? { if case .tooLong = self { "R18" } else { nil } }
}
extension SeedQRError: HintedError {
  public var rule: String? { nil }
}
extension SeedResourceError: HintedError {
  public var rule: String? { nil }
}
extension SingleKeyError: HintedError {
  public var rule: String? { nil }
}
extension BIP38Error: HintedError {
  public var rule: String? { nil }
}
extension BIP85Error: HintedError {
  public var rule: String? { nil }
}
extension SharePolicyError: HintedError {
  public var rule: String? { nil }
}

// Nor about paper and printers.
extension SheetDrawingError: HintedError {
  public var rule: String? { nil }
}
extension PrintingError: HintedError {
  public var rule: String? { nil }
}
extension RecoverySheetError: HintedError {
  public var rule: String? { nil }
}

// A machine on which this program cannot be shut off is no signer.
extension IsolationError: HintedError {
  public var rule: String? { "R27" }
}
