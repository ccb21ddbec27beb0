import BitcoinPrimitives
import Descriptors
import ReviewFixtures
import Testing

@testable import TransactionReview

/// Who can spend from a wallet, and what of a payment leaves us by that.
@Suite struct `Trust classes` {
  private static let key = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
  private static let other = "02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5"

  private func trust(
    _ text: String, own: Set<Int>, _ sources: [Int: KeySource] = [:]
  ) throws -> TrustClass {
    TrustClass(try Descriptor(parsing: text), ownKeys: own, sources: sources)
  }

  @Test func `a wallet of one key is judged by where the key comes from`() throws {
    let wallet = "wpkh(\(Self.key))"
    #expect(try trust(wallet, own: [0]) == .sole)
    #expect(try trust(wallet, own: [0], [0: .seed]) == .sole)
    #expect(try trust(wallet, own: [0], [0: .importedKey]) == .sweep)
    #expect(try trust(wallet, own: [0], [0: .child]) == .handedOut)
    #expect(try trust("combo(\(Self.key))", own: [0], [0: .importedKey]) == .sweep)
    #expect(try trust(wallet, own: []) == .shared)
  }

  @Test(arguments: Quorum.Kind.allCases)
  func `a wallet of several keys is judged by its rule`(_ kind: Quorum.Kind) throws {
    let own = Quorum.ownKeys(kind)
    let descriptor = try Quorum.descriptor(kind)
    let trust = { TrustClass(descriptor, ownKeys: $0) }
    // The others are two of three, or in the tree the second key alone.
    #expect(trust(own) == .shared)
    #expect(trust([]) == .shared)
    #expect(trust(Set(descriptor.keys.indices)) == .sole)
    let two = try TrustClass(
      Quorum.descriptor(kind, threshold: 3), ownKeys: own)
    #expect(two == (kind == .tree ? .shared : .joint))
  }

  @Test func `who holds as many keys as it takes has it alone, if the others have too few`()
    throws
  {
    let wallet = try Quorum.descriptor(.wsh)
    #expect(TrustClass(wallet, ownKeys: [0, 2]) == .sole)
    // Unless one of them is in somebody else's hands as well.
    #expect(TrustClass(wallet, ownKeys: [0, 2], sources: [2: .importedKey]) == .shared)
    #expect(TrustClass(wallet, ownKeys: [0, 2], sources: [0: .child]) == .shared)
    #expect(
      TrustClass(wallet, ownKeys: [0, 2], sources: [0: .child, 2: .child]) == .handedOut)
  }

  @Test func `one key of a quorum that is enough and came from outside makes it a sweep wallet`()
    throws
  {
    let either = "wsh(multi(1,\(Self.key),\(Self.other)))"
    #expect(try trust(either, own: [0], [0: .importedKey]) == .sweep)
    #expect(try trust(either, own: [0, 1], [0: .importedKey]) == .sweep)
    #expect(try trust(either, own: [0, 1]) == .sole)
    #expect(try trust(either, own: [0]) == .shared)
  }

  @Test func `a child of a seed holds keys of any network, a key from outside says its own`() throws
  {
    let wallet = { (key: String, source: KeySource) in
      RegisteredWallet(
        name: "w", network: .regtest, descriptor: try Descriptor(parsing: "wpkh(\(key))"),
        ownKeys: [0], keySources: [0: source])
    }
    #expect(try wallet(Self.key, .child).keysOfAnyNetwork == [0])
    #expect(try wallet(Self.key, .importedKey).keysOfAnyNetwork.isEmpty)
    let origin = { (coinType: Int) in "[d34db33f/84h/\(coinType)h/0h/0/0]" + Self.key }
    #expect(try wallet(origin(0), .seed).keysOfAnyNetwork == [0])
    #expect(try wallet(origin(1), .seed).keysOfAnyNetwork.isEmpty)
  }

  @Test func `what a wallet of others gets beyond what it gives is paid to somebody`() throws {
    let name = "r06-money-of-another-wallet-as-change-of-a-sweep-key"
    let flaw = try #require(Flaw.all.first { $0.name == name })
    let facts = try flaw.scene().review().facts
    // The question before signing is drawn from these, R33 remembers them.
    #expect(facts.payees == [0, 1])
    #expect(facts.payeeMarks.map(\.output) == [0, 1])
    // Change that only comes back is nobody's.
    let back = try #require(Flaw.all.first { $0.name == "r06-change-back-to-the-sweep-key" })
    #expect(try back.scene().review().facts.payees == [0])
  }

  @Test func `what leaves us is all that does not come back or go to a sole wallet`() throws {
    let leaving = { (name: String) throws -> Int64? in
      let flaw = try #require(Flaw.all.first { $0.name == name })
      return try flaw.scene().review().facts.leavingUs?.satoshis
    }
    for name in ["shared-wallet", "joint-wallet", "sweep-key", "handed-out-wallet"] {
      #expect(try leaving("r07-to-a-\(name)") == 600_000, "\(name)")
    }
    // The payment and what was to be change.
    #expect(try leaving("r07-change-to-a-sweep-key") == 1_490_000)
    #expect(try leaving("r06-change-back-to-the-sweep-key") == 600_000)
    // 0.006 paid, and 0.0039 that the sweep key gets beyond what it gives.
    #expect(try leaving("r06-money-of-another-wallet-as-change-of-a-sweep-key") == 990_000)
    let own = try #require(HonestScene.all.first { $0.name == "to-our-quorum-of-our-own-seeds" })
    #expect(try own.scene().review().facts.leavingUs == .zero)
    #expect(try own.scene().review().facts.totalDebit?.satoshis == 10_000)
  }

  @Test func `a sweep key and a handed-out wallet are paid only with consent in words`() throws {
    for (name, accept) in [
      ("r07-to-a-sweep-key", "sweep"), ("r07-to-a-handed-out-wallet", "handed-out"),
      ("r07-change-to-a-sweep-key", "sweep"),
      ("r06-money-of-another-wallet-as-change-of-a-sweep-key", "sweep"),
    ] {
      let review = try #require(Flaw.all.first { $0.name == name }).scene().review()
      let finding = try #require(review.warnings.first { $0.consent != nil }, "\(name)")
      #expect(finding.acknowledgement == accept && finding.toType.contains(" "))
      #expect(review.acknowledgements.contains(accept))
    }
  }
}
