public import BitcoinPrimitives
public import Descriptors

/// Why a wallet's file or a cosigner's key is refused, or why a format cannot hold a wallet.
///
/// Names the field and the reason; nothing that could be a private key is ever repeated.
public enum WalletFileError: Error, Equatable, Sendable {
  /// Nothing of this is known by its content.
  case unrecognized(bytes: Int)
  /// The file does not have the shape its format demands.
  case malformed(type: String, what: String)
  /// A private key or a seed: refused without looking further, and never echoed (R23).
  case secret(kind: String)
  /// A form that its format allows and this version does not know.
  case unsupported(type: String, what: String)
  /// A field says something that no wallet may say (R23).
  case refused(field: String, reason: String)
  /// A key, a path or a field belongs to another network (R11).
  case wrongNetwork(field: String, expected: Network)
  /// The address that the file gives is not the first one of its wallet (R23).
  case firstAddress(stated: String, derived: String)
  /// Two of its keys say that they are the same one, and differ (R08).
  case swappedKey(OriginConflict)
  /// The descriptor is refused.
  case descriptor(DescriptorError)
  /// The format has no room for this wallet.
  case cannotHold(WalletFileFormat, reason: String)
}

extension WalletFileError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unrecognized(let bytes): "these \(bytes) bytes are no wallet that is known here"
    case .malformed(let type, let what): "\(type) is malformed: \(what)"
    case .secret(let kind): "this is \(kind): it is refused here and was not kept (R23)"
    case .unsupported(let type, let what): "\(type) holds \(what), which is not supported"
    case .refused(let field, let reason): "\(field) \(reason) (R23)"
    case .wrongNetwork(let field, let expected): "\(field) does not belong to \(expected) (R11)"
    case .firstAddress(let stated, let derived):
      "first address is \(derived), and the file says \(stated) (R23)"
    case .swappedKey(let conflict): "\(conflict)"
    case .descriptor(let error): "\(error)"
    case .cannotHold(let format, let reason): "\(format.title) cannot hold this wallet: \(reason)"
    }
  }

  /// What the person can do about it.
  public var hint: String {
    switch self {
    case .unrecognized:
      "expected a descriptor, a BSMS record, or a wallet file of Coldcard, Caravan, Specter, Electrum"
    case .malformed: "export it again from the program that made it"
    case .secret: "secrets are typed or scanned only by `offline-signer seed import`"
    case .unsupported: "export it in another format, such as the output descriptor"
    case .refused: "compare the file with those of the other cosigners before anyone pays to it"
    case .wrongNetwork: "use the file of the wallet's own network"
    case .firstAddress:
      "somebody may have changed a key: compare all keys with their owners, and pay nothing to it"
    case .swappedKey(let conflict): conflict.hint
    case .descriptor(let error): error.hint
    case .cannotHold: "use the descriptor, which can hold every wallet"
    }
  }
}
