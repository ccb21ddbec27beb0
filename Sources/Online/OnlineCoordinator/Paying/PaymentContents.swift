internal import BitcoinPrimitives
internal import Bytes
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// What a transaction of a wallet does: whom it pays, what comes back, and the fee.
///
/// Read from the transaction itself and from this home's coins and scripts; what somebody called the
/// payment, or wrote down as its fee, is not looked at.
struct PaymentContents: Equatable {
  struct Output: Equatable {
    /// The address, or what the script is when it has none.
    let payee: String
    /// The address, where it has one.
    let address: String?
    let script: Script
    let amount: Amount
    /// Whether it comes back to the wallet.
    let isOwn: Bool
  }

  let walletName: String
  /// In the order of the transaction.
  let outputs: [Output]
  /// Inputs less outputs; nil when a coin that is spent is not known here.
  let fee: Amount?
  /// What the fee comes to; nil as long as the payment is not finished.
  let feeRate: FeeRate?
  /// Names of the address book, by address.
  private var names: [String: String] = [:]

  /// What a transaction does; `own` are the positions of outputs that come back.
  ///
  /// - Throws: `ProgramError` for impossible amounts.
  init(
    of transaction: Transaction, own: Set<Int>, spending coins: [Amount]?, wallet: String,
    on network: Network, isFinished: Bool
  ) throws {
    var outputs: [Output] = []
    for (position, output) in transaction.outputs.enumerated() {
      let amount = try Amount(satoshis: output.rawValue)
      let script = output.scriptPubKey
      let address = Address(script: script, network: network)?.string
      outputs.append(
        Output(
          payee: address
            ?? ForeignText.shown(
              script.dataWords ?? "the script \(script.hex)",
              limit: script.carriedData == nil ? 100 : 300),
          address: address, script: script, amount: amount, isOwn: own.contains(position)))
    }
    self.outputs = outputs
    walletName = wallet
    fee = try coins.map { coins in
      try Amount.sum(of: coins).subtracting(Amount.sum(of: outputs.map(\.amount)))
    }
    feeRate = isFinished ? fee.map { FeeRate(fee: $0, for: transaction.weight) } : nil
  }

  /// What a payment of this home does; coins that the records do not have are looked for in `parents`.
  init(
    _ payment: PaymentRecord, of wallet: WalletRecord, in store: Store,
    beside parents: [Transaction] = []
  ) throws {
    let transaction = payment.final ?? payment.unsigned
    let scripts = transaction.outputs.map(\.scriptPubKey)
    let places = try store.places(of: scripts, in: wallet)
    let outPoints = transaction.inputs.map(\.previousOutput)
    let known = try store.coins(at: outPoints, of: wallet)
    let coins = outPoints.compactMap { outPoint in
      known[outPoint]?.amount ?? parents.first { $0.txid == outPoint.txid }?.output(at: outPoint)
    }
    try self.init(
      of: transaction, own: Set(scripts.indices.filter { places[scripts[$0]] != nil }),
      spending: coins.count == outPoints.count ? coins : nil, wallet: wallet.name,
      on: wallet.network, isFinished: payment.final != nil)
    let book = try KnownRecipients(on: wallet.network, in: store)
    names = book.beside([:], transaction)
  }

  /// Whom a payment of this home pays; what it spends is not looked for.
  init(
    outputsOf payment: PaymentRecord, of wallet: WalletRecord, beside book: KnownRecipients,
    in store: Store
  ) throws {
    try self.init(foreign: payment.final ?? payment.unsigned, for: wallet, in: store)
    names = book.beside([:], payment.unsigned)
  }

  /// What a transaction does that somebody else made; what it spends is not looked for.
  init(foreign transaction: Transaction, for wallet: WalletRecord, in store: Store) throws {
    let scripts = transaction.outputs.map(\.scriptPubKey)
    let places = try store.places(of: scripts, in: wallet)
    try self.init(
      of: transaction, own: Set(scripts.indices.filter { places[scripts[$0]] != nil }),
      spending: nil, wallet: wallet.name, on: wallet.network, isFinished: true)
  }

  /// Those that do not come back; data that pays nobody is not one of them.
  var payees: [Output] {
    outputs.filter { !$0.isOwn && !($0.amount == .zero && $0.script.isUnspendable) }
  }

