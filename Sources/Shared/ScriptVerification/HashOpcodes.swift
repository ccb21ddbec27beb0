internal import BitcoinPrimitives
internal import Bytes
internal import Hashes

/// The opcodes that replace the top element by a hash of it.
extension ScriptMachine {
  mutating func executeHash(_ opcode: Opcode) throws(ScriptError) {
    let element = try stack.pop()
    try context.spend(64 + element.count)
    switch opcode {
    case .ripemd160: stack.push(RIPEMD160.hash(element))
    case .sha1: stack.push(SHA1.hash(element))
    case .sha256: stack.push(SHA256.hash(element).bytes)
    case .hash160: stack.push(Hash160.hash(element))
    default: stack.push(SHA256.doubleHash(element).bytes)
    }
  }
}
