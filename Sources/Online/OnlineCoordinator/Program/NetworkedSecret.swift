/// A seed or a private key that was shown to a machine with a network.
enum NetworkedSecret {
  /// What a seed or a private key costs that was shown here.
  static func advice(on kind: String) -> String {
    let advice = """
      \(kind.contains("private key") ? "this key" : "this seed") has touched a networked machine: move \
      the coins to a wallet of a new seed, made by `offline-signer seed create`
      """
    if kind.contains("Sparrow wallet") {
      return advice
        + "; to watch the coins until then, give the Output Descriptor that Sparrow exports"
    }
    guard kind.contains("Electrum wallet") else { return advice }
    return advice
      + "; to watch the coins until then, give the master public key that Electrum shows (Wallet, Information)"
  }
}