  /// The outputs as the question before it is sent is drawn from them.
  var stakes: [StakeOutput] {
    outputs.map { output in
      StakeOutput(
        name: "that gets \(output.amount)", address: output.address, script: output.script.hex,
        amount: output.amount.satoshis, isPayee: !output.isOwn)
    }
  }

  /// What does not come back, without the fee.
  var paid: Amount {
    // They are outputs of one transaction: the sum was taken before.
    (try? Amount.sum(of: payees.map(\.amount))) ?? .maxMoney
  }

  // MARK: Words

  /// A row an output, and the fee.
  var table: Table {
    var table = tableOfOutputs
    table.add(row("fee", fee?.btc ?? "", feeWords))
    return table
  }

  /// A row an output.
  var tableOfOutputs: Table {
    var table =
      names.isEmpty
      ? Table("", .init("BTC", .right), .init("", .left, .goesBelow))
      : Table(
        "", .init("BTC", .right), .init("name", .left, .wraps), .init("", .left, .goesBelow))
    for output in outputs {
      let name = output.address.flatMap { names[$0] } ?? ""
      table.add(
        row(
          output.isOwn
            ? "back to \(walletName)"
            : output.amount == .zero && output.script.isUnspendable ? "carries" : "pays",
          output.amount.btc, output.payee, name: name))
    }
    if payees.count > 1 {
      table.add(row("paid together", paid.btc, "\(payees.count) recipients"))
    }
    return table
  }

  /// A row of the table; a name stands before the address.
  private func row(
    _ what: String, _ amount: String, _ text: String, name: String = ""
  ) -> [String] {
    names.isEmpty ? [what, amount, text] : [what, amount, name, text]
  }

  private var feeWords: String {
    guard let fee else { return "unknown: its coins are not in the records, sync first" }
    return "\(fee.satoshis) sat" + (feeRate.map { ", \($0)" } ?? "")
  }

  /// The totals in one line, for a question.
  var summary: String {
    let what =
      switch payees.count {
      case 0: "nothing leaves \(walletName)"
      case 1: "\(paid) to \(payees[0].payee)"
      default: "\(paid) to \(payees.count) recipients"
      }
    guard let fee else { return "\(what), fee not known" }
    return "\(what), fee \(fee.satoshis) sat" + (feeRate.map { " (\($0))" } ?? "")
  }

  /// Whom it pays, in a few words: the first, and how many others.
  var payeeWords: String {
    guard let first = payees.first else { return "nobody: it stays in the wallet" }
    let others = payees.count - 1
    return first.payee + (others > 0 ? " and \(counted(others, "other"))" : "")
  }

  /// What somebody called a payment that does this; nil where that only says whom it pays.
  func title(of payment: PaymentRecord) -> String? {
    let saysIt = outputs.contains { output in
      output.address.map { payment.summary.contains(" to \($0)") } ?? false
    }
    return saysIt || payment.summary.isEmpty ? nil : payment.summary
  }

  /// The members that results have in common with those of `pay`.
  func write(to object: inout JSONObject) {
    object["fee"] = fee.map { .integer($0.satoshis) } ?? .null
    writeRate(to: &object)
    writeOutputs(to: &object)
  }

  /// The fee rate in sat/vB; null before all have signed.
  func writeRate(to object: inout JSONObject) {
    object["feeRate"] = feeRate.map { .number($0.satPerVByte) } ?? .null
  }

  /// Those of them that say whom it pays.
  func writeOutputs(to object: inout JSONObject) {
    object["outputs"] = .array(
      outputs.map {
        [
          "address": .string($0.payee), "amount": .integer($0.amount.satoshis),
          "change": .bool($0.isOwn),
          "name": $0.address.flatMap { names[$0] }.map { .string($0) } ?? .null,
        ]
      })
    object["paid"] = .integer(paid.satoshis)
  }
}

extension Transaction {
  /// What an output of it is worth; nil where it has none there.
  fileprivate func output(at outPoint: OutPoint) -> Amount? {
    let position = Int(outPoint.vout)
    return outputs.indices.contains(position) ? outputs[position].amount : nil
  }
}
