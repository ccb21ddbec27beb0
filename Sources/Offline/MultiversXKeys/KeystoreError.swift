public import Refusals

/// Why a keystore of MultiversX is not opened or made; never a part of what it holds.
public enum KeystoreError: HintedError, Equatable, Sendable {
  /// The file is larger than any keystore, in bytes.
  case tooLarge(bytes: Int, limit: Int)
  /// The file is not JSON.
  case notJSON(String)
  /// A member is missing or is not what it must be.
  case invalid(field: String, reason: String)
  /// The password is another one, or the file was changed.
  case notAuthentic
  /// The key inside has another address than the one beside it.
  case otherAddress
  /// libcrypto failed, or there is no memory for what the file asks for.
  case libraryFailed(String)

  public var description: String {
    switch self {
    case .tooLarge(let bytes, let limit):
      "the keystore has \(bytes) bytes, the limit is \(limit)"
    case .notJSON(let reason): "this is not the JSON of a keystore: \(reason)"
    case .invalid(let field, let reason): "the keystore's \(field) \(reason)"
    case .notAuthentic: "the password is wrong, or the keystore was changed"
    case .otherAddress:
      "the key in the keystore does not belong to the address that the keystore names"
    case .libraryFailed(let what): "the keystore could not be opened or made: \(what)"
    }
  }

  public var rule: Rule? {
    switch self {
    case .tooLarge: .r18
    case .otherAddress: .r23
    case .libraryFailed, .notAuthentic: nil
    default: .r23
    }
  }

  public var hint: String {
    switch self {
    case .notAuthentic: "type the password again; if it is right, use another copy of the file"
    case .libraryFailed: "close other programs, and try again"
    case .otherAddress: "do not use it: somebody put another key into it"
    default: "export the keystore from its wallet once more"
    }
  }
}
