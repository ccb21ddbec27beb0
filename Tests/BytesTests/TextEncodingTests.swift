import Bytes
import TestSupport
import Testing

@Suite struct HexTests {
  @Test func `both cases are read and lower case is written`() throws {
    #expect(try Hex.decode("00fFAb09") == [0, 0xff, 0xab, 9])
    #expect(Hex.encode([0, 0xff, 0xab, 9]) == "00ffab09")
    #expect(try Hex.decode("") == [])
    #expect(try Hex.decode(Hex.encode(0...255)) == Array(0...255))
  }

  @Test(arguments: [
    "0", "000", "0g", "g0", " 00", "00 ", "0x00", "00\n", "é0", "０0", ":0", "@a", "`a",
  ])
  func `anything but pairs of digits is refused`(text: String) {
    #expect(throws: BytesError.self) { try Hex.decode(text) }
  }

  @Test func `the first wrong character is named`() {
    #expect(throws: BytesError.invalidCharacter(encoding: "hex", offset: 3)) {
      try Hex.decode("012zz")
    }
    #expect(throws: BytesError.malformed(format: "hex", reason: "odd number of digits", offset: 2))
    { try Hex.decode("012") }
  }
}

@Suite struct Bytes32Tests {
  let value = Bytes32 { $0.copyBytes(from: 0..<32) }

  @Test func `exactly 32 bytes are taken, in their order`() {
    #expect(Bytes32(Array(0..<32)) == value)
    #expect(Bytes32([UInt8](repeating: 0, count: 31)) == nil)
    #expect(Bytes32([UInt8](repeating: 0, count: 33)) == nil)
    #expect(value.bytes == Array(0..<32))
    #expect(value[0] == 0 && value[31] == 31)
    #expect(Bytes32(Array(0..<64)[16..<48])?.bytes == Array(16..<48))
  }

  @Test func `hexadecimal goes both ways and in both directions`() throws {
    #expect(value.hex.hasPrefix("00010203") && value.reversedHex.hasPrefix("1f1e1d1c"))
    #expect(try Bytes32(hex: value.hex) == value)
    #expect(try Bytes32(reversedHex: value.reversedHex) == value)
    #expect(value.reversed.bytes == Array((0..<32).reversed()))
    #expect(throws: BytesError.wrongLength(what: "value", expected: 32, found: 1)) {
      try Bytes32(hex: "00")
    }
  }

  @Test func `the order is that of the bytes`() {
    for index in 0..<32 {
      var larger = value.bytes
      larger[index] += 1
      #expect(Bytes32(larger).map { value < $0 && !($0 < value) } == true)
    }
    #expect(!(value < value))
  }
}

@Suite struct Base58Tests {
  // Bitcoin Core, src/test/data/base58_encode_decode.json.
  static let known = [
    ("", ""), ("61", "2g"), ("626262", "a3gV"), ("636363", "aPEr"),
    ("73696d706c792061206c6f6e6720737472696e67", "2cFupjhnEsSn59qHXstmK2ffpLv2"),
    ("00eb15231dfceb60925886b67d065299925915aeb172c06647", "1NS17iag9jJgTHD1VXjvLCEnZuQ3rJDE9L"),
    ("516b6fcd0f", "ABnLTmg"), ("10c8511e", "Rt5zm"), ("00000000000000000000", "1111111111"),
  ]

