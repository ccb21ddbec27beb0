import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import Secp256k1
import Secp256k1Signing
import SecureMemory
import Testing

@testable import OnlineCoordinator

/// Two coins of the key 7, spent to somewhere.
private struct Fixture {
  let ours: PSBT
  let coins: [TxOut]
  let key: PublicKey

  static func privateKey(_ number: UInt8 = 7) throws -> PrivateKey {
    var bytes = [UInt8](repeating: 0, count: 31) + [number]
    return try PrivateKey(SecretBytes(moving: &bytes))
  }

  init() throws {
    let secret = try Self.privateKey()
    key = try secret.publicKey()
    let descriptor = try Descriptor(parsing: "wpkh(\(Hex.encode(key.compressed)))")
    let derived = try descriptor.derived(branch: 0, index: 0)
    let previous = Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 5))],
      outputs: [
        TxOut(rawValue: 50_000, scriptPubKey: derived.scriptPubKey),
        TxOut(rawValue: 60_000, scriptPubKey: derived.scriptPubKey),
      ])
    coins = previous.outputs
    let transaction = Transaction(
      inputs: (0..<2).map {
        TxIn(previousOutput: OutPoint(txid: previous.txid, vout: UInt32($0)))
      },
      outputs: [
        TxOut(rawValue: 100_000, scriptPubKey: .p2wpkh(hash: [UInt8](repeating: 9, count: 20)))
      ])
    var updater = Updater(try Creator(transaction).created())
    for index in 0..<2 {
      try updater.addPreviousTransaction(previous.encoded(), toInput: index)
      try updater.add(derived, toInput: index)
    }
    ours = updater.psbt
  }

  func signature(_ index: Int, by number: UInt8 = 7, type: SighashType = .all) throws -> [UInt8] {
    let cache = try SighashCache(ours.unsignedTransaction, spentOutputs: coins)
    let secret = try Self.privateKey(number)
    let code = Script.p2pkh(key)
    let digest = try cache.segwitV0(
      input: index, scriptCode: code, amount: coins[index].rawValue, type: type)
    return try secret.ecdsaSignature(of: digest).der + [UInt8(type.rawValue)]
  }

  /// What a signer returns.
  func signed(_ indices: [Int] = [0, 1]) throws -> PSBT {
    var packet = ours
    for index in indices {
      let signature = try signature(index)
      packet.updateInput(index) { $0.setPartialSig(signature, publicKey: key.compressed) }
    }
    return packet
  }

  func collect(_ theirs: PSBT) throws(CollectError) -> PSBT {
    try Collector(ours: ours, coins: coins).adding(theirs)
  }

  func changed(_ index: Int = 0, _ body: (inout PSBTInput) -> Void) throws -> PSBT {
    var packet = try signed()
    packet.updateInput(index, body)
    return packet
  }
}

@Suite struct CollectorTests {
  @Test func `signatures are taken, verified and finished`() throws {
    let fixture = try Fixture()
    let packet = try fixture.collect(fixture.signed())
    let finished = try Collector.finished(packet, spending: fixture.coins)
    let transaction = try #require(finished.transaction)
    #expect(finished.missing == 0 && transaction.inputs.allSatisfy { $0.witness.count == 2 })
    #expect(transaction.txid == fixture.ours.unsignedTransaction.txid)
  }

  @Test func `signatures may come one by one, in any order`() throws {
    let fixture = try Fixture()
    let half = try fixture.collect(fixture.signed([1]))
    #expect(try Collector.finished(half, spending: fixture.coins).missing == 1)
    let whole = try Collector(ours: half, coins: fixture.coins).adding(fixture.signed([0]))
    #expect(try Collector.finished(whole, spending: fixture.coins).transaction != nil)
    // The same ones again change nothing.
    #expect(try Collector(ours: whole, coins: fixture.coins).adding(fixture.signed()) == whole)
  }

