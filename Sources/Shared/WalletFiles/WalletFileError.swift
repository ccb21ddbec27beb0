public import BitcoinPrimitives
public import Bytes
public import Descriptors
public import QRTransport
public import Refusals

/// Why a wallet's file or a cosigner's key is refused, or why a format cannot hold a wallet.
///
/// Names the field and the reason; nothing that could be a private key is ever repeated.
public enum WalletFileError: HintedError, Equatable, Sendable {
  /// The content is of no format that is known here.
  case unrecognized(bytes: Int)
  /// The file does not have the shape its format demands.
  case malformed(type: String, what: String)
  /// The encoding of a file is damaged, or beyond a limit.
  case encoding(type: String, BytesError)
  /// A text that is not a uniform resource, or not a whole one.
  case resource(QRTransportError)
  /// A private key or a seed: refused without looking further, and never echoed (R23).
  case secret(kind: String)
  /// The password does not open an encrypted wallet file, or the file was changed.
  case wrongPassword
  /// A Sparrow database whose last changes were not finished.
  case openDatabase
  /// A form that its format allows and this version does not know.
  case unsupported(type: String, what: String)
  /// What a wallet's file came in is of a kind that is not read: `what` is the rest of a sentence about it.
  case unread(type: String, what: String, hint: String)
  /// What a wallet's file came in is beyond a limit (R18): `what` is the rest of a sentence about it.
  case tooLarge(type: String, what: String, hint: String)
  /// The wallet has several ways to spend, or a time lock; `part` is the first of them.
  case policy(type: String, part: String)
  /// A file with several wallets, named as it names them.
  case severalWallets([String])
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

extension WalletFileError {
  /// The same refusal, which says where in the file it is, such as `key 2`.
  func at(_ place: String) -> WalletFileError {
    switch self {
    case .malformed(let type, let what): .malformed(type: "\(type), \(place)", what: what)
    case .unsupported(let type, let what): .unsupported(type: "\(type), \(place)", what: what)
    case .refused(let field, let reason): .refused(field: "\(place): \(field)", reason: reason)
    case .wrongNetwork(let field, let expected):
      .wrongNetwork(field: "\(place): \(field)", expected: expected)
    default: self
    }
  }
}

extension WalletFileError {
  public var description: String {
    switch self {
    case .unrecognized(let bytes): "these \(bytes) bytes are not a wallet in a known format"
    case .malformed(let type, let what): "\(type) is malformed: \(what)"
    case .encoding(let type, let error): "\(type): \(error)"
    case .resource(let error): "\(error)"
    case .secret(let kind): "this is \(kind): it is refused here and was not kept"
    case .wrongPassword:
      "the password does not open this wallet file, or the file was changed"
    case .openDatabase: "this Sparrow database was not closed before it was copied"
    case .unsupported(let type, let what): "\(type) holds \(what), which is not supported"
    case .unread(let type, let what, _), .tooLarge(let type, let what, _): "this \(type) \(what)"
    case .policy(let type, let part):
      "\(type) holds a wallet with several ways to spend or a time lock (\(part)), which this program does not know"
    case .severalWallets(let names):
      "this file holds \(names.count) wallets: \(names.prefix(10).joined(separator: ", "))"
        + (names.count > 10 ? " and \(names.count - 10) more" : "")
    case .refused(let field, let reason): "\(field) \(reason)"
    case .wrongNetwork(let field, let expected): "\(field) does not belong to \(expected)"
    case .firstAddress(let stated, let derived):
      "first address is \(derived), but the file says \(stated)"
    case .swappedKey(let conflict): "\(conflict)"
    case .descriptor(let error): "\(error)"
    case .cannotHold(let format, let reason): "\(format.title) cannot hold this wallet: \(reason)"
    }
  }

  /// The rule that refuses it; nil where none does.
  public var rule: Rule? {
    switch self {
    case .unrecognized, .cannotHold, .wrongPassword, .severalWallets, .openDatabase: nil
    case .wrongNetwork: .r11
    case .swappedKey: .r08
    case .tooLarge: .r18
    case .descriptor(let error): error.rule
    case .encoding(_, let error): error.rule ?? .r23
    case .resource(let error): error.rule
    case .malformed, .secret, .unsupported, .unread, .policy, .refused, .firstAddress: .r23
    }
  }

  /// What the person can do about it.
  public var hint: String {
    switch self {
    case .unrecognized:
      "expected a descriptor, a BSMS record, or a wallet file of Coldcard, Caravan, Specter, Electrum, Sparrow"
    case .malformed, .encoding: "export it again from the program that made it"
    case .resource(let error): error.hint
    case .secret: "secrets are typed or scanned only by `offline-signer seed import`"
    case .wrongPassword:
      "give the password that Electrum asks for when it opens the file, with its capitals and blanks"
    case .openDatabase: "close the wallet in Sparrow, and copy the file again"
    case .unsupported: "export it in another format, such as the output descriptor"
    case .unread(_, _, let hint), .tooLarge(_, _, let hint): hint
    case .policy: "keep using the program that made it for this wallet"
    case .severalWallets: "unpack it, and give the file of the wallet that you want"
    case .refused: "compare the file with those of the other cosigners before anyone pays to it"
    case .wrongNetwork: "use the file of the wallet's own network"
    case .firstAddress:
      "compare all keys with their owners, and pay nothing to it: somebody may have changed a key"
    case .swappedKey(let conflict): conflict.hint
    case .descriptor(let error): error.hint
    case .cannotHold: "use the descriptor, which can hold every wallet"
    }
  }
}
