import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Secp256k1
import TransactionReview

extension Flaw {
  init(
    _ name: String, _ severity: Finding.Severity, quorum kind: Quorum.Kind,
    spoil: @escaping @Sendable (inout Scene) throws -> Void
  ) {
    self.init(name, severity, base: { try Quorum.scene(kind) }, spoil: spoil)
  }

  /// A signature in good form that signs nothing: r and s are both one.
  private static let der: [UInt8] = [0x30, 6, 2, 1, 1, 2, 1, 1]

  /// Replaces the change by an output of another wallet, which names all its keys.
  private static func pay(_ other: Descriptor, in scene: inout Scene) throws {
    scene.draft.payments[1] = try Quorum.change(other, branch: 1, index: 3, satoshis: 890_000)
  }

  private static func origin(_ key: String) throws -> KeyOrigin {
    try AccountKey(parsing: key).origin
  }

  /// What a hostile coordinator can do to a wallet of several people.
  static let quorum: [Flaw] = quorumChange + quorumKeys + quorumScripts + quorumSignatures

  /// R06, R07, R12: a quorum that is not the registered one, though our key stands in it.
  private static let quorumChange: [Flaw] = [
    Flaw("r06-multisig-change-with-one-key-swapped", .refuse, quorum: .wsh) {
      try pay(try Quorum.descriptor(.wsh, [Quorum.ours, Quorum.bob, Quorum.mallory]), in: &$0)
    },
    Flaw("r06-multisig-change-with-another-threshold", .refuse, quorum: .wsh) {
      try pay(try Quorum.descriptor(.wsh, threshold: 1), in: &$0)
    },
    Flaw("r06-multisig-change-without-one-key", .refuse, quorum: .wsh) {
      try pay(try Quorum.descriptor(.wsh, [Quorum.ours, Quorum.bob]), in: &$0)
    },
    Flaw("r06-multisig-change-in-another-wrapping", .refuse, quorum: .wsh) {
      try pay(try Quorum.descriptor(.shWsh), in: &$0)
    },
    Flaw("r06-multisig-change-to-our-key-alone", .refuse, quorum: .wsh) {
      let key = try Quorum.descriptor(.wsh).derived(branch: 1, index: 3).keys[0]
      $0.draft.payments[1].output.scriptPubKey = .p2wpkh(key.publicKey)
    },
    Flaw("r06-multisig-change-with-the-keys-in-another-order", .refuse, quorum: .sh) {
      let registered = try Quorum.descriptor(.sh, sorted: false)
      $0 = try Quorum.scene(.sh, registered)
      let other = try Quorum.descriptor(
        .sh, [Quorum.bob, Quorum.ours, Quorum.carol], sorted: false)
      try pay(other, in: &$0)
    },
    Flaw("r06-multisig-change-with-scattered-indices", .refuse, quorum: .wsh) {
      let wallet = try Quorum.descriptor(.wsh)
      let near = try wallet.derived(branch: 1, index: 3).keys
      let far = try wallet.derived(branch: 1, index: 77_777).keys
      let keys = [near[0], far[1], near[2]]
      let sorted = keys.map(\.publicKey.compressed).sorted { $0.lexicographicallyPrecedes($1) }
      let pushes: [UInt8] = sorted.flatMap { (key: [UInt8]) -> [UInt8] in [33] + key }
      let script = Script([0x52] + pushes + [0x53, 0xae])
      var payment = PacketDraft.Payment(TxOut(rawValue: 890_000, scriptPubKey: .p2wsh(script)))
      payment.set(.witnessScript, [], script.bytes)
      for key in keys {
        payment.set(.bip32Derivation, key.publicKey.compressed, key.origin.encoded())
      }
      $0.draft.payments[1] = payment
    },
    Flaw("r06-money-of-another-wallet-as-change-of-a-quorum", .warn, quorum: .wsh) {
      $0.machine.wallets.append(try Accounts.wallet(.wpkh))
      $0.draft.coins[1] = try HonestPayment.coin(.wpkh, branch: 1, index: 1, satoshis: 500_000)
      $0.draft.payments[0].output.rawValue = 300_000
      $0.draft.payments[1].output.rawValue = 1_190_000
    },
    Flaw("r06-tapscript-change-with-one-key-swapped", .refuse, quorum: .tr) {
      try pay(try Quorum.descriptor(.tr, [Quorum.ours, Quorum.bob, Quorum.mallory]), in: &$0)
    },
    Flaw("r06-tapscript-change-with-a-key-path", .refuse, quorum: .tr) {
      let honest = try Quorum.descriptor(.tr)
      let spendable = try Descriptor(
        parsing: honest.textWithoutChecksum.replacing(
          "50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0",
          with: Quorum.mallory + "/<0;1>/*"))
      try pay(spendable, in: &$0)
    },
    Flaw("r07-multisig-index-far-ahead", .warn, quorum: .wsh) {
      $0.draft.payments[1] = try Quorum.change(
        try Quorum.descriptor(.wsh), branch: 1, index: 5_000, satoshis: 890_000)
    },
    Flaw("r07-three-outputs-back-to-a-single-branch", .warn, quorum: .wsh) {
      let wallet = try Quorum.descriptor(.wsh, steps: "/*")
      $0 = try Quorum.scene(.wsh, wallet)
      $0.draft.payments[1].output.rawValue = 290_000
      for index: UInt32 in 0..<2 {
        $0.draft.payments.append(
          try Quorum.change(wallet, branch: 0, index: index, satoshis: 300_000))
      }
    },
    Flaw("r12-input-of-another-quorum-with-our-key", .refuse, quorum: .wsh) {
      let other = try Quorum.descriptor(.wsh, [Quorum.ours, Quorum.bob, Quorum.mallory])
      $0.draft.coins[1] = try Quorum.coin(other, branch: 1, index: 1, satoshis: 500_000)
    },
    Flaw("r12-multisig-input-at-another-index-than-it-says", .refuse, quorum: .wsh) {
      let honest = try Quorum.descriptor(.wsh).derived(branch: 0, index: 9)
      $0.draft.coins[0].remove(.bip32Derivation)
      for key in honest.keys {
        $0.draft.coins[0].set(.bip32Derivation, key.publicKey.compressed, key.origin.encoded())
      }
    },
  ]

