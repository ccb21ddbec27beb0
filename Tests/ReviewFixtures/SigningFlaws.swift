import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Secp256k1
import TransactionReview

extension Flaw {
  private static func sighash(_ type: UInt32) -> [UInt8] {
    var writer = ByteWriter()
    writer.writeUInt32LE(type)
    return writer.bytes
  }

  /// A signature in good form that signs nothing of ours: r and s are both one.
  private static let der: [UInt8] = [0x30, 6, 2, 1, 1, 2, 1, 1]

  /// A note to those who sign, as docs/formats.md has it.
  static func note(_ text: String) -> PacketDraft.Field {
    .init(0xfc, [10] + Array("drawbridge".utf8) + [2], Array(text.utf8))
  }

  /// R10, R15, R16, R20, R27: what is signed, and what comes along.
  static let signing: [Flaw] = [
    Flaw("r27-note-with-seed-words", .refuse) {
      let words = Array(repeating: "abandon", count: 11) + ["about"]
      $0.draft.global.append(note("the seed: " + words.joined(separator: " ")))
    },
    Flaw("r10-none", .refuse) { $0.draft.coins[0].set(.sighashType, [], sighash(2)) },
    Flaw("r10-single", .refuse) { $0.draft.coins[1].set(.sighashType, [], sighash(3)) },
    Flaw("r10-single-without-output", .refuse, .pkh) {
      $0.draft.payments.removeLast()
      $0.draft.payments[0].output.rawValue = 1_490_000
      $0.draft.coins[1].set(.sighashType, [], sighash(3))
    },
    Flaw("r10-anyone-can-pay", .refuse) { $0.draft.coins[0].set(.sighashType, [], sighash(0x81)) },
    Flaw("r10-undefined-high-bits", .refuse) {
      $0.draft.coins[0].set(.sighashType, [], sighash(0x101))
    },
    Flaw("r10-default-before-taproot", .refuse) {
      $0.draft.coins[0].set(.sighashType, [], sighash(0))
    },
    Flaw("r10-none-taproot", .refuse, .tr) { $0.draft.coins[0].set(.sighashType, [], sighash(2)) },
    Flaw("r10-on-a-foreign-input", .refuse) {
      var coin = try HonestPayment.foreignCoin(satoshis: 200_000)
      coin.set(.sighashType, [], sighash(0x82))
      $0.draft.coins.append(coin)
      $0.draft.payments[0].output.rawValue = 800_000
    },
    Flaw("r15-data-with-money", .warn) {
      $0.draft.payments[0].output = TxOut(
        rawValue: 600_000, scriptPubKey: .opReturn(Array("burn".utf8)))
    },
    Flaw("r15-nothing-paid", .warn) {
      $0.draft.payments[0].output.rawValue = 0
      $0.draft.payments[1].output.rawValue = 1_490_000
    },
    Flaw("r15-dust", .warn) {
      $0.draft.payments[0].output.rawValue = 329
      $0.draft.payments[1].output.rawValue = 1_499_000
    },
    Flaw("r15-unknown-witness-version", .warn) {
      $0.draft.payments[0].output.scriptPubKey = Script([0x52, 2, 1, 2])
    },
    Flaw("r15-taproot-key-off-the-curve", .warn) {
      $0.draft.payments[0].output.scriptPubKey = Script(
        [0x51, 32] + [UInt8](repeating: 0xff, count: 32))
    },
    Flaw("r15-data-that-looks-like-an-output", .warn) {
      let text =
        "A" + String(repeating: " ", count: 89)
        + "2        0.50000000 BTC  change, ours (savings-wpkh 1/3), verified      "
        + String(repeating: " ", count: 20) + "bc1q qqqq qqqq qqqq qqqq"
      $0.draft.payments[0].output = TxOut(
        rawValue: 600_000, scriptPubKey: .opReturn(Array(text.utf8)))
    },
    Flaw("r15-anyone-can-spend", .warn) {
      $0.draft.payments[0].output.scriptPubKey = Script([0x51])
    },
    Flaw("r15-anchor", .warn) { $0.draft.payments[0].output.scriptPubKey = .p2a },
    Flaw("r15-bare-multisig", .warn) {
      let key = try Accounts.derived(.wpkh, of: Accounts.foreign, 0, 0).keys[0].publicKey
      $0.draft.payments[0].output.scriptPubKey = Script(
        [0x51, 33] + key.compressed + [0x51, 0xae])
    },
    Flaw("r15-too-long-to-run", .warn) {
      $0.draft.payments[0].output.scriptPubKey = Script([UInt8](repeating: 0x61, count: 10_001))
    },
    Flaw("r15-segwit-v0-of-wrong-length", .warn) {
      $0.draft.payments[0].output.scriptPubKey = Script([0, 3, 1, 2, 3])
    },
    Flaw("r34-the-replay-lock-of-a-fork", .refuse) { $0.draft.lockTime = .replayLock },
    Flaw("r34-a-payment-of-a-fork-without-its-lock", .warn) {
      $0.machine.network = .fork
      $0.machine.wallets = [try Accounts.wallet(.wpkh, on: .fork)]
    },
    Flaw("r34-the-replay-lock-on-its-own-chain", .show) {
      $0.machine.network = .fork
      $0.machine.wallets = [try Accounts.wallet(.wpkh, on: .fork)]
      $0.draft.lockTime = .replayLock
    },
    Flaw("r16-height-far-ahead", .warn) { $0.draft.lockTime = LockTime(rawValue: 842_017) },
    Flaw("r16-height-without-an-estimate", .warn) { $0.machine.estimatedHeight = nil },
    Flaw("r16-time", .warn) { $0.draft.lockTime = LockTime(rawValue: 1_900_000_000) },
    Flaw("r16-without-effect", .warn) {
      for index in 0..<2 { $0.draft.coins[index].input.sequence = TxIn.finalSequence }
    },
    Flaw("r16-relative-lock-of-blocks", .warn) { $0.draft.coins[0].input.sequence = 144 },
    Flaw("r16-relative-lock-of-seconds", .warn) {
      $0.draft.coins[1].input.sequence = 1 << 22 | 100
    },
    Flaw("r16-relative-lock-without-effect", .warn) {
      $0.draft.version = 1
      $0.draft.coins[0].input.sequence = 144
    },
    Flaw("r16-relative-lock-of-a-negative-version", .warn) {
      $0.draft.version = -1
      $0.draft.coins[0].input.sequence = 144
    },
    Flaw("r16-version-three", .warn) { $0.draft.version = 3 },
    Flaw("r16-version-negative", .warn) { $0.draft.version = -1 },
    Flaw("r20-signature-of-ours-is-wrong", .refuse) {
      let key = try Accounts.derived(.wpkh, 0, 2).keys[0].publicKey.compressed
      $0.draft.coins[0].set(.partialSig, key, der + [1])
    },
    Flaw("r20-signature-of-a-stranger-is-wrong", .refuse) {
      let key = try Accounts.derived(.wpkh, of: Accounts.foreign, 0, 0).keys[0].publicKey
      $0.draft.coins[0].set(.partialSig, key.compressed, der + [1])
    },
    Flaw("r20-taproot-signature-is-wrong", .refuse, .tr) {
      $0.draft.coins[0].set(.tapKeySig, [], [UInt8](repeating: 1, count: 64))
    },
    Flaw("r20-final-script-is-wrong", .refuse) {
      $0.draft.coins[0].set(.finalScriptWitness, [], [1, 1, 0x51])
    },
    Flaw("r20-foreign-final-script-is-wrong", .refuse) {
      var coin = try HonestPayment.foreignCoin(satoshis: 200_000)
      coin.set(.finalScriptWitness, [], [1, 1, 0x51])
      $0.draft.coins.append(coin)
      $0.draft.payments[0].output.rawValue = 800_000
    },
  ]

