internal import Bytes
internal import Hashes

/// The signature hash from before segwit, with what its inputs share computed once.
///
/// Each input hashes the whole transaction, so the work is quadratic by nature. With ALL, the part
/// before an input is taken from a kept hash state and the part behind it from bytes written once:
/// half of the hashing and all of the writing is saved.
struct LegacySighash: Sendable {
  /// Version, inputs with empty scripts, outputs and lock time.
  private let template: [UInt8]
  /// Where the first input stands in ``template``; each is 41 bytes long.
  private let firstInput: Int
  /// The hash of everything before each input; empty when no legacy input is expected.
  private let states: [SHA256Hasher]

  private static let inputSize = 41
  /// The bytes of ``template`` that the outputs take, their number and the lock time besides.
  private var outputsSize: Int { template.count - firstInput - Self.inputSize * inputCount }
  private let inputCount: Int

  init(_ transaction: Transaction, keepingStates: Bool) {
    var writer = ByteWriter(capacity: transaction.baseSize)
    writer.writeInt32LE(transaction.version)
    writer.writeCompactSize(transaction.inputs.count)
    firstInput = writer.count
    inputCount = transaction.inputs.count
    for input in transaction.inputs {
      input.previousOutput.write(to: &writer)
      writer.writeByte(0)
      writer.writeUInt32LE(input.sequence)
    }
    writer.writeCompactSize(transaction.outputs.count)
    for output in transaction.outputs { output.write(to: &writer) }
    writer.writeUInt32LE(transaction.lockTime.rawValue)
    template = writer.bytes
    var states: [SHA256Hasher] = []
    if keepingStates {
      states.reserveCapacity(transaction.inputs.count)
      var hasher = SHA256Hasher()
      hasher.update(template[..<firstInput])
      for index in transaction.inputs.indices {
        states.append(hasher)
        let start = firstInput + index * Self.inputSize
        hasher.update(template[start..<(start + Self.inputSize)])
      }
    }
    self.states = states
  }

  /// How many bytes a digest hashes at most; the input must exist.
  func cost(input index: Int, scriptCode: Script, type: SighashType) -> Int {
    if !type.anyoneCanPay && !type.signsNoOutputs && !type.signsSingleOutput {
      let kept = index < states.count ? firstInput + index * Self.inputSize : 0
      return template.count - kept + scriptCode.count
    }
    let inputs = type.anyoneCanPay ? 1 : inputCount
    // With SINGLE at most all of them; the most is counted, because honest payments do not use it.
    let outputs = type.signsNoOutputs ? 0 : outputsSize
    return firstInput + inputs * Self.inputSize + outputs + scriptCode.count
  }

  /// The hash that a legacy signature signs: `scriptCode` without its code separators stands for
  /// the script of input `index`, which must exist.
  func digest(
    of transaction: Transaction, input index: Int, scriptCode: Script, type: SighashType
  ) -> Bytes32 {
    if type.signsSingleOutput && index >= transaction.outputs.count {
      // The number one: what Bitcoin hashed from the start when there is no such output.
      return Bytes32([1] + [UInt8](repeating: 0, count: 31)) ?? .zero
    }
    let code = Self.withoutCodeSeparators(scriptCode)
    if !type.anyoneCanPay && !type.signsNoOutputs && !type.signsSingleOutput {
      return digestOfAll(input: index, code: code, type: type)
    }
    var writer = ByteWriter(capacity: template.count + code.count)
    writer.writeInt32LE(transaction.version)
    let signed = type.anyoneCanPay ? index...index : 0...(transaction.inputs.count - 1)
    writer.writeCompactSize(signed.count)
    for position in signed {
      let input = transaction.inputs[position]
      input.previousOutput.write(to: &writer)
      writer.writeVarBytes(position == index ? code : [])
      let isSequenceSigned =
        position == index || !(type.signsNoOutputs || type.signsSingleOutput)
      writer.writeUInt32LE(isSequenceSigned ? input.sequence : 0)
    }
    let outputs =
      type.signsNoOutputs ? 0 : type.signsSingleOutput ? index + 1 : transaction.outputs.count
    writer.writeCompactSize(outputs)
    for position in 0..<outputs {
      if type.signsSingleOutput && position != index {
        TxOut(rawValue: -1, scriptPubKey: Script()).write(to: &writer)
      } else {
        transaction.outputs[position].write(to: &writer)
      }
    }
    writer.writeUInt32LE(transaction.lockTime.rawValue)
    writer.writeUInt32LE(type.rawValue)
    return SHA256.doubleHash(writer.bytes)
  }

  private func digestOfAll(
    input index: Int, code: ArraySlice<UInt8>, type: SighashType
  ) -> Bytes32 {
    let start = firstInput + index * Self.inputSize
    var hasher: SHA256Hasher
    if index < states.count {
      hasher = states[index]
    } else {
      hasher = SHA256Hasher()
      hasher.update(template[..<start])
    }
    var writer = ByteWriter(capacity: 50 + code.count)
    writer.write(template[start..<(start + 36)])
    writer.writeVarBytes(code)
    hasher.update(writer.bytes)
    hasher.update(template[(start + 37)...])
    hasher.update(littleEndian: type.rawValue)
    return hasher.doubleFinalized()
  }

  /// The script without OP_CODESEPARATOR; after a truncated push the rest stays as it is.
  private static func withoutCodeSeparators(_ script: Script) -> ArraySlice<UInt8> {
    guard script.slice.contains(Opcode.codeSeparator.rawValue) else { return script.slice }
    var reader = ScriptReader(script)
    var kept: [UInt8] = []
    var copied = 0
    do {
      while let instruction = try reader.next() {
        guard instruction.opcode == .codeSeparator else { continue }
        kept += script.part(copied, instruction.offset - copied)
        copied = instruction.end
      }
    } catch {
      // A script that ends inside of a push has no separators from there on.
    }
    kept += script.part(copied, script.count - copied)
    return kept[...]
  }
}
