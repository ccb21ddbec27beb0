public import BitcoinPSBT
public import Bytes
public import QRTransport
public import Refusals
public import WalletFiles

/// Why something that came across the gap is not a message for us.
public enum AirgapMessageError: SecretRefusing, Equatable, Sendable {
  /// The CBOR of a uniform resource does not have the shape its type demands.
  case malformed(type: String, what: String)
  /// The encoding of a message is damaged, or beyond a limit.
  case encoding(type: String, BytesError)
  /// A text that is not a uniform resource, or not a whole one.
  case resource(QRTransportError)
  /// A type of uniform resource that is not read here.
  case unknownType(String)
  /// A private key or a seed: refused without looking further, and never echoed (R22).
  case secret(kind: String)
  /// The key of metadata backups, which is read elsewhere.
  case backupKey
  /// A form that its standard allows and this version does not know.
  case unsupported(type: String, what: String)
  /// A wallet's file or a cosigner's key that is refused.
  case wallet(WalletFileError)
  /// A `multisig:` payload that is refused.
  case payload(MultisigPayloadError)
  /// A `bitcoin:` URI that is refused.
  case paymentRequest(PaymentURIError)
  /// What another program keeps for itself.
  case otherProgram(OtherProgramFile)
  /// The content is of no format that is known here.
  case unrecognized(bytes: Int)
}

extension AirgapMessageError {
  /// The same refusal, in the words of messages where those have them.
  init(_ error: WalletFileError) {
    self =
      switch error {
      case .unrecognized(let bytes): .unrecognized(bytes: bytes)
      case .malformed(let type, let what): .malformed(type: type, what: what)
      case .encoding(let type, let error): .encoding(type: type, error)
      case .resource(let error): .resource(error)
      case .secret(let kind): .secret(kind: kind)
      case .unsupported(let type, let what): .unsupported(type: type, what: what)
      default: .wallet(error)
      }
  }
}

extension AirgapMessageError {
  public var description: String {
    switch self {
    case .malformed(let type, let what): "\(type) is malformed: \(what)"
    case .encoding(let type, let error): "\(type): \(error)"
    case .resource(let error): "\(error)"
    case .unknownType(let type): "this program does not read messages of type \(type)"
    case .secret(let kind): "this is \(kind): it is refused here and was not kept"
    case .backupKey: "this is a backup key, which this command does not take; it was not kept"
    case .unsupported(let type, let what): "\(type) holds \(what), which is not supported"
    case .wallet(let error): "\(error)"
    case .payload(let error): "\(error)"
    case .paymentRequest(let error): "\(error)"
    case .otherProgram(let file): "this is \(file.title), which this program does not read"
    case .unrecognized(let bytes): "these \(bytes) bytes are not a message that this program knows"
    }
  }

  /// Whether a seed or a private key was shown where none belongs.
  public var isSecretRefused: Bool {
    switch self {
    case .secret, .wallet(.secret(kind: _)): true
    default: false
    }
  }

  /// The rule that refuses it: R17 for a PSBT, R21 for a payload, R22 for a secret, R23 for a
  /// wallet or a key; nil for a kind that is not read here.
  public var rule: Rule? {
    switch self {
    case .malformed(let type, _): Self.rule(of: type)
    case .encoding(let type, let error): error.rule ?? Self.rule(of: type)
    case .resource(let error): error.rule
    case .secret, .backupKey: .r22
    case .wallet(let error): error.rule
    case .payload(let error): error.rule
    case .paymentRequest(let error): error.rule
    case .unsupported: .r23
    case .unknownType, .unrecognized, .otherProgram: nil
    }
  }

  /// The kind that a malformed one claims to be decides.
  private static func rule(of type: String) -> Rule {
    switch type {
    case PaymentMessage.type, PaymentMessage.newerType, AirgapMessageError.base64PSBT: .r17
    case AirgapMessageError.payloadType: .r21
    case AirgapMessageError.signedMessageType, MessageRequest.type: .r20
    case SigningLogExport.frame.type: .r26
    case SigningReceipt.frame.type: .r28
    case BytesMessage.type, AirgapMessageError.resourceType: .r22
    default: .r23
    }
  }

  /// What a PSBT in text is called.
  static let base64PSBT = "base64 PSBT"
  /// What a resource in text is called whose type nobody has read yet.
  static let resourceType = "uniform resource"
  /// What a text with a signature is called.
  static let signedMessageType = "signed message"
  /// What a payload is called.
  static let payloadType = "multisig: payload"

  /// What the person can do about it.
  public var hint: String {
    switch self {
    case .malformed, .encoding: "export it again from the program that made it"
    case .resource(let error): error.hint
    case .unknownType, .unsupported:
      "export it in another format (PSBT, descriptor, crypto-account)"
    case .secret: "secrets are typed or scanned only by `offline-signer seed import`"
    case .backupKey: "use `online-coordinator backup key --from INPUT` to store it"
    case .wallet(let error): error.hint
    case .payload(let error): error.hint
    case .paymentRequest(let error): error.hint
    case .otherProgram(let file): file.hint
    case .unrecognized:
      "expected a PSBT, an account, a descriptor or a transaction; is this the right file?"
    }
  }
}
