import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Refusals
import ReviewFixtures
import Testing

@testable import TransactionReview

@Suite struct ConfirmationTests {
  @Test func `proofs that hold ride along unnoticed, and no others`() throws {
    var scene = try HonestPayment.scene()
    try ConfirmationScenes.prove(&scene)
    let review = try scene.review()
    // 7 kB of headers, of which R19 would warn.
    #expect(scene.draft.encoded().count > 7_000 && review.findings.allSatisfy { $0.rule != .r19 })
    #expect(review.facts.confirmations?.inputs.compactMap { try? $0?.get().blocks } == [150, 144])
    // Under another name they are data of nobody.
    scene.draft.global[0].keyData[1] ^= 1
    for index in 0..<2 { scene.draft.coins[index].remove(.proprietary) }
    #expect(try scene.review().warnings.map(\.rule) == [.r19])
  }

  @Test func `a payment without proofs is what it was`() throws {
    let review = try HonestPayment.scene().review()
    #expect(review.facts.confirmations == nil)
    #expect(!ReviewText(review).text.contains("Confirmed"))
  }

  @Test func `test networks have no floor, mainnet has`() throws {
    #expect(ReviewLimits().mainnetFloor == .mainnet)
    for name in ["confirmed-in-rehearsal"] {
      let scene = try #require(HonestScene.all.first { $0.name == name }).scene()
      var strict = scene
      strict.machine.limits.mainnetFloor = .mainnet
      #expect(try strict.review().refusals.isEmpty)
    }
  }

  @Test func `what making it up takes is said in homes, rounded down`() {
    // 144 blocks of 2026: difficulty 1.4e14, 4,295,032,833 hashes for each.
    for (hashes, words) in [
      (144 * 1.4e14 * 4_295_032_833, "the electricity of 60,000 homes for a year"),
      // The floor, 144 deep and 1 deep.
      (144 * 4_398_046_511_104 * 4_295_032_833, "the electricity of 1,800 homes for a year"),
      (4_398_046_511_104 * 4_295_032_833, "the electricity of 13 homes for a year"),
      (1.44e21 * 1.5, "the electricity of 1 home for a year"),
      (1.43e21, "less electricity than a home uses in a year"),
      (0, "less electricity than a home uses in a year"),
      (1.44e21 * 99.9, "the electricity of 99 homes for a year"),
      (1.44e21 * 1_999.9, "the electricity of 1,900 homes for a year"),
      (1.44e21 * 1_234_567.9, "the electricity of 1,200,000 homes for a year"),
    ] as [(Double, String)] {
      #expect(ConfirmationWords.electricity(hashes) == words, "\(hashes)")
    }
  }

  @Test func `one line says the least of all coins, another names those without a proof`() throws {
    var scene = try HonestPayment.scene()
    let coin = scene.draft.coins[0]
    scene.draft.coins = []
    for number in 0..<16 {
      var other = coin
      other.changePrevious { $0.lockTime = LockTime(rawValue: UInt32(number)) }
      scene.draft.coins.append(other)
    }
    try ConfirmationScenes.prove(&scene, coins: [2])
    let lines = try #require(
      ConfirmationWords(try scene.review().facts.confirmations, on: .mainnet)
    ).lines
    #expect(
      lines == [
        "at least 144 blocks deep when this was made (1 of 16 coins); faking that takes less "
          + "electricity than a home uses in a year",
        "no proof that the coins of inputs 0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 3 more are in blocks",
      ])
  }

  @Test func `JSON has blocks and work, and null without a proof`() throws {
    let scene = try #require(HonestScene.all.first { $0.name == "confirmed-in-part" }).scene()
    let inputs = try #require(ReviewJSON(scene.review()).value["inputs"]?.arrayValue)
    #expect(inputs[0]["confirmed"] == .null)
    // 144 blocks of two hashes each.
    #expect(inputs[1]["confirmed"] == .object(["blocks": .integer(144), "work": .integer(8)]))
  }

  @Test func `any byte of a proof that is changed refuses`() throws {
    var scene = try HonestPayment.scene()
    try ConfirmationScenes.prove(&scene)
    let honest = scene.draft
    for (number, offset) in [(0, 0), (0, 1), (0, 2), (0, 33), (1, 0), (1, 1), (1, 17)] {
      scene.draft = honest
      for index in scene.draft.coins[number].fields.indices
      where scene.draft.coins[number].fields[index].type == 0xfc {
        scene.draft.coins[number].fields[index].value[offset] ^= 2
      }
      #expect(try scene.review().refusals.contains { $0.rule == .r02 }, "\(number) \(offset)")
    }
  }
}
