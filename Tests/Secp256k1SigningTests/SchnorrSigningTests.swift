import Bytes
import Secp256k1
import Secp256k1Signing
import TestSupport
import Testing

@Suite struct SchnorrSigningTests {
  /// BIP-340, vector 1.
  @Test func `the signature of BIP-340 comes out byte for byte`() throws {
    let secret = try key("b7e151628aed2a6abf7158809cf4f3c762e7160f38b4da56a784d9045190cfef")
    let message = try Bytes32(
      hex: "243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89")
    let auxiliary = try Bytes32(
      hex: "0000000000000000000000000000000000000000000000000000000000000001")
    let signature = try secret.schnorrSignature(of: message, auxiliary: auxiliary)
    #expect(
      Hex.encode(signature) == "6896bd60eeae296db48a229ff71dfe071bde413e6d43f917dc8dcf8c78de3341"
        + "8906d11ac976abccb20b091292bff4ea897efcb639ea871cfa95f6de339e4b0a")
    #expect(try secret.publicKey().xOnly.verifies(schnorr: signature, of: message))
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `all signing vectors of BIP-340 with 32-byte messages come out`() throws {
    var signed = 0
    for row in try Vectors.text("bip340/test-vectors.csv").split(whereSeparator: \.isNewline)
      .dropFirst()
    {
      let columns = row.split(separator: ",", omittingEmptySubsequences: false)
      guard !columns[1].isEmpty, let message = Bytes32(try Hex.decode(columns[4])) else { continue }
      let pair = try KeyPair(key(String(columns[1])))
      #expect(pair.publicKey.bytes == (try Bytes32(hex: columns[2])))
      let signature = try pair.schnorrSignature(of: message, auxiliary: Bytes32(hex: columns[3]))
      #expect(try signature == Hex.decode(columns[5]), "vector \(columns[0])")
      signed += 1
    }
    #expect(signed == 4)
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `key path spends of BIP-341 come out byte for byte`() throws {
    let spending = try #require(
      try Vectors.json("bip341/wallet_vectors.json")["data"]?["keyPathSpending"]?.arrayValue)
    var signed = 0
    for input in spending.flatMap({ $0["inputSpending"]?.arrayValue ?? [] }) {
      func text(_ group: String, _ name: String) throws -> String {
        try #require(input[group]?[name]?.stringValue)
      }
      let root = try input["given"]?["merkleRoot"]?.stringValue.map { try Bytes32(hex: $0) }
      let secret = try key(text("given", "internalPrivkey"))
      let pair = try KeyPair(secret)
      #expect(try pair.publicKey.bytes.hex == text("intermediary", "internalPubkey"))
      let output = try pair.tweakedForTaproot(merkleRoot: root)
      let outputKey = try secret.tweakedForTaproot(merkleRoot: root)
      let tweaked = try text("intermediary", "tweakedPrivkey")
      #expect(outputKey.withUnsafeBytes { Hex.encode($0) } == tweaked)
      #expect(try output.privateKey().withUnsafeBytes { Hex.encode($0) } == tweaked)

      let digest = try Bytes32(hex: text("intermediary", "sigHash"))
      let signature = try output.schnorrSignature(of: digest, auxiliary: .zero)
      let witness = try #require(input["expected"]?["witness"]?.arrayValue?.first?.stringValue)
      #expect(Hex.encode(signature) == witness.prefix(128))
      signed += 1
    }
    #expect(signed == 7)
  }

  @Test func `other auxiliary data gives another valid signature`() throws {
    let secret = try key("b7e151628aed2a6abf7158809cf4f3c762e7160f38b4da56a784d9045190cfef")
    let one = try Bytes32(hex: "0000000000000000000000000000000000000000000000000000000000000001")
    let first = try secret.schnorrSignature(of: .zero, auxiliary: .zero)
    let second = try secret.schnorrSignature(of: .zero, auxiliary: one)
    #expect(first != second)
    #expect(try secret.publicKey().xOnly.verifies(schnorr: second, of: .zero))
  }
}
