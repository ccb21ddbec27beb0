/// How a text is signed, in the words of `--format`.
public enum MessageForm: String, Sendable, CaseIterable {
  /// 65 bytes of which the key is computed: what most programs read, for addresses of one key from before taproot.
  case bip137
  /// As short as BIP-322 allows: the witness alone for addresses that begin with bc1, else the transaction.
  case bip322
  /// The whole transaction of BIP-322.
  case bip322Full = "bip322-full"

  /// What it is called where a person decides about it.
  public var words: String {
    switch self {
    case .bip137: "BIP-137 (Bitcoin Signed Message)"
    case .bip322: "BIP-322"
    case .bip322Full: "BIP-322, full"
    }
  }
}
