public import BitcoinPrimitives
public import Bytes
public import Refusals

/// Why a text is not a `multisig:` payload, or why a payload cannot become a PSBT or the other way
/// round.
///
/// Keys and inputs are counted from 0, as the payload counts them.
public enum MultisigPayloadError: HintedError, Equatable, Sendable {
  // Reading.
  /// The text does not begin with `multisig:`.
  case missingPrefix
  /// `multisig://{...}`: a form in Chance's tests that Chance itself cannot read.
  case slashes
  /// `IIhex|IIhex`: signatures as they were passed before 2016.
  case indexedSignatures
  /// The same form, `IIhex|IIhex`, in a field of a payload.
  case joinedSignatures(String)
  /// It is not strict JSON.
  case json(BytesError)
  /// A member that an object has twice, by its name as far as it can be shown.
  case repeatedMember(String, offset: Int)
  /// A required member is not there, by its name.
  case missingMember(String)
  /// A member has a value of another type, such as a number for a text.
  case wrongType(String, expected: String)
  /// A member is not hexadecimal.
  case notHex(String, BytesError)
  /// `rawTx` is not a transaction.
  case transaction(TransactionError)
  /// `rawTx` has no inputs or no outputs; the text says which.
  case emptyTransaction(String)
  /// More inputs, outputs or bytes than a transaction in a PSBT may have; the text says which.
  case tooMany(String, count: Int, limit: Int)
  /// Checking its signatures takes more bytes of hashing than one transaction may (R18).
  case tooMuchWork(inputs: Int, bytes: Int, limit: Int)
  /// The transaction of a payload is unsigned; a signature in it would be one that nobody checks.
  case signedInput(Int)
  /// `redeemScriptHex` is not a multisig script.
  case redeemScript(MultisigScriptError)
  /// A name in `keySignatures` that is not a key of the redeem script; the reason is a fixed text.
  case badIndex(String, reason: String)
  /// Fewer signatures than inputs.
  case shortArray(key: Int, found: Int, inputs: Int)
  /// More signatures of one key than there are inputs: it is not known what the others are for
  /// (R20).
  case longArray(key: Int, found: Int, inputs: Int)
  /// More keys have signed than the script takes (R20).
  case surplus(keys: Int, threshold: Int)
  /// There are enough signatures: one more would be of no use (R20).
  case complete(MultisigStatus)
  /// Signatures that are not what they say.
  case badSignatures([MultisigSignatureFault])

  // Putting together.
  /// Two payloads for different transactions.
  case otherTransaction(expected: Txid, found: Txid)
  /// Two payloads for one transaction with different scripts.
  case otherRedeemScript
  /// A previous transaction whose output is not locked by the redeem script.
  case otherCoin(input: Int)
  /// An input spends an output that its previous transaction does not have.
  case noSuchOutput(input: Int, vout: UInt32, outputs: Int)

  // From a PSBT.
  /// What an input has that a payload cannot say; a fixed text.
  case unfit(input: Int, reason: String)
  /// A key that has signed some of the inputs: a payload holds all of its signatures or none.
  case partlySigned(key: Int, missingInput: Int)

  // Finishing.
  /// The transaction cannot be finished yet.
  case missingSignatures(MultisigStatus)
  /// The finished script of an input fails when it is run, counted from 0.
  case invalid(input: Int)
}

