/// What one coin adds to a transaction that spends it.
///
/// The two parts are kept apart because they are not simply added up: one witness anywhere costs
/// two weight units for the whole transaction and one for every input that has none (BIP-144).
public struct InputWeight: Hashable, Sendable {
  /// Bytes outside the witness: outpoint, length of the script, the script, sequence.
  public let baseLength: Int
  /// Bytes of the witness with its item count; 0 when the input carries none.
  public let witnessLength: Int

  /// An input with an unlocking script and a serialised witness, item count included, of so many
  /// bytes; negative lengths count as zero.
  public init(scriptSigLength: Int, witnessLength: Int) {
    let script = max(0, scriptSigLength)
    baseLength = 32 + 4 + TransactionSize.compactSizeLength(script) + script + 4
    self.witnessLength = max(0, witnessLength)
  }

  /// Weight units this input adds, counts and the segwit marker left aside.
  public var units: Int { 4 * baseLength + witnessLength }
}
