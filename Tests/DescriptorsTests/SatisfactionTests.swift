import BitcoinPrimitives
import Descriptors
import Testing

/// Sizes counted by hand from the formats: outpoint 36, sequence 4, four weight units a byte
/// outside of the witness.
@Suite struct SatisfactionTests {
  static let uncompressed =
    "04a34b99f22c790c4e36b2b3c2c35a36db06226e41c692fc82b8b56ac1c540c5bd5b8dec5235a0fa8722476c7709c02559e3aa73aa03918ba2d492eea75abea235"

  @Test(arguments: [
    // scriptSig: size, push of 71, push of 33.
    ("pkh(\(Known.key))", (36 + 4 + 1 + 72 + 34) * 4 + 1, 4),
    ("pkh(\(uncompressed))", (36 + 4 + 1 + 72 + 66) * 4 + 1, 4),
    // scriptSig empty; witness: count, size and 71, size and 33.
    ("wpkh(\(Known.key))", (36 + 4 + 1) * 4 + 1 + 72 + 34, 1),
    // scriptSig: size, push of 22.
    ("sh(wpkh(\(Known.key)))", (36 + 4 + 1 + 23) * 4 + 1 + 72 + 34, 1),
    // witness: count, size and 64.
    ("tr(\(Known.key))", (36 + 4 + 1) * 4 + 1 + 65, 1),
    ("pk(\(Known.key))", (36 + 4 + 1 + 72) * 4 + 1, 4),
    // scriptSig: signature, push of the redeem script of 35 bytes.
    ("sh(pk(\(Known.key)))", (36 + 4 + 1 + 72 + 36) * 4 + 1, 4),
    ("sh(pkh(\(Known.key)))", (36 + 4 + 1 + 72 + 34 + 26) * 4 + 1, 4),
    // witness: count, signature, script of 35 bytes.
    ("wsh(pk(\(Known.key)))", (36 + 4 + 1) * 4 + 1 + 72 + 36, 1),
    ("sh(wsh(pkh(\(Known.key))))", (36 + 4 + 1 + 35) * 4 + 1 + 72 + 34 + 26, 1),
  ])
  func `input weights are exact`(text: String, weight: Int, unitsPerByte: Int) throws {
    let script = try Descriptor(parsing: text).derived(branch: 0, index: 0)
    #expect(script.inputWeight()?.units == weight)
    // A signature of any low-S signer is a byte longer.
    #expect(script.inputWeight(with: .any)?.units == weight + unitsPerByte)
    // In a transaction without any witness the byte for an empty one is not there.
    if unitsPerByte == 4 {
      #expect(script.inputWeight(inSegwitTransaction: false)?.units == weight - 1)
    }
  }

  @Test(arguments: [
    // Bare: empty item, two signatures.
    ("multi(2,#3)", (36 + 4 + 1 + 1 + 72 * 2) * 4 + 1, 8),
    // Redeem script of 71 bytes: a plain push.
    ("sh(multi(1,#2))", (36 + 4 + 1 + 1 + 72 + 72) * 4 + 1, 4),
    // Of 105: OP_PUSHDATA1. The scriptSig of 252 bytes still has a size of one byte.
    ("sh(multi(2,#3))", (36 + 4 + 1 + 252) * 4 + 1, 8),
    // Of 241: OP_PUSHDATA1, a scriptSig of 316 has a size of three.
    ("sh(multi(1,#7))", (36 + 4 + 3 + 1 + 72 + 243) * 4 + 1, 4),
    // Of 275: OP_PUSHDATA2.
    ("sh(multi(1,#8))", (36 + 4 + 3 + 1 + 72 + 278) * 4 + 1, 4),
    ("sh(multi(15,#15))", (36 + 4 + 3 + 1 + 15 * 72 + 516) * 4 + 1, 60),
    // Witness: count, empty item, signatures, script of 105 with its size.
    ("wsh(multi(2,#3))", (36 + 4 + 1) * 4 + 1 + 1 + 72 * 2 + 106, 2),
    // A script of 241 has a size of one byte, one of 275 of three.
    ("wsh(multi(1,#7))", (36 + 4 + 1) * 4 + 1 + 1 + 72 + 242, 1),
    ("wsh(multi(1,#8))", (36 + 4 + 1) * 4 + 1 + 1 + 72 + 278, 1),
    ("wsh(multi(20,#20))", (36 + 4 + 1) * 4 + 1 + 1 + 72 * 20 + 688, 20),
    ("sh(wsh(multi(3,#5)))", (36 + 4 + 1 + 35) * 4 + 1 + 1 + 72 * 3 + 174, 3),
    // A leaf: two signatures, an empty item, script of 3 * 34 + 2, control block of 33.
    (
      "tr(NUMS,multi_a(2,#3))",
      (36 + 4 + 1) * 4 + 1 + 65 * 2 + 1 + 105 + 34, 2
    ),
    // 252 items and 253: 250 keys and 251, script and control block.
    (
      "tr(NUMS,multi_a(1,#250))",
      (36 + 4 + 1) * 4 + 1 + 65 + 249 + (3 + 250 * 34 + 2) + 34, 1
    ),
    (
      "tr(NUMS,multi_a(1,#251))",
      (36 + 4 + 1) * 4 + 3 + 65 + 250 + (3 + 251 * 34 + 2) + 34, 1
    ),
    // Thresholds above 16 are a byte that is pushed, above 127 two.
    (
      "tr(NUMS,multi_a(17,#20))",
      (36 + 4 + 1) * 4 + 1 + 65 * 17 + 3 + (3 + 20 * 34 + 3) + 34, 17
    ),
    (
      "tr(NUMS,multi_a(128,#999))",
      (36 + 4 + 1) * 4 + 3 + 65 * 128 + 871 + (3 + 999 * 34 + 4) + 34, 128
    ),
  ])
  func `the weights of multisig inputs are exact`(
    text: String, weight: Int, longer: Int
  ) throws {
    let script = try Descriptor(parsing: Many.expanded(text)).derived(branch: 0, index: 0)
    #expect(script.inputWeight()?.units == weight)
    // Each signature is a byte longer; the size of a scriptSig of 252 bytes by two.
    let sizes = text.hasPrefix("sh(multi(2,") ? 8 : 0
    #expect(script.inputWeight(with: .any)?.units == weight + longer + sizes)
  }

  @Test func `a p2wpkh input has its well-known 271 or 272 units`() throws {
    let script = try Descriptor(parsing: "wpkh(\(Known.key))").derived(branch: 0, index: 0)
    #expect(script.inputWeight()?.units == 271)
    #expect(script.inputWeight(with: .any)?.units == 272)
  }

  @Test func `long pushes take their opcodes and long items their sizes`() {
    let satisfaction = Satisfaction(
      scriptSig: [.data(75), .data(76), .data(255), .data(256)],
      witness: [.data(252), .data(253), .data(0)])
    #expect(satisfaction.scriptSigLength() == 76 + 78 + 257 + 259)
    #expect(satisfaction.witnessLength() == 1 + 253 + 256 + 1)
    #expect(
      satisfaction.inputWeight().units == (36 + 4 + 3 + 670) * 4 + 511)
  }

  @Test func `nothing is known about addr and raw`() throws {
    for text in ["raw(00)", "addr(1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa)"] {
      #expect(try Descriptor(parsing: text).derived(branch: 0, index: 0).inputWeight() == nil)
    }
  }
}
