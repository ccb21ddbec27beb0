import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import ReviewFixtures
import Testing
import TransactionReview

@testable import SecondReading

/// Lengths, counts and numbers: the last that is read, and the first that is not.
@Suite struct `Bounds of the second reader` {
  private static let magic: [UInt8] = [0x70, 0x73, 0x62, 0x74, 0xff]

  private static func tape(_ bytes: [UInt8]) -> Tape { Tape(bytes, bytes.indices) }

  private static func times(_ count: Int, _ part: [UInt8]) -> [UInt8] {
    Array(repeatElement(part, count: count).joined())
  }

  // MARK: Numbers

  @Test func `a count has its shortest form`() throws {
    let forms: [(UInt64, [UInt8])] = [
      (0, [0]), (0xfc, [0xfc]), (0xfd, [0xfd, 0xfd, 0]), (0xffff, [0xfd, 0xff, 0xff]),
      (0x1_0000, [0xfe, 0, 0, 1, 0]), (0xffff_ffff, [0xfe, 0xff, 0xff, 0xff, 0xff]),
      (0x1_0000_0000, [0xff, 0, 0, 0, 0, 1, 0, 0, 0]),
    ]
    for (value, bytes) in forms {
      var tape = Self.tape(bytes)
      #expect(try tape.compact() == value)
      #expect(Written.compact(Int(value)) == bytes)
    }
    for bytes: [UInt8] in [
      [0xfd, 0xfc, 0], [0xfe, 0xff, 0xff, 0, 0], [0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0],
    ] {
      var tape = Self.tape(bytes)
      #expect(throws: SecondReadingError.packet("a number is not in its shortest form", offset: 0))
      {
        try tape.compact()
      }
    }
  }

  @Test func `no more items are counted than there are bytes for`() throws {
    var enough = Self.tape([2] + [UInt8](repeating: 0, count: 82))
    #expect(try enough.count(ofAtLeast: 41) == 2)
    var short = Self.tape([2] + [UInt8](repeating: 0, count: 81))
    #expect(throws: SecondReadingError.self) { try short.count(ofAtLeast: 41) }
    #expect(Tape([7, 8], 1..<9).left == 1)
  }

  @Test func `a transaction of many small inputs, outputs or elements of a witness is read`() throws
  {
    let input = [UInt8](repeating: 7, count: 36) + [0, 0xff, 0xff, 0xff, 0xff]
    let output = [UInt8](repeating: 0, count: 9)
    for (inputs, outputs) in [(100, 1), (1, 100)] {
      let body =
        [UInt8(inputs)] + Self.times(inputs, input) + [UInt8(outputs)] + Self.times(outputs, output)
      let plain = [2, 0, 0, 0] + body + [0, 0, 0, 0]
      let outline = try Outline(plain, plain.indices, signed: false)
      #expect(outline.spends.count == inputs && outline.pays.count == outputs)
      let witness = Self.times(inputs, [100] + [UInt8](repeating: 0, count: 100))
      let signed = [2, 0, 0, 0, 0, 1] + body + witness + [0, 0, 0, 0]
      #expect(try Outline(signed, signed.indices, signed: true).txid == outline.txid)
    }
  }

  // MARK: Packets

  @Test func `both readers have the same limits`() {
    #expect(PacketMaps.mostBytes == PSBTLimits.file.bytes)
    #expect(PacketMaps.mostMaps == PSBTLimits.file.inputs)
    #expect(PacketMaps.mostKeys == PSBTLimits.file.keysPerMap)
    #expect(SecondReader.mostMoney == UInt64(Amount.maxSatoshis))
    // Twenty gigabytes would be needed for more.
    #expect(PacketMaps.mostEntries == 2_000_000)
  }

