import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import PacketSigning
import Refusals
import ReviewFixtures
import ScriptVerification
import Secp256k1
import Secp256k1Signing
import SecretKeys
import Signing
import Testing
import TransactionReview

@Suite struct SignerTests {
  @Test(arguments: HonestScene.single)
  func `every honest payment of ours is signed whole and its scripts run`(
    honest: HonestScene
  ) throws {
    var scene = try honest.scene()
    guard scene.machine.network == .mainnet else { return }
    let review = try scene.review()
    let outcome = try signed(review, keys: try ring())
    #expect(outcome.signedInputs == review.signableInputs)
    #expect(outcome.signedInputs.count == scene.draft.coins.count)
    let final = try Finalizer().finalized(withCoins(outcome.psbt, of: scene))
    let spent = scene.draft.coins.map(\.output)
    let transaction = try Extractor(final).transaction(spending: spent)
    try TransactionVerifier.verify(transaction, spentOutputs: spent)
    if honest.name == "pkh" {
      #expect(review.facts.txid == nil)
    } else {
      #expect(transaction.txid == review.facts.txid)
    }
    // The weight that the fee rate was judged by is that of the transaction, or a little more.
    #expect(transaction.weight <= review.facts.signedWeight)
    #expect(
      review.facts.signedWeight.units - transaction.weight.units <= 4 * transaction.inputs.count)

