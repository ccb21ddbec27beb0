import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import ExtendedKeys
import Refusals
import ReviewFixtures
import ScriptVerification
import Testing

@testable import TransactionReview

/// R18: what checking a PSBT costs, counted in bytes hashed.
@Suite struct PacketWorkTests {
  /// Hashes 520 bytes, then 32, then 32, and leaves true.
  private static let hashing = Script([0xaa, 0xaa, 0xaa, 0x75, 0x51])
  private static let item = [UInt8](repeating: 7, count: 520)
  /// The runs of the output's script and of the witness script, each counted as 16 opcodes.
  private static let runs = 2 * 16 * 50
  private static let hashes = hashing.count + (64 + 520) + 2 * (64 + 32)

  /// A payment of ours beside a stranger's coin that is final with this witness.
  private func scene(_ witness: [[UInt8]], _ script: Script = hashing) throws -> Scene {
    var scene = try HonestPayment.scene()
    var coin = HonestPayment.bareCoin(paying: .p2wsh(script), satoshis: 500_000, seed: 9)
    coin.set(.witnessUTXO, [], coin.output.encoded())
    coin.set(.nonWitnessUTXO, [], coin.previous.encoded())
    var writer = ByteWriter()
    writer.writeCompactSize(witness.count + 1)
    for item in witness + [script.bytes] { writer.writeVarBytes(item) }
    coin.set(.finalScriptWitness, [], writer.bytes)
    scene.draft.coins[1] = coin
    return scene
  }

  @Test func `every byte that a script hashes is counted, one above the limit refuses`() throws {
    var scene = try scene([Self.item])
    let free = try scene.review()
    #expect(free.refusals.isEmpty, "\(free.refusals)")
    let signing = free.facts.work.signing
    #expect(signing == WorkMeter.signing)
    #expect(free.facts.work.counted == signing + Self.runs + Self.hashes)

    scene.machine.limits.work = signing + Self.runs + Self.hashes
    #expect(try scene.review().refusals.isEmpty)
    scene.machine.limits.work -= 1
    let refused = try scene.review()
    #expect(refused.refusals.map(\.rule) == [.r18])
    #expect(
      refused.refusals.first?.message
        == "checking the signatures and scripts already in the payment (1 input, from input 1 on) "
        + "takes more than \(scene.machine.limits.work) bytes of hashing")
  }

  @Test func `no script is run where another sighash type refuses already`() throws {
    let short: [UInt8] = [0x30, 6, 2, 1, 1, 2, 1, 1]
    let hostile = try scene([short + [3], Self.item]).review()
    #expect(hostile.refusals.map(\.rule) == [.r20])
    #expect(hostile.facts.work.counted == hostile.facts.work.signing)

    // Nor where an input that is not final asks for it.
    var other = try scene([Self.item])
    other.draft.coins[0].set(.sighashType, [], [3, 0, 0, 0])
    let asked = try other.review()
    #expect(asked.refusals.map(\.rule) == [.r10])
    #expect(asked.facts.work.counted == asked.facts.work.signing)
  }

  @Test func `no script is run where anything else refuses`() throws {
    var scene = try scene([Self.item])
    scene.draft.payments[0].output.rawValue = 5_000_000_000_000_000
    let review = try scene.review()
    #expect(review.refusals.contains { $0.rule == .r03 })
    #expect(review.facts.work.counted == review.facts.work.signing)
  }

  @Test func `a script that fails is still named when its turn comes`() throws {
    let review = try scene([Self.item], Script([0x75, 0x00])).review()
    #expect(review.refusals.map(\.rule) == [.r20])
    #expect(review.refusals.first?.message == "input 1 is final, but its script does not verify")
  }

  @Test func `signing is counted before anything is hashed`() throws {
    var scene = try HonestPayment.scene(.pkh)
    let free = try scene.review()
    #expect(free.refusals.isEmpty, "\(free.refusals)")
    let size = free.psbt.unsignedTransaction.baseSize
    // Each input hashes the transaction from itself on, and its script of 25 bytes.
    #expect(free.facts.work.signing == 2 * (WorkMeter.signing + size + 25) - 41)
    scene.machine.limits.work = free.facts.work.signing - 1
    let refused = try scene.review()
    #expect(refused.refusals.map(\.rule) == [.r18])
    #expect(refused.facts.work.counted == free.facts.work.signing)
    scene.machine.limits.work += 1
    #expect(try scene.review().refusals.isEmpty)
  }

  @Test func `signatures that came along are counted, and judged only within the limit`() throws {
    var scene = try Quorum.scene(.wsh)
    try Quorum.signByBob(&scene)
    let free = try scene.review()
    #expect(free.refusals.isEmpty, "\(free.refusals)")
    let count = free.psbt.inputs.reduce(0) { $0 + $1.partialSigs.count }
    let counted = free.facts.work.counted
    #expect(counted >= free.facts.work.signing + count * WorkMeter.verification)
    scene.machine.limits.work = counted
    #expect(try scene.review().refusals.isEmpty)
    scene.machine.limits.work = counted - 1
    let refused = try scene.review()
    #expect(refused.refusals.map(\.rule) == [.r18])
    #expect(refused.facts.progress.compactMap(\.self).allSatisfy { $0.signed.isEmpty })
  }
}
