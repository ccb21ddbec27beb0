import Bytes
import Hashes
import Testing

@Suite struct `Hashes of other chains` {
  /// The text that MultiversX signs messages by is in its SDK's tests; the others are Keccak's own answers, which Ethereum made known.
  @Test(arguments: [
    ("", "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"),
    ("abc", "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"),
    (
      "\u{17}Elrond Signed Message:\n12test message",
      "2162d6271208429e6d3e664139e98ba7c5f1870906fb113e8903b1d3f531004d"
    ),
  ])
  func `Keccak-256 gives what is known`(text: String, hash: String) {
    #expect(Hex.encode(Keccak256.hash(Array(text.utf8))) == hash)
  }

  /// Lengths around the end of a block, against Python's hashlib; `abc` has the length of RFC 7693's own example.
  @Test(arguments: [
    ([], "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"),
    (Array("abc".utf8), "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"),
    (Array(0..<128), "c3582f71ebb2be66fa5dd750f80baae97554f3b015663c8be377cfcb2488c1d1"),
    (Array(0...255), "39a7eb9fedc19aabc83425c6755dd90e6f9d0c804964a1f4aaeea3b9fb599835"),
  ])
  func `BLAKE2b of 32 bytes gives what is known`(bytes: [UInt8], hash: String) {
    #expect(Hex.encode(BLAKE2b256.hash(bytes)) == hash)
  }

  /// Zeros around the end of a block of 136 bytes, against another program's Keccak (pycryptodome).
  @Test(arguments: [
    (135, "29e3704feeca7fb9ba229f0fa04d9b36449cf3ad6e1d85d9cfff3a10df9abc3e"),
    (136, "3a5912a7c5faa06ee4fe906253e339467a9ce87d533c65be3c15cb231cdb25f9"),
    (137, "bee7fbb405cb0d91a8775e338c4a5e4b5d6b2d051f687fa942043cffdc73bd28"),
  ])
  func `Keccak-256 pads to the end of a block, never over it`(count: Int, hash: String) {
    #expect(Hex.encode(Keccak256.hash([UInt8](repeating: 0, count: count))) == hash)
  }
}
