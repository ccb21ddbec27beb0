import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import TerminalUI
import Testing
import WalletBackups
import WalletStorage
import WalletTypes

@testable import OnlineCoordinator

/// A payment whose PSBT is larger than any backup.
@Suite struct LargePaymentBackupTests {
  @Test func `a home with a payment of many inputs is backed up and comes back`() async throws {
    let desk = try await Desk.practising("1.5")
    try #require(
      await desk.run("backup", "key", "--from", BackupCommandTests.key(desk)).code == .done)
    let store = try Store(path: desk.path("home/coordinator.sqlite"))
    let script = Script.p2wpkh(hash: [UInt8](repeating: 9, count: 20))
    let previous = Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 1))],
      outputs: Array(repeating: TxOut(rawValue: 1_000, scriptPubKey: script), count: 700))
    let unsigned = Transaction(
      inputs: (0..<700).map {
        TxIn(previousOutput: OutPoint(txid: previous.txid, vout: UInt32($0)))
      }, outputs: [TxOut(rawValue: 9_000, scriptPubKey: script)])
    var updater = Updater(try Creator(unsigned).created())
    for index in 0..<700 {
      try updater.addPreviousTransaction(previous.encodedWithoutWitness(), toInput: index)
    }
    var packet = updater.psbt
    packet.updateInput(3) { $0.setUnchecked(PSBTField(type: 0xAB, keyData: [1], value: [2, 3])) }
    #expect(packet.encoded().count > 15_000_000)
    let wallet = try store.wallet(named: "savings")
    _ = try store.restore(
      [
        RestoredWallet(
          name: "savings", descriptor: wallet.descriptor, birthHeight: 0, gapLimit: 20,
          next: [0, 0], people: [:], labels: [],
          payments: [
            RestoredPayment(
              number: 1, state: .draft, unsigned: unsigned, psbt: StoredPacket(packet),
              final: nil, fee: try Amount(satoshis: 691_000), summary: "all of it", created: 5)
          ])
      ], nodes: [], document: BackupDocument(isMainnet: false).encoded(), on: .regtest)
    let file = desk.path("drawbridge.backup")
    let written = await desk.run("backup", "write", "--out", file)
    try #require(written.code == .done, "\(written.err)")
    let fresh = try Desk()
    await fresh.run("backup", "key", "--from", try BackupCommandTests.key(fresh))
    let restored = await fresh.run("backup", "restore", file, "--yes")
    #expect(restored.code == .done, "\(restored.err)")
    let other = try Store(path: fresh.path("home/coordinator.sqlite"))
    let payment = try #require(try other.payments().first)
    #expect(payment.unsigned == unsigned && payment.fee.satoshis == 691_000)
    // Everything but the transactions that it spends.
    let bare = try store.packetWithoutPrevious(of: store.payment(1)).signatures()
    #expect(try other.packet(of: payment).psbt() == bare)
  }
}
