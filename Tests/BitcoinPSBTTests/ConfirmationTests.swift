import BitcoinPrimitives
import Bytes
import Hashes
import Testing

@testable import BitcoinPSBT

@Suite struct ConfirmationTests {
  // MARK: Blocks of mainnet, by their numbers

  private static let blocks: [Int: String] = [
    1:
      "010000006fe28c0ab6f1b372c1a6a246ae63f74f931e8365e15a089c68d6190000000000982051fd"
      + "1e4ba744bbbe680e1fee14677ba1a3c3540bf7b1cdb606e857233e0e61bc6649ffff001d01e36299",
    2:
      "010000004860eb18bf1b1620e37e9490fc8a427514416fd75159ab86688e9a8300000000d5fdcc54"
      + "1e25de1c7a5addedf24858b8bb665c9f36ef744ee42c316022c90f9bb0bc6649ffff001d08d2bd61",
    3:
      "01000000bddd99ccfda39da1b108ce1a5d70038d0a967bacb68b6b63065f626a0000000044f67222"
      + "6090d85db9a9f2fbfe5f0f9609b387af7be5b7fbb7a1767c831c9e995dbe6649ffff001d05e0ed6d",
    170:
      "0100000055bd840a78798ad0da853f68974f3d183e2bd1db6a842c1feecf222a00000000ff104ccb"
      + "05421ab93e63f8c3ce5c2c2e9dbb37de2764b3a3175c8166562cac7d51b96a49ffff001d283e9e70",
    100_000:
      "0100000050120119172a610421a6c3011dd330d9df07b63616c2cc1f1cd00200000000006657a925"
      + "2aacd5c0b2940996ecff952228c3067cc38d4885efb5a4ac4247e9f337221b4d4c86041b0f2b5710",
  ]
  /// The only transaction of block 1.
  private static let reward =
    "01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff0704ffff001d01"
    + "04ffffffff0100f2052a0100000043410496b538e853519c726a2c91e61ec11600ae1390813a627c66fb8be7947be63c"
    + "52da7589379515d4e0a604f8141781e62294721166bf621e73a82cbf2342c858eeac00000000"
  /// The second of two transactions of block 170, the first payment there was.
  private static let firstPayment =
    "0100000001c997a5e56e104102fa209c6a852dd90660a20b2d9c352423edce25857fcd3704000000004847304402204e"
    + "45e16932b8af514961a1d3a1a25fdf3f4f7732e9d624c6c61548ab5fb8cd410220181522ec8eca07de4860a4acdd1290"
    + "9d831cc56cbbac4622082221a8768d1d0901ffffffff0200ca9a3b00000000434104ae1a62fe09c5f51b13905f07f06b"
    + "99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6c"
    + "d84cac00286bee0000000043410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0"
    + "eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac00000000"
  /// The second of four transactions of block 100,000.
  private static let second =
    "0100000001032e38e9c0a84c6046d687d10556dcacc41d275ec55fc00779ac88fdf357a187000000008c493046022100"
    + "c352d3dd993a981beba4a63ad15c209275ca9470abfcd57da93b58e4eb5dce82022100840792bc1f456062819f15d33e"
    + "e7055cf7b5ee1af1ebcc6028d9cdb1c3af7748014104f46db5e9d61a9dc27b8d64ad23e7383a4e6ca164593c2527c038"
    + "c0857eb67ee8e825dca65046b82c9331586c82e0fd1f633f25f87c161bc6f8a630121df2b3d3ffffffff0200e3232100"
    + "0000001976a914c398efa9c392ba6013c5e04ee729755ef7f58b3288ac000fe208010000001976a914948c765a6914d4"
    + "3f2a7ac177da2c2f6b52de3d7c88ac00000000"

  private static let rewardBranch: [String] = []
  private static let firstPaymentBranch = [
    "b1fea52486ce0c62bb442b530a3f0132b826c74e473d1f2c220bfa78111c5082"
  ]
  private static let secondBranch = [
    "8c14f0db3df150123e6f3dbbf30f8b955a8249b62ac1d1ff16284aefa3d06d87",
    // Of the other two: 6359f086...6ec4 and e9a66845...0c1d.
    "8e30899078ca1813be036a073bbf80b86cdddde1c96e9e9c99e9e3782df4ae49",
  ]