  @Test func `the fields of all maps are counted together`() throws {
    let packet = Self.magic + [1, 5, 0, 0] + [1, 5, 0, 1, 6, 0, 0]
    var maps = try PacketMaps(packet, mostEntries: 3)
    #expect(try maps.next().count == 1)
    #expect(try maps.next().count == 2)
    var fewer = try PacketMaps(packet, mostEntries: 2)
    _ = try fewer.next()
    #expect(throws: SecondReadingError.packet("the PSBT has too many fields", offset: 12)) {
      try fewer.next()
    }
  }

  @Test func `an error says at which byte of the packet it is`() throws {
    func fault(_ packet: [UInt8], mostBytes: Int = 100) -> SecondReadingError? {
      do throws(SecondReadingError) {
        var maps = try PacketMaps(packet, mostBytes: mostBytes)
        _ = try Spending(&maps)
        return nil
      } catch {
        return error
      }
    }
    #expect(fault([0x70]) == .packet("this is not a PSBT", offset: 0))
    #expect(fault(Self.magic, mostBytes: 4) == .packet("the PSBT is too long: 5 bytes", offset: 0))
    #expect(
      fault(Self.magic + [1, 5, 0, 1, 5, 0, 0]) == .packet("a field appears twice", offset: 9))
    #expect(
      fault(Self.magic + [1, 0xfb, 4, 1, 0, 0, 0, 0])
        == .packet("PSBT version 1 is not supported", offset: 5))
  }

  @Test func `no field of version 2 stands in a packet of version 0`() throws {
    for type: UInt64 in 0x02...0x08 {
      var draft = try HonestPayment.scene().draft
      draft.global.append(.init(type, [], [2, 0, 0, 0]))
      #expect(throws: SecondReadingError.self) {
        try SecondReader(draft.encoded(), wallets: [], on: .main)
      }
    }
  }

  @Test func `all the money that there is may be moved without a fee, and not a satoshi more`()
    throws
  {
    for (satoshis, isRead) in [(2_100_000_000_000_000, true), (2_100_000_000_000_001, false)]
      as [(Int64, Bool)]
    {
      var draft = try HonestPayment.scene().draft
      draft.coins.removeLast()
      draft.coins[0].changePrevious { $0.outputs[1].rawValue = satoshis }
      draft.coins[0].remove(.witnessUTXO)
      draft.payments.removeLast()
      draft.payments[0].output.rawValue = 2_100_000_000_000_000
      let packet = draft.encoded()
      guard isRead else {
        #expect(throws: SecondReadingError.self) {
          try SecondReader(packet, wallets: [], on: .main)
        }
        continue
      }
      let reader = try SecondReader(packet, wallets: [], on: .main)
      let reading = try reader.reading(
        [try reader.input(0, at: nil)], [try reader.output(0, at: nil)])
      #expect(reading.fee == 0 && reading.totalIn == 2_100_000_000_000_000)
    }
  }

  @Test func `a place is looked for by the first twenty keys that a packet names`() throws {
    let scene = try HonestPayment.scene()
    let texts = scene.machine.wallets.map { $0.descriptor.canonical }
    for (count, isFound) in [(19, true), (20, false)] {
      var draft = scene.draft
      let others = (0..<count).map { number in
        PacketDraft.Field(
          0x06, [2] + [UInt8](repeating: UInt8(number), count: 32), [1, 2, 3, 4, 5, 0, 0, 0])
      }
      draft.coins[0].fields.insert(contentsOf: others, at: 0)
      let reader = try SecondReader(draft.encoded(), wallets: texts, on: .main)
      #expect((try reader.input(0, at: nil).home != nil) == isFound)
    }
  }

  /// Whether a packet is refused with a field of an input and with one of an output.
  private func refuses(
    _ script: StandardAccount, input: PacketDraft.Field, output: PacketDraft.Field
  ) throws {
    let honest = try HonestPayment.scene(script).draft
    var (one, other) = (honest, honest)
    one.coins[0].fields.append(input)
    other.payments[0].fields.append(output)
    for draft in [one, other] {
      #expect(throws: SecondReadingError.self) {
        try SecondReader(draft.encoded(), wallets: [], on: .main)
      }
    }
  }

  @Test func `a path in a packet has whole steps, also that of a taproot key behind its hashes`()
    throws
  {
    let key = [UInt8](repeating: 9, count: 32)
    for value: [UInt8] in [[1, 2, 3], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 0, 0, 0, 1]] {
      try refuses(
        .wpkh, input: .init(0x06, [2] + key, value), output: .init(0x02, [2] + key, value))
    }
    for value: [UInt8] in [[0, 1, 2, 3], [1, 1, 2, 3, 4], [0, 1, 2, 3, 4, 5]] {
      try refuses(.tr, input: .init(0x16, key, value), output: .init(0x07, key, value))
    }
  }

  // MARK: Addresses

  @Test func `a program of version 0 has 20 or 32 bytes, of another 2 to 40`() {
    for (version, size, hasAddress) in [
      (0, 20, true), (0, 32, true), (0, 21, false), (0, 2, false), (0, 40, false),
      (0x51, 2, true), (0x51, 40, true), (0x60, 21, true), (0x51, 1, false), (0x51, 41, false),
      (0x50, 20, false), (0x61, 20, false),
    ] as [(UInt8, UInt8, Bool)] {
      let script = [version, size] + [UInt8](repeating: 7, count: Int(size))
      #expect((AddressText.of(script, on: .main) != nil) == hasAddress, "\(version) \(size)")
    }
    #expect(AddressText.of([], on: .main) == nil)
  }

  @Test func `a text in Base58 is read up to 120 letters, with the zeros before it`() {
    for payload: [UInt8] in [[7], [0, 0, 7], [0, 0xff, 0xff, 0xff]] {
      #expect(AddressText.bytes(ofBase58: AddressText.base58(payload).utf8) == payload)
    }
    // A zero is a letter of its own.
    let zeros = { (count: Int) in [UInt8](repeating: 0, count: count) + [9] }
    let rest = AddressText.base58(zeros(1)).count - 1
    let longest = zeros(120 - rest)
    #expect(AddressText.base58(longest).count == 120)
    #expect(AddressText.bytes(ofBase58: AddressText.base58(longest).utf8) == longest)
    let longer = AddressText.base58([0] + longest)
    #expect(longer.count == 121)
    #expect(AddressText.bytes(ofBase58: longer.utf8) == nil)
    // The checksum of nothing at all.
    #expect(AddressText.base58([]) == "3QJmnh")
    #expect(AddressText.bytes(ofBase58: "3QJmnh".utf8) == nil)
  }
}
