internal import BitcoinPrimitives
internal import Bytes
internal import Secp256k1

/// `multi_a(k,KEY,...)` and `sortedmulti_a(k,KEY,...)`: k of n keys with OP_CHECKSIGADD in a leaf
/// of `tr` (BIP-387).
///
/// `sortedmulti_a` writes the keys of each script in the order of their 32 bytes.
public struct MultiAForm: DescriptorForm {
  /// `multi_a` and `sortedmulti_a`.
  public static let names = ["multi_a", "sortedmulti_a"]
  /// In a leaf of `tr` only (BIP-387).
  public static let places: Set<DescriptorPlace> = [.tr]

  /// How many signatures are needed.
  public let threshold: Int
  /// The keys as they are written, 1 to 999.
  public let keys: [KeyExpression]
  /// Whether each script holds its keys sorted.
  public let isSorted: Bool

  /// The most keys, because the stack of a script holds 1000 items at once (BIP-342).
  public static let maxKeys = 999

  /// Takes a threshold and keys; throws for more than 999 keys, or unless the threshold is 1 to as
  /// many as there are keys.
  public init(threshold: Int, keys: [KeyExpression], isSorted: Bool) throws(DescriptorError) {
    guard keys.count <= Self.maxKeys else {
      throw .multisig("has \(keys.count) keys; a leaf takes \(Self.maxKeys) at most", offset: 0)
    }
    try MultisigLimits.check(threshold: threshold, keys: keys.count, offset: 0)
    self.init(unchecked: threshold, keys, isSorted: isSorted)
  }

  private init(unchecked threshold: Int, _ keys: [KeyExpression], isSorted: Bool) {
    self.threshold = threshold
    self.keys = keys
    self.isSorted = isSorted
  }

  /// Reads threshold and keys; throws for more than 999 keys.
  public init(
    parsing reader: inout DescriptorReader, named name: String, at place: DescriptorPlace
  ) throws(DescriptorError) {
    (threshold, keys) = try MultisigLimits.read(&reader, encoding: .xOnly)
    isSorted = name == "sortedmulti_a"
  }

  /// `multi_a(k,KEY,...)` or `sortedmulti_a(k,KEY,...)`.
  public var text: String {
    MultisigLimits.text(isSorted ? "sortedmulti_a" : "multi_a", threshold, keys)
  }

  /// The form with other keys, as many and in the same order.
  public func replacing(keys: ArraySlice<KeyExpression>) -> MultiAForm {
    MultiAForm(unchecked: threshold, Array(keys), isSorted: isSorted)
  }

  /// The script with OP_CHECKSIGADD (BIP-342); its keys are in order of their bytes if
  /// ``isSorted``.
  public func derived(
    from keys: ArraySlice<DerivedKey>, at place: DescriptorPlace
  ) throws(DescriptorError) -> DerivedScript {
    var encoded = keys.map(\.publicKey.xOnly.bytes)
    if isSorted { encoded.sort() }
    let signatures = [Satisfaction.Item](repeating: .schnorrSignature, count: threshold)
    let absent = [Satisfaction.Item](repeating: .data(0), count: keys.count - threshold)
    return DerivedScript(
      scriptPubKey: .tapscript(threshold: threshold, keys: encoded), keys: keys,
      satisfaction: Satisfaction(witness: signatures + absent))
  }
}

extension Script {
  /// `threshold` of `keys` in this order with OP_CHECKSIGADD (BIP-342, BIP-387).
  static func tapscript(threshold: Int, keys: [Bytes32]) -> Script {
    var builder = ScriptBuilder()
    for (index, key) in keys.enumerated() {
      builder.append(verbatim: key.bytes)
      builder.append(index == 0 ? .checkSig : .checkSigAdd)
    }
    builder.append(number: Int64(threshold))
    builder.append(.numEqual)
    return builder.script
  }
}
