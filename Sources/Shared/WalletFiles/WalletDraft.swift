import BitcoinPrimitives
import Descriptors

/// What a reader found, before it is checked.
struct WalletDraft: Sendable {
  var format: WalletFileFormat
  var descriptor: Descriptor
  var name: String?
  /// The network, where the file names one.
  var network: StatedNetwork?
  var birthHeight: UInt32?
  var gapLimit: UInt32?
  var firstAddress: String?
  var warnings: [String] = []

  init(_ format: WalletFileFormat, _ descriptor: Descriptor) {
    self.format = format
    self.descriptor = descriptor
  }

  /// The wallet, once it has passed every check that needs no network.
  func checked() throws(WalletFileError) -> WalletFile {
    let found = try WalletChecks.check(self)
    let annotations = descriptor.annotations
    return WalletFile(
      name: name, descriptor: descriptor, network: found.network,
      birthHeight: birthHeight ?? annotations.birthHeight,
      gapLimit: gapLimit ?? annotations.gapLimit, firstAddress: firstAddress, format: format,
      warnings: warnings + found.warnings)
  }
}

/// The network that a file names, as far as its word goes.
enum StatedNetwork: Hashable, Sendable {
  case exactly(Network)
  /// `testnet`: the third or the fourth.
  case testnet
}
