import BitcoinPrimitives
import Bytes
import Secp256k1
import Testing

@testable import BitcoinPSBT

@Suite struct `The keyless roles` {
  typealias Pair = PacketBuilder.Pair

  static func packet(_ pairs: [Pair]) throws -> PSBT {
    var builder = PacketBuilder()
    builder.inputs[0] = pairs
    return try PSBT(decoding: builder.encoded())
  }

  static func spending(_ script: Script, _ pairs: [Pair] = []) throws -> PSBT {
    let coin = TxOut(rawValue: 5_000, scriptPubKey: script).encoded()
    return try packet([Pair(1, [], coin)] + pairs)
  }

  @Test func `a transaction that is already signed makes no packet`() throws {
    let outPoint = OutPoint(txid: Txid(.zero), vout: 0)
    var input = TxIn(previousOutput: outPoint)
    input.witness = [[1]]
    let signed = Transaction(inputs: [TxIn(previousOutput: outPoint), input], outputs: [])
    #expect(throws: CreatorError.alreadySigned(input: 1)) { try Creator(signed) }
    input.witness = []
    input.scriptSig = Script([0x51])
    #expect(throws: CreatorError.alreadySigned(input: 0)) {
      try Creator(Transaction(inputs: [input], outputs: []))
    }
  }

  @Test func `packets of different transactions do not combine`() throws {
    let one = try PSBT(decoding: PacketBuilder().encoded())
    let other = try PSBT(decoding: PacketBuilder(outputs: 2).encoded())
    #expect(throws: CombinerError.differentTransaction(packet: 1)) { try one.combined(with: other) }
    #expect(throws: CombinerError.nothingToCombine) { try Combiner([]).combined() }
  }

  @Test func `every contradiction is named, or the first packet wins`() throws {
    let one = try Self.packet([Pair(0xF0, [], [1]), Pair(3, [], [1, 0, 0, 0])])
    let two = try Self.packet([Pair(3, [], [2, 0, 0, 0]), Pair(0xF0, [], [2])])
    let conflicts = [
      PSBTConflict(map: .input(0), keyType: 3, packet: 1),
      PSBTConflict(map: .input(0), keyType: 0xF0, packet: 1),
    ]
    #expect(throws: CombinerError.conflicts(conflicts)) { try one.combined(with: two) }
    #expect(try Combiner([one, two]).combined(onDisagreement: .keepFirst) == one)
    #expect("\(conflicts[0])" == "input 0, key type 0x3: PSBT 2 says something else")
  }

  @Test func `combining keeps the order of the first packet and files the rest by type`() throws {
    let one = try Self.packet([Pair(0xF0, [1]), Pair(4, [], [0x51]), Pair(3, [], [1, 0, 0, 0])])
    let two = try Self.packet(
      [
        Pair(0xF0, [2]), Pair(0xF0, [1]), Pair(9, [], [7]), Pair(0xEF, [1]), Pair(9, [], [7]),
      ].dropLast())
    let combined = try one.combined(with: two)
    let keys = combined.inputs[0].map.fields.map { Array($0.key) }
    #expect(keys == [[0xF0, 1], [4], [3], [9], [0xEF, 1], [0xF0, 2]])
  }

  @Test func `combining maps of ten thousand keys is not a comparison of all with all`() throws {
    let range = 0..<10_000
    let one = try Self.packet(range.map { Pair(0xF0, [UInt8($0 >> 8), UInt8($0 & 255), 0]) })
    let two = try Self.packet(range.map { Pair(0xF0, [UInt8($0 >> 8), UInt8($0 & 255), 1]) })
    #expect(try one.combined(with: two).inputs[0].map.fields.count == 20_000)
  }

  @Test func `a previous transaction with and without witness is no contradiction`() throws {
    let plain = PacketBuilder.transaction(inputs: 1, outputs: 1)
    let parts: [ArraySlice<UInt8>] = [
      plain[..<4], [0, 1], plain[4..<(plain.count - 4)], [1, 1, 5], plain.suffix(4),
    ]
    let witness = parts.flatMap { $0 }
    let one = try Self.packet([Pair(0, [], plain)])
    let two = try Self.packet([Pair(0, [], witness)])
    #expect(try one.combined(with: two) == one)
    #expect(one.inputs[0].nonWitnessUTXO?.txid == two.inputs[0].nonWitnessUTXO?.txid)
  }

  @Test func `a previous transaction is hashed and read where it lies`() throws {
    let bytes = PacketBuilder.transaction(inputs: 2, outputs: 300)
    let scanned = try PreviousTransaction(scanning: bytes[...])
    let decoded = try scanned.decoded()
    #expect(scanned.txid == decoded.txid)
    for index in [0, 1, 299] {
      #expect(scanned.output(at: UInt32(index)) == decoded.outputs[index])
    }
    #expect(scanned.output(at: 300) == nil)
    #expect(scanned.output(at: .max) == nil)
  }

  @Test func `a coin that contradicts its own transaction is found`() throws {
    let previous = PacketBuilder.transaction(inputs: 1, outputs: 3)
    let scanned = try PreviousTransaction(scanning: previous[...])
    func packet(vout: UInt32, txid: Txid, _ pairs: [Pair]) throws -> PSBT {
      let input = TxIn(previousOutput: OutPoint(txid: txid, vout: vout))
      let transaction = Transaction(inputs: [input], outputs: [])
      var psbt = try Creator(transaction).created()
      psbt.updateInput(0) { input in
        for pair in pairs {
          input.setUnchecked(PSBTField(type: UInt64(pair.key[0]), value: pair.value[...]))
        }
      }
      return try PSBT(decoding: psbt.encoded())
    }
    let coin = try #require(scanned.output(at: 1))
    let right = [Pair(0, [], previous), Pair(1, [], coin.encoded())]
    try packet(vout: 1, txid: scanned.txid, right).checkCoins()
    #expect(throws: PSBTCoinError.differentCoins(input: 0)) {
      try packet(vout: 0, txid: scanned.txid, right).checkCoins()
    }
    #expect(throws: PSBTCoinError.noSuchOutput(input: 0, vout: 3, outputs: 3)) {
      try packet(vout: 3, txid: scanned.txid, right).checkCoins()
    }
    let other = Txid(.zero)
    #expect {
      try packet(vout: 1, txid: other, right)
    } throws: { error in
      guard case .malformed(let fault, let place)? = error as? PSBTError else { return false }
      return fault == .otherPreviousTransaction(spends: other, found: scanned.txid)
        && place.map == .input(0) && place.keyType == 0
    }
    // One that was put in without reading it is found all the same.
    var psbt = try packet(vout: 1, txid: other, [])
    psbt.updateInput(0) { $0.setNonWitnessUTXO(scanned) }
    #expect(
      throws: PSBTCoinError.wrongTransaction(input: 0, spends: other, given: scanned.txid)
    ) { try psbt.checkCoins() }
  }

  /// A signed PSBT of one input that spends a descriptor of key 1, and its signature.
  private static func signed(_ text: String) throws -> (PSBT, PSBTInput) {
    var psbt = try Cosigners.packet(Cosigners.descriptor(text))
    try text.hasPrefix("tr") ? Cosigners.signKeyPath(&psbt, as: 1) : Cosigners.sign(&psbt, as: 1)
    return (psbt, psbt.inputs[0])
  }

  @Test func `the taproot key path is finalized with its one signature`() throws {
    var (psbt, input) = try Self.signed("tr(#1)")
    psbt.updateInput(0) { $0.setUnchecked(PSBTField(type: 0xF0, keyData: [1], value: [2])) }
    let signature = try #require(input.tapKeySig)
    let final = try Finalizer().finalized(psbt).inputs[0]
    #expect(final.finalScriptWitness == [Array(signature)])
    #expect(final.finalScriptSig == nil)
    #expect(final.map.fields.map(\.type).contains(0xF0) && final.tapKeySig == nil)
    psbt.updateInput(0) { $0.setSighashType(1) }
    #expect(throws: FinalizerError.wrongSighash(input: 0, found: 0, expected: 1)) {
      try Finalizer().finalized(psbt)
    }
  }

  @Test func `single keys are finalized in each wrapping`() throws {
    let key = Array(try Cosigners.publicKey(1).encoded)

    let (legacyPacket, legacyInput) = try Self.signed("pkh(#1)")
    let legacy = try Finalizer().finalized(legacyPacket).inputs[0]
    let legacySignature = try #require(legacyInput.partialSigs.first)
    #expect(legacy.finalScriptSig?.pushedItems == [Array(legacySignature.signature), key])
    #expect(legacy.finalScriptWitness == nil)

    let (segwitPacket, segwitInput) = try Self.signed("wpkh(#1)")
    let segwit = try Finalizer().finalized(segwitPacket).inputs[0]
    let segwitSignature = try #require(segwitInput.partialSigs.first)
    #expect(segwit.finalScriptSig == nil)
    #expect(segwit.finalScriptWitness == [Array(segwitSignature.signature), key])

    let (nestedPacket, nestedInput) = try Self.signed("sh(wpkh(#1))")
    let nested = try Finalizer().finalized(nestedPacket).inputs[0]
    let nestedSignature = try #require(nestedInput.partialSigs.first)
    #expect(nested.finalScriptSig?.pushedItems == [Script.p2wpkh(hash: Script(key).hash160).bytes])
    #expect(nested.finalScriptWitness == [Array(nestedSignature.signature), key])
  }

  @Test func `what is missing is named and nothing is changed`() throws {
    let p2wpkh = Script.p2wpkh(hash: Script(PacketBuilder.key2).hash160)
    let missing = FinalizerError.missingSignatures(input: 0, found: 0, needed: 1)
    let psbt = try Self.spending(p2wpkh, [Pair(2, PacketBuilder.key, PacketBuilder.signature)])
    #expect(throws: missing) { try Finalizer().finalized(psbt) }
    let (same, reasons) = Finalizer().finalizedWherePossible(psbt)
    #expect(same == psbt)
    #expect(reasons == [missing])
    #expect(throws: FinalizerError.missingCoin(input: 0)) {
      try Finalizer().finalized(try Self.packet([]))
    }
    #expect(throws: FinalizerError.missingRedeemScript(input: 0)) {
      try Finalizer().finalized(try Self.spending(.p2sh(p2wpkh)))
    }
    #expect(throws: FinalizerError.scriptMismatch(input: 0, script: "redeem script")) {
      try Finalizer().finalized(try Self.spending(.p2sh(p2wpkh), [Pair(4, [], [0x51])]))
    }
    #expect(throws: FinalizerError.missingWitnessScript(input: 0)) {
      try Finalizer().finalized(try Self.spending(.p2wsh(p2wpkh)))
    }
    #expect(throws: ExtractorError.notFinal(input: 0)) { try Extractor(psbt).transaction() }
  }
}
