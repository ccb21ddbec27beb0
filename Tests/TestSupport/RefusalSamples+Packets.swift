import Bytes

/// Bad inputs that both programs read, each with the rule and the place that its refusal names.
public enum RefusalSamples {}

/// PSBTs (BIP-174, BIP-371), put together byte by byte.
extension RefusalSamples {
  /// Given to `sign FILE` and to `collect FILE`.
  public static let packets: [RefusalSample] = globals + inputs + outputs + wholes

  private static let globals: [RefusalSample] = [
    .init("no transaction", magic + map([]) + map([]), "R17", "global map", "unsigned transaction"),
    .init(
      "the transaction twice", packet(global: [field([0], transaction())]),
      "R17", "global map, key type 0x0", "twice"),
    .init(
      "a key behind the transaction's type", magic + map([field([0, 9], transaction())]),
      "R17", "global map, key type 0x0", "PSBT_GLOBAL_UNSIGNED_TX"),
    .init(
      "version 1", packet(global: [field([0xfb], [1, 0, 0, 0])]), "R17", "global map", "version 1"),
    .init(
      "version 2", packet(global: [field([0xfb], [2, 0, 0, 0])]), "R17", "global map", "BIP-370"),
    .init(
      "a version of three bytes", packet(global: [field([0xfb], [0, 0, 0])]),
      "R17", "PSBT_GLOBAL_VERSION", "3 bytes"),
    .init(
      "a field of version 2", packet(global: [field([2], [2, 0, 0, 0])]),
      "R17", "key type 0x2", "PSBT_GLOBAL_TX_VERSION"),
    .init(
      "an extended key of 77 bytes",
      packet(global: [field([1] + [UInt8](repeating: 4, count: 77), [1, 2, 3, 4])]),
      "R17", "PSBT_GLOBAL_XPUB", "77"),
    .init(
      "a transaction that ends early", magic + map([field([0], Array(transaction().dropLast(3)))]),
      "R17", "global map, key type 0x0", "truncated"),
    .init(
      "a transaction that goes on", magic + map([field([0], transaction() + [0])]),
      "R17", "global map, key type 0x0", "1 byte too many"),
    .init(
      "a signed transaction",
      magic + map([field([0], transaction(scriptSig: [0x51]))]) + map([]) + map([]),
      "R17", "input 0", "scriptSig"),
    .init(
      "a size that is not the shortest", magic + [0xfd, 1, 0, 0] + field([], transaction()) + [0],
      "R17", "byte 5", "shortest form"),
    .init(
      "10,001 inputs",
      magic + map([field([0], transaction(inputs: 10_001))]) + [UInt8](repeating: 0, count: 10_002),
      "R18", "10001 inputs", "10000"),
    .init(
      "10,001 keys in one map",
      packet(input: (0..<10_001).map { field([0xf0, UInt8($0 >> 8), UInt8($0 & 0xff)], []) }),
      "R18", "input 0", "10000 keys"),
  ]

  private static let inputs: [RefusalSample] = [
    .init(
      "an input's key twice", packet(input: [field([4], [0x51]), field([4], [0x52])]),
      "R17", "input 0, key type 0x4", "twice"),
    .init(
      "a signature of half a key", packet(input: [field([2] + key.dropLast(20), signature)]),
      "R17", "input 0, key type 0x2", "PSBT_IN_PARTIAL_SIG"),
    .init(
      "a signature of a key off the curve", packet(input: [field([2] + offCurve, signature)]),
      "R17", "input 0, key type 0x2", "not a point of the curve"),
    .init(
      "a signature that is not DER",
      packet(input: [field([2] + key, [UInt8](repeating: 1, count: 70))]),
      "R17", "input 0, key type 0x2", "strict DER"),
    .init(
      "a sighash type of one byte", packet(input: [field([3], [1])]),
      "R17", "PSBT_IN_SIGHASH_TYPE", "1 byte,"),
    .init(
      "a coin without its script", packet(input: [field([1], [1, 2, 3])]),
      "R17", "input 0, key type 0x1", "PSBT_IN_WITNESS_UTXO"),
    .init(
      "a previous transaction that is none", packet(input: [field([0], [1, 2, 3])]),
      "R17", "input 0, key type 0x0", "PSBT_IN_NON_WITNESS_UTXO"),
    .init(
      "another previous transaction", packet(input: [field([0], transaction())]),
      "R01", "input 0", "the input spends"),
    .init(
      "an origin of seven bytes",
      packet(input: [field([6] + key, [UInt8](repeating: 1, count: 7))]),
      "R17", "PSBT_IN_BIP32_DERIVATION", "7"),
    .init(
      "an origin of a key off the curve", packet(input: [field([6] + offCurve, [1, 2, 3, 4])]),
      "R17", "PSBT_IN_BIP32_DERIVATION", "not a point of the curve"),
    .init(
      "a witness that ends early", packet(input: [field([8], [2, 1])]),
      "R17", "PSBT_IN_FINAL_SCRIPTWITNESS", "truncated"),
    .init(
      "a preimage of another hash",
      packet(input: [field([0x0b] + [UInt8](repeating: 1, count: 31), [1])]),
      "R17", "PSBT_IN_SHA256", "31"),
    .init(
      "a Schnorr signature of 63 bytes",
      packet(input: [field([0x13], [UInt8](repeating: 1, count: 63))]),
      "R17", "PSBT_IN_TAP_KEY_SIG", "63 bytes"),
    .init(
      "an internal key of 31 bytes",
      packet(input: [field([0x17], [UInt8](repeating: 1, count: 31))]),
      "R17", "PSBT_IN_TAP_INTERNAL_KEY", "31 bytes"),
    .init(
      "a merkle root of 33 bytes",
      packet(input: [field([0x18], [UInt8](repeating: 1, count: 33))]),
      "R17", "PSBT_IN_TAP_MERKLE_ROOT", "33 bytes"),
    .init(
      "a control block of no length", packet(input: [field([0x15], [0x51, 0xc0])]),
      "R17", "PSBT_IN_TAP_LEAF_SCRIPT"),
    .init(
      "an input's field of version 2",
      packet(input: [field([0x0e], [UInt8](repeating: 1, count: 32))]),
      "R17", "PSBT_IN_PREVIOUS_TXID", "version 2"),
  ]

