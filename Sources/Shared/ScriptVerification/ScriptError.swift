/// Why a script does not allow a spend; raw values are the names of Bitcoin Core's `ScriptError`.
///
/// Source: the names are Bitcoin Core's, so that its test files and ours speak of the same thing.
public enum ScriptError: String, Error, Hashable, Sendable, CaseIterable {
  // Bitcoin Core has no name of its own for a malformed number at the time of these vectors.
  /// A number on the stack is longer than 4 bytes (5 for lock times), or not in its shortest form.
  case badNumber = "UNKNOWN_ERROR"
  /// The script ended with an empty stack or with false on top.
  case evaluatedFalse = "EVAL_FALSE"
  /// `OP_RETURN` was run.
  case returned = "OP_RETURN"

  /// A script is over 10,000 bytes.
  case scriptSize = "SCRIPT_SIZE"
  /// An element is over 520 bytes.
  case pushSize = "PUSH_SIZE"
  /// More than 201 operations that are not pushes.
  case operationCount = "OP_COUNT"
  /// More than 1,000 elements on both stacks together.
  case stackSize = "STACK_SIZE"
  /// `OP_CHECKMULTISIG` asks for fewer than 0 signatures, or for more than it has keys.
  case signatureCount = "SIG_COUNT"
  /// `OP_CHECKMULTISIG` has fewer than 0 keys or more than 20.
  case publicKeyCount = "PUBKEY_COUNT"

  /// `OP_VERIFY` found false.
  case verify = "VERIFY"
  /// `OP_EQUALVERIFY` found two different elements.
  case equalVerify = "EQUALVERIFY"
  /// `OP_CHECKMULTISIGVERIFY` found too few valid signatures.
  case checkMultisigVerify = "CHECKMULTISIGVERIFY"
  /// `OP_CHECKSIGVERIFY` found a signature that does not verify.
  case checkSignatureVerify = "CHECKSIGVERIFY"
  /// `OP_NUMEQUALVERIFY` found two different numbers.
  case numEqualVerify = "NUMEQUALVERIFY"

  /// An opcode that is undefined or reserved, or a push that the script ends in.
  case badOpcode = "BAD_OPCODE"
  /// An opcode that was disabled in 2010, whether or not it is run.
  case disabledOpcode = "DISABLED_OPCODE"
  /// An operation takes more elements than the stack has.
  case invalidStackOperation = "INVALID_STACK_OPERATION"
  /// `OP_FROMALTSTACK` with an empty alternate stack.
  case invalidAltStackOperation = "INVALID_ALTSTACK_OPERATION"
  /// An `OP_ELSE` or `OP_ENDIF` without `OP_IF`, or an `OP_IF` that is not closed.
  case unbalancedConditional = "UNBALANCED_CONDITIONAL"

  /// A script asks for a lock time below 0.
  case negativeLockTime = "NEGATIVE_LOCKTIME"
  /// The transaction's lock time or the input's sequence is not what the script asks for (BIP-65,
  /// BIP-112).
  case unsatisfiedLockTime = "UNSATISFIED_LOCKTIME"

  /// An ECDSA signature with an undefined sighash type.
  case signatureHashType = "SIG_HASHTYPE"
  /// An ECDSA signature that is not strict DER (BIP-66).
  case signatureDER = "SIG_DER"
  /// A push that is not in its shortest form (BIP-62 rule 3).
  case minimalData = "MINIMALDATA"
  /// A scriptSig that does more than push (BIP-62 rule 2; always for P2SH).
  case signaturePushOnly = "SIG_PUSHONLY"
  /// An S in the upper half of the order (BIP-62 rule 5).
  case signatureHighS = "SIG_HIGH_S"
  /// The element that `OP_CHECKMULTISIG` takes too many is not empty (BIP-147).
  case signatureNullDummy = "SIG_NULLDUMMY"
  /// A public key that is neither 33 nor 65 bytes with the right first byte.
  case publicKeyType = "PUBKEYTYPE"
  /// More than one element is left (BIP-62 rule 6; always for witness scripts).
  case cleanStack = "CLEANSTACK"
  /// The argument of `OP_IF` is neither empty nor the byte 1, in segwit v0.
  case minimalIf = "MINIMALIF"
  /// A signature that does not verify and is not empty (BIP-146).
  case nullFail = "NULLFAIL"

