import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Refusals
import ReviewFixtures
import Secp256k1
import Testing
import TransactionReview

/// What lies exactly on a limit, and just beside it.
@Suite struct EdgeTests {
  @Test func `unknown data may fill its limit and no byte more`() throws {
    for (size, rules) in [(4_094, []), (4_095, [Rule.r19])] {
      var scene = try HonestPayment.scene()
      // The key, type included, counts for two bytes.
      scene.draft.global.append(.init(0x40, [1], [UInt8](repeating: 0, count: size)))
      #expect(try scene.review().warnings.map(\.rule) == rules, "\(size)")
    }
  }

  @Test func `a previous transaction put in unread must be the one that is spent`() throws {
    let scene = try HonestPayment.scene()
    var other = scene.draft.coins[0].previous
    other.outputs[1].rawValue = 2_000_000
    let previous = try PreviousTransaction(scanning: other.encoded()[...])
    var psbt = try scene.draft.psbt()
    psbt.updateInput(0) {
      $0.setNonWitnessUTXO(previous)
      $0.setWitnessUTXO(other.outputs[1])
    }
    let review = Review(of: psbt, in: scene.machine.context)
    #expect(review.refusals.contains { $0.rule == .r01 && $0.message.contains("has txid") })
  }

  @Test func `a stranger's nested coin is covered by its redeem script alone`() throws {
    let program = Script.p2wpkh(hash: [UInt8](repeating: 9, count: 20))
    for (redeem, isCovered) in [(program, true), (nil, false), (Script([0x51]), false)]
      as [(Script?, Bool)]
    {
      var scene = try HonestPayment.scene()
      scene.machine.limits.acceptsUnprovenSegwitV0 = true
      var coin = HonestPayment.bareCoin(
        paying: .p2sh(redeem ?? program), satoshis: 500_000, seed: 9)
      coin.set(.witnessUTXO, [], coin.output.encoded())
      if let redeem { coin.set(.redeemScript, [], redeem.bytes) }
      scene.draft.coins[1] = coin
      let review = try scene.review()
      #expect(review.refusals.map(\.rule) == (isCovered ? [] : [.r01]), "\(review.findings)")
      #expect(review.warnings.map(\.rule).contains(.r01) == isCovered)
    }
  }

  @Test func `an own output without derivation is found 20 behind the highest index`() throws {
    for (index, kind) in [(22 as UInt32, OutputClass.change), (23, .payment)] {
      var scene = try HonestPayment.scene()
      scene.draft.payments[1] = try HonestPayment.change(
        .wpkh, branch: 1, index: index, satoshis: 890_000)
      scene.draft.payments[1].fields = []
      #expect(try scene.review().facts.outputs[1].kind == kind)
    }
  }

  @Test func `look-up reaches down 1,000 indices in a wallet that has used more`() throws {
    var scene = try HonestPayment.scene()
    let wallet = scene.machine.wallets[0]
    scene.machine.wallets = [
      RegisteredWallet(
        name: wallet.name, network: wallet.network, descriptor: wallet.descriptor,
        highestKnown: [4, 2_000])
    ]
    for (index, kind) in [(1_021 as UInt32, OutputClass.change), (1_020, .payment)] {
      scene.draft.payments[1] = try HonestPayment.change(
        .wpkh, branch: 1, index: index, satoshis: 890_000)
      scene.draft.payments[1].fields = []
      #expect(try scene.review().facts.outputs[1].kind == kind, "\(index)")
    }
  }

  @Test func `a coin without a derivation is looked for as far as the keys of the limit reach`()
    throws
  {
    var scene = try HonestPayment.scene()
    scene.draft.coins[0] = try HonestPayment.coin(
      .wpkh, branch: 0, index: 5_000, satoshis: 1_000_000)
    scene.draft.coins[0].fields.removeAll { $0.type == 0x06 }
    // Two branches: each index takes two keys.
    for (keys, isFound) in [(10_000, false), (10_002, true)] {
      scene.machine.limits.farKeys = keys
      #expect((try scene.review().facts.inputs[0].place?.index == 5_000) == isFound, "\(keys)")
    }
  }

