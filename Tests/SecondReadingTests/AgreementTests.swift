import BitcoinPSBT
import BitcoinPrimitives
import Descriptors
import ExtendedKeys
import Foundation
import PacketSigning
import ReviewFixtures
import Secp256k1
import Testing
import TransactionReview

@testable import Signing

/// Two readers, written apart, say the same about the same bytes.
@Suite struct `Both readings agree` {
  @Test(arguments: HonestScene.all)
  func `on every honest payment`(honest: HonestScene) throws {
    let scene = try honest.scene()
    let review = try scene.review()
    let source = ReadingSource(packet: scene.draft.encoded())
    try agree(review, source)
    guard scene.machine.network == .mainnet, !honest.name.hasPrefix("payload"),
      !honest.name.hasPrefix("sweep")
    else { return }
    #expect(try signed(review, try ring(), from: source).signedInputs == review.signableInputs)
  }

  @Test(arguments: Flaw.all)
  func `on every payment with a flaw, or the second reader refuses it`(flaw: Flaw) throws {
    let scene = try flaw.scene()
    // What the first reader does not even read has no review.
    guard let review = try? scene.review() else { return }
    do {
      let source = ReadingSource(packet: scene.draft.encoded())
      try agree(review, source)
    } catch let error as PacketSigningError {
      if case .readingsDiffer = error { Issue.record("\(flaw): \(error)") }
      // Nothing that may be signed is refused by the second reader alone.
      #expect(!review.refusals.isEmpty, "\(flaw): \(error)")
    }
  }

  @Test(arguments: [StandardAccount.pkh, .shWpkh, .wpkh, .tr])
  func `on a payment of fifty coins, with every signature`(script: StandardAccount) throws {
    var scene = try HonestPayment.scene(script)
    for index: UInt32 in 10..<58 {
      scene.draft.coins.append(
        try HonestPayment.coin(script, branch: 0, index: index, satoshis: 20_000))
      scene.draft.payments[0].output.rawValue += 20_000
    }
    let source = ReadingSource(packet: scene.draft.encoded())
    let outcome = try signed(try scene.review(), try ring(), from: source)
    #expect(outcome.signedInputs == Array(0..<50))
  }

  @Test func `on a payment beside a wallet whose text cannot be read`() throws {
    var scene = try HonestPayment.scene()
    let other = try Accounts.wallet(.tr)
    scene.machine.wallets.append(other)
    let source = ReadingSource(
      packet: scene.draft.encoded(), descriptors: [other.name: "wsh(older(3))"])
    #expect(try signed(try scene.review(), try ring(), from: source).signedInputs == [0, 1])
  }

  @Test func `on change far out of which a cosigner's key alone is named`() throws {
    var scene = try Quorum.scene(.wsh)
    let wallet = try Quorum.descriptor(.wsh)
    var change = try Quorum.change(wallet, branch: 1, index: 60, satoshis: 890_000)
    for key in try wallet.derived(branch: 1, index: 60).keys
    where key.origin.fingerprint == Accounts.fingerprint {
      change.fields.removeAll { $0.keyData == key.publicKey.encoded }
    }
    scene.draft.payments[1] = change
    let review = try scene.review()
    #expect(review.facts.outputs[1].place == nil && review.refusals.isEmpty)
    let source = ReadingSource(packet: scene.draft.encoded())
    #expect(try signed(review, try ring(), from: source).signedInputs == [0, 1])
  }

  @Test func `on payments drawn by fixed numbers, with every signature`() throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["DRAWBRIDGE_SECOND_READINGS"].flatMap { Int($0) } ?? 1_000
    let seed = environment["DRAWBRIDGE_SECOND_SEED"].flatMap { UInt64($0) } ?? 14
    var numbers = FixedNumbers(seed: seed)
    let keys = try ring()
    var (signatures, refused) = (0, 0)
    for number in 0..<count {
      let scene = try GeneratedScene.scene(&numbers)
      let review = try scene.review()
      let source = ReadingSource(packet: scene.draft.encoded())
      do {
        guard review.refusals.isEmpty, !review.signableInputs.isEmpty else {
          refused += 1
          try agree(review, source)
          continue
        }
        signatures += try signed(review, keys, from: source).made.reduce(0) {
          $0 + $1.signatures.count
        }
      } catch {
        Issue.record("payment \(number) of seed \(seed): \(error)")
      }
    }
    #expect(signatures > count)
    #expect(refused < count / 2)
    if count != 1_000 {
      print(
        "second readings: \(count) payments, seed \(seed), \(refused) refused, \(signatures) signatures"
      )
    }
  }
}
