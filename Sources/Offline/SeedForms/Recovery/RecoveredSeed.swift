package import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import EncryptedVault
package import ExtendedKeys
internal import Refusals
internal import SecureMemory
package import TerminalUI
package import WalletFiles

/// What `seed import` shows of a Recovery QR before it takes it.
package struct RecoveredSeed {
  let descriptor: Descriptor
  package let birthdate: Int64
  package let blockHeight: UInt32
  let label: String
  let fingerprint: Fingerprint
  let network: Network

  package init(_ recovery: borrowing RecoveryQR, _ fingerprint: Fingerprint, on network: Network) {
    descriptor = recovery.descriptor
    birthdate = recovery.birthdate
    blockHeight = recovery.blockHeight
    label = recovery.label
    self.fingerprint = fingerprint
    self.network = network
  }

  /// The name by which FullyNoded 2's node knows the wallet.
  func nodeName() throws(ProgramError) -> NodeWalletName {
    try hinted { () throws(DescriptorError) in try NodeWalletName(descriptor) }
  }

  /// The first five receiving addresses.
  func addresses() throws(ProgramError) -> [Address] {
    try hinted { () throws(DescriptorError) in
      var addresses: [Address] = []
      for index in 0..<UInt32(descriptor.isRange ? 5 : 1) {
        if let address = try descriptor.address(branch: 0, index: index, on: network) {
          addresses.append(address)
        }
      }
      return addresses
    }
  }

  /// What a person compares with what is known of the wallet.
  package func screen() throws(ProgramError) -> String {
    var lines = [
      "A Recovery QR of FullyNoded 2",
      "  label         \(label.isEmpty ? "none" : ForeignText.name(label, limit: 100))",
      "  made          \(UTCTime(birthdate).text)",
      "  block         \(blockHeight)",
      "  fingerprint   \(fingerprint)",
      "  wallet        \(descriptor)",
      "  node's name   \(try nodeName().text)",
      "  first addresses, to compare with those of the lost wallet:",
    ]
    for (index, address) in try addresses().enumerated() {
      lines.append("    \(index)  \(address.grouped)")
    }
    return lines.joined(separator: "\n")
  }

  /// The public part, for the coordinator and for `wallet register`.
  package var publicPart: WalletFile {
    WalletFile(
      name: label.isEmpty ? nil : label, descriptor: descriptor, network: network,
      birthHeight: blockHeight)
  }
}
