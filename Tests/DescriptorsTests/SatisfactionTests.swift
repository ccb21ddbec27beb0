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
