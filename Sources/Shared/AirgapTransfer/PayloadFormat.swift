public import WalletFiles

/// How a payload is written, in the words of `--as`.
public enum PayloadFormat: String, Sendable, CaseIterable {
  /// Uniform resources: the default for pictures.
  case ur
  /// The binary PSBT: the default for files.
  case psbt
  case base64
  case hex
  /// Coldcard's symbols.
  case bbqr
  /// The text of the Chance wallet, for payments of a legacy P2SH multisig.
  case multisig
  /// The names of account exports.
  case cryptoAccount = "crypto-account"
  case coldcard
  case coldcardMultisig = "coldcard-multisig"
  case text
  /// The names of wallets.
  case descriptor
  case cryptoOutput = "crypto-output"
  case annotatedDescriptor = "annotated-descriptor"
  case bsms
  case caravan
  /// Specter's: for a payment, its base64 in the symbols `pMofN`.
  case specter
  case specterDIY = "specter-diy"
  case accountMap = "account-map"
  case bip388
  case electrum
  case sparrow
  case redeemScript = "redeem-script"
}

extension PayloadFormat {
  /// The format of wallets that has this name; nil for those that are none.
  public var walletFormat: WalletFileFormat? { WalletFileFormat(rawValue: rawValue) }
}
