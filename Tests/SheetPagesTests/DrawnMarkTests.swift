import SheetPages
import Testing

@Suite struct DrawnMarkTests {
  /// CRC-32 as PNG has it (RFC 2083, 3.4), bit by bit.
  private func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var sum: UInt32 = 0xffff_ffff
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xedb8_8320 : 0) }
    }
    return ~sum
  }

  @Test func `the mark is a whole chunk of PNG`() {
    let chunk = DrawnMark.chunk
    let number = { (bytes: ArraySlice<UInt8>) in bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
    #expect(checksum("123456789".utf8) == 0xcbf4_3926)
    #expect(Int(number(chunk[0..<4])) == chunk.count - 12)
    #expect(chunk[4..<8].elementsEqual("tEXt".utf8))
    #expect(number(chunk.suffix(4)) == checksum(chunk[4..<chunk.count - 4]))
  }

  @Test func `it is found at its place alone, and whole`() {
    let before = [UInt8](repeating: 7, count: DrawnMark.place)
    #expect(DrawnMark.isIn(before + DrawnMark.chunk))
    #expect(DrawnMark.isIn(before + DrawnMark.chunk + [1, 2, 3]))
    #expect(!DrawnMark.isIn(before + DrawnMark.chunk.dropLast()))
    #expect(!DrawnMark.isIn(before.dropLast() + DrawnMark.chunk))
    #expect(!DrawnMark.isIn([]))
  }
}
