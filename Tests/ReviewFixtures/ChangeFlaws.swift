import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Secp256k1
import TransactionReview

extension Flaw {
  private static func claim(
    _ path: String, fingerprint: Fingerprint = Accounts.fingerprint
  ) throws -> [UInt8] {
    KeyOrigin(fingerprint: fingerprint, path: try DerivationPath(parsing: path)).encoded()
  }

  private static let attacker = Script.p2wpkh(hash: [UInt8](repeating: 0x66, count: 20))

  /// R06 to R14: change, wallet, network, ownership, scripts.
  static let change: [Flaw] = [
    Flaw("r06-change-substituted", .refuse) {
      $0.draft.payments[1].output.scriptPubKey = attacker
    },
    Flaw("r06-change-substituted-taproot", .refuse, .tr) {
      let key = try Accounts.derived(.wpkh, of: Accounts.foreign, 0, 0).keys[0].publicKey.xOnly
      $0.draft.payments[1].output.scriptPubKey = try Taproot.script(internalKey: key)
    },
    Flaw("r06-change-of-another-script-type", .refuse) {
      let key = try Accounts.derived(.wpkh, 1, 3).keys[0].publicKey
      $0.draft.payments[1].output.scriptPubKey = .p2pkh(key)
    },
    Flaw("r06-change-nested-instead-of-native", .refuse) {
      let key = try Accounts.derived(.wpkh, 1, 3).keys[0].publicKey
      $0.draft.payments[1].output.scriptPubKey = .p2sh(.p2wpkh(key))
      $0.draft.payments[1].set(.redeemScript, [], Script.p2wpkh(key).bytes)
    },
    Flaw("r06-change-to-key-itself-untweaked", .refuse, .tr) {
      let key = try Accounts.derived(.tr, 1, 3).taproot
      $0.draft.payments[1].output.scriptPubKey = .p2tr(outputKey: key?.internalKey.bytes ?? .zero)
    },
    Flaw("r06-change-index-lies", .refuse) {
      let key = try Accounts.derived(.wpkh, 1, 3).keys[0].publicKey
      $0.draft.payments[1].set(
        .bip32Derivation, key.compressed, try claim("m/84h/0h/0h/1/4"))
    },
    Flaw("r06-change-in-unregistered-account", .refuse) {
      $0.draft.payments[1] = try HonestPayment.change(
        .wpkh, of: Accounts.unregistered, branch: 1, index: 3, satoshis: 890_000)
    },
    Flaw("r06-change-at-hardened-index", .refuse) {
      $0.draft.payments[1] = try HonestPayment.payment(
        to: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", satoshis: 890_000)
      $0.draft.payments[1].set(
        .bip32Derivation, try Accounts.derived(.wpkh, 1, 3).keys[0].publicKey.compressed,
        try claim("m/84h/0h/0h/1/3h"))
    },
    Flaw("r06-change-on-third-branch", .refuse) {
      let xpub = try AccountKey(parsing: Accounts.text(.wpkh)).xpub
      let key = try xpub.derived(along: try DerivationPath(parsing: "m/2/3")).publicKey
      $0.draft.payments[1].output.scriptPubKey = .p2wpkh(key)
      $0.draft.payments[1].fields = []
      $0.draft.payments[1].set(
        .bip32Derivation, key.compressed, try claim("m/84h/0h/0h/2/3"))
    },
    Flaw("r06-change-claims-a-second-path-of-ours", .refuse) {
      $0.draft.payments[1].set(
        .bip32Derivation, try Accounts.derived(.wpkh, 1, 4).keys[0].publicKey.compressed,
        try claim("m/84h/0h/0h/1/9"))
    },
    Flaw("r06-change-with-another-key", .refuse) {
      let foreign = try Accounts.derived(.wpkh, of: Accounts.foreign, 0, 0).keys[0].publicKey
      $0.draft.payments[1].fields = []
      $0.draft.payments[1].set(
        .bip32Derivation, foreign.compressed, try claim("m/84h/0h/0h/1/3"))
    },
    Flaw("r07-index-far-ahead", .warn) {
      $0.draft.payments[1] = try HonestPayment.change(
        .wpkh, branch: 1, index: 1_003, satoshis: 890_000)
    },
    Flaw("r07-index-one-million", .refuse) {
      $0.draft.payments[1] = try HonestPayment.change(
        .wpkh, branch: 1, index: 1_000_000, satoshis: 890_000)
    },
    Flaw("r07-index-highest", .refuse) {
      $0.draft.payments[1] = try HonestPayment.change(
        .wpkh, branch: 0, index: 0x7fff_ffff, satoshis: 890_000)
    },
    Flaw("r07-three-change-outputs", .warn) {
      $0.draft.payments[1].output.rawValue = 290_000
      for index: UInt32 in 4...5 {
        $0.draft.payments.append(
          try HonestPayment.change(.wpkh, branch: 1, index: index, satoshis: 300_000))
      }
    },
    Flaw("r08-global-xpub-differs", .refuse) {
      let xpub = try AccountKey(parsing: Accounts.foreign).xpub
      $0.draft.global.append(.init(0x01, xpub.encoded(), try claim("m/84h/0h/0h")))
    },
    Flaw("r11-coin-type-of-a-test-network", .refuse) {
      $0.draft.payments[1].fields = []
      $0.draft.payments[1].set(
        .bip32Derivation, try Accounts.derived(.wpkh, 1, 3).keys[0].publicKey.compressed,
        try claim("m/84h/1h/0h/1/3"))
    },
    Flaw("r11-global-xpub-of-a-test-network", .refuse) {
      let xpub = try AccountKey(parsing: Accounts.testnet).xpub
      $0.draft.global.append(
        .init(0x01, xpub.encoded(), try claim("m/84h/1h/0h", fingerprint: .init(value: 1))))
    },
    Flaw("r11-wallet-with-keys-of-another-network", .refuse) {
      $0.machine.network = .testnet4
      $0.machine.wallets = [try Accounts.wallet(.wpkh, on: .testnet4)]
      for index in 0..<2 { $0.draft.coins[index].remove(.bip32Derivation) }
      $0.draft.payments[1].fields = []
    },
    Flaw("r11-wallet-of-another-network", .refuse) { $0.machine.network = .testnet4 },
    Flaw("r12-input-in-unregistered-account", .refuse) {
      $0.draft.coins[1] = try HonestPayment.coin(
        .wpkh, of: Accounts.unregistered, branch: 0, index: 0, satoshis: 500_000)
    },
    Flaw("r12-input-of-a-foreign-script-claims-our-key", .refuse) {
      var coin = try HonestPayment.foreignCoin(satoshis: 500_000)
      coin.remove(.bip32Derivation)
      coin.set(
        .bip32Derivation, try Accounts.derived(.wpkh, 0, 2).keys[0].publicKey.compressed,
        try claim("m/84h/0h/0h/0/2"))
      $0.draft.coins[1] = coin
    },
    Flaw("r12-our-path-with-another-key", .refuse) {
      let foreign = try Accounts.derived(.wpkh, of: Accounts.foreign, 0, 0).keys[0].publicKey
      $0.draft.coins[0].remove(.bip32Derivation)
      $0.draft.coins[0].set(
        .bip32Derivation, foreign.compressed, try claim("m/84h/0h/0h/0/2"))
    },
    Flaw("r12-a-second-key-under-our-fingerprint", .refuse) {
      let foreign = try Accounts.derived(.wpkh, of: Accounts.foreign, 0, 0).keys[0].publicKey
      $0.draft.coins[0].set(
        .bip32Derivation, foreign.compressed, try claim("m/84h/0h/5h/0/2"))
    },
    Flaw("r12-foreign-input", .warn) {
      $0.draft.coins.append(try HonestPayment.foreignCoin(satoshis: 200_000))
      $0.draft.payments[0].output.rawValue = 800_000
    },
    Flaw("r12-foreign-input-without-a-memory", .warn) {
      $0.machine.remembers = false
      $0.draft.coins.append(try HonestPayment.foreignCoin(satoshis: 200_000))
      $0.draft.payments[0].output.rawValue = 800_000
    },
    Flaw("r12-foreign-input-without-coin", .refuse) {
      var coin = try HonestPayment.foreignCoin(satoshis: 200_000)
      coin.fields = []
      $0.draft.coins.append(coin)
    },
    Flaw("r12-nothing-is-ours", .refuse) {
      $0.draft.coins = [try HonestPayment.foreignCoin(satoshis: 1_500_000)]
    },
    Flaw("r12-another-fingerprint-only", .refuse) {
      $0.machine.wallets = []
    },
    Flaw("r13-redeem-script-of-another-key", .refuse, .shWpkh) {
      let other = Script.p2wpkh(hash: [UInt8](repeating: 7, count: 20))
      $0.draft.coins[0].set(.redeemScript, [], other.bytes)
    },
    Flaw("r13-redeem-script-on-native-segwit", .refuse) {
      $0.draft.coins[0].set(.redeemScript, [], [0x51])
    },
    Flaw("r13-witness-script-on-a-key-hash", .refuse) {
      $0.draft.coins[0].set(.witnessScript, [], [0x51])
    },
    Flaw("r13-redeem-script-of-change-differs", .refuse, .shWpkh) {
      $0.draft.payments[1].set(.redeemScript, [], [0x51])
    },
    Flaw("r14-another-internal-key", .refuse, .tr) {
      let key = try Accounts.derived(.wpkh, of: Accounts.foreign, 0, 0).keys[0].publicKey.xOnly
      $0.draft.coins[0].set(.tapInternalKey, [], key.bytes.bytes)
    },
    Flaw("r14-merkle-root", .refuse, .tr) {
      $0.draft.coins[0].set(.tapMerkleRoot, [], [UInt8](repeating: 3, count: 32))
    },
    Flaw("r14-script-leaf", .refuse, .tr) {
      let key = try Accounts.derived(.tr, 0, 2).taproot?.internalKey.bytes.bytes ?? []
      $0.draft.coins[0].set(.tapLeafScript, [0xc0] + key, [0x51, 0xc0])
    },
    Flaw("r14-leaf-hash-in-derivation", .refuse, .tr) {
      let details = try Accounts.derived(.tr, 0, 2)
      $0.draft.coins[0].remove(.tapBIP32Derivation)
      $0.draft.coins[0].set(
        .tapBIP32Derivation, details.taproot?.internalKey.bytes.bytes ?? [],
        [1] + [UInt8](repeating: 4, count: 32) + details.keys[0].origin.encoded())
    },
    Flaw("r14-script-tree-in-change", .refuse, .tr) {
      $0.draft.payments[1].set(.tapTree, [], [0, 0xc0, 1, 0x51])
    },
    Flaw("r14-leaf-hash-in-change", .refuse, .tr) {
      let details = try Accounts.derived(.tr, 1, 3)
      $0.draft.payments[1].set(
        .tapBIP32Derivation, details.taproot?.internalKey.bytes.bytes ?? [],
        [1] + [UInt8](repeating: 4, count: 32) + details.keys[0].origin.encoded())
    },
    Flaw("r14-another-internal-key-in-change", .refuse, .tr) {
      let key = try Accounts.derived(.wpkh, of: Accounts.foreign, 0, 0).keys[0].publicKey.xOnly
      $0.draft.payments[1].set(.tapInternalKey, [], key.bytes.bytes)
    },
    Flaw("r14-taproot-fields-on-segwit-v0", .refuse) {
      let key = try Accounts.derived(.tr, 0, 2).taproot?.internalKey.bytes.bytes ?? []
      $0.draft.coins[0].set(.tapInternalKey, [], key)
    },
  ]
}
