/// Which branches of nested IFs are taken.
///
/// Only two numbers: how deep the nesting is and where the first false branch lies. A list would
/// make scripts of many IFs cost the square of their length.
struct ConditionStack: Sendable {
  private(set) var depth = 0
  private var firstFalse: Int?

  var isEmpty: Bool { depth == 0 }

  /// Whether the opcode at hand is run.
  var isExecuting: Bool { firstFalse == nil }

  mutating func push(_ condition: Bool) {
    if firstFalse == nil, !condition { firstFalse = depth }
    depth += 1
  }

  /// Leaves the innermost IF.
  ///
  /// Throws when there is none.
  mutating func pop() throws(ScriptError) {
    guard depth > 0 else { throw .unbalancedConditional }
    depth -= 1
    if firstFalse == depth { firstFalse = nil }
  }

  /// Turns the innermost branch over.
  ///
  /// Throws when there is none.
  mutating func toggle() throws(ScriptError) {
    guard depth > 0 else { throw .unbalancedConditional }
    if firstFalse == nil {
      firstFalse = depth - 1
    } else if firstFalse == depth - 1 {
      firstFalse = nil
    }
  }
}
