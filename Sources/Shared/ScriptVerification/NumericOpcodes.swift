internal import BitcoinPrimitives

/// Arithmetic and comparison, on numbers of at most 4 bytes.
extension ScriptMachine {
  mutating func executeNumeric(_ opcode: Opcode) throws(ScriptError) {
    switch opcode {
    case .op1Add, .op1Sub, .negate, .abs, .not, .op0NotEqual:
      let number = try number(at: 0).value
      try stack.drop(1)
      stack.push(StackNumber(Self.unary(opcode, number)))
    case .within:
      try stack.require(3)
      let value = try number(at: 2)
      let lower = try number(at: 1)
      let upper = try number(at: 0)
      try stack.drop(3)
      stack.push(lower <= value && value < upper)
    default:
      try stack.require(2)
      let left = try number(at: 1).value
      let right = try number(at: 0).value
      let result = try Self.binary(opcode, left, right)
      try stack.drop(2)
      if opcode == .numEqualVerify {
        guard result != 0 else { throw .numEqualVerify }
      } else {
        stack.push(StackNumber(result))
      }
    }
  }

  private func number(at depth: Int) throws(ScriptError) -> StackNumber {
    try StackNumber(try stack.peek(depth), minimal: isMinimal)
  }

  // Operands are below 2^31 in magnitude: 64 bits cannot overflow.
  private static func unary(_ opcode: Opcode, _ number: Int64) -> Int64 {
    switch opcode {
    case .op1Add: number + 1
    case .op1Sub: number - 1
    case .negate: -number
    case .abs: abs(number)
    case .not: number == 0 ? 1 : 0
    default: number != 0 ? 1 : 0
    }
  }

  private static func binary(
    _ opcode: Opcode, _ left: Int64, _ right: Int64
  ) throws(ScriptError) -> Int64 {
    let isTrue: Bool
    switch opcode {
    case .add: return left + right
    case .sub: return left - right
    case .min: return Swift.min(left, right)
    case .max: return Swift.max(left, right)
    case .boolAnd: isTrue = left != 0 && right != 0
    case .boolOr: isTrue = left != 0 || right != 0
    case .numEqual, .numEqualVerify: isTrue = left == right
    case .numNotEqual: isTrue = left != right
    case .lessThan: isTrue = left < right
    case .greaterThan: isTrue = left > right
    case .lessThanOrEqual: isTrue = left <= right
    case .greaterThanOrEqual: isTrue = left >= right
    default: throw .badOpcode
    }
    return isTrue ? 1 : 0
  }
}
