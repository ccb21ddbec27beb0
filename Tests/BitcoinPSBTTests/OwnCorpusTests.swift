import Bytes
import Testing

@testable import BitcoinPSBT

/// PSBTs that must be refused, made systematically: each is an honest PSBT with one mistake.
enum OwnCorpus {
  typealias Pair = PacketBuilder.Pair

  struct Bad: CustomStringConvertible {
    let name: String
    let bytes: [UInt8]
    var description: String { name }
  }

  enum Place: CaseIterable { case global, input, output }

  /// One well-formed field for every type that version 0 knows, proprietary and unknown included.
  static let good: [(Place, Pair)] = {
    let key = PacketBuilder.key
    let x = Array(key.dropFirst())
    let origin: [UInt8] = [1, 2, 3, 4, 0x54, 0, 0, 0x80, 1, 0, 0, 0]
    let txOut: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, 22] + PacketBuilder.p2wpkh
    let xpub = [4, 0x88, 0xB2, 0x1E, 2] + [UInt8](repeating: 1, count: 40) + key
    let previous = PacketBuilder.transaction(inputs: 1, outputs: 2)
    let leaf = [UInt8](repeating: 3, count: 32)
    let control = [0xC0] + x
    let tap = [1] + leaf + origin
    let proprietary: [UInt8] = [2, 0x61, 0x62, 5, 9]
    return [
      (.global, Pair(0x01, xpub, origin)), (.global, Pair(0x09, [], [0x68, 0x69])),
      (.global, Pair(0xFB, [], [0, 0, 0, 0])), (.global, Pair(0xFC, proprietary, [1])),
      (.global, Pair(0xF0, [1], [2])),
      (.input, Pair(0x00, [], previous)), (.input, Pair(0x01, [], txOut)),
      (.input, Pair(0x02, key, PacketBuilder.signature)), (.input, Pair(0x03, [], [1, 0, 0, 0])),
      (.input, Pair(0x04, [], [0x51])), (.input, Pair(0x05, [], [0x51])),
      (.input, Pair(0x06, key, origin)), (.input, Pair(0x07, [], [0x51])),
      (.input, Pair(0x08, [], [2, 1, 5, 0])), (.input, Pair(0x09, [], [0x70])),
      (.input, Pair(0x0A, [UInt8](repeating: 1, count: 20), [1])),
      (.input, Pair(0x0B, leaf, [1])), (.input, Pair(0x0C, [UInt8](repeating: 1, count: 20), [1])),
      (.input, Pair(0x0D, leaf, [1])),
      (.input, Pair(0x13, [], [UInt8](repeating: 1, count: 64))),
      (.input, Pair(0x14, x + leaf, [UInt8](repeating: 1, count: 64))),
      (.input, Pair(0x15, control, [0x51, 0xC0])), (.input, Pair(0x16, x, tap)),
      (.input, Pair(0x17, [], x)), (.input, Pair(0x18, [], leaf)),
      (.input, Pair(0x1A, key, key + PacketBuilder.key2)),
      (.input, Pair(0x1B, key + PacketBuilder.key2, [UInt8](repeating: 1, count: 66))),
      (.input, Pair(0x1C, key + PacketBuilder.key2, leaf)),
      (.input, Pair(0xFC, proprietary, [])), (.input, Pair(0xF0, [], [])),
      (.output, Pair(0x00, [], [0x51])), (.output, Pair(0x01, [], [0x51])),
      (.output, Pair(0x02, key, origin)), (.output, Pair(0x05, [], x)),
      (.output, Pair(0x06, [], [1, 0xC0, 1, 0x51, 1, 0xC0, 1, 0x52])),
      (.output, Pair(0x07, x, tap)), (.output, Pair(0x08, key, key)),
      (.output, Pair(0x35, [], [1, 0x61, 7])), (.output, Pair(0xFC, proprietary, [])),
      (.output, Pair(0xF0, [], [])),
    ]
  }()

  static func packet(_ place: Place, _ pairs: [Pair]) -> PacketBuilder {
    var builder = PacketBuilder()
    switch place {
    case .global: builder.global += pairs
    case .input: builder.inputs[0] = pairs
    case .output: builder.outputs[0] = pairs
    }
    return builder
  }

  static let bad: [Bad] = fields + versionTwo + framing + transactions

  /// Wrong lengths of keys and values, duplicates, and sizes longer than they need be.
  private static var fields: [Bad] {
    var all: [Bad] = []
    let free: Set<UInt64> = [0xF0]
    let freeValues: [Place: Set<UInt64>] = [
      .global: [0x09, 0xFC], .input: [0x04, 0x05, 0x07, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0xFC],
      .output: [0x00, 0x01, 0x35, 0xFC],
    ]
    for (place, pair) in good {
      let type = UInt64(pair.key[0])
      let name = "\(place) \(Hex.encode(pair.key.prefix(1)))"
      func add(_ what: String, _ pairs: Pair...) {
        all.append(Bad(name: "\(name): \(what)", bytes: packet(place, pairs).encoded()))
      }
      add("twice", pair, pair)
      add("twice with another value", pair, Pair(rawKey: pair.key, value: pair.value + [1]))
      var builder = packet(place, [])
      let raw = [0xFD, UInt8(pair.key.count), 0] + pair.key + [0]
      builder = packet(place, [])
      all.append(
        Bad(name: "\(name): key size not minimal", bytes: inject(raw, at: place, in: builder)))
      let wide = [UInt8(pair.key.count + 2), 0xFD, pair.key[0], 0] + pair.key.dropFirst() + [0]
      all.append(
        Bad(name: "\(name): key type not minimal", bytes: inject(wide, at: place, in: builder)))
      let value = [UInt8(pair.key.count)] + pair.key + [0xFE, 1, 0, 0, 0, 1]
      all.append(
        Bad(name: "\(name): value size not minimal", bytes: inject(value, at: place, in: builder)))
      let endless = [UInt8(pair.key.count)] + pair.key + [0xFF] + [UInt8](repeating: 0xFF, count: 8)
      all.append(
        Bad(name: "\(name): value size of 2^64", bytes: inject(endless, at: place, in: builder)))
      if free.contains(type) { continue }
      if type != 0xFC {
        add("key one longer", Pair(rawKey: pair.key + [1], value: pair.value))
      }
      if pair.key.count > 1 {
        let shorter = type == 0xFC ? [0xFC, 9, 1] : Array(pair.key.dropLast())
        add("key one shorter", Pair(rawKey: shorter, value: pair.value))
        add("key of nothing but its type", Pair(rawKey: [pair.key[0]], value: pair.value))
      }
      if freeValues[place, default: []].contains(type) { continue }
      if !(place == .input && [0x02, 0x15].contains(type)) {
        add("value empty", Pair(rawKey: pair.key, value: []))
      }
      if ![0x13, 0x14, 0x15].contains(type) {
        add("value one longer", Pair(rawKey: pair.key, value: pair.value + [1]))
      } else if type != 0x15 {
        add("value two longer", Pair(rawKey: pair.key, value: pair.value + [1, 1]))
      }
      if type != 0x15 {
        add("value one shorter", Pair(rawKey: pair.key, value: pair.value.dropLast()))
      }
    }
    let key = PacketBuilder.key
    let derivation: [UInt8] = [1, 2, 3, 4]
    let x = Array(key.dropFirst())
    func add(_ name: String, _ place: Place, _ pair: Pair) {
      all.append(Bad(name: name, bytes: packet(place, [pair]).encoded()))
    }
    for (place, type) in [(Place.input, UInt64(6)), (.output, 2)] {
      add("derivation of no point", place, Pair(type, PacketBuilder.notAPoint, derivation))
      add("derivation of a hybrid key", place, Pair(type, [6] + x + x, derivation))
      add("derivation of an x-only key", place, Pair(type, x, derivation))
      add(
        "derivation of 256 steps", place,
        Pair(type, key, derivation + [UInt8](repeating: 0, count: 4 * 256)))
    }
    add("signature of no point", .input, Pair(2, PacketBuilder.notAPoint, PacketBuilder.signature))
    let signatures: [(String, [UInt8])] = [
      ("empty", []), ("only a sighash byte", [1]),
      ("74 bytes", [UInt8](repeating: 0x30, count: 74)),
      ("not DER", [0x31, 6, 2, 1, 1, 2, 1, 1, 1]),
      ("negative r", [0x30, 6, 2, 1, 0x81, 2, 1, 1, 1]),
      ("padded r", [0x30, 7, 2, 2, 0, 1, 2, 1, 1, 1]),
      ("long form", [0x30, 0x81, 6, 2, 1, 1, 2, 1, 1, 1]),
    ]
    for (name, signature) in signatures {
      add("signature \(name)", .input, Pair(2, key, signature))
    }
    let trees: [(String, [UInt8])] = [
      ("no leaf", []), ("one leaf at depth 1", [1, 0xC0, 0]),
      ("three halves", [1, 0xC0, 0, 1, 0xC0, 0, 1, 0xC0, 0]),
      ("two roots", [0, 0xC0, 0, 0, 0xC0, 0]), ("odd leaf version", [0, 0xC1, 0]),
      ("depth 129", [129, 0xC0, 0]), ("not depth first", [2, 0xC0, 0, 1, 0xC0, 0, 2, 0xC0, 0]),
      ("script longer than the value", [0, 0xC0, 9, 1]), ("leaf cut off", [0, 0xC0]),
    ]
    for (name, value) in trees {
      add("tree: \(name)", .output, Pair(6, [], value))
    }
    let witnesses: [(String, [UInt8])] = [
      ("count of 2^32", [0xFE, 0xFF, 0xFF, 0xFF, 0xFF]), ("item cut off", [1, 5, 1]),
      ("one item too few", [2, 1, 1]), ("count not minimal", [0xFD, 1, 0, 0]),
    ]
    for (name, value) in witnesses {
      add("witness: \(name)", .input, Pair(8, [], value))
    }
    for size in [0, 32, 34, 64, 66, 33 + 32 * 129] {
      add(
        "control block of \(size) bytes", .input,
        Pair(0x15, [UInt8](repeating: 0xC0, count: size), [0x51, 0xC0]))
    }
    add("leaf without its version", .input, Pair(0x15, [0xC0] + x, []))
    add(
      "tap derivation with 2^32 leaves", .input,
      Pair(0x16, x, [0xFE, 255, 255, 255, 255] + derivation))
    add("musig2 participant of no point", .input, Pair(0x1A, key, PacketBuilder.notAPoint))
    add("musig2 aggregate of no point", .output, Pair(0x08, PacketBuilder.notAPoint, key))
    let origin: [UInt8] = [1, 2, 3, 4, 1, 0, 0, 0, 1, 0, 0, 0]
    let head: [UInt8] = [4, 0x88, 0xB2, 0x1E, 2] + [UInt8](repeating: 1, count: 40)
    add("xpub of no point", .global, Pair(1, head + PacketBuilder.notAPoint, origin))
    add("xpub with another depth", .global, Pair(1, head + key, origin.dropLast(4)))
    return all
  }

  private static var versionTwo: [Bad] {
    var all: [Bad] = []
    let types: [(Place, [UInt64])] = [
      (.global, [2, 3, 4, 5, 6, 7, 8]), (.input, [0x0E, 0x0F, 0x10, 0x11, 0x12, 0x1D, 0x1E]),
      (.output, [3, 4, 9, 0x0A]),
    ]
    for (place, types) in types {
      for type in types {
        let pair = Pair(type, [], [1, 0, 0, 0])
        all.append(
          Bad(name: "\(place) \(type) of version 2", bytes: packet(place, [pair]).encoded()))
      }
    }
    for version: UInt8 in [1, 2, 3, 7, 255] {
      let pair = Pair(0xFB, [], [version, 0, 0, 0])
      all.append(Bad(name: "version \(version)", bytes: packet(.global, [pair]).encoded()))
    }
    let high = Pair(0xFB, [], [0, 0, 0, 1])
    all.append(Bad(name: "version 2^24", bytes: packet(.global, [high]).encoded()))
    return all
  }

  private static var framing: [Bad] {
    let honest = PacketBuilder().encoded()
    var all: [Bad] = [
      Bad(name: "nothing", bytes: []), Bad(name: "magic alone", bytes: PacketBuilder.magic),
      Bad(name: "a zero behind", bytes: honest + [0]),
      Bad(name: "a second packet", bytes: honest + honest),
      Bad(name: "a line feed behind", bytes: honest + [0x0A]),
      Bad(name: "a space before", bytes: [0x20] + honest),
      Bad(name: "a map too few", bytes: Array(honest.dropLast())),
    ]
    for index in 0..<5 {
      var bytes = honest
      bytes[index] ^= 0x20
      all.append(Bad(name: "byte \(index) of the magic", bytes: bytes))
    }
    for count in 0..<honest.count {
      all.append(Bad(name: "cut to \(count) bytes", bytes: Array(honest.prefix(count))))
    }
    for (place, size) in [(Place.global, 0xFD), (.input, 0xFE), (.output, 0xFF)] {
      let raw = [UInt8(size)] + [UInt8](repeating: 0xFF, count: 8)
      all.append(
        Bad(
          name: "key of endless size in \(place)",
          bytes: inject(raw, at: place, in: PacketBuilder())))
    }
    return all
  }

  private static var transactions: [Bad] {
    func bad(_ name: String, _ transaction: [UInt8]) -> Bad {
      var builder = PacketBuilder()
      builder.global = [Pair(0, [], transaction)]
      return Bad(name: "transaction: \(name)", bytes: builder.encoded())
    }
    let honest = PacketBuilder.transaction(inputs: 1, outputs: 1)
    var none = PacketBuilder()
    none.global = []
    var twoMaps = PacketBuilder(inputs: 2)
    twoMaps.inputs.removeLast()
    var keyed = PacketBuilder()
    keyed.global = [Pair(0, [1], honest)]
    // In parts of one type: the compiler takes ten seconds to find out what a long sum of bytes is.
    func glued(_ parts: ArraySlice<UInt8>...) -> [UInt8] { parts.flatMap { $0 } }
    let (version, body) = (honest[..<4], honest[4..<(honest.count - 4)])
    let lockTime = honest[(honest.count - 4)...]
    let many = { (count: ArraySlice<UInt8>) in
      glued(version, count, ArraySlice(repeating: 0, count: 60))
    }
    var all = [
      bad("empty", []), bad("a byte behind", honest + [0]),
      bad("with scriptSig", PacketBuilder.transaction(inputs: 1, outputs: 1, scriptSig: [0x51])),
      bad("with witness", glued(version, [0, 1], body, [1, 1, 5], lockTime)),
      bad("2^16 inputs claimed", many([0xFD, 0xFF, 0xFF])),
      bad("2^32 inputs claimed", many([0xFE, 0xFF, 0xFF, 0xFF, 0xFF])),
      bad("2^64 inputs claimed", many(ArraySlice(repeating: 0xFF, count: 9))),
      bad("count of inputs not minimal", glued(version, [0xFD, 1, 0], honest[5...])),
      Bad(name: "transaction: none", bytes: none.encoded()),
      Bad(name: "transaction: with key data", bytes: keyed.encoded()),
      Bad(name: "transaction: one map too few", bytes: twoMaps.encoded()),
      Bad(
        name: "transaction: 10,001 inputs", bytes: PacketBuilder(inputs: 10_001).encoded()),
      Bad(
        name: "transaction: 10,001 outputs", bytes: PacketBuilder(outputs: 10_001).encoded()),
    ]
    for count in stride(from: 1, to: honest.count, by: 9) {
      all.append(bad("cut to \(count) bytes", Array(honest.prefix(count))))
    }
    func previous(_ name: String, _ bytes: [UInt8]) -> Bad {
      Bad(
        name: "previous transaction: \(name)",
        bytes: packet(.input, [Pair(0, [], bytes)]).encoded())
    }
    for count in 0..<honest.count {
      all.append(previous("cut to \(count) bytes", Array(honest.prefix(count))))
    }
    all += [
      previous("no inputs", PacketBuilder.transaction(inputs: 0, outputs: 1)),
      previous("no outputs", PacketBuilder.transaction(inputs: 1, outputs: 0)),
      previous("a byte behind", honest + [0]),
      previous(
        "marker without witness",
        glued(version, [0, 1], body, [0], lockTime)),
      previous(
        "witness cut off", glued(version, [0, 1], body, [2, 1, 1], lockTime)),
    ]
    return all
  }

  /// The PSBT with raw bytes put at the beginning of a map (global: behind the transaction).
  private static func inject(
    _ raw: [UInt8], at place: Place, in builder: PacketBuilder
  ) -> [UInt8] {
    let globalEnd = PacketBuilder.magic.count + builder.global.reduce(0) { $0 + $1.bytes.count }
    var bytes = builder.encoded()
    let offset =
      switch place {
      case .global: globalEnd
      case .input: globalEnd + 1
      case .output: globalEnd + 2
      }
    bytes.insert(contentsOf: raw, at: offset)
    return bytes
  }
}

