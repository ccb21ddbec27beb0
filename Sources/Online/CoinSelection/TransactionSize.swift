/// The exact size of a transaction that is still being put together.
///
/// Counts are CompactSize, so the 253rd input and the 253rd output each cost two more bytes
/// (8 weight units) than the one before; forgetting that is how funding fails at 253 inputs.
public struct TransactionSize: Hashable, Sendable {
  /// Inputs so far.
  public private(set) var inputCount = 0
  /// Outputs so far.
  public private(set) var outputCount = 0
  var inputBaseLength = 0
  var witnessLength = 0
  var witnessInputCount = 0
  var outputLength = 0

  /// An empty transaction: version and lock time only.
  public init() {}

  /// The size with one more input.
  public mutating func add(_ input: InputWeight) {
    inputCount += 1
    inputBaseLength += input.baseLength
    witnessLength += input.witnessLength
    if input.witnessLength > 0 { witnessInputCount += 1 }
  }

  /// The size with that input taken out again; it must have been added before.
  public mutating func remove(_ input: InputWeight) {
    inputCount -= 1
    inputBaseLength -= input.baseLength
    witnessLength -= input.witnessLength
    if input.witnessLength > 0 { witnessInputCount -= 1 }
  }

  /// The size with one more output whose locking script has `scriptLength` bytes.
  public mutating func addOutput(scriptLength: Int) {
    outputCount += 1
    outputLength += Self.outputLength(scriptLength: scriptLength)
  }

  /// Weight in weight units, exact once every input has the size it was announced with.
  public var units: Int {
    let base =
      4 + Self.compactSizeLength(inputCount) + inputBaseLength
      + Self.compactSizeLength(outputCount) + outputLength + 4
    guard witnessInputCount > 0 else { return 4 * base }
    return 4 * base + 2 + witnessLength + (inputCount - witnessInputCount)
  }

  /// Bytes of an output with a locking script of `scriptLength` bytes.
  public static func outputLength(scriptLength: Int) -> Int {
    8 + compactSizeLength(scriptLength) + scriptLength
  }

  /// Bytes a CompactSize of this value takes: 1, 3, 5 or 9.
  static func compactSizeLength(_ value: Int) -> Int {
    switch value {
    case ..<0xfd: 1
    case ..<0x1_0000: 3
    case ..<0x1_0000_0000: 5
    default: 9
    }
  }
}
