import Bytes
import Testing

@Suite struct ByteReaderTests {
  @Test func `integers come out in both byte orders`() throws {
    var reader = ByteReader(Array(1...46))
    #expect(try reader.readByte() == 1)
    #expect(try reader.readUInt16LE() == 0x0302)
    #expect(try reader.readUInt16BE() == 0x0405)
    #expect(try reader.readUInt32LE() == 0x0908_0706)
    #expect(try reader.readUInt32BE() == 0x0a0b_0c0d)
    #expect(try reader.readUInt64LE() == 0x1514_1312_1110_0f0e)
    #expect(try reader.readUInt64BE() == 0x1617_1819_1a1b_1c1d)
    #expect(try reader.readInt32LE() == 0x2120_1f1e)
    #expect(try reader.readInt64LE() == 0x2928_2726_2524_2322)
    #expect(reader.offset == 41 && reader.remaining == 5)
    #expect(reader.rest == [42, 43, 44, 45, 46])
    #expect(throws: BytesError.trailing(offset: 41, count: 5)) { try reader.requireEnd() }
    #expect(reader.readRest() == [42, 43, 44, 45, 46])
    try reader.requireEnd()
    #expect(reader.isAtEnd)
  }

  @Test func `what is written is read again`() throws {
    var writer = ByteWriter(capacity: 100)
    writer.writeByte(1)
    writer.writeUInt16LE(0xfffe)
    writer.writeUInt16BE(0xfffd)
    writer.writeUInt32LE(0xffff_fffc)
    writer.writeUInt32BE(0xffff_fffb)
    writer.writeUInt64LE(.max - 1)
    writer.writeUInt64BE(.max - 2)
    writer.writeInt32LE(-3)
    writer.writeInt64LE(-4)
    writer.writeBytes32(Bytes32 { $0.copyBytes(from: 0..<32) })
    writer.writeVarBytes([1, 2, 3])
    writer.writeVarBytes([4, 5][...])
    writer.write([6][...])
    writer.write(7...8)
    var reader = ByteReader(writer.bytes)
    #expect(try reader.readByte() == 1)
    #expect(try reader.readUInt16LE() == 0xfffe)
    #expect(try reader.readUInt16BE() == 0xfffd)
    #expect(try reader.readUInt32LE() == 0xffff_fffc)
    #expect(try reader.readUInt32BE() == 0xffff_fffb)
    #expect(try reader.readUInt64LE() == .max - 1)
    #expect(try reader.readUInt64BE() == .max - 2)
    #expect(try reader.readInt32LE() == -3)
    #expect(try reader.readInt64LE() == -4)
    #expect(try reader.readBytes32().bytes == Array(0..<32))
    #expect(try reader.readVarBytes() == [1, 2, 3])
    #expect(try reader.readVarBytes(max: 2) == [4, 5])
    #expect(try reader.read(3) == [6, 7, 8])
    #expect(writer.count == reader.offset)
  }

  @Test func `every read past the end is refused and moves nothing`() {
    let reads: [(Int, (inout ByteReader) throws(BytesError) -> Void)] = [
      (1, { reader throws(BytesError) in _ = try reader.readByte() }),
      (2, { reader throws(BytesError) in _ = try reader.readUInt16LE() }),
      (4, { reader throws(BytesError) in _ = try reader.readUInt32BE() }),
      (8, { reader throws(BytesError) in _ = try reader.readInt64LE() }),
      (32, { reader throws(BytesError) in _ = try reader.readBytes32() }),
      (7, { reader throws(BytesError) in _ = try reader.read(7) }),
    ]
    for (size, read) in reads {
      for length in 0..<size {
        var reader = ByteReader([UInt8](repeating: 0, count: length))
        #expect(
          throws: BytesError.truncated(offset: 0, needed: size, remaining: length)
        ) { try read(&reader) }
        #expect(reader.offset == 0)
      }
    }
    var reader = ByteReader([1, 2, 3])
    #expect(throws: BytesError.self) { try reader.read(-1) }
    #expect(throws: BytesError.self) { try reader.read(.max) }
  }

  @Test func `a slice is read within its bounds and offsets start at its front`() throws {
    let bytes: [UInt8] = Array(0..<20)
    var reader = ByteReader(bytes[5..<10])
    #expect(try reader.readUInt32LE() == 0x0807_0605)
    #expect(reader.offset == 4 && reader.remaining == 1)
    #expect(throws: BytesError.truncated(offset: 4, needed: 2, remaining: 1)) {
      try reader.readUInt16LE()
    }
    #expect(try reader.read(1) == [9])
  }

  static let sizes: [(UInt64, [UInt8])] = [
    (0, [0]), (0xfc, [0xfc]), (0xfd, [0xfd, 0xfd, 0]), (0xffff, [0xfd, 0xff, 0xff]),
    (0x1_0000, [0xfe, 0, 0, 1, 0]), (0xffff_ffff, [0xfe, 0xff, 0xff, 0xff, 0xff]),
    (0x1_0000_0000, [0xff, 0, 0, 0, 0, 1, 0, 0, 0]), (.max, [UInt8](repeating: 0xff, count: 9)),
  ]

  @Test(arguments: sizes)
  func `CompactSize is written and read in its shortest form`(
    value: UInt64, bytes: [UInt8]
  ) throws {
    var writer = ByteWriter()
    writer.writeCompactSize(value)
    #expect(writer.bytes == bytes)
    #expect(CompactSize.encodedLength(value) == bytes.count)
    var reader = ByteReader(bytes)
    #expect(try reader.readCompactSize() == value)
    for cut in bytes.indices {
      var reader = ByteReader(bytes[..<cut])
      #expect(throws: BytesError.self) { try reader.readCompactSize() }
    }
  }

  @Test(
    arguments: [
      [0xfd, 0xfc, 0], [0xfe, 0xff, 0xff, 0, 0], [0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0],
      [0xfd, 0, 0],
    ] as [[UInt8]])
  func `CompactSize in a longer form is refused`(bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    #expect(throws: BytesError.notMinimal(offset: 0)) { try reader.readCompactSize() }
  }

  @Test func `sizes and counts are checked against what is left before they are believed`() throws {
    var size = ByteReader([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1])
    #expect(throws: BytesError.self) { try size.readVarBytes() }
    var long = ByteReader([3, 1, 2, 3])
    #expect(throws: BytesError.tooLarge(what: "size", value: 3, limit: 2, offset: 0)) {
      try long.readVarBytes(max: 2)
    }
    var count = ByteReader([0xfe, 0xff, 0xff, 0xff, 0xff, 1, 2, 3])
    #expect(throws: BytesError.tooLarge(what: "count", value: 0xffff_ffff, limit: 9, offset: 0)) {
      try count.readCount(minimumElementSize: 1, limit: 9)
    }
    var lie = ByteReader([3, 1, 2, 3, 4, 5])
    #expect(throws: BytesError.truncated(offset: 1, needed: 6, remaining: 5)) {
      try lie.readCount(minimumElementSize: 2, limit: 100)
    }
    var overflow = ByteReader([0xff, 0, 0, 0, 0, 0, 0, 0, 0x40, 1])
    #expect(throws: BytesError.self) {
      try overflow.readCount(minimumElementSize: 1000, limit: .max)
    }
    var honest = ByteReader([2, 1, 2, 3, 4])
    #expect(try honest.readCount(minimumElementSize: 2, limit: 2) == 2)
  }
}
