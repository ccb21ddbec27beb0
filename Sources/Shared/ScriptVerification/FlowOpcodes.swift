internal import BitcoinPrimitives

/// IF, VERIFY, RETURN, the NOPs, and the two lock times that were NOPs once.
extension ScriptMachine {
  mutating func executeFlow(_ opcode: Opcode) throws(ScriptError) {
    switch opcode {
    case .nop: break
    case .opIf, .notIf: try executeIf(inverted: opcode == .notIf)
    case .opElse: try conditions.toggle()
    case .endIf: try conditions.pop()
    case .verify:
      guard ScriptStack.isTrue(try stack.peek()) else { throw .verify }
      try stack.drop(1)
    case .opReturn: throw .returned
    case .checkLockTimeVerify where flags.contains(.checkLockTimeVerify):
      try executeCheckLockTime()
    case .checkSequenceVerify where flags.contains(.checkSequenceVerify):
      try executeCheckSequence()
    case .checkLockTimeVerify, .checkSequenceVerify: break
    case .nop1, .nop4, .nop5, .nop6, .nop7, .nop8, .nop9, .nop10:
      if flags.contains(.discourageUpgradableNops) { throw .discourageUpgradableNops }
    default: throw .badOpcode
    }
  }

  private mutating func executeIf(inverted: Bool) throws(ScriptError) {
    guard conditions.isExecuting else { return conditions.push(false) }
    guard let element = stack.elements.last else { throw .unbalancedConditional }
    let isMinimalBool = element.isEmpty || element == [1]
    if version == .tapscript, !isMinimalBool { throw .tapscriptMinimalIf }
    if version == .witnessV0, flags.contains(.minimalIf), !isMinimalBool { throw .minimalIf }
    try stack.drop(1)
    conditions.push(ScriptStack.isTrue(element) != inverted)
  }

  // Both lock times leave the stack alone, as the NOPs they replaced.
  private mutating func executeCheckLockTime() throws(ScriptError) {
    let required = try StackNumber(try stack.peek(), minimal: isMinimal, size: 5).value
    guard required >= 0 else { throw .negativeLockTime }
    guard context.reachesLockTime(required) else { throw .unsatisfiedLockTime }
  }

  private mutating func executeCheckSequence() throws(ScriptError) {
    let required = try StackNumber(try stack.peek(), minimal: isMinimal, size: 5).value
    guard required >= 0 else { throw .negativeLockTime }
    // Kept free for soft forks: no lock at all.
    if required & Int64(SpendContext.sequenceDisableFlag) != 0 { return }
    guard context.reachesSequence(required) else { throw .unsatisfiedLockTime }
  }
}
