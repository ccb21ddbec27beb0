import Bytes
import Secp256k1
import TestSupport
import Testing

@Suite struct SchnorrVerificationTests {
  /// BIP-340, vector 1.
  @Test func `the signature of BIP-340 is valid for its message alone`() throws {
    let key = try XOnlyPublicKey(
      decoding: Hex.decode("dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659"))
    let signature = try Hex.decode(
      "6896bd60eeae296db48a229ff71dfe071bde413e6d43f917dc8dcf8c78de3341"
        + "8906d11ac976abccb20b091292bff4ea897efcb639ea871cfa95f6de339e4b0a")
    let message = try Bytes32(
      hex: "243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89")
    #expect(key.verifies(schnorr: signature, of: message))
    #expect(!key.verifies(schnorr: signature, of: .zero))
    #expect(!key.verifies(schnorr: signature + [1], of: message))
    for length in 0..<64 {
      #expect(!key.verifies(schnorr: signature[..<length], of: message))
    }
    for bit in 0..<512 {
      var changed = signature
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(!key.verifies(schnorr: changed, of: message))
    }
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `all vectors of BIP-340 are judged as it says`() throws {
    var valid = 0
    let rows = try Vectors.text("bip340/test-vectors.csv").split(whereSeparator: \.isNewline)
    for row in rows.dropFirst() {
      let columns = row.split(separator: ",", omittingEmptySubsequences: false)
      let expected = columns[6] == "TRUE"
      let signature = try Hex.decode(columns[5])
      let message = try Hex.decode(columns[4])
      let key = try? XOnlyPublicKey(decoding: Hex.decode(columns[2]))
      let result = key?.verifies(schnorr: signature, of: message) ?? false
      #expect(result == expected, "vector \(columns[0])")
      if let digest = Bytes32(message), let key {
        #expect(key.verifies(schnorr: signature, of: digest) == expected)
      }
      valid += expected ? 1 : 0
    }
    #expect(rows.count == 20)
    #expect(valid == 9)
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `output keys of BIP-341 follow from their tweaks`() throws {
    let cases = try #require(
      try Vectors.json("bip341/wallet_vectors.json")["data"]?["scriptPubKey"]?.arrayValue)
    #expect(cases.count == 7)
    for item in cases {
      func hex(_ group: String, _ name: String) throws -> Bytes32 {
        try Bytes32(hex: try #require(item[group]?[name]?.stringValue))
      }
      let key = try XOnlyPublicKey(decoding: hex("given", "internalPubkey"))
      let tweak = try hex("intermediary", "tweak")
      let output = try hex("intermediary", "tweakedPubkey")
      let (tweaked, odd) = try key.tweaked(by: tweak)
      #expect(tweaked.bytes == output)
      #expect(key.gives(output, parityIsOdd: odd, tweakedBy: tweak))
      #expect(!key.gives(output, parityIsOdd: !odd, tweakedBy: tweak))
      #expect(!key.gives(output, parityIsOdd: odd, tweakedBy: tweak.reversed))
      #expect(!key.gives(tweak, parityIsOdd: odd, tweakedBy: tweak))
    }
  }
}
