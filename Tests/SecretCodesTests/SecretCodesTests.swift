import Bytes
import Hashes
import Refusals
import SecretCodes
import SecretSamples
import SecureMemory
import Testing

@Suite struct SecretCodesTests {
  private func read(_ secret: consuming SecretBytes?) -> String? {
    if let secret { hex(secret) } else { nil }
  }

  @Test func `hexadecimal text goes both ways, and nothing else is read`() throws {
    let bytes = try secret(hex: "00ff10a7")
    #expect(text(SecretHex.encode(bytes)) == "00ff10a7")
    #expect(read(SecretHex.decode(secret("00Ff10A7"))) == "00ff10a7")
    for wrong in ["0", "0g", "00 f", "@0", "\u{e9}"] {
      let isRead = SecretHex.decode(secret(wrong)) != nil
      #expect(!isRead, "\(wrong)")
    }
  }

  @Test(arguments: [1, 33, 34, 38, 39, 78])
  func `Base58Check is the same as over public bytes`(count: Int) throws {
    let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 73 + 4) }
    let written = text(SecretBase58Check.encode(SecretBytes(notSecret: payload)))
    #expect(written == Base58Check.encode(payload))
    let read = try SecretBase58Check.decode(secret(" \(written)\n"), counts: [count])
    #expect(hex(read) == Hex.encode(payload))
    #expect(throws: BytesError.self) {
      _ = try SecretBase58Check.decode(secret(written), counts: [count + 1])
    }
    let wrong = String(written.dropLast()) + (written.last == "1" ? "2" : "1")
    #expect(throws: BytesError.checksumMismatch(encoding: "base58")) {
      _ = try SecretBase58Check.decode(secret(wrong), counts: [count])
    }
  }

  @Test func `a character that is none of Base58 is refused with its place`() throws {
    #expect(throws: BytesError.invalidCharacter(encoding: "base58", offset: 2)) {
      _ = try SecretBase58Check.decode(secret("5K0"), counts: [33])
    }
    #expect(throws: BytesError.tooLarge(what: "base58 text", value: 201, limit: 200, offset: 0)) {
      _ = try SecretBase58Check.decode(
        secret(String(repeating: "5", count: 201)), counts: [33])
    }
  }

  @Test func `bytewords go both ways in both styles`() throws {
    let payload = try secret(hex: "00010280ff")
    for isMinimal in [false, true] {
      let words = SecretBytewords.encode(payload, isMinimal: isMinimal)
      let read = try words.withUnsafeBytes { text throws(SecretBytewordsError) in
        try SecretBytewords.decode(text)
      }
      #expect(hex(read) == "00010280ff")
    }
  }

  @Test(arguments: [
    ("able acid also lava", SecretBytewordsError.tooShort),
    ("able acid also lava zoom jade need echz", .word(position: 8)),
    ("able acid also lava zoom jade need acid", .checksum), ("aea", .word(position: 2)),
    (String(repeating: "able ", count: 300), .tooLong(limit: 1024)),
  ])
  func `bytewords that are none are refused`(words: String, error: SecretBytewordsError) {
    #expect(throws: error) {
      try secret(words).withUnsafeBytes { text throws(SecretBytewordsError) in
        _ = try SecretBytewords.decode(text)
      }
    }
    #expect(!error.description.isEmpty && !error.hint.isEmpty && error.rule == nil)
  }

  @Test func `a resource goes both ways, in either case and of its types alone`() throws {
    for isUpperCase in [false, true] {
      let written = text(
        SecretResource.encode("seed", try secret(hex: "00010280ff"), isUpperCase: isUpperCase))
      #expect(written.hasPrefix(isUpperCase ? "UR:SEED/AEAD" : "ur:seed/aead"))
      let read = try SecretResource(parsing: secret(" \(written)\n"), types: ["bip39", "seed"])
      #expect(read.type == "seed" && hex(read.message) == "00010280ff")
      #expect(throws: SecretResourceError.resource) {
        _ = try SecretResource(parsing: secret(written), types: ["bip39"])
      }
    }
    for several in ["ur:seed/", "ur:seed/1-2/aead", "ur:seed/ae-ad", "seed"] {
      #expect(throws: SecretResourceError.resource, "\(several)") {
        _ = try SecretResource(parsing: secret(several), types: ["seed"])
      }
    }
    #expect(throws: SecretResourceError.bytewords(.checksum)) {
      _ = try SecretResource(parsing: secret("ur:seed/aeadaolazmae"), types: ["seed"])
    }
  }

  @Test func `words that a person remembers are one text however they are typed`() throws {
    let typed = secret("  Caf\u{e9}\t AU\n lait ")
    let canonical = try SpokenWords.canonical(typed)
    #expect(text(canonical).utf8.elementsEqual("cafe\u{301} au lait".utf8))
    #expect(SpokenWords.count(canonical) == 3)
    #expect(throws: SecretUnicodeError.tooLong(limit: 4096)) {
      _ = try SpokenWords.canonical(SecretBytes(count: 4097))
    }
    #expect(throws: SecretUnicodeError.notUnicode) {
      _ = try SpokenWords.canonical(SecretBytes(notSecret: [0xff, 0xfe]))
    }
    #expect(SecretUnicodeError.tooLong(limit: 4096).rule == .r18)
    #expect(SecretUnicodeError.notUnicode.rule == nil)
  }

  @Test func `CBOR is read item by item, and what is longer than it must be is refused`() throws {
    var reader = SecretCBORReader(try secret(hex: "a201420a0b0263616263"))
    let map = reader.head()
    #expect(map?.kind == .map && map?.value == 2)
    _ = reader.head()
    let string = reader.head()
    #expect(string?.kind == .bytes && string?.value == 2)
    let content = read(reader.content(2))
    #expect(content == "0a0b")
    _ = reader.head()
    let isPassedOver = reader.skip()
    #expect(isPassedOver)
    let isAtEnd = reader.isAtEnd
    #expect(isAtEnd)
    for wrong in ["1817", "190017", "1a0000ffff", "58", "1c"] {
      var reader = SecretCBORReader(try secret(hex: wrong))
      let isRead = reader.head() != nil
      #expect(!isRead, "\(wrong)")
    }
    var cut = SecretCBORReader(try secret(hex: "430a0b"))
    _ = cut.head()
    let isWhole = cut.content(3) != nil
    #expect(!isWhole)
  }
}
