import Descriptors
import ExtendedKeys
import Secp256k1
import Testing

/// A fingerprint and a path lead to one key: another key behind them was swapped (R08).
@Suite struct OriginConflictTests {
  private static let keys = [
    "tpubDFH9dgzveyD8zTbPUFuLrGmCydNvxehyNdUXKJAQN8x4aZ4j6UZqGfnqFrD4NqyaTVGKbvEW54tsvPTK2UoSbCC1PJY8iCNiwTL3RWZEheQ",
    "tpubDEfobrrtptRTbKf4gysDhoabneABDTAcdj3Vbn4XwPsLE2pmqpizSPRG6zHsbAMuiSgWmWPsYCLHTKTPpyrGJ5rAoTpKoQNZcxodiPf2tSJ",
  ]
  private static let origin = "73c5da0a/48h/1h/0h/2h"

  private func key(_ number: Int, _ origin: String?) throws -> KeyExpression {
    try KeyExpression(
      origin: origin.map { try KeyOrigin(parsing: $0) },
      material: .extended(Xpub(parsing: Self.keys[number])))
  }

  @Test func `two keys of one origin are named, whichever stands first`() throws {
    let (a, b) = (try key(0, Self.origin), try key(1, Self.origin))
    let between = try key(1, "b8688df1/48h/1h/0h/2h")
    for keys in [[a, between, b], [b, between, a]] {
      let conflict = try #require(OriginConflict(among: keys))
      #expect(conflict.first == 0 && conflict.second == 2)
      #expect(
        "\(conflict)"
          == "keys 1 and 3 of the wallet both claim to be [\(Self.origin)], but differ")
    }
    #expect(OriginConflict(among: [a, between]) == nil)
    // Another path of the same seed is another key.
    #expect(OriginConflict(among: [a, try key(1, "73c5da0a/48h/1h/1h/2h")]) == nil)
    #expect(OriginConflict(among: [try key(0, nil), try key(1, nil)]) == nil)
  }

  @Test func `keys are held against those of another wallet`() throws {
    let known = [try key(1, "b8688df1/48h/1h/0h/2h"), try key(0, Self.origin)]
    let conflict = try #require(
      OriginConflict(of: [try key(0, Self.origin), try key(1, Self.origin)], against: known))
    #expect(conflict.first == 1 && conflict.second == 1)
    #expect(OriginConflict(of: known, against: known) == nil)
    #expect(OriginConflict(of: known, against: []) == nil)
  }

  @Test func `depth, parent and form make no other key, the chain code does`() throws {
    let origin = try KeyOrigin(parsing: Self.origin)
    let (own, other) = (try Xpub(parsing: Self.keys[0]), try Xpub(parsing: Self.keys[1]))
    let whole = try KeyExpression(origin: origin, material: .extended(own))
    let bare = try KeyExpression(
      origin: origin,
      material: .extended(
        Xpub(
          network: .mainnet, depth: 0, parentFingerprint: .zero,
          childNumber: ChildNumber(rawValue: 0), chainCode: own.chainCode, publicKey: own.publicKey)
      ))
    let alone = try KeyExpression(origin: origin, material: .single(own.publicKey))
    let taproot = try KeyExpression(origin: origin, material: .xOnly(own.publicKey.xOnly))
    #expect(OriginConflict(among: [whole, bare, alone, taproot]) == nil)
    let chained = try KeyExpression(
      origin: origin,
      material: .extended(
        Xpub(
          network: own.network, depth: own.depth, parentFingerprint: own.parentFingerprint,
          childNumber: own.childNumber, chainCode: other.chainCode, publicKey: own.publicKey)))
    #expect(OriginConflict(among: [whole, chained]) != nil)
    let stranger = try KeyExpression(origin: origin, material: .single(other.publicKey))
    for key in [whole, bare, alone, taproot] {
      #expect(OriginConflict(of: [stranger], against: [key]) != nil)
    }
  }
}
