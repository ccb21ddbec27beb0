import BitcoinPSBT
import ExtendedKeys
import ParallelWork
import ReviewFixtures
import SecretKeys
import Signing
import Testing
import TransactionReview

/// An honest PSBT changed anywhere.
///
/// It is not read, or refused, or the person sees something else, or the signatures are the honest
/// ones; nothing else may happen.
@Suite struct MutationTests {
  private enum Outcome: Sendable {
    case unreadable, refused, shownOtherwise, sameSignatures
    case escaped(String)
  }

  private struct Judge: Sendable {
    let context: ReviewContext
    let text: String
    let signatures: [[[UInt8]]]
    let keys: KeyRing

    init(_ scene: Scene) throws {
      context = scene.machine.context
      keys = try ring()
      let review = try scene.review()
      text = ReviewText(review).text
      signatures = SigningTests.signatures(try signed(review, keys: keys).psbt)
    }

    func outcome(of bytes: [UInt8]) -> Outcome {
      guard let psbt = try? PSBT(decoding: bytes) else { return .unreadable }
      let review = Review(of: psbt, in: context)
      guard review.refusals.isEmpty else { return .refused }
      guard ReviewText(review).text == text else { return .shownOtherwise }
      do {
        let made = SigningTests.signatures(try signed(review, keys: keys).psbt)
        return made == signatures ? .sameSignatures : .escaped("other signatures")
      } catch {
        return .escaped("\(error)")
      }
    }
  }

  private func check(_ mutants: [[UInt8]], of scene: Scene) throws {
    let judge = try Judge(scene)
    let outcomes = ParallelMap.results(count: mutants.count) { judge.outcome(of: mutants[$0]) }
    var counts: [String: Int] = [:]
    for (number, outcome) in outcomes.enumerated() {
      if case .escaped(let how) = outcome {
        Issue.record("mutant \(number) escaped: \(how)")
      }
      counts["\(outcome)", default: 0] += 1
    }
    // The test can see all four: a test that finds everything unreadable proves nothing.
    #expect(counts.count == 4, "\(counts)")
  }

  @Test(arguments: [StandardAccount.pkh, .shWpkh, .wpkh, .tr])
  func `no changed byte gets a signature for something that was not shown`(
    script: StandardAccount
  ) throws {
    let scene = try HonestPayment.scene(script)
    let bytes = scene.draft.encoded()
    var mutants: [[UInt8]] = []
    for index in bytes.indices {
      for mask: UInt8 in [0x01, 0x80, UInt8(truncatingIfNeeded: index &* 37 | 2)] {
        var mutant = bytes
        mutant[index] ^= mask
        mutants.append(mutant)
      }
    }
    try check(mutants, of: scene)
  }

  @Test(arguments: [Quorum.Kind.wsh, .sh, .tr])
  func `no changed byte of a quorum's payment gets a signature for something else`(
    kind: Quorum.Kind
  ) throws {
    var scene = try Quorum.scene(kind)
    // With a cosigner's signature in it, where there is one made beforehand.
    if kind == .wsh { try Quorum.signByBob(&scene) }
    let bytes = scene.draft.encoded()
    let mutants = bytes.indices.map { index in
      var mutant = bytes
      mutant[index] ^= UInt8(truncatingIfNeeded: index &* 37 | 1)
      return mutant
    }
    try check(mutants, of: scene)
  }

  @Test func `no byte left out or put in gets a signature for something else`() throws {
    let scene = try HonestPayment.scene()
    let bytes = scene.draft.encoded()
    let judge = try Judge(scene)
    for index in bytes.indices {
      var shorter = bytes
      shorter.remove(at: index)
      var longer = bytes
      longer.insert(bytes[index], at: index)
      for mutant in [shorter, longer] where mutant != bytes {
        if case .escaped(let how) = judge.outcome(of: mutant) {
          Issue.record("byte \(index): \(how)")
        }
      }
    }
  }

  @Test(arguments: [StandardAccount.pkh, .shWpkh, .wpkh, .tr])
  func `no field left out, doubled or moved gets a signature for something else`(
    script: StandardAccount
  ) throws {
    let scene = try HonestPayment.scene(script)
    var drafts: [PacketDraft] = []
    for coin in 0..<2 {
      for field in scene.draft.coins[coin].fields.indices {
        var draft = scene.draft
        let moved = draft.coins[coin].fields.remove(at: field)
        drafts.append(draft)
        draft.coins[1 - coin].fields.append(moved)
        drafts.append(draft)
        draft.coins[coin].fields.append(moved)
        drafts.append(draft)
      }
      for field in scene.draft.coins[coin].fields {
        for payment in 0..<2 {
          var draft = scene.draft
          draft.payments[payment].fields.append(field)
          drafts.append(draft)
        }
      }
    }
    for field in scene.draft.payments[1].fields.indices {
      var draft = scene.draft
      let moved = draft.payments[1].fields.remove(at: field)
      drafts.append(draft)
      draft.payments[0].fields.append(moved)
      drafts.append(draft)
    }
    var swapped = scene.draft
    swapped.coins.swapAt(0, 1)
    drafts.append(swapped)
    swapped.payments.swapAt(0, 1)
    drafts.append(swapped)
    let judge = try Judge(scene)
    for (number, draft) in drafts.enumerated() {
      if case .escaped(let how) = judge.outcome(of: draft.encoded()) {
        Issue.record("draft \(number): \(how)")
      }
    }
  }
}
