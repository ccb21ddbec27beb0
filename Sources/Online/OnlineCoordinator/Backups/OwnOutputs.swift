internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Descriptors
internal import ExtendedKeys

/// Which outputs of a payment in a backup come back to its wallet.
enum OwnOutputs {
  /// The places of the outputs that the wallet derives where the PSBT says they are.
  static func of(
    _ packet: PSBT, _ transaction: Transaction, _ descriptor: Descriptor
  ) -> Set<Int> {
    guard packet.outputs.count == transaction.outputs.count else { return [] }
    var own: Set<Int> = []
    for (position, output) in packet.outputs.enumerated() {
      let paths =
        output.bip32Derivations.prefix(1).map(\.origin.path)
        + output.tapBIP32Derivations.prefix(1).map(\.origin.path)
      // A wallet of lone keys has one address, and its keys no path.
      var indices: Set<UInt32> = [0]
      if let step = paths.first?.steps.last, !step.isHardened { indices.insert(step.index) }
      for branch in 0..<descriptor.scriptBranchCount {
        for index in indices {
          let derived = try? descriptor.derived(branch: branch, index: index)
          if derived?.scriptPubKey == transaction.outputs[position].scriptPubKey {
            own.insert(position)
          }
        }
      }
    }
    return own
  }
}