  @Test(arguments: known)
  func `known texts are read and written`(hex: String, text: String) throws {
    #expect(Base58.encode(try Hex.decode(hex)) == text)
    #expect(Hex.encode(try Base58.decode(text)) == hex)
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `Bitcoin Core's texts are read and written`() throws {
    let pairs = try Vectors.json("bitcoin-core/base58_encode_decode.json").arrayValue ?? []
    #expect(pairs.count > 10)
    for pair in pairs {
      let hex = try #require(pair[0]?.stringValue)
      let text = try #require(pair[1]?.stringValue)
      #expect(Base58.encode(try Hex.decode(hex)) == text)
      #expect(Hex.encode(try Base58.decode(text, maxLength: 400)) == hex.lowercased())
    }
  }

  @Test(arguments: ["0", "O", "I", "l", " 1", "1 ", "1\n", "é"])
  func `characters outside of the alphabet are refused`(text: String) {
    #expect(throws: BytesError.self) { try Base58.decode(text) }
  }

  @Test func `text longer than the cap is refused before any work`() {
    let text = String(repeating: "z", count: 5_000_000)
    #expect(
      throws: BytesError.tooLarge(what: "base58 text", value: 5_000_000, limit: 256, offset: 0)
    ) { try Base58.decode(text) }
  }
}

@Suite struct Base64Tests {
  // RFC 4648 section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `the vectors of RFC 4648 are read and written`(plain: String, text: String) throws {
    #expect(Base64.encode(Array(plain.utf8)) == text)
    #expect(try Base64.decode(text) == Array(plain.utf8))
  }

  @Test func `every length goes round`() throws {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 250) }
      let text = Base64.encode(bytes)
      #expect(try Base64.decode(text) == bytes)
      for cut in 1..<4 where text.count > cut {
        #expect(throws: BytesError.self) { try Base64.decode(text.dropLast(cut)) }
      }
    }
  }

  @Test(arguments: [
    "Zg", "Zg=", "Zg===", "Z===", "====", "=", "Zh==", "Zm9=", "Zm8=Zm8=", "Zm9v\n", " Zm9v",
    "Zm-v", "Zm_v", "Zg==Zg==", "Zm9vé",
  ])
  func `what strict readers refuse is refused`(text: String) {
    #expect(throws: BytesError.self) { try Base64.decode(text) }
  }
}

