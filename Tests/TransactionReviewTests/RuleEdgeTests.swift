import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Refusals
import ReviewFixtures
import ScriptVerification
import Secp256k1
import Testing

@testable import TransactionReview

/// How far a machine looks for its own coins and change, to the last index.
@Suite struct `How far our own is looked for` {
  @Test func `from the first index on, and around the highest known one`() {
    // A third of it around where the wallet is, the rest from the first index on.
    #expect(
      LookUpTable.farStretches(around: 100_000, most: 9_000) == [
        0..<6_999, 99_000..<101_001,
      ])
    #expect(LookUpTable.farStretches(around: 100_000, most: 900) == [0..<299, 99_700..<100_301])
    // Where the two meet there is one stretch, without a hole.
    #expect(LookUpTable.farStretches(around: 4, most: 501) == [0..<501])
    #expect(LookUpTable.farStretches(around: -1, most: 0) == [0..<0])
    #expect(LookUpTable.farStretches(around: 7, most: 0) == [0..<0, 7..<8])
    #expect(LookUpTable.farStretches(around: 3_000, most: 4_001) == [0..<4_001])
    #expect(LookUpTable.farStretches(around: 3_000, most: 4_000) == [0..<1_999, 2_000..<4_001])
    #expect(LookUpTable.farStretches(around: 0, most: .max) == [0..<(1 << 31)])
  }

  @Test func `two wallets of one kind share the keys that are derived`() throws {
    var scene = try HonestPayment.scene()
    scene.machine.wallets.append(try Accounts.wallet(.wpkh, of: Accounts.foreign))
    scene.draft.coins[0] = try HonestPayment.coin(.wpkh, branch: 0, index: 500, satoshis: 1_000_000)
    scene.draft.coins[0].fields.removeAll { $0.type == 0x06 }
    for (keys, isFound) in [(2_003, false), (2_004, true)] {
      scene.machine.limits.farKeys = keys
      #expect((try scene.review().facts.inputs[0].place?.index == 500) == isFound, "\(keys)")
    }
  }

  @Test func `each index of a quorum takes the keys of all its people`() throws {
    var scene = try Quorum.scene(.wsh)
    let wallet = scene.machine.wallets[0].descriptor
    scene.draft.coins[0] = try Quorum.coin(wallet, branch: 0, index: 300, satoshis: 1_000_000)
    scene.draft.coins[0].remove(.bip32Derivation)
    for (keys, isFound) in [(1_805, false), (1_806, true)] {
      scene.machine.limits.farKeys = keys
      #expect((try scene.review().facts.inputs[0].place?.index == 300) == isFound, "\(keys)")
    }
  }

  @Test func `a wallet of one branch takes a key for each index`() throws {
    var scene = try HonestPayment.scene()
    let key = Accounts.text(.wpkh)
    scene.machine.wallets = [
      RegisteredWallet(
        name: "one", network: .mainnet, descriptor: try Descriptor(parsing: "wpkh(\(key)/0/*)"),
        highestKnown: [4])
    ]
    scene.draft.coins.removeLast()
    scene.draft.coins[0] = try HonestPayment.coin(.wpkh, branch: 0, index: 500, satoshis: 1_500_000)
    scene.draft.coins[0].fields.removeAll { $0.type == 0x06 }
    for (keys, isFound) in [(500, false), (501, true)] {
      scene.machine.limits.farKeys = keys
      #expect((try scene.review().facts.inputs[0].place?.index == 500) == isFound, "\(keys)")
    }
  }

  @Test func `a lone key has one address, at index 0`() throws {
    let key = try Accounts.derived(.wpkh, 0, 2).keys[0].publicKey
    var scene = try HonestPayment.scene()
    scene.machine.wallets = [
      RegisteredWallet(
        name: "paper", network: .mainnet, descriptor: try Descriptor(parsing: "wpkh(\(key))"))
    ]
    scene.draft.payments[1].output = TxOut(rawValue: 500_000, scriptPubKey: .p2wpkh(key))
    scene.draft.payments[1].fields = []
    #expect(try scene.review().facts.outputs[1].place?.index == 0)
  }

  @Test func `a key that is not compressed may be named in either form`() throws {
    // The generator of the curve.
    let (x, y) = (
      "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
      "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"
    )
    let descriptor = try Descriptor(parsing: "pkh([73c5da0a/1]04\(x)\(y))")
    let origin = try KeyOrigin(parsing: "73c5da0a/1").encoded()
    for key in ["04\(x)\(y)", "02\(x)"] {
      var scene = try HonestPayment.scene()
      scene.machine.wallets = [
        RegisteredWallet(name: "old", network: .mainnet, descriptor: descriptor)
      ]
      let derived = try descriptor.derived(branch: 0, index: 0)
      scene.draft.payments[1].output = TxOut(
        rawValue: 890_000, scriptPubKey: derived.scriptPubKey)
      scene.draft.payments[1].fields = [.init(0x02, try Hex.decode(key), origin)]
      let output = try scene.review().facts.outputs[1]
      #expect(output.place != nil && output.claimsOurs && !output.claimsFalsely, "\(key)")
    }
  }

  @Test func `change of three people without derivations is found far below the highest index`()
    throws
  {
    var scene = try Quorum.scene(.wsh)
    let wallet = scene.machine.wallets[0]
    scene.machine.wallets = [
      RegisteredWallet(
        name: wallet.name, network: wallet.network, descriptor: wallet.descriptor,
        ownKeys: wallet.ownKeys, highestKnown: [4, 100])
    ]
    scene.draft.payments[1] = try Quorum.change(
      wallet.descriptor, branch: 1, index: 50, satoshis: 890_000)
    scene.draft.payments[1].fields = []
    #expect(try scene.review().facts.outputs[1].kind == .change)
  }

  @Test func `the more keys an address takes, the fewer are derived, but twenty ahead always`()
    throws
  {
    let keys = (0..<400).map { "\(Quorum.bob)/\($0)/*" }.joined(separator: ",")
    let crowd = try Descriptor(parsing: "tr(\(Quorum.mallory)/9/*,multi_a(400,\(keys)))")
    var scene = try HonestPayment.scene()
    scene.machine.wallets.append(
      RegisteredWallet(
        name: "crowd", network: .mainnet, descriptor: crowd, ownKeys: [0], highestKnown: [7]))
    for (output, index) in [(0, 7), (1, 6)] {
      scene.draft.payments[output].output.scriptPubKey =
        try crowd.derived(branch: 0, index: UInt32(index)).scriptPubKey
      scene.draft.payments[output].fields = []
    }
    let outputs = try scene.review().facts.outputs
    #expect(outputs[0].place?.index == 7 && outputs[1].place == nil)
  }

  @Test func `of many claims about one script of two people the first ten are looked at`() throws {
    let descriptor = try Quorum.descriptor(.wsh, [Quorum.ours, Quorum.bob])
    let own = try descriptor.derived(branch: 0, index: 2).keys[0]
    for (wrong, isFound) in [(0, true), (9, true), (10, false)] {
      var scene = try Quorum.scene(.wsh, descriptor)
      scene.draft.coins[0].remove(.bip32Derivation)
      for number in 0..<wrong {
        let other = try descriptor.derived(branch: 0, index: UInt32(100 + number)).keys[0]
        scene.draft.coins[0].set(
          .bip32Derivation, other.publicKey.compressed, other.origin.encoded())
      }
      scene.draft.coins[0].set(
        .bip32Derivation, own.publicKey.compressed, own.origin.encoded())
      let review = try scene.review()
      #expect((review.facts.inputs[0].place != nil) == isFound, "\(wrong)")
      #expect(review.refusals.isEmpty == (wrong == 0))
    }
  }

  @Test func `of a wallet of twenty keys the first claim alone is looked at`() throws {
    let others = (0..<19).map { "\(Quorum.bob)/\($0)" }
    let descriptor = try Quorum.descriptor(.wsh, [Quorum.ours] + others)
    let own = try descriptor.derived(branch: 0, index: 2).keys[0]
    let wrong = try descriptor.derived(branch: 0, index: 3).keys[0]
    for (claims, isFound) in [([own], true), ([wrong, own], false)] {
      var scene = try Quorum.scene(.wsh, descriptor)
      scene.draft.coins[0].remove(.bip32Derivation)
      for key in claims {
        scene.draft.coins[0].set(
          .bip32Derivation, key.publicKey.compressed, key.origin.encoded())
      }
      #expect((try scene.review().facts.inputs[0].place != nil) == isFound, "\(claims.count)")
    }
  }

  @Test func `what is found of one wallet is not taken for another's at the same place`() throws {
    // A coin of the first lies at index 2; so does what is paid to the second, which nobody says.
    var scene = try HonestPayment.scene()
    scene.machine.wallets.append(try Accounts.wallet(.shWpkh))
    scene.draft.payments[0].output.scriptPubKey = try Accounts.derived(.shWpkh, 0, 2).scriptPubKey
    let output = try scene.review().facts.outputs[0]
    #expect(output.place?.wallet == 1 && output.place?.index == 2 && output.kind == .otherWallet)
  }

  @Test func `a place is the same where wallet, branch, index and keys are`() throws {
    let (one, other) = (try Accounts.derived(.wpkh, 0, 2), try Accounts.derived(.wpkh, 0, 3))
    let place = WalletPlace(wallet: 1, branch: 0, index: 2, derived: one)
    #expect(place == WalletPlace(wallet: 1, branch: 0, index: 2, derived: one))
    for different in [
      WalletPlace(wallet: 0, branch: 0, index: 2, derived: one),
      WalletPlace(wallet: 1, branch: 1, index: 2, derived: one),
      WalletPlace(wallet: 1, branch: 0, index: 3, derived: one),
      WalletPlace(wallet: 1, branch: 0, index: 2, derived: other),
    ] {
      #expect(place != different)
    }
  }
}

