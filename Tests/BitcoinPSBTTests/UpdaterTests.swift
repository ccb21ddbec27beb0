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

  /// A PSBT that spends index 3 of the receiving branch and pays index 5 of the change branch,
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

  static let cosigners =
    "[aabbccdd/48h/0h/0h/2h]xpub6FC1fXFP1GXLX5TKtcjHGT4q89SDRehkQLtbKJ2PzWcvbBHtyDsJPLtpLtkGqYNYZdVVAjRQ5kug9CsapegmmeRutpP7PW4u4wVF9JfkDhw/<0;1>/*,"
    + "[11223344/48h/0h/0h/2h]xpub6EWhjpPa6FqrcaPBuGBZRJVjzGJ1ZsMygRF26RwN932Vfkn1gyCiTbECVitBjRCkexEvetLdiqzTcYimmzYxyR1BZ79KNevgt61PDcukmC7/<0;1>/*"

  static func updated(_ text: String) throws -> (PSBT, Descriptor) {
    let descriptor = try Descriptor(parsing: text)
    let (psbt, previous) = try packet(descriptor)
    var updater = Updater(psbt)
    try updater.addPreviousTransaction(previous, toInput: 0)
    try updater.add(descriptor, branch: 0, index: 3, toInput: 0)
    try updater.add(descriptor, branch: 1, index: 5, toOutput: 0)
    let updated = updater.psbt
    #expect(try PSBT(decoding: updated.encoded()) == updated)
    return (updated, descriptor)
  }

  @Test(arguments: [
    ("sh(sortedmulti(2,K))", [0, 4, 6, 6] as [UInt64], [0, 2, 2] as [UInt64]),
    ("wsh(sortedmulti(2,K))", [0, 1, 5, 6, 6], [1, 2, 2]),
    ("sh(wsh(multi(2,K)))", [0, 1, 4, 5, 6, 6], [0, 1, 2, 2]),
    ("multi(2,K)", [0, 6, 6], [2, 2]),
  ])
  func `multisig gets its scripts and every cosigner's key`(
    shape: String, inputTypes: [UInt64], outputTypes: [UInt64]
  ) throws {
    let (psbt, descriptor) = try Self.updated(shape.replacing("K", with: Self.cosigners))
    #expect(psbt.inputs[0].map.fields.map(\.type) == inputTypes)
    #expect(psbt.outputs[0].map.fields.map(\.type) == outputTypes)
    #expect(
      psbt.inputs[0].bip32Derivations.map(\.origin.description)
        == ["aabbccdd/48h/0h/0h/2h/0/3", "11223344/48h/0h/0h/2h/0/3"])
    let change = try descriptor.derived(branch: 1, index: 5)
    #expect(
      psbt.outputs[0].bip32Derivations.map { Array($0.publicKey) }
        == change.keys.map(\.publicKey.encoded))
    #expect(psbt.outputs[0].witnessScript == change.witnessScript)
    #expect(psbt.outputs[0].redeemScript == change.redeemScript)
  }

  @Test func `a tree gets its leaves, its root and the leaves of each key`() throws {
    let keys = Self.cosigners.split(separator: ",")
    let lone = try #require(
      keys.first.map { $0.replacing("<0;1>", with: "<2;3>") })
    let text =
      "tr(50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0,"
      + "{pk(\(keys[0])),{multi_a(2,\(Self.cosigners)),pk(\(lone))}})"
    let (psbt, descriptor) = try Self.updated(text)
    #expect(
      psbt.inputs[0].map.fields.map(\.type) == [
        0, 1, 0x15, 0x15, 0x15, 0x16, 0x16, 0x16, 0x17, 0x18,
      ])
    let taproot = try #require(try descriptor.derived(branch: 0, index: 3).taproot)
    #expect(psbt.inputs[0].tapMerkleRoot == taproot.merkleRoot)
    #expect(psbt.inputs[0].tapInternalKey == taproot.internalKey.bytes)
    let leaves = psbt.inputs[0].tapLeafScripts
    #expect(leaves.map { Script($0.script) } == taproot.leaves.map(\.script))
    #expect(
      leaves.map { Array($0.controlBlock) } == taproot.leaves.map { $0.controlBlock.encoded() })
    let derivations = psbt.inputs[0].tapBIP32Derivations
    #expect(
      derivations.map(\.origin.description) == [
        "aabbccdd/48h/0h/0h/2h/0/3", "11223344/48h/0h/0h/2h/0/3", "aabbccdd/48h/0h/0h/2h/2/3",
      ])
    let hashes = taproot.leaves.map(\.leafHash)
    #expect(
      derivations.map(\.leafHashes)
        == [[hashes[0], hashes[1]].sorted(), [hashes[1]], [hashes[2]]])

    #expect(psbt.outputs[0].map.fields.map(\.type) == [5, 6, 7, 7, 7])
    let tree = try #require(psbt.outputs[0].tapTree)
    #expect(tree.map(\.depth) == [1, 2, 2])
    let rebuilt = TaprootTree(
      leaves: tree.map {
        TaprootTree.Leaf(
          depth: Int($0.depth), version: $0.leafVersion, script: Script($0.script))
      })
    let change = try descriptor.derived(branch: 1, index: 5)
    let root = try #require(rebuilt).merkleRoot
    #expect(root == change.taproot?.merkleRoot)
    let internalKey = try XOnlyPublicKey(decoding: try #require(psbt.outputs[0].tapInternalKey))
    #expect(try Taproot.script(internalKey: internalKey, merkleRoot: root) == change.scriptPubKey)
  }
}

extension `The updater` {
  @Test func `inputs of one transaction share its bytes when they are given the same value`() throws
  {
    let coin = TxOut(rawValue: 1_000, scriptPubKey: Script([0x51]))
    let before = Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 1))],
      outputs: [TxOut](repeating: coin, count: 50))
    let stranger = Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 2))], outputs: [coin])
    let payment = Transaction(
      inputs: (0..<50).map { TxIn(previousOutput: OutPoint(txid: before.txid, vout: UInt32($0))) },
      outputs: [coin])
    let known = PreviousTransaction.spent(by: payment, among: [stranger, before, before])
    #expect(known.count == 1)
    let previous = try #require(known[before.txid])
    var updater = Updater(try Creator(payment).created())
    for index in 0..<50 { try updater.addPreviousTransaction(previous, toInput: index) }
    let places = updater.psbt.inputs.compactMap { input in
      input.nonWitnessUTXO?.bytes.withUnsafeBytes { $0.baseAddress.map(UInt.init(bitPattern:)) }
    }
    #expect(places.count == 50 && Set(places).count == 1)
    #expect(throws: UpdaterError.self) {
      try updater.addPreviousTransaction(
        PreviousTransaction(scanning: stranger.encoded()[...]), toInput: 0)
    }
    #expect(throws: UpdaterError.noSuchInput(50)) {
      try updater.addPreviousTransaction(previous, toInput: 50)
    }
  }
}
