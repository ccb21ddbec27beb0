/// One operation of Bitcoin's script language: a byte.
///
/// Names are those of Bitcoin Core without `OP_`; where Swift needs a letter or the word is taken,
/// `op` stands in front.
///
/// The comments say what happens on the stack in legacy and segwit v0 scripts: an operation removes
/// what it works on and pushes its result. A disabled one fails even where it is not run. In
/// tapscript the disabled and reserved ones make the whole script succeed (OP_SUCCESS, BIP-342).
public struct Opcode: RawRepresentable, Hashable, Sendable {
  /// The byte.
  public let rawValue: UInt8

  /// Takes the byte; every byte is an opcode, if only an undefined one.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Pushes an empty element, which is the number 0 and false.
  public static let op0 = Opcode(rawValue: 0x00)
  /// Pushes as many bytes as the next byte says.
  public static let pushData1 = Opcode(rawValue: 0x4c)
  /// Pushes as many bytes as the next two bytes say, little-endian.
  public static let pushData2 = Opcode(rawValue: 0x4d)
  /// Pushes as many bytes as the next four bytes say, little-endian.
  public static let pushData4 = Opcode(rawValue: 0x4e)
  /// Pushes the number -1.
  public static let op1Negate = Opcode(rawValue: 0x4f)
  /// Fails when it is run.
  public static let reserved = Opcode(rawValue: 0x50)
  /// Pushes the number 1, which is true.
  public static let op1 = Opcode(rawValue: 0x51)
  /// Pushes the number 2.
  public static let op2 = Opcode(rawValue: 0x52)
  /// Pushes the number 3.
  public static let op3 = Opcode(rawValue: 0x53)
  /// Pushes the number 4.
  public static let op4 = Opcode(rawValue: 0x54)
  /// Pushes the number 5.
  public static let op5 = Opcode(rawValue: 0x55)
  /// Pushes the number 6.
  public static let op6 = Opcode(rawValue: 0x56)
  /// Pushes the number 7.
  public static let op7 = Opcode(rawValue: 0x57)
  /// Pushes the number 8.
  public static let op8 = Opcode(rawValue: 0x58)
  /// Pushes the number 9.
  public static let op9 = Opcode(rawValue: 0x59)
  /// Pushes the number 10.
  public static let op10 = Opcode(rawValue: 0x5a)
  /// Pushes the number 11.
  public static let op11 = Opcode(rawValue: 0x5b)
  /// Pushes the number 12.
  public static let op12 = Opcode(rawValue: 0x5c)
  /// Pushes the number 13.
  public static let op13 = Opcode(rawValue: 0x5d)
  /// Pushes the number 14.
  public static let op14 = Opcode(rawValue: 0x5e)
  /// Pushes the number 15.
  public static let op15 = Opcode(rawValue: 0x5f)
  /// Pushes the number 16.
  public static let op16 = Opcode(rawValue: 0x60)
  /// Does nothing.
  public static let nop = Opcode(rawValue: 0x61)
  /// Fails when it is run.
  public static let ver = Opcode(rawValue: 0x62)
  /// Runs what follows when the top is true.
  public static let opIf = Opcode(rawValue: 0x63)
  /// Runs what follows when the top is false.
  public static let notIf = Opcode(rawValue: 0x64)
  /// Fails even where it is not run.
  public static let verIf = Opcode(rawValue: 0x65)
  /// Fails even where it is not run.
  public static let verNotIf = Opcode(rawValue: 0x66)
  /// Runs what follows when the branch before it was not run.
  public static let opElse = Opcode(rawValue: 0x67)
  /// Closes an `opIf` or `notIf`.
  public static let endIf = Opcode(rawValue: 0x68)
  /// Fails unless the top is true, which it removes.
  public static let verify = Opcode(rawValue: 0x69)
  /// Fails at once: an output that begins with it can never be spent.
  public static let opReturn = Opcode(rawValue: 0x6a)
  /// Moves the top to the alternate stack.
  public static let toAltStack = Opcode(rawValue: 0x6b)
  /// Moves the top of the alternate stack back.
  public static let fromAltStack = Opcode(rawValue: 0x6c)
  /// Removes the top two.
  public static let op2Drop = Opcode(rawValue: 0x6d)
  /// Copies the top two.
  public static let op2Dup = Opcode(rawValue: 0x6e)
  /// Copies the top three.
  public static let op3Dup = Opcode(rawValue: 0x6f)
  /// Copies the third and fourth to the top.
  public static let op2Over = Opcode(rawValue: 0x70)
  /// Moves the fifth and sixth to the top.
  public static let op2Rot = Opcode(rawValue: 0x71)
  /// Exchanges the top two with the two below.
  public static let op2Swap = Opcode(rawValue: 0x72)
  /// Copies the top when it is true.
  public static let ifDup = Opcode(rawValue: 0x73)
  /// Pushes the number of elements on the stack.
  public static let depth = Opcode(rawValue: 0x74)
  /// Removes the top.
  public static let drop = Opcode(rawValue: 0x75)
  /// Copies the top.
  public static let dup = Opcode(rawValue: 0x76)
  /// Removes the second.
  public static let nip = Opcode(rawValue: 0x77)
  /// Copies the second to the top.
  public static let over = Opcode(rawValue: 0x78)
  /// Copies the element n below to the top, n being the top.
  public static let pick = Opcode(rawValue: 0x79)
  /// Moves the element n below to the top, n being the top.
  public static let roll = Opcode(rawValue: 0x7a)
  /// Moves the third to the top.
  public static let rot = Opcode(rawValue: 0x7b)
  /// Exchanges the top two.
  public static let swap = Opcode(rawValue: 0x7c)
  /// Copies the top below the second.
  public static let tuck = Opcode(rawValue: 0x7d)
  /// Disabled.
  public static let cat = Opcode(rawValue: 0x7e)
  /// Disabled.
  public static let substr = Opcode(rawValue: 0x7f)
  /// Disabled.
  public static let left = Opcode(rawValue: 0x80)
  /// Disabled.
  public static let right = Opcode(rawValue: 0x81)
  /// Pushes the length of the top in bytes; the top stays.
  public static let size = Opcode(rawValue: 0x82)
  /// Disabled.
  public static let invert = Opcode(rawValue: 0x83)
  /// Disabled.
  public static let and = Opcode(rawValue: 0x84)
  /// Disabled.
  public static let or = Opcode(rawValue: 0x85)
  /// Disabled.
  public static let xor = Opcode(rawValue: 0x86)
  /// Pushes whether the top two are the same bytes.
  public static let equal = Opcode(rawValue: 0x87)
  /// `equal`, then `verify`.
  public static let equalVerify = Opcode(rawValue: 0x88)
  /// Fails when it is run.
  public static let reserved1 = Opcode(rawValue: 0x89)
  /// Fails when it is run.
  public static let reserved2 = Opcode(rawValue: 0x8a)
  /// Adds 1.
  public static let op1Add = Opcode(rawValue: 0x8b)
  /// Subtracts 1.
  public static let op1Sub = Opcode(rawValue: 0x8c)
  /// Disabled.
  public static let op2Mul = Opcode(rawValue: 0x8d)
  /// Disabled.
  public static let op2Div = Opcode(rawValue: 0x8e)
  /// Changes the sign.
  public static let negate = Opcode(rawValue: 0x8f)
  /// Takes the sign away.
  public static let abs = Opcode(rawValue: 0x90)
  /// 1 for 0, else 0.
  public static let not = Opcode(rawValue: 0x91)
  /// 0 for 0, else 1.
  public static let op0NotEqual = Opcode(rawValue: 0x92)
  /// Adds the top two.
  public static let add = Opcode(rawValue: 0x93)
  /// Subtracts the top from the second.
  public static let sub = Opcode(rawValue: 0x94)
  /// Disabled.
  public static let mul = Opcode(rawValue: 0x95)
  /// Disabled.
  public static let div = Opcode(rawValue: 0x96)
  /// Disabled.
  public static let mod = Opcode(rawValue: 0x97)
  /// Disabled.
  public static let lShift = Opcode(rawValue: 0x98)
  /// Disabled.
  public static let rShift = Opcode(rawValue: 0x99)
  /// 1 when neither of the top two is 0, else 0.
  public static let boolAnd = Opcode(rawValue: 0x9a)
  /// 1 when one of the top two is not 0, else 0.
  public static let boolOr = Opcode(rawValue: 0x9b)
  /// Whether the top two are the same number.
  public static let numEqual = Opcode(rawValue: 0x9c)
  /// `numEqual`, then `verify`.
  public static let numEqualVerify = Opcode(rawValue: 0x9d)
  /// Whether the top two are different numbers.
  public static let numNotEqual = Opcode(rawValue: 0x9e)
  /// Whether the second is less than the top.
  public static let lessThan = Opcode(rawValue: 0x9f)
  /// Whether the second is greater than the top.
  public static let greaterThan = Opcode(rawValue: 0xa0)
  /// Whether the second is at most the top.
  public static let lessThanOrEqual = Opcode(rawValue: 0xa1)
  /// Whether the second is at least the top.
  public static let greaterThanOrEqual = Opcode(rawValue: 0xa2)
  /// The lesser of the top two.
  public static let min = Opcode(rawValue: 0xa3)
  /// The greater of the top two.
  public static let max = Opcode(rawValue: 0xa4)
  /// Whether the third is at least the second and less than the top.
  public static let within = Opcode(rawValue: 0xa5)
  /// The RIPEMD-160 hash of the top.
  public static let ripemd160 = Opcode(rawValue: 0xa6)
  /// The SHA-1 hash of the top.
  public static let sha1 = Opcode(rawValue: 0xa7)
  /// The SHA-256 hash of the top.
  public static let sha256 = Opcode(rawValue: 0xa8)
  /// The RIPEMD-160 hash of the SHA-256 hash of the top.
  public static let hash160 = Opcode(rawValue: 0xa9)
  /// The SHA-256 hash of the SHA-256 hash of the top.
  public static let hash256 = Opcode(rawValue: 0xaa)
  /// Signatures checked later cover only the script behind it.
  public static let codeSeparator = Opcode(rawValue: 0xab)
  /// Whether the second is a signature of the key on top.
  public static let checkSig = Opcode(rawValue: 0xac)
  /// `checkSig`, then `verify`.
  public static let checkSigVerify = Opcode(rawValue: 0xad)
  /// Whether m signatures are of m of n keys, in their order; takes one element too many (BIP-147).
  public static let checkMultiSig = Opcode(rawValue: 0xae)
  /// `checkMultiSig`, then `verify`.
  public static let checkMultiSigVerify = Opcode(rawValue: 0xaf)
  /// Does nothing; kept for soft forks.
  public static let nop1 = Opcode(rawValue: 0xb0)
  /// Fails before the lock time on top (BIP-65).
  public static let checkLockTimeVerify = Opcode(rawValue: 0xb1)
  /// Fails before the age on top (BIP-112).
  public static let checkSequenceVerify = Opcode(rawValue: 0xb2)
  /// Does nothing; kept for soft forks.
  public static let nop4 = Opcode(rawValue: 0xb3)
  /// Does nothing; kept for soft forks.
  public static let nop5 = Opcode(rawValue: 0xb4)
  /// Does nothing; kept for soft forks.
  public static let nop6 = Opcode(rawValue: 0xb5)
  /// Does nothing; kept for soft forks.
  public static let nop7 = Opcode(rawValue: 0xb6)
  /// Does nothing; kept for soft forks.
  public static let nop8 = Opcode(rawValue: 0xb7)
  /// Does nothing; kept for soft forks.
  public static let nop9 = Opcode(rawValue: 0xb8)
  /// Does nothing; kept for soft forks.
  public static let nop10 = Opcode(rawValue: 0xb9)
  /// Tapscript: adds 1 to the second when the third is a signature of the key on top (BIP-342).
  public static let checkSigAdd = Opcode(rawValue: 0xba)
  /// Not an opcode: fails when it is run.
  public static let invalid = Opcode(rawValue: 0xff)