/// What a review says exactly at a limit, and of what it is silent there.
@Suite struct `Rules at their limits` {
  private static let der: [UInt8] = [0x30, 6, 2, 1, 1, 2, 1, 1, 1]

  @Test func `twenty signatures are each looked at, twenty-one are not`() throws {
    for (count, isRead) in [(20, true), (21, false)] {
      var scene = try HonestPayment.scene()
      for index in 0..<UInt32(count) {
        let key = try Accounts.derived(.wpkh, of: Accounts.foreign, 0, index).keys[0].publicKey
        scene.draft.coins[0].set(.partialSig, key.compressed, Self.der)
      }
      let refusals = try scene.review().refusals
      #expect(
        refusals.contains { $0.message.contains("signatures are more than") } != isRead, "\(count)")
      #expect(refusals.contains { $0.message.contains("the signature of") } == isRead, "\(count)")
    }
  }

  @Test func `a tree takes as many signatures as its leaves could have keys`() throws {
    for (kind, count, isRead) in [
      (Quorum.Kind.tr, 999, true), (.tr, 1_000, false), (.tree, 1_998, true), (.tree, 1_999, false),
    ] {
      var scene = try Quorum.scene(kind)
      let derived = try scene.machine.wallets[0].descriptor.derived(branch: 0, index: 2)
      let key = try #require(derived.keys.last)
      for number in 0..<count {
        var leaf = [UInt8](repeating: 0, count: 32)
        (leaf[0], leaf[1]) = (UInt8(number & 0xff), UInt8(number >> 8))
        scene.draft.coins[0].fields.append(
          .init(
            PSBTInputKey.tapScriptSig.rawValue, key.publicKey.xOnly.bytes.bytes + leaf,
            [UInt8](repeating: 1, count: 64)))
      }
      let refusals = try scene.review().refusals
      #expect(
        refusals.contains { $0.message.contains("\(count) signatures are more than any") }
          != isRead, "\(kind) \(count)")
      // Of a coin that is nobody's here no leaf is known: it counts as one.
      guard kind == .tr else { continue }
      scene.machine.wallets = []
      #expect(
        try scene.review().refusals.contains {
          $0.message.contains("\(count) signatures are more than any")
        } != isRead, "nobody's, \(count)")
    }
  }

  @Test func `a signature beside a final script is judged as well`() throws {
    var scene = try HonestPayment.scene()
    let key = try Accounts.derived(.wpkh, 0, 2).keys[0].publicKey
    for field in [PSBTInputKey.finalScriptWitness, .finalScriptSig] {
      scene.draft.coins[0].remove(.finalScriptWitness)
      scene.draft.coins[0].set(field, [], field == .finalScriptSig ? [] : [1, 1, 1])
      scene.draft.coins[0].set(.partialSig, key.compressed, Self.der)
      #expect(
        try scene.review().refusals.contains {
          $0.rule == .r20 && $0.message.contains("the signature of")
        }, "\(field)")
    }
  }

  @Test func `a wallet without a key that signs costs no signing`() throws {
    var scene = try HonestPayment.scene(.pkh)
    let wallet = scene.machine.wallets[0]
    scene.machine.wallets = [
      RegisteredWallet(
        name: wallet.name, network: wallet.network, descriptor: wallet.descriptor,
        signingKeys: [], highestKnown: wallet.highestKnown)
    ]
    let review = try scene.review()
    #expect(review.facts.work.signing == 0 && review.facts.work.signedInputs == 0)
    #expect(review.signableInputs.isEmpty)
  }

  @Test func `a payment that is too much to sign says of how many inputs`() throws {
    var scene = try HonestPayment.scene(.pkh)
    scene.machine.limits.work = try scene.review().facts.work.signing - 1
    let refused = try #require(try scene.review().refusals.first)
    #expect(
      refused.message.hasPrefix("signing 2 inputs of a transaction of "), "\(refused.message)")
  }

  @Test func `a Schnorr signature with its type named weighs a unit more`() throws {
    var scene = try HonestPayment.scene(.tr)
    let plain = try scene.review().facts.signedWeight
    scene.draft.coins[0].set(.sighashType, [], [1, 0, 0, 0])
    #expect(try scene.review().facts.signedWeight.units == plain.units + 1)
  }

  @Test func `where signing alone fits, what came along is named as what does not`() throws {
    var scene = try Quorum.scene(.wsh)
    try Quorum.signByBob(&scene)
    scene.machine.limits.work = try scene.review().facts.work.signing
    let refused = try scene.review().refusals
    #expect(refused.map(\.rule) == [.r18])
    #expect(
      refused.first?.message.hasPrefix(
        "checking the signatures and scripts already in the payment (2 inputs, from input 0 on)")
        == true, "\(refused)")
  }

  @Test func `a lock is ordinary up to the clock's estimate and two weeks`() throws {
    for (height, isOrdinary) in [(842_016 as UInt32, true), (842_017, false)] {
      var scene = try HonestPayment.scene()
      scene.draft.lockTime = LockTime(rawValue: height)
      let finding = try #require(try scene.review().findings.first { $0.rule == .r16 })
      #expect((finding.severity == .show) == isOrdinary, "\(height)")
    }
  }

  @Test func `a hundred unknown fields pass, one more is said`() throws {
    for (count, isSaid) in [(100, false), (101, true)] {
      var scene = try HonestPayment.scene()
      for number in 0..<count {
        scene.draft.global.append(.init(0x40, [UInt8(number)], [1]))
      }
      #expect(try scene.review().warnings.map(\.rule) == (isSaid ? [.r19] : []), "\(count)")
    }
  }

  @Test func `leaves of a coin that is not ours are data that rides along`() throws {
    var scene = try HonestPayment.scene()
    let key = try Accounts.derived(.wpkh, 0, 2).keys[0].publicKey.xOnly.bytes.bytes
    var coin = HonestPayment.bareCoin(
      paying: .p2tr(outputKey: try #require(Bytes32(key))), satoshis: 500_000, seed: 9)
    coin.set(.witnessUTXO, [], coin.output.encoded())
    coin.set(.nonWitnessUTXO, [], coin.previous.encoded())
    scene.draft.coins[1] = coin
    for (size, isSaid) in [(4_000, false), (4_096, true)] {
      scene.draft.coins[1].set(
        .tapLeafScript, [0xc0] + key, [UInt8](repeating: 0x51, count: size) + [0xc0])
      #expect(try scene.review().warnings.contains { $0.rule == .r19 } == isSaid, "\(size)")
      // So is a tree of an output that is not ours.
      var paid = try HonestPayment.scene()
      let length = [0xfd, UInt8(size & 0xff), UInt8(size >> 8)]
      paid.draft.payments[0].set(
        .tapTree, [], [0, 0xc0] + length + [UInt8](repeating: 0x51, count: size))
      #expect(try paid.review().warnings.contains { $0.rule == .r19 } == isSaid, "\(size)")
    }
  }

  @Test func `of two people the one who sent a wrong signature is named`() throws {
    let descriptor = try Quorum.descriptor(.wsh, [Quorum.ours, Quorum.bob])
    var scene = try Quorum.scene(.wsh, descriptor)
    let bob = try descriptor.derived(branch: 0, index: 2).keys[1].publicKey
    scene.draft.coins[0].set(.partialSig, bob.compressed, Self.der)
    let review = try scene.review()
    #expect(review.facts.policies.count == 1 && review.facts.progress.allSatisfy { $0 != nil })
    #expect(
      review.refusals.first?.message.contains("(key 2 [b8688df1/48h/0h/0h/2h])") == true,
      "\(review.refusals)")
  }

  @Test func `an output that pays nothing pays nobody`() throws {
    var scene = try HonestPayment.scene()
    scene.draft.payments.append(.init(TxOut(rawValue: 0, scriptPubKey: .opReturn([1, 2]))))
    #expect(try scene.review().facts.payees == [0])
    scene.draft.payments[2].output.rawValue = 1
    #expect(try scene.review().facts.payees == [0, 2])
  }

  @Test func `a rate that others' inputs may raise says so, up to the limit itself`() throws {
    var scene = try HonestPayment.scene()
    scene.machine.limits.feeWarningPercent = 100
    scene.draft.coins.append(try HonestPayment.foreignCoin(satoshis: 500_000))
    let size = Int64(try scene.review().facts.signedWeight.vsize)
    for (fee, words) in [
      (500 * size, "may be as high as"), (500 * size + size, "the fee rate of"),
    ] {
      scene.draft.payments[1].output.rawValue = 2_000_000 - 600_000 - fee
      let warnings = try scene.review().warnings.filter { $0.rule == .r04 }
      #expect(warnings.count == 1 && warnings[0].message.contains(words), "\(warnings)")
    }
  }

  @Test func `two outputs may come back, three are said`() throws {
    var scene = try HonestPayment.scene()
    scene.draft.payments[1].output.rawValue = 400_000
    for (index, satoshis, isSaid) in [(2 as UInt32, 480_000 as Int64, false), (1, 10_000, true)] {
      scene.draft.payments.append(
        try HonestPayment.change(.wpkh, branch: 1, index: index, satoshis: satoshis))
      #expect(try scene.review().warnings.map(\.rule) == (isSaid ? [.r07] : []))
    }
  }

  @Test func `a script that ends inside of a push can never be spent`() throws {
    var scene = try HonestPayment.scene()
    for (script, words) in [
      (Script([0x4c, 5, 1]), "cannot be spent"), (Script([0x51]), "asks for no signature"),
      (Script([0xac]), "to a bare script"),
      (Script([0xaf]), "to a bare script"),
      (Script([0xb0]), "asks for no signature"),
    ] {
      scene.draft.payments[0].output.scriptPubKey = script
      let warnings = try scene.review().warnings
      #expect(
        warnings.count == 1 && warnings[0].rule == .r15 && warnings[0].message.contains(words),
        "\(warnings)")
    }
  }

  @Test func `a leaf with the control block of another one is not ours`() throws {
    var scene = try Quorum.scene(.tree)
    let own = try scene.machine.wallets[0].descriptor.derived(branch: 0, index: 2)
    let leaves = try #require(own.taproot?.leaves)
    scene.draft.coins[0].set(
      .tapLeafScript, leaves[0].controlBlock.encoded(),
      leaves[1].script.bytes + [leaves[1].leafVersion])
    #expect(try scene.review().refusals.map(\.rule) == [.r14])
  }

  @Test func `an input of ours that others have finished is only said`() throws {
    let descriptor = try Quorum.descriptor(.wsh, threshold: 1)
    var scene = try Quorum.scene(.wsh, descriptor)
    try Quorum.signByBob(&scene, threshold: 1)
    let signature = try #require(
      scene.draft.coins[0].fields.first { $0.type == PSBTInputKey.partialSig.rawValue }?.value)
    let script = try #require(try descriptor.derived(branch: 0, index: 2).witnessScript)
    var writer = ByteWriter()
    writer.writeCompactSize(3)
    for item in [[], signature, script.bytes] { writer.writeVarBytes(item) }
    scene.draft.coins[0].set(.finalScriptWitness, [], writer.bytes)
    let review = try scene.review()
    #expect(review.refusals.isEmpty, "\(review.refusals)")
    #expect(review.findings.filter { $0.rule == .r20 }.map(\.severity) == [.show])
    #expect(review.signableInputs == [1])
  }

  @Test func `a tree with a leaf of another version is not ours`() throws {
    var scene = try Quorum.scene(.tree)
    let own = try scene.machine.wallets[0].descriptor.derived(branch: 1, index: 3)
    var tree = Quorum.tree(try #require(own.taproot?.leaves))
    #expect(try scene.review().refusals.isEmpty)
    // Behind the depth of the first leaf.
    tree[1] = 0xc2
    scene.draft.payments[1].set(.tapTree, [], tree)
    #expect(try scene.review().refusals.map(\.rule) == [.r14])
  }
}