@Suite struct `Our own packets` {
  @Test func `every field of version 0 is read and written back byte for byte`() throws {
    for place in OwnCorpus.Place.allCases {
      let pairs = OwnCorpus.good.filter { $0.0 == place }.map(\.1)
      let bytes = OwnCorpus.packet(place, pairs).encoded()
      #expect(try PSBT(decoding: bytes).encoded() == bytes)
      let reversed = OwnCorpus.packet(place, pairs.reversed()).encoded()
      #expect(try PSBT(decoding: reversed).encoded() == reversed, "any order is kept")
      for pair in pairs {
        let bytes = OwnCorpus.packet(place, [pair]).encoded()
        #expect(try PSBT(decoding: bytes).encoded() == bytes, "\(place) \(pair.key)")
      }
    }
  }

  @Test func `there are more bad packets than libwally and Core have together`() {
    #expect(OwnCorpus.bad.count > 227)
    #expect(Set(OwnCorpus.bad.map(\.bytes)).count > 227)
  }

  @Test func `every bad packet is refused`() {
    for bad in OwnCorpus.bad {
      #expect(throws: PSBTError.self, "\(bad.name)") { try PSBT(decoding: bad.bytes) }
    }
  }

  @Test func `a refusal names map, key type and byte offset`() throws {
    var builder = PacketBuilder(inputs: 2)
    builder.inputs[1] = [.init(0x03, [], [1, 0, 0, 0]), .init(0x17, [1], [])]
    let bytes = builder.encoded()
    let expected = PSBTError.malformed(
      .keyLength(field: "PSBT_IN_TAP_INTERNAL_KEY", found: 1, expected: "none"),
      at: PSBTLocation(map: .input(1), keyType: 0x17, offset: bytes.count - 6))
    #expect(throws: expected) { try PSBT(decoding: bytes) }
    #expect("\(expected)".contains("input 1, key type 0x17, byte \(bytes.count - 6)"))
  }

