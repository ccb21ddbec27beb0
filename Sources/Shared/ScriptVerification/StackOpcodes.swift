internal import BitcoinPrimitives

/// Opcodes that move, copy, drop and measure elements.
extension ScriptMachine {
  mutating func executeStack(_ opcode: Opcode) throws(ScriptError) {
    switch opcode {
    case .toAltStack: alternate.push(try stack.pop())
    case .fromAltStack:
      guard !alternate.isEmpty else { throw .invalidAltStackOperation }
      stack.push(try alternate.pop())
    case .drop: try stack.drop(1)
    case .op2Drop: try stack.drop(2)
    case .dup: stack.push(try stack.peek())
    case .op2Dup: try copy(2, from: 1)
    case .op3Dup: try copy(3, from: 2)
    case .op2Over: try copy(2, from: 3)
    case .over: try copy(1, from: 1)
    case .swap: try stack.swap(0, 1)
    case .op2Swap:
      try stack.swap(0, 2)
      try stack.swap(1, 3)
    case .rot: stack.push(try stack.remove(2))
    case .op2Rot:
      try stack.require(6)
      stack.push(try stack.remove(5))
      stack.push(try stack.remove(5))
    case .nip:
      try stack.require(2)
      _ = try stack.remove(1)
    case .tuck:
      try stack.require(2)
      try stack.insert(try stack.peek(), below: 2)
    case .ifDup:
      let top = try stack.peek()
      if ScriptStack.isTrue(top) { stack.push(top) }
    case .depth: stack.push(StackNumber(Int64(stack.count)))
    case .size: stack.push(StackNumber(Int64(try stack.peek().count)))
    case .pick, .roll: try executePick(removing: opcode == .roll)
    default: throw .badOpcode
    }
  }

  /// Pushes `count` elements again, the lowest of which lies `depth` below the top.
  private mutating func copy(_ count: Int, from depth: Int) throws(ScriptError) {
    try stack.require(depth + 1)
    for _ in 0..<count { stack.push(try stack.peek(depth)) }
  }

  private mutating func executePick(removing: Bool) throws(ScriptError) {
    try stack.require(2)
    let depth = try StackNumber(try stack.pop(), minimal: isMinimal).value
    guard depth >= 0, depth < Int64(stack.count) else { throw .invalidStackOperation }
    stack.push(removing ? try stack.remove(Int(depth)) : try stack.peek(Int(depth)))
  }

  mutating func executeEqual(verifying: Bool) throws(ScriptError) {
    try stack.require(2)
    let isEqual = try stack.pop() == stack.pop()
    guard verifying else { return stack.push(isEqual) }
    guard isEqual else { throw .equalVerify }
  }
}