  /// A NOP that is kept for soft forks; nodes do not relay it.
  case discourageUpgradableNops = "DISCOURAGE_UPGRADABLE_NOPS"
  /// A witness version that means nothing yet; nodes do not relay a spend of it.
  case discourageUpgradableWitnessProgram = "DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM"
  /// A leaf version that means nothing yet; nodes do not relay it.
  case discourageUpgradableTaprootVersion = "DISCOURAGE_UPGRADABLE_TAPROOT_VERSION"
  /// An `OP_SUCCESS` opcode (BIP-342); nodes do not relay it.
  case discourageOpSuccess = "DISCOURAGE_OP_SUCCESS"
  /// A key of unknown size in tapscript (BIP-342); nodes do not relay it.
  case discourageUpgradablePublicKeyType = "DISCOURAGE_UPGRADABLE_PUBKEYTYPE"

  /// A version 0 program that is neither 20 nor 32 bytes (BIP-141).
  case witnessProgramWrongLength = "WITNESS_PROGRAM_WRONG_LENGTH"
  /// A witness program is spent without a witness.
  case witnessProgramWitnessEmpty = "WITNESS_PROGRAM_WITNESS_EMPTY"
  /// The witness script has another hash, or the witness another number of items.
  case witnessProgramMismatch = "WITNESS_PROGRAM_MISMATCH"
  /// A native witness program is spent with a scriptSig that is not empty.
  case witnessMalleated = "WITNESS_MALLEATED"
  /// The scriptSig has more than the one push of the redeem script.
  case witnessMalleatedP2SH = "WITNESS_MALLEATED_P2SH"
  /// A witness for a coin that is not a witness program.
  case witnessUnexpected = "WITNESS_UNEXPECTED"
  /// An uncompressed key in segwit v0; nodes do not relay it.
  case witnessPublicKeyType = "WITNESS_PUBKEYTYPE"

  /// A Schnorr signature that is neither 64 nor 65 bytes (BIP-341).
  case schnorrSignatureSize = "SCHNORR_SIG_SIZE"
  /// A Schnorr signature with an undefined sighash type (BIP-341).
  case schnorrSignatureHashType = "SCHNORR_SIG_HASHTYPE"
  /// A Schnorr signature that does not verify (BIP-340).
  case schnorrSignature = "SCHNORR_SIG"
  /// A control block that is not 33 bytes and 32 for each of at most 128 levels (BIP-341).
  case taprootWrongControlSize = "TAPROOT_WRONG_CONTROL_SIZE"
  /// More signature checks than the size of the witness allows (BIP-342).
  case tapscriptValidationWeight = "TAPSCRIPT_VALIDATION_WEIGHT"
  /// `OP_CHECKMULTISIG` in tapscript, which has none (BIP-342).
  case tapscriptCheckMultisig = "TAPSCRIPT_CHECKMULTISIG"
  /// The argument of `OP_IF` is neither empty nor the byte 1, in tapscript.
  case tapscriptMinimalIf = "TAPSCRIPT_MINIMALIF"
  /// An empty public key in tapscript (BIP-342).
  case tapscriptEmptyPublicKey = "TAPSCRIPT_EMPTY_PUBKEY"

  /// `OP_CODESEPARATOR` in a legacy script, which nodes do not relay, or in a script that signs a message.
  case codeSeparator = "OP_CODESEPARATOR"
  /// A signature that stands in the legacy script that it signs; nodes do not relay it.
  case signatureFindAndDelete = "SIG_FINDANDDELETE"

  /// No rule of Bitcoin: a signed message, and a signature that leaves part of it open (BIP-322).
  case signatureNotOfAll = "SIG_NOT_ALL"

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
    case .codeSeparator: "CODESEPARATOR in a script that must not have one"
    case .signatureFindAndDelete: "a signature stands in the script it signs"
    case .signatureNotOfAll: "a signature leaves something open: its hash type is not ALL"
    case .workLimit: "checking this transaction takes more work than is done for one"
    }
  }
}
