import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import PacketSigning
import ReviewFixtures
import SecondReading
import Testing
import TransactionReview

@testable import Signing

/// A reviewer under somebody else's control shows one payment and has another one signed.
struct Lie: Sendable, CustomStringConvertible {
  let description: String
  /// What is shown.
  let shown: @Sendable () throws -> Scene
  /// Makes of it what is meant.
  let change: @Sendable (inout Scene) throws -> Void

  init(
    _ description: String, _ script: StandardAccount = .wpkh,
    _ change: @escaping @Sendable (inout Scene) throws -> Void
  ) {
    self.description = description
    shown = { try HonestPayment.scene(script) }
    self.change = change
  }

  init(
    _ description: String, quorum kind: Quorum.Kind,
    _ change: @escaping @Sendable (inout Scene) throws -> Void
  ) {
    self.description = description
    shown = { try Quorum.scene(kind) }
    self.change = change
  }

  private static let thief = Script.p2wpkh(hash: [UInt8](repeating: 0x66, count: 20))

  /// Lies that change what is signed: a signature of the changed payment gives them away too.
  static let aboutThePayment: [Lie] = [
    Lie("the payee gets more and the change less") {
      $0.draft.payments[0].output.rawValue += 1_000
      $0.draft.payments[1].output.rawValue -= 1_000
    },
    Lie("one satoshi less for the payee") { $0.draft.payments[0].output.rawValue -= 1 },
    Lie("another payee") { $0.draft.payments[0].output.scriptPubKey = thief },
    Lie("another payee of a legacy coin", .pkh) {
      $0.draft.payments[0].output.scriptPubKey = thief
    },
    Lie("another payee of a nested coin", .shWpkh) {
      $0.draft.payments[0].output.scriptPubKey = thief
    },
    Lie("another payee of a taproot coin", .tr) {
      $0.draft.payments[0].output.scriptPubKey = thief
    },
    Lie("another payee of a quorum", quorum: .wsh) {
      $0.draft.payments[0].output.scriptPubKey = thief
    },
    Lie("another payee of a legacy quorum", quorum: .sh) {
      $0.draft.payments[0].output.scriptPubKey = thief
    },
    Lie("another payee of a quorum in a leaf", quorum: .tr) {
      $0.draft.payments[0].output.scriptPubKey = thief
    },
    Lie("another payee of a tree", quorum: .tree) {
      $0.draft.payments[0].output.scriptPubKey = thief
    },
    Lie("change that goes to somebody else") {
      $0.draft.payments[1] = PacketDraft.Payment(
        TxOut(rawValue: 890_000, scriptPubKey: thief))
    },
    Lie("change at another index") {
      $0.draft.payments[1] = try HonestPayment.change(.wpkh, branch: 1, index: 4, satoshis: 890_000)
    },
    Lie("change on the receiving branch") {
      $0.draft.payments[1] = try HonestPayment.change(.wpkh, branch: 0, index: 3, satoshis: 890_000)
    },
    Lie("change of a quorum with one key swapped", quorum: .wsh) {
      let others = try Quorum.descriptor(.wsh, [Quorum.ours, Quorum.bob, Quorum.mallory])
      $0.draft.payments[1] = try Quorum.change(others, branch: 1, index: 3, satoshis: 890_000)
      $0.draft.payments[1].fields = []
    },
    Lie("a higher fee") { $0.draft.payments[1].output.rawValue -= 50_000 },
    Lie("no change at all") {
      $0.draft.payments.removeLast()
      $0.draft.payments[0].output.rawValue += 880_000
    },
    Lie("one output more") {
      $0.draft.payments.append(PacketDraft.Payment(TxOut(rawValue: 1_000, scriptPubKey: thief)))
      $0.draft.payments[1].output.rawValue -= 1_000
    },
    Lie("the outputs in another order") { $0.draft.payments.reverse() },
    Lie("the coins in another order") { $0.draft.coins.reverse() },
    Lie("one coin less") {
      $0.draft.coins.removeLast()
      $0.draft.payments[1].output.rawValue = 390_000
    },
    Lie("one coin more") {
      $0.draft.coins.append(try HonestPayment.coin(.wpkh, branch: 0, index: 4, satoshis: 300_000))
      $0.draft.payments[0].output.rawValue += 300_000
    },
    Lie("another coin of the same amount") {
      $0.draft.coins[0] = try HonestPayment.coin(.wpkh, branch: 0, index: 3, satoshis: 1_000_000)
    },
    Lie("a coin worth more than was shown") {
      $0.draft.coins[0].changePrevious { $0.outputs[1].rawValue += 300_000 }
    },
    Lie("a claimed amount of a taproot coin", .tr) {
      var output = $0.draft.coins[0].output
      output.rawValue += 300_000
      $0.draft.coins[0].set(.witnessUTXO, [], output.encoded())
    },
    Lie("another sequence") { $0.draft.coins[0].input.sequence = 0xffff_fffe },
    Lie("another lock time") { $0.draft.lockTime = LockTime(rawValue: 839_991) },
    Lie("another version") { $0.draft.version = 1 },
    Lie("another payment altogether") {
      $0.draft.coins = [try HonestPayment.coin(.wpkh, branch: 0, index: 4, satoshis: 900_000)]
      $0.draft.payments = [PacketDraft.Payment(TxOut(rawValue: 890_000, scriptPubKey: thief))]
    },
  ]
}