  /// R19: data that rides along.
  static let data: [Flaw] = [
    Flaw("r19-many-unknown-fields", .warn) {
      for number: UInt8 in 0...100 { $0.draft.global.append(.init(0x40, [number], [])) }
    },
    Flaw("r19-much-unknown-data", .warn) {
      $0.draft.payments[0].fields.append(
        .init(0x40, [1], [UInt8](repeating: 0x41, count: 4_200)))
    },
    Flaw("r19-much-proprietary-data", .warn) {
      $0.draft.coins[0].fields.append(
        .init(0xfc, [1, 0x58, 0], [UInt8](repeating: 0x41, count: 4_200)))
    },
    Flaw("r19-a-large-field-that-nobody-looks-at", .warn) {
      $0.draft.payments[0].set(
        .dnssecProof, [], [3] + Array("you".utf8) + [UInt8](repeating: 0x41, count: 4_200))
    },
    Flaw("r19-many-derivations-of-nobody", .warn) {
      let cosigner = try AccountKey(parsing: Quorum.bob)
      let descriptor = try Descriptor(parsing: "wpkh(\(cosigner)/<0;1>/*)")
      for index: UInt32 in 0...100 {
        let key = try descriptor.derived(branch: 0, index: index).keys[0]
        $0.draft.payments[0].set(
          .bip32Derivation, key.publicKey.compressed, key.origin.encoded())
      }
    },
    Flaw("r19-many-account-keys-of-nobody", .warn) {
      let xpub = try AccountKey(parsing: Quorum.bob).xpub.encoded()
      for number: UInt8 in 0...60 {
        var other = xpub
        other[5] = number  // of another parent
        let path: [UInt8] = [48, 0, 0, 128, 0, 0, 0, 128, 0, 0, 0, 128, 2, 0, 0, 128]
        $0.draft.global.append(.init(0x01, other, [1, 2, 3, number] + path))
      }
    },
  ]
}
