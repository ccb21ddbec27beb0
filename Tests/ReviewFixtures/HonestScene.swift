import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Secp256k1
import TransactionReview

/// Payments that must be signed without a warning.
public struct HonestScene: Sendable, CustomStringConvertible {
  public let name: String
  private let make: @Sendable () throws -> Scene

  public var description: String { name }

  public func scene() throws -> Scene { try make() }

  private init(
    _ name: String, _ script: StandardAccount = .wpkh,
    change: @escaping @Sendable (inout Scene) throws -> Void = { _ in }
  ) {
    self.name = name
    make = {
      var scene = try HonestPayment.scene(script)
      try change(&scene)
      return scene
    }
  }

  private init(
    _ name: String, quorum kind: Quorum.Kind,
    change: @escaping @Sendable (inout Scene) throws -> Void = { _ in }
  ) {
    self.name = name
    make = {
      var scene = try Quorum.scene(kind)
      try change(&scene)
      return scene
    }
  }

  /// All of them.
  public static let all: [HonestScene] = single + quorums + payloads + sweeps + confirmed

  /// Payments whose coins are proved to be in blocks.
  private static let confirmed: [HonestScene] = [
    HonestScene("with-a-note") {
      $0.draft.global.append(
        Flaw.note(
          "rent for May\". This signer knows the recipient: it is your own wallet, 0.5 BTC come back to you. \""
        ))
    },
    HonestScene("confirmed") { try ConfirmationScenes.prove(&$0) },
    HonestScene("confirmed-in-part") { try ConfirmationScenes.prove(&$0, coins: [1]) },
    HonestScene("confirmed-taproot", .tr) { try ConfirmationScenes.prove(&$0) },
    HonestScene("confirmed-in-rehearsal") {
      try rehearse(&$0)
      try ConfirmationScenes.prove(&$0)
    },
  ]

  /// Moves the payment to a test network.
  private static func rehearse(_ scene: inout Scene) throws {
    scene.machine.network = .testnet4
    scene.machine.wallets = [try Accounts.wallet(.wpkh, of: Accounts.testnet, on: .testnet4)]
    scene.draft.coins = [
      try HonestPayment.coin(
        .wpkh, of: Accounts.testnet, branch: 0, index: 2, satoshis: 1_500_000)
    ]
    scene.draft.payments[1] = try HonestPayment.change(
      .wpkh, of: Accounts.testnet, branch: 1, index: 3, satoshis: 890_000)
  }

  /// Keys that came from outside.
  private static let sweeps: [HonestScene] = [
    HonestScene("sweep-key-is-emptied") {
      let sweep = try TrustScenes.wallet(.importedKey)
      $0.machine.wallets = [sweep, try Accounts.wallet(.wpkh)]
      $0.draft.coins = [try TrustScenes.coin(sweep, satoshis: 1_500_000)]
      $0.draft.payments = [
        try HonestPayment.change(.wpkh, branch: 0, index: 5, satoshis: 1_490_000)
      ]
    }
  ]

  /// Payments from `multisig:` payloads, with the previous transactions that came beside them.
  private static let payloads: [HonestScene] = [
    HonestScene("payload-with-previous-transactions", quorum: .sh) {
      $0 = try PayloadScenes.scene(proved: true)
    },
    HonestScene("payload-proved-before", quorum: .sh) {
      $0 = try PayloadScenes.scene(proved: false)
      for coin in $0.draft.coins { $0.machine.proved[coin.input.previousOutput] = coin.output }
    },
  ]

  /// Payments of wallets of several people.
  private static let quorums: [HonestScene] =
    Quorum.Kind.allCases.map { HonestScene("quorum-\($0)", quorum: $0) } + [
      // Somebody else's quorum of the same shape is money that leaves.
      HonestScene("quorum-of-others-is-a-payment", quorum: .wsh) {
        let others = try Quorum.descriptor(.wsh, [Quorum.mallory, Quorum.bob, Quorum.carol])
        $0.draft.payments[0] = try Quorum.change(others, branch: 1, index: 3, satoshis: 600_000)
      },
      HonestScene("quorum-change-found-without-derivation", quorum: .tr) {
        $0.draft.payments[1].fields = []
      },
      HonestScene("quorum-without-scripts-in-the-packet", quorum: .shWsh) {
        for index in 0..<2 {
          $0.draft.coins[index].remove(.redeemScript)
          $0.draft.coins[index].remove(.witnessScript)
        }
      },
      HonestScene("quorum-with-global-xpubs", quorum: .wsh) {
        for text in [Quorum.ours, Quorum.bob, Quorum.carol] {
          let account = try AccountKey(parsing: text)
          $0.draft.global.append(.init(0x01, account.xpub.encoded(), account.origin.encoded()))
        }
      },
      HonestScene("quorum-half-signed", quorum: .wsh) { try Quorum.signByBob(&$0) },
      HonestScene("quorum-half-signed-in-one-input", quorum: .wsh) {
        try Quorum.signByBob(&$0)
        $0.draft.coins[1].remove(.partialSig)
      },
      HonestScene("quorum-enough-signatures-already", quorum: .wsh) {
        let wallet = try Quorum.descriptor(.wsh, threshold: 1)
        $0 = try Quorum.scene(.wsh, wallet)
        try Quorum.signByBob(&$0, threshold: 1)
      },
    ]

