import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Refusals
import ReviewFixtures
import Testing

@testable import TransactionReview

/// What stands in inputs that are signed for good already.
@Suite struct FinalInputTests {
  private static let taproot = Script([0x51, 0x20] + [UInt8](repeating: 7, count: 32))
  private static let witnessKeyHash = Script([0x00, 0x14] + [UInt8](repeating: 7, count: 20))
  private static let annex: [UInt8] = [0x50, 1, 2]
  private static let control = [0xc0] + [UInt8](repeating: 9, count: 32)

  private func signature(_ type: UInt8?) -> [UInt8] {
    [UInt8](repeating: 1, count: 64) + (type.map { [$0] } ?? [])
  }

  /// r and s of 33 bytes each: the longest a signature gets.
  private func longest(_ type: UInt8) -> [UInt8] {
    let number = [0x00, 0x80] + [UInt8](repeating: 1, count: 31)
    return [0x30, 70, 0x02, 33] + number + [0x02, 33] + number + [type]
  }

  private func encoded(_ witness: [[UInt8]]) -> [UInt8] {
    var writer = ByteWriter()
    writer.writeCompactSize(witness.count)
    for item in witness { writer.writeVarBytes(item) }
    return writer.bytes
  }

  /// Our second coin replaced by a stranger's with this final witness.
  private func scene(_ witness: [[UInt8]], spending script: Script) throws -> Scene {
    var scene = try HonestPayment.scene()
    var coin = HonestPayment.bareCoin(paying: script, satoshis: 500_000, seed: 9)
    coin.set(.witnessUTXO, [], coin.output.encoded())
    coin.set(.nonWitnessUTXO, [], coin.previous.encoded())
    coin.set(.finalScriptWitness, [], encoded(witness))
    scene.draft.coins[1] = coin
    return scene
  }

  private func otherType(_ witness: [[UInt8]], _ script: Script) throws -> UInt32? {
    let review = try scene(witness, spending: script).review()
    return ExistingSignatures.otherType(in: review.psbt.inputs[1], spending: script)?.rawValue
  }

  @Test func `a taproot key signature says its sighash type, before an annex or without`() throws {
    for tail in [[], [Self.annex]] {
      #expect(try otherType([signature(nil)] + tail, Self.taproot) == nil)
      #expect(try otherType([signature(1)] + tail, Self.taproot) == nil)
      #expect(try otherType([signature(2)] + tail, Self.taproot) == 2)
      #expect(try otherType([signature(0x83)] + tail, Self.taproot) == 0x83)
    }
    // Alone it is a signature, whatever it begins with.
    #expect(try otherType([[0x50] + signature(3).dropFirst()], Self.taproot) == 3)
  }

  @Test func `script and control block of a leaf are no signatures`() throws {
    // A script of 65 bytes that ends like a signature of SINGLE, and a control block of 65.
    let script = signature(3)
    let long = Self.control + [UInt8](repeating: 2, count: 32)
    for tail in [[], [Self.annex]] {
      #expect(try otherType([script, long] + tail, Self.taproot) == nil)
      #expect(try otherType([signature(1), script, long] + tail, Self.taproot) == nil)
      #expect(try otherType([signature(3), script, long] + tail, Self.taproot) == 3)
      #expect(try otherType([[], signature(2), script, long] + tail, Self.taproot) == 2)
    }
  }

  @Test func `an ECDSA signature of any length says its type`() throws {
    let short: [UInt8] = [0x30, 6, 2, 1, 1, 2, 1, 1]
    for signature in [{ short + [$0] }, longest] as [(UInt8) -> [UInt8]] {
      #expect(try otherType([signature(1), [2]], Self.witnessKeyHash) == nil)
      #expect(try otherType([signature(3), [2]], Self.witnessKeyHash) == 3)
      #expect(try otherType([[], signature(1), signature(0x82)], Self.witnessKeyHash) == 0x82)
    }
    #expect(try otherType([Array(repeating: 3, count: 71)], Self.witnessKeyHash) == nil)
  }

  @Test func `an annex is named where one can be, and nowhere else`() throws {
    func warns(_ witness: [[UInt8]], _ script: Script = Self.taproot) throws -> Bool {
      try scene(witness, spending: script).review().warnings.contains { $0.rule == .r14 }
    }
    #expect(try warns([signature(nil), Self.annex]))
    #expect(try warns([signature(nil), [0x51], Self.control, Self.annex]))
    #expect(try !warns([signature(nil), [0x51], Self.control]))
    #expect(try !warns([signature(nil)]))
    #expect(try !warns([Self.annex]))
    #expect(try !warns([longest(1), Self.annex], Self.witnessKeyHash))
  }

  @Test func `an input of ours that is final is not signed again`() throws {
    var scene = try HonestPayment.scene()
    #expect(try scene.review().signableInputs == [0, 1])
    scene.draft.coins[1].set(.finalScriptWitness, [], encoded([longest(1), [2]]))
    let review = try scene.review()
    #expect(review.facts.inputs[1].place != nil)
    #expect(review.signableInputs == [0])
  }

  @Test func `the limits are those of the law`() {
    let limits = ReviewLimits()
    #expect(limits.feeWarningPercent == 10 && limits.feeRateWarning == 500_000)
    #expect(limits.feeRefusalPercent == 25 && limits.feeRefusalFloor == 100_000)
    #expect(limits.indexWarningGap == 1_000 && limits.indexRefusal == 1_000_000)
    #expect(limits.changeOutputs == 2 && limits.lockTimeSlack == 2_016)
    #expect(limits.farKeys == 60_000)
    #expect(limits.unknownBytes == 4_096 && limits.unknownFields == 100)
    #expect(!limits.acceptsUnprovenSegwitV0)
  }
}
