internal import BitcoinPrimitives
internal import Bytes
internal import Hashes

/// Runs a witness against the program of an output (BIP-141).
struct WitnessRunner: Sendable {
  let flags: ScriptFlags
  let context: SpendContext

  /// Throws unless the witness of the input satisfies the program.
  ///
  /// Versions and sizes without meaning yet are satisfied by anything.
  func verify(
    version: UInt8, program: ArraySlice<UInt8>, isNested: Bool
  ) throws(ScriptError) {
    switch (version, program.count) {
    case (0, 32): try verifyScriptHash(program)
    case (0, 20): try verifyKeyHash(program)
    case (0, _): throw .witnessProgramWrongLength
    case (1, 32) where !isNested:
      if flags.contains(.taproot) { try verifyTaproot(program) }
    case (1, 2) where !isNested && program.elementsEqual([0x4E, 0x73]): break
    default:
      if flags.contains(.discourageUpgradableWitnessProgram) {
        throw .discourageUpgradableWitnessProgram
      }
    }
  }

  private func verifyScriptHash(_ program: ArraySlice<UInt8>) throws(ScriptError) {
    var elements = context.input.witness
    guard let last = elements.popLast() else { throw .witnessProgramWitnessEmpty }
    let script = Script(last)
    try context.spend(script.count)
    guard script.sha256.bytes.elementsEqual(program) else { throw .witnessProgramMismatch }
    try run(script, elements, version: .witnessV0)
  }

  private func verifyKeyHash(_ program: ArraySlice<UInt8>) throws(ScriptError) {
    guard context.input.witness.count == 2 else { throw .witnessProgramMismatch }
    try run(.p2pkh(hash: [UInt8](program)), context.input.witness, version: .witnessV0)
  }

  /// Runs the script of a witness, which must leave exactly one true element.
  func run(
    _ script: Script, _ elements: [[UInt8]], version: SignatureVersion,
    tapscript: TapscriptState? = nil
  ) throws(ScriptError) {
    guard elements.allSatisfy({ $0.count <= ScriptMachine.maximumElementSize }) else {
      throw .pushSize
    }
    var machine = ScriptMachine(
      script, stack: ScriptStack(elements), flags: flags, version: version, context: context,
      tapscript: tapscript)
    try machine.run()
    guard machine.stack.count == 1 else { throw .cleanStack }
    guard ScriptStack.isTrue(try machine.stack.peek()) else { throw .evaluatedFalse }
  }
}
