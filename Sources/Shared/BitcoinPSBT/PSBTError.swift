public import BitcoinPrimitives
public import Bytes
public import Refusals

/// Names one of the maps of a PSBT.
public enum PSBTMapName: Hashable, Sendable, CustomStringConvertible {
  /// The first map, about the whole transaction.
  case global
  /// The map of the input with this position, counted from 0.
  case input(Int)
  /// The map of the output with this position, counted from 0.
  case output(Int)

  public var description: String {
    switch self {
    case .global: "global map"
    case .input(let index): "input \(index)"
    case .output(let index): "output \(index)"
    }
  }
}

/// Says where in a PSBT something is: the map, the key type, and the offset of the field's first
/// byte counted from the start of the (binary) PSBT.
public struct PSBTLocation: Hashable, Sendable, CustomStringConvertible {
  /// The map.
  public let map: PSBTMapName
  /// The type of the key; nil for what is not in one field.
  public let keyType: UInt64?
  /// Bytes from the start of the binary PSBT.
  public let offset: Int

  /// Takes the three.
  public init(map: PSBTMapName, keyType: UInt64?, offset: Int) {
    self.map = map
    self.keyType = keyType
    self.offset = offset
  }

  public var description: String {
    let type = keyType.map { ", key type 0x" + String($0, radix: 16) } ?? ""
    return "\(map)\(type), byte \(offset)"
  }
}

/// What is wrong with a field or a map.
public enum PSBTFault: Equatable, Sendable, CustomStringConvertible {
  /// The bytes end too early, or a size is not minimal.
  case unreadable(BytesError)
  /// A key stands twice in a map, which BIP-174 forbids.
  case duplicateKey
  /// A map has more keys than ``PSBTLimits/keysPerMap``.
  case tooManyKeys(limit: Int)
  /// The global map has no `PSBT_GLOBAL_UNSIGNED_TX`.
  case missingUnsignedTransaction
  /// Any version but 0.
  case unsupportedVersion(UInt32)
  /// A field of BIP-370 in a PSBT of version 0, by its name in the BIP.
  case versionTwoField(String)
  /// The key data of a field have a wrong length, in bytes.
  case keyLength(field: String, found: Int, expected: String)
  /// The value of a field has a wrong length, in bytes.
  case valueLength(field: String, found: Int, expected: String)
  /// A key that is not a point of the curve.
  case invalidPublicKey(field: String)
  /// A signature that is not strict DER (BIP-66).
  case invalidSignature(field: String)
  /// Any other value that is not of its field's form.
  case invalidValue(field: String, reason: String)
  /// The unsigned transaction is not unsigned.
  case scriptSigNotEmpty(input: Int)
  /// More inputs or outputs than ``PSBTLimits`` allows; the text says which.
  case tooMany(String, count: UInt64, limit: Int)
  /// The bytes that are left cannot hold a map for each input and output.
  case missingMaps(needed: Int, bytesLeft: Int)
  /// The previous transaction of an input is not the one that the input spends (R01).
  case otherPreviousTransaction(spends: Txid, found: Txid)
  /// Bytes after the last map that are not another PSBT.
  case trailingBytes(Int)
  /// Another PSBT after the first: which one is meant cannot be known.
  case secondPacket

  public var description: String {
    switch self {
    case .unreadable(let error): "\(error)"
    case .duplicateKey: "the key appears twice in this map"
    case .tooManyKeys(let limit): "more than \(limit) keys in one map"
    case .missingUnsignedTransaction: "the unsigned transaction is missing"
    case .unsupportedVersion(2): "this is a version 2 PSBT (BIP-370); version 0 is understood"
    case .unsupportedVersion(let version): "PSBT version \(version) is unknown"
    case .versionTwoField(let name): "\(name) belongs to version 2 and has no place in version 0"
    case .keyLength(let field, let found, let expected):
      "the key of \(field) has \(counted(found, "byte")) after its type, expected \(expected)"
    case .valueLength(let field, let found, let expected):
      "the value of \(field) has \(counted(found, "byte")), expected \(expected)"
    case .invalidPublicKey(let field): "the public key of \(field) is not a point of the curve"
    case .invalidSignature(let field): "the signature of \(field) is not strict DER"
    case .invalidValue(let field, let reason): "the value of \(field) is malformed: \(reason)"
    case .scriptSigNotEmpty(let input):
      "input \(input) of the unsigned transaction already has a scriptSig"
    case .tooMany(let what, let count, let limit): "\(count) \(what), more than \(limit)"
    case .missingMaps(let needed, let left):
      "\(needed) input and output maps must follow, but what is left has only \(counted(left, "byte"))"
    case .otherPreviousTransaction(let spends, let found):
      "the previous transaction has txid \(found), the input spends \(spends)"
    case .trailingBytes(let count): "\(counted(count, "byte")) too many after the last map"
    case .secondPacket: "a second PSBT follows the first"
    }
  }
}

/// Why bytes are not a PSBT that this program accepts (rules R01, R17 and R18).
public enum PSBTError: HintedError, Equatable, Sendable {
  /// More bytes than ``PSBTLimits/bytes``; nothing was read.
  case tooLarge(bytes: Int, limit: Int)
  /// The first five bytes are not `70736274ff`.
  case badMagic
  /// Neither Base64 nor hexadecimal.
  case notText(BytesError)
  /// A fault in the structure or in a field, and its place.
  case malformed(PSBTFault, at: PSBTLocation)

  /// The rule that refuses it: R18 for what is beyond a limit, R01 for another previous
  /// transaction, R17 for everything else.
  public var rule: Rule? {
    switch self {
    case .tooLarge, .malformed(.tooManyKeys, _), .malformed(.tooMany, _): .r18
    case .malformed(.otherPreviousTransaction, _): .r01
    case .malformed(.unreadable(let error), _), .notText(let error): error.rule ?? .r17
    case .badMagic, .malformed: .r17
    }
  }

  public var description: String {
    switch self {
    case .tooLarge(let bytes, let limit):
      "the PSBT has \(bytes) bytes, more than \(limit)"
    case .badMagic: "not a PSBT: the first bytes are not BIP-174's 70736274ff"
    case .notText(let error): "not a PSBT in text form: \(error)"
    case .malformed(let fault, let location): "PSBT, \(location): \(fault)"
    }
  }

  /// What the person can do about it.
  public var hint: String {
    switch self {
    case .tooLarge: "spend fewer coins at once"
    case .badMagic, .notText: "export the unsigned transaction again, as a PSBT"
    case .malformed(.tooMany, _): "spend fewer coins, or pay fewer recipients, at once"
    case .malformed(.unsupportedVersion, _), .malformed(.versionTwoField, _):
      "have the wallet that made it export PSBT version 0 (BIP-174)"
    case .malformed(.otherPreviousTransaction, _):
      "ask for a PSBT that carries the previous transaction of every input"
    case .malformed: "the file is damaged or was tampered with: export it again"
    }
  }
}
