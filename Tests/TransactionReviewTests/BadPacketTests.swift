import BitcoinPSBT
import ReviewFixtures
import Testing
import TransactionReview

@Suite struct BadPacketTests {
  @Test func `every packet of a hostile coordinator is refused`() throws {
    let packets = try BadPacket.all()
    var refused = 0
    for packet in packets {
      guard let psbt = try? PSBT(decoding: packet.bytes) else {
        refused += 1
        continue
      }
      #expect(!packet.name.hasPrefix("malformed"), "\(packet) was read")
      let review = Review(of: psbt, in: packet.machine.context)
      #expect(!review.refusals.isEmpty, "\(packet) was not refused: \(review.findings)")
      if !review.refusals.isEmpty { refused += 1 }
    }
    #expect(refused == packets.count)
    #expect(packets.count > 227)
    #expect(Set(packets.map(\.name)).count == packets.count)
  }

  @Test func `a packet cut at any byte is refused by the reader`() throws {
    let bytes = try HonestPayment.scene().draft.encoded()
    for count in 0..<bytes.count {
      #expect(throws: PSBTError.self) { try PSBT(decoding: Array(bytes[..<count])) }
    }
  }
}
