public import Bytes

/// What a person called an account.
public struct AccountNote: Equatable, Sendable {
  /// The index of the BIP-44 account.
  public let index: UInt32
  /// The account's name; nil when it has none.
  public var label: String?
  /// The members that this version does not know.
  public var others: JSONObject

  /// Takes the index and the name.
  public init(index: UInt32, label: String?) {
    self.index = index
    self.label = label
    others = JSONObject()
  }

  init(_ member: JSONObject.Member) throws(BackupError) {
    guard let index = UInt32(member.name), "\(index)" == member.name, index < 1 << 31 else {
      throw .malformed(place: "$.accounts", reason: "has a member that is not an account's number")
    }
    self.index = index
    var members = try Members(member.value, at: "$.accounts.\(index)")
    label = try members.text("label", limit: 10_000)
    others = members.others
  }

  var member: JSONObject.Member {
    .init(
      name: "\(index)",
      value: .object(JSONObject(known: [("label", .text(label))], others: others)))
  }
}

/// What a person noted about a transaction, and the papers that came with it.
public struct TransactionNote: Equatable, Sendable {
  /// As it is printed: last byte first.
  public let txid: Bytes32
  /// What the person wrote about it; nil for nothing.
  public var memo: String?
  /// Who was paid, as the person wrote it; nil for nothing.
  public var recipient: String?
  /// Who paid, as the person wrote it; nil for nothing.
  public var sender: String?
  /// A payment request of BIP-70 and its acknowledgement.
  public var paymentRequest: [UInt8]?
  /// The acknowledgement of BIP-70, as it came; nil for none.
  public var paymentACK: [UInt8]?
  /// ASCII decimal with a point, negative for what went out, without the fee.
  public var fiatAmount: String?
  /// ISO 4217.
  public var fiatCode: String?
  /// The members that this version does not know.
  public var others: JSONObject

  /// The most bytes of a text.
  public static let textLimit = 10_000
  /// The most bytes of a payment request (BIP-70).
  public static let paperLimit = 50_000

  /// Takes the txid and a memo; nothing else is noted.
  public init(txid: Bytes32, memo: String?) {
    self.txid = txid
    self.memo = memo
    others = JSONObject()
  }

  init(_ member: JSONObject.Member) throws(BackupError) {
    guard let txid = try? Bytes32(reversedHex: member.name),
      txid.reversedHex == member.name
    else {
      throw .malformed(place: "$.transactions", reason: "has a member that is not a txid")
    }
    self.txid = txid
    var members = try Members(member.value, at: "$.transactions.\(member.name)")
    memo = try members.text("memo", limit: Self.textLimit)
    recipient = try members.text("recipient", limit: Self.textLimit)
    sender = try members.text("sender", limit: Self.textLimit)
    paymentRequest = try members.hex("payment_request", limit: Self.paperLimit)
    paymentACK = try members.hex("payment_ack", limit: Self.paperLimit)
    fiatAmount = try members.text("fiat_amount", limit: 40)
    if let fiatAmount, !Self.isDecimal(fiatAmount) {
      throw .malformed(
        place: "\(members.place).fiat_amount", reason: "is not a decimal such as -10.00")
    }
    fiatCode = try members.text("fiat_code", limit: 8)
    others = members.others
  }

  /// Digits with an optional sign and fraction.
  static func isDecimal(_ text: String) -> Bool {
    let parts = (text.hasPrefix("-") ? text.dropFirst() : text[...]).split(
      separator: ".", omittingEmptySubsequences: false)
    return (1...2).contains(parts.count)
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
      }
  }

  var member: JSONObject.Member {
    let object = JSONObject(
      known: [
        ("memo", .text(memo)), ("recipient", .text(recipient)), ("sender", .text(sender)),
        ("payment_request", .text(paymentRequest.map { Hex.encode($0) })),
        ("payment_ack", .text(paymentACK.map { Hex.encode($0) })),
        ("fiat_amount", .text(fiatAmount)), ("fiat_code", .text(fiatCode)),
      ], others: others)
    return .init(name: txid.reversedHex, value: .object(object))
  }

  /// Whether nothing is noted.
  public var isEmpty: Bool {
    if case .object(let object) = member.value { object.members.isEmpty } else { true }
  }
}

/// How amounts were shown.
public struct CurrencyNote: Equatable, Sendable {
  /// ISO 4217.
  public var fiatCode: String?
  /// Where the exchange rate comes from; nil when nothing is said of it.
  public var fiatSource: String?
  /// `BTC`, `mBTC`, `uBTC` or `satoshi`.
  public var unit: String?
  /// The members that this version does not know.
  public var others: JSONObject

  init(_ object: JSONObject) throws(BackupError) {
    var members = Members(object, at: "$.currency")
    fiatCode = try members.text("fiat_code", limit: 8)
    fiatSource = try members.text("fiat_source", limit: 1_000)
    unit = try members.text("btc_unit", limit: 8)
    if let unit, !["BTC", "mBTC", "uBTC", "satoshi"].contains(unit) {
      throw .malformed(
        place: "$.currency.btc_unit", reason: "is neither BTC, mBTC, uBTC nor satoshi")
    }
    others = members.others
  }

  var object: JSONObject {
    JSONObject(
      known: [
        ("fiat_code", .text(fiatCode)), ("fiat_source", .text(fiatSource)),
        ("btc_unit", .text(unit)),
      ], others: others)
  }
}
