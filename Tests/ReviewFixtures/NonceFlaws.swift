import Bytes
import Descriptors
import ExtendedKeys
import Secp256k1
import TransactionReview

extension Scene {
  /// Where the coins of the honest payment lie.
  private static let places: [(branch: Int, index: UInt32)] = [(0, 2), (1, 1)]

  /// Adds an anti-exfil field for our key of a coin.
  fileprivate mutating func agree(
    _ coin: Int, _ part: UInt8, _ value: [UInt8], _ script: StandardAccount = .wpkh
  ) throws {
    let place = Self.places[coin]
    let key = try Accounts.derived(script, place.branch, place.index).keys[0].publicKey.compressed
    draft.coins[coin].fields.append(
      .init(0xfc, [2] + Array("ae".utf8) + [part] + key, value))
  }

  /// The fields of a round for both coins.
  fileprivate mutating func agree(round: Int) throws {
    for coin in 0..<2 {
      try agree(coin, 0, Flaw.commitment)
      if round > 1 {
        try agree(coin, 1, Flaw.point)
        try agree(coin, 2, Flaw.entropy.bytes)
      }
    }
  }
}

extension Flaw {
  fileprivate static let entropy = Bytes32([UInt8](repeating: 7, count: 32)) ?? .zero
  fileprivate static let commitment = NonceCommitment.commitment(to: entropy).bytes
  /// The generator: a point like any other.
  fileprivate static let point: [UInt8] =
    [2]
    + [
      0x79, 0xbe, 0x66, 0x7e, 0xf9, 0xdc, 0xbb, 0xac, 0x55, 0xa0, 0x62, 0x95, 0xce, 0x87, 0x0b,
      0x07, 0x02, 0x9b, 0xfc, 0xdb, 0x2d, 0xce, 0x28, 0xd9, 0x59, 0xf2, 0x81, 0x5b, 0x16, 0xf8,
      0x17, 0x98,
    ]

  /// R28: nonces that a host has a say in.
  static let nonces: [Flaw] = [
    Flaw("r28-round-1", .show) { try $0.agree(round: 1) },
    Flaw("r28-round-2", .show) { try $0.agree(round: 2) },
    Flaw("r28-a-short-commitment", .refuse) { try $0.agree(0, 0, [1, 2, 3]) },
    Flaw("r28-an-unknown-part", .refuse) {
      try $0.agree(round: 1)
      try $0.agree(1, 3, commitment)
    },
    Flaw("r28-an-opening-that-is-no-point", .refuse) {
      try $0.agree(round: 1)
      try $0.agree(0, 1, [UInt8](repeating: 9, count: 33))
    },
    Flaw("r28-one-coin-only", .refuse) { try $0.agree(0, 0, commitment) },
    Flaw("r28-two-rounds-at-once", .refuse) {
      try $0.agree(round: 1)
      try $0.agree(1, 1, point)
      try $0.agree(1, 2, entropy.bytes)
    },
    Flaw("r28-an-answer-to-round-1", .refuse) {
      try $0.agree(round: 1)
      for coin in 0..<2 { try $0.agree(coin, 1, point) }
    },
    Flaw("r28-entropy-before-an-opening", .refuse) {
      try $0.agree(round: 1)
      for coin in 0..<2 { try $0.agree(coin, 2, entropy.bytes) }
    },
    Flaw("r28-an-opening-without-a-commitment", .refuse) { try $0.agree(0, 1, point) },
    Flaw("r28-other-entropy-than-was-committed-to", .refuse) {
      try $0.agree(round: 1)
      for coin in 0..<2 {
        try $0.agree(coin, 1, point)
        try $0.agree(coin, 2, [UInt8](repeating: 8, count: 32))
      }
    },
    Flaw("r28-taproot", .refuse, .tr) { try $0.agree(0, 0, commitment, .tr) },
  ]
}
