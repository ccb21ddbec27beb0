import Bytes
import Testing

@Suite struct AlphabetTests {
  @Test(arguments: [Alphabet.base58, .base64, .base85, .bech32])
  func `without a table the characters and numbers are the same`(alphabet: Alphabet) {
    #expect(Set(alphabet.characters).count == alphabet.characters.count)
    for (value, character) in alphabet.characters.enumerated() {
      #expect(alphabet.character(ofSecret: UInt8(value)) == character)
    }
    for byte in UInt8.min...UInt8.max {
      let value = alphabet.values[Int(byte)]
      #expect(alphabet.value(ofSecret: byte) == (value == 255 ? nil : value))
    }
  }

  @Test func `digits of hexadecimal text are the usual ones, in either case`() {
    #expect((0..<16).map { Hex.digit($0) } == Array("0123456789abcdef".utf8))
    for byte in UInt8.min...UInt8.max {
      let digit = Character(Unicode.Scalar(byte))
      let value = digit.isASCII ? digit.hexDigitValue.map { UInt8($0) } : nil
      #expect(Hex.value(byte) == value)
    }
  }

  @Test func `a number that is larger than its memory is told`() {
    let digits = [UInt8](repeating: 57, count: 11)
    for (count, fits) in [(7, false), (8, false), (9, true)] {
      var bytes = [UInt8](repeating: 0, count: count)
      let isWhole = digits.withUnsafeBytes { digits in
        bytes.withUnsafeMutableBytes { Base58.convert(digits: digits, intoBytes: $0) }
      }
      #expect(isWhole == fits)
    }
  }
}
