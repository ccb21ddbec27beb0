import BitcoinPrimitives
import Bytes
import TestSupport

/// Reads the script language of Bitcoin Core's test files: decimal numbers, `0x` raw bytes,
/// `'text'` pushed, and opcode names with or without `OP_`.
func coreScript(_ text: String) throws -> Script {
  var builder = ScriptBuilder()
  var bytes: [UInt8] = []
  for word in text.split(whereSeparator: \.isWhitespace) {
    if let number = Int64(word) {
      builder.append(number: number)
      bytes += builder.script.bytes
      builder = ScriptBuilder()
    } else if word.hasPrefix("0x") {
      bytes += try Hex.decode(word.dropFirst(2))
    } else if word.count >= 2, word.hasPrefix("'"), word.hasSuffix("'") {
      builder.append(verbatim: Array(word.dropFirst().dropLast().utf8))
      bytes += builder.script.bytes
      builder = ScriptBuilder()
    } else if let opcode = Opcode(name: word.hasPrefix("OP_") ? String(word) : "OP_\(word)") {
      bytes.append(opcode.rawValue)
    } else {
      throw VectorError(path: text, reason: "has the unknown word \(word)")
    }
  }
  return Script(bytes)
}
