import Descriptors
import ExtendedKeys
import ReviewFixtures
import Testing
import TransactionReview

/// Who can spend, read from the script alone.
@Suite struct `Ways to spend from a wallet` {
  private static let nobody = "50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0"
  // The points of the private keys 1 to 3.
  private static let keys = [
    "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
    "02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5",
    "02f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9",
  ]
  private static let points = keys.map { String($0.dropFirst(2)) }

  private func policy(_ text: String) throws -> WalletPolicy {
    try #require(WalletPolicy(try Descriptor(parsing: text)), "\(text)")
  }

  private func way(_ kind: WalletPolicy.Way.Kind, _ threshold: Int, _ keys: [Int]) -> [String] {
    ["\(kind) \(threshold) \(keys)"]
  }

  private func told(_ ways: [WalletPolicy.Way]) -> [String] {
    ways.flatMap { way($0.kind, $0.threshold, $0.keys) }
  }

  private func several(_ name: String, _ needed: Int, of count: Int) -> String {
    let list = (0..<count).map { ",\(Quorum.bob)/\($0)/*" }.joined()
    return "\(name)(\(needed)\(list))"
  }

  @Test func `are one for a single key, however its script is written`() throws {
    let key = Self.keys[0]
    for text in [
      "pk(\(key))", "pkh(\(key))", "wpkh(\(key))", "sh(wpkh(\(key)))", "sh(pk(\(key)))",
      "sh(pkh(\(key)))", "wsh(pk(\(key)))", "wsh(pkh(\(key)))", "sh(wsh(pkh(\(key))))",
      "combo(\(key))", "wpkh(\(Accounts.text(.wpkh))/0/*)",
    ] {
      let policy = try policy(text)
      #expect(told(policy.ways) == way(.script, 1, [0]), "\(text)")
      #expect(policy.description == "1 key")
    }
  }

  @Test func `say how many of which keys, in the order in which the text names them`() throws {
    let (a, b, c) = (Self.keys[0], Self.keys[1], Self.keys[2])
    for (text, threshold, words) in [
      ("wsh(multi(1,\(a),\(b)))", 1, "1 of 2 keys"), ("sh(multi(2,\(a),\(b)))", 2, "all 2 keys"),
    ] {
      let policy = try policy(text)
      #expect(told(policy.ways) == way(.script, threshold, [0, 1]))
      #expect(policy.description == words)
    }
    let three = try policy("sh(wsh(sortedmulti(2,\(a),\(b),\(c))))")
    #expect(told(three.ways) == way(.script, 2, [0, 1, 2]))
    #expect(three.description == "2 of 3 keys")
    #expect(try policy("wsh(multi(1,\(a)))").description == "1 key")
  }

