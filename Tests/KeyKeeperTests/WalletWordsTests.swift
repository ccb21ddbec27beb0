import BitcoinPrimitives
import Descriptors
import EncryptedVault
import ReviewFixtures
import SecondReading
import Testing
import TransactionReview
import WalletRegistration

@testable import KeyKeeper

/// Both readers say the same of a wallet, in the same words.
@Suite struct `What is said of a wallet` {
  private static let keys = [Quorum.ours, Quorum.bob, Quorum.carol].map { $0 + "/<0;1>/*" }

  private static func forms() throws -> [Descriptor] {
    let (one, two, three) = (keys[0], keys[1], keys[2])
    let list = keys.joined(separator: ",")
    let many = (0..<22).map { "\(Quorum.bob)/\($0)/<0;1>/*" }.joined(separator: ",")
    let texts = [
      "wpkh(\(one))", "pkh(\(one))", "sh(wpkh(\(one)))", "tr(\(one))", "combo(\(one))",
      "wsh(pk(\(one)))", "wsh(multi(1,\(one)))", "wsh(multi(1,\(list)))", "wsh(multi(2,\(list)))",
      "wsh(multi(3,\(list)))", "sh(sortedmulti(2,\(list)))", "tr(\(one),pk(\(two)))",
      "tr(\(two),pk(\(one)))", "tr(\(one),{pk(\(two)),multi_a(2,\(two),\(three))})",
      "tr(\(one),multi_a(2,\(many)))",
    ]
    return try texts.map { try Descriptor(parsing: $0) }
      + Quorum.Kind.allCases.map { try Quorum.descriptor($0) }
  }

  @Test func `is the same by both readings: the rule, the class, the words and the addresses`()
    throws
  {
    for descriptor in try Self.forms() {
      let reading = try WalletReading(descriptor.canonical, on: .main)
      let screen = { (own: Set<Int>, sources: [Int: KeySource]) in
        try WalletScreen(
          name: "ours", network: .mainnet, descriptor: descriptor,
          ownKeys: own.sorted().map { OwnKey(position: $0, seed: "first") }, sources: sources)
      }
      let shown = try screen([0], [:])
      #expect(reading.policy == shown.policy, "\(descriptor)")
      #expect(reading.words == "\(descriptor.checkWords)", "\(descriptor)")
      #expect(
        try reading.firstAddresses(WalletScreen.addressesShown) == shown.firstAddresses,
        "\(descriptor)")
      let positions = Array(descriptor.keys.indices.prefix(4))
      for own in positions.map({ Set([$0]) }) + [Set(positions), Set(positions.prefix(2))] {
        for source in [KeySource.seed, .importedKey, .child] {
          let sources = Dictionary(uniqueKeysWithValues: own.prefix(1).map { ($0, source) })
          #expect(
            TrustClass(reading, ownKeys: own, sources: sources) == (try screen(own, sources)).trust,
            "\(descriptor) \(own) \(source)")
        }
      }
    }
  }

  @Test func `in the question has the form in words, and every key whole with its origin`() throws {
    let (one, list) = (Self.keys[0], Self.keys.joined(separator: ","))
    let forms = [
      ("wpkh(\(one))", "wpkh"), ("sh(wsh(sortedmulti(2,\(list))))", "sh wsh sortedmulti"),
      ("wsh(multi(2,\(list)))", "wsh multi"), ("tr(\(one),pk(\(Self.keys[1])))", "tr pk"),
    ]
    for (text, words) in forms {
      let reading = try WalletReading(Descriptor(parsing: text).canonical, on: .main)
      #expect(reading.forms == words)
      for (number, key) in reading.keys.enumerated() {
        let lines = key.lines(number: number + 1, seed: number == 0 ? "first" : nil)
        #expect(lines.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(lines)")
        let owner = number == 0 ? "OURS(seedfirst)" : "anotherperson's"
        let whole = [Quorum.ours, Quorum.bob, Quorum.carol][number]
        #expect(lines.filter { !$0.isWhitespace } == "Key\(number + 1),\(owner):\(whole)")
      }
    }
  }
}
