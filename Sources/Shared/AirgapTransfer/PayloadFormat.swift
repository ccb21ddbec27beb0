/// How a payload is written, in the words of `--as`.
public enum PayloadFormat: String, Sendable, CaseIterable {
  /// Uniform resources: the default for pictures.
  case ur
  /// The binary PSBT: the default for files.
  case psbt
  case base64
  case hex
  /// Coldcard's symbols.
  case bbqr
  /// The names of account exports.
  case cryptoAccount = "crypto-account"
  case coldcard
  case text
  /// The names of wallets.
  case descriptor
  case cryptoOutput = "crypto-output"
}
