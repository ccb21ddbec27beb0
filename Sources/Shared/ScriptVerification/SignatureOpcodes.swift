internal import BitcoinPrimitives
internal import Bytes

/// CHECKSIG, CHECKMULTISIG and CHECKSIGADD.
extension ScriptMachine {
  mutating func executeSignature(_ opcode: Opcode) throws(ScriptError) {
    switch opcode {
    case .checkSig, .checkSigVerify:
      try stack.require(2)
      let isValid = try checkSignature(try stack.peek(1), publicKey: try stack.peek(0))
      try stack.drop(2)
      try finish(isValid, verifying: opcode == .checkSigVerify, failure: .checkSignatureVerify)
    case .checkSigAdd:
      guard version == .tapscript else { throw .badOpcode }
      try stack.require(3)
      let sum = try StackNumber(try stack.peek(1), minimal: isMinimal).value
      let isValid = try checkSignature(try stack.peek(2), publicKey: try stack.peek(0))
      try stack.drop(3)
      stack.push(StackNumber(sum + (isValid ? 1 : 0)))
    default:
      guard version != .tapscript else { throw .tapscriptCheckMultisig }
      let isValid = try checkMultisig()
      try finish(
        isValid, verifying: opcode == .checkMultiSigVerify, failure: .checkMultisigVerify)
    }
  }

  private mutating func finish(
    _ isValid: Bool, verifying: Bool, failure: ScriptError
  ) throws(ScriptError) {
    guard verifying else { return stack.push(isValid) }
    guard isValid else { throw failure }
  }

  private mutating func checkSignature(
    _ signature: [UInt8], publicKey: [UInt8]
  ) throws(ScriptError) -> Bool {
    if version == .tapscript { return try checkTapscript(signature, publicKey: publicKey) }
    let code = try scriptCode(without: [signature])
    return try checkECDSA(signature, publicKey: publicKey, scriptCode: code, isFinal: true)
  }

  /// Checks one signature before tapscript.
  ///
  /// With `isFinal`, a failing signature must be empty.
  private mutating func checkECDSA(
    _ signature: [UInt8], publicKey: [UInt8], scriptCode: Script, isFinal: Bool
  ) throws(ScriptError) -> Bool {
    try SignatureEncoding.check(signature, flags: flags)
    try SignatureEncoding.check(publicKey: publicKey, flags: flags, version: version)
    // The script is compared with those whose digests are known.
    try context.spend(scriptCode.count + (signature.isEmpty ? 0 : WorkMeter.verification))
    let isValid = context.verifiesECDSA(
      signature: signature, publicKey: publicKey, scriptCode: scriptCode, version: version,
      memo: &memo)
    if isFinal, !isValid, flags.contains(.nullFail), !signature.isEmpty { throw .nullFail }
    return isValid
  }

  /// The code from the last separator on; in legacy scripts without the signatures themselves.
  private func scriptCode(without signatures: [[UInt8]]) throws(ScriptError) -> Script {
    var code = Script(script.slice.dropFirst(codeStart))
    guard version == .legacy else { return code }
    try context.spend(code.count * signatures.count)
    for signature in signatures {
      var pattern = ScriptBuilder()
      pattern.append(verbatim: signature)
      guard let without = code.removing(pattern.script) else { continue }
      if flags.contains(.constantScriptCode) { throw .signatureFindAndDelete }
      code = without
    }
    return code
  }

  /// Checks a signature of tapscript (BIP-342).
  ///
  /// An empty one is false, a wrong one fails the script.
  private mutating func checkTapscript(
    _ signature: [UInt8], publicKey: [UInt8]
  ) throws(ScriptError) -> Bool {
    let isPresent = !signature.isEmpty
    if isPresent { try tapscript?.payForSignature() }
    guard !publicKey.isEmpty else { throw .tapscriptEmptyPublicKey }
    guard publicKey.count == 32 else {
      // Sizes without meaning yet succeed, so that a soft fork can give them one.
      if flags.contains(.discourageUpgradablePublicKeyType) {
        throw .discourageUpgradablePublicKeyType
      }
      return isPresent
    }
    if isPresent {
      try context.checkSchnorr(
        signature: signature, publicKey: publicKey, annexHash: tapscript?.annexHash,
        tapscript: tapscript?.signatureContext, flags: flags)
    }
    return isPresent
  }

  /// Runs CHECKMULTISIG: `dummy signatures count keys count`, all taken from the stack.
  ///
  /// Keys are tried from the top down and each at most once, so signatures must stand in the
  /// order of their keys.
  private mutating func checkMultisig() throws(ScriptError) -> Bool {
    let keyCount = try count(at: 0)
    guard (0...Self.maximumKeys).contains(keyCount) else { throw .publicKeyCount }
    try countOperations(keyCount)
    let signatureCount = try count(at: 1 + keyCount)
    guard (0...keyCount).contains(signatureCount) else { throw .signatureCount }
    let firstSignature = 2 + keyCount
    // One more than is named: see the dummy below.
    try stack.require(firstSignature + signatureCount + 1)

    var signatures: [[UInt8]] = []
    for index in 0..<signatureCount { signatures.append(try stack.peek(firstSignature + index)) }
    let code = try scriptCode(without: signatures)
    var key = 0
    var signature = 0
    while signature < signatureCount, signatureCount - signature <= keyCount - key {
      let isValid = try checkECDSA(
        signatures[signature], publicKey: try stack.peek(1 + key), scriptCode: code,
        isFinal: false)
      if isValid { signature += 1 }
      key += 1
    }
    let isValid = signature == signatureCount
    if !isValid, flags.contains(.nullFail), !signatures.allSatisfy(\.isEmpty) { throw .nullFail }
    try stack.drop(firstSignature + signatureCount)
    // One element too many is taken, ever since the first version.
    let dummy = try stack.pop()
    if flags.contains(.nullDummy), !dummy.isEmpty { throw .signatureNullDummy }
    return isValid
  }

  private func count(at depth: Int) throws(ScriptError) -> Int {
    let value = try StackNumber(try stack.peek(depth), minimal: isMinimal).value
    // At most 4 bytes were read: it fits.
    return Int(truncatingIfNeeded: value)
  }
}

extension Script {
  /// The script without `pattern` wherever it stands at the beginning of an opcode, also several
  /// times in a row; nil when it stands nowhere.
  ///
  /// `pattern` must not be empty. Behind a push that is cut off nothing is looked for.
  func removing(_ pattern: Script) -> Script? {
    guard pattern.count <= count else { return nil }
    var kept: [UInt8] = []
    var copied = 0
    var offset = 0
    var reader = ScriptReader(self)
    while true {
      let found = offset
      while slice.dropFirst(offset).starts(with: pattern.slice) { offset += pattern.count }
      if offset > found {
        kept += slice[(slice.startIndex + copied)..<(slice.startIndex + found)]
        copied = offset
        reader = ScriptReader(self, offset: offset)
      }
      guard let instruction = try? reader.next() else { break }
      offset = instruction.end
    }
    guard copied > 0 else { return nil }
    return Script(kept + slice.dropFirst(copied))
  }
}
