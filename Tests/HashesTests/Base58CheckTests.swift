import Bytes
import Hashes
import Testing

@Suite struct Base58CheckTests {
  @Test func `the address of the first block is read and written`() throws {
    let text = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"
    let payload = try Base58Check.decode(text)
    #expect(Hex.encode(payload) == "0062e907b15cbf27d5425399ebf6f0fb50ebb88f18")
    #expect(Base58Check.encode(payload) == text)
  }

  @Test func `one changed character never passes`() throws {
    let text = Array("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa")
    for index in text.indices {
      var changed = text
      changed[index] = changed[index] == "2" ? "3" : "2"
      #expect(throws: BytesError.self) { try Base58Check.decode(String(changed)) }
      #expect(throws: BytesError.self) { try Base58Check.decode(String(text[..<index])) }
    }
  }

  @Test func `text too short for a checksum and too long for its cap is refused`() {
    #expect(throws: BytesError.truncated(offset: 0, needed: 4, remaining: 0)) {
      try Base58Check.decode("")
    }
    #expect(throws: BytesError.self) {
      try Base58Check.decode(String(repeating: "2", count: 112), maxLength: 111)
    }
  }
}
