import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Hashes
import PacketSigning
import ReviewFixtures
import Secp256k1
import Testing
import TransactionReview

@testable import SecondReading
@testable import Signing

/// What the second reader takes from the fields and signatures that came along with a coin.
@Suite struct `Fields beside a coin, by the second reader` {
  private static func reader(_ scene: Scene) throws -> SecondReader {
    try SecondReader(
      scene.draft.encoded(), wallets: scene.machine.wallets.map { $0.descriptor.canonical },
      on: .main)
  }

  private static func coins(_ reader: SecondReader) throws -> [CoinReading] {
    try (0..<reader.inputCount).map { try reader.input($0, at: nil) }
  }

  // MARK: Nonces that a host has a say in

  static let nonces = Flaw.all.filter { $0.name.hasPrefix("r28-") }

  @Test(arguments: nonces)
  func `nonces are agreed on in one round for all signatures, or nothing is signed`(
    flaw: Flaw
  ) throws {
    let reader = try Self.reader(try flaw.scene())
    let review = try flaw.scene().review()
    if flaw.severity == .refuse, let signer = try? ReadingSource().signer(of: review),
      let agreement = try? signer.agreement(
        with: ReviewClaims(review), ours: review.ownKeys, secret: review.secretKeys)
    {
      #expect(throws: PacketSigningError.self, "\(flaw)") {
        try signer.prepared([0, 1], in: agreement, own: review.signingKeys)
      }
    }
    var rounds: [NonceAgreement.Round] = []
    do {
      for (number, coin) in try Self.coins(reader).enumerated() {
        rounds += try reader.signings(ofInput: number, coin, by: [0]).map {
          $0.nonce?.round ?? .none
        }
      }
    } catch SecondReadingError.signature {
      #expect(flaw.severity == .refuse)
      return
    }
    switch flaw.name {
    case "r28-round-1": #expect(rounds == [.first, .first])
    case "r28-round-2": #expect(rounds == [.second, .second])
    default: #expect(flaw.severity == .refuse && Set(rounds).count == 2, "\(flaw)")
    }
  }

  @Test func `openings are answered in the first round alone`() throws {
    for flaw in Self.nonces where flaw.severity == .show {
      let scene = try flaw.scene()
      let review = try scene.review()
      let signer = try ReadingSource(packet: scene.draft.encoded()).signer(of: review)
      let agreement = try signer.agreement(
        with: ReviewClaims(review), ours: review.ownKeys, secret: review.secretKeys)
      let prepared = try signer.prepared([0, 1], in: agreement, own: review.signingKeys)
      if flaw.name == "r28-round-1" {
        let made = try signer.openings(prepared, with: try ring())
        #expect(made.map(\.input) == [0, 1] && made.allSatisfy { $0.bytes.count == 33 })
        #expect(throws: PacketSigningError.self) {
          try signer.signatures(prepared, with: try ring())
        }
      } else {
        #expect(throws: PacketSigningError.mixedRounds) {
          try signer.openings(prepared, with: try ring())
        }
      }
    }
  }

  @Test func `a field that is not about nonces may look like one`() throws {
    var scene = try HonestPayment.scene()
    let mark = [2] + Array("ae".utf8)
    scene.draft.coins[0].fields.append(.init(0xfc, [1, 0x58, 0], [4]))
    // A signature by a key that happens to begin with the name of those fields.
    scene.draft.coins[0].fields.append(
      .init(0x02, mark + [UInt8](repeating: 9, count: 30), Self.signature))
    let reader = try Self.reader(scene)
    let signings = try reader.signings(ofInput: 0, try Self.coins(reader)[0], by: [0])
    #expect(signings.count == 1 && signings[0].nonce == nil)
  }

  @Test func `a coin that came with its final script or witness is not signed`() throws {
    for type: UInt64 in [0x07, 0x08] {
      var scene = try HonestPayment.scene()
      scene.draft.coins[0].fields.append(.init(type, [], [0]))
      let reader = try Self.reader(scene)
      let coins = try Self.coins(reader)
      #expect(throws: SecondReadingError.self) {
        try reader.signings(ofInput: 0, coins[0], by: [0])
      }
      #expect(try reader.signings(ofInput: 1, coins[1], by: [0]).count == 1)
      #expect(throws: SecondReadingError.self) {
        try reader.signings(ofInput: 1, coins[1], by: [1])
      }
    }
  }

  @Test func `a previous transaction that comes twice is believed only if its bytes are the same`()
    throws
  {
    var draft = try HonestPayment.scene().draft
    draft.coins[1] = draft.coins[0]
    let first = draft.coins[0].input.previousOutput
    draft.coins[1].input.previousOutput = OutPoint(txid: first.txid, vout: 1 - first.vout)
    draft.coins[1].remove(.witnessUTXO)
    _ = try SecondReader(draft.encoded(), wallets: [], on: .main)
    var other = draft.coins[0].previous
    other.outputs[Int(1 - first.vout)].rawValue += 1
    draft.coins[1].set(.nonWitnessUTXO, [], other.encoded())
    #expect(throws: SecondReadingError.self) {
      try SecondReader(draft.encoded(), wallets: [], on: .main)
    }
  }

  // MARK: What the transaction is called

  private static let signature = [UInt8](repeating: 0x30, count: 71)
  private static let made = [UInt8](repeating: 0x31, count: 70)

  private static func txid(_ scene: Scene, _ scripts: [[UInt8]]) -> Bytes32 {
    var transaction = scene.draft.transaction
    for (number, script) in scripts.enumerated() {
      transaction.inputs[number].scriptSig = Script(script)
    }
    return SHA256.doubleHash(transaction.encodedWithoutWitness())
  }

  @Test func `a signed transaction is called by all of its input scripts`() throws {
    var scene = try HonestPayment.scene(.pkh)
    let keys = try [(0, 2), (1, 1)].map { branch, index in
      try Accounts.derived(.pkh, branch, UInt32(index)).keys[0].publicKey.encoded
    }
    let script = { (signature: [UInt8], key: [UInt8]) in
      [UInt8(signature.count)] + signature + [33] + key
    }
    let both = [0: [keys[0]: Self.made], 1: [keys[1]: Self.made]]
    var reader = try Self.reader(scene)
    #expect(
      reader.txid(try Self.coins(reader), with: both)
        == Self.txid(scene, keys.map { script(Self.made, $0) }))
    #expect(
      reader.txid(try Self.coins(reader), with: [0: [keys[0]: Self.made]]) == reader.unsignedTxid)
    #expect(reader.unsignedTxid == Self.txid(scene, []))
    // A signature that came along stands where none is made.
    scene.draft.coins[1].fields.append(.init(0x02, keys[1], Self.signature))
    scene.draft.coins[1].fields.append(.init(0x03, [], [1, 0, 0, 0]))
    reader = try Self.reader(scene)
    let come = Self.txid(scene, [script(Self.made, keys[0]), script(Self.signature, keys[1])])
    #expect(reader.txid(try Self.coins(reader), with: [0: [keys[0]: Self.made]]) == come)
    #expect(
      reader.txid(try Self.coins(reader), with: both)
        == Self.txid(scene, keys.map { script(Self.made, $0) }))
    // A final script stands for all signatures; a final witness alone says that there is no script.
    scene.draft.coins[1].fields.append(.init(0x07, [], [1, 2, 3]))
    reader = try Self.reader(scene)
    #expect(
      reader.txid(try Self.coins(reader), with: both)
        == Self.txid(scene, [script(Self.made, keys[0]), [1, 2, 3]]))
    scene.draft.coins[1].fields.removeLast()
    scene.draft.coins[1].fields.append(.init(0x08, [], [0]))
    reader = try Self.reader(scene)
    #expect(
      reader.txid(try Self.coins(reader), with: both)
        == Self.txid(scene, [script(Self.made, keys[0]), []]))
  }

  @Test func `a coin of others has no input script if it is a witness program, else nobody knows`()
    throws
  {
    let hash = { (count: Int) in [UInt8](repeating: 7, count: count) }
    for (script, isProgram) in [
      ([0x00, 20] + hash(20), true), ([0x51, 32] + hash(32), true), ([0x60, 40] + hash(40), true),
      ([0x51, 2] + hash(2), true), ([0x51, 1] + hash(1), false), ([0x52, 41] + hash(41), false),
      ([0x61, 20] + hash(20), false), ([0x50, 20] + hash(20), false),
      ([0x01, 20] + hash(20), false),
      ([0x51, 20] + hash(19), false), ([0x51, 20] + hash(21), false),
      ([0x00, 20] + hash(21), false),
      ([0xa9, 0x14] + hash(20) + [0x87], false), ([], false),
    ] as [([UInt8], Bool)] {
      var scene = try HonestPayment.scene()
      let vout = Int(scene.draft.coins[1].input.previousOutput.vout)
      scene.draft.coins[1].changePrevious { $0.outputs[vout].scriptPubKey = Script(script) }
      scene.draft.coins[1].fields = []
      scene.draft.coins[1].set(.nonWitnessUTXO, [], scene.draft.coins[1].previous.encoded())
      var legacy = scene
      let own = try HonestPayment.coin(.pkh, branch: 0, index: 2, satoshis: 1_000_000)
      legacy.draft.coins[0] = own
      legacy.machine.wallets = [try Accounts.wallet(.pkh)]
      let reader = try Self.reader(legacy)
      let key = try Accounts.derived(.pkh, 0, 2).keys[0].publicKey.encoded
      let signed = [71] + Self.signature + [33] + key
      #expect(
        reader.txid(try Self.coins(reader), with: [0: [key: Self.signature]])
          == (isProgram ? Self.txid(legacy, [signed, []]) : reader.unsignedTxid), "\(script)")
    }
  }
}