  @Test func `are in taproot the key itself and each leaf, but not the key of nobody`() throws {
    let (a, b, c) = (Self.points[0], Self.points[1], Self.points[2])
    let alone = try policy("tr(\(a))")
    #expect(told(alone.ways) == way(.keyPath, 1, [0]))
    #expect(alone.description == "key 1 alone")
    let tree = try policy("tr(\(a),{pk(\(b)),multi_a(2,\(b),\(c))})")
    #expect(
      told(tree.ways) == way(.keyPath, 1, [0]) + way(.leaf(0), 1, [1]) + way(.leaf(1), 2, [2, 3]))
    #expect(tree.description == "key 1 alone, or key 2 alone, or 2 of the keys 3 and 4")
    let leaves = try policy("tr(\(Self.nobody),{multi_a(1,\(a)),multi_a(2,\(a),\(b),\(c))})")
    #expect(told(leaves.ways) == way(.leaf(0), 1, [1]) + way(.leaf(1), 2, [2, 3, 4]))
    #expect(leaves.description == "key 2 alone, or 2 of the keys 3, 4 and 5")
    #expect(try policy("tr(\(Self.nobody),multi_a(2,\(a),\(b),\(c)))").description == "2 of 3 keys")
  }

  @Test func `need as many keys as a leaf says, in whatever form the number stands`() throws {
    for (needed, count) in [(16, 20), (17, 20), (20, 20), (127, 128), (128, 128), (129, 129)] {
      let policy = try policy("tr(\(Self.points[0]),\(several("multi_a", needed, of: count)))")
      #expect(
        told(policy.ways)
          == way(.keyPath, 1, [0]) + way(.leaf(0), needed, Array(1...count)))
    }
    let list = String(repeating: ",\(Self.points[1])", count: 300)
    let long = try policy("tr(\(Self.points[0]),multi_a(300\(list)))")
    #expect(long.ways.map(\.threshold) == [1, 300])
    // Many keys are told by the first and the last.
    let many = { (count: Int) in
      try policy("tr(\(Self.points[0]),\(several("multi_a", 5, of: count)))").description
    }
    #expect(try many(21) == "key 1 alone, or 5 of the keys 2 to 22")
    #expect(
      try many(20) == "key 1 alone, or 5 of the keys "
        + (2...20).map(String.init).joined(separator: ", ") + " and 21")
  }

  @Test func `of strangers are those that need nobody of ours`() throws {
    let (a, b, c) = (Self.keys[0], Self.keys[1], Self.keys[2])
    func strangers(_ text: String, _ own: Set<Int>) throws -> [String] {
      told(try policy(text).waysOfStrangers(ownKeys: own))
    }
    #expect(try strangers("wsh(multi(1,\(a),\(b)))", [0]) == way(.script, 1, [1]))
    #expect(try strangers("wsh(multi(1,\(a),\(b)))", [0, 1]) == [])
    // Of a script that several must sign nobody says how many of them are one person.
    #expect(try strangers("wsh(multi(2,\(a),\(b),\(c)))", [0]) == [])
    let (x, y, z) = (Self.points[0], Self.points[1], Self.points[2])
    let tree = "tr(\(x),{pk(\(y)),multi_a(2,\(y),\(z))})"
    #expect(try strangers(tree, [0]) == way(.leaf(0), 1, [1]) + way(.leaf(1), 2, [2, 3]))
    #expect(try strangers(tree, [0, 1, 2]) == [])
    #expect(try strangers(tree, [1, 2, 3]) == way(.keyPath, 1, [0]))
  }

  @Test func `of one seed are those whose other keys come from there together`() throws {
    func ways(_ text: String, _ own: Set<Int> = [0]) throws -> ([String], shares: [String]) {
      let descriptor = try Descriptor(parsing: text)
      let policy = try #require(WalletPolicy(descriptor))
      return (
        told(policy.waysOfOneSeed(in: descriptor, ownKeys: own)),
        told(policy.sharesOfOneSeed(in: descriptor, ownKeys: own))
      )
    }
    let ours = "\(Quorum.ours)/0/*"
    let bobs = (0..<3).map { "\(Quorum.bob)/\($0)/*" }
    let two = bobs.prefix(2).joined(separator: ",")
    let carol = "\(Quorum.carol)/0/*"
    #expect(try ways("wsh(multi(1,\(ours),\(two)))") == ([], []))
    #expect(try ways("wsh(multi(2,\(ours),\(two)))") == (way(.script, 2, [1, 2]), []))
    #expect(try ways("wsh(multi(2,\(ours),\(carol),\(two)))") == (way(.script, 2, [2, 3]), []))
    #expect(try ways("wsh(multi(3,\(ours),\(two)))") == ([], way(.script, 3, [1, 2])))
    #expect(try ways("wsh(multi(2,\(ours),\(bobs[0]),\(carol)))") == ([], []))
    #expect(try ways("wsh(multi(3,\(ours),\(bobs[0]),\(carol)))") == ([], []))
    let three = bobs.joined(separator: ",")
    #expect(try ways("wsh(multi(3,\(ours),\(three)))") == (way(.script, 3, [1, 2, 3]), []))
    // Our own keys are no strangers'.
    #expect(try ways("wsh(multi(2,\(ours),\(two)))", [0, 1]) == ([], []))
  }

  @Test func `have a word for each class, and two are never paid without consent`() {
    #expect(
      TrustClass.allCases.map(\.word) == ["sole", "joint", "shared", "handed out", "sweep"])
    #expect(TrustClass.allCases.filter(\.isNeverPaid) == [.handedOut, .sweep])
  }
}
