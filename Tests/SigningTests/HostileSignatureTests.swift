import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Refusals
import ReviewFixtures
import Secp256k1
import Secp256k1Signing
import SecretKeys
import Signing
import Testing
import TransactionReview

/// Signatures that hostile cosigners leave behind.
@Suite struct HostileSignatureTests {
  /// The first input of a payment from `wsh`, final with the signatures of Bob and Carol.
  private func final(_ type: SighashType) throws -> Scene {
    var scene = try Quorum.scene(.wsh)
    let derived = try Quorum.descriptor(.wsh).derived(branch: 0, index: 2)
    let script = try #require(derived.witnessScript)
    let cache = try SighashCache(
      scene.draft.transaction, spentOutputs: scene.draft.coins.map(\.output))
    let digest = try cache.segwitV0(
      input: 0, scriptCode: script, amount: scene.draft.coins[0].output.rawValue, type: type)
    let people: [(Person, DerivedKey)] = [(.bob, derived.keys[1]), (.carol, derived.keys[2])]
    let sorted = people.sorted {
      $0.1.publicKey.compressed.lexicographicallyPrecedes($1.1.publicKey.compressed)
    }
    var witness: [[UInt8]] = [[]]
    for (person, key) in sorted {
      let keys = try ring(person)
      try keys.prepare(parentOf: key.origin)
      let signature = try keys.privateKey(for: key.origin).ecdsaSignature(
        of: digest, publicKey: key.publicKey)
      witness.append(signature.der + [UInt8(type.rawValue)])
    }
    witness.append(script.bytes)
    var writer = ByteWriter()
    writer.writeCompactSize(witness.count)
    for item in witness { writer.writeVarBytes(item) }
    scene.draft.coins[0].set(.finalScriptWitness, [], writer.bytes)
    return scene
  }

  @Test func `a final script of ours must be signed for all of the transaction`() throws {
    let honest = try final(.all).review()
    #expect(honest.refusals.isEmpty && honest.warnings.isEmpty, "\(honest.findings)")
    for raw: UInt32 in [2, 3, 0x81, 0x82, 0x83] {
      let review = try final(SighashType(rawValue: raw)).review()
      #expect(review.refusals.map(\.rule) == [.r20], "\(raw): \(review.findings)")
      #expect(review.refusals.first?.message.contains("instead of ALL") == true)
    }
  }
}
