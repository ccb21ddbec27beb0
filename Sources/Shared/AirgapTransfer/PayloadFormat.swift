public import WalletFiles

/// How a payload is written, in the words of `--as`.
public enum PayloadFormat: String, Sendable, CaseIterable {
  /// Uniform resources: the default for pictures.
  case ur
  /// The uniform resource `psbt` of the second registry, which few programs read.
  case newerUR = "ur-psbt"
  /// Uniform resources of the first version, for programs from before 2021.
  case firstUR = "ur1"
  /// The binary PSBT: the default for files.
  case psbt
  /// The PSBT or transaction in Base64.
  case base64
  /// The PSBT or transaction in hexadecimal.
  case hex
  /// The PSBT or transaction in base 43, as Electrum's QR codes have it.
  case base43
  /// BBQr, the series of QR codes that Coldcard reads.
  case bbqr
  /// The PSBT made short, for this project's other program: what repeats itself is carried once.
  case compact
  /// The text of the Chance wallet, for payments of a legacy P2SH multisig.
  case multisig
  /// The uniform resource `crypto-account`: the default of account exports.
  case cryptoAccount = "crypto-account"
  /// Coldcard's JSON of accounts or of a text to sign; for a wallet, its text of a multisig wallet.
  case coldcard
  /// Coldcard's JSON of a cosigner's multisig keys.
  case coldcardMultisig = "coldcard-multisig"
  /// Plain text: account keys, a descriptor, or a `multisig:` payload.
  case text
  /// The canonical descriptor with its checksum (BIP-380, BIP-389).
  case descriptor
  /// The uniform resource `crypto-output`.
  case cryptoOutput = "crypto-output"
  /// The descriptor with birth height and gap limit behind it (BIP-393).
  case annotatedDescriptor = "annotated-descriptor"
  /// The descriptor record of BIP-129.
  case bsms
  /// Caravan's JSON.
  case caravan
  /// Specter's: for a payment, its Base64 in QR codes `pMofN`.
  case specter
  /// The command `addwallet` of Specter-DIY.
  case specterDIY = "specter-diy"
  /// FullyNoded's and Gordian's Account Map.
  case accountMap = "account-map"
  /// A wallet policy: template and keys (BIP-388).
  case bip388
  /// Electrum's wallet file, unencrypted and watching only.
  case electrum
  /// The text that Sparrow exports as "Output descriptor".
  case sparrow
  /// The line `signmessage PATH ascii:TEXT` of Specter, SeedSigner, Jade and Krux.
  case signMessage = "signmessage"
  /// The redeem script of a legacy multisig in hexadecimal.
  case redeemScript = "redeem-script"
}

extension PayloadFormat {
  /// The format of wallets that has this name; nil for those that are not formats of wallets.
  public var walletFormat: WalletFileFormat? { WalletFileFormat(rawValue: rawValue) }
}
