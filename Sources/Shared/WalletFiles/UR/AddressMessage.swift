public import BitcoinPrimitives
public import Bytes

/// An address as a uniform resource: `crypto-address`, and `address` of the second generation (BCR-2020-009).
///
/// Only read. A resource that leaves out the kind of the address is refused: the same 20 bytes are a key's hash in one
/// kind and a script's in another, and what is paid to the wrong one is lost.
public enum AddressMessage {
  /// The type of the resource.
  public static let type = "crypto-address"
  /// The same in the second generation.
  public static let newerType = "address"

  /// The address; test networks are testnet3 here, whose addresses other test networks share.
  ///
  /// - Throws: ``WalletFileError`` for another coin, a kind that is missing or unknown, and data of another length.
  public static func address(_ value: CBORValue) throws(WalletFileError) -> Address {
    var network = Network.mainnet
    if let info = value[1]?.untagged(any: Tags.coinInfo) {
      if let coin = info[1]?.unsignedValue, coin != 0 {
        throw .unsupported(type: type, what: "an address of coin type \(coin)")
      }
      switch info[2]?.unsignedValue ?? 0 {
      case 0: break
      case 1: network = .testnet3
      case let number: throw .unsupported(type: type, what: "an address of network \(number)")
      }
    } else if value[1] != nil {
      throw .malformed(type: type, what: "its coin is not a coin-info")
    }
    guard let hash = value[3]?.bytesValue else { throw .malformed(type: type, what: "no data") }
    let script: Script
    switch value[2]?.unsignedValue {
    case 0: script = .p2pkh(hash: hash)
    case 1: script = .p2sh(hash: hash)
    case 2: script = .p2wpkh(hash: hash)
    case nil: throw .malformed(type: type, what: "it does not say which kind of address it is")
    case let kind?: throw .unsupported(type: type, what: "an address of kind \(kind)")
    }
    guard hash.count == 20, let address = Address(script: script, network: network) else {
      throw .malformed(type: type, what: "\(hash.count) bytes of data, not 20")
    }
    return address
  }
}
