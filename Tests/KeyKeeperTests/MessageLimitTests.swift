import Bytes
import EncryptedVault
import PacketSigning
import SecondReading
import SignedMessages
import TerminalUI
import Testing

@testable import KeyKeeper

/// The messages as docs/formats.md has them, to the byte where a number stands there.
@Suite struct `Messages to key-keeper, as they are written down` {
  private static func text(_ count: Int) -> String { String(repeating: "a", count: count) }

  private static let none = ReviewClaims(
    version: 2, lockTime: 0, coins: [], outputs: [], totalIn: nil, totalOut: nil, fee: nil,
    leaving: nil, payees: [], sole: [])

  private static func sign(
    _ claims: ReviewClaims = none, inputs: [Int] = [], accepted: [LoggedAcceptance] = []
  ) -> SignRequest {
    SignRequest(
      packet: [], isPutTogether: false, claims: claims, inputs: inputs, accepted: accepted)
  }

  private static func register(
    name: Int = 0, descriptor: Int = 0, own: Int = 0, seed: Int = 0, policy: Int = 0,
    trust: Int = 0, words: Int = 0, address: Int = 0, source: Int = 0
  ) -> KeeperRequest {
    .register(
      RegisterRequest(
        name: text(name), descriptor: text(descriptor),
        own: (0..<own).map { OwnKey(position: $0, seed: text(seed)) }, policy: text(policy),
        trust: text(trust), words: text(words), addresses: [text(address)], source: text(source)))
  }

  private static func message(
    wallet: Int = 0, text bytes: Int = 0, address: Int = 0, coins: Int = 0
  ) -> KeeperRequest {
    .text(
      TextRequest(
        wallet: text(wallet), text: [UInt8](repeating: 97, count: bytes), form: .bip322, branch: 0,
        index: 0, address: text(address),
        coins: [MessageReading.Shown](
          repeating: .init(txid: .zero, vout: 0, amount: 0, branch: 0, index: 0), count: coins)))
  }

  @Test func `fill each length and count to its limit, and go no further`() {
    let limits: [(name: String, most: Int, request: (Int) -> KeeperRequest)] = [
      ("descriptor", 100_000, { .keys(ofWallet: Self.text($0)) }),
      ("name to remove", 100, { .remove(name: Self.text($0)) }),
      ("name", 100, { Self.register(name: $0) }),
      ("registered descriptor", 100_000, { Self.register(descriptor: $0) }),
      ("our keys", 1_000, { Self.register(own: $0) }),
      ("seed of a key", 100, { Self.register(own: 1, seed: $0) }),
      ("rule in words", 100_000, { Self.register(policy: $0) }),
      ("class", 100, { Self.register(trust: $0) }),
      ("four words", 100, { Self.register(words: $0) }),
      ("first address", 100, { Self.register(address: $0) }),
      ("what it came as", 100, { Self.register(source: $0) }),
      ("wallet of a text", 100, { Self.message(wallet: $0) }),
      ("text", 4_000, { Self.message(text: $0) }),
      ("address of a text", 100, { Self.message(address: $0) }),
      ("coins of a text", 500, { Self.message(coins: $0) }),
      ("inputs", 100_000, { .sign(Self.sign(inputs: [Int](repeating: 1, count: $0))) }),
      (
        "acknowledged", 100,
        {
          .sign(
            Self.sign(
              accepted: [LoggedAcceptance](repeating: .init("R04", .notKept), count: $0)))
        }
      ),
      (
        "words typed", 200,
        { .sign(Self.sign(accepted: [.init("R04", .typed(Self.text($0)))])) }
      ),
      (
        "address of an output", 10_000,
        {
          var claims = Self.none
          claims.outputs = [
            .init(amount: 0, script: [], address: Self.text($0), home: nil, returns: false)
          ]
          return .sign(Self.sign(claims))
        }
      ),
      ("steps", 9, { .ladder([SignRequest](repeating: Self.sign(), count: $0)) }),
    ]
    for (name, most, request) in limits {
      #expect((try? KeeperRequest(decoding: request(most).encoded)) == request(most), "\(name)")
      #expect(throws: KeyKeeperError.message, "\(name)") {
        try KeeperRequest(decoding: request(most + 1).encoded)
      }
    }
  }

  @Test func `begin with their marks`() {
    let requests: [KeeperRequest] = [
      .open, .sign(Self.sign()), .keys(ofWallet: ""), Self.register(), .remove(name: ""),
      .backupKey, .archive([]), Self.message(), .ladder([]),
    ]
    #expect(requests.map { $0.encoded.first } == [1, 2, 3, 4, 5, 6, 7, 8, 9])
    let answers: [KeeperAnswer] = [
      .contents([]), .signed([], log: nil), .refused(ProgramError("no", hint: "go")),
      .keys(descriptor: "", own: []), .saved(time: 0), .opened([]), .backupKey([]),
      .archive([], time: 0), .signedLadder([]),
    ]
    #expect(answers.map { $0.encoded.first } == [1, 2, 3, 4, 5, 6, 7, 8, 9])
  }

  @Test func `say each proof, and each place of a signature, by the number written down`() throws {
    let proofs: [(CoinReading.Proof, UInt8)] = [
      (.previousTransaction, 1), (.remembered, 2), (.claimed, 3), (.none, 4),
    ]
    for (proof, code) in proofs {
      var claims = Self.none
      claims.coins = [
        .init(
          txid: .zero, vout: 0, sequence: 0, amount: nil, proof: proof, script: nil, home: nil)
      ]
      let request = KeeperRequest.sign(Self.sign(claims))
      // Mark, packet, flag, version, lock time, count, txid, output, sequence, no amount.
      let place = 1 + 4 + 1 + 4 + 4 + 4 + 32 + 4 + 4 + 1
      #expect(request.encoded[place] == code)
      #expect(try KeeperRequest(decoding: request.encoded) == request)
    }
    let places: [SecondReader.Signing.Place] = [
      .ecdsa([]), .keyPath(output: .zero, root: nil), .leaf(.zero, hash: .zero),
    ]
    for (number, place) in places.enumerated() {
      let signature = MadeSignature(
        input: 0, place: place, bytes: [], digest: .zero, nonce: .zero)
      let answer = KeeperAnswer.signed([signature], log: nil)
      #expect(answer.encoded[1 + 4 + 4] == UInt8(number + 1))
      #expect(try KeeperAnswer(decoding: answer.encoded) == answer)
    }
  }

  @Test func `name rules and consents that there are, and nothing else`() {
    for (name, isKnown) in [
      ("R04", true), ("sweep", true), ("stranger", true), ("R34", true), ("R35", false),
      ("yes", false),
      ("", false),
    ] {
      let request = KeeperRequest.sign(Self.sign(accepted: [.init(name, .notKept)]))
      #expect(((try? KeeperRequest(decoding: request.encoded)) != nil) == isKnown, "\(name)")
    }
  }
}
