import Bytes
import EncryptedVault
import PacketSigning
import Refusals
import SecondReading
import SignedMessages
import TerminalUI
import Testing

@testable import KeyKeeper

/// What crosses the pipe comes out as it went in, or not at all.
@Suite struct `Messages to key-keeper` {
  private static let hash = Bytes32((0..<32).map { UInt8($0) }) ?? .zero

  private static let claims = ReviewClaims(
    version: 2, lockTime: 840_000,
    coins: [
      .init(
        txid: hash, vout: 7, sequence: 0xffff_fffd, amount: 5_000, proof: .previousTransaction,
        script: [0, 20, 1], home: Home(wallet: 1, branch: 0, index: 3)),
      .init(
        txid: .zero, vout: .max, sequence: 0, amount: nil, proof: .none, script: nil, home: nil),
    ],
    outputs: [
      .init(amount: .max, script: [], address: "bc1q", home: nil, returns: false),
      .init(
        amount: 0, script: [0x6a], address: nil, home: Home(wallet: 0, branch: 1, index: .max),
        returns: true),
    ], totalIn: nil, totalOut: 1, fee: 2, leaving: 3, payees: [0, 1], sole: [1, 0])

  private static let requests: [KeeperRequest] = [
    .open,
    .sign(
      SignRequest(
        packet: [0x70, 0x73, 0x62, 0x74], isPutTogether: true, claims: claims, inputs: [0, 5],
        accepted: [
          .init("R04", .typed("R04")), .init("sweep", .option), .init("R33", .notKept),
        ])),
    .keys(ofWallet: "wpkh(key)#checksum"),
    .register(
      RegisterRequest(
        name: "family", descriptor: "wsh(multi(1,a,b))#checksum",
        own: [OwnKey(position: 0, seed: "first"), OwnKey(position: 999, seed: "second")],
        policy: "1 of 2 keys must sign", trust: "shared", words: "one two three four",
        addresses: ["bc1q", "bc1p"], source: "a descriptor")),
    .text(
      TextRequest(
        wallet: "savings", text: Array("h\u{e9}llo\n".utf8), form: .bip322Full, branch: 1,
        index: .max, address: "bc1q",
        coins: [
          .init(txid: hash, vout: 3, amount: .max, branch: 0, index: 9),
          .init(txid: .zero, vout: .max, amount: 0, branch: 1, index: 0),
        ])),
    .text(TextRequest(wallet: "", text: [], form: .bip137, branch: 0, index: 0, address: "")),
    .remove(name: "family"), .backupKey, .archive([123, 125]), .archive([]),
    .sign(
      SignRequest(
        packet: [], isPutTogether: false, claims: claims, inputs: [1], round: .second, accepted: [])
    ),
    .ladder([
      SignRequest(
        packet: [1], isPutTogether: false, claims: claims, inputs: [0],
        accepted: [.init("R04", .typed("R04"))]),
      SignRequest(
        packet: [2, 3], isPutTogether: true, claims: claims, inputs: [0], accepted: []),
    ]),
  ]

  private static let answers: [KeeperAnswer] = [
    .contents([1, 2, 3]),
    .signed(
      [
        MadeSignature(input: 3, place: .ecdsa([2, 9]), bytes: [48], digest: hash, nonce: .zero),
        MadeSignature(
          input: 4, place: .keyPath(output: hash, root: nil), bytes: [], digest: .zero, nonce: hash),
        MadeSignature(
          input: 4, place: .keyPath(output: .zero, root: hash), bytes: [], digest: .zero,
          nonce: .zero),
        MadeSignature(
          input: 5, place: .leaf(hash, hash: .zero), bytes: [1], digest: hash, nonce: hash),
      ], log: SignedLog(count: 9, hash: hash, txid: .zero)),
    .signed([], log: nil),
    .signedLadder([
      SignedStep(
        signatures: [
          MadeSignature(input: 3, place: .ecdsa([2, 9]), bytes: [48], digest: hash, nonce: .zero)
        ], log: SignedLog(count: 1, hash: hash, txid: .zero)),
      SignedStep(signatures: [], log: nil),
    ]),
    .keys(descriptor: "wpkh(key)#checksum", own: [OwnKey(position: 3, seed: "first")]),
    .keys(descriptor: "", own: []), .saved(time: 1_800_000_000), .saved(time: -1),
    .opened([
      MadeOpening(input: 2, key: [3, 4], bytes: [5]), MadeOpening(input: 7, key: [], bytes: []),
    ]),
    .backupKey([100, 114]), .archive([1, 0], time: .max),
    .refused(ProgramError("no", hint: "do something else")),
    .refused(
      ProgramError("an amount is not proved", rule: .r01, hint: "ask", exitCode: .wrongUsage)),
  ]

  @Test func `are read as they were written`() throws {
    for request in Self.requests {
      #expect(try KeeperRequest(decoding: request.encoded) == request)
    }
    for answer in Self.answers {
      #expect(try KeeperAnswer(decoding: answer.encoded) == answer)
    }
  }

  @Test func `are refused when they are cut short or go on`() {
    for bytes in Self.requests.map(\.encoded) {
      for count in bytes.indices {
        #expect(throws: KeyKeeperError.message) {
          try KeeperRequest(decoding: Array(bytes[..<count]))
        }
      }
      #expect(throws: KeyKeeperError.message) { try KeeperRequest(decoding: bytes + [0]) }
    }
    for bytes in Self.answers.map(\.encoded) {
      for count in bytes.indices {
        #expect(throws: KeyKeeperError.message) {
          try KeeperAnswer(decoding: Array(bytes[..<count]))
        }
      }
      #expect(throws: KeyKeeperError.message) { try KeeperAnswer(decoding: bytes + [0]) }
    }
  }

  @Test func `take no memory for a length or a count that nothing follows`() {
    let lengths: [[UInt8]] = [
      [2, 0xff, 0xff, 0xff, 0xff],
      [2, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff],
      [2, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1, 0x86, 0xa0],
    ]
    let registrations: [[UInt8]] = [
      [3, 0xff, 0xff, 0xff, 0xff], [5, 0, 0, 0, 101] + [UInt8](repeating: 97, count: 101),
      [4, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff],
      [4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0xe9],
      [8, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff], [8, 0, 0, 0, 0, 0, 0, 0x0f, 0xa1],
    ]
    for bytes in lengths + registrations {
      #expect(throws: KeyKeeperError.message) { try KeeperRequest(decoding: bytes) }
    }
    #expect(throws: KeyKeeperError.message) {
      try KeeperAnswer(decoding: [2, 0xff, 0xff, 0xff, 0xff])
    }
  }

  @Test func `with a byte changed are read or refused`() {
    for bytes in Self.requests.map(\.encoded) + Self.answers.map(\.encoded) {
      for place in bytes.indices {
        for bit in 0..<8 {
          var changed = bytes
          changed[place] ^= 1 << UInt8(bit)
          _ = try? KeeperRequest(decoding: changed)
          _ = try? KeeperAnswer(decoding: changed)
        }
      }
    }
  }

  @Test func `say amounts as people read them`() {
    #expect(LastQuestion.btc(0) == "0.00000000")
    #expect(LastQuestion.btc(1) == "0.00000001")
    #expect(LastQuestion.btc(12_000_000) == "0.12000000")
    #expect(LastQuestion.btc(2_100_000_000_000_000) == "21000000.00000000")
  }
}
