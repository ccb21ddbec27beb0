internal import BitcoinPrimitives
internal import Bytes
internal import Refusals

extension MultisigPayload {
  /// 16 MiB of text, depth 16; 10,000 inputs signed by 15 keys are 150,000 values.
  private static let limits = JSONLimits(values: 400_000)

  /// Reads a payload: `multisig:` and one JSON object, spaces and line feeds around it allowed.
  ///
  /// Strict where readers could disagree: no member twice, hexadecimal strings only, indices in
  /// their one decimal form, an unsigned transaction in the old format, as many signatures a key as
  /// inputs. What stands behind them is left out where it is one of them again (``repeated``), else
  /// refused (R20). Signatures are NOT verified here; see ``faults()``.
  ///
  /// - Throws: `MultisigPayloadError` naming the field.
  public init(parsing text: some StringProtocol) throws(MultisigPayloadError) {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x0a || $0 == 0x0d || $0 == 0x09 }
    let bytes = Array(text.utf8.drop(while: isBlank))
    guard bytes.starts(with: Self.prefix.utf8) else {
      throw Self.isIndexedSignatures(bytes) ? .indexedSignatures : .missingPrefix
    }
    let body = Array(bytes.dropFirst(Self.prefix.utf8.count))
    if body.starts(with: "//".utf8) { throw .slashes }
    guard body.first(where: { !isBlank($0) }) == UInt8(ascii: "{") else {
      throw Self.isIndexedSignatures(body) ? .indexedSignatures : .missingPrefix
    }
    var members = try Self.object(body)
    let raw = try Self.hex(of: .rawTx, in: members)
    let transaction: Transaction
    do {
      transaction = try Transaction(decoding: raw, allowingWitness: false)
    } catch {
      throw .transaction(error)
    }
    try Self.check(transaction)
    let redeemScript: MultisigScript
    do {
      redeemScript = try MultisigScript(Script(try Self.hex(of: .redeemScriptHex, in: members)))
    } catch let error as MultisigScriptError {
      throw .redeemScript(error)
    } catch let error as MultisigPayloadError {
      throw error
    } catch {
      throw .missingMember(Member.redeemScriptHex.rawValue)
    }
    let (signatures, repeated) = try Self.signatures(
      in: members, keys: redeemScript.keys.count, inputs: transaction.inputs.count)
    try Self.requireLittleWork(transaction, redeemScript, signatures)
    for member in Member.allCases { members[member.rawValue] = .null }
    self.init(
      transaction: transaction, redeemScript: redeemScript, signatures: signatures,
      members: members)
    self.repeated = repeated
  }

  /// What a person is told of entries that only repeat others, by key; nothing where there are
  /// none.
  public var repeatNotes: [String] {
    repeated.sorted { $0.key < $1.key }.map { key, count in
      "keySignatures.\(key) has \(count == 1 ? "a signature" : "\(count) signatures") twice: the "
        + "duplicates were left out (R20)"
    }
  }

  /// Whether a text is, or was meant to be, a payload: what `init(parsing:)` should judge.
  public static func recognizes(_ bytes: [UInt8]) -> Bool {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x0a || $0 == 0x0d || $0 == 0x09 }
    let head = bytes.drop(while: isBlank)
    return head.prefix(prefix.utf8.count).map { $0 | 0x20 }.elementsEqual(
      prefix.utf8.map { $0 | 0x20 }) || isIndexedSignatures(Array(head))
  }

  // MARK: Members

  private static func object(_ body: [UInt8]) throws(MultisigPayloadError) -> JSONObject {
    let value: JSONValue
    do {
      value = try JSONReader.parse(body, limits: limits)
    } catch .duplicateKey(_, let offset) {
      throw .repeatedMember(name(at: offset, in: body), offset: offset + prefix.utf8.count)
    } catch {
      throw .json(error)
    }
    guard case .object(let members) = value else { throw .missingPrefix }
    return members
  }

  private static func hex(
    of member: Member, in members: JSONObject
  ) throws(MultisigPayloadError) -> [UInt8] {
    guard let value = members[member.rawValue] else { throw .missingMember(member.rawValue) }
    return try hex(value, field: member.rawValue)
  }

  private static func hex(
    _ value: JSONValue, field: String
  ) throws(MultisigPayloadError) -> [UInt8] {
    guard case .string(let digits) = value else {
      throw .wrongType(field, expected: "a string")
    }
    do {
      return try Hex.decode(digits)
    } catch {
      throw .notHex(field, error)
    }
  }

  private static func signatures(
    in members: JSONObject, keys: Int, inputs: Int
  ) throws(MultisigPayloadError) -> (signatures: [Int: [[UInt8]]], repeated: [Int: Int]) {
    let name = Member.keySignatures.rawValue
    guard let value = members[name] else { throw .missingMember(name) }
    try requireNotJoined(value, name)
    guard case .object(let entries) = value else { throw .wrongType(name, expected: "an object") }
    var signatures: [Int: [[UInt8]]] = [:]
    var repeated: [Int: Int] = [:]
    for entry in entries.members {
      let key = try index(entry.name, keys: keys)
      try requireNotJoined(entry.value, "\(name).\(key)")
      guard case .array(let values) = entry.value else {
        throw .wrongType("\(name).\(key)", expected: "an array")
      }
      guard values.count >= inputs else {
        throw .shortArray(key: key, found: values.count, inputs: inputs)
      }
      var list: [[UInt8]] = []
      list.reserveCapacity(inputs)
      for (input, value) in values.prefix(inputs).enumerated() {
        list.append(try hex(value, field: "\(name).\(key)[\(input)]"))
      }
      signatures[key] = list
      guard values.count > inputs else { continue }
      // A program writes this when it adds a signature again without looking. A different one, for
      // example with another nonce, belongs to no input: nobody would look at it.
      let known = Set(list)
      for (place, value) in values.enumerated().dropFirst(inputs) {
        guard known.contains(try hex(value, field: "\(name).\(key)[\(place)]")) else {
          throw .longArray(key: key, found: values.count, inputs: inputs)
        }
      }
      repeated[key] = values.count - inputs
    }
    return (signatures, repeated)
  }

  /// Refuses signatures as before 2016 in place of a list of them, or in the list: there is no `|`
  /// in hexadecimal, so whoever wrote one meant that form.
  private static func requireNotJoined(
    _ value: JSONValue, _ field: String
  ) throws(MultisigPayloadError) {
    let texts: [(field: String, text: String)]
    switch value {
    case .string(let text): texts = [(field, text)]
    case .array(let values):
      texts = values.enumerated().compactMap { place, value in
        value.stringValue.map { ("\(field)[\(place)]", $0) }
      }
    default: return
    }
    if let joined = texts.first(where: { $0.text.utf8.contains(UInt8(ascii: "|")) }) {
      throw .joinedSignatures(joined.field)
    }
  }

  /// The place of a key, from the one decimal form of its number.
  private static func index(
    _ text: String, keys: Int
  ) throws(MultisigPayloadError) -> Int {
    let digits = text.utf8
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw .badIndex(shown(text), reason: "which is not the number of a key")
    }
    guard digits.count == 1 || digits.first != 0x30 else {
      throw .badIndex(shown(text), reason: "a number with a zero in front")
    }
    guard digits.count <= 3, let number = Int(text), number < keys else {
      throw .badIndex(
        shown(text), reason: "but the redeem script has the keys 0 to \(keys - 1)")
    }
    return number
  }

  // MARK: Foreign names

  /// A member's name as an error may carry it: printable ASCII, short (R24), in quotation marks of
  /// its own.
  private static func shown(_ name: String) -> String {
    "\"\(ForeignText.ascii(name, limit: 20).replacing("\"", with: "\\u{22}"))\""
  }

  /// The name that begins with the quotation mark at an offset.
  private static func name(at offset: Int, in body: [UInt8]) -> String {
    let inside = body.dropFirst(offset + 1).prefix { $0 != UInt8(ascii: "\"") }
    return shown(String(decoding: inside.prefix(100), as: UTF8.self))
  }

  /// Whether the text is signatures as before 2016: two digits for the key, then DER, joined by
  /// `|`.
  private static func isIndexedSignatures(_ bytes: [UInt8]) -> Bool {
    guard (20...1_000_000).contains(bytes.count) else { return false }
    let text = bytes.filter { $0 != 0x20 && $0 != 0x0a && $0 != 0x0d && $0 != 0x09 }
    let parts = text.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      guard (20...150).contains(part.count), let raw = try? Hex.decode(utf8: Array(part)) else {
        return false
      }
      // Number of the key, 30, length of r and s, 02: then a sighash byte.
      return raw[0] < 20 && raw[1] == 0x30 && Int(raw[2]) == raw.count - 4 && raw[3] == 2
    }
  }
}