@Suite struct `A reviewer that lies gets no signature` {
  /// Whether it is this comparison that refuses, and not something else.
  private func isCaught(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return false
    } catch SignerError.packet(.secondReading), SignerError.packet(.readingsDiffer),
      PacketSigningError.secondReading, PacketSigningError.readingsDiffer
    {
      return true
    } catch {
      return false
    }
  }

  @Test(arguments: Lie.aboutThePayment)
  func `for other bytes than those that it shows`(lie: Lie) throws {
    let scene = try lie.shown()
    let review = try scene.review()
    var meant = scene
    try lie.change(&meant)
    let source = ReadingSource(packet: meant.draft.encoded())
    #expect(isCaught { _ = try signed(review, try ring(), from: source) }, "\(lie)")
    // The other way round: what is shown is the changed payment, what came is the first.
    let other = Review(of: try meant.draft.psbt(), in: scene.machine.context)
    let first = ReadingSource(packet: scene.draft.encoded())
    #expect(isCaught { try agree(other, first) }, "\(lie)")
  }

  /// What a review says, with one value of it changed.
  static let falseClaims: [(String, @Sendable (inout ReviewClaims) -> Void)] = [
    ("version", { $0.version = 1 }),
    ("lock time", { $0.lockTime += 1 }),
    ("a coin less", { $0.coins.removeLast() }),
    ("a coin more", { $0.coins.append($0.coins[0]) }),
    ("an output less", { $0.outputs.removeLast() }),
    ("an output more", { $0.outputs.append($0.outputs[0]) }),
    ("coins in another order", { $0.coins.swapAt(0, 1) }),
    ("outputs in another order", { $0.outputs.swapAt(0, 1) }),
    ("a txid", { $0.coins[0].txid = .zero }),
    ("a number of an output", { $0.coins[0].vout += 1 }),
    ("a sequence", { $0.coins[0].sequence -= 1 }),
    ("an amount that comes in", { $0.coins[0].amount = 1 }),
    ("an amount that nobody says", { $0.coins[0].amount = nil }),
    ("a proof", { $0.coins[0].proof = .claimed }),
    ("a coin's script", { $0.coins[0].script?[3] ^= 1 }),
    ("a coin's place", { $0.coins[0].home = Home(wallet: 0, branch: 0, index: 77) }),
    ("a coin that is called somebody else's", { $0.coins[0].home = nil }),
    ("an amount that is paid", { $0.outputs[0].amount -= 1 }),
    ("a payee's script", { $0.outputs[0].script[5] ^= 1 }),
    ("a payee's address", { $0.outputs[0].address = $0.outputs[1].address }),
    ("no address", { $0.outputs[0].address = nil }),
    ("a payee called change", { $0.outputs[0].returns = true }),
    ("a payee given a place", { $0.outputs[0].home = Home(wallet: 0, branch: 1, index: 0) }),
    ("change called a payee", { $0.outputs[1].home = nil }),
    ("change that does not return", { $0.outputs[1].returns = false }),
    ("what comes in", { $0.totalIn = 1 }),
    ("what goes out", { $0.totalOut = 1 }),
    ("the fee", { $0.fee = 1 }),
    ("no fee", { $0.fee = nil }),
    ("what leaves us", { $0.leaving = 1 }),
    ("who is paid", { $0.payees = [] }),
    ("who is paid more", { $0.payees.append(1) }),
  ]

  @Test func `in each value that it says, one after the other`() throws {
    let scene = try HonestPayment.scene()
    let review = try scene.review()
    let signer = try ReadingSource(packet: scene.draft.encoded()).signer(of: review)
    let honest = ReviewClaims(review)
    _ = try signer.agreement(with: honest, ours: review.ownKeys, secret: review.secretKeys)
    for (name, change) in Self.falseClaims {
      var claims = honest
      change(&claims)
      #expect(claims != honest, "\(name) is no change")
      #expect(throws: PacketSigningError.self, "\(name)") {
        try signer.agreement(with: claims, ours: review.ownKeys, secret: review.secretKeys)
      }
    }
  }

  @Test func `about who owns a wallet`() throws {
    // Money that goes to a wallet of several people leaves, unless that wallet is called ours alone.
    var scene = try HonestPayment.scene()
    let family = try Quorum.wallet(.wsh, Quorum.descriptor(.wsh))
    scene.machine.wallets.append(family)
    let address = try family.descriptor.derived(branch: 0, index: 3).scriptPubKey
    scene.draft.payments[0].output.scriptPubKey = address
    let review = try scene.review()
    let signer = try ReadingSource(packet: scene.draft.encoded()).signer(of: review)
    var claims = ReviewClaims(review)
    _ = try signer.agreement(with: claims, ours: review.ownKeys, secret: review.secretKeys)
    #expect(claims.payees == [0])
    claims.sole.insert(1)
    claims.payees = []
    claims.leaving = 0
    #expect(throws: PacketSigningError.self) {
      try signer.agreement(with: claims, ours: review.ownKeys, secret: review.secretKeys)
    }
    // It is the keys that count: with all of them ours the same claim is true.
    var all = review.ownKeys
    all[1] = [0, 1, 2]
    _ = try signer.agreement(with: claims, ours: all, secret: all)
  }

  @Test func `and one signature that signs something else is found by the reviewer too`() throws {
    for scene in [try HonestPayment.scene(), try HonestPayment.scene(.tr), try Quorum.scene(.tree)]
    {
      let review = try scene.review()
      let source = ReadingSource(packet: scene.draft.encoded())
      let signer = try source.signer(of: review)
      let agreement = try signer.agreement(
        with: ReviewClaims(review), ours: review.ownKeys, secret: review.secretKeys)
      let prepared = try signer.prepared(
        review.signableInputs, in: agreement, own: review.signingKeys)
      let made = try signer.signatures(prepared, with: try ring())
      _ = try Signer.Outcome(of: review, made)
      for number in made.indices {
        var changed = made
        changed[number] = MadeSignature(
          input: made[number].input, place: made[number].place, bytes: made[number].bytes,
          digest: .zero, nonce: made[number].nonce)
        #expect(throws: SignerError.self) { try Signer.Outcome(of: review, changed) }
        changed[number] = MadeSignature(
          input: 9, place: made[number].place, bytes: made[number].bytes,
          digest: made[number].digest, nonce: made[number].nonce)
        #expect(throws: SignerError.self) { try Signer.Outcome(of: review, changed) }
      }
    }
  }

  @Test func `for a wallet that is not the one that is kept`() throws {
    let scene = try Quorum.scene(.wsh)
    let review = try scene.review()
    let kept = try Quorum.descriptor(.wsh)
    let texts = [
      try Quorum.descriptor(.wsh, threshold: 1).canonical,
      try Quorum.descriptor(.wsh, [Quorum.ours, Quorum.bob, Quorum.mallory]).canonical,
      try Quorum.descriptor(.wsh, steps: "/<0;2>/*").canonical,
      try Quorum.descriptor(.shWsh).canonical,
      try Accounts.wallet(.wpkh).descriptor.canonical,
      String(kept.canonical.dropLast()), "wsh(older(3))", "",
    ]
    for text in texts {
      let source = ReadingSource(descriptors: ["family": text])
      #expect(isCaught { _ = try signed(review, try ring(), from: source) }, "\(text)")
    }
    let honest = ReadingSource(descriptors: ["family": kept.canonical])
    #expect(try signed(review, try ring(), from: honest).signedInputs == [0, 1])
  }

  @Test func `and the error names what differs, and both readings of it`() throws {
    let scene = try HonestPayment.scene()
    var meant = scene
    meant.draft.payments[0].output.rawValue = 610_000
    meant.draft.payments[1].output.rawValue = 880_000
    let source = ReadingSource(packet: meant.draft.encoded())
    let review = try scene.review()
    #expect(
      throws: PacketSigningError.readingsDiffer(
        "output 0, amount in sat", review: "600000", secondReading: "610000")
    ) { try agree(review, source) }
    let signer = try ReadingSource(packet: scene.draft.encoded()).signer(of: review)
    for (payees, words) in [([], "none"), ([1], "1"), ([0, 1], "0, 1")] as [([Int], String)] {
      var claims = ReviewClaims(review)
      claims.payees = payees
      #expect(
        throws: PacketSigningError.readingsDiffer(
          "outputs that leave us", review: words, secondReading: "0")
      ) { try signer.agreement(with: claims, ours: review.ownKeys, secret: review.secretKeys) }
    }
  }
}
