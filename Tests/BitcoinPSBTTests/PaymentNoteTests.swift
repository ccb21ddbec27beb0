import BitcoinPrimitives
import Bytes
import Testing

@testable import BitcoinPSBT

/// The note to those who sign, as docs/formats.md has it.
@Suite struct PaymentNoteTests {
  private static func packet() throws -> PSBT {
    // The smallest PSBT there is in BIP-174's vectors: one input, two outputs.
    try PSBT(
      decoding: Hex.decode(
        "70736274ff0100750200000001268171371edff285e937adeea4b37b78000c0566cbb3ad64641713ca42171bf60000000000feffffff"
          + "02d3dff505000000001976a914d0c59903c5bac2868760e90fd521a4665aa7652088ac00e1f5050000000017a9143545e6e33b832c47"
          + "050f24d3eeb93c9c03948bc787b32e130000000000"))
  }

  @Test func `a note is read as it was written, byte for byte`() throws {
    var packet = try Self.packet()
    let before = packet.encoded()
    #expect(packet.global.note == nil)
    packet.global.setNote("Miete, 5月")
    let field = try Hex.decode(
      "0d" + "fc0a64726177627269646765" + "02" + "0b" + "4d696574652c2035e69c88")
    #expect(packet.encoded().firstRange(of: field) != nil)
    #expect(try PSBT(decoding: packet.encoded()).global.note == "Miete, 5月")
    packet.global.setNote("another")
    #expect(packet.global.note == "another")
    #expect(packet.global.map.fields.count { PaymentNote.isField($0) } == 1)
    packet.global.setNote(nil)
    #expect(packet.encoded() == before)
  }

  @Test func `what cannot be a note is none`() throws {
    let long = String(repeating: "a", count: 201)
    for text in [
      "", "two\nlines", "bell\u{7}", "\u{9b}31m", long, String(repeating: "é", count: 101),
    ] {
      #expect(!PaymentNote.isOne(text), "\(text)")
      var packet = try Self.packet()
      packet.global.setNote(text)
      #expect(packet.global.note == nil)
      packet.global.setNote("x")
      let field = try #require(packet.global.map.fields.first(where: PaymentNote.isField))
      packet.global.setUnchecked(
        PSBTField(type: field.type, keyData: Array(field.keyData), value: Array(text.utf8)[...]))
      #expect(packet.global.note == nil, "\(text)")
    }
    #expect(PaymentNote.isOne(String(repeating: "é", count: 100)))
    var packet = try Self.packet()
    packet.global.setNote("x")
    let field = try #require(packet.global.map.fields.first(where: PaymentNote.isField))
    // Not UTF-8, and the next part.
    packet.global.setUnchecked(
      PSBTField(type: field.type, keyData: Array(field.keyData), value: [0xff]))
    #expect(packet.global.note == nil)
    packet.global.setNote(nil)
    packet.global.setUnchecked(
      PSBTField(type: field.type, keyData: field.keyData.dropLast() + [3], value: [0x61]))
    #expect(packet.global.note == nil)
  }
}
