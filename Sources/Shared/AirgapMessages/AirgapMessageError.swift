public import BitcoinPSBT
public import WalletFiles

/// Why something that came across the gap is no message for us.
public enum AirgapMessageError: Error, Equatable, Sendable {
  /// The CBOR of a uniform resource does not have the shape its type demands.
  case malformed(type: String, what: String)
  /// A type of uniform resource that is not read here.
  case unknownType(String)
  /// A private key or a seed: refused without looking further, and never echoed (R22).
  case secret(kind: String)
  /// The key of metadata backups, which has a door of its own.
  case backupKey
  /// A form that its standard allows and this version does not know.
  case unsupported(type: String, what: String)
  /// A wallet's file or a cosigner's key that is refused.
  case wallet(WalletFileError)
  /// A `multisig:` payload that is refused.
  case payload(MultisigPayloadError)
  /// Nothing of this is known by its content.
  case unrecognized(bytes: Int)
}

extension AirgapMessageError {
  /// The same refusal, in the words of messages where those have them.
  init(_ error: WalletFileError) {
    self =
      switch error {
      case .unrecognized(let bytes): .unrecognized(bytes: bytes)
      case .malformed(let type, let what): .malformed(type: type, what: what)
      case .secret(let kind): .secret(kind: kind)
      case .unsupported(let type, let what): .unsupported(type: type, what: what)
      default: .wallet(error)
      }
  }
}

extension AirgapMessageError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed(let type, let what): "\(type) is malformed: \(what)"
    case .unknownType(let type): "messages of type \(type) are not read here"
    case .secret(let kind): "this is \(kind): it is refused here and was not kept (R22)"
    case .backupKey: "this is a backup key: it was not kept, for this command takes none"
    case .unsupported(let type, let what): "\(type) holds \(what), which is not supported"
    case .wallet(let error): "\(error)"
    case .payload(let error): "\(error)"
    case .unrecognized(let bytes): "these \(bytes) bytes are no message that is known here"
    }
  }

  /// What the person can do about it.
  public var hint: String {
    switch self {
    case .malformed: "export it again from the program that made it"
    case .unknownType, .unsupported:
      "export it in another format (PSBT, descriptor, crypto-account)"
    case .secret: "secrets are typed or scanned only by `offline-signer seed import`"
    case .backupKey: "`online-coordinator backup key --from INPUT` takes it"
    case .wallet(let error): error.hint
    case .payload(let error): error.hint
    case .unrecognized:
      "expected a PSBT, an account, a descriptor or a transaction; is this the right file?"
    }
  }
}
