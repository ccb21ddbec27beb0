import BitcoinPSBT
import BitcoinPrimitives
import Testing

@testable import OnlineCoordinator
@testable import WalletStorage

/// Whether somebody who had the keys signed for a coin: what a node cannot make up.
@Suite struct SpendCheckTests {
  private static func finished(_ form: String) throws -> (Transaction, [TxOut]) {
    let payment = try SharedPayment(form)
    var packet = payment.packet
    for person in SharedPayment.people.prefix(2) { packet = try person.sign(packet) }
    let transaction = try #require(try payment.collector(packet).finished())
    return (transaction, payment.inputs.map(\.output))
  }

  @Test(arguments: SharedPayment.forms)
  func `signatures are valid for the coins that they were made for, and for no others`(
    form: String
  ) throws {
    let (transaction, coins) = try Self.finished(form)
    let check = SpendCheck(transaction, spending: coins)
    #expect(transaction.inputs.indices.allSatisfy { check.verdict(ofInput: $0) == .valid })
    #expect(check.verdict(ofInput: 9) == .unknown)
    var other = transaction
    other.outputs[0].rawValue -= 1
    #expect(SpendCheck(other, spending: coins).verdict(ofInput: 0) == .invalid)
    #expect(
      SpendCheck(transaction.withoutUnlocking, spending: coins).verdict(ofInput: 0) == .invalid)
    // Beside a coin that is not known: a taproot signature covers its amount, the others do not.
    let partial = SpendCheck(transaction, spending: [coins[0], nil])
    #expect(partial.verdict(ofInput: 0) == (form.hasPrefix("tr") ? .unknown : .valid))
    #expect(partial.verdict(ofInput: 1) == .unknown)
  }

  @Test func `what was valid when it was mined is valid still`() throws {
    // Before BIP-147 anything could stand where a multisig drops one element.
    let (mined, coins) = try Self.finished("multi(2,%)")
    var transaction = mined
    for index in transaction.inputs.indices {
      var script = [UInt8](transaction.inputs[index].scriptSig.bytes)
      #expect(script[0] == 0)
      script[0] = 0x51
      transaction.inputs[index].scriptSig = Script(script)
    }
    #expect(SpendCheck(transaction, spending: coins).verdict(ofInput: 0) == .valid)
  }
}
