import AirgapMessages
import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Refusals
import Secp256k1
import Secp256k1Signing
import TerminalUI
import Testing

@testable import OnlineCoordinator

/// Signatures beside what a second machine with the same seed says that it would have made (R28).
@Suite struct ReceiptComparisonTests {
  private static func nonce(_ bytes: [UInt8]) throws -> Bytes32 {
    try #require(Bytes32(bytes.prefix(32)))
  }

  /// The receipt of all signatures in a packet.
  private static func receipt(
    _ packet: PSBT, of txid: Txid? = nil,
    _ change: (SigningReceipt.Signature) -> SigningReceipt.Signature? = { $0 }
  ) throws -> SigningReceipt {
    var signatures: [SigningReceipt.Signature] = []
    for (index, input) in packet.inputs.enumerated() {
      for partial in input.partialSigs {
        let nonce = try ECDSASignature(der: partial.signature.dropLast()).compact
        signatures.append(
          .init(
            input: UInt32(index), key: Array(partial.publicKey), leaf: nil,
            nonce: try Self.nonce(nonce)))
      }
      for leaf in input.tapScriptSigs {
        signatures.append(
          .init(
            input: UInt32(index), key: leaf.xOnlyKey.bytes, leaf: leaf.leafHash,
            nonce: try Self.nonce(Array(leaf.signature))))
      }
    }
    return SigningReceipt(
      unsignedTxid: txid ?? packet.unsignedTransaction.txid, packet: .zero,
      signatures: signatures.compactMap(change))
  }

  private static func collected(
    _ payment: SharedPayment, _ packet: PSBT, _ receipts: SigningReceipt...
  ) throws -> Collector {
    var collector = try payment.collector()
    try collector.add(
      ReturnedPayment(
        [Returned(source: "signed", content: .packet(packet))]
          + receipts.map { Returned(source: "receipt", content: .receipt($0)) }
      ) { _ in .regtest })
    return collector
  }

  @Test(arguments: SharedPayment.forms)
  func `a receipt of the same signatures is equal, whoever signed`(form: String) throws {
    let payment = try SharedPayment(form)
    let one = try SharedPayment.people[0].sign(payment.packet)
    let both = try SharedPayment.people[2].sign(one)
    let all = try Self.collected(payment, both, Self.receipt(both))
    #expect(all.receipts?.equal == 4 && all.receipts?.notNamed == 0)
    #expect(all.receipts?.words == "4 signatures have the nonce that a receipt names.")
    let half = try Self.collected(payment, both, Self.receipt(one))
    #expect(half.receipts?.equal == 2 && half.receipts?.notNamed == 2)
    let early = try Self.collected(payment, one, Self.receipt(both))
    #expect(early.receipts?.equal == 2 && early.receipts?.missing == 2)
    #expect(try Self.collected(payment, one).receipts == nil)
  }

  @Test(arguments: SharedPayment.forms)
  func `another nonce is refused, and nothing is kept`(form: String) throws {
    let payment = try SharedPayment(form)
    let signed = try SharedPayment.people[1].sign(payment.packet)
    let other = try Self.receipt(signed) { signature in
      guard signature.input == 1 else { return signature }
      return .init(
        input: 1, key: signature.key, leaf: signature.leaf, nonce: signature.nonce.reversed)
    }
    for receipts in [[other], [try Self.receipt(signed), other]] {
      var collector = try payment.collector()
      let error = #expect(throws: ProgramError.self) {
        try collector.add(
          ReturnedPayment(
            [Returned(source: "signed", content: .packet(signed))]
              + receipts.map { Returned(source: "receipt", content: .receipt($0)) }
          ) { _ in .regtest })
      }
      #expect(error?.rule == .r28)
      #expect(error?.unruled.contains("the signature of input 1 by") == true)
    }
  }

  @Test func `signatures that were there before are compared too`() throws {
    let payment = try SharedPayment(SharedPayment.forms[0])
    let signed = try SharedPayment.people[1].sign(payment.packet)
    var collector = try payment.collector(signed)
    let receipt = try Self.receipt(signed)
    try collector.add(
      ReturnedPayment(
        [
          Returned(source: "signed", content: .packet(payment.packet)),
          Returned(source: "receipt", content: .receipt(receipt)),
        ]
      ) { _ in .regtest })
    #expect(collector.receipts?.equal == 2 && collector.kept.isEmpty)
  }

  @Test func `the receipt of another payment, or one alone, is refused`() throws {
    let payment = try SharedPayment(SharedPayment.forms[0])
    let signed = try SharedPayment.people[1].sign(payment.packet)
    let another = try Self.receipt(signed, of: Txid(.zero))
    #expect(throws: CollectError.self) { try Self.collected(payment, signed, another) }
    let alone = #expect(throws: CollectError.self) {
      try ReturnedPayment(
        [Returned(source: "receipt", content: .receipt(try Self.receipt(signed)))]
      ) { _ in .regtest }
    }
    #expect(alone == .notAPayment(kind: "only the receipt of a signing"))
  }

  @Test func `the output key names the signature of a key path`() throws {
    let owner = Person(number: 7)
    let payment = try SharedPayment("tr(%)", people: [owner])
    let key = Array(payment.inputs[0].output.scriptPubKey.bytes.dropFirst(2))
    let digest = try SighashCache(
      payment.packet.unsignedTransaction, spentOutputs: payment.inputs.map(\.output)
    ).taproot(input: 0, type: .default)
    let signature = try KeyPair(owner.privateKey()).tweakedForTaproot(merkleRoot: nil)
      .schnorrSignature(of: digest, auxiliary: .zero)
    var packet = payment.packet
    packet.updateInput(0) { $0.setTapKeySig(signature) }
    let receipt = SigningReceipt(
      unsignedTxid: packet.unsignedTransaction.txid, packet: .zero,
      signatures: [
        .init(input: 0, key: key, leaf: nil, nonce: try Self.nonce(signature))
      ])
    #expect(try Self.collected(payment, packet, receipt).receipts?.equal == 1)
  }
}
