internal import Bytes

/// Outputs that cost more to spend than they are worth; nodes do not relay them.
extension TxOut {
  /// The smallest amount that is not dust for this script at `rate` (Bitcoin Core's
  /// `GetDustThreshold`): zero for outputs that can never be spent.
  ///
  /// 294 sat for p2wpkh, 330 for p2wsh and p2tr, 540 for p2sh, 546 for p2pkh at the usual rate.
  public static func dustThreshold(
    for script: Script, at rate: FeeRate = .dustRelay
  ) -> Amount {
    if script.isUnspendable { return .zero }
    let output = TxOut(rawValue: 0, scriptPubKey: script).size
    // An input without its script, and a signature with its key; in a witness that is a quarter.
    let input = script.witnessProgram == nil ? 32 + 4 + 1 + 107 + 4 : 32 + 4 + 1 + 107 / 4 + 4
    let size = Weight(baseBytes: output + input)
    return (try? rate.fee(for: size)) ?? .maxMoney
  }

  /// Whether nodes would refuse this output as dust.
  public var isDust: Bool { rawValue < Self.dustThreshold(for: scriptPubKey).satoshis }
}