  private static func header(_ number: Int) throws -> BlockHeader {
    let bytes = try Hex.decode(try #require(blocks[number]))
    return try #require(BlockHeader(bytes[...]))
  }

  private static func merkle(_ branch: [String], _ position: Int) throws -> MerkleProof {
    MerkleProof(branch: try branch.map { try Bytes32(reversedHex: $0) }, position: position)
  }

  private static func psbt(spending hex: [String]) throws -> PSBT {
    let previous = try hex.map { try Transaction(decoding: Hex.decode($0)) }
    let transaction = Transaction(
      inputs: previous.map {
        TxIn(
          previousOutput: OutPoint(txid: $0.txid, vout: 0), scriptSig: Script(),
          sequence: 0xffff_fffd)
      }, outputs: [TxOut(rawValue: 1_000, scriptPubKey: Script([0x51]))])
    var updater = Updater(try Creator(transaction).created())
    for (index, one) in previous.enumerated() {
      try updater.addPreviousTransaction(
        PreviousTransaction(scanning: one.encoded()[...]), toInput: index)
    }
    return updater.psbt
  }

  /// All of it: three coins, one of them three blocks deep.
  private static func proved() throws -> (psbt: PSBT, proofs: ConfirmationProofs) {
    let psbt = try psbt(spending: [second, reward, firstPayment])
    let proofs = ConfirmationProofs(
      runs: [
        try [1, 2, 3].map(header), [try header(170)], [try header(100_000)],
      ],
      places: [
        0: .init(header: 4, merkle: try merkle(secondBranch, 1)),
        1: .init(header: 0, merkle: try merkle(rewardBranch, 0)),
        2: .init(header: 3, merkle: try merkle(firstPaymentBranch, 1)),
      ])
    return (psbt, proofs)
  }

  private static func flaws(_ check: ConfirmationCheck?) -> [ConfirmationFlaw?]? {
    check?.inputs.map { input in
      if case .failure(let flaw) = input { flaw } else { nil }
    }
  }

  // MARK: Honest ones

  @Test func `blocks of mainnet prove what is in them`() throws {
    let (psbt, proofs) = try Self.proved()
    #expect(ConfirmationCheck(of: psbt, floor: .none) == nil && !psbt.carriesConfirmationProofs)
    let carrying = psbt.carrying(proofs)
    #expect(carrying.carriesConfirmationProofs)
    // What was written is read again, byte for byte.
    let read = try PSBT(decoding: carrying.encoded())
    #expect(read == carrying)
    // Difficulty 1, as these blocks had; block 100,000 had 14,484.
    let check = try #require(ConfirmationCheck(of: read, floor: WorkFloor(bits: 0x1d00_ffff)))
    #expect(check.holds && check.headersFlaw == nil)
    let depths = try check.inputs.map { try #require(try $0?.get()) }
    #expect(depths.map(\.blocks) == [1, 3, 1])
    let easiest = 4_295_032_833.0
    #expect(depths[1].hashes.rounded() == 3 * easiest && depths[2].hashes.rounded() == easiest)
    #expect((14_484...14_485).contains(depths[0].hashes / easiest))
    #expect(read.withoutConfirmationProofs == psbt)
  }

  @Test func `a header that follows another takes 48 bytes`() throws {
    let (psbt, proofs) = try Self.proved()
    let field = try #require(
      psbt.carrying(proofs).global.map.fields.first(where: ConfirmationProofs.isHeaders))
    #expect(Hex.encode(field.key) == "fc0a6472617762726964676500")
    #expect(field.value.count == 1 + 3 + 3 * 80 + 2 * 48)
    #expect(try ConfirmationProofs.runs(field.value) == proofs.runs)
    let place = try #require(
      psbt.carrying(proofs).inputs[2].map.fields.first(where: ConfirmationProofs.isPlace))
    #expect(Hex.encode(place.key) == "fc0a6472617762726964676501")
    #expect(
      Hex.encode(place.value)
        == "0301" + "82501c1178fa0b222c1f3d474ec726b832013f0a532b44bb620cce8624a5feb1")
  }

  @Test func `a coin without a proof says nothing, and proves nothing`() throws {
    let (psbt, proofs) = try Self.proved()
    let some = ConfirmationProofs(
      runs: Array(proofs.runs.prefix(1)),
      places: [1: .init(header: 0, merkle: try Self.merkle([], 0))])
    let check = try #require(ConfirmationCheck(of: psbt.carrying(some), floor: .none))
    #expect(check.holds && check.inputs[0] == nil && check.inputs[2] == nil)
    #expect(try check.inputs[1]?.get().blocks == 3)
    #expect(!psbt.carrying(ConfirmationProofs(runs: [], places: [:])).carriesConfirmationProofs)
  }

  // MARK: Wrong ones

  @Test func `a block easier than the floor proves nothing`() throws {
    let (psbt, proofs) = try Self.proved()
    let carrying = psbt.carrying(proofs)
    let check = try #require(ConfirmationCheck(of: carrying, floor: .mainnet))
    #expect(check.headersFlaw == .tooEasy(try Self.header(1).hash) && !check.holds)
    // One that is as hard as the floor is taken, and the next harder floor takes it no more.
    let own = try Self.header(100_000).bits
    #expect(WorkFloor(bits: own).takes(try Self.header(100_000)))
    #expect(!WorkFloor(bits: own - 1).takes(try Self.header(100_000)))
    #expect(WorkFloor(of: .mainnet) == .mainnet && WorkFloor(of: .signet) == .none)
  }

  @Test func `a bit that is changed in the headers proves nothing`() throws {
    let (psbt, proofs) = try Self.proved()
    let value = proofs.encodedRuns
    for offset in value.indices {
      var bent = value
      bent[offset] ^= 1
      var carrying = psbt.carrying(proofs)
      carrying.global.setUnchecked(ConfirmationProofs.headersField(bent))
      let check = try #require(ConfirmationCheck(of: carrying, floor: .none))
      #expect(!check.holds, "byte \(offset)")
    }
  }

  @Test func `a bit that is changed in a place proves nothing`() throws {
    let (psbt, proofs) = try Self.proved()
    for (number, place) in proofs.places {
      let value = place.encoded
      for offset in value.indices {
        var bent = value
        bent[offset] ^= 1
        var carrying = psbt.carrying(proofs)
        carrying.updateInput(number) { $0.setUnchecked(ConfirmationProofs.placeField(bent)) }
        let check = try #require(ConfirmationCheck(of: carrying, floor: .none))
        #expect(!check.holds, "input \(number), byte \(offset)")
      }
    }
  }

  @Test func `a branch that is too short or too long proves nothing`() throws {
    let (psbt, proofs) = try Self.proved()
    let hash = try Self.header(100_000).hash
    for branch in [[], Array(Self.secondBranch.prefix(1)), Self.secondBranch + Self.secondBranch] {
      for position in 0..<8 {
        var places = proofs.places
        places[0] = .init(header: 4, merkle: try Self.merkle(branch, position))
        let check = ConfirmationCheck(
          of: psbt.carrying(.init(runs: proofs.runs, places: places)), floor: .none)
        #expect(Self.flaws(check) == [.notInBlock(hash), nil, nil], "\(branch.count) \(position)")
      }
    }
    // The way that is right leads from one place only.
    for position in [0, 2, 3] {
      var places = proofs.places
      places[0] = .init(header: 4, merkle: try Self.merkle(Self.secondBranch, position))
      let check = ConfirmationCheck(
        of: psbt.carrying(.init(runs: proofs.runs, places: places)), floor: .none)
      #expect(Self.flaws(check) == [.notInBlock(hash), nil, nil])
    }
  }

  @Test func `headers that no input needs are not carried along`() throws {
    let (psbt, proofs) = try Self.proved()
    func flaw(_ runs: [[BlockHeader]], _ headers: [Int]) throws -> ConfirmationFlaw? {
      var places: [Int: ConfirmationProofs.Place] = [:]
      for (input, header) in headers.enumerated() {
        places[input] = .init(
          header: header, merkle: try #require(proofs.places[input]).merkle)
      }
      return ConfirmationCheck(
        of: psbt.carrying(.init(runs: runs, places: places)), floor: .none)?.headersFlaw
    }
    let (one, two, three) = (try Self.header(1), try Self.header(2), try Self.header(3))
    let (first, late) = (try Self.header(170), try Self.header(100_000))
    #expect(try flaw([[late], [one, two, three], [first]], [0, 1, 4]) == nil)
    // A run nobody names, one that begins too early, one twice, and one that goes on where another ends.
    #expect(try flaw([[late], [one], [first], [three]], [0, 1, 2]) == .needlessHeaders)
    #expect(try flaw([[late], [one, two, three], [first]], [0, 2, 4]) == .needlessHeaders)
    #expect(try flaw([[late], [one], [one]], [0, 1, 2]) == .needlessHeaders)
    #expect(try flaw([[late], [one], [two, three]], [0, 1, 2]) == .needlessHeaders)
    #expect(try flaw([[late], [one], [first]], [0, 1, 99]) == .needlessHeaders)
    // Two blocks on the same one: another nonce that does the work, at the ease of regtest.
    var easy: [BlockHeader] = []
    for nonce in UInt8.min...UInt8.max where easy.count < 2 {
      var bytes = [UInt8](repeating: 0, count: 80)
      bytes.replaceSubrange(72..<76, with: [0xff, 0xff, 0x7f, 0x20])
      bytes[76] = nonce
      let header = try #require(BlockHeader(bytes[...]))
      if header.hasWork { easy.append(header) }
    }
    #expect(try flaw([[late], [easy[0]], [easy[1]]], [0, 1, 2]) == .rivals(easy[1].hash))
    let outside = ConfirmationCheck(
      of: psbt.carrying(
        .init(
          runs: [[late]],
          places: try [
            0: #require(proofs.places[0]).moved(to: 0), 1: #require(proofs.places[1]).moved(to: 7),
          ])), floor: .none)
    #expect(Self.flaws(outside) == [nil, .noSuchHeader, nil])
  }

  @Test func `the transaction stands beside its proof, and does not have 64 bytes`() throws {
    let (psbt, proofs) = try Self.proved()
    var without = psbt.carrying(proofs)
    without.updateInput(1) { input in
      input.removeAll { $0.type == PSBTInputKey.nonWitnessUTXO.rawValue }
    }
    #expect(
      Self.flaws(ConfirmationCheck(of: without, floor: .none)) == [nil, .noTransaction, nil])
    // Another one than the outpoint's.
    var other = psbt.carrying(proofs)
    let wrong = try #require(psbt.inputs[2].nonWitnessUTXO)
    other.updateInput(1) { $0.setNonWitnessUTXO(wrong) }
    #expect(Self.flaws(ConfirmationCheck(of: other, floor: .none)) == [nil, .noTransaction, nil])

    let small = Transaction(
      inputs: [
        TxIn(
          previousOutput: OutPoint(txid: Txid(.zero), vout: 0), scriptSig: Script([0x51]),
          sequence: 0)
      ], outputs: [TxOut(rawValue: 0, scriptPubKey: Script([0x51, 0x51, 0x51]))])
    #expect(small.encoded().count == 64)
    let block = try Mined(roots: [small.txid.bytes]).headers
    let carrying = try Self.psbt(spending: [Hex.encode(small.encoded())]).carrying(
      ConfirmationProofs(
        runs: [block], places: [0: .init(header: 0, merkle: MerkleProof(branch: [], position: 0))]))
    #expect(
      Self.flaws(ConfirmationCheck(of: carrying, floor: .none)) == [.ambiguousTransaction])
  }

  @Test func `a field of another form proves nothing`() throws {
    let (psbt, proofs) = try Self.proved()
    let headers = proofs.encodedRuns
    func flaw(_ value: [UInt8]) throws -> ConfirmationFlaw? {
      var carrying = psbt.carrying(proofs)
      carrying.global.setUnchecked(ConfirmationProofs.headersField(value))
      return try #require(ConfirmationCheck(of: carrying, floor: .none)).headersFlaw
    }
    #expect(try flaw(headers) == nil)
    for cut in headers.indices { #expect(try flaw(Array(headers[..<cut])) == .malformed, "\(cut)") }
    #expect(try flaw(headers + [0]) == .malformed)
    #expect(try flaw([0]) == .malformed)
    #expect(try flaw([1, 0]) == .malformed)
    // Counts without end, and a longer form of the same number.
    #expect(try flaw([0xff] + [UInt8](repeating: 0xff, count: 8) + headers) == .malformed)
    #expect(try flaw([1, 0xfe, 0xff, 0xff, 0xff, 0x7f] + headers) == .malformed)
    #expect(try flaw([0xfd, 3, 0] + headers.dropFirst()) == .malformed)

    var missing = psbt.carrying(proofs)
    missing.global.removeAll(where: ConfirmationProofs.isHeaders)
    #expect(ConfirmationCheck(of: missing, floor: .none)?.headersFlaw == .noHeaders)

    let place = try #require(proofs.places[0]).encoded
    let values: [[UInt8]] = [
      [], [4], Array(place.dropLast()), place + [0], place + [UInt8](repeating: 0, count: 15 * 32),
      [0xfd, 4, 0] + place.dropFirst(), [0xff] + [UInt8](repeating: 0xff, count: 8) + place,
    ]
    for value in values {
      var carrying = psbt.carrying(proofs)
      carrying.updateInput(0) { $0.setUnchecked(ConfirmationProofs.placeField(value)) }
      let check = try #require(ConfirmationCheck(of: carrying, floor: .none))
      #expect(Self.flaws(check)?[0] == .malformed, "\(Hex.encode(value))")
    }
    // A key with more behind it is another field, and there is one too many.
    var two = psbt.carrying(proofs)
    two.updateInput(0) { input in
      input.setUnchecked(
        PSBTField(
          type: 0xfc, keyData: Hex.bytes("0a6472617762726964676501" + "00"), value: place[...]))
    }
    #expect(Self.flaws(ConfirmationCheck(of: two, floor: .none))?[0] == .malformed)
  }

  @Test func `there is an end to headers`() throws {
    let previous = try Transaction(decoding: Hex.decode(Self.reward))
    let psbt = try Self.psbt(spending: [Self.reward])
    let roots = [Bytes32](
      repeating: previous.txid.bytes, count: ConfirmationProofs.mostDepth + 1)
    let headers = try Mined(roots: roots).headers
    func check(_ runs: [[BlockHeader]]) -> ConfirmationCheck? {
      let place = ConfirmationProofs.Place(
        header: 0, merkle: MerkleProof(branch: [], position: 0))
      return ConfirmationCheck(
        of: psbt.carrying(ConfirmationProofs(runs: runs, places: [0: place])), floor: .none)
    }
    #expect(try check([Array(headers.dropLast())])?.inputs[0]?.get().blocks == 2_016)
    #expect(check([headers])?.headersFlaw == .needlessHeaders)
    // Refused by its count, before a header is read.
    var writer = ByteWriter()
    writer.writeCompactSize(1)
    writer.writeCompactSize(ConfirmationProofs.mostHeaders + 1)
    writer.write([UInt8](repeating: 0, count: 80 + 48 * ConfirmationProofs.mostHeaders))
    #expect {
      try ConfirmationProofs.runs(writer.bytes[...])
    } throws: { error in
      if case .tooLarge = error as? BytesError { true } else { false }
    }
  }

  @Test func `unknown parts and other vendors are not ours`() throws {
    for hex in ["0a6472617762726964676502", "026165" + "00", "0964726177627269646701"] {
      let field = PSBTField(type: 0xfc, keyData: Hex.bytes(hex), value: [1])
      #expect(!ConfirmationProofs.isHeaders(field) && !ConfirmationProofs.isPlace(field))
    }
    var psbt = try Self.psbt(spending: [Self.reward])
    psbt.updateInput(0) { input in
      input.setUnchecked(
        PSBTField(type: 0xfc, keyData: Hex.bytes("0a6472617762726964676502"), value: [1]))
    }
    #expect(!psbt.carriesConfirmationProofs && psbt.withoutConfirmationProofs == psbt)
  }
}

/// Blocks as easy as on regtest, one on top of the other.
private struct Mined {
  var headers: [BlockHeader] = []

  init(roots: [Bytes32]) throws {
    for root in roots {
      var bytes = [UInt8](repeating: 0, count: 80)
      bytes.replaceSubrange(4..<36, with: headers.last?.hash.bytes.bytes ?? Bytes32.zero.bytes)
      bytes.replaceSubrange(36..<68, with: root.bytes)
      bytes.replaceSubrange(72..<76, with: [0xff, 0xff, 0x7f, 0x20])
      var header = try #require(BlockHeader(bytes[...]))
      while !header.hasWork {
        bytes[76] &+= 1
        header = try #require(BlockHeader(bytes[...]))
      }
      headers.append(header)
    }
  }
}

extension ConfirmationProofs.Place {
  fileprivate func moved(to header: Int) -> Self { Self(header: header, merkle: merkle) }
}

extension Hex {
  fileprivate static func bytes(_ text: String) -> [UInt8] { (try? decode(text)) ?? [] }
}
