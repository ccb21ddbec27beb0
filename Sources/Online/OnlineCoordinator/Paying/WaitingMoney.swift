internal import ArgumentParser
internal import BitcoinPrimitives
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// What is to confirm sooner, as a person names it.
enum WaitingArgument: ExpressibleByArgument, Sendable {
  case payment(Int64)
  case transaction(Txid)
  case coin(OutPoint)

  init?(argument: String) {
    if let outPoint = try? OutPoint(parsing: argument) {
      self = .coin(outPoint)
    } else if argument.utf8.count == 64, let txid = try? Txid(parsing: argument) {
      self = .transaction(txid)
    } else if let number = CoinArgument.number(argument), number > 0 {
      self = .payment(number)
    } else {
      return nil
    }
  }
}

/// A payment or a transaction that waits, and the wallet that it is of.
struct WaitingMoney {
  let wallet: WalletRecord
  let txid: Txid
  /// The payment of this home that it is.
  let payment: Int64?
  /// The coins of it that a person named; nil for all.
  let named: [OutPoint]?

  /// Finds it in the records.
  ///
  /// - Throws: `ProgramError` where they have no such thing.
  init(_ argument: WaitingArgument?, coin: CoinArgument?, in store: Store) throws {
    switch (argument, coin) {
    case (.payment(let number), _): self = try Self.found(try store.payment(number), store)
    case (.transaction(let txid), _):
      let payments = try store.payments()
      let payment = payments.last { $0.final?.txid == txid || $0.unsigned.txid == txid }
      if let payment {
        self = try Self.found(payment, store)
      } else {
        self = try Self.found(txid, nil, store)
      }
    case (.coin(let outPoint), _), (nil, .outPoint(let outPoint)?):
      self = try Self.found(outPoint.txid, outPoint, store)
    case (nil, .number(let number)?):
      let outPoint = try Self.outPoint(numbered: number, store)
      self = try Self.found(outPoint.txid, outPoint, store)
    case (nil, nil):
      throw ProgramError(
        "nothing was named", hint: "give the payment's number, TXID or TXID:VOUT, or --coin COIN",
        exitCode: .wrongUsage)
    }
  }

  private init(wallet: WalletRecord, txid: Txid, payment: Int64?, named: [OutPoint]?) {
    self.wallet = wallet
    self.txid = txid
    self.payment = payment
    self.named = named
  }

  private static func found(_ payment: PaymentRecord, _ store: Store) throws -> WaitingMoney {
    WaitingMoney(
      wallet: try store.wallet(of: payment), txid: (payment.final ?? payment.unsigned).txid,
      payment: payment.number, named: nil)
  }

  private static func found(
    _ txid: Txid, _ coin: OutPoint?, _ store: Store
  ) throws -> WaitingMoney {
    var owners: [WalletRecord] = []
    for wallet in try store.wallets() {
      let coins = try store.coins(of: wallet, madeBy: txid, includingSpent: true)
      let isThere = coins.contains { found in coin.map { $0 == found.outPoint } ?? true }
      if isThere { owners.append(wallet) }
    }
    guard let owner = owners.first else {
      throw ProgramError(
        coin.map { "no wallet here has the coin \($0)" }
          ?? "no wallet here has a coin of \(txid), and no payment is that transaction",
        hint:
          "run `sync WALLET`, then `coins WALLET`; a transaction that pays you nothing cannot be sped up from here"
      )
    }
    guard owners.count == 1 || coin != nil else {
      throw ProgramError(
        "\(txid) pays \(owners.map(\.name).joined(separator: " and "))",
        hint: "name the coin that a child is to spend: TXID:VOUT, as `coins \(owner.name)` lists it"
      )
    }
    return WaitingMoney(
      wallet: owner, txid: txid, payment: nil, named: coin.map { [$0] })
  }

  private static func outPoint(numbered number: Int64, _ store: Store) throws -> OutPoint {
    for wallet in try store.wallets() {
      if let outPoint = try? store.outPoint(numbered: number, of: wallet) { return outPoint }
    }
    throw ProgramError(
      "no wallet has a coin with the number \(number)", hint: "run `coins WALLET` to list its coins"
    )
  }

  /// The same after a sync.
  ///
  /// - Throws: `ProgramError` for a payment that nobody could have sent, or that is in a block.
  func now(in store: Store) throws -> WaitingMoney {
    guard let payment else {
      let coins = try store.coins(of: wallet, madeBy: txid, includingSpent: true)
      guard !coins.contains(where: { $0.height != nil }) else {
        throw ProgramError(
          "the transaction \(txid) is confirmed: there is nothing to speed up",
          hint: "run `history \(wallet.name)` to see its block")
      }
      return self
    }
    let record = try store.payment(payment)
    guard record.state != .confirmed else {
      throw ProgramError(
        "payment \(payment) is confirmed: there is nothing to speed up",
        hint: "run `history \(wallet.name)` to see its block")
    }
    guard let final = record.final else {
      throw ProgramError(
        "payment \(payment) \(record.state.words): only a payment that was sent can have a child",
        hint: "sign and send it first; or run `cancel \(payment)`, then `pay` at a higher fee rate")
    }
    return WaitingMoney(wallet: wallet, txid: final.txid, payment: payment, named: nil)
  }
}
