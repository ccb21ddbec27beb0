import Foundation
import Photographs
import QRDrawing
import Testing

/// A paper wallet: its key goes to the signer, its public key to the coordinator, and its coins are
/// moved elsewhere.
@Suite(
  .enabled(if: JourneyNode.canRun, "skipped: run Tests/run, which builds the programs"),
  .serialized)
struct SweepingJourneys {
  /// The key of BIP-38's examples, for the test networks.
  private static let compressed = "cURAYbG6FtvUasdBsooEmmY9MqUfhJ8tdybQWV7iA4BAwunCT2Fu"
  private static let uncompressed = "938jwjergAxARSWx2YSt9nSBWBz24h8gLhv7EUfgEP1wpMLg6iX"

  /// The first of them encrypted under that passphrase (BIP-38), with the address that it has there.
  private static let encrypted = "6PYVB5nHnumbUua1UmsAMPHWHa76Ci48MY79aKYnpKmwxeGqHU2XpXtKvo"
  private static let passphrase = "TestingOneTwoThree"

  private struct Desk {
    let scratch: Scratch
    let node: JourneyNode
    let offline: Side
    let online: Side

    init() throws {
      scratch = try Scratch()
      node = try JourneyNode(in: scratch)
      offline = try Side.signer(in: scratch)
      online = try Side.coordinator(in: scratch)
      try offline("init", "--network", "regtest", "--yes")
      try online("node", "add", "node", node.url, "--cookie", node.cookie)
    }

    /// A photograph of a QR code on paper.
    func photograph(of text: String, _ name: String) throws -> String {
      let seen = try #require(
        Scenes.photograph(
          QRPicture(QRSymbol(text: text)), modulePixels: 7, degrees: 4, noise: 12))
      try Data(Scenes.jpeg(seen, quality: 80)).write(
        to: URL(fileURLWithPath: scratch.path(name)))
      return scratch.path(name)
    }

    /// Pays 50 BTC to each address of the key, long before any coordinator knows of it.
    func fund() throws -> [String] {
      let shown = try offline("address", "show", "paper-combo", "0", "--json").json()
      let addresses = try #require(shown["addresses"] as? [String])
      for address in addresses { try node.mine(1, to: address) }
      try node.mine(120)
      return addresses
    }

    /// Imports the key's wallet on the coordinator, which finds its coins.
    func adopt(_ addresses: [String]) throws {
      let imported = try online(
        "wallet", "import", "paper", "--from", scratch.path("key.png"), "--yes", "--json"
      ).json()
      #expect((imported["descriptor"] as? String)?.hasPrefix("combo(") == true)
      let shown = try online("wallet", "show", "paper", "--json")
      #expect(try shown.json()["addresses"] as? [String] == addresses)
      try SingleKeyJourneys.Pair.compareWords(
        offline("wallet", "show", "paper-combo", "--json"), shown)
      try online("sync", "paper")
      let balance = try online("balance", "paper", "--json").json()
      #expect(balance["confirmed"] as? Int == addresses.count * 5_000_000_000)
    }

    func pay(_ out: String) throws -> (payment: String, fee: Int) {
      let pay = try online(
        "pay", "paper", "--to", "\(SingleKeyJourneys.elsewhere)=all", "--fee-rate", "3", "--out",
        scratch.path(out), "--json"
      ).json()
      return ("\(try #require(pay["payment"]))", try #require(pay["fee"] as? Int))
    }

    /// Collects what was signed, sends it, and sees the paper empty.
    func finish(_ payment: String, _ signed: String) throws {
      let collected = try online("collect", scratch.path(signed), "--json").json()
      #expect(collected["complete"] as? Bool == true)
      let sent = try online("broadcast", payment, "--yes", "--json").json()
      let txid = try #require(sent["txid"] as? String)
      #expect(try node.call("getrawmempool").contains(txid))
      try node.mine(1)
      try online("sync", "paper")
      let balance = try online("balance", "paper", "--json").json()
      #expect(balance["confirmed"] as? Int == 0)
    }
  }

  @Test(arguments: [(compressed, 3), (uncompressed, 1), (encrypted, 3)])
  func `a photographed paper wallet is emptied, whatever its key was paid with`(
    _ key: String, _ kinds: Int
  ) throws {
    let desk = try Desk()
    let paper = try desk.photograph(of: key, "paper.jpg")
    let passphrase = try desk.scratch.write(Self.passphrase + "\n", to: "paper-passphrase")
    let imported = try desk.offline(
      "seed", "import", "paper", "--from", paper, "--bip38-passphrase-file", passphrase, "--json")
    #expect(try imported.json()["kind"] as? String == "wif")
    #expect(!(imported.out + imported.err).contains(key))
    try desk.offline("account", "export", "paper", "--out", desk.scratch.path("key.png"))
    let addresses = try desk.fund()
    #expect(addresses.count == kinds)
    try desk.adopt(addresses)
    // Nothing more goes to a key that has been on paper.
    try desk.online.fails("receive", "paper", saying: "pay nothing to it")

    let (payment, fee) = try desk.pay("unsigned.gif")
    let review = try desk.offline("review", desk.scratch.path("unsigned.gif"), "--json").json()
    #expect(review["fee"] as? Int == fee)
    #expect((review["refusals"] as? [Any])?.isEmpty == true)
    let signing = try desk.offline(
      "sign", desk.scratch.path("unsigned.gif"), "--out", desk.scratch.path("signed.gif"),
      "--yes", "--json"
    ).json()
    #expect(signing["signed"] as? Int == kinds)
    #expect(signing["complete"] as? Bool == true)
    try desk.finish(payment, "signed.gif")
  }

  @Test func `a paper wallet is swept without a vault`() throws {
    let desk = try Desk()
    let paper = try desk.scratch.write(Self.compressed + "\n", to: "paper.txt")
    try desk.offline("seed", "import", "paper", "--from", paper)
    try desk.offline("account", "export", "paper", "--out", desk.scratch.path("key.png"))
    try desk.adopt(try desk.fund())
    let (payment, _) = try desk.pay("unsigned.psbt")
    // Another signer, with no home at all, and the paper in its hand.
    let bare = try Side.signer(in: desk.scratch, home: "no-home")
    let ran = try Programs.run(
      bare.program,
      [
        "sign", desk.scratch.path("unsigned.psbt"), "--seed", paper, "--network", "regtest",
        "--accept", "wallet", "--accept", "practice", "--yes", "--out",
        desk.scratch.path("signed.psbt"),
      ], environment: bare.environment)
    try #require(ran.status == 0, "\(ran.err)")
    #expect(!FileManager.default.fileExists(atPath: desk.scratch.path("no-home")))
    try desk.finish(payment, "signed.psbt")
  }
}