/// What stands above everything else, and coins that were ours before.
@Suite struct `Whose coins a payment spends` {
  @Test func `an unregistered wallet of several people is told from one of one key`() throws {
    for kind in Quorum.Kind.allCases {
      var scene = try Quorum.scene(kind)
      scene.machine.wallets = []
      let finding = try #require(try scene.review().findings.first)
      #expect(
        finding.rule == .r12 && finding.mend.contains("as the coordinator exports it"), "\(kind)")
    }
    var two = try Quorum.scene(.sh, try Quorum.descriptor(.sh, [Quorum.ours, Quorum.bob]))
    two.machine.wallets = []
    #expect(try two.review().findings.first?.mend.contains("as the coordinator exports it") == true)
    // A witness script says so, too, where one derivation alone came along.
    var scene = try Quorum.scene(.wsh)
    scene.machine.wallets = []
    for number in scene.draft.coins.indices {
      let ours = try #require(scene.draft.coins[number].fields.first { $0.type == 0x06 })
      scene.draft.coins[number].remove(.bip32Derivation)
      scene.draft.coins[number].fields.append(ours)
    }
    #expect(
      try scene.review().findings.first?.mend.contains("as the coordinator exports it") == true)
    var single = try HonestPayment.scene()
    single.machine.wallets = []
    #expect(try single.review().findings.first?.mend.contains("account export SEED") == true)
  }

  @Test func `another signer's answer with its signatures alone says where to take it`() throws {
    let key = try Accounts.derived(.wpkh, 0, 2).keys[0].publicKey
    let point = key.xOnly.bytes.bytes
    let origin = try KeyOrigin(parsing: "00000009/1").encoded()
    let signatures: [PacketDraft.Field] = [
      .init(PSBTInputKey.partialSig.rawValue, key.compressed, [0x30, 6, 2, 1, 1, 2, 1, 1, 1]),
      .init(PSBTInputKey.tapKeySig.rawValue, [], [UInt8](repeating: 1, count: 64)),
      .init(
        PSBTInputKey.tapScriptSig.rawValue, point + [UInt8](repeating: 2, count: 32),
        [UInt8](repeating: 1, count: 64)),
      .init(PSBTInputKey.finalScriptWitness.rawValue, [], [1, 1, 1]),
    ]
    for signature in signatures {
      var scene = try HonestPayment.scene()
      for number in scene.draft.coins.indices { scene.draft.coins[number].fields = [] }
      func isTrimmed() throws -> Bool {
        let first = try #require(try scene.review().findings.first)
        return first.severity == .refuse && first.message.contains("with only its signatures")
      }
      #expect(try !isTrimmed())
      scene.draft.coins[1].fields = [signature]
      #expect(try isTrimmed(), "\(signature.type)")
      // With any word about a coin, or as a payload, it is something else.
      var told = scene
      told.draft.coins[0].set(.witnessUTXO, [], told.draft.coins[0].output.encoded())
      #expect(try told.review().findings.first?.message.contains("only its signatures") == false)
      told = scene
      told.machine.isFromPayload = true
      #expect(try told.review().findings.first?.message.contains("only its signatures") == false)
      for (type, keyData, value) in [
        (0x04 as UInt64, [], [0x51]), (0x05, [], [0x51]),
        (0x06, key.compressed, origin), (0x16, point, [0] + origin),
      ] as [(UInt64, [UInt8], [UInt8])] {
        told = scene
        told.draft.coins[0].fields = [.init(type, keyData, value)]
        let findings = (try? told.review())?.findings
        #expect(findings?.first?.message.contains("only its signatures") != true, "\(type)")
      }
    }
  }

  @Test func `a coin that was ours in an earlier signing is refused as somebody else's`() throws {
    let flaw = try #require(Flaw.all.first { $0.name == "r12-foreign-input" })
    var scene = try flaw.scene()
    #expect(try scene.review().refusals.isEmpty)
    let number = try #require(
      try scene.review().facts.inputs.firstIndex { $0.place == nil })
    let coin = scene.draft.coins[number].input.previousOutput
    scene.machine.history.append(
      SignedPayment(
        txid: Txid(.zero), unsignedTxid: Txid(.zero), time: 1_800_000_000, fee: nil, coins: [coin],
        own: [coin], payees: [], remembersPayees: false))
    let refusals = try scene.review().refusals
    #expect(refusals.map(\.rule) == [.r12])
    #expect(
      refusals.first?.message.hasPrefix(
        "input \(number) spends a coin of ours, which this signer signed for on 2027-01-15")
        == true)
  }

  @Test func `where nothing is ours, or everything, nothing of ours can be forgotten`() throws {
    var scene = try HonestPayment.scene()
    scene.machine.remembers = false
    #expect(try !scene.review().acknowledgements.contains("no-vault"))
    scene.draft.coins = [try HonestPayment.foreignCoin(satoshis: 1_500_000)]
    #expect(try !scene.review().acknowledgements.contains("no-vault"))
    scene.draft.coins.append(
      try HonestPayment.coin(.wpkh, branch: 0, index: 2, satoshis: 10_000))
    #expect(try scene.review().acknowledgements.contains("no-vault"))
  }

  @Test func `of several keys that may hold real coins the first is named`() throws {
    let descriptor = try Descriptor(
      parsing:
        "sh(multi(2,[73c5da0a/45h/0/0/7]"
        + "03774c910fcf07fa96886ea794f0d5caed9afe30b44b83f7e213bb92930e7df4bd,"
        + "[73c5da0a/45h/0/0/8]026a5d8527ccde4c7501c86d30c13e8701f425e466a697122667d4353b6e3965a7))"
    )
    var scene = try Quorum.scene(.sh)
    scene.machine.network = .testnet4
    scene.machine.wallets = [
      RegisteredWallet(
        name: "club", network: .testnet4, descriptor: descriptor, ownKeys: [0, 1])
    ]
    scene.draft.coins = [try Quorum.coin(descriptor, branch: 0, index: 0, satoshis: 1_500_000)]
    scene.draft.payments[1] = try Quorum.change(
      descriptor, branch: 0, index: 0, satoshis: 890_000)
    let warning = try #require(try scene.review().warnings.first { $0.rule == .r11 })
    #expect(warning.message.contains("45h/0/0/7) "), "\(warning.message)")
  }

  @Test func `keys that nobody else was given are those of a seed of this vault`() throws {
    let wallet = RegisteredWallet(
      name: "family", network: .mainnet, descriptor: try Quorum.descriptor(.wsh),
      ownKeys: [0, 1, 2, 3], keySources: [1: .importedKey, 2: .child])
    #expect(wallet.ownKeys == [0, 1, 2] && wallet.secretKeys == [0])
  }

  @Test func `an extended key that says no origin may hold real coins`() throws {
    let body = try #require(Accounts.testnet.split(separator: "]").last)
    let wallet = RegisteredWallet(
      name: "bare", network: .testnet4, descriptor: try Descriptor(parsing: "wpkh(\(body)/<0;1>/*)")
    )
    #expect(wallet.keysOfAnyNetwork == [0])
  }
}

