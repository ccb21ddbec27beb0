import Bytes
import Hashes
import SecureMemory
import Testing

@Suite struct AEADTests {
  @Test func `ChaCha20-Poly1305 answers as RFC 8439 section 2.8.2 says`() throws {
    let text = Array(
      ("Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the "
        + "future, sunscreen would be it.").utf8)
    let header = try Hex.decode("50515253c0c1c2c3c4c5c6c7")
    let nonce = try Hex.decode("070000004041424344454647")
    let sealed = try AEAD.seal(
      secret(text), key: secret(Array(0x80...0x9f)), nonce: nonce, header: header)
    #expect(
      Hex.encode(sealed)
        == "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d6"
        + "3dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b36"
        + "92ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc"
        + "3ff4def08e4b7a9de576d26586cec64b6116" + "1ae10b594f09e26a7e902ecbd0600691")
    let opened = try AEAD.open(
      sealed, key: secret(Array(0x80...0x9f)), nonce: nonce, header: header)
    #expect(opened.withUnsafeBytes { [UInt8]($0) } == text)
  }

  @Test func `every changed bit, cut and other header is noticed`() throws {
    let key: [UInt8] = Array(0..<32)
    let nonce: [UInt8] = Array(0..<12)
    let sealed = try AEAD.seal(secret([1, 2, 3]), key: secret(key), nonce: nonce, header: [9])
    for index in sealed.indices {
      for bit in 0..<8 {
        var changed = sealed
        changed[index] ^= 1 << UInt8(bit)
        #expect(throws: HashesError.notAuthentic) {
          _ = try AEAD.open(changed, key: secret(key), nonce: nonce, header: [9])
        }
      }
      #expect(throws: HashesError.notAuthentic) {
        _ = try AEAD.open(Array(sealed[..<index]), key: secret(key), nonce: nonce, header: [9])
      }
    }
    #expect(throws: HashesError.notAuthentic) {
      _ = try AEAD.open(sealed, key: secret(key), nonce: nonce, header: [8])
    }
    #expect(throws: HashesError.notAuthentic) {
      _ = try AEAD.open(sealed, key: secret(key), nonce: Array(1..<13), header: [9])
    }
    #expect(throws: HashesError.notAuthentic) {
      _ = try AEAD.open(sealed, key: secret(Array(1..<33)), nonce: nonce, header: [9])
    }
  }

  @Test func `empty contents are sealed too, and wrong lengths refused`() throws {
    let key: [UInt8] = Array(0..<32)
    let sealed = try AEAD.seal(
      secret([]), key: secret(key), nonce: [UInt8](repeating: 0, count: 12), header: [])
    #expect(sealed.count == AEAD.tagLength)
    let opened = try AEAD.open(
      sealed, key: secret(key), nonce: [UInt8](repeating: 0, count: 12), header: [])
    #expect(opened.count == 0)
    #expect(throws: HashesError.parameterOutOfBounds("key length", value: 31, allowed: 32...32)) {
      _ = try AEAD.seal(
        secret(Array(0..<31)), key: secret(Array(0..<31)), nonce: Array(0..<12), header: [])
    }
    #expect(throws: HashesError.parameterOutOfBounds("nonce length", value: 11, allowed: 12...12)) {
      _ = try AEAD.seal(secret([]), key: secret(key), nonce: Array(0..<11), header: [])
    }
  }
}
