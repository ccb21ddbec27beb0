/// Where a Bitcoin Core on this computer writes the cookie with which programs of its user log in.
public enum UsualCookie {
  /// Its path, when Core runs with its usual folder and its usual port (as Bitcoin Core's own help, `-datadir` and
  /// `-rpcport`, has them); nil for another computer, another port, TLS, or a URL that has a user.
  ///
  /// `folder` is the home folder of the user. Whether there is such a file is not asked: Core writes it at every start.
  public static func path(for url: NodeURL, inHomeFolder folder: String) -> String? {
    guard url.kind == .bitcoinCore, !url.isTLS, url.user == nil, url.reach == .loopback,
      let chain = chains[url.port]
    else { return nil }
    return "\(folder)/.bitcoin/\(chain).cookie"
  }

  /// The folder of each chain within the data folder, by the port of its RPC server.
  private static let chains = [
    8332: "", 18332: "testnet3/", 48332: "testnet4/", 38332: "signet/", 18443: "regtest/",
  ]
}