extension MultisigPayloadError {
  public var description: String {
    switch self {
    case .missingPrefix: "the text does not begin with multisig:{"
    case .slashes: "multisig:// is not the form of a payload: two slashes stand before the {"
    case .indexedSignatures:
      "these are bare signatures with the number of their key in front, joined by |, in a form used "
        + "before 2016, which does not say what is signed or by which script"
    case .joinedSignatures(let field):
      "\(field) holds signatures joined by |, with the number of their key in front, in a form used "
        + "before 2016; today each key has a list of its own, with one signature for each input"
    case .json(let error): "the payload is not strict JSON: \(error)"
    case .repeatedMember(let name, let offset):
      "the member \(name) appears twice in the payload, the second time at byte \(offset)"
    case .missingMember(let name): "the payload has no member \(name)"
    case .wrongType(let field, let expected): "\(field) is not \(expected)"
    case .notHex(let field, let error): "\(field) is not hexadecimal: \(error)"
    case .transaction(let error): "rawTx: \(error)"
    case .emptyTransaction(let what): "rawTx: the transaction has no \(what)"
    case .tooMany(let what, let count, let limit): "rawTx: \(count) \(what), more than \(limit)"
    case .tooMuchWork(let inputs, let bytes, let limit):
      "rawTx and keySignatures: checking \(inputs) inputs takes \(bytes) bytes of hashing, more than "
        + "\(limit)"
    case .signedInput(let input):
      "rawTx: input \(input) has a scriptSig; the transaction of a payload is unsigned"
    case .redeemScript(let error): "redeemScriptHex: \(error)"
    case .badIndex(let name, let reason): "keySignatures has the member \(name), \(reason)"
    case .shortArray(let key, let found, let inputs):
      "keySignatures.\(key) has \(counted(found, "signature")) for \(counted(inputs, "input"))"
    case .longArray(let key, let found, let inputs):
      "keySignatures.\(key) has \(found) signatures for \(counted(inputs, "input"))"
    case .surplus(let keys, let threshold):
      "keySignatures has the signatures of \(keys) keys, but only \(threshold) are needed"
    case .complete(let status):
      "keySignatures: \(status); no more signatures may be added"
    case .badSignatures(let faults): faults.map(\.description).joined(separator: "; ")
    case .otherTransaction(let expected, let found):
      "this payload signs the transaction \(found), the other one \(expected)"
    case .otherRedeemScript: "the payloads have different redeem scripts"
    case .otherCoin(let input):
      "the coin of input \(input) is not locked by redeemScriptHex: its hash differs"
    case .noSuchOutput(let input, let vout, let outputs):
      "input \(input) spends output \(vout) of a transaction that has \(outputs)"
    case .unfit(let input, let reason): "input \(input) \(reason)"
    case .partlySigned(let key, let input):
      "key \(key) has signed other inputs but not input \(input); a payload holds all signatures of "
        + "a key or none"
    case .missingSignatures(let status): "\(status)"
    case .invalid(let input): "input \(input) does not verify with its signatures"
    }
  }

  /// The rule that refuses it: R21 for the form, R20 for its signatures.
  ///
  /// Nil for what two sound payloads, or a PSBT, cannot be made into.
  public var rule: Rule? {
    switch self {
    case .tooMany, .tooMuchWork: .r18
    case .json(let error), .notHex(_, let error), .transaction(.bytes(let error)):
      error.rule ?? .r21
    case .longArray, .surplus, .complete, .badSignatures, .invalid: .r20
    case .otherCoin: .r13
    case .noSuchOutput: .r01
    case .otherTransaction, .otherRedeemScript, .unfit, .partlySigned, .missingSignatures: nil
    default: .r21
    }
  }

  /// What the person can do about it.
  public var hint: String {
    switch self {
    case .missingPrefix, .json, .repeatedMember, .missingMember, .wrongType, .notHex, .transaction,
      .emptyTransaction, .tooMany, .signedInput, .badIndex, .shortArray:
      "have the payload sent again, as text or as a file: it is damaged or was changed"
    case .tooMuchWork: "spend fewer coins at once, in several payments"
    case .slashes: "take the two slashes out if you trust where it comes from"
    case .indexedSignatures:
      "ask the others for the whole payload: multisig:{\"rawTx\":...,\"keySignatures\":...}"
    case .joinedSignatures:
      "ask the others for what they signed in today's form: "
        + "\"keySignatures\":{\"0\":[\"30...\",\"30...\"]}"
    case .redeemScript(let error): error.hint
    case .longArray(let key, _, let inputs):
      "have the owner of key \(key) sign the unsigned payload again, or keep only the first "
        + "\(inputs) of keySignatures.\(key)"
    case .surplus(let keys, let threshold):
      "use the payload from before the last signature, or remove \(keys - threshold) of the keys"
    case .complete: "give it to the coordinator as it is: `online-coordinator collect`"
    case .badSignatures: "have the owner of that key sign the payload again"
    case .otherTransaction, .otherRedeemScript: "give payloads of one payment"
    case .otherCoin, .noSuchOutput:
      "have the payment built again by the wallet that owns the coins"
    case .unfit: "pass it as a PSBT: --as psbt"
    case .partlySigned: "have that key sign every input, or pass it as a PSBT: --as psbt"
    case .missingSignatures: "pass the payload on to one who has not signed"
    case .invalid: "have the payment built again"
    }
  }
}
