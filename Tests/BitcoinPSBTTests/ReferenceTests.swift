import BitcoinPrimitives
import Bytes
import Testing

@testable import BitcoinPSBT

@Suite struct `A packet whose previous transactions lie beside it` {
  private static func transaction(_ number: UInt8, outputs: Int) -> Transaction {
    Transaction(
      inputs: [
        TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: UInt32(number)), witness: [[number]])
      ],
      outputs: (0..<outputs).map {
        TxOut(
          rawValue: Int64($0) + 1, scriptPubKey: .p2wpkh(hash: [UInt8](repeating: 7, count: 20)))
      })
  }

  /// Two transactions; the second one with its witness for one input, and without for the other.
  private static func packet() throws -> PSBT {
    let (first, second) = (transaction(1, outputs: 150), transaction(2, outputs: 2))
    var coins = (0..<150).map { OutPoint(txid: first.txid, vout: $0) }
    coins += (0..<2).map { OutPoint(txid: second.txid, vout: $0) }
    let unsigned = Transaction(
      inputs: coins.map { TxIn(previousOutput: $0) },
      outputs: [TxOut(rawValue: 1, scriptPubKey: .p2wpkh(hash: [UInt8](repeating: 8, count: 20)))])
    var updater = Updater(try Creator(unsigned).created())
    for index in 0..<150 {
      try updater.addPreviousTransaction(first.encodedWithoutWitness(), toInput: index)
    }
    try updater.addPreviousTransaction(second.encodedWithoutWitness(), toInput: 150)
    try updater.addPreviousTransaction(second.encoded(), toInput: 151)
    return updater.psbt
  }

  @Test func `is the very same when it is put together again`() throws {
    let packet = try Self.packet()
    let (bytes, previous) = packet.encodedWithReferences()
    #expect(previous.count == 3 && bytes.count < packet.encoded().count / 20)
    let references = try PSBT.references(in: bytes)
    #expect(Set(references.keys) == Set(previous.keys))
    for (reference, whole) in previous {
      #expect(try PreviousTransaction(scanning: whole).txid == references[reference])
    }
    let again = try PSBT(decoding: bytes, previous: previous)
    #expect(again == packet)
    #expect(again.encoded() == packet.encoded())
    // One that has none is written as always.
    let bare = try Creator(packet.unsignedTransaction).created()
    #expect(bare.encodedWithReferences().bytes == bare.encoded())
  }

  @Test func `comes in pieces that are the packet, and large values are not copied into them`()
    throws
  {
    let packet = try Self.packet()
    let pieces = packet.encodedPieces()
    #expect(Array(pieces.joined()) == packet.encoded())
    // Each piece of its own lies where the field does.
    let value = try #require(packet.inputs[7].map.value(0))
    let isShared = pieces.contains { piece in
      piece.withUnsafeBytes { one in value.withUnsafeBytes { one.baseAddress == $0.baseAddress } }
    }
    #expect(value.count > 1_024 && isShared)
    let bare = try Creator(packet.unsignedTransaction).created()
    #expect(Array(bare.encodedPieces().joined()) == bare.encoded())
  }

  @Test func `is read without them for its signatures alone`() throws {
    var packet = try Self.packet()
    packet.updateInput(3) { $0.setUnchecked(PSBTField(type: 0xAB, keyData: [1], value: [2, 3])) }
    let read = try PSBT(decodingWithoutPrevious: packet.encodedWithReferences().bytes)
    #expect(read.unsignedTransaction == packet.unsignedTransaction)
    #expect(read.inputs.allSatisfy { $0.nonWitnessUTXO == nil })
    for index in packet.inputs.indices {
      #expect(
        read.inputs[index].map.fields == packet.inputs[index].map.fields.filter { $0.type != 0 })
    }
    // One whose transactions stand in it keeps them.
    #expect(try PSBT(decodingWithoutPrevious: packet.encoded()) == packet)
    #expect(throws: PSBTError.self) { try PSBT(decodingWithoutPrevious: [1, 2]) }
  }

  @Test func `is read without those of them that nobody kept, when that is asked for`() throws {
    let packet = try Self.packet()
    let (bytes, previous) = packet.encodedWithReferences()
    let gone = try #require(previous.first { $0.value.count > 32 })
    let kept = previous.filter { $0.key != gone.key }
    let read = try PSBT(decoding: bytes, previous: kept, leavingOutMissing: true)
    #expect(read.unsignedTransaction == packet.unsignedTransaction)
    for index in packet.inputs.indices {
      let whole = packet.inputs[index].map.fields
      let isGone = packet.inputs[index].map.value(0) == gone.value
      #expect(read.inputs[index].map.fields == (isGone ? whole.filter { $0.type != 0 } : whole))
    }
    // What is written from it is a PSBT like any other.
    #expect(try PSBT(decoding: read.encoded()) == read)
    #expect(try PSBT(decoding: bytes, previous: previous, leavingOutMissing: true) == packet)
  }

  @Test
  func `a previous transaction without its witnesses is the same one, copied only if it has any`()
    throws
  {
    let transaction = Self.transaction(2, outputs: 40)
    let whole = try PreviousTransaction(scanning: transaction.encoded()[...])
    #expect(Array(whole.bare.bytes) == transaction.encodedWithoutWitness())
    #expect(whole.bare.txid == transaction.txid)
    #expect(whole.bare.bytes.count < whole.bytes.count)
    #expect(whole.bare.output(at: 39) == transaction.outputs[39])
    let bare = whole.bare
    let isShared = bare.bytes.withUnsafeBytes { one in
      bare.bare.bytes.withUnsafeBytes { one.baseAddress == $0.baseAddress }
    }
    #expect(isShared)
  }

  @Test func `is refused when one of them is missing, changed, or of another input`() throws {
    let packet = try Self.packet()
    let (bytes, previous) = packet.encodedWithReferences()
    for (reference, whole) in previous {
      var less = previous
      less[reference] = nil
      #expect(throws: PSBTError.self) { try PSBT(decoding: bytes, previous: less) }
      var changed = Array(whole)
      changed[changed.count - 1] ^= 1
      less[reference] = changed[...]
      #expect(throws: PSBTError.self) { try PSBT(decoding: bytes, previous: less) }
    }
    #expect(throws: PSBTError.self) { try PSBT(decoding: bytes) }
    // References swapped between the inputs: each proves itself, but for another coin.
    var swapped = packet
    let values = [149, 150].map { packet.inputs[$0].map.value(0) ?? [] }
    swapped.updateInput(149) { $0.map.set(PSBTField(type: 0, value: values[1])) }
    swapped.updateInput(150) { $0.map.set(PSBTField(type: 0, value: values[0])) }
    let wrong = swapped.encodedWithReferences()
    #expect(throws: PSBTError.self) { try PSBT(decoding: wrong.bytes, previous: wrong.previous) }
    #expect(throws: PSBTError.self) { try PSBT(decoding: swapped.encoded()) }
  }

  @Test func `one wrong transaction among a hundred right copies of another is found`() throws {
    let packet = try Self.packet()
    for index in [0, 1, 77, 149] {
      var wrong = packet
      wrong.updateInput(index) {
        $0.map.set(
          PSBTField(type: 0, value: Self.transaction(9, outputs: 150).encodedWithoutWitness()[...]))
      }
      do {
        _ = try PSBT(decoding: wrong.encoded())
        Issue.record("input \(index) was taken")
      } catch {
        #expect("\(error)".contains("input \(index)"), "\(error)")
      }
    }
  }
}