  /// The opcode that pushes a small number: -1 or 0 to 16; nil for others.
  public init?(smallInteger: Int) {
    switch smallInteger {
    case -1: self = .op1Negate
    case 0: self = .op0
    case 1...16: self.init(rawValue: 0x50 + UInt8(smallInteger))
    default: return nil
    }
  }

  /// The number that `op1Negate` and `op0` to `op16` push; nil for others.
  public var smallInteger: Int? {
    switch rawValue {
    case 0: 0
    case 0x4f: -1
    case 0x51...0x60: Int(rawValue) - 0x50
    default: nil
    }
  }

  /// Whether this pushes something (Bitcoin Core counts the reserved 0x50 here too).
  public var isPush: Bool { rawValue <= 0x60 }
}

extension Opcode: CustomStringConvertible {
  /// The name in Bitcoin Core, `OP_PUSHBYTES_n` for direct pushes, `OP_UNKNOWN_xx` without a name.
  public var description: String {
    if (1...75).contains(rawValue) { return "OP_PUSHBYTES_\(rawValue)" }
    if let name = Self.names[rawValue] { return name }
    let digits = String(rawValue, radix: 16)
    return "OP_UNKNOWN_\(digits.count < 2 ? "0" : "")\(digits)"
  }

  /// The opcode that Bitcoin Core calls `name` (`OP_DUP`), or nil.
  public init?(name: String) {
    guard let value = Self.values[name] else { return nil }
    self.init(rawValue: value)
  }

