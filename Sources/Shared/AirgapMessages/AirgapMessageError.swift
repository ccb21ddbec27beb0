/// Why something that came across the gap is no message for us.
public enum AirgapMessageError: Error, Equatable, Sendable {
  /// The CBOR of a uniform resource does not have the shape its type demands.
  case malformed(type: String, what: String)
  /// A type of uniform resource that is not read here.
  case unknownType(String)
  /// A private key or a seed: refused without looking further, and never echoed (R22).
  case secret(kind: String)
  /// A form that its standard allows and this version does not know.
  case unsupported(type: String, what: String)
  /// Nothing of this is known by its content.
  case unrecognized(bytes: Int)
}

extension AirgapMessageError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed(let type, let what): "\(type) is malformed: \(what)"
    case .unknownType(let type): "messages of type \(type) are not read here"
    case .secret(let kind): "this is \(kind): it is refused here and was not kept"
    case .unsupported(let type, let what): "\(type) holds \(what), which is not supported"
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
    case .unrecognized:
      "expected a PSBT, an account, a descriptor or a transaction; is this the right file?"
    }
  }
}
