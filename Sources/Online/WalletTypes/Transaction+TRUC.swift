public import BitcoinPrimitives

extension Transaction {
  /// Whether it has version 3, by which nodes limit what may build on it while it waits (TRUC, BIP-431).
  public var isTRUC: Bool { version == 3 }
}
