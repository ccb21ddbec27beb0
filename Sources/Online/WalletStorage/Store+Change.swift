internal import BitcoinPrimitives
internal import Descriptors
internal import Foundation
internal import GRDB
public import WalletTypes

// A payment gets the address of its change in the transaction that records it: one that was not agreed to,
// or failed, has used none up.
extension Store {
  /// Where the change of a payment would go now; nothing is handed out.
  ///
  /// A wallet of one address takes its own change back.
  /// - Throws: `StorageError.indexExhausted` when there is no address left.
  public func nextChange(of wallet: WalletRecord) throws(StorageError) -> ScriptPlace {
    let branch = wallet.changeBranch
    guard wallet.descriptor.isRange else { return ScriptPlace(branch: branch, index: 0) }
    return try read { db in
      let index = try nextFree(db, wallet, try Self.branch(db, wallet, branch))
      guard index < IndexLimits.end else { throw StorageError.indexExhausted }
      return ScriptPlace(branch: branch, index: index)
    }
  }

  /// The first index of a branch that no home of this user has handed out, as far as that can be read, and
  /// that no coin is at.
  private func nextFree(
    _ db: Database, _ wallet: WalletRecord, _ state: BranchState
  ) throws -> UInt32 {
    let key = HandedOutFile.key(network: wallet.network.identity, script: state.firstScript)
    var index = max(state.next, handedOutElsewhere(key))
    while index < IndexLimits.end,
      try wasHandedOutAlone(db, wallet, branch: state.branch, index: index)
    { index += 1 }
    return index
  }

  /// Hands out the address of a payment's change, which has to be the next one still: the other homes of
  /// this user are told first, then it is written down here.
  ///
  /// `issued` is set as soon as the other homes were told.
  func handOut(
    change place: ScriptPlace, _ db: Database, _ wallet: WalletRecord, evenFarAhead: Bool,
    _ issued: inout IssuedAddress?
  ) throws {
    // The one address of a wallet takes all of its change: whoever paid the coin has it already.
    guard wallet.descriptor.isRange else { return }
    let state = try Self.branch(db, wallet, place.branch)
    guard try nextFree(db, wallet, state) == place.index else {
      throw StorageError.changeTaken(wallet: wallet.name, index: place.index)
    }
    guard place.index < IndexLimits.end else { throw StorageError.indexExhausted }
    // What only the mempool shows may be invented, and what is handed out stays so in every home.
    guard evenFarAhead || place.index < state.known + IndexLimits.ahead else {
      throw StorageError.farAhead(
        wallet: wallet.name, index: place.index, known: state.known, isChange: true)
    }
    let key = HandedOutFile.key(network: wallet.network.identity, script: state.firstScript)
    let claim = try claimed(db, key, from: place.index, below: place.index + 1)
    guard claim.index == place.index else {
      throw StorageError.changeTaken(wallet: wallet.name, index: place.index)
    }
    issued = IssuedAddress(
      branch: place.branch, index: place.index,
      isBeyondGap: try Self.isBeyondGap(db, wallet, place.branch, place.index),
      handedOutBefore: max(state.handedOut, claim.before), isShared: claim.isShared)
    try Self.raiseHandedOut(db, wallet, state, to: place.index + 1)
  }

  /// Takes back what the other homes were told when nothing came of it here.
  ///
  /// Whoever is killed in between leaves it told: an index is passed over then, and none used twice.
  func untell(_ issued: IssuedAddress, of wallet: WalletRecord) {
    guard issued.isShared, let state = try? read({ try Self.branch($0, wallet, issued.branch) }),
      state.handedOut <= issued.index
    else { return }
    let key = HandedOutFile.key(network: wallet.network.identity, script: state.firstScript)
    unclaim(key, issued.index, to: issued.handedOutBefore)
  }

  /// Forgets a payment that reached nobody, as though it had never been recorded: its coins are free, and
  /// the address of its change is the next one again, unless somebody was given a later one since.
  ///
  /// - Throws: `StorageError.paymentIs` when something was done with it meanwhile.
  public func discard(
    _ recorded: RecordedPayment, of wallet: WalletRecord
  ) throws(StorageError) {
    let number = recorded.payment.number
    let told = try change { db -> ToldAddress? in
      let now = try Self.payment(db, number)
      guard now == recorded.payment else {
        throw StorageError.paymentIs(state: now.state.rawValue, number: number)
      }
      try db.execute(
        sql: "UPDATE payment SET replacedBy = NULL WHERE replacedBy = ?", arguments: [number])
      try db.execute(
        sql: "UPDATE coin SET payment = NULL WHERE payment = ?", arguments: [number])
      try db.execute(sql: "DELETE FROM payment WHERE id = ?", arguments: [number])
      try Self.dropUnused(db, wallet.id)
      // The payment that it was to replace holds its coins again.
      try settlePayments(db, wallet.id, after: .change)
      return try recorded.change.flatMap { try takeBack($0, of: wallet, db) }
    }
    untell(told)
  }
}
