/// Everything that may cross the gap; what is not here does not cross.
public enum AirgapMessage: Hashable, Sendable {
  /// A PSBT as bytes; `BitcoinPSBT` reads them.
  case psbt([UInt8])
  /// A whole transaction as bytes, as a finished payment is handed over.
  case transaction([UInt8])
  /// Account keys of one seed.
  case account(AccountExport)
  /// A wallet: the text of its descriptor, with or without checksum.
  case descriptor(String)
  /// A single key expression: `[origin]xpub`.
  case key(String)
  /// An address, as text that still has to be parsed on a network.
  case address(String)

  /// What it is, for a person.
  public var kind: String {
    switch self {
    case .psbt: "a PSBT"
    case .transaction: "a transaction"
    case .account: "an account"
    case .descriptor: "a descriptor"
    case .key: "a key"
    case .address: "an address"
    }
  }
}
