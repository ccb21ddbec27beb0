import BitcoinPrimitives
import Bytes
import SignedMessages
import Testing

/// BIP-322's own vectors (basic-test-vectors.json) and what they say about its two transactions.
@Suite struct GenericMessageTests {
  static let address = "bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l"

  @Test(arguments: [
    (
      "", "c90c269c4f8fcbe6880f72a721ddfbf1914268a794cbb21cfafee13770ae19f1",
      "c5680aa69bb8d860bf82d4e9cd3504b55dde018de765a91bb566283c545a99a7",
      "1e9654e951a5ba44c8604c4de6c67fd78a27e81dcadcfe1edf638ba3aaebaed6"
    ),
    (
      "Hello World", "f0eb03b1a75ac6d9847f55c624a99169b5dccba2a31f5b23bea77ba270de0a7a",
      "b79d196740ad5217771c1098fc4a4b51e0535c32236c71f1ea4d61a2d603352b",
      "88737ae86f2077145f93cc4b153ae9a1cb8d56afa511988c149c5c8c9d93bddf"
    ),
    (
      "UTF-8 support: öäüéàè 测试文本 😄",
      "43936b237ea38c7794eb5d755e0d220b6db92ebfc5c8f482759d22b1286376d7",
      "c8f4f525fe8afb1bc09b44175bd2096f079c98425e8a1be676b712add1fb62f0",
      "8f488e06b89eafd019ec528109eafaf7f1d1811fd617aa1eeb9658f1c1be6586"
    ),
  ])
  func `the hash and both transactions are those of the standard`(
    text: String, hash: String, toSpend: String, toSign: String
  ) throws {
    let address = try Address(parsing: Self.address, on: .mainnet)
    let message = GenericMessage(Array(text.utf8), challenge: address.script)
    #expect(Hex.encode(message.hash.bytes) == hash)
    #expect("\(message.toSpend.txid)" == toSpend)
    #expect("\(message.toSign.txid)" == toSign)
  }
}
