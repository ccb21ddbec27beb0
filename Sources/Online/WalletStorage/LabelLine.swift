public import BitcoinPrimitives
public import Bytes

/// One object of a BIP-329 file: what is said of a transaction, an address, a coin, a key.
///
/// What no wallet here uses is kept as it came, so that it can be written again.
public struct LabelLine: Equatable, Sendable {
  /// `tx`, `addr`, `pubkey`, `input`, `output`, `xpub`, `spscan`, or a type of a later text.
  public var type: String
  /// What the line is about, in the spelling of this program where it knows the type.
  public var reference: String
  /// The label, foreign text; nil leaves the one that is there alone.
  public var text: String?
  /// Whether a coin may be spent; nil leaves it as it is, and of other types it is among the others.
  public var isSpendable: Bool?
  /// The tag of a coin or an address: a member of our own, `tag`.
  public var tag: String?
  /// All other members, in their order.
  public var others: JSONObject

  /// A line that says nothing yet.
  public init(type: String, reference: String, others: JSONObject = JSONObject()) {
    self.type = type
    self.reference = reference
    self.others = others
  }

  /// Reads an object; `network` is the one of the wallet.
  ///
  /// - Throws: `LabelFault` with what is wrong with it.
  public init(_ value: JSONValue, on network: Network) throws(LabelFault) {
    guard var rest = value.objectValue else { throw LabelFault("is not a JSON object") }
    let type = try Self.text("type", of: &rest, limit: Self.typeLimit)
    let reference = try Self.text("ref", of: &rest, limit: Self.referenceLimit)
    guard let type, let reference, !type.isEmpty, !reference.isEmpty else {
      throw LabelFault("has no type or no ref")
    }
    self.type = type
    self.reference = try Self.spelled(reference, type, on: network)
    text = try Self.text("label", of: &rest, limit: Self.textLimit)
    if let origin = rest["origin"] {
      guard let origin = origin.stringValue, origin.utf8.count <= Self.originLimit else {
        throw LabelFault("has an origin that is not text of at most \(Self.originLimit) bytes")
      }
    }
    if type == LabelKind.output.rawValue, let spendable = rest["spendable"] {
      guard let flag = spendable.boolValue else {
        throw LabelFault("has a \"spendable\" that is neither true nor false")
      }
      isSpendable = flag
      rest["spendable"] = nil
    }
    let isTagged = type == LabelKind.output.rawValue || type == LabelKind.address.rawValue
    // Another program's member of that name stays what it is.
    if isTagged, let tag = rest["tag"]?.stringValue, Self.isTag(tag) {
      self.tag = tag
      rest["tag"] = nil
    }
    others = rest
  }

  /// The most bytes of a type.
  static let typeLimit = 20
  /// The most bytes of a reference.
  static let referenceLimit = 500
  /// The most bytes of a label, as in backups.
  static let textLimit = 10_000
  /// The most bytes of an origin.
  static let originLimit = 5_000

  /// The kind of label that it is here; nil where no wallet uses the type.
  public var kind: LabelKind? { LabelKind(rawValue: type) }

  /// Which account the line is about, where it says so.
  public var origin: String? { others["origin"]?.stringValue }

  /// The object, as a line of a file has it.
  public var json: JSONValue {
    var members: [JSONObject.Member] = [
      .init(name: "type", value: .string(type)), .init(name: "ref", value: .string(reference)),
    ]
    if let text { members.append(.init(name: "label", value: .string(text))) }
    if let isSpendable { members.append(.init(name: "spendable", value: .bool(isSpendable))) }
    if let tag { members.append(.init(name: "tag", value: .string(tag))) }
    let names = Set(members.map(\.name))
    return .object(JSONObject(members + others.members.filter { !names.contains($0.name) }))
  }

  /// Whether a text is the name of a tag: 1 to 64 letters, digits and the characters `. _ - +`.
  public static func isTag(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0)
          || $0 == 0x2b || $0 == 0x2d || $0 == 0x2e || $0 == 0x5f
      } && text.utf8.first != 0x2d && text.utf8.first != 0x2b
  }

  /// Takes a text out; nil when it is not there.
  private static func text(
    _ name: String, of object: inout JSONObject, limit: Int
  ) throws(LabelFault) -> String? {
    guard let value = object[name] else { return nil }
    guard let text = value.stringValue, text.utf8.count <= limit else {
      throw LabelFault("has a \(name) that is not text of at most \(limit) bytes")
    }
    object[name] = nil
    return text
  }

  /// A reference as this program writes it.
  private static func spelled(
    _ reference: String, _ type: String, on network: Network
  ) throws(LabelFault) -> String {
    switch type {
    case "tx":
      if let txid = try? Txid(parsing: reference) { return "\(txid)" }
      throw LabelFault("has a ref that is not a transaction id")
    case "input", "output":
      if let place = try? OutPoint(parsing: reference) { return "\(place)" }
      throw LabelFault("has a ref that is not TXID:VOUT")
    case "addr":
      if let address = try? Address(parsing: reference, on: network) { return address.string }
      throw LabelFault("has a ref that is not an address of \(network.name)")
    case "pubkey":
      if let key = try? Hex.decode(reference), [32, 33, 65].contains(key.count) {
        return Hex.encode(key)
      }
      throw LabelFault("has a ref that is not a public key")
    default:
      guard reference.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
        throw LabelFault("has a ref with blanks or letters outside ASCII")
      }
      return reference
    }
  }
}

/// What is wrong with one line of a file of labels.
public struct LabelFault: Error, Equatable, Sendable {
  /// The end of a sentence that begins with the line.
  public let reason: String

  init(_ reason: String) { self.reason = reason }
}
