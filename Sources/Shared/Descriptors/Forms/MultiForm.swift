internal import BitcoinPrimitives
internal import Bytes
internal import Secp256k1

/// `multi(k,KEY,...)` and `sortedmulti(k,KEY,...)`: k of n keys with OP_CHECKMULTISIG (BIP-383).
///
/// `sortedmulti` writes the keys of each script in the order of their bytes (BIP-67).
public struct MultiForm: DescriptorForm {
  /// `multi` and `sortedmulti`.
  public static let names = ["multi", "sortedmulti"]
  /// Everywhere but in taproot, which has `multi_a` (BIP-383).
  public static let places: Set<DescriptorPlace> = [.top, .sh, .wsh]

  /// How many signatures are needed.
  public let threshold: Int
  /// The keys as they are written, 1 to 20.
  public let keys: [KeyExpression]
  /// Whether each script holds its keys sorted.
  public let isSorted: Bool

  /// The most keys that OP_CHECKMULTISIG takes.
  public static let maxKeys = 20
  /// The most keys of a bare script that nodes relay.
  public static let maxBareKeys = 3

  /// Takes a threshold and keys; throws unless the threshold is 1 to as many as there are keys.
  ///
  /// How many keys may stand at a place is checked where the form is put.
  public init(threshold: Int, keys: [KeyExpression], isSorted: Bool) throws(DescriptorError) {
    try MultisigLimits.check(threshold: threshold, keys: keys.count, offset: 0)
    self.init(unchecked: threshold, keys, isSorted: isSorted)
  }

  private init(unchecked threshold: Int, _ keys: [KeyExpression], isSorted: Bool) {
    self.threshold = threshold
    self.keys = keys
    self.isSorted = isSorted
  }

  /// Reads threshold and keys; throws when there are too many keys for `place`.
  public init(
    parsing reader: inout DescriptorReader, named name: String, at place: DescriptorPlace
  ) throws(DescriptorError) {
    let start = reader.offset
    (threshold, keys) = try MultisigLimits.read(&reader, encoding: place.keyEncoding)
    isSorted = name == "sortedmulti"
    try checkLimits(at: place, offset: start)
  }

  /// `multi(k,KEY,...)` or `sortedmulti(k,KEY,...)`.
  public var text: String {
    MultisigLimits.text(isSorted ? "sortedmulti" : "multi", threshold, keys)
  }

  /// The form with other keys, as many and in the same order.
  public func replacing(keys: ArraySlice<KeyExpression>) -> MultiForm {
    MultiForm(unchecked: threshold, Array(keys), isSorted: isSorted)
  }

  /// Throws when a key cannot be written at `place`, or there are too many keys for it.
  public func check(at place: DescriptorPlace) throws(DescriptorError) {
    for key in keys { try key.check(place.keyEncoding) }
    try checkLimits(at: place, offset: 0)
  }

  private func checkLimits(at place: DescriptorPlace, offset: Int) throws(DescriptorError) {
    switch place {
    case .top:
      guard keys.count <= Self.maxBareKeys else {
        throw .multisig(
          "has \(keys.count) keys; bare multisig of more than \(Self.maxBareKeys) is not relayed",
          offset: offset)
      }
    case .sh:
      let length = scriptLength
      guard length <= Script.maxElementSize else {
        throw .multisig(
          "has \(keys.count) keys, a redeem script of \(length) bytes; more than "
            + "\(Script.maxElementSize) can never be spent (15 compressed keys)", offset: offset)
      }
    case .wsh, .tr:
      guard keys.count <= Self.maxKeys else {
        throw .multisig(
          "has \(keys.count) keys; OP_CHECKMULTISIG takes \(Self.maxKeys) at most", offset: offset)
      }
    }
  }

  /// The bytes of the script: two numbers, the keys with their lengths, the opcode.
  private var scriptLength: Int {
    let numbers = (threshold > 16 ? 2 : 1) + (keys.count > 16 ? 2 : 1)
    return keys.reduce(numbers + 1) { sum, key in
      if case .single(let key) = key.material, !key.isCompressed { return sum + 66 }
      return sum + 34
    }
  }

  /// The script with OP_CHECKMULTISIG; its keys are in order of their bytes if ``isSorted``.
  public func derived(
    from keys: ArraySlice<DerivedKey>, at place: DescriptorPlace
  ) throws(DescriptorError) -> DerivedScript {
    var encoded = keys.map(\.publicKey.encoded)
    if isSorted { encoded.sort { $0.lexicographicallyPrecedes($1) } }
    let signatures = [Satisfaction.Item](repeating: .ecdsaSignature, count: threshold)
    return DerivedScript(
      scriptPubKey: .multisig(threshold: threshold, keys: encoded), keys: keys,
      // OP_CHECKMULTISIG drops one item too many: an empty one in front (BIP-147).
      satisfaction: Satisfaction(scriptSig: [.data(0)] + signatures))
  }
}

extension Script {
  /// `threshold` of `keys` (33 or 65 bytes each, in this order) with OP_CHECKMULTISIG.
  static func multisig(threshold: Int, keys: [[UInt8]]) -> Script {
    var builder = ScriptBuilder()
    builder.append(number: Int64(threshold))
    for key in keys { builder.append(verbatim: key) }
    builder.append(number: Int64(keys.count))
    builder.append(.checkMultiSig)
    return builder.script
  }
}

/// What `multi` and `multi_a` have in common.
enum MultisigLimits {
  /// More than any form takes: reading stops here.
  static let mostKeys = 999

  static func check(threshold: Int, keys: Int, offset: Int) throws(DescriptorError) {
    guard keys >= 1 else { throw .multisig("has no keys", offset: offset) }
    guard threshold >= 1 else { throw .multisig("has a threshold below 1", offset: offset) }
    guard threshold <= keys else {
      throw .multisig("needs \(threshold) signatures of only \(keys) keys", offset: offset)
    }
  }

  /// Reads `k,KEY,KEY...`.
  static func read(
    _ reader: inout DescriptorReader, encoding: KeyEncoding
  ) throws(DescriptorError) -> (threshold: Int, keys: [KeyExpression]) {
    let start = reader.offset
    let threshold = try reader.readNumber("a number of signatures")
    var keys: [KeyExpression] = []
    while reader.next == UInt8(ascii: ",") {
      try reader.expect(",")
      guard keys.count < mostKeys else {
        throw .multisig("has more than \(mostKeys) keys, the most of any script", offset: start)
      }
      keys.append(try KeyExpression(parsing: &reader, encoding: encoding))
    }
    try check(threshold: threshold, keys: keys.count, offset: start)
    return (threshold, keys)
  }

  static func text(_ name: String, _ threshold: Int, _ keys: [KeyExpression]) -> String {
    var text = "\(name)(\(threshold)"
    for key in keys { text += ",\(key)" }
    return text + ")"
  }
}
