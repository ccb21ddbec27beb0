import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Mnemonics
import PacketSigning
import ReviewFixtures
import SecretKeys
import SecureMemory
import Testing
import TransactionReview

@testable import Signing

/// A ring with the master key of the fixtures: eleven times "abandon" and "about" (BIP-39).
func ring() throws -> KeyRing {
  let bytes = try Hex.decode(
    "5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc1"
      + "9a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4")
  let seed = try Seed(SecretBytes(count: 64) { $0.copyBytes(from: bytes) })
  let ring = KeyRing()
  ring.add(try Xpriv(seed: seed, network: .mainnet))
  return ring
}

/// A person who says yes to everything.
struct WillingScreen: ReviewScreen {
  mutating func show(_ review: Review) {}
  mutating func acknowledges(_ warning: Finding) -> Bool { true }
  mutating func consents(to review: Review) -> Bool { true }
}

/// Signs what was reviewed, both readings included.
func signed(
  _ review: Review, _ keys: KeyRing, from source: ReadingSource = ReadingSource()
) throws -> Signer.Outcome {
  var screen = WillingScreen()
  let approval = try review.approval(on: &screen)
  return try Signer(keys: keys).signed(consuming: approval, source: source)
}

/// Reads the bytes a second time and holds the review against them.
func agree(_ review: Review, _ source: ReadingSource) throws {
  _ = try source.signer(of: review).agreement(
    with: ReviewClaims(review), ours: review.ownKeys, secret: review.secretKeys)
}

/// Numbers that are the same each time (SplitMix64).
struct FixedNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
    return value ^ value >> 31
  }

  /// True once in `count` times.
  mutating func isOne(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &self) }
  }
}
