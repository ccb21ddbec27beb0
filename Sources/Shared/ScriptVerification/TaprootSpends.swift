internal import BitcoinPrimitives
internal import Bytes
internal import Secp256k1

/// Key path and script path of taproot (BIP-341).
extension WitnessRunner {
  private static let annexTag: UInt8 = 0x50

  func verifyTaproot(_ program: ArraySlice<UInt8>) throws(ScriptError) {
    var elements = context.input.witness
    guard !elements.isEmpty else { throw .witnessProgramWitnessEmpty }
    var annexHash: Bytes32?
    if elements.count >= 2, let annex = elements.last, annex.first == Self.annexTag {
      try context.spend(annex.count)
      annexHash = Taproot.annexHash(annex)
      elements.removeLast()
    }
    if elements.count == 1 {
      return try context.checkSchnorr(
        signature: elements[0], publicKey: [UInt8](program), annexHash: annexHash, tapscript: nil,
        flags: flags)
    }
    guard let control = elements.popLast(), let last = elements.popLast() else {
      throw .witnessProgramWitnessEmpty
    }
    try verifyScriptPath(
      Script(last), control: control, program: program, elements: elements, annexHash: annexHash)
  }

  private func verifyScriptPath(
    _ script: Script, control: [UInt8], program: ArraySlice<UInt8>, elements: [[UInt8]],
    annexHash: Bytes32?
  ) throws(ScriptError) {
    guard let block = try? ControlBlock(decoding: control) else { throw .taprootWrongControlSize }
    // Hashed once, and read once for what makes it succeed; then the key is tweaked.
    try context.spend(script.count + control.count + WorkMeter.verification)
    let leafHash = Taproot.leafHash(version: block.leafVersion, script: script)
    guard isCommitted(leafHash, block, program) else { throw .witnessProgramMismatch }
    guard block.leafVersion == Taproot.tapscriptLeafVersion else {
      if flags.contains(.discourageUpgradableTaprootVersion) {
        throw .discourageUpgradableTaprootVersion
      }
      return
    }
    if try hasSuccessOpcode(script) {
      if flags.contains(.discourageOpSuccess) { throw .discourageOpSuccess }
      return
    }
    guard elements.count <= ScriptStack.maximumCount else { throw .stackSize }
    let state = TapscriptState(
      leafHash: leafHash, annexHash: annexHash, witnessSize: context.input.witnessSize)
    try run(script, elements, version: .tapscript, tapscript: state)
  }

  /// Whether the output key is the internal key tweaked with the root that the block proves.
  private func isCommitted(
    _ leafHash: Bytes32, _ block: ControlBlock, _ program: ArraySlice<UInt8>
  ) -> Bool {
    guard let internalKey = try? XOnlyPublicKey(decoding: block.internalKey),
      let output = Bytes32(program)
    else { return false }
    let root = block.merkleRoot(leafHash: leafHash)
    return internalKey.gives(
      output, parityIsOdd: block.parityIsOdd,
      tweakedBy: Taproot.tweak(internalKey: block.internalKey, merkleRoot: root))
  }

  /// Whether an OP_SUCCESS stands anywhere before a push that is cut off.
  ///
  /// Throws for the latter.
  private func hasSuccessOpcode(_ script: Script) throws(ScriptError) -> Bool {
    var reader = ScriptReader(script)
    do {
      while let instruction = try reader.next() {
        if instruction.opcode.isSuccess { return true }
      }
      return false
    } catch {
      throw .badOpcode
    }
  }
}
