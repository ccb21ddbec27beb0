public import BitcoinPrimitives

/// Runs the scripts of one input: whether it may spend the output it names.
///
/// Gives the verdict of Bitcoin Core's `VerifyScript`, with the same error. Hostile input costs
/// what the limits of consensus allow and never traps; nothing recurses.
public enum ScriptVerifier {
  /// Verifies input `inputIndex` of `transaction` against the outputs it spends.
  ///
  /// `spentOutputs` are in the order of the inputs, one for each. For several inputs make one
  /// `SighashCache` and use ``verify(inputIndex:in:flags:)``. Throws the rule that is broken; a
  /// wrong number of outputs or an index that does not exist counts as
  /// ``ScriptError/evaluatedFalse``.
  public static func verify(
    transaction: Transaction, inputIndex: Int, spentOutputs: [TxOut], flags: ScriptFlags
  ) throws(ScriptError) {
    guard let cache = try? SighashCache(transaction, spentOutputs: spentOutputs) else {
      throw .evaluatedFalse
    }
    try verify(inputIndex: inputIndex, in: cache, flags: flags)
  }

  /// Verifies one input with hashes that were computed once for all of them.
  ///
  /// Throws the rule that is broken; a cache without spent outputs or an index that does not exist
  /// counts as ``ScriptError/evaluatedFalse``.
  public static func verify(
    inputIndex: Int, in cache: SighashCache, flags: ScriptFlags
  ) throws(ScriptError) {
    guard let spent = cache.spentOutputs, spent.indices.contains(inputIndex) else {
      throw .evaluatedFalse
    }
    let context = SpendContext(
      cache: cache, inputIndex: inputIndex, input: cache.transaction.inputs[inputIndex],
      amount: spent[inputIndex].rawValue)
    try verify(
      scriptSig: context.input.scriptSig, scriptPubKey: spent[inputIndex].scriptPubKey,
      context: context, flags: flags)
  }

  private static func verify(
    scriptSig: Script, scriptPubKey: Script, context: SpendContext, flags: ScriptFlags
  ) throws(ScriptError) {
    if flags.contains(.signaturePushOnly), !scriptSig.isPushOnly() { throw .signaturePushOnly }
    let pushed = try run(scriptSig, on: ScriptStack(), context: context, flags: flags)
    var stack = try run(scriptPubKey, on: pushed, context: context, flags: flags)
    try requireTrue(stack)

    let runner = WitnessRunner(flags: flags, context: context)
    var usesWitness = false
    if flags.contains(.witness), let (version, program) = scriptPubKey.witnessProgram {
      usesWitness = true
      guard scriptSig.isEmpty else { throw .witnessMalleated }
      try runner.verify(version: version, program: program, isNested: false)
      stack = .init([[1]])
    }
    if flags.contains(.p2sh), scriptPubKey.isP2SH {
      guard scriptSig.isPushOnly() else { throw .signaturePushOnly }
      var remaining = pushed
      let redeemScript = Script(try remaining.pop())
      stack = try run(redeemScript, on: remaining, context: context, flags: flags)
      try requireTrue(stack)
      if flags.contains(.witness), let (version, program) = redeemScript.witnessProgram {
        usesWitness = true
        var expected = ScriptBuilder()
        expected.append(verbatim: redeemScript.slice)
        guard scriptSig == expected.script else { throw .witnessMalleatedP2SH }
        try runner.verify(version: version, program: program, isNested: true)
        stack = .init([[1]])
      }
    }
    if flags.contains(.cleanStack), stack.count != 1 { throw .cleanStack }
    if flags.contains(.witness), !usesWitness, !context.input.witness.isEmpty {
      throw .witnessUnexpected
    }
  }

  private static func run(
    _ script: Script, on stack: ScriptStack, context: SpendContext, flags: ScriptFlags
  ) throws(ScriptError) -> ScriptStack {
    var machine = ScriptMachine(
      script, stack: stack, flags: flags, version: .legacy, context: context)
    try machine.run()
    return machine.stack
  }

  private static func requireTrue(_ stack: ScriptStack) throws(ScriptError) {
    guard let top = stack.elements.last, ScriptStack.isTrue(top) else { throw .evaluatedFalse }
  }
}
