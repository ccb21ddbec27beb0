public import BitcoinPrimitives
internal import Bytes

/// The `multisig:` payload of the Chance wallet: an unsigned transaction that spends coins of one
/// legacy P2SH multisig, with the signatures collected so far.
///
/// Reading checks the form of everything; whether the signatures verify is what ``faults()`` tells,
/// and nothing with a fault becomes a PSBT unless the caller asks to leave it out. It says nothing
/// of amounts, networks or coins: previous transactions travel beside it.
public struct MultisigPayload: Sendable {
  /// What stands before the JSON object.
  public static let prefix = "multisig:"

  /// The transaction; its scriptSigs are empty.
  public let transaction: Transaction
  /// The script of every coin that it spends.
  public let redeemScript: MultisigScript
  /// The signatures by the place of their key in the script, one for each input: DER and the
  /// sighash byte, as they were read.
  public internal(set) var signatures: [Int: [[UInt8]]]
  /// By key, how many entries behind the last input were read that only repeat one of the first:
  /// they are left out, and whoever reads the payload says so.
  public internal(set) var repeated: [Int: Int] = [:]
  /// The members in the order in which they are written; ours are null here, they only hold a
  /// place.
  var members: JSONObject

  /// A payload with these signatures, which are NOT checked; see ``faults()``.
  ///
  /// - Throws: `MultisigPayloadError` when the transaction is signed or has no inputs or outputs or
  ///   more than 10,000, checking it would take too much work, a key is not in the script, or a key
  ///   has not as many entries as inputs.
  public init(
    _ transaction: Transaction, redeemScript: MultisigScript, signatures: [Int: [[UInt8]]] = [:]
  ) throws(MultisigPayloadError) {
    try Self.check(transaction)
    for (key, entries) in signatures.sorted(by: { $0.key < $1.key }) {
      guard redeemScript.keys.indices.contains(key) else {
        throw .badIndex("\(key)", reason: "a key that the redeem script does not have")
      }
      guard entries.count == transaction.inputs.count else {
        throw .shortArray(key: key, found: entries.count, inputs: transaction.inputs.count)
      }
    }
    try Self.requireLittleWork(transaction, redeemScript, signatures)
    self.init(
      transaction: transaction, redeemScript: redeemScript, signatures: signatures,
      members: JSONObject(Member.allCases.map { .init(name: $0.rawValue, value: .null) }))
  }

  init(
    transaction: Transaction, redeemScript: MultisigScript, signatures: [Int: [[UInt8]]],
    members: JSONObject
  ) {
    self.transaction = transaction
    self.redeemScript = redeemScript
    self.signatures = signatures
    self.members = members
  }

  /// The members that have a meaning, in the order in which a new payload writes them.
  enum Member: String, CaseIterable {
    case rawTx, redeemScriptHex, keySignatures
  }

  /// How many members a reader of payloads knows nothing about, and the bytes of their names and
  /// values: they are passed on as they are.
  public var unknownMembers: (count: Int, bytes: Int) {
    let unknown = members.members.filter { Member(rawValue: $0.name) == nil }
    let bytes = unknown.reduce(0) {
      $0 + $1.name.utf8.count + JSONWriter.encode($1.value).utf8.count
    }
    return (unknown.count, bytes)
  }

  /// The payload as text: `multisig:` and a compact JSON object, without a line feed.
  ///
  /// Members stand in the order in which they were read, unknown ones included, signatures in the
  /// order of their keys.
  public var text: String {
    let written = members.members.map { member in
      guard let own = Member(rawValue: member.name) else { return member }
      return JSONObject.Member(name: member.name, value: value(of: own))
    }
    return Self.prefix + JSONWriter.encode(.object(JSONObject(written)))
  }

  private func value(of member: Member) -> JSONValue {
    switch member {
    case .rawTx: .string(Hex.encode(transaction.encodedWithoutWitness()))
    case .redeemScriptHex: .string(redeemScript.script.hex)
    case .keySignatures:
      // By number, not by text: "10" comes behind "2".
      .object(
        JSONObject(
          signatures.sorted { $0.key < $1.key }.map { key, entries in
            .init(name: "\(key)", value: .array(entries.map { .string(Hex.encode($0)) }))
          }))
    }
  }

  static func check(_ transaction: Transaction) throws(MultisigPayloadError) {
    let limits = PSBTLimits.qr
    let (inputs, outputs) = (transaction.inputs.count, transaction.outputs.count)
    guard inputs > 0 else { throw .emptyTransaction("inputs") }
    guard outputs > 0 else { throw .emptyTransaction("outputs") }
    guard inputs <= limits.inputs else {
      throw .tooMany("inputs", count: inputs, limit: limits.inputs)
    }
    guard outputs <= limits.outputs else {
      throw .tooMany("outputs", count: outputs, limit: limits.outputs)
    }
    let size = transaction.baseSize
    guard size <= limits.transactionBytes else {
      throw .tooMany("bytes", count: size, limit: limits.transactionBytes)
    }
    for (index, input) in transaction.inputs.enumerated() {
      guard input.scriptSig.isEmpty, input.witness.isEmpty else { throw .signedInput(index) }
    }
  }

  /// Throws when checking all signatures would take more than one transaction may (R18).
  ///
  /// Known before anything is hashed: every input hashes the whole transaction from itself on,
  /// once.
  static func requireLittleWork(
    _ transaction: Transaction, _ redeemScript: MultisigScript, _ signatures: [Int: [[UInt8]]]
  ) throws(MultisigPayloadError) {
    let inputs = transaction.inputs.count
    // At most 10,000 inputs and 16 million bytes: far from overflowing.
    let before = (inputs - 1) * inputs / 2 * 41
    let hashed = inputs * (transaction.baseSize + redeemScript.script.count) - before
    let verified = signatures.count * inputs * WorkMeter.verification
    let limit = WorkMeter.standardLimit
    guard hashed + verified <= limit else {
      throw .tooMuchWork(inputs: inputs, bytes: hashed + verified, limit: limit)
    }
  }
}

extension MultisigPayload: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(transaction)
    hasher.combine(signatures)
  }
}