  /// Payments of wallets of one key.
  public static let single: [HonestScene] = [
    HonestScene("pkh", .pkh),
    HonestScene("sh-wpkh", .shWpkh),
    HonestScene("wpkh"),
    HonestScene("tr", .tr),
    HonestScene("tr-with-previous-transactions", .tr) {
      for index in 0..<2 {
        let previous = $0.draft.coins[index].previous.encoded()
        $0.draft.coins[index].set(.nonWitnessUTXO, [], previous)
      }
    },
    HonestScene("wpkh-without-witness-utxo") {
      for index in 0..<2 { $0.draft.coins[index].remove(.witnessUTXO) }
    },
    HonestScene("sighash-all-named") {
      $0.draft.coins[0].set(.sighashType, [], [1, 0, 0, 0])
    },
    HonestScene("sighash-default-named", .tr) {
      $0.draft.coins[0].set(.sighashType, [], [0, 0, 0, 0])
      $0.draft.coins[1].set(.sighashType, [], [1, 0, 0, 0])
    },
    HonestScene("proved-before") {
      let coin = $0.draft.coins[1]
      $0.machine.proved[coin.input.previousOutput] = coin.output
      $0.draft.coins[1].remove(.nonWitnessUTXO)
    },
    HonestScene("change-found-without-derivation") { $0.draft.payments[1].fields = [] },
    HonestScene("input-found-without-derivation") { $0.draft.coins[0].remove(.bip32Derivation) },
    HonestScene("far-input-found-without-derivation") {
      $0.machine.limits = ReviewLimits()
      $0.draft.coins[0] = try HonestPayment.coin(
        .wpkh, branch: 0, index: 1_004, satoshis: 1_000_000)
      $0.draft.coins[0].remove(.bip32Derivation)
    },
    // A wallet with a long past: the first coins are far below the highest known index.
    HonestScene("old-input-found-without-derivation") {
      $0.machine.limits = ReviewLimits()
      let wallet = $0.machine.wallets[0]
      $0.machine.wallets[0] = RegisteredWallet(
        name: wallet.name, network: wallet.network, descriptor: wallet.descriptor,
        highestKnown: [6_000, 6_000])
      $0.draft.coins[0].remove(.bip32Derivation)
    },
    HonestScene("change-1000-ahead") {
      $0.draft.payments[1] = try HonestPayment.change(
        .wpkh, branch: 1, index: 1_002, satoshis: 890_000)
    },
    HonestScene("to-ourselves") {
      $0.draft.payments = [
        try HonestPayment.change(.wpkh, branch: 0, index: 5, satoshis: 1_430_000)
      ]
    },
    // A quorum of which this vault has the keys that it takes: nobody else can spend it.
    HonestScene("to-our-quorum-of-our-own-seeds") {
      let own = try Quorum.descriptor(.wsh)
      $0.machine.wallets.append(
        RegisteredWallet(
          name: "vaults", network: .mainnet, descriptor: own, ownKeys: [0, 1],
          seedNames: [0: "first", 1: "second"]))
      $0.draft.payments[0] = try Quorum.change(own, branch: 0, index: 4, satoshis: 600_000)
    },
    HonestScene("to-our-other-wallet") {
      $0.machine.wallets.append(try Accounts.wallet(.tr))
      $0.draft.payments[0] = try HonestPayment.change(.tr, branch: 0, index: 1, satoshis: 600_000)
    },
    HonestScene("replacement-that-changes-fee-and-change") {
      HistoryScenes.sign($0.draft, in: &$0)
      $0.draft.payments[1].output.rawValue -= 5_000
    },
    HonestScene("replacement-with-one-coin-more") {
      var first = $0.draft
      first.coins.removeLast()
      first.payments[1].output.rawValue = 390_000
      HistoryScenes.sign(first, in: &$0)
    },
    HonestScene("the-same-transaction-again") { HistoryScenes.sign($0.draft, in: &$0) },
    HonestScene("fee-of-ten-percent") { $0.draft.payments[1].output.rawValue = 840_000 },
    HonestScene("small-fee-above-a-quarter-of-the-inputs") {
      $0.machine.limits.feeWarningPercent = 100
      $0.machine.limits.feeRateWarning = 1_000_000
      for index in 0..<2 {
        $0.draft.coins[index].changePrevious {
          $0.outputs[$0.outputs.count - 1].rawValue = 195_000
        }
      }
      $0.draft.payments[0].output.rawValue = 290_000
      $0.draft.payments.removeLast()
    },
    HonestScene("data-output") {
      $0.draft.payments.append(
        .init(TxOut(rawValue: 0, scriptPubKey: .opReturn(Array("Hi \u{1b}[2J\\ \u{202e}!".utf8)))))
    },
    HonestScene("lock-time-two-weeks-ahead") { $0.draft.lockTime = LockTime(rawValue: 842_016) },
    HonestScene("no-lock-time") { $0.draft.lockTime = .none },
    HonestScene("lock-time-far-ahead-in-rehearsal") {
      try rehearse(&$0)
      $0.draft.lockTime = LockTime(rawValue: 10_000_000)
    },
    HonestScene("global-xpub-of-our-account") {
      let account = try AccountKey(parsing: Accounts.text(.wpkh))
      $0.draft.global.append(.init(0x01, account.xpub.encoded(), account.origin.encoded()))
    },
    HonestScene("some-unknown-fields") {
      for number: UInt8 in 0..<100 { $0.draft.global.append(.init(0x40, [number], [])) }
    },
    HonestScene("far-coin-is-spendable") {
      $0.draft.coins[0] = try HonestPayment.coin(
        .wpkh, branch: 0, index: 5_000_000, satoshis: 1_000_000)
    },
    HonestScene("two-accounts-of-one-seed") {
      $0.machine.wallets.append(try Accounts.wallet(.shWpkh))
      $0.draft.coins[1] = try HonestPayment.coin(.shWpkh, branch: 1, index: 1, satoshis: 500_000)
    },
  ]
}
