internal import BitcoinPrimitives
internal import Bytes

/// What the run of a tapscript needs besides the script (BIP-342).
struct TapscriptState: Sendable {
  /// The cost of one signature check, in weight units.
  static let costOfSignature = 50

  let leafHash: Bytes32
  /// SHA-256 of the annex with its length; nil without an annex.
  let annexHash: Bytes32?
  /// The position of the last OP_CODESEPARATOR run, in opcodes.
  var codeSeparatorPosition: UInt32 = .max
  /// How much weight of the witness is left to pay for signature checks.
  private var budget: Int

  /// The budget is the size of the whole witness plus one signature.
  init(leafHash: Bytes32, annexHash: Bytes32?, witnessSize: Int) {
    self.leafHash = leafHash
    self.annexHash = annexHash
    budget = witnessSize + Self.costOfSignature
  }

  var signatureContext: TapscriptContext {
    TapscriptContext(leafHash: leafHash, codeSeparatorPosition: codeSeparatorPosition)
  }

  /// Takes the cost of one check from the budget.
  ///
  /// Throws when it is used up.
  mutating func payForSignature() throws(ScriptError) {
    budget -= Self.costOfSignature
    guard budget >= 0 else { throw .tapscriptValidationWeight }
  }
}
