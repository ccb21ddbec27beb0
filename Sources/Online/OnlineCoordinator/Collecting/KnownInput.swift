internal import BitcoinPrimitives
internal import Descriptors
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// An input of a payment as this home knows it: the coin by its own records, the script derived
/// again from the wallet.
struct KnownInput: Sendable {
  let coin: WalletCoin
  let output: TxOut
  let derived: DerivedScript
}

extension Store {
  /// The inputs of a transaction that spends coins of one wallet, in their order.
  ///
  /// - Throws: `ProgramError` for a coin that the records do not have.
  func knownInputs(
    of transaction: Transaction, in wallet: WalletRecord
  ) throws -> [KnownInput] {
    let outPoints = transaction.inputs.map(\.previousOutput)
    let coins = try self.coins(at: outPoints, of: wallet)
    var branches: [DescriptorBranch] = []
    for branch in 0..<wallet.descriptor.scriptBranchCount {
      branches.append(
        try wallet.descriptor.branch(branch))
    }
    var inputs: [KnownInput] = []
    inputs.reserveCapacity(outPoints.count)
    for outPoint in outPoints {
      guard let coin = coins[outPoint], branches.indices.contains(coin.branch) else {
        throw ProgramError(CollectError.unknownCoin(outPoint))
      }
      let derived = try branches[coin.branch].script(at: coin.index)
      inputs.append(
        KnownInput(
          coin: coin, output: TxOut(amount: coin.amount, scriptPubKey: derived.scriptPubKey),
          derived: derived))
    }
    return inputs
  }
}