  private static let outputs: [RefusalSample] = [
    .init(
      "an output's key twice", packet(output: [field([0], [0x51]), field([0], [0x51])]),
      "R17", "output 0, key type 0x0", "twice"),
    .init(
      "an output's origin of three bytes",
      packet(output: [field([2] + key, [UInt8](repeating: 1, count: 70))]),
      "R17", "PSBT_OUT_BIP32_DERIVATION", "3"),
    .init(
      "a tree that ends early", packet(output: [field([6], [1, 0xc0])]),
      "R17", "PSBT_OUT_TAP_TREE"),
    .init(
      "an output's field of version 2",
      packet(output: [field([3], [UInt8](repeating: 0, count: 8))]),
      "R17", "PSBT_OUT_AMOUNT", "version 2"),
  ]

  private static let wholes: [RefusalSample] = [
    .init("only the first five bytes", magic, "R17", "byte 5", "truncated"),
    .init(
      "a map too few", magic + map([field([0], transaction())]), "R17", "2 input and output maps"),
    .init(
      "cut in a field", Array(packet(input: [field([4], [0x51])]).dropLast(4)),
      "R17", "input 0", "truncated"),
    .init("something behind it", packet() + [1, 2, 3], "R17", "output 0", "3 bytes too many"),
    .init("two in one file", packet() + packet(), "R17", "second PSBT"),
    .init("damaged base64", "cHNidP8B@@AA", "R17", "base64"),
    .init(
      "another beginning", [0x70, 0x73, 0x62, 0x74, 0xfe, 0], nil, "6 bytes", "not a message"),
    .init("an empty file", "", nil, "is empty"),
  ]

  // MARK: Bytes

  private static let magic: [UInt8] = [0x70, 0x73, 0x62, 0x74, 0xff]

  /// The generator of the curve.
  private static let key: [UInt8] =
    (try? Hex.decode("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798")) ?? []
  /// From BIP-340's vectors: there is no such point.
  private static let offCurve: [UInt8] =
    (try? Hex.decode("024a298dacae57395a15d0795ddbfd1dcb564da82b0f269bc70a74f8220429ba1d")) ?? []
  private static let signature: [UInt8] = [0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01, 0x01, 0x01]

  /// A whole PSBT of one input and one output.
  private static func packet(
    global: [[UInt8]] = [], input: [[UInt8]] = [], output: [[UInt8]] = []
  ) -> [UInt8] {
    magic + map([field([0], transaction())] + global) + map(input) + map(output)
  }

  private static func map(_ fields: [[UInt8]]) -> [UInt8] { fields.flatMap { $0 } + [0] }

  /// Type and key in one, and the value, each behind its size; no type: the value alone.
  private static func field(_ key: some Collection<UInt8>, _ value: [UInt8]) -> [UInt8] {
    (key.isEmpty ? [] : size(key.count) + key) + size(value.count) + value
  }

  private static func size(_ count: Int) -> [UInt8] {
    switch count {
    case ..<0xfd: [UInt8(count)]
    case ..<0x1_0000: [0xfd, UInt8(count & 0xff), UInt8(count >> 8)]
    default:
      [0xfe] + stride(from: 0, to: 32, by: 8).map { UInt8(truncatingIfNeeded: count >> $0) }
    }
  }

  private static func transaction(inputs: Int = 1, scriptSig: [UInt8] = []) -> [UInt8] {
    var bytes: [UInt8] = [2, 0, 0, 0] + size(inputs)
    for number in 0..<inputs {
      bytes += [UInt8](repeating: 0xaa, count: 30) + [UInt8(number >> 8), UInt8(number & 0xff)]
      bytes += [0, 0, 0, 0] + size(scriptSig.count) + scriptSig + [0xff, 0xff, 0xff, 0xff]
    }
    bytes += [1, 0x10, 0x27, 0, 0, 0, 0, 0, 0, 0x16, 0, 0x14]
    return bytes + [UInt8](repeating: 7, count: 20) + [0, 0, 0, 0]
  }
}
