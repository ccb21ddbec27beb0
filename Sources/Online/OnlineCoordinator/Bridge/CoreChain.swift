internal import ArgumentParser
internal import BitcoinPrimitives

/// A chain as Bitcoin Core calls it (`--chain`).
enum CoreChain: String, CaseIterable, ExpressibleByArgument {
  case main
  case test
  case testnet4
  case signet
  case regtest

  /// Whether a network is this chain; Bitcoin Core has one word for all signets.
  func has(_ network: Network) -> Bool {
    switch (self, network) {
    case (.main, .mainnet), (.test, .testnet3), (.testnet4, .testnet4), (.signet, .signet),
      (.signet, .customSignet), (.regtest, .regtest):
      true
    default: false
    }
  }
}
