import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import ReviewFixtures
import TestSupport
import Testing

@testable import TransactionReview

/// Four words that the signer and the coordinator show of the same payment and the same wallet.
@Suite struct ComparedWordsTests {
  // Worked out with Python's hashlib, by what docs/formats.md says.
  @Test func `the words of a known payment and a known wallet are those of another program`() throws
  {
    let transaction = try Transaction(decoding: Hex.decode(PayloadSamples.readmeTx))
    #expect("\(transaction.checkWords)" == "search youth alien share")
    let wallet = try Descriptor(
      parsing: "wpkh([73c5da0a/84h/0h/0h]xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3X"
        + "yuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V/<0;1>/*)")
    #expect("\(wallet.checkWords)" == "salon argue between pave")
  }

  @Test func `signatures do not change the words of a payment`() throws {
    let unsigned = try HonestPayment.scene(.pkh).draft.transaction
    var signed = unsigned
    signed.inputs[0].scriptSig = Script([0x51])
    #expect(signed.txid != unsigned.txid && signed.checkWords == unsigned.checkWords)
    signed.inputs[1].witness = [[1, 2], []]
    #expect(signed.checkWords == unsigned.checkWords)
  }

  @Test func `a payload and its answer have the words of their transaction`() throws {
    for text in [PayloadSamples.readme, PayloadSamples.complete] {
      let payload = try MultisigPayload(parsing: text)
      let packet = try payload.psbt(previousTransactions: [])
      #expect(packet.unsignedTransaction.checkWords == payload.transaction.checkWords)
      let answer = try payload.answered(by: packet)
      #expect(answer.transaction.checkWords == payload.transaction.checkWords)
    }
  }

  @Test func `whatever is changed in a payment has other words`() throws {
    let honest = try HonestPayment.scene().draft
    var changed = [PacketDraft](repeating: honest, count: 9)
    changed[1].payments[0].output.rawValue += 1
    changed[2].payments.swapAt(0, 1)
    changed[3].lockTime = LockTime(rawValue: honest.lockTime.rawValue + 1)
    changed[4].coins.swapAt(0, 1)
    changed[5].coins[0].input.sequence -= 1
    changed[6].version = 1
    changed[7].payments.removeLast()
    changed[8].payments[0].output.scriptPubKey = .p2wpkh(hash: [UInt8](repeating: 1, count: 20))
    #expect(Set(changed.map(\.transaction.checkWords)).count == changed.count)
  }

  @Test func `a review shows the words of its payment on both sides, and where to compare them`()
    throws
  {
    let scene = try Quorum.scene()
    let words = "\(scene.draft.transaction.checkWords)"
    let review = try scene.review()
    #expect(
      ReviewText(review).text.contains("\nWords        \(words) (compare with the coordinator)\n"))
    let context = ReviewContext(
      network: scene.machine.network, wallets: scene.machine.wallets, fingerprints: [],
      signs: false)
    let other = Review(of: review.psbt, in: context)
    #expect(
      ReviewText(other).text.contains("\nWords        \(words) (compare with each signer)\n"))
    for json in [ReviewJSON(review).value, ReviewJSON(other).value] {
      #expect(json["words"] == .string(words))
    }
  }

  @Test func `a payment that is refused has its words, too`() throws {
    let flaw = try #require(Flaw.all.first { $0.name == "r06-change-substituted" })
    let review = try flaw.scene().review()
    #expect(!review.refusals.isEmpty)
    #expect(ReviewText(review).text.contains("\(review.facts.transaction.checkWords)"))
  }
}