@Suite struct Bech32Tests {
  @Test func `the short way to a witness program writes what the long way does`() throws {
    for length in 0...42 {
      for version in UInt8(0)...16 {
        let program = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 37 + Int(version) * 11) }
        for prefix in ["bc", "tb", "bcrt", "a", String(repeating: "x", count: 40)] {
          let long = try? Bech32.encode(
            hrp: prefix, values: [version] + Bech32.fiveBitValues(of: program),
            variant: version == 0 ? .bech32 : .bech32m)
          #expect(Bech32.encode(hrp: prefix, version: version, program: program[...]) == long)
        }
      }
    }
    for prefix in ["", "Bc", "b c", "é", String(repeating: "x", count: 84)] {
      #expect(Bech32.encode(hrp: prefix, version: 0, program: [1, 2][...]) == nil)
    }
  }

  @Test(
    .enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"),
    arguments: [
      ("bip173/bech32_strings.json", Bech32.Variant.bech32),
      ("bip350/bech32m_strings.json", Bech32.Variant.bech32m),
    ])
  func `the strings of BIP-173 and BIP-350 are judged right`(
    path: String, variant: Bech32.Variant
  ) throws {
    let cases = try Vectors.cases(path)
    #expect(cases.count >= 19)
    for testCase in cases {
      let latin1 = try Hex.decode(try #require(testCase.input["string_hex_latin1"]?.stringValue))
      let text = String(String.UnicodeScalarView(latin1.map { Unicode.Scalar($0) }))
      let isValid = testCase.expect["valid"] == true
      let decoded = try? Bech32.decode(text)
      #expect((decoded?.variant == variant) == isValid, "\(testCase.name)")
      if isValid, let decoded {
        let again = try Bech32.encode(
          hrp: decoded.hrp, values: decoded.values, variant: decoded.variant)
        #expect(again == text.lowercased())
      }
    }
  }

  @Test(arguments: [
    ("A12UEL5L", Bech32.Variant.bech32), ("A1LQFN3A", .bech32m),
    ("split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w", .bech32),
    ("split1checkupstagehandshakeupstreamerranterredcaperredlc445v", .bech32m),
    ("?1ezyfcl", .bech32), ("?1v759aa", .bech32m),
  ])
  func `valid strings go round`(text: String, variant: Bech32.Variant) throws {
    let decoded = try Bech32.decode(text)
    #expect(decoded.variant == variant)
    #expect(
      try Bech32.encode(hrp: decoded.hrp, values: decoded.values, variant: variant)
        == text.lowercased())
  }

  @Test func `every single changed or missing character is noticed`() {
    let text = Array("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")
    for index in text.indices {
      for other in "qpzry9x8gf2tvdw0s3jn54khce6mua7lb1" where other != text[index] {
        var changed = text
        changed[index] = other
        #expect(throws: BytesError.self) { try Bech32.decode(String(changed)) }
      }
      #expect(throws: BytesError.self) { try Bech32.decode(String(text[..<index])) }
    }
  }

  @Test func `nothing outside of its rules is written`() {
    #expect(throws: BytesError.self) { try Bech32.encode(hrp: "", values: [], variant: .bech32) }
    #expect(throws: BytesError.self) { try Bech32.encode(hrp: "Bc", values: [], variant: .bech32) }
    #expect(throws: BytesError.self) { try Bech32.encode(hrp: "b c", values: [], variant: .bech32) }
    #expect(throws: BytesError.self) {
      try Bech32.encode(hrp: "bc", values: [32], variant: .bech32)
    }
    #expect(throws: BytesError.self) {
      try Bech32.encode(
        hrp: "bc", values: [UInt8](repeating: 0, count: 82), variant: .bech32)
    }
  }

  @Test func `regrouping goes round and refuses dirty padding`() throws {
    for count in 0..<42 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 91 &+ 3) }
      let values = Bech32.fiveBitValues(of: bytes)
      #expect(values.allSatisfy { $0 < 32 })
      #expect(try Bech32.bytes(ofFiveBitValues: values) == bytes)
      if count % 5 != 0, let last = values.last {
        #expect(throws: BytesError.invalidPadding(encoding: "bech32")) {
          try Bech32.bytes(ofFiveBitValues: values.dropLast() + [last | 1])
        }
      }
      // Five bits or more beyond the last byte are a value too many.
      if (values.count + 1) * 5 % 8 >= 5 {
        #expect(throws: BytesError.invalidPadding(encoding: "bech32")) {
          try Bech32.bytes(ofFiveBitValues: values + [0])
        }
      }
    }
    #expect(throws: BytesError.self) { try Bech32.bytes(ofFiveBitValues: [0, 32]) }
  }
}

@Suite struct Base43Tests {
  // Electrum, tests/test_bitcoin.py, and the zero bytes that its rule keeps.
  @Test(arguments: [("000170736274ff", "05ZEO$1Y8"), ("", ""), ("00", "0"), ("0000", "00")])
  func `known texts are read and written`(hex: String, text: String) throws {
    #expect(Hex.encode(try Base43.decode(text)) == hex)
    #expect(Base43.encode(try Hex.decode(hex)) == text)
  }

  @Test func `what is written is read back, whatever its length`() throws {
    for count in 0...80 {
      for first in [0, 1, 42, 255] as [UInt8] {
        let bytes = (0..<count).map { $0 == 0 ? first : UInt8(truncatingIfNeeded: $0 &* 197) }
        #expect(try Base43.decode(Base43.encode(bytes)) == bytes)
      }
    }
  }

  @Test(arguments: [" 0", "a", "0%", "É", "0\n"])
  func `characters outside of the alphabet are refused`(text: String) {
    #expect(throws: BytesError.self) { try Base43.decode(text) }
  }

  @Test func `text longer than the cap is refused before any work`() {
    let text = String(repeating: "Z", count: 5_000_000)
    #expect(
      throws: BytesError.tooLarge(what: "base43", value: 5_000_000, limit: 30_000, offset: 0)
    ) { try Base43.decode(text) }
  }
}
