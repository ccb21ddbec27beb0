import Bytes
import TestSupport
import Testing

@testable import QRTransport

@Suite struct URTests {
  /// BCR-2020-006: the seed example.
  @Test func `the example of the standard reads in any case and is written in upper case`() throws {
    let text = "ur:seed/oeadgdstaslplabghydrpfmkbggufgludprfgmaotpiecffltnlpqdenos"
    let ur = try UR(parsing: text)
    #expect(ur.type == "seed")
    #expect(Hex.encode(ur.cbor) == "a20150c7098580125e2ab0981253468b2dbc5202d8641947da")
    #expect(ur.text == text.uppercased())
    #expect(try UR(parsing: text.uppercased()) == ur)
    #expect(try UR(parsing: "uR:" + text.dropFirst(3)) == ur)
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `every text of the registry reads to its CBOR and back`() throws {
    let cases = try Vectors.cases("ur/registry.json")
    #expect(cases.count >= 24)
    for vector in cases {
      guard let text = vector.input["ur"]?.stringValue else { continue }
      let ur = try UR(parsing: text)
      #expect(ur.type == vector.expect["type"]?.stringValue)
      #expect(Hex.encode(ur.cbor) == vector.expect["cbor_hex"]?.stringValue)
      #expect(ur.text == text.uppercased())
    }
  }

  @Test(arguments: [
    "", "ur", "ur:", "ur:/", "ur:bytes", "ur:bytes/", "ur://aeadaolazmjendeoti",
    "ur:byt_es/aeadaolazmjendeoti", "ur:bytes/1-2", "ur:bytes/0-2/aeadaolazmjendeoti",
    "ur:bytes/1-0/aeadaolazmjendeoti", "ur:bytes/01-2/aeadaolazmjendeoti",
    "ur:bytes/1-2-3/aeadaolazmjendeoti", "ur:bytes/a-b/aeadaolazmjendeoti",
    "ur:bytes/1-2/3-4/aeadaolazmjendeoti", "ur:bytes/aeadaolazmjendeot",
    "ur:bytes/99999999999-99999999999/aeadaolazmjendeoti", "xx:bytes/aeadaolazmjendeoti",
    "ur:bytes/+1-2/aeadaolazmjendeoti", "ur:b\u{FFFD}/aeadaolazmjendeoti",
  ])
  func `a malformed text is refused`(text: String) {
    #expect(throws: QRTransportError.self) { try UR(parsing: text) }
  }

  @Test func `types are checked on both ways`() throws {
    #expect(throws: QRTransportError.invalidType(position: 0)) { try UR(type: "", cbor: [0]) }
    #expect(throws: QRTransportError.invalidType(position: 2)) { try UR(type: "ab c", cbor: [0]) }
    #expect(throws: QRTransportError.invalidType(position: 64)) {
      try UR(type: String(repeating: "a", count: 65), cbor: [0])
    }
    #expect(throws: QRTransportError.messageTooLong(bytes: 16_000_001, limit: 16_000_000)) {
      try UR(type: "bytes", cbor: [UInt8](repeating: 0, count: 16_000_001))
    }
  }

  @Test func `a text cut or damaged anywhere is refused`() throws {
    let encoder = try UREncoder(Fixtures.ur(300), maxFragmentLength: 40)
    for text in [try Fixtures.ur(60).text, encoder.part(3).text, encoder.part(40).text] {
      let frame = Array(text.utf8)
      for length in 0..<frame.count {
        var collector = FrameCollector()
        // Short of "ur:" and a letter a frame claims nothing: it is plain text then.
        guard length > 3 else { continue }
        #expect(throws: QRTransportError.self) {
          try collector.receive(Array(frame.prefix(length)))
        }
      }
      for position in (frame.firstIndex(of: 0x2F) ?? 0)..<frame.count {
        for bit in 0..<8 {
          var damaged = frame
          damaged[position] ^= 1 << UInt8(bit)
          // The same letter in lower case is the same frame; without its slash a path is a type like any other.
          if bit == 5, (0x41...0x5A).contains(frame[position]) { continue }
          if frame[position] == 0x2F { continue }
          var collector = FrameCollector()
          #expect(throws: QRTransportError.self) { try collector.receive(damaged) }
        }
      }
    }
  }
}
