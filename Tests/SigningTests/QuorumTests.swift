import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Refusals
import ReviewFixtures
import ScriptVerification
import Secp256k1
import SecretKeys
import Signing
import Testing
import TransactionReview

/// Several people, one wallet: each signs on a machine of their own.
@Suite struct QuorumTests {
  /// The machine of one of the three, who knows the wallet and calls their own key theirs.
  private func machine(_ kind: Quorum.Kind, of person: Person) throws -> ContextDraft {
    let own: Set<Int> =
      switch (kind, person) {
      case (_, .ours): Quorum.ownKeys(kind)
      case (.wsh, .bob), (.shWsh, .bob), (.sh, .bob): [1]
      case (.wsh, .carol), (.shWsh, .carol), (.sh, .carol): [2]
      case (.tr, .bob): [2]
      case (.tr, .carol): [3]
      case (.tree, .bob): [1]
      case (.tree, .carol): [3]
      }
    var machine = try Quorum.scene(kind).machine
    let wallet = machine.wallets[0]
    machine.wallets = [
      RegisteredWallet(
        name: wallet.name, network: wallet.network, descriptor: wallet.descriptor, ownKeys: own,
        highestKnown: wallet.highestKnown)
    ]
    machine.fingerprints = []
    return machine
  }

  /// Lets people sign one after the other, each with a review of what came before.
  private func signed(
    _ kind: Quorum.Kind, by people: [Person], _ first: PSBT? = nil
  ) throws -> PSBT {
    var psbt = try first ?? Quorum.scene(kind).draft.psbt()
    for person in people {
      let review = Review(of: psbt, in: try machine(kind, of: person).context)
      #expect(review.refusals.isEmpty && review.warnings.isEmpty, "\(review.findings)")
      psbt = try SigningTests.signed(review, keys: try ring(person)).psbt
    }
    return psbt
  }

  private static let orders: [[Person]] = [
    [.ours, .bob], [.bob, .ours], [.ours, .carol], [.carol, .ours], [.bob, .carol], [.carol, .bob],
    [.ours, .bob, .carol], [.carol, .bob, .ours],
  ]

