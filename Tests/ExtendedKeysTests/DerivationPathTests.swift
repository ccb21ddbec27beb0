import ExtendedKeys
import TestSupport
import Testing

@Suite struct DerivationPathTests {
  @Test(arguments: [
    ("m", "m"), ("m/0", "m/0"), ("0", "m/0"), ("m/84h/0h/0h", "m/84h/0h/0h"),
    ("84'/0'/0'", "m/84h/0h/0h"), ("m/2147483647h/2147483647", "m/2147483647h/2147483647"),
    ("m/00", "m/0"),
  ])
  func `paths are printed canonically`(text: String, canonical: String) throws {
    let path = try DerivationPath(parsing: text)
    #expect(path.description == canonical)
    #expect(try DerivationPath(parsing: path.description) == path)
  }

  @Test(arguments: [
    ("", 1), ("/", 1), ("m/", 3), ("m//0", 3), ("m/0/", 5), ("m0", 2), ("M/0", 1), ("m/-1", 3),
    ("m/ 1", 3), ("m/1 ", 4), ("m/1hh", 5), ("m/1h'", 5), ("m/h", 3), ("m/2147483648", 3),
    ("m/99999999999999999999999999", 3), ("m/0x1", 4), ("m/1/m", 5), ("m/\u{661}", 3),
    ("m/1H", 4), ("m/*", 3),
  ])
  func `misspelt paths are refused at the character`(text: String, position: Int) {
    do {
      _ = try DerivationPath(parsing: text)
      Issue.record("\(text) was read")
    } catch {
      guard case .path(position, _) = error else {
        Issue.record("\(text): \(error)")
        return
      }
    }
  }

  @Test func `more than 255 steps are refused`() throws {
    let most = "m" + String(repeating: "/2147483647h", count: 255)
    let path = try DerivationPath(parsing: most)
    #expect(path.count == 255)
    #expect(path.description == most)
    #expect(throws: ExtendedKeyError.tooDeep) { try DerivationPath(parsing: most + "/0") }
    #expect(throws: ExtendedKeyError.tooDeep) { try path.appending(ChildNumber(0)) }
    #expect(throws: ExtendedKeyError.tooDeep) {
      try DerivationPath(parsing: String(repeating: "0/", count: 1_000_000) + "0")
    }
    #expect(throws: ExtendedKeyError.tooDeep) {
      try DerivationPath(decoding: [UInt8](repeating: 0, count: 1024)[...])
    }
  }

  @Test func `bytes are little-endian and survive the round trip`() throws {
    let path = try DerivationPath(parsing: "m/84h/1")
    #expect(path.encoded() == [84, 0, 0, 0x80, 1, 0, 0, 0])
    #expect(try DerivationPath(decoding: path.encoded()[...]) == path)
    for length in [1, 2, 3, 5, 6, 7] {
      #expect(throws: ExtendedKeyError.self) {
        try DerivationPath(decoding: path.encoded()[..<length])
      }
    }
  }

  @Test func `child numbers know their kind and their end`() throws {
    let hardened = try ChildNumber(hardened: 5)
    #expect(hardened.isHardened)
    #expect(hardened.index == 5)
    #expect(hardened.rawValue == 0x8000_0005)
    #expect(try ChildNumber(5).hardened == hardened)
    #expect(hardened.next?.description == "6h")
    #expect(try ChildNumber(0x7fff_ffff).next == nil)
    #expect(try ChildNumber(hardened: 0x7fff_ffff).next == nil)
    #expect(throws: ExtendedKeyError.indexTooLarge(0x8000_0000)) { try ChildNumber(0x8000_0000) }
    #expect(throws: ExtendedKeyError.indexTooLarge(0x8000_0000)) {
      try ChildNumber(hardened: 0x8000_0000)
    }
  }
}

@Suite struct KeyOriginTests {
  @Test func `origins survive the round trip as text and as bytes`() throws {
    for text in ["d34db33f", "d34db33f/84h/0h/0h", "00000000/1"] {
      let origin = try KeyOrigin(parsing: text)
      #expect(origin.description == text)
      #expect(try KeyOrigin(decoding: origin.encoded()[...]) == origin)
    }
    #expect(try KeyOrigin(parsing: "D34DB33F/1'").description == "d34db33f/1h")
  }

  @Test(arguments: [
    "", "d34db33", "d34db33f/", "d34db33f//1", "d34db33fx", "d34db33g/1", "d34db33f/m",
    "d34db33f/m/1", "d34db33f/84h/", " d34db33f", "d34db33ff/1", "+34db33f",
  ])
  func `misspelt origins are refused`(text: String) {
    #expect(throws: ExtendedKeyError.self) { try KeyOrigin(parsing: text) }
  }

  @Test func `truncated bytes are refused`() throws {
    let bytes = try KeyOrigin(parsing: "d34db33f/84h/0h").encoded()
    for length in bytes.indices where length != 4 && length != 8 {
      #expect(throws: ExtendedKeyError.self) { try KeyOrigin(decoding: bytes[..<length]) }
    }
  }
}