  @Test func `offsets count from the first byte of a slice`() throws {
    let bytes = PacketBuilder().encoded()
    let shifted = [UInt8](repeating: 0, count: 100) + bytes + [9]
    let expected = PSBTError.malformed(
      .trailingBytes(1), at: PSBTLocation(map: .output(0), keyType: nil, offset: bytes.count))
    #expect(throws: expected) { try PSBT(decoding: shifted[100...]) }
    #expect(try PSBT(decoding: shifted[100..<(100 + bytes.count)]).encoded() == bytes)
  }

  @Test func `a second packet is called one`() {
    let bytes = PacketBuilder().encoded()
    let expected = PSBTError.malformed(
      .secondPacket, at: PSBTLocation(map: .output(0), keyType: nil, offset: bytes.count))
    #expect(throws: expected) { try PSBT(decoding: bytes + bytes) }
  }

  @Test func `every flipped bit is refused or survives as the very same bytes`() throws {
    let inputs = OwnCorpus.good.filter { $0.0 == .input }.map(\.1)
    let honest = OwnCorpus.packet(.input, inputs).encoded()
    for index in honest.indices {
      for bit in 0..<8 {
        var bytes = honest
        bytes[index] ^= 1 << UInt8(bit)
        if let psbt = try? PSBT(decoding: bytes) { #expect(psbt.encoded() == bytes) }
      }
    }
  }
}