/// Several likenesses to earlier payments at once.
@Suite struct `What was signed before, the gravest first` {
  private static let payees = [
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
  ]

  private static func paying(_ amounts: [Int64?]) throws -> [PayeeMark] {
    let addresses = [HonestPayment.recipient] + payees
    return try zip(addresses, amounts).compactMap { address, amount in
      try amount.map { PayeeMark(try HonestPayment.payment(to: address, satoshis: $0).output) }
    }
  }

  @Test func `a coin signed away comes before who is paid again, and that before who is known`()
    throws
  {
    var scene = try HonestPayment.scene()
    scene.draft.payments[0].output.rawValue = 100_000
    scene.draft.payments.append(try HonestPayment.payment(to: Self.payees[0], satoshis: 200_000))
    scene.draft.payments.append(try HonestPayment.payment(to: Self.payees[1], satoshis: 300_000))
    let now = try Self.paying([100_000, 200_000, 300_000])
    let coins = scene.draft.coins.map(\.input.previousOutput)
    func signed(_ seed: UInt8, _ coin: OutPoint?, _ payees: [PayeeMark]) -> SignedPayment {
      let name = Txid(Bytes32([UInt8](repeating: seed, count: 32)) ?? .zero)
      let other = OutPoint(txid: name, vout: 0)
      return SignedPayment(
        txid: name, unsignedTxid: name, time: 1_800_000_000 + 86_400 * Int64(seed), fee: 1_000,
        coins: [coin ?? other], own: [coin ?? other], payees: payees)
    }
    scene.machine.history = [
      // The largest amount now went out in a quite other amount: known alone.
      signed(1, nil, try Self.paying([nil, nil, 20_000])),
      signed(2, nil, try Self.paying([100_000, nil, nil])),
      signed(3, nil, try Self.paying([nil, 200_000, nil])),
      signed(4, coins[0], now), signed(5, coins[1], try Self.paying([7_000])),
    ]
    let review = try scene.review()
    let found = review.findings.filter { $0.rule == .r33 }.map { String($0.message.prefix(24)) }
    #expect(
      found == [
        "input 1 spends a coin th", "output 2 pays 0.00200000", "output 0 pays 0.00100000",
        "output 3 pays 0.00300000", "it replaces the payment ",
      ], "\(found)")
  }

  @Test func `five amounts that are paid twice are each listed, a sixth is counted`() throws {
    for (count, more) in [(5, false), (6, true)] {
      var scene = try HonestPayment.scene()
      scene.draft.payments[0].output.rawValue = 60_000
      scene.draft.payments.append(scene.draft.payments[0])
      for number in 1..<count {
        let payment = try HonestPayment.payment(
          to: Self.payees[0], satoshis: 50_000 - 1_000 * Int64(number))
        scene.draft.payments += [payment, payment]
      }
      let message = try #require(
        try scene.review().warnings.first { $0.rule == .r33 }?.message)
      #expect(message.contains("and at most") == more, "\(message)")
      #expect(message.ranges(of: "BTC each in outputs").count == 5)
    }
  }

  private func repeated(_ outputs: [(payee: Int, satoshis: Int64)]) throws -> Finding? {
    var scene = try HonestPayment.scene()
    let addresses = [HonestPayment.recipient] + Self.payees
    let change = scene.draft.payments[1]
    scene.draft.payments = try outputs.map {
      try HonestPayment.payment(to: addresses[$0.payee], satoshis: $0.satoshis)
    }
    scene.draft.payments.append(change)
    return try scene.review().warnings.first { $0.rule == .r33 }
  }

  @Test func `what is paid twice is listed by amount, then by the first output`() throws {
    let two = try #require(
      try repeated([(0, 50_000), (1, 50_000), (1, 50_000), (2, 60_000), (2, 60_000), (0, 50_000)]))
    #expect(
      two.message.hasSuffix(
        "0.00060000 BTC each in outputs 3 and 4; 0.00050000 BTC each in outputs 0 and 5; "
          + "0.00050000 BTC each in outputs 1 and 2"), "\(two.message)")
    let pair = try #require(try repeated([(0, 50_000), (1, 40_000), (1, 40_000), (0, 50_000)]))
    #expect(pair.message.hasPrefix("the same amount goes to the same address more than once"))
    #expect(pair.mend.contains("these addresses"))
    // Five amounts that are the same, each to two outputs far apart.
    var scene = try HonestPayment.scene()
    let change = scene.draft.payments[1]
    scene.draft.payments = (0..<10).map { number in
      let hash = [UInt8](repeating: UInt8(number % 5), count: 20)
      return .init(TxOut(rawValue: 50_000, scriptPubKey: .p2wpkh(hash: hash)))
    }
    scene.draft.payments.append(change)
    let many = try scene.review().warnings.first { $0.rule == .r33 }?.message ?? ""
    let listed = (0..<5).map { "0.00050000 BTC each in outputs \($0) and \($0 + 5)" }
    #expect(many.hasSuffix(listed.joined(separator: "; ")), "\(many)")
    // Five are all listed, of six the first four and the last.
    let five = try #require(
      try repeated([(payee: Int, satoshis: Int64)](repeating: (0, 9_000), count: 5)))
    #expect(
      five.message.hasPrefix("outputs 0, 1, 2, 3 and 4 pay the same amount"), "\(five.message)")
    let six = try #require(
      try repeated([(payee: Int, satoshis: Int64)](repeating: (0, 9_000), count: 6)))
    #expect(six.message.hasPrefix("outputs 0, 1, 2, 3, ... and 5 pay"), "\(six.message)")
  }

  @Test func `nothing paid twice is no payment, a satoshi is`() throws {
    #expect(try repeated([(0, 600_000), (1, 0), (1, 0)]) == nil)
    #expect(try repeated([(0, 600_000), (1, 1), (1, 1)]) != nil)
    // Nor does an output that pays nothing pay somebody again.
    var scene = try HonestPayment.scene()
    scene.draft.payments.append(try HonestPayment.payment(to: Self.payees[0], satoshis: 0))
    let name = try #require(Bytes32([UInt8](repeating: 1, count: 32)))
    let coin = OutPoint(txid: Txid(name), vout: 0)
    scene.machine.history = [
      SignedPayment(
        txid: Txid(name), unsignedTxid: Txid(name), time: 1_800_000_000, fee: 1_000, coins: [coin],
        own: [coin], payees: try Self.paying([nil, 50_000]))
    ]
    #expect(try !scene.review().findings.contains { $0.rule == .r33 })
  }
}