  /// R08, R11: keys that contradict the registered ones.
  private static let quorumKeys: [Flaw] = [
    Flaw("r08-cosigners-global-xpub-swapped", .refuse, quorum: .wsh) {
      let other = try AccountKey(parsing: Quorum.mallory).xpub
      $0.draft.global.append(.init(0x01, other.encoded(), try origin(Quorum.bob).encoded()))
    },
    Flaw("r08-global-xpub-under-another-origin", .refuse, quorum: .wsh) {
      let carol = try AccountKey(parsing: Quorum.carol).xpub
      $0.draft.global.append(.init(0x01, carol.encoded(), try origin(Quorum.mallory).encoded()))
    },
    Flaw("r08-cosigners-key-swapped-in-an-input", .refuse, quorum: .wsh) {
      let bob = try Quorum.descriptor(.wsh).derived(branch: 0, index: 2).keys[1]
      let other = try Quorum.descriptor(.wsh, [Quorum.ours, Quorum.mallory]).derived(
        branch: 0, index: 2
      ).keys[1]
      $0.draft.coins[0].set(.bip32Derivation, other.publicKey.compressed, bob.origin.encoded())
    },
    Flaw("r08-cosigners-path-differs-in-change", .refuse, quorum: .wsh) {
      let carol = try Quorum.descriptor(.wsh).derived(branch: 1, index: 3).keys[2]
      let path = try DerivationPath(parsing: "m/48h/0h/0h/2h/1/77777")
      $0.draft.payments[1].set(
        .bip32Derivation, carol.publicKey.compressed,
        KeyOrigin(fingerprint: carol.origin.fingerprint, path: path).encoded())
    },
    Flaw("r11-cosigners-key-of-a-test-network", .refuse, quorum: .wsh) {
      let bob = Quorum.bob.replacing("48h/0h", with: "48h/1h")
      $0 = try Quorum.scene(.wsh, try Quorum.descriptor(.wsh, [Quorum.ours, bob, Quorum.carol]))
    },
  ]

