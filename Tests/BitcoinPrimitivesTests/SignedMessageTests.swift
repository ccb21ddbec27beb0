import BitcoinPrimitives
import Bytes
import Secp256k1
import Testing

/// BIP-137 and Bitcoin Core's `signmessage`.
@Suite struct SignedMessageTests {
  // BIP-129, NO_ENCRYPTION with public keys, signer 1: signed by a key that BIP-129 publishes.
  static let text = """
    BSMS 1.0
    00
    [59865f44/48'/0'/0'/2']026d15412460ba0d881c21837bb999233896085a9ed4e5445bd637c10e579768ba
    Signer 1 key
    """
  static let signature =
    "H6DXgqkCb353BDPkzppMFpOcdJZlpur0WRetQhIBqSn6DFzoQWBtm+ibP5wERDRNi0bxxev9B+FIvyQWq0s6im4="

  @Test func `a published signature verifies, and neither another text nor another key does`()
    throws
  {
    let key = try PublicKey(
      decoding: Hex.decode("026d15412460ba0d881c21837bb999233896085a9ed4e5445bd637c10e579768ba"))
    let bytes = try Base64.decode(Self.signature)
    #expect(SignedMessage.isSigned(Self.text, by: key, with: bytes))
    #expect(!SignedMessage.isSigned(Self.text + " ", by: key, with: bytes))
    #expect(!SignedMessage.isSigned(Self.text, by: key, with: Array(bytes.dropLast())))
    #expect(!SignedMessage.isSigned(Self.text, by: key, with: [9] + bytes.dropFirst()))
    let other = try PublicKey(
      decoding: Hex.decode("030baf0497ab406ff50cb48b4013abac8a0338758d2fd54cd934927afa57cc2062"))
    #expect(!SignedMessage.isSigned(Self.text, by: other, with: bytes))
  }

  @Test func `the header is found again from the signature, the text and the key`() throws {
    let key = try PublicKey(
      decoding: Hex.decode("026d15412460ba0d881c21837bb999233896085a9ed4e5445bd637c10e579768ba"))
    let bytes = try Base64.decode(Self.signature)
    let signature = try ECDSASignature(compact: bytes.dropFirst())
    #expect(SignedMessage.encoded(signature, of: Self.text, by: key) == bytes)
    #expect(SignedMessage.encoded(signature, of: "another text", by: key) == nil)
    let digest = SignedMessage.digest(of: Self.text)
    let id = try #require(signature.recoveryID(of: digest, for: key))
    #expect(signature.recoveredKey(of: digest, id: id) == key)
    #expect(signature.recoveredKey(of: digest, id: 4) == nil)
    #expect((0...3).filter { signature.recoveredKey(of: digest, id: $0) == key } == [id])
  }
}
