import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import ReviewFixtures
import Secp256k1
import Secp256k1Signing
import SecretKeys
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
    } catch let error as SignerError {
      switch error {
      case .secondReading, .readingsDiffer: return true
      default: return false
      }
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
    #expect(isCaught { try ReadingComparison(of: other, first).require([]) }, "\(lie)")
  }

  @Test(arguments: Lie.aboutThePayment)
  func `by signatures of another payment than the one it shows`(lie: Lie) throws {
    let scene = try lie.shown()
    let review = try scene.review()
    var meant = scene
    try lie.change(&meant)
    let other = Review(of: try meant.draft.psbt(), in: meant.machine.context)
    // A thief signs whatever they like.
    let made = try signed(other, try ring()).made
    #expect(made.contains { !$0.signatures.isEmpty })
    #expect(isCaught { try ReadingComparison(of: review, ReadingSource()).require(made) }, "\(lie)")
  }

  /// What was made for a scene, with each signature changed.
  private func changed(
    _ scene: Scene, _ change: (InputSignature) -> InputSignature
  ) throws -> (Review, [(input: Int, signatures: [InputSignature])]) {
    let review = try scene.review()
    let made = try signed(review, try ring()).made
    try ReadingComparison(of: review, ReadingSource()).require(made)
    return (review, made.map { ($0.input, $0.signatures.map(change)) })
  }

  private func with(_ signature: InputSignature, bytes: [UInt8]) -> InputSignature {
    InputSignature(
      input: signature.input, place: signature.place, bytes: bytes, digest: signature.digest)
  }

  @Test(arguments: [StandardAccount.pkh, .shWpkh, .wpkh, .tr])
  func `by a signature with another sighash type, or a bit changed`(script: StandardAccount) throws
  {
    let scene = try HonestPayment.scene(script)
    let isSchnorr = script == .tr
    for type: UInt8 in [0, 2, 3, 0x81, 0x82, 0x83, 0xff] + (isSchnorr ? [1] : []) {
      let (review, made) = try changed(scene) {
        with($0, bytes: (isSchnorr ? $0.bytes : $0.bytes.dropLast()) + [type])
      }
      #expect(
        isCaught { try ReadingComparison(of: review, ReadingSource()).require(made) }, "\(type)")
    }
    if isSchnorr {
      // Signed for ALL, and then called something else.
      var all = scene
      for index in 0..<2 { all.draft.coins[index].set(.sighashType, [], [1, 0, 0, 0]) }
      for type: UInt8 in [0, 2, 3, 0x81, 0x83, 0xff] {
        let (review, made) = try changed(all) { with($0, bytes: $0.bytes.dropLast() + [type]) }
        #expect(
          isCaught { try ReadingComparison(of: review, ReadingSource()).require(made) }, "\(type)")
      }
    }
    for place in [5, 20, 40, 63] {
      let (review, made) = try changed(scene) {
        var bytes = $0.bytes
        bytes[place] ^= 1
        return with($0, bytes: bytes)
      }
      #expect(isCaught { try ReadingComparison(of: review, ReadingSource()).require(made) })
    }
    let (review, empty) = try changed(scene) { with($0, bytes: []) }
    #expect(isCaught { try ReadingComparison(of: review, ReadingSource()).require(empty) })
  }

  @Test func `by a signature that stands at another input, key, leaf or kind of place`() throws {
    let scene = try Quorum.scene(.tree)
    let review = try scene.review()
    let made = try signed(review, try ring()).made
    let swapped = [
      (input: 0, signatures: made[1].signatures), (input: 1, signatures: made[0].signatures),
    ]
    #expect(isCaught { try ReadingComparison(of: review, ReadingSource()).require(swapped) })
    let all = made[0].signatures
    let leaf = try #require(
      all.first {
        if case .leaf = $0.place { true } else { false }
      })
    let key = try #require(
      all.first {
        if case .keyPath = $0.place { true } else { false }
      })
    for (signature, place) in [(leaf, key.place), (key, leaf.place)] {
      let moved = InputSignature(
        input: 0, place: place, bytes: signature.bytes, digest: signature.digest)
      #expect(
        isCaught { try ReadingComparison(of: review, ReadingSource()).require([(0, [moved])]) })
    }
    guard case .leaf(let point, _) = leaf.place else { return }
    let elsewhere = InputSignature(
      input: 0, place: .leaf(key: point, leafHash: .zero), bytes: leaf.bytes, digest: leaf.digest)
    #expect(
      isCaught { try ReadingComparison(of: review, ReadingSource()).require([(0, [elsewhere])]) })
  }

  @Test func `by a valid signature of a key that the wallet does not have there`() throws {
    let keys = try ring()
    let account = try AccountKey(parsing: Accounts.unregistered)
    let origin = try account.origin.appending(DerivationPath(parsing: "m/0/0"))
    for script in [StandardAccount.pkh, .shWpkh, .wpkh] {
      let review = try HonestPayment.scene(script).review()
      let own = try #require(try signed(review, keys).made.first?.signatures.first)
      let stranger = try keys.privateKey(for: origin)
      let key = try stranger.publicKey()
      let signature = InputSignature(
        input: 0, place: .ecdsa(key),
        bytes: try stranger.ecdsaSignature(of: own.digest).der + [1], digest: own.digest)
      #expect(signature.verifies(signature.bytes))
      #expect(
        isCaught { try ReadingComparison(of: review, ReadingSource()).require([(0, [signature])]) })
    }
    let review = try Quorum.scene(.tree).review()
    let made = try #require(try signed(review, keys).made.first?.signatures)
    for own in made {
      let pair = try KeyPair(try keys.privateKey(for: origin))
      let bytes = try pair.schnorrSignature(of: own.digest, auxiliary: .zero)
      let place: InputSignature.Place =
        if case .leaf(_, let hash) = own.place {
          .leaf(key: pair.publicKey, leafHash: hash)
        } else {
          .keyPath(pair.publicKey)
        }
      let signature = InputSignature(input: 0, place: place, bytes: bytes, digest: own.digest)
      #expect(signature.verifies(bytes))
      #expect(
        isCaught { try ReadingComparison(of: review, ReadingSource()).require([(0, [signature])]) })
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
      throws: SignerError.readingsDiffer(
        "output 0, amount in sat", review: "600000", secondReading: "610000")
    ) { try ReadingComparison(of: review, source).require([]) }
  }
}
