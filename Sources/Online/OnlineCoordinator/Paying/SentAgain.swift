internal import BitcoinPrimitives
internal import Bytes
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// The transactions that are sent again with a payment, for the person who agrees to that.
struct SentAgain {
  /// One of them, and what it does.
  struct Parent {
    let transaction: Transaction
    let payment: PaymentRecord?
    let contents: PaymentContents
  }

  /// Parents before children.
  let parents: [Parent]

  /// Reads what they do; what is not a payment of this home is read as the wallet sees it.
  init(_ dropped: [DroppedParent], with wallet: WalletRecord, in store: Store) throws {
    let transactions = dropped.map(\.transaction)
    parents = try dropped.map { parent in
      let contents =
        if let payment = parent.payment {
          try PaymentContents(
            payment, of: store.wallet(of: payment), in: store, beside: transactions)
        } else {
          try PaymentContents(foreign: parent.transaction, for: wallet, in: store)
        }
      return Parent(
        transaction: parent.transaction, payment: parent.payment, contents: contents)
    }
  }

  var transactions: [Transaction] { parents.map(\.transaction) }

  /// - Throws: `StorageError.coinFrozen` for the first coin that one of them spends and that is frozen.
  func requireUnfrozen(of wallet: WalletRecord, in store: Store) throws {
    for parent in parents {
      let owner = try parent.payment.map { try store.wallet(of: $0) } ?? wallet
      try store.requireUnfrozen(parent.transaction.inputs.map(\.previousOutput), of: owner)
    }
  }

  // MARK: The question

  /// What our payments among them pay to others.
  ///
  /// What a stranger pays is not asked about: the stranger chose it, and no money of ours is in it.
  private var own: [Parent] { parents.filter { $0.payment != nil } }

  var payees: [PaymentContents.Output] {
    own.flatMap(\.contents.payees).filter { $0.amount != .zero }
  }

  var stakes: [StakeOutput] {
    own.flatMap { parent in
      parent.contents.stakes.map { stake in
        StakeOutput(
          name: stake.name + (parent.payment.map { " in payment \($0.number)" } ?? ""),
          address: stake.address, script: stake.script, amount: stake.amount,
          isPayee: stake.isPayee)
      }
    }
  }

  /// Whom each pays, and what; empty where there are none.
  func said(_ console: Console) -> String {
    parents.map { parent in
      // What a stranger spends is not in the records, nor do signers show words of it.
      let (what, table, words) =
        if let payment = parent.payment {
          (
            "payment \(payment.number) of \(payment.walletName), called \(ForeignText.shown(payment.summary))",
            parent.contents.table, "\(parent.transaction.wordsToCompare)\n"
          )
        } else {
          (
            "the transaction \(parent.transaction.txid), which somebody else made",
            parent.contents.tableOfOutputs, ""
          )
        }
      return
        "Sent again, because the node does not have it: \(what):\n\(console.laidOut(table))\n\(words)\n"
    }.joined()
  }

  /// A line of each, for the question.
  var summary: String {
    parents.map { parent in
      let what =
        parent.payment.map { "payment \($0.number): \(parent.contents.summary)" }
        ?? "\(parent.transaction.txid), which somebody else made"
      return "\nSent again with it: \(what)."
    }.joined()
  }

  var json: JSONValue {
    .array(
      parents.map { parent in
        var object: JSONObject = [
          "payment": parent.payment.map { .integer($0.number) } ?? .null,
          "txid": .string("\(parent.transaction.txid)"),
        ]
        parent.contents.write(to: &object)
        return .object(object)
      })
  }
}