  @Test func `final scripts are taken as well, and a whole transaction`() throws {
    let fixture = try Fixture()
    let final = try Finalizer().finalized(fixture.signed())
    let packet = try fixture.collect(final)
    let finished = try Collector.finished(packet, spending: fixture.coins).transaction
    let transaction = try #require(finished)
    let again = try Collector(ours: fixture.ours, coins: fixture.coins).adding(transaction)
    #expect(
      try Collector.finished(again, spending: fixture.coins).transaction == transaction)
    var other = transaction
    other.outputs[0].rawValue -= 1
    #expect(throws: CollectError.changedTransaction) {
      try Collector(ours: fixture.ours, coins: fixture.coins).adding(other)
    }
    var broken = transaction
    broken.inputs[1].witness[0][20] ^= 1
    #expect(throws: CollectError.self) {
      try Collector(ours: fixture.ours, coins: fixture.coins).adding(broken)
    }
  }

  @Test func `every single wrong byte of a signature is found`() throws {
    let fixture = try Fixture()
    let good = try fixture.signature(0)
    for position in good.indices {
      var bad = good
      bad[position] ^= 1
      let theirs = try fixture.changed {
        $0.setPartialSig(bad, publicKey: fixture.key.compressed)
      }
      #expect(throws: CollectError.self, "byte \(position)") { try fixture.collect(theirs) }
    }
  }

  @Test func `a signature that leaves something open is refused`() throws {
    let fixture = try Fixture()
    for type: UInt32 in [0x02, 0x03, 0x81, 0x83] {
      let signature = try fixture.signature(0, type: SighashType(rawValue: type))
      let theirs = try fixture.changed {
        $0.setPartialSig(signature, publicKey: fixture.key.compressed)
      }
      #expect(throws: CollectError.sighash(input: 0, type: type)) { try fixture.collect(theirs) }
    }
    let asked = try fixture.changed { $0.setSighashType(3) }
    #expect(throws: CollectError.sighash(input: 0, type: 3)) { try fixture.collect(asked) }
  }

  @Test func `a signature of a key that is not the wallet's is refused`() throws {
    let fixture = try Fixture()
    let other = try Fixture.privateKey(8).publicKey()
    let signature = try fixture.signature(0, by: 8)
    let theirs = try fixture.changed { $0.setPartialSig(signature, publicKey: other.compressed) }
    #expect(throws: CollectError.foreignKey(input: 0)) { try fixture.collect(theirs) }
  }

  @Test func `a field that says something else is refused`() throws {
    let fixture = try Fixture()
    let coin = TxOut(rawValue: 50_001, scriptPubKey: fixture.coins[0].scriptPubKey)
    let theirs = try fixture.changed { $0.setWitnessUTXO(coin) }
    #expect(throws: CollectError.changedField(map: "input 0", field: "field 1")) {
      try fixture.collect(theirs)
    }
    var another = fixture.ours.unsignedTransaction
    another.outputs[0].rawValue += 1
    let other = try Creator(another).created()
    #expect(throws: CollectError.changedTransaction) { try fixture.collect(other) }
  }

  @Test func `what is added beside signatures is left out`() throws {
    let fixture = try Fixture()
    let theirs = try fixture.changed {
      $0.setUnchecked(PSBTField(type: 0xF0, keyData: [1], value: [2, 3]))
    }
    let packet = try fixture.collect(theirs)
    #expect(packet.inputs.allSatisfy { $0.unknown.isEmpty })
  }

  @Test func `signatures that give the key away are found`() throws {
    let fixture = try Fixture()
    let good = try fixture.signature(1)
    // The same r in both inputs; s does not matter for that.
    let length = Int(good[3])
    let other = try fixture.signature(0)
    let s = other.dropFirst(4 + Int(other[3])).dropLast()
    let body = [0x02, UInt8(length)] + good[4..<(4 + length)] + s
    let reused = [0x30, UInt8(body.count)] + body + [1]
    let theirs = try fixture.changed {
      $0.setPartialSig(reused, publicKey: fixture.key.compressed)
    }
    #expect(throws: CollectError.reusedNonce(inputs: [0, 1])) { try fixture.collect(theirs) }
    // The generator point, and the short r of the nonce 1/2.
    let generator = try Fixture.privateKey(1).publicKey().compressed.dropFirst()
    let half: [UInt8] = [
      0x3b, 0x78, 0xce, 0x56, 0x3f, 0x89, 0xa0, 0xed, 0x94, 0x14, 0xf5, 0xaa, 0x28, 0xad, 0x0d,
      0x96, 0xd6, 0x79, 0x5f, 0x9c, 0x63,
    ]
    for nonce in [Array(generator), half] {
      let body = [0x02, UInt8(nonce.count)] + nonce + Array(s)
      let weak = [0x30, UInt8(body.count)] + body + [1]
      let theirs = try fixture.changed {
        $0.setPartialSig(weak, publicKey: fixture.key.compressed)
      }
      #expect(throws: CollectError.weakNonce(input: 0)) { try fixture.collect(theirs) }
    }
  }

  @Test func `two different signatures for one input are not chosen between`() throws {
    let fixture = try Fixture()
    let packet = try fixture.collect(fixture.signed())
    var other = try fixture.signature(0)
    other[10] ^= 1
    let theirs = try fixture.changed {
      $0.setPartialSig(other, publicKey: fixture.key.compressed)
    }
    #expect(throws: CollectError.contradiction(input: 0)) {
      try Collector(ours: packet, coins: fixture.coins).adding(theirs)
    }
  }
}