  /// R13, R14: scripts that are not what the registered wallet derives.
  private static let quorumScripts: [Flaw] = [
    Flaw("r13-witness-script-with-one-key-swapped", .refuse, quorum: .wsh) {
      let other = try Quorum.descriptor(.wsh, [Quorum.ours, Quorum.bob, Quorum.mallory])
        .derived(branch: 0, index: 2)
      $0.draft.coins[0].set(.witnessScript, [], other.witnessScript?.bytes ?? [])
    },
    Flaw("r13-redeem-script-with-one-key-swapped", .refuse, quorum: .sh) {
      let other = try Quorum.descriptor(.sh, [Quorum.ours, Quorum.bob, Quorum.mallory])
        .derived(branch: 0, index: 2)
      $0.draft.coins[0].set(.redeemScript, [], other.redeemScript?.bytes ?? [])
    },
    Flaw("r13-nested-witness-script-differs-in-change", .refuse, quorum: .shWsh) {
      let other = try Quorum.descriptor(.shWsh, threshold: 1).derived(branch: 1, index: 3)
      $0.draft.payments[1].set(.witnessScript, [], other.witnessScript?.bytes ?? [])
    },
    Flaw("r14-leaf-that-our-wallet-does-not-have", .refuse, quorum: .tr) {
      let other = try Quorum.descriptor(.tr, threshold: 1).derived(branch: 0, index: 2)
      guard let leaf = other.taproot?.leaves.first else {
        throw FixtureError(reason: "no leaf")
      }
      $0.draft.coins[0].set(
        .tapLeafScript, leaf.controlBlock.encoded(), leaf.script.bytes + [0xc0])
    },
    Flaw("r14-leaf-of-another-version", .refuse, quorum: .tr) {
      let own = try Quorum.descriptor(.tr).derived(branch: 0, index: 2)
      guard let leaf = own.taproot?.leaves.first else { throw FixtureError(reason: "no leaf") }
      var block = leaf.controlBlock.encoded()
      block[0] = block[0] & 1 | 0xc2
      $0.draft.coins[0].set(.tapLeafScript, block, leaf.script.bytes + [0xc2])
    },
    Flaw("r14-merkle-root-differs", .refuse, quorum: .tr) {
      $0.draft.coins[0].set(.tapMerkleRoot, [], [UInt8](repeating: 3, count: 32))
    },
    Flaw("r14-internal-key-of-a-quorum-differs", .refuse, quorum: .tr) {
      let key = try Quorum.descriptor(.wsh).derived(branch: 0, index: 2).keys[1].publicKey
      $0.draft.coins[0].set(.tapInternalKey, [], key.xOnly.bytes.bytes)
    },
    Flaw("r14-leaf-hash-of-no-leaf", .refuse, quorum: .tr) {
      let key = try Quorum.descriptor(.tr).derived(branch: 0, index: 2).keys[1]
      $0.draft.coins[0].set(
        .tapBIP32Derivation, key.publicKey.xOnly.bytes.bytes,
        [1] + [UInt8](repeating: 4, count: 32) + key.origin.encoded())
    },
    Flaw("r14-leaf-hash-in-which-the-key-does-not-stand", .refuse, quorum: .tree) {
      let own = try Quorum.descriptor(.tree).derived(branch: 0, index: 2)
      guard let leaf = own.taproot?.leaves.first else { throw FixtureError(reason: "no leaf") }
      $0.draft.coins[0].set(
        .tapBIP32Derivation, own.keys[3].publicKey.xOnly.bytes.bytes,
        [1] + leaf.leafHash.bytes + own.keys[3].origin.encoded())
    },
    Flaw("r14-another-tree-in-change", .refuse, quorum: .tree) {
      let own = try Quorum.descriptor(.tree).derived(branch: 1, index: 3)
      let leaves = own.taproot?.leaves ?? []
      $0.draft.payments[1].set(.tapTree, [], Quorum.tree(leaves.reversed()))
    },
    Flaw("r14-leaf-hash-of-no-leaf-in-change", .refuse, quorum: .tr) {
      let key = try Quorum.descriptor(.tr).derived(branch: 1, index: 3).keys[1]
      $0.draft.payments[1].set(
        .tapBIP32Derivation, key.publicKey.xOnly.bytes.bytes,
        [1] + [UInt8](repeating: 4, count: 32) + key.origin.encoded())
    },
  ]

  /// R20: signatures of others, and some that claim to be ours.
  private static let quorumSignatures: [Flaw] = [
    Flaw("r20-cosigners-signature-is-wrong", .refuse, quorum: .wsh) {
      let bob = try Quorum.descriptor(.wsh).derived(branch: 0, index: 2).keys[1].publicKey
      $0.draft.coins[0].set(.partialSig, bob.compressed, der + [1])
    },
    Flaw("r20-our-own-signature-in-a-quorum-is-wrong", .refuse, quorum: .sh) {
      let own = try Quorum.descriptor(.sh).derived(branch: 0, index: 2).keys[0].publicKey
      $0.draft.coins[0].set(.partialSig, own.compressed, der + [1])
    },
    Flaw("r20-signature-of-no-key-of-the-wallet", .refuse, quorum: .wsh) {
      let stranger = try Quorum.descriptor(.wsh, threshold: 1, [Quorum.mallory])
        .derived(branch: 0, index: 2)
      $0.draft.coins[0].set(.partialSig, stranger.keys[0].publicKey.compressed, der + [1])
    },
    Flaw("r20-more-signatures-than-any-script-takes", .refuse, quorum: .wsh) {
      let key = try Quorum.descriptor(.wsh)
      for index: UInt32 in 0..<21 {
        let bob = try key.derived(branch: 0, index: index).keys[1].publicKey
        $0.draft.coins[0].set(.partialSig, bob.compressed, der + [1])
      }
    },
    Flaw("r20-leaf-signature-is-wrong", .refuse, quorum: .tr) {
      let own = try Quorum.descriptor(.tr).derived(branch: 0, index: 2)
      guard let leaf = own.taproot?.leaves.first else { throw FixtureError(reason: "no leaf") }
      $0.draft.coins[0].set(
        .tapScriptSig, own.keys[2].publicKey.xOnly.bytes.bytes + leaf.leafHash.bytes,
        [UInt8](repeating: 1, count: 64))
    },
    Flaw("r20-key-path-signature-where-nobody-has-the-key", .refuse, quorum: .tr) {
      $0.draft.coins[0].set(.tapKeySig, [], [UInt8](repeating: 1, count: 64))
    },
  ]
}
