internal import Bytes

extension MultiversXTransaction {
  /// The members in the order in which they are signed, those of signatures behind them.
  private static let order = [
    "nonce", "value", "receiver", "sender", "senderUsername", "receiverUsername", "gasPrice",
    "gasLimit", "data", "chainID", "version", "options", "guardian", "relayer", "signature",
    "guardianSignature", "relayerSignature",
  ]

  /// Reads the JSON of a transaction for one chain, whose addresses begin with `prefix`.
  ///
  /// All chains of the foundation have one prefix: the ID alone tells real money from a test.
  ///
  /// Every byte has to be as this program writes it: each member once, in its place, numbers without exponent, sign or leading
  /// zeros, no spaces. Throws ``MultiversXError`` with the first member that is not.
  public init(
    parsing json: [UInt8], prefix: String, chainID expected: String
  ) throws(MultiversXError) {
    guard json.count <= Self.sizeLimit else {
      throw .tooLarge(field: "the transaction", bytes: json.count, limit: Self.sizeLimit)
    }
    let value: JSONValue
    do {
      value = try JSONReader.parse(
        json, limits: JSONLimits(bytes: Self.sizeLimit, depth: 2, values: 64))
    } catch {
      throw .notJSON("\(error)")
    }
    guard let object = value.objectValue else { throw .notJSON("it is not a JSON object") }
    var place = -1
    for name in object.names {
      guard let found = Self.order.firstIndex(of: name) else { throw .unknown(field: name) }
      guard found > place else { throw .outOfOrder(field: name) }
      place = found
    }
    let members = Members(object: object, prefix: prefix)
    try self.init(
      nonce: members.number("nonce"), value: members.amount("value"),
      receiver: members.address("receiver"), sender: members.address("sender"),
      gasPrice: members.number("gasPrice"), gasLimit: members.number("gasLimit"),
      chainID: members.text("chainID"))
    guard chainID == expected else { throw .otherChain(found: chainID, expected: expected) }
    data = try members.base64("data")
    senderUsername = try members.base64("senderUsername")
    receiverUsername = try members.base64("receiverUsername")
    let version = try members.number("version")
    guard let version = UInt32(exactly: version) else {
      throw .invalid(field: "version", reason: "is too large")
    }
    self.version = version
    if object["options"] != nil {
      guard let bits = UInt32(exactly: try members.number("options")) else {
        throw .invalid(field: "options", reason: "is too large")
      }
      options = Options(rawValue: bits)
    }
    if object["guardian"] != nil { guardian = try members.address("guardian") }
    if object["relayer"] != nil { relayer = try members.address("relayer") }
    signature = try members.hex("signature")
    guardianSignature = try members.hex("guardianSignature")
    relayerSignature = try members.hex("relayerSignature")
    try check()
    try compare(with: json, object)
  }

  /// Refuses what would be written differently: its signature would be about other bytes than those that were shown.
  private func compare(with json: [UInt8], _ object: JSONObject) throws(MultiversXError) {
    let text = text
    guard text != json else { return }
    guard let own = (try? JSONReader.parse(text))?.objectValue else {
      throw .notJSON("it cannot be written again")
    }
    for member in object.members where own[member.name] != member.value {
      throw .notCanonical(field: member.name)
    }
    throw .notJSON("it has spaces or escapes, and what is signed has none")
  }
}

/// The members of one transaction, each read in the one way in which it may be written.
private struct Members {
  let object: JSONObject
  let prefix: String

  private func value(_ field: String) throws(MultiversXError) -> JSONValue {
    guard let value = object[field] else { throw .missing(field: field) }
    return value
  }

  func text(_ field: String) throws(MultiversXError) -> String {
    guard let text = try value(field).stringValue else {
      throw .invalid(field: field, reason: "is not a text")
    }
    return text
  }

  /// A number of 64 bits, without a sign.
  func number(_ field: String) throws(MultiversXError) -> UInt64 {
    guard let digits = try value(field).numberText else {
      throw .invalid(field: field, reason: "is not a number")
    }
    return try number(digits, field)
  }

  /// An amount of at most 128 bits, written as a text.
  func amount(_ field: String) throws(MultiversXError) -> UInt128 {
    try number(try text(field), field)
  }

  private func number<Number: FixedWidthInteger>(
    _ digits: String, _ field: String
  ) throws(MultiversXError) -> Number {
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw .invalid(field: field, reason: "is not written in digits alone")
    }
    guard digits == "0" || digits.first != "0" else { throw .notCanonical(field: field) }
    guard let number = Number(digits) else {
      throw .invalid(field: field, reason: "is larger than \(Number.bitWidth) bits hold")
    }
    return number
  }

  func address(_ field: String) throws(MultiversXError) -> MultiversXAddress {
    try MultiversXAddress(parsing: text(field), prefix: prefix, field: field)
  }

  func base64(_ field: String) throws(MultiversXError) -> [UInt8] {
    guard object[field] != nil else { return [] }
    do {
      return try Base64.decode(text(field))
    } catch let error as MultiversXError {
      throw error
    } catch {
      throw .invalid(field: field, reason: "is not Base64: \(error)")
    }
  }

  func hex(_ field: String) throws(MultiversXError) -> [UInt8] {
    guard object[field] != nil else { return [] }
    do {
      return try Hex.decode(text(field))
    } catch let error as MultiversXError {
      throw error
    } catch {
      throw .invalid(field: field, reason: "is not hex: \(error)")
    }
  }
}