  @Test func `a new wallet counts its first thousand indices from none`() throws {
    for (highest, index, word) in [
      (nil, 1_000 as UInt32, "none"), (0 as UInt32, 1_001, "0"), (nil, 999, nil), (0, 1_000, nil),
    ] as [(UInt32?, UInt32, String?)] {
      var scene = try HonestPayment.scene()
      let wallet = scene.machine.wallets[0]
      scene.machine.wallets = [
        RegisteredWallet(
          name: wallet.name, network: wallet.network, descriptor: wallet.descriptor,
          highestKnown: [4, highest])
      ]
      scene.draft.payments[1] = try HonestPayment.change(
        .wpkh, branch: 1, index: index, satoshis: 890_000)
      let warnings = try scene.review().warnings
      #expect(warnings.map(\.rule) == (word == nil ? [] : [.r07]))
      if let word { #expect(warnings[0].message.hasSuffix("the highest known is \(word)")) }
    }
  }

  @Test func `a registered key of somebody else may not be contradicted either`() throws {
    let flaw = try #require(Flaw.all.first { $0.name == "r08-global-xpub-differs" })
    var scene = try flaw.scene()
    scene.machine.fingerprints = []
    #expect(try scene.review().refusals.map(\.rule) == [.r08])
  }

  @Test func `our key with another chain code contradicts the registered one`() throws {
    var scene = try HonestPayment.scene()
    let account = try AccountKey(parsing: Accounts.text(.wpkh))
    var encoded = account.xpub.encoded()
    encoded[13] ^= 1  // the first byte of the chain code
    scene.draft.global.append(.init(0x01, encoded, account.origin.encoded()))
    #expect(try scene.review().refusals.map(\.rule) == [.r08])
  }

  @Test func `a global key that is nobody's here is passed over`() throws {
    var scene = try HonestPayment.scene()
    let foreign = try AccountKey(parsing: Accounts.foreign)
    scene.draft.global.append(.init(0x01, foreign.xpub.encoded(), foreign.origin.encoded()))
    #expect(try scene.review().findings.filter { $0.severity > .show }.isEmpty)
  }

  @Test(arguments: ["73c5da0a", "73c5da0a/84h/0h/0h/0/2"])
  func `a wallet of one fixed key finds its coin and its change`(origin: String) throws {
    let key = try Accounts.derived(.wpkh, 0, 2).keys[0].publicKey
    let descriptor = try Descriptor(parsing: "wpkh([\(origin)]\(key))")
    var scene = try HonestPayment.scene()
    scene.machine.wallets = [
      RegisteredWallet(name: "paper", network: .mainnet, descriptor: descriptor)
    ]
    let path = try KeyOrigin(parsing: origin)
    scene.draft.coins.removeLast()
    scene.draft.payments[0].output.rawValue = 490_000
    scene.draft.coins[0].set(.bip32Derivation, key.compressed, path.encoded())
    scene.draft.payments[1].output = TxOut(rawValue: 500_000, scriptPubKey: .p2wpkh(key))
    scene.draft.payments[1].fields = []
    let review = try scene.review()
    #expect(review.refusals.isEmpty && review.warnings.isEmpty, "\(review.findings)")
    #expect(review.signableInputs == [0])
    #expect(review.facts.outputs[1].kind == .ownReceive)

    // An index claimed under a wallet that has none.
    let far = try path.appending(ChildNumber(rawValue: 0))
    scene.draft.coins[0].set(.bip32Derivation, key.compressed, far.encoded())
    #expect(try scene.review().refusals.contains { $0.rule == .r12 })
  }

  @Test func `an input may hold all the money there is`() throws {
    var scene = try HonestPayment.scene(.tr)
    scene.draft.coins.removeLast()
    scene.draft.coins[0].changePrevious { $0.outputs[1].rawValue = Amount.maxSatoshis }
    scene.draft.payments[0].output.rawValue = Amount.maxSatoshis - 900_000
    #expect(try scene.review().refusals.isEmpty)
  }

  @Test func `relative locks begin where BIP-68 says, and idle ones warn`() throws {
    for (sequence, version, rules) in [
      (0x0000_0000, 2, []), (0x0000_0001, 2, [Rule.r16]), (0x0000_0001, 1, [Rule.r16]),
      (0x8000_0001, 2, []), (0x0040_0000, 2, []), (0x0040_0001, 2, [Rule.r16]),
      (0x0001_0000, 2, []), (0xffff_fffe, 2, []),
    ] as [(UInt32, Int32, [Rule])] {
      var scene = try HonestPayment.scene()
      scene.draft.version = version
      scene.draft.coins[0].input.sequence = sequence
      #expect(try scene.review().warnings.map(\.rule) == rules, "\(sequence)")
    }
  }

  @Test func `one input that is not final keeps the lock time in force`() throws {
    var scene = try HonestPayment.scene()
    scene.draft.coins[0].input.sequence = TxIn.finalSequence
    scene.draft.coins[1].input.sequence = 0xffff_fffe
    #expect(try scene.review().warnings.isEmpty)
    #expect(try scene.review().notes.map(\.rule) == [.r16])
  }

  @Test func `a payment without any fee is nobody's loss`() throws {
    var scene = try HonestPayment.scene()
    scene.draft.payments[1].output.rawValue = 900_000
    #expect(try scene.review().facts.fee == .zero)
    #expect(try scene.review().refusals.isEmpty)
  }

  @Test func `a fee of 100,000 sat is never refused for its share, one more is`() throws {
    for (fee, refused) in [(100_000 as Int64, []), (100_001, [Rule.r04])] {
      var scene = try HonestPayment.scene()
      for index in 0..<2 {
        scene.draft.coins[index].changePrevious {
          $0.outputs[$0.outputs.count - 1].rawValue = 190_000
        }
      }
      scene.draft.payments.removeLast()
      scene.draft.payments[0].output.rawValue = 380_000 - fee
      #expect(try scene.review().refusals.map(\.rule) == refused)
    }
  }

  @Test func `dust is judged to the satoshi`() throws {
    for (satoshis, rules) in [(329 as Int64, [Rule.r15]), (330, [])] {
      var scene = try HonestPayment.scene()
      scene.machine.limits.feeWarningPercent = 10_000
      scene.draft.payments[0].output.rawValue = satoshis
      scene.draft.payments[1].output.rawValue = 1_490_000 - satoshis
      #expect(try scene.review().warnings.map(\.rule) == rules)
    }
  }
}

@Suite struct `What leaves us` {
  private func leaving(_ change: (inout Scene) throws -> Void) throws -> Int64? {
    var scene = try HonestPayment.scene()
    try change(&scene)
    return try scene.review().facts.leavingUs?.satoshis
  }

