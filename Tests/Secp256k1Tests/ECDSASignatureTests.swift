import Bytes
import Secp256k1
import Testing

// BIP-143, first P2WPKH example: the second input's signature, digest and key.
private let der =
  "304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a"
  + "0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee"
private let digestHex = "c37af31116d1b27caf68aae9e3ac82f1477929014d5b917657d0eb49478cb670"
private let keyHex = "025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee6357"
private let order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"

@Suite struct ECDSASignatureTests {
  @Test func `the signature of BIP-143 is valid for its digest alone`() throws {
    let key = try PublicKey(decoding: Hex.decode(keyHex))
    let signature = try ECDSASignature(der: Hex.decode(der))
    let digest = try Bytes32(hex: digestHex)
    #expect(key.verifies(signature, of: digest))
    #expect(!key.verifies(signature, of: .zero))
    #expect(!key.verifies(signature, of: digest.reversed))
    #expect(signature.isLowS)
    #expect(signature.isLowR)
    #expect(Hex.encode(signature.der) == der)
    #expect(try ECDSASignature(compact: signature.compact) == signature)
  }

  @Test func `every single changed bit invalidates it`() throws {
    let key = try PublicKey(decoding: Hex.decode(keyHex))
    let digest = try Bytes32(hex: digestHex)
    let compact = try ECDSASignature(der: Hex.decode(der)).compact
    for bit in 0..<512 {
      var changed = compact
      changed[bit / 8] ^= 1 << (bit % 8)
      guard let signature = try? ECDSASignature(compact: changed) else { continue }
      #expect(!key.verifies(signature, of: digest))
    }
  }

  @Test func `a high S is seen, refused, and accepted when normalized`() throws {
    let key = try PublicKey(decoding: Hex.decode(keyHex))
    let digest = try Bytes32(hex: digestHex)
    let low = try ECDSASignature(der: Hex.decode(der))
    // order - s
    var high = low.compact
    let n = try Hex.decode(order)
    var borrow = 0
    for index in (0..<32).reversed() {
      let difference = Int(n[index]) - Int(low.compact[32 + index]) - borrow
      high[32 + index] = UInt8((difference + 256) % 256)
      borrow = difference < 0 ? 1 : 0
    }
    let signature = try ECDSASignature(compact: high)
    #expect(!signature.isLowS)
    #expect(!key.verifies(signature, of: digest))
    #expect(signature.normalized == low)
    #expect(key.verifies(signature.normalized, of: digest))
    #expect(low.normalized == low)
  }

  @Test func `every truncation and every appended byte is refused by strict DER`() throws {
    let bytes = try Hex.decode(der)
    for length in bytes.indices {
      #expect(throws: Secp256k1Error.signatureNotDER) {
        try ECDSASignature(der: bytes[..<length])
      }
    }
    #expect(throws: Secp256k1Error.signatureNotDER) { try ECDSASignature(der: bytes + [1]) }
  }

  @Test(arguments: [
    // an unneeded zero in front of r
    "30450221003609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a"
      + "0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee",
    // the sequence's length in its long form
    "3081" + der.dropFirst(2),
    // an empty r
    "300702000203010001",
  ])
  func `encodings that BIP-66 forbids are refused`(hex: String) throws {
    #expect(throws: Secp256k1Error.signatureNotDER) { try ECDSASignature(der: Hex.decode(hex)) }
  }

  @Test func `zero, negative numbers and the order are refused`() throws {
    #expect(throws: Secp256k1Error.signatureOutOfRange) {
      try ECDSASignature(
        der: Hex.decode(
          "30250220b609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a020101"))
    }
    #expect(throws: Secp256k1Error.signatureOutOfRange) {
      try ECDSASignature(der: Hex.decode("3006020100020101"))
    }
    #expect(throws: Secp256k1Error.signatureOutOfRange) {
      try ECDSASignature(der: Hex.decode("3026020101022100" + order))
    }
    #expect(throws: Secp256k1Error.signatureOutOfRange) {
      try ECDSASignature(compact: Hex.decode(order) + [UInt8](repeating: 1, count: 32))
    }
    #expect(throws: Secp256k1Error.signatureOutOfRange) {
      try ECDSASignature(
        compact: [UInt8](repeating: 1, count: 32) + [UInt8](repeating: 0, count: 32))
    }
    #expect(throws: Secp256k1Error.signatureLength(expected: 64, found: 63)) {
      try ECDSASignature(compact: [UInt8](repeating: 1, count: 63))
    }
  }

  @Test func `the lax reader takes what OpenSSL took`() throws {
    let strict = try ECDSASignature(der: Hex.decode(der))
    let r = String(der.dropFirst(8).prefix(64))
    let s = String(der.suffix(64))
    let lax = [
      der, der + "ffff",  // anything may follow
      "30ff" + der.dropFirst(4),  // wrong only when read as a long form
      "3000" + "0220" + r + "0220" + s,  // the sequence's length is not believed
      "30820044" + "0220" + r + "0220" + s,
      "3046" + "02220000" + r + "0220" + s,  // padding
      "3046" + "02820020" + r + "028400000020" + s,  // long forms
    ]
    for (index, hex) in lax.enumerated() where index != 2 {
      #expect(try ECDSASignature(laxDER: Hex.decode(hex)) == strict, "case \(index)")
    }
    #expect(throws: Secp256k1Error.signatureMalformed) {
      try ECDSASignature(laxDER: Hex.decode(lax[2]))
    }
  }

  @Test func `the lax reader refuses every truncation`() throws {
    let bytes = try Hex.decode(der)
    for length in bytes.indices {
      #expect(throws: Secp256k1Error.signatureMalformed) {
        try ECDSASignature(laxDER: bytes[..<length])
      }
    }
  }

  @Test func `numbers too large become zeros for the lax reader, as in Core`() throws {
    let key = try PublicKey(decoding: Hex.decode(keyHex))
    for r in [order, String(repeating: "7f", count: 40)] {
      let number = "02" + Hex.encode([UInt8(r.count / 2)]) + r
      let signature = try ECDSASignature(laxDER: Hex.decode("3000" + number + "020101"))
      #expect(signature.compact == [UInt8](repeating: 0, count: 64))
      #expect(signature.isLowS)
      #expect(!key.verifies(signature, of: .zero))
    }
  }
}