    // Once more, with the coins in the other order.
    scene.draft.coins.reverse()
    let other = try signed(try scene.review(), keys: try ring())
    #expect(other.signedInputs.count == scene.draft.coins.count)
  }

  /// A finalizer that was given less than a coordinator has needs the coins back.
  private func withCoins(_ psbt: PSBT, of scene: Scene) throws -> PSBT {
    var psbt = psbt
    for (index, coin) in scene.draft.coins.enumerated() {
      let previous = try PreviousTransaction(scanning: coin.previous.encoded()[...])
      psbt.updateInput(index) { $0.setNonWitnessUTXO(previous) }
    }
    return psbt
  }

  @Test(arguments: [StandardAccount.pkh, .shWpkh, .wpkh, .tr])
  func `signatures are all that is added`(script: StandardAccount) throws {
    var scene = try HonestPayment.scene(script)
    scene.draft.global.append(.init(0x40, [1, 2], [3]))
    scene.draft.coins[0].fields.insert(.init(0xfc, [1, 0x58, 0], [4]), at: 0)
    scene.draft.payments[1].fields.append(.init(0x41, [9], [5]))
    let review = try scene.review()
    let keys = try ring()
    let outcome = try signed(review, keys: keys)
    var stripped = outcome.psbt
    for index in 0..<2 {
      stripped.updateInput(index) {
        $0.removeAll {
          $0.type == PSBTInputKey.partialSig.rawValue || $0.type == PSBTInputKey.tapKeySig.rawValue
        }
      }
    }
    #expect(stripped.encoded() == scene.draft.encoded())
    #expect(signatures(outcome.psbt).map(\.count) == [1, 1])
    #expect(signatures(review.psbt).map(\.count) == [0, 0])
    // The same PSBT gives the same bytes, whoever signs it again.
    #expect(try signed(review, keys: keys).psbt.encoded() == outcome.psbt.encoded())
    #expect(try signed(try scene.review(), keys: try ring()).psbt == outcome.psbt)
  }

  @Test func `ECDSA signatures have a low r and taproot's are short`() throws {
    var scene = try HonestPayment.scene()
    for index: UInt32 in 10..<60 {
      scene.draft.coins.append(
        try HonestPayment.coin(.wpkh, branch: 0, index: index, satoshis: 10_000))
    }
    scene.draft.payments[0].output.rawValue += 500_000
    let outcome = try signed(try scene.review(), keys: try ring())
    for input in outcome.psbt.inputs {
      let signature = try #require(input.partialSigs.first)
      #expect(signature.sighashByte == 1)
      let parsed = try ECDSASignature(der: signature.der)
      #expect(parsed.isLowR && parsed.isLowS)
    }
    let taproot = try signed(
      try HonestPayment.scene(.tr).review(), keys: try ring())
    #expect(taproot.psbt.inputs.map { $0.tapKeySig?.count } == [64, 64])
  }

  @Test func `a taproot coin that asks for ALL gets ALL`() throws {
    var scene = try HonestPayment.scene(.tr)
    scene.draft.coins[1].set(.sighashType, [], [1, 0, 0, 0])
    let outcome = try signed(try scene.review(), keys: try ring())
    #expect(outcome.psbt.inputs.map { $0.tapKeySig?.count } == [64, 65])
    #expect(outcome.psbt.inputs[1].tapKeySig?.last == 1)
  }

  @Test func `auxiliary randomness changes Schnorr signatures and both are valid`() throws {
    let review = try HonestPayment.scene(.tr).review()
    var screen = RecordingScreen()
    let aux = Bytes32([UInt8](repeating: 7, count: 32)) ?? .zero
    let approval = try review.approval(on: &screen)
    let other = try Signer(keys: try ring()).signed(consuming: approval, auxiliary: { _ in aux })
    let zeros = try signed(review, keys: try ring())
    #expect(signatures(other.psbt) != signatures(zeros.psbt))
    for psbt in [other.psbt, zeros.psbt] {
      let again = Review(of: psbt, in: review.facts.context)
      #expect(again.refusals.isEmpty, "\(again.refusals)")
    }
  }

  @Test(arguments: [StandardAccount.pkh, .shWpkh, .wpkh, .tr])
  func `a signature that came along is passed on only while it verifies`(
    script: StandardAccount
  ) throws {
    let scene = try HonestPayment.scene(script)
    let outcome = try signed(try scene.review(), keys: try ring())
    let again = Review(of: outcome.psbt, in: scene.machine.context)
    #expect(again.refusals.isEmpty && again.warnings.isEmpty, "\(again.findings)")
    #expect(try signed(again, keys: try ring()).psbt == outcome.psbt)

    // The same signature over another amount.
    for flip in [5, 40, 63] {
      var psbt = outcome.psbt
      psbt.updateInput(0) { input in
        if let signature = input.partialSigs.first {
          var bytes = Array(signature.signature)
          bytes[flip] ^= 1
          input.setPartialSig(bytes, publicKey: Array(signature.publicKey))
        } else if let signature = input.tapKeySig {
          var bytes = Array(signature)
          bytes[flip] ^= 1
          input.setTapKeySig(bytes)
        }
      }
      let review = Review(of: psbt, in: scene.machine.context)
      #expect(review.refusals.contains { $0.rule == .r20 })
    }
  }

  @Test func `a taproot signature with another sighash byte is refused`() throws {
    var scene = try HonestPayment.scene(.tr)
    scene.draft.coins[0].set(.sighashType, [], [1, 0, 0, 0])
    let outcome = try signed(try scene.review(), keys: try ring())
    #expect(Review(of: outcome.psbt, in: scene.machine.context).refusals.isEmpty)
    for last: UInt8 in [0, 2, 3, 0x81, 0xff] {
      var psbt = outcome.psbt
      psbt.updateInput(0) { input in
        if let signature = input.tapKeySig { input.setTapKeySig(signature.dropLast() + [last]) }
      }
      let review = Review(of: psbt, in: scene.machine.context)
      #expect(review.refusals.map(\.rule) == [.r20])
    }
  }

  @Test func `a stranger's valid signature under a key that is not the coin's is refused`() throws {
    var scene = try HonestPayment.scene()
    let cache = try SighashCache(
      scene.draft.transaction, spentOutputs: scene.draft.coins.map(\.output))
    let keys = try ring()
    let account = try AccountKey(parsing: Accounts.unregistered)
    let origin = try account.origin.appending(DerivationPath(parsing: "m/0/0"))
    let stranger = try keys.privateKey(for: origin)
    let publicKey = try stranger.publicKey()
    let code = Script.p2pkh(
      hash: Array(scene.draft.coins[0].output.scriptPubKey.slice.dropFirst(2)))
    let digest = try cache.segwitV0(input: 0, scriptCode: code, amount: 1_000_000, type: .all)
    let signature = try stranger.ecdsaSignature(of: digest)
    scene.draft.coins[0].set(.partialSig, publicKey.compressed, signature.der + [1])
    #expect(try scene.review().refusals.map(\.rule) == [.r20])
  }

  @Test func `an annex on a stranger's input is named and waits for an acknowledgement`() throws {
    var scene = try HonestPayment.scene(.tr)
    let keys = try ring()
    let account = try AccountKey(parsing: Accounts.unregistered)
    let origin = try account.origin.appending(DerivationPath(parsing: "m/0/0"))
    let pair = try KeyPair(try keys.privateKey(for: origin)).tweakedForTaproot(merkleRoot: nil)
    let annex: [UInt8] = [0x50, 1, 2, 3]
    scene.draft.coins.append(
      HonestPayment.bareCoin(
        paying: .p2tr(outputKey: pair.publicKey.bytes), satoshis: 200_000, seed: 0x77))
    scene.draft.coins[2].set(.witnessUTXO, [], scene.draft.coins[2].output.encoded())
    scene.draft.payments[0].output.rawValue = 800_000
    let cache = try SighashCache(
      scene.draft.transaction, spentOutputs: scene.draft.coins.map(\.output))
    for (witnessAnnex, rules) in [(annex, [Rule.r12, Rule.r14]), (nil, [Rule.r12])] {
      let digest = try cache.taproot(input: 2, annex: witnessAnnex)
      let signature = try pair.schnorrSignature(of: digest, auxiliary: .zero)
      var writer = ByteWriter()
      writer.writeCompactSize(witnessAnnex == nil ? 1 : 2)
      writer.writeVarBytes(signature)
      if let witnessAnnex { writer.writeVarBytes(witnessAnnex) }
      scene.draft.coins[2].set(.finalScriptWitness, [], writer.bytes)
      let review = try scene.review()
      #expect(review.refusals.isEmpty, "\(review.refusals)")
      #expect(review.warnings.map(\.rule) == rules)
      #expect(try signed(review, keys: keys).signedInputs == [0, 1])
    }
  }

  @Test func `without its seed nothing is signed and the error names the fingerprint`() throws {
    let review = try HonestPayment.scene().review()
    #expect(throws: SignerError.packet(.noSeed(input: 0, fingerprint: "\(Accounts.fingerprint)"))) {
      try signed(review, keys: KeyRing())
    }
  }

  @Test func `a wallet whose descriptor lies about its origin is not signed for`() throws {
    // The registered key is somebody else's, written down under our fingerprint and path.
    let foreign = try AccountKey(parsing: Accounts.foreign)
    let ours = try AccountKey(parsing: Accounts.text(.wpkh))
    let text = "[\(ours.origin)]\(foreign.xpub)"
    var scene = try HonestPayment.scene()
    scene.machine.wallets = [try Accounts.wallet(.wpkh, of: text)]
    scene.draft.coins = [
      try HonestPayment.coin(.wpkh, of: text, branch: 0, index: 2, satoshis: 1_500_000)
    ]
    scene.draft.payments[1] = try HonestPayment.change(
      .wpkh, of: text, branch: 1, index: 3, satoshis: 890_000)
    let review = try scene.review()
    #expect(review.refusals.isEmpty)
    let error = #expect(throws: SignerError.self) { try signed(review, keys: try ring()) }
    guard case .packet(.otherKey(input: 0, origin: _)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `foreign inputs stay unsigned`() throws {
    let flaw = try #require(Flaw.all.first { $0.name == "r12-foreign-input" })
    let outcome = try signed(try flaw.scene().review(), keys: try ring())
    #expect(outcome.signedInputs == [0, 1])
    #expect(signatures(outcome.psbt).map(\.count) == [1, 1, 0])
  }
}
