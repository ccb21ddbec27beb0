import BitcoinPrimitives
import Testing
import WalletTypes

@testable import OnlineCoordinator

@Suite struct PaymentRemarkTests {
  /// A signed payment one coin of which is gone.
  private func gone(inputs: Int, handedOver: Bool) throws -> PaymentRecord {
    let earlier = String(repeating: "11", count: 32)
    let transaction = Transaction(
      inputs: try (0..<inputs).map {
        TxIn(previousOutput: try OutPoint(parsing: "\(earlier):\($0)"))
      },
      outputs: [TxOut(rawValue: 1000, scriptPubKey: Script([0x51]))])
    return PaymentRecord(
      number: 4, wallet: 1, walletName: "savings", state: .dead, standing: .complete,
      wasHandedOver: handedOver, wasRefused: false, isUncertain: false, isUnseen: false,
      replacedBy: nil, unsigned: transaction, final: transaction, fee: .zero, summary: "",
      created: 0)
  }

  @Test(arguments: [false, true])
  func `a payment whose only coin is gone is not to be replaced: nothing could be spent instead`(
    handedOver: Bool
  ) throws {
    let only = try #require(try gone(inputs: 1, handedOver: handedOver).remark)
    #expect(!only.contains("--replace") && only.contains("wait until `payments` lists"))
    let several = try #require(try gone(inputs: 2, handedOver: handedOver).remark)
    #expect(several.contains("pay savings --replace 4"))
  }
}
