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
extension PSBTError: HintedError {}
extension DescriptorError: HintedError {}
extension ExtendedKeyError: HintedError {}
extension AddressError: HintedError {}
extension RandomnessError: HintedError {}
extension IsolationError: HintedError {}
extension ApprovalError: HintedError {}
extension SignerError: HintedError {}
extension MnemonicError: HintedError {}
extension EntropyError: HintedError {}
extension DerivationError: HintedError {}
extension SeedQRError: HintedError {}
extension SeedXORError: HintedError {}
extension Codex32Error: HintedError {}
extension SLIP39Error: HintedError {}
extension SLIP39RecoveryError: HintedError {}
extension SSKRError: HintedError {}
extension ShareSetError: HintedError {}
extension BackupError: HintedError {}
extension SigningError: HintedError {}
extension SingleKeyError: HintedError {}
extension BIP38Error: HintedError {}
extension BIP85Error: HintedError {}
extension SeedResourceError: HintedError {}
extension WrittenSharesError: HintedError {}
extension SharePolicyError: HintedError {}
extension SheetDrawingError: HintedError {}
extension PrintingError: HintedError {}
extension SealedSheetError: HintedError {}
extension RecoverySheetError: HintedError {}
