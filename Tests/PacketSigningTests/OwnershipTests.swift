import SecondReading
import Testing

/// Whose wallet it is, by the keys in its text.
@Suite struct `A wallet of ours alone` {
  private static let nobody = "50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0"
  // The points of the private keys 1 to 3.
  private static let keys = [
    "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
    "02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5",
    "02f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9",
  ]

  /// One coin and one output, of any kind: only the wallet is asked about.
  private static let packet: [UInt8] = {
    let unsigned =
      [2, 0, 0, 0, 1] + [UInt8](repeating: 7, count: 32) + [0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff]
      + [1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0x51, 0, 0, 0, 0]
    return [0x70, 0x73, 0x62, 0x74, 0xff, 1, 0, UInt8(unsigned.count)] + unsigned + [0, 0, 0]
  }()

  private func isSole(_ text: String, _ own: Set<Int>, secret: Set<Int>? = nil) throws -> Bool? {
    try SecondReader(Self.packet, wallets: [text], on: .main)
      .isSole(wallet: 0, keys: own, secret: secret ?? own)
  }

  @Test func `is one that our keys can spend and no others can`() throws {
    let (a, b, c) = (Self.keys[0], Self.keys[1], Self.keys[2])
    #expect(try true == isSole("wpkh(\(a))", [0]))
    #expect(try false == isSole("wpkh(\(a))", []))
    let two = "wsh(sortedmulti(2,\(a),\(b),\(c)))"
    #expect(try true == isSole(two, [0, 1, 2]))
    #expect(try true == isSole(two, [0, 2]))
    #expect(try false == isSole(two, [1]))
    #expect(try false == isSole("sh(multi(1,\(a),\(b)))", [0]))
    // With one key of two that both must sign, neither spends alone.
    #expect(try false == isSole("wsh(multi(2,\(a),\(b)))", [0]))
  }

  @Test func `is none that a key which others were given can spend`() throws {
    let (a, b, c) = (Self.keys[0], Self.keys[1], Self.keys[2])
    #expect(try false == isSole("wpkh(\(a))", [0], secret: []))
    // Two keys of ours must sign, one of which was handed out: nobody else can spend, and we can.
    #expect(try true == isSole("wsh(multi(2,\(a),\(b)))", [0, 1], secret: [0]))
    #expect(try false == isSole("wsh(multi(2,\(a),\(b),\(c)))", [0, 1], secret: [0]))
  }

  @Test func `counts each leaf and the key path`() throws {
    let (a, b, c) = (Self.keys[0], Self.keys[1], Self.keys[2])
    let tree = "tr(\(a),{pk(\(b)),multi_a(2,\(b),\(c))})"
    // The key that stands twice has two positions.
    #expect(try true == isSole(tree, [0, 1, 2, 3]))
    #expect(try true == isSole(tree, [0, 1, 2]))
    #expect(try false == isSole(tree, [0, 1]))
    #expect(try false == isSole(tree, [0, 2, 3]))
    #expect(try false == isSole(tree, [1, 2, 3]))
    // Nobody spends by the key path of BIP-341's point; without leaves somebody would have to.
    #expect(try true == isSole("tr(\(Self.nobody),pk(\(b)))", [1]))
    #expect(try false == isSole("tr(\(Self.nobody),pk(\(b)))", [0]))
    #expect(try false == isSole("tr(\(Self.nobody),pk(\(b)))", []))
  }

  @Test func `is none that cannot be read, or that is not there`() throws {
    #expect(try isSole("wsh(older(3))", [0]) == nil)
    let reader = try SecondReader(Self.packet, wallets: [nil], on: .main)
    for number in [-1, 0, 1, .max] {
      #expect(reader.isSole(wallet: number, keys: [0], secret: [0]) == nil)
    }
  }
}
