/// Why a script does not allow a spend; raw values are the names of Bitcoin Core's `ScriptError`.
///
/// Source: the names are Bitcoin Core's, so that its test files and ours speak of the same thing.
public enum ScriptError: String, Error, Hashable, Sendable, CaseIterable {
  // Bitcoin Core has no name of its own for a malformed number at the time of these vectors.
  case badNumber = "UNKNOWN_ERROR"
  case evaluatedFalse = "EVAL_FALSE"
  case returned = "OP_RETURN"

  case scriptSize = "SCRIPT_SIZE"
  case pushSize = "PUSH_SIZE"
  case operationCount = "OP_COUNT"
  case stackSize = "STACK_SIZE"
  case signatureCount = "SIG_COUNT"
  case publicKeyCount = "PUBKEY_COUNT"

  case verify = "VERIFY"
  case equalVerify = "EQUALVERIFY"
  case checkMultisigVerify = "CHECKMULTISIGVERIFY"
  case checkSignatureVerify = "CHECKSIGVERIFY"
  case numEqualVerify = "NUMEQUALVERIFY"

  case badOpcode = "BAD_OPCODE"
  case disabledOpcode = "DISABLED_OPCODE"
  case invalidStackOperation = "INVALID_STACK_OPERATION"
  case invalidAltStackOperation = "INVALID_ALTSTACK_OPERATION"
  case unbalancedConditional = "UNBALANCED_CONDITIONAL"

  case negativeLockTime = "NEGATIVE_LOCKTIME"
  case unsatisfiedLockTime = "UNSATISFIED_LOCKTIME"

  case signatureHashType = "SIG_HASHTYPE"
  case signatureDER = "SIG_DER"
  case minimalData = "MINIMALDATA"
  case signaturePushOnly = "SIG_PUSHONLY"
  case signatureHighS = "SIG_HIGH_S"
  case signatureNullDummy = "SIG_NULLDUMMY"
  case publicKeyType = "PUBKEYTYPE"
  case cleanStack = "CLEANSTACK"
  case minimalIf = "MINIMALIF"
  case nullFail = "NULLFAIL"

  case discourageUpgradableNops = "DISCOURAGE_UPGRADABLE_NOPS"
  case discourageUpgradableWitnessProgram = "DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM"
  case discourageUpgradableTaprootVersion = "DISCOURAGE_UPGRADABLE_TAPROOT_VERSION"
  case discourageOpSuccess = "DISCOURAGE_OP_SUCCESS"
  case discourageUpgradablePublicKeyType = "DISCOURAGE_UPGRADABLE_PUBKEYTYPE"

  case witnessProgramWrongLength = "WITNESS_PROGRAM_WRONG_LENGTH"
  case witnessProgramWitnessEmpty = "WITNESS_PROGRAM_WITNESS_EMPTY"
  case witnessProgramMismatch = "WITNESS_PROGRAM_MISMATCH"
  case witnessMalleated = "WITNESS_MALLEATED"
  case witnessMalleatedP2SH = "WITNESS_MALLEATED_P2SH"
  case witnessUnexpected = "WITNESS_UNEXPECTED"
  case witnessPublicKeyType = "WITNESS_PUBKEYTYPE"

  case schnorrSignatureSize = "SCHNORR_SIG_SIZE"
  case schnorrSignatureHashType = "SCHNORR_SIG_HASHTYPE"
  case schnorrSignature = "SCHNORR_SIG"
  case taprootWrongControlSize = "TAPROOT_WRONG_CONTROL_SIZE"
  case tapscriptValidationWeight = "TAPSCRIPT_VALIDATION_WEIGHT"
  case tapscriptCheckMultisig = "TAPSCRIPT_CHECKMULTISIG"
  case tapscriptMinimalIf = "TAPSCRIPT_MINIMALIF"
  case tapscriptEmptyPublicKey = "TAPSCRIPT_EMPTY_PUBKEY"

  case codeSeparator = "OP_CODESEPARATOR"
  case signatureFindAndDelete = "SIG_FINDANDDELETE"

