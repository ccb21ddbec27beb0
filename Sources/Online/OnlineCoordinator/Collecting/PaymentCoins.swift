internal import BitcoinPrimitives
internal import Descriptors
internal import TerminalUI
internal import WalletStorage

extension PaymentRecord {
  /// The outputs that its inputs spend, in their order, from this home's own records.
  func spentOutputs(_ store: Store) throws(ProgramError) -> [TxOut] {
    let wallet = try hinted { () throws(StorageError) in try store.wallet(of: self) }
    let coins = try hinted { () throws(StorageError) in
      try store.coins(of: wallet, includingSpent: true)
    }
    let known = Dictionary(coins.map { ($0.outPoint, $0) }) { first, _ in first }
    var branches: [DescriptorBranch] = []
    for branch in 0..<wallet.descriptor.branchCount {
      branches.append(
        try hinted { () throws(DescriptorError) in try wallet.descriptor.branch(branch) })
    }
    var outputs: [TxOut] = []
    for input in unsigned.inputs {
      guard let coin = known[input.previousOutput], branches.indices.contains(coin.branch) else {
        throw ProgramError(CollectError.unknownCoin(input.previousOutput))
      }
      let script = try hinted { () throws(DescriptorError) in
        try branches[coin.branch].script(at: coin.index).scriptPubKey
      }
      outputs.append(TxOut(amount: coin.amount, scriptPubKey: script))
    }
    return outputs
  }
}