  @Test func `is what others are paid, when nobody else pays in`() throws {
    #expect(try leaving { _ in } == 600_000)
  }

  @Test func `is what our wallets lose, beside coins of others`() throws {
    let mixed = try leaving {
      $0.draft.coins.append(try HonestPayment.foreignCoin(satoshis: 200_000))
      $0.draft.payments[0].output.rawValue = 800_000
    }
    #expect(mixed == 610_000)
    // Their own money that goes back to them changes nothing of it.
    let passing = try leaving {
      $0.draft.coins.append(try HonestPayment.foreignCoin(satoshis: 200_000))
      $0.draft.payments.append(
        try HonestPayment.payment(to: HonestPayment.recipient, satoshis: 200_000))
    }
    #expect(passing == 610_000)
  }

  @Test func `is nothing when they pay us, and unknown when an amount is`() throws {
    let gain = try leaving {
      $0.draft.coins.append(try HonestPayment.foreignCoin(satoshis: 200_000))
      $0.draft.payments[0].output.rawValue = 100_000
      $0.draft.payments[1].output.rawValue = 1_590_000
    }
    #expect(gain == 0)
    let unknown = try leaving {
      var coin = try HonestPayment.foreignCoin(satoshis: 200_000)
      coin.fields = []
      $0.draft.coins.append(coin)
    }
    #expect(unknown == nil)
  }
}