  /// No rule of Bitcoin: the meter of the transaction is passed (R18).
  case workLimit = "WORK_LIMIT"

  /// Bitcoin Core's name of the error.
  public var coreName: String { rawValue }
}

extension ScriptError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .badNumber: "a number on the stack is too long or not in its shortest form"
    case .evaluatedFalse: "the script ran to its end and left false"
    case .returned: "OP_RETURN was run: the output can never be spent"
    case .scriptSize: "the script is over 10,000 bytes"
    case .pushSize: "a pushed element is over 520 bytes"
    case .operationCount: "more than 201 operations"
    case .stackSize: "more than 1,000 elements on the stacks"
    case .signatureCount: "the number of signatures is negative or above that of keys"
    case .publicKeyCount: "the number of keys is negative or above 20"
    case .verify: "VERIFY found false"
    case .equalVerify: "EQUALVERIFY found a difference"
    case .checkMultisigVerify: "CHECKMULTISIGVERIFY found too few valid signatures"
    case .checkSignatureVerify: "CHECKSIGVERIFY found a bad signature"
    case .numEqualVerify: "NUMEQUALVERIFY found a difference"
    case .badOpcode: "an opcode is unknown, reserved or cut off"
    case .disabledOpcode: "an opcode is disabled"
    case .invalidStackOperation: "an operation needs more elements than the stack has"
    case .invalidAltStackOperation: "an operation needs more elements than the alternate stack has"
    case .unbalancedConditional: "IF, ELSE and ENDIF do not match"
    case .negativeLockTime: "a lock time is negative"
    case .unsatisfiedLockTime: "the lock time of the script is not reached by the transaction"
    case .signatureHashType: "a signature has an undefined hash type"
    case .signatureDER: "a signature is not strict DER"
    case .minimalData: "a push is not in its shortest form"
    case .signaturePushOnly: "the input script does more than push"
    case .signatureHighS: "a signature has a high S value"
    case .signatureNullDummy: "the dummy element of CHECKMULTISIG is not empty"
    case .publicKeyType: "a public key is neither compressed nor uncompressed"
    case .cleanStack: "elements are left on the stack"
    case .minimalIf: "the argument of IF or NOTIF is not empty or one byte of 1"
    case .nullFail: "a signature that fails is not empty"
    case .discourageUpgradableNops: "a NOP that is kept for upgrades is used"
    case .discourageUpgradableWitnessProgram:
      "the witness version is kept for upgrades and cannot be relayed"
    case .discourageUpgradableTaprootVersion: "the leaf version is kept for upgrades"
    case .discourageOpSuccess: "an OP_SUCCESS opcode is kept for upgrades"
    case .discourageUpgradablePublicKeyType: "a public key has a size that is kept for upgrades"
    case .witnessProgramWrongLength: "the witness program is neither 20 nor 32 bytes"
    case .witnessProgramWitnessEmpty: "the witness is empty"
    case .witnessProgramMismatch: "the witness does not match the witness program"
    case .witnessMalleated: "the input script of a native witness program is not empty"
    case .witnessMalleatedP2SH: "the input script is more than one push of the witness program"
    case .witnessUnexpected: "there is a witness where none is used"
    case .witnessPublicKeyType: "a public key of a segwit script is not compressed"
    case .schnorrSignatureSize: "a Schnorr signature is neither 64 nor 65 bytes"
    case .schnorrSignatureHashType: "a Schnorr signature has an undefined hash type"
    case .schnorrSignature: "a Schnorr signature is wrong"
    case .taprootWrongControlSize: "the control block has a wrong size"
    case .tapscriptValidationWeight: "more signature checks than the witness pays for"
    case .tapscriptCheckMultisig: "CHECKMULTISIG does not exist in tapscript"
    case .tapscriptMinimalIf: "the argument of IF or NOTIF is not empty or one byte of 1"
    case .tapscriptEmptyPublicKey: "a tapscript public key is empty"
    case .codeSeparator: "CODESEPARATOR in a legacy script"
    case .signatureFindAndDelete: "a signature stands in the script it signs"
    case .workLimit: "checking this transaction takes more work than is done for one"
    }
  }
}
