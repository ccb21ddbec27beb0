/// How far the indices of a branch go (R07).
package enum IndexLimits {
  /// None from here on is handed out, watched or restored: past that a signer refuses change.
  package static let end: UInt32 = 1_000_000
  /// How far above what was handed out or paid in a block an index may lie that a mempool or
  /// somebody else named, so that the indices of a wallet cannot be exhausted from outside.
  package static let ahead: UInt32 = 1_000
}
