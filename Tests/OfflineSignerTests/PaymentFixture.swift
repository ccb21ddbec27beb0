import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import Foundation
import TerminalUI
import Testing

@testable import OfflineSigner

/// A payment from a wallet of the desk, as an honest coordinator would build it.
struct PaymentFixture {
  var coin: Int64 = 100_000_000
  var payment: Int64 = 12_000_000
  var fee: Int64 = 1_000
  var destination = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"
  var network = Network.regtest
  var withPrevious = true
  var changeIndex: UInt32 = 0
  var coinBranch = 0
  var coinIndex: UInt32 = 3
  var lockTime = LockTime.none
  var sequence: UInt32 = 0xffff_fffd
  /// Outputs of others in the transaction that made the coin.
  var others = 0

  /// The PSBT; the coin lies at 0/3 unless it was moved.
  func psbt(from descriptor: Descriptor) throws -> PSBT {
    let previous = Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 1))],
      outputs: [
        TxOut(
          rawValue: coin,
          scriptPubKey: try descriptor.derived(branch: coinBranch, index: coinIndex).scriptPubKey)
      ]
        + [TxOut](
          repeating: TxOut(
            rawValue: 1_000, scriptPubKey: try Address(parsing: destination, on: network).script),
          count: others))
    let change = try descriptor.derived(branch: 1, index: changeIndex).scriptPubKey
    let transaction = Transaction(
      inputs: [
        TxIn(previousOutput: OutPoint(txid: previous.txid, vout: 0), sequence: sequence)
      ],
      outputs: [
        TxOut(
          rawValue: payment, scriptPubKey: try Address(parsing: destination, on: network).script),
        TxOut(rawValue: coin - payment - fee, scriptPubKey: change),
      ], lockTime: lockTime)
    var updater = Updater(try Creator(transaction).created())
    if withPrevious {
      try updater.addPreviousTransaction(previous.encoded(), toInput: 0)
    } else {
      try updater.addCoin(previous.outputs[0], toInput: 0)
    }
    try updater.add(descriptor, branch: coinBranch, index: coinIndex, toInput: 0)
    try updater.add(descriptor, branch: 1, index: changeIndex, toOutput: 1)
    return updater.psbt
  }
}

extension Desk {
  /// Exports an account and gives the descriptor that was registered for it.
  func account(_ script: String = "wpkh") throws -> Descriptor {
    let ran = run(
      "account", "export", "first", "--script", script, "--out", path("\(script).txt"), "--force",
      "--json")
    try #require(ran.code == .done, "\(ran.err)")
    let name = try #require(ran.json["wallet"]?.stringValue)
    let shown = run("wallet", "show", name, "--json")
    try #require(shown.code == .done, "\(shown.err)")
    return try Descriptor(parsing: try #require(shown.json["descriptor"]?.stringValue))
  }

  /// Writes a PSBT to a file and gives its path.
  func write(_ psbt: PSBT, to name: String = "unsigned.psbt") throws -> String {
    try Data(psbt.encoded()).write(to: folder.appending(path: name))
    return path(name)
  }

  func psbt(_ name: String) throws -> PSBT {
    try PSBT(recognizing: [UInt8](Data(contentsOf: folder.appending(path: name))))
  }
}
