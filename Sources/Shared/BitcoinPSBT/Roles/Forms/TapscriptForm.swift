internal import BitcoinPrimitives
internal import Bytes

/// `<key> CHECKSIG` and `<key> CHECKSIG <key> CHECKSIGADD ... <m> NUMEQUAL` in a leaf (BIP-387).
///
/// The last key's signature is pushed first; a key that does not sign takes an empty item.
struct TapscriptForm: SpendingForm {
  let threshold: Int
  let keys: [ScriptKey]
  private let leaf: TapLeaf

  /// Reads a leaf; nil when it is of another form.
  init?(_ leaf: TapLeaf) {
    var reader = ScriptReader(leaf.script)
    var keys: [ScriptKey] = []
    var threshold: Int?
    do {
      while threshold == nil, let item = try reader.next() {
        guard item.isMinimal, let data = item.data, data.count == 32, let key = Bytes32(data) else {
          guard keys.count >= 1, let number = Self.number(item) else { return nil }
          threshold = number
          break
        }
        let opcode: Opcode = keys.isEmpty ? .checkSig : .checkSigAdd
        guard try reader.next()?.opcode == opcode else { return nil }
        keys.append(.xOnly(key))
      }
      if let threshold {
        guard try reader.next()?.opcode == .numEqual, reader.isAtEnd, threshold >= 1,
          threshold <= keys.count
        else { return nil }
        self.threshold = threshold
      } else {
        guard keys.count == 1 else { return nil }
        self.threshold = 1
      }
    } catch {
      return nil
    }
    self.keys = keys
    self.leaf = leaf
  }

  /// A number up to 999, pushed in the shortest way.
  private static func number(_ item: ScriptInstruction) -> Int? {
    if let small = item.opcode.smallInteger { return small }
    guard item.isMinimal, let data = item.data, (1...2).contains(data.count),
      let last = data.last, last < 0x80
    else { return nil }
    let number = data.reversed().reduce(0) { $0 << 8 | Int($1) }
    return ScriptNumber.encode(Int64(number)).elementsEqual(data) ? number : nil
  }

  func stack(_ signatures: [[UInt8]?]) -> [[UInt8]] {
    signatures.reversed().map { $0 ?? [] } + [leaf.script.bytes, leaf.controlBlock]
  }
}
