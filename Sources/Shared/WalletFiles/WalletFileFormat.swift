/// The formats in which wallets are passed on, in the words of `--as`.
public enum WalletFileFormat: String, CaseIterable, Hashable, Sendable {
  /// The canonical descriptor with its checksum (BIP-380, BIP-389).
  case descriptor
  /// The descriptor with birth height and gap limit behind it (BIP-393).
  case annotated = "annotated-descriptor"
  /// A uniform resource: `crypto-output`, or `output-descriptor` for what that has no tag for.
  case cryptoOutput = "crypto-output"
  /// The descriptor record of BIP-129.
  case bsms
  /// The text of a multisig that Coldcard, and most others, import.
  case coldcard
  /// Caravan's JSON (Unchained).
  case caravan
  /// Specter Desktop's JSON.
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
  /// The redeem script of a legacy multisig in hexadecimal: all that Chance knows of a wallet.
  case redeemScript = "redeem-script"

  /// What it is, for a person.
  public var title: String {
    switch self {
    case .descriptor: "a descriptor"
    case .annotated: "an annotated descriptor"
    case .cryptoOutput: "crypto-output"
    case .bsms: "a BSMS record"
    case .coldcard: "Coldcard's multisig text"
    case .caravan: "Caravan's JSON"
    case .specter: "Specter's JSON"
    case .specterDIY: "Specter-DIY's command"
    case .accountMap: "an account map"
    case .bip388: "a wallet policy"
    case .electrum: "Electrum's wallet file"
    case .sparrow: "a wallet of Sparrow"
    case .redeemScript: "a redeem script"
    }
  }

  /// Whether its files are JSON.
  public var isJSON: Bool {
    switch self {
    case .caravan, .specter, .accountMap, .bip388, .electrum: true
    default: false
    }
  }
}
