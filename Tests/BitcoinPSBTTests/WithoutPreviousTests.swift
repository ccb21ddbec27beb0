import BitcoinPrimitives
import Bytes
import Testing

@testable import BitcoinPSBT

@Suite struct `A packet without previous transactions` {
  private static let hash = [UInt8](repeating: 7, count: 20)
  private static let nested = Script.p2wpkh(hash: hash)

  private static func packet(_ scripts: [Script]) throws -> PSBT {
    let previous = Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 3))],
      outputs: scripts.enumerated().map { TxOut(rawValue: 900 + Int64($0), scriptPubKey: $1) })
    let unsigned = Transaction(
      inputs: scripts.indices.map {
        TxIn(previousOutput: OutPoint(txid: previous.txid, vout: UInt32($0)))
      }, outputs: [TxOut(rawValue: 1_000, scriptPubKey: scripts[0])])
    var updater = Updater(try Creator(unsigned).created())
    for index in scripts.indices {
      try updater.addPreviousTransaction(previous.encoded(), toInput: index)
    }
    return updater.psbt
  }

  @Test func `keeps the coin of each segwit input, and the transaction of each legacy one`() throws
  {
    let key = try #require(Bytes32([UInt8](repeating: 9, count: 32)))
    let scripts = [
      Script.p2wpkh(hash: Self.hash), .p2wsh(Self.nested), .p2sh(Self.nested), .p2sh(Self.nested),
      .p2pkh(hash: Self.hash), .p2tr(outputKey: key),
    ]
    var packet = try Self.packet(scripts)
    // Of the two script hashes one says what it is of.
    packet.updateInput(2) { $0.setRedeemScript(Self.nested) }
    let (lighter, count) = try packet.withoutPreviousTransactions()
    #expect(count == 4)
    #expect(
      lighter.inputs.map { $0.nonWitnessUTXO != nil } == [false, false, false, true, true, false])
    for index in scripts.indices {
      #expect(lighter.claimedOutput(ofInput: index) == packet.claimedOutput(ofInput: index))
    }
    #expect(lighter.unsignedTransaction == packet.unsignedTransaction)
    #expect(try lighter.withoutPreviousTransactions().leftOut == 0)
    #expect(try PSBT(decoding: lighter.encoded()) == lighter)
  }

  @Test func `is not made of a redeem script that the coin does not commit to`() throws {
    var packet = try Self.packet([.p2sh(Self.nested)])
    packet.updateInput(0) {
      $0.setRedeemScript(.p2wpkh(hash: [UInt8](repeating: 8, count: 20)))
    }
    #expect(try packet.withoutPreviousTransactions().leftOut == 0)
  }

  @Test func `is not made where a previous transaction shows that the coin is a lie`() throws {
    let honest = try Self.packet([.p2wpkh(hash: Self.hash), .p2wpkh(hash: Self.hash)])
    var packet = honest
    let coin = try #require(packet.claimedOutput(ofInput: 1))
    packet.updateInput(1) {
      $0.setWitnessUTXO(TxOut(rawValue: 1, scriptPubKey: coin.scriptPubKey))
    }
    #expect(throws: PSBTCoinError.differentCoins(input: 1)) {
      try packet.withoutPreviousTransactions()
    }
    packet.updateInput(1) { $0.setWitnessUTXO(coin) }
    #expect(try packet.withoutPreviousTransactions().leftOut == 2)
  }
}
