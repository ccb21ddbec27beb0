import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Secp256k1
import Testing

@testable import BitcoinPSBT

@Suite struct `The updater` {
  // BIP-32 test vector 1's key below m/0h, as the account of a made-up master.
  static let xpub =
    "xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw"

  static func descriptor(_ wrap: (String) -> String) throws -> Descriptor {
    try Descriptor(parsing: wrap("[d34db33f/84h/0h/0h]\(xpub)/<0;1>/*"))
  }

  static let wraps: [(name: String, wrap: @Sendable (String) -> String)] = [
    ("pkh", { "pkh(\($0))" }), ("sh-wpkh", { "sh(wpkh(\($0)))" }), ("wpkh", { "wpkh(\($0))" }),
    ("tr", { "tr(\($0))" }),
  ]

  /// A packet that spends index 3 of the receiving branch and pays index 5 of the change branch,
  /// and the transaction that made the coin.
  static func packet(_ descriptor: Descriptor) throws -> (PSBT, previous: [UInt8]) {
    let coin = TxOut(
      rawValue: 7_000, scriptPubKey: try descriptor.derived(branch: 0, index: 3).scriptPubKey)
    let before = Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 1))], outputs: [coin])
    let change = TxOut(
      rawValue: 6_000, scriptPubKey: try descriptor.derived(branch: 1, index: 5).scriptPubKey)
    let payment = Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: before.txid, vout: 0))], outputs: [change])
    return (try Creator(payment).created(), before.encoded())
  }

  @Test(arguments: [0, 1, 2, 3])
  func `a descriptor fills coin, scripts and keys of each standard account`(kind: Int) throws {
    let (name, wrap) = Self.wraps[kind]
    let descriptor = try Self.descriptor(wrap)
    let (psbt, previous) = try Self.packet(descriptor)
    var updater = Updater(psbt)
    try updater.addPreviousTransaction(previous, toInput: 0)
    try updater.add(descriptor, branch: 0, index: 3, toInput: 0)
    try updater.add(descriptor, branch: 1, index: 5, toOutput: 0)
    let updated = updater.psbt
    #expect(try PSBT(decoding: updated.encoded()) == updated)
    try updated.checkCoins()
    let types = updated.inputs[0].map.fields.map(\.type)
    let outputTypes = updated.outputs[0].map.fields.map(\.type)
    switch name {
    case "pkh": #expect(types == [0, 6] && outputTypes == [2])
    case "sh-wpkh": #expect(types == [0, 1, 4, 6] && outputTypes == [0, 2])
    case "wpkh": #expect(types == [0, 1, 6] && outputTypes == [2])
    default: #expect(types == [0, 1, 0x16, 0x17] && outputTypes == [5, 7])
    }
    let origins =
      updated.inputs[0].bip32Derivations.map(\.origin)
      + updated.inputs[0].tapBIP32Derivations.map(\.origin)
    #expect(origins.map(\.description) == ["d34db33f/84h/0h/0h/0/3"])
    let change =
      updated.outputs[0].bip32Derivations.map(\.origin)
      + updated.outputs[0].tapBIP32Derivations.map(\.origin)
    #expect(change.map(\.description) == ["d34db33f/84h/0h/0h/1/5"])
  }

  @Test func `what does not fit is refused and changes nothing`() throws {
    let descriptor = try Self.descriptor { "wpkh(\($0))" }
    let (psbt, previous) = try Self.packet(descriptor)
    var updater = Updater(psbt)
    #expect(throws: UpdaterError.missingCoin(input: 0)) {
      try updater.add(descriptor, branch: 0, index: 3, toInput: 0)
    }
    #expect(throws: UpdaterError.noSuchInput(1)) {
      try updater.addPreviousTransaction(previous, toInput: 1)
    }
    #expect(throws: UpdaterError.noSuchOutput(1)) {
      try updater.add(descriptor, branch: 1, index: 5, toOutput: 1)
    }
    #expect(throws: UpdaterError.self) {
      try updater.addPreviousTransaction(Array(previous.dropLast()), toInput: 0)
    }
    var other = previous
    other[0] ^= 1
    #expect(throws: UpdaterError.self) { try updater.addPreviousTransaction(other, toInput: 0) }
    #expect(throws: UpdaterError.scriptMismatch(.output(0))) {
      try updater.add(descriptor, branch: 0, index: 5, toOutput: 0)
    }
    #expect(updater.psbt == psbt)
    try updater.addPreviousTransaction(previous, toInput: 0)
    let before = updater.psbt
    #expect(throws: UpdaterError.scriptMismatch(.input(0))) {
      try updater.add(descriptor, branch: 0, index: 4, toInput: 0)
    }
    #expect(throws: UpdaterError.wrongCoin(.differentCoins(input: 0))) {
      try updater.addCoin(TxOut(rawValue: 1, scriptPubKey: Script()), toInput: 0)
    }
    #expect(throws: UpdaterError.self) {
      try updater.add(descriptor, branch: 2, index: 3, toInput: 0)
    }
    #expect(updater.psbt == before)
  }

  @Test func `a previous transaction loses its witness and keeps its txid`() throws {
    let input = TxIn(
      previousOutput: OutPoint(txid: Txid(.zero), vout: 0), witness: [[1, 2, 3], []])
    let transaction = Transaction(
      inputs: [input], outputs: [TxOut(rawValue: 1, scriptPubKey: Script([0x51]))])
    let scanned = try PreviousTransaction(scanning: transaction.encoded()[...])
    #expect(scanned.withoutWitness == transaction.encodedWithoutWitness())
    #expect(scanned.txid == transaction.txid)
  }
}