  private static let values: [String: UInt8] = {
    var values: [String: UInt8] = [:]
    for (value, name) in names { values[name] = value }
    return values
  }()

  private static let names: [UInt8: String] = [
    0x00: "OP_0",
    0x4c: "OP_PUSHDATA1",
    0x4d: "OP_PUSHDATA2",
    0x4e: "OP_PUSHDATA4",
    0x4f: "OP_1NEGATE",
    0x50: "OP_RESERVED",
    0x51: "OP_1",
    0x52: "OP_2",
    0x53: "OP_3",
    0x54: "OP_4",
    0x55: "OP_5",
    0x56: "OP_6",
    0x57: "OP_7",
    0x58: "OP_8",
    0x59: "OP_9",
    0x5a: "OP_10",
    0x5b: "OP_11",
    0x5c: "OP_12",
    0x5d: "OP_13",
    0x5e: "OP_14",
    0x5f: "OP_15",
    0x60: "OP_16",
    0x61: "OP_NOP",
    0x62: "OP_VER",
    0x63: "OP_IF",
    0x64: "OP_NOTIF",
    0x65: "OP_VERIF",
    0x66: "OP_VERNOTIF",
    0x67: "OP_ELSE",
    0x68: "OP_ENDIF",
    0x69: "OP_VERIFY",
    0x6a: "OP_RETURN",
    0x6b: "OP_TOALTSTACK",
    0x6c: "OP_FROMALTSTACK",
    0x6d: "OP_2DROP",
    0x6e: "OP_2DUP",
    0x6f: "OP_3DUP",
    0x70: "OP_2OVER",
    0x71: "OP_2ROT",
    0x72: "OP_2SWAP",
    0x73: "OP_IFDUP",
    0x74: "OP_DEPTH",
    0x75: "OP_DROP",
    0x76: "OP_DUP",
    0x77: "OP_NIP",
    0x78: "OP_OVER",
    0x79: "OP_PICK",
    0x7a: "OP_ROLL",
    0x7b: "OP_ROT",
    0x7c: "OP_SWAP",
    0x7d: "OP_TUCK",
    0x7e: "OP_CAT",
    0x7f: "OP_SUBSTR",
    0x80: "OP_LEFT",
    0x81: "OP_RIGHT",
    0x82: "OP_SIZE",
    0x83: "OP_INVERT",
    0x84: "OP_AND",
    0x85: "OP_OR",
    0x86: "OP_XOR",
    0x87: "OP_EQUAL",
    0x88: "OP_EQUALVERIFY",
    0x89: "OP_RESERVED1",
    0x8a: "OP_RESERVED2",
    0x8b: "OP_1ADD",
    0x8c: "OP_1SUB",
    0x8d: "OP_2MUL",
    0x8e: "OP_2DIV",
    0x8f: "OP_NEGATE",
    0x90: "OP_ABS",
    0x91: "OP_NOT",
    0x92: "OP_0NOTEQUAL",
    0x93: "OP_ADD",
    0x94: "OP_SUB",
    0x95: "OP_MUL",
    0x96: "OP_DIV",
    0x97: "OP_MOD",
    0x98: "OP_LSHIFT",
    0x99: "OP_RSHIFT",
    0x9a: "OP_BOOLAND",
    0x9b: "OP_BOOLOR",
    0x9c: "OP_NUMEQUAL",
    0x9d: "OP_NUMEQUALVERIFY",
    0x9e: "OP_NUMNOTEQUAL",
    0x9f: "OP_LESSTHAN",
    0xa0: "OP_GREATERTHAN",
    0xa1: "OP_LESSTHANOREQUAL",
    0xa2: "OP_GREATERTHANOREQUAL",
    0xa3: "OP_MIN",
    0xa4: "OP_MAX",
    0xa5: "OP_WITHIN",
    0xa6: "OP_RIPEMD160",
    0xa7: "OP_SHA1",
    0xa8: "OP_SHA256",
    0xa9: "OP_HASH160",
    0xaa: "OP_HASH256",
    0xab: "OP_CODESEPARATOR",
    0xac: "OP_CHECKSIG",
    0xad: "OP_CHECKSIGVERIFY",
    0xae: "OP_CHECKMULTISIG",
    0xaf: "OP_CHECKMULTISIGVERIFY",
    0xb0: "OP_NOP1",
    0xb1: "OP_CHECKLOCKTIMEVERIFY",
    0xb2: "OP_CHECKSEQUENCEVERIFY",
    0xb3: "OP_NOP4",
    0xb4: "OP_NOP5",
    0xb5: "OP_NOP6",
    0xb6: "OP_NOP7",
    0xb7: "OP_NOP8",
    0xb8: "OP_NOP9",
    0xb9: "OP_NOP10",
    0xba: "OP_CHECKSIGADD",
    0xff: "OP_INVALIDOPCODE",
  ]
}
