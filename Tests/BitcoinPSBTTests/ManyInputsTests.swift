import BitcoinPrimitives
import Bytes
import Testing

@testable import BitcoinPSBT

/// PSBTs whose inputs are read on several cores, against the same read one map after the other.
@Suite struct `A packet of many inputs` {
  private static func builder() -> PacketBuilder {
    var builder = PacketBuilder(inputs: 150)
    for index in 0..<150 {
      let path: [UInt8] = [1, 2, 3, 4, UInt8(index), 0, 0, 0]
      builder.inputs[index] = [
        .init(1, [], [UInt8](repeating: 0, count: 8) + [22] + PacketBuilder.p2wpkh),
        .init(6, PacketBuilder.key, path),
      ]
    }
    return builder
  }

  /// What reading on one core makes of the bytes.
  private func oneByOne(_ bytes: [UInt8]) -> Result<[PSBTMap], PSBTError> {
    do throws(PSBTError) {
      var reader = try PSBTReader(bytes[...], limits: .file)
      let transaction = try reader.unsignedTransaction(of: reader.readGlobalMap())
      let counts = (transaction.inputs.count, transaction.outputs.count)
      let after = PSBTLocation(map: .global, keyType: nil, offset: reader.offset)
      guard counts.0 + counts.1 <= reader.remaining else {
        throw .malformed(
          .missingMaps(needed: counts.0 + counts.1, bytesLeft: reader.remaining), at: after)
      }
      var maps: [PSBTMap] = []
      for index in 0..<counts.0 {
        maps.append(try reader.readMap(.input(index), check: InputRules.check))
      }
      for index in 0..<counts.1 {
        _ = try reader.readMap(.output(index), check: OutputRules.check)
      }
      try reader.requireEnd()
      return .success(maps)
    } catch {
      return .failure(error)
    }
  }

  private func whole(_ bytes: [UInt8]) -> Result<[PSBTMap], PSBTError> {
    do throws(PSBTError) {
      return .success(try PSBT(decoding: bytes).inputs.map(\.map))
    } catch {
      return .failure(error)
    }
  }

  @Test func `is read as if by one hand`() throws {
    let bytes = Self.builder().encoded()
    #expect(try whole(bytes).get() == oneByOne(bytes).get())
    #expect(try PSBT(decoding: bytes).encoded() == bytes)
    // A slice that does not begin at zero.
    let shifted = [0, 0, 0] + bytes
    #expect(try PSBT(decoding: shifted[3...]).inputs.map(\.map) == whole(bytes).get())
  }

  @Test func `names the first fault, wherever the threads found one`() throws {
    var builder = Self.builder()
    builder.inputs[140][1] = .init(6, PacketBuilder.notAPoint, [1, 2, 3, 4])
    builder.inputs[60].append(builder.inputs[60][0])
    builder.inputs[20][0] = .init(1, [], [1, 2, 3])
    guard case .failure(.malformed(_, let place)) = whole(builder.encoded()) else {
      Issue.record("a packet with three faults was read")
      return
    }
    #expect(place.map == .input(20) && place.keyType == 1)
    builder.inputs[20][0] = builder.inputs[21][0]
    #expect(whole(builder.encoded()) == oneByOne(builder.encoded()))
    guard case .failure(.malformed(.duplicateKey, let next)) = whole(builder.encoded()) else {
      Issue.record("a key that appears twice was read")
      return
    }
    #expect(next.map == .input(60))
  }

  @Test func `cut short or with a byte changed, says what one hand would say`() {
    let bytes = Self.builder().encoded()
    for length in stride(from: 0, to: bytes.count, by: 211) {
      let cut = Array(bytes.prefix(length))
      #expect(whole(cut) == oneByOne(cut), "\(length) bytes")
    }
    for place in stride(from: 5, to: bytes.count, by: 173) {
      var changed = bytes
      changed[place] ^= 0x81
      #expect(whole(changed) == oneByOne(changed), "byte \(place)")
    }
    for more in [[0], bytes] {
      #expect(whole(bytes + more) == oneByOne(bytes + more))
    }
  }
}