  @Test(arguments: Quorum.Kind.allCases, orders)
  func `signatures in any order make a payment that is valid`(
    kind: Quorum.Kind, people: [Person]
  ) throws {
    let psbt = try signed(kind, by: people)
    if kind == .tree, people == [.ours] { return }
    let final = try Finalizer().finalized(psbt)
    let spent = try Quorum.scene(kind).draft.coins.map(\.output)
    let transaction = try Extractor(final).transaction(spending: spent)
    try TransactionVerifier.verify(transaction, spentOutputs: spent)
    let facts = try Quorum.scene(kind).review().facts
    #expect(transaction.weight <= facts.signedWeight)
    if kind != .tree {
      #expect(facts.signedWeight.units - transaction.weight.units <= 8 * transaction.inputs.count)
    }
    if kind != .sh { #expect(facts.txid == transaction.txid) }
  }

  @Test(arguments: Quorum.Kind.allCases)
  func `one signature is not enough but where the rule says so`(kind: Quorum.Kind) throws {
    let psbt = try signed(kind, by: [.carol])
    #expect(throws: FinalizerError.self) { try Finalizer().finalized(psbt) }
    let bob = try signed(kind, by: [.bob])
    if kind == .tree {
      #expect(throws: Never.self) { try Finalizer().finalized(bob) }
    } else {
      #expect(throws: FinalizerError.self) { try Finalizer().finalized(bob) }
    }
  }

  @Test(arguments: Quorum.Kind.allCases)
  func `signatures are all that is added, the same for the same packet`(kind: Quorum.Kind) throws {
    let scene = try Quorum.scene(kind)
    let once = try signed(kind, by: [.ours])
    #expect(try signed(kind, by: [.ours]) == once)
    // Our own signatures that come along are made again, not multiplied.
    #expect(try signed(kind, by: [.ours], once) == once)
    var stripped = once
    let added: Set<UInt64> = Set(
      [PSBTInputKey.partialSig, .tapKeySig, .tapScriptSig].map(\.rawValue))
    for index in 0..<2 {
      stripped.updateInput(index) { $0.removeAll { added.contains($0.type) } }
      let counts = (
        once.inputs[index].partialSigs.count, once.inputs[index].tapKeySig == nil ? 0 : 1,
        once.inputs[index].tapScriptSigs.count
      )
      switch kind {
      case .wsh, .shWsh, .sh: #expect(counts == (1, 0, 0))
      case .tr: #expect(counts == (0, 0, 1))
      case .tree: #expect(counts == (0, 1, 1))
      }
    }
    #expect(stripped.encoded() == scene.draft.encoded())
  }

  @Test func `who has signed, who signs and who is missing follows the signatures`() throws {
    let psbt = try signed(.wsh, by: [.bob])
    let facts = Review(of: psbt, in: try machine(.wsh, of: .ours).context).facts
    let progress = try #require(facts.progress[0])
    #expect(progress.signed == [1] && progress.signing == [0])
    #expect(progress.missing == 0 && progress.candidates.isEmpty)
    let first = try Quorum.scene(.wsh).review().facts.progress[1]
    #expect(first?.signed == [] && first?.signing == [0])
    #expect(first?.missing == 1 && first?.candidates == [1, 2])
    // In a tree the nearest way counts: the internal key alone is one.
    let tree = try Quorum.scene(.tree).review().facts.progress[0]
    #expect(tree?.signing == [0, 2] && tree?.missing == 0)
    let carol = Review(
      of: try Quorum.scene(.tree).draft.psbt(), in: try machine(.tree, of: .carol).context)
    #expect(carol.facts.progress[0]?.signing == [3])
    #expect(carol.facts.progress[0]?.missing == 1)
    #expect(carol.facts.progress[0]?.candidates == [0])
  }

  @Test func `a vault with two of the keys signs with both, or with those that are chosen`() throws
  {
    let keys = try ring(.ours)
    keys.add(try master(.bob))
    for (signing, count) in [(nil, 2), ([1], 1), ([0], 1)] as [(Set<Int>?, Int)] {
      var scene = try Quorum.scene(.wsh)
      let wallet = scene.machine.wallets[0]
      scene.machine.wallets = [
        RegisteredWallet(
          name: wallet.name, network: wallet.network, descriptor: wallet.descriptor,
          ownKeys: [0, 1], signingKeys: signing)
      ]
      let review = try scene.review()
      let psbt = try SigningTests.signed(review, keys: keys).psbt
      #expect(psbt.inputs.map(\.partialSigs.count) == [count, count])
      #expect(review.facts.progress[0]?.missing == 2 - count)
    }
    // A key that is not ours is never signed with, whatever is in the ring.
    let only = try SigningTests.signed(try Quorum.scene(.wsh).review(), keys: keys).psbt
    #expect(only.inputs.map(\.partialSigs.count) == [1, 1])
  }

  @Test func `without a key of ours that is to sign there is nothing to sign`() throws {
    for (own, signing) in [([], nil), ([0], [])] as [(Set<Int>, Set<Int>?)] {
      var scene = try Quorum.scene(.wsh)
      let wallet = scene.machine.wallets[0]
      scene.machine.wallets = [
        RegisteredWallet(
          name: wallet.name, network: wallet.network, descriptor: wallet.descriptor, ownKeys: own,
          signingKeys: signing)
      ]
      scene.machine.fingerprints = []
      let review = try scene.review()
      #expect(review.signableInputs.isEmpty)
      var screen = RecordingScreen()
      #expect(throws: ApprovalError.nothingToSign) { _ = try review.approval(on: &screen) }
    }
  }

  @Test(arguments: Quorum.Kind.allCases)
  func `a cosigner's signature that was changed anywhere is refused`(kind: Quorum.Kind) throws {
    let psbt = try signed(kind, by: [.bob])
    let context = try machine(kind, of: .ours).context
    let field = try #require(
      psbt.inputs[0].map.fields.first {
        [PSBTInputKey.partialSig, .tapScriptSig].map(\.rawValue).contains($0.type)
      })
    for place in stride(from: 0, to: field.value.count, by: 5) {
      var value = Array(field.value)
      value[place] ^= 1
      var changed = psbt
      changed.updateInput(0) {
        $0.setUnchecked(PSBTField(type: field.type, keyData: field.keyData, value: value[...]))
      }
      let review = Review(of: changed, in: context)
      #expect(review.refusals.contains { $0.rule == .r20 }, "\(place)")
      #expect(review.facts.progress[0]?.signed == [], "\(place)")
    }
    // The other input's signature does not serve.
    let other = try #require(psbt.inputs[1].map.fields.first { $0.type == field.type })
    var moved = psbt
    moved.updateInput(0) {
      $0.setUnchecked(
        PSBTField(type: field.type, keyData: field.keyData, value: other.value))
    }
    #expect(Review(of: moved, in: context).refusals.contains { $0.rule == .r20 })
  }

