internal import BitcoinPrimitives
internal import Bytes

/// Runs one script over a stack.
///
/// The opcodes live in extensions, one file per family. Nothing recurses and nothing traps: every
/// failure is a ``ScriptError``.
struct ScriptMachine {
  /// The longest script before tapscript, in bytes.
  static let maximumScriptSize = 10_000
  /// The longest element that may be pushed, in bytes.
  static let maximumElementSize = 520
  /// The most opcodes above OP_16 before tapscript, keys of CHECKMULTISIG included.
  static let maximumOperations = 201
  /// How many opcodes are counted as work at a time.
  private static let countedAtOnce: UInt32 = 16
  /// The most keys of one CHECKMULTISIG.
  static let maximumKeys = 20

  let script: Script
  let flags: ScriptFlags
  let version: SignatureVersion
  let context: SpendContext
  /// What BIP-342 adds; nil outside of tapscript.
  var tapscript: TapscriptState?

  var stack: ScriptStack
  var alternate = ScriptStack()
  var conditions = ConditionStack()
  var memo = SighashMemo()
  var operationCount = 0
  /// Where the code that signatures cover begins: behind the last OP_CODESEPARATOR run.
  var codeStart = 0

  init(
    _ script: Script, stack: ScriptStack, flags: ScriptFlags, version: SignatureVersion,
    context: SpendContext, tapscript: TapscriptState? = nil
  ) {
    self.script = script
    self.stack = stack
    self.flags = flags
    self.version = version
    self.context = context
    self.tapscript = tapscript
  }

  /// Whether numbers and pushes must be in their shortest form.
  var isMinimal: Bool { flags.contains(.minimalData) }

  /// Runs the script to its end and leaves the result in ``stack``.
  mutating func run() throws(ScriptError) {
    let isTapscript = version == .tapscript
    guard isTapscript || script.count <= Self.maximumScriptSize else { throw .scriptSize }
    var reader = ScriptReader(script)
    var position: UInt32 = 0
    while let instruction = try Self.next(&reader) {
      // Counted a few at a time: several threads share the meter.
      if position % Self.countedAtOnce == 0 {
        try context.require(context.meter.spend(opcodes: Int(Self.countedAtOnce)))
      }
      try step(instruction, isTapscript: isTapscript, position: position)
      guard stack.count + alternate.count <= ScriptStack.maximumCount else { throw .stackSize }
      // A script has fewer than 2^32 opcodes: its length is that of bytes in memory; no trap.
      position &+= 1
    }
    guard conditions.isEmpty else { throw .unbalancedConditional }
  }

  private static func next(_ reader: inout ScriptReader) throws(ScriptError) -> ScriptInstruction? {
    do {
      return try reader.next()
    } catch {
      throw .badOpcode
    }
  }

  private mutating func step(
    _ instruction: ScriptInstruction, isTapscript: Bool, position: UInt32
  ) throws(ScriptError) {
    let opcode = instruction.opcode
    if let data = instruction.data {
      guard data.count <= Self.maximumElementSize else { throw .pushSize }
      guard conditions.isExecuting else { return }
      if isMinimal, !instruction.isMinimal { throw .minimalData }
      return stack.push([UInt8](data))
    }
    if !isTapscript, opcode.rawValue > Opcode.op16.rawValue { try countOperations(1) }
    if opcode.isDisabled { throw .disabledOpcode }
    if opcode == .codeSeparator {
      if version == .legacy, flags.contains(.constantScriptCode) { throw .codeSeparator }
      if flags.contains(.signedMessage) { throw .codeSeparator }
    }
    // Conditionals run in branches not taken too: they must be counted.
    let isConditional = (Opcode.opIf.rawValue...Opcode.endIf.rawValue).contains(opcode.rawValue)
    guard conditions.isExecuting || isConditional else { return }
    try execute(opcode, end: instruction.end, position: position)
  }

  /// Adds to the operations of the script.
  ///
  /// Throws above 201.
  mutating func countOperations(_ count: Int) throws(ScriptError) {
    operationCount += count
    guard operationCount <= Self.maximumOperations else { throw .operationCount }
  }

  private mutating func execute(
    _ opcode: Opcode, end: Int, position: UInt32
  ) throws(ScriptError) {
    switch opcode.rawValue {
    case Opcode.op1Negate.rawValue, Opcode.op1.rawValue...Opcode.op16.rawValue:
      stack.push(StackNumber(Int64(opcode.rawValue) - 0x50))
    case Opcode.nop.rawValue...Opcode.opReturn.rawValue,
      Opcode.nop1.rawValue...Opcode.nop10.rawValue:
      try executeFlow(opcode)
    case Opcode.toAltStack.rawValue...Opcode.tuck.rawValue, Opcode.size.rawValue:
      try executeStack(opcode)
    case Opcode.equal.rawValue, Opcode.equalVerify.rawValue:
      try executeEqual(verifying: opcode == .equalVerify)
    case Opcode.op1Add.rawValue...Opcode.within.rawValue:
      try executeNumeric(opcode)
    case Opcode.ripemd160.rawValue...Opcode.hash256.rawValue:
      try executeHash(opcode)
    case Opcode.codeSeparator.rawValue:
      codeStart = end
      tapscript?.codeSeparatorPosition = position
    case Opcode.checkSig.rawValue...Opcode.checkMultiSigVerify.rawValue,
      Opcode.checkSigAdd.rawValue:
      try executeSignature(opcode)
    default:
      throw .badOpcode
    }
  }
}

extension Opcode {
  /// Opcodes that fail a script even in a branch that is not taken (CVE-2010-5137).
  var isDisabled: Bool {
    switch self {
    case .cat, .substr, .left, .right, .invert, .and, .or, .xor, .op2Mul, .op2Div, .mul, .div,
      .mod, .lShift, .rShift:
      true
    default: false
    }
  }

  /// Opcodes that make a tapscript succeed wherever they stand (BIP-342).
  var isSuccess: Bool {
    switch rawValue {
    case 80, 98, 126...129, 131...134, 137...138, 141...142, 149...153, 187...254: true
    default: false
    }
  }
}
