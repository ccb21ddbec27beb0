import Bytes
import Testing

@testable import BitcoinPSBT

@Suite struct `The limits of a packet` {
  @Test func `ten thousand inputs and outputs are read, one more is refused by name`() throws {
    let most = PacketBuilder(inputs: 10_000, outputs: 10_000).encoded()
    let psbt = try PSBT(decoding: most)
    #expect(psbt.inputs.count == 10_000)
    #expect(psbt.encoded() == most)
    let more = PacketBuilder(inputs: 10_001).encoded()
    let location = PSBTLocation(map: .global, keyType: 0, offset: 5 + 2 + 5)
    #expect(
      throws: PSBTError.malformed(.tooMany("inputs", count: 10_001, limit: 10_000), at: location)
    ) { try PSBT(decoding: more) }
  }

  @Test func `ten thousand keys fit in a map, one more does not`() throws {
    var builder = PacketBuilder()
    builder.inputs[0] = (0..<10_000).map { .init(0xF0, [UInt8($0 >> 8), UInt8($0 & 255)], []) }
    #expect(try PSBT(decoding: builder.encoded()).inputs[0].map.fields.count == 10_000)
    builder.inputs[0].append(.init(0xF1, [], []))
    #expect {
      try PSBT(decoding: builder.encoded())
    } throws: { error in
      guard case .malformed(.tooManyKeys(10_000), let place)? = error as? PSBTError else {
        return false
      }
      return place.map == .input(0) && place.keyType == 0xF1
    }
  }

  @Test(arguments: [2, 11, 12, 13, 14, 100, 9_999])
  func `a key that comes back is found, however many stand between`(count: Int) {
    var builder = PacketBuilder()
    builder.inputs[0] = (0..<count).map { .init(0xF0, [UInt8($0 >> 8), UInt8($0 & 255)], []) }
    for place in [0, count / 2, count - 1] {
      var twice = builder
      twice.inputs[0].append(builder.inputs[0][place])
      #expect {
        try PSBT(decoding: twice.encoded())
      } throws: { error in
        guard case .malformed(.duplicateKey, _)? = error as? PSBTError else { return false }
        return true
      }
    }
  }

  @Test func `the size is checked before anything else`() {
    let bytes = PacketBuilder().encoded()
    let limits = PSBTLimits(bytes: bytes.count - 1)
    let expected = PSBTError.tooLarge(bytes: bytes.count, limit: bytes.count - 1)
    #expect(throws: expected) { try PSBT(decoding: bytes, limits: limits) }
    #expect(throws: Never.self) {
      try PSBT(decoding: bytes, limits: PSBTLimits(bytes: bytes.count))
    }
    #expect(throws: PSBTError.self) { try PSBT(base64: Base64.encode(bytes), limits: limits) }
    #expect(throws: expected) { try PSBT(hex: Hex.encode(bytes), limits: limits) }
    #expect(PSBTLimits.file.bytes == 100_000_000)
    #expect(PSBTLimits.qr.bytes == 16_000_000)
  }

  @Test func `sixteen megabytes in ten thousand inputs are read without a copy of any field`()
    throws
  {
    var builder = PacketBuilder(inputs: 10_000, outputs: 2)
    let previous = PacketBuilder.transaction(
      inputs: 1, outputs: 1, scriptPubKey: [UInt8](repeating: 0x51, count: 1_500))
    for index in 0..<10_000 { builder.inputs[index] = [.init(0, [], previous)] }
    let bytes = builder.encoded()
    #expect(bytes.count > 15_000_000)
    let psbt = try PSBT(decoding: bytes)
    try bytes.withUnsafeBufferPointer { all in
      let range = try #require(all.baseAddress)..<(all.baseAddress! + all.count)
      for input in psbt.inputs {
        for field in input.map.fields {
          let start = field.value.withUnsafeBufferPointer { $0.baseAddress! }
          #expect(range.contains(start))
        }
      }
    }
    #expect(psbt.encoded() == bytes)
  }
}
