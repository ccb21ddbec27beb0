internal import BitcoinPSBT
internal import BitcoinPrimitives
package import PacketSigning
internal import SecondReading
package import TransactionReview

extension ReviewClaims {
  /// Says what a review says, for the second reading to be held against.
  package init(_ review: Review) {
    let facts = review.facts
    let transaction = facts.transaction
    let satoshis = { (amount: Amount?) in amount.map { UInt64($0.satoshis) } }
    self.init(
      version: UInt32(bitPattern: transaction.version), lockTime: transaction.lockTime.rawValue,
      coins: facts.inputs.map(Coin.init), outputs: facts.outputs.map(Output.init),
      totalIn: satoshis(facts.inputTotal), totalOut: satoshis(facts.outputTotal),
      fee: satoshis(facts.fee), leaving: satoshis(facts.leavingUs),
      payees: facts.payeeMarks.map(\.output),
      sole: Set(facts.context.wallets.indices.filter { facts.context.wallets[$0].trust == .sole }))
  }
}

extension ReviewClaims.Coin {
  fileprivate init(_ input: InputFacts) {
    // Of a coin that nobody describes only our own wallet knows a script.
    let output = input.place == nil ? input.output : input.signedOutput
    self.init(
      txid: input.outPoint.txid.bytes, vout: input.outPoint.vout, sequence: input.sequence,
      amount: input.output.map { UInt64(bitPattern: $0.rawValue) }, proof: input.proof.asRead,
      script: output?.scriptPubKey.bytes, home: input.place.map(Home.init))
  }
}

extension ReviewClaims.Output {
  fileprivate init(_ output: OutputFacts) {
    self.init(
      amount: UInt64(bitPattern: output.output.rawValue), script: output.output.scriptPubKey.bytes,
      address: output.address?.string, home: output.place.map(Home.init),
      returns: output.kind == .change || output.kind == .ownReceive)
  }
}

extension Home {
  fileprivate init(_ place: WalletPlace) {
    self.init(wallet: place.wallet, branch: place.branch, index: place.index)
  }
}

extension AmountProof {
  /// The same in the second reader's words; it does not tell taproot's claims from others.
  fileprivate var asRead: CoinReading.Proof {
    switch self {
    case .previousTransaction: .previousTransaction
    case .provedBefore: .remembered
    case .taproot, .claimed: .claimed
    case .unknown: .none
    }
  }
}
