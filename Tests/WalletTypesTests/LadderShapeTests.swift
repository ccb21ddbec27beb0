import BitcoinPrimitives
import Bytes
import Testing
import WalletTypes

/// What makes transactions a fee ladder, found out from the transactions alone.
@Suite struct LadderShapeTests {
  private static let payee = Script.p2wpkh(hash: [UInt8](repeating: 9, count: 20))
  private static let change = Script.p2wpkh(hash: [UInt8](repeating: 7, count: 20))
  private static let other = Script.p2wpkh(hash: [UInt8](repeating: 5, count: 20))

  private static func transaction(
    _ outputs: (Script, Int64)..., vout: UInt32 = 0, sequence: UInt32 = 0xffff_fffd,
    lockTime: UInt32 = 50, version: Int32 = 2
  ) -> Transaction {
    Transaction(
      version: version,
      inputs: [
        TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: vout), sequence: sequence)
      ],
      outputs: outputs.map { TxOut(rawValue: $0.1, scriptPubKey: $0.0) },
      lockTime: LockTime(rawValue: lockTime))
  }

  private static func step(_ back: Int64) -> Transaction {
    transaction((payee, 5000), (change, back))
  }

  private static func fault(_ transactions: Transaction...) -> LadderFault? {
    do throws(LadderFault) {
      _ = try LadderShape(of: transactions)
      return nil
    } catch {
      return error
    }
  }

  @Test func `steps are put in the order of their fees, what takes them back last`() throws {
    let cancel = Self.transaction((Self.change, 9000))
    let shape = try LadderShape(of: [cancel, Self.step(4500), Self.step(4900), Self.step(4800)])
    #expect(shape.steps == [2, 3, 1] && shape.cancel == 0 && shape.change == 1)
    #expect(shape.all == [2, 3, 1, 0])
    let without = try LadderShape(of: [Self.step(4900), Self.step(4800)])
    #expect(without.steps == [0, 1] && without.cancel == nil && without.change == 1)
    // One step and what takes it back, which keeps no lock time.
    let one = try LadderShape(
      of: [Self.step(4900), Self.transaction((Self.change, 9000), lockTime: 0)])
    #expect(one.steps == [0] && one.cancel == 1 && one.change == 1)
  }

  @Test func `one that is another payment is named`() {
    let step = Self.step(4900)
    for (wrong, words) in [
      (Self.transaction((Self.payee, 5000), (Self.change, 4800), vout: 1), "other coins"),
      (
        Self.transaction((Self.payee, 5000), (Self.change, 4800), sequence: 1), "other sequences"
      ),
      (Self.transaction((Self.payee, 5000), (Self.change, 4800), version: 3), "another version"),
      (
        Self.transaction((Self.payee, 5000), (Self.change, 4800), lockTime: 51),
        "another lock time"
      ),
      (Self.transaction((Self.payee, 5001), (Self.change, 4800)), "other amounts"),
      (Self.transaction((Self.other, 5000), (Self.change, 4800)), "other people"),
      (Self.transaction((Self.payee, 5000), (Self.other, 4800)), "other people"),
      (Self.transaction((Self.change, 4800), (Self.payee, 5000)), "other people"),
      (
        Self.transaction((Self.payee, 5000), (Self.change, 4700), (Self.other, 100)),
        "other people"
      ),
      (Self.transaction((Self.payee, 5001), (Self.change, 4899)), "the same fee"),
      (Self.transaction((Self.other, 9000)), "not the change"),
      (Self.transaction((Self.change, 9000), lockTime: 60), "another lock time"),
      (Self.transaction((Self.change, 9900)), "not the highest"),
    ] {
      let fault = Self.fault(step, wrong)
      #expect(
        fault?.place == 1 && fault?.reason.contains(words) == true, "\(words): \(fault as Any)")
    }
    // The output that differs is the same in each step.
    let third = Self.transaction((Self.payee, 4700), (Self.change, 4900))
    #expect(Self.fault(step, Self.step(4800), third)?.place == 2)
    // What takes the payment back goes to the output that differs, whatever else it might be.
    #expect(
      Self.fault(step, Self.step(4800), Self.transaction((Self.payee, 9000)))?.reason.contains(
        "not the change") == true)
  }

  @Test func `what has no change is not a ladder`() {
    let back = Self.transaction((Self.change, 9000))
    #expect(Self.fault(Self.step(4900))?.reason.contains("by itself") == true)
    #expect(Self.fault()?.reason.contains("by itself") == true)
    #expect(
      Self.fault(back, Self.transaction((Self.change, 8000)))?.reason.contains("no change") == true)
    #expect(
      Self.fault(Self.step(4900), back, Self.transaction((Self.change, 8000)))?.place == 2)
    #expect(Self.fault(Self.step(4900), Self.step(4900))?.reason.contains("same fee") == true)
    // Amounts beyond all that there is are summed all the same.
    #expect(
      Self.fault(
        Self.transaction((Self.payee, .max), (Self.change, .max)),
        Self.transaction((Self.payee, .max), (Self.change, .max - 1))) == nil)
  }
}