  @Test func `a wallet of twenty keys takes twenty signatures`() throws {
    let bob = try AccountKey(parsing: Quorum.bob)
    var people = [Quorum.ours]
    for number: UInt32 in 0..<19 {
      let child = ChildNumber(rawValue: number)
      let key = try AccountKey(
        origin: bob.origin.appending(child), xpub: bob.xpub.derived(child))
      people.append("\(key)")
    }
    let wallet = try Quorum.descriptor(.wsh, threshold: 20, people)
    var scene = try Quorum.scene(.wsh, wallet)
    scene.machine.wallets = [
      RegisteredWallet(
        name: "twenty", network: .mainnet, descriptor: wallet, ownKeys: Set(0..<20))
    ]
    let keys = try ring(.ours)
    keys.add(try master(.bob))
    let psbt = try SigningTests.signed(try scene.review(), keys: keys).psbt
    #expect(psbt.inputs.map(\.partialSigs.count) == [20, 20])
    let again = Review(of: psbt, in: scene.machine.context)
    #expect(again.refusals.isEmpty, "\(again.refusals)")
    let spent = scene.draft.coins.map(\.output)
    let final = try Extractor(try Finalizer().finalized(psbt)).transaction(spending: spent)
    try TransactionVerifier.verify(final, spentOutputs: spent)
  }

  @Test func `the signatures of the fixtures are those that Bob makes`() throws {
    var scene = try Quorum.scene(.wsh)
    try Quorum.signByBob(&scene)
    let made = try signed(.wsh, by: [.bob])
    #expect(try scene.draft.psbt().inputs.map(\.partialSigs) == made.inputs.map(\.partialSigs))
  }

  @Test func `a combo's four kinds of script are found, signed and valid`() throws {
    let key = Quorum.ours + "/<0;1>/*"
    let descriptor = try Descriptor(parsing: "combo(\(key))")
    var draft = PacketDraft(coins: [], payments: [])
    for (number, form) in descriptor.alternatives.enumerated() {
      let derived = try form.derived(branch: 0, index: UInt32(number))
      var coin = HonestPayment.bareCoin(
        paying: derived.scriptPubKey, satoshis: 500_000, seed: UInt8(number + 1))
      coin.set(.nonWitnessUTXO, [], coin.previous.encoded())
      if let redeem = derived.redeemScript { coin.set(.redeemScript, [], redeem.bytes) }
      coin.set(
        .bip32Derivation, derived.keys[0].publicKey.compressed, derived.keys[0].origin.encoded())
      draft.coins.append(coin)
    }
    #expect(draft.coins.count == 4)
    let change = try descriptor.alternatives[2].derived(branch: 1, index: 0)
    draft.payments = [
      try HonestPayment.payment(to: HonestPayment.recipient, satoshis: 1_000_000),
      PacketDraft.Payment(TxOut(rawValue: 990_000, scriptPubKey: change.scriptPubKey)),
    ]
    let machine = ContextDraft(wallets: [
      RegisteredWallet(name: "paper", network: .mainnet, descriptor: descriptor)
    ])
    let review = Review(of: try draft.psbt(), in: machine.context)
    #expect(review.refusals.isEmpty && review.warnings.isEmpty, "\(review.findings)")
    #expect(review.facts.outputs.map(\.kind) == [.payment, .change])
    let psbt = try SigningTests.signed(review, keys: try ring()).psbt
    let spent = draft.coins.map(\.output)
    let final = try Extractor(try Finalizer().finalized(psbt)).transaction(spending: spent)
    try TransactionVerifier.verify(final, spentOutputs: spent)
  }
}
