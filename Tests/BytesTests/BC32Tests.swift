import Bytes
import Testing

/// BCR-2020-004: its two examples, and that nothing else passes.
@Suite struct BC32Tests {
  @Test(arguments: [
    ("48656c6c6f20776f726c64", "fpjkcmr0ypmk7unvvsh4ra4j"),
    (
      "d934063e82001eec0585ee41ab5d8e4b703a4be1f73aec21e143912c56",
      "my6qv05zqq0wcpv9aeq6khvwfdcr5jlp7uawcg0pgwgjc4shjm6xu"
    ),
  ])
  func `the published examples go both ways`(hex: String, text: String) throws {
    let bytes = try Hex.decode(hex)
    #expect(BC32.encode(bytes) == text)
    #expect(try BC32.decode(text.utf8, maxLength: 100) == bytes)
    #expect(try BC32.decode(text.uppercased().utf8, maxLength: 100) == bytes)
  }

  @Test func `one wrong character, a cut or a foreign one is refused`() {
    let text = Array("fpjkcmr0ypmk7unvvsh4ra4j".utf8)
    for index in text.indices {
      var wrong = text
      wrong[index] = wrong[index] == UInt8(ascii: "q") ? UInt8(ascii: "p") : UInt8(ascii: "q")
      #expect(throws: BytesError.self) { try BC32.decode(wrong, maxLength: 100) }
    }
    for bad in ["", "fpjk", "fpjkcmr0ypmk7unvvsh4ra4", "fpjkcmr0ypmk7unvvsh4ra4b", "\u{e9}pjkcmr"] {
      #expect(throws: BytesError.self, "\(bad)") { try BC32.decode(bad.utf8, maxLength: 100) }
    }
    #expect(throws: BytesError.self) { try BC32.decode(text, maxLength: 23) }
  }
}
