import BitcoinPrimitives
import Bytes
import Descriptors
import RecordingScreens
import TerminalUI
import Testing
import WalletStorage
import WalletTypes

@testable import OnlineCoordinator

@Suite struct `Settings of a home` {
  private static let name = "unattended-broadcast"
  /// The account of BIP-84's test words, on mainnet.
  private static let account =
    "wpkh([73c5da0a/84h/0h/0h]xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V/<0;1>/*)"

  private static func value(_ desk: Desk) async -> Int? {
    await desk.run("settings", "--json").json[name]?.intValue
  }

  @Test func `one is changed by typing its name on the terminal, never by a script`() async throws {
    let desk = try Desk()
    #expect(await Self.value(desk) == 0)
    await desk.fails(["settings", Self.name, "1"], saying: "on the terminal only")
    for habit in ["yes", "y", "1", ""] {
      let ran = await desk.run("settings", Self.name, "1", answers: [habit])
      #expect(ran.code == .failed && ran.err.contains("nothing was changed"), "\(ran.err)")
    }
    #expect(await Self.value(desk) == 0)
    #expect(await desk.run("settings", Self.name, "1", answers: [Self.name]).code == .done)
    #expect(await Self.value(desk) == 1)
    #expect(await desk.run("settings", Self.name, "0", answers: [Self.name]).code == .done)
    #expect(await Self.value(desk) == 0)
    await desk.fails(["settings", Self.name, "2"], saying: "from 0 to 1", code: .wrongUsage)
    await desk.fails(["settings", "colour", "1"], saying: "there is no setting", code: .wrongUsage)
  }

  @Test func `on mainnet yes in advance sends nothing until the home's setting allows it`()
    async throws
  {
    let desk = try Desk()
    // Without a node: what is asked for after the setting is one.
    let made = await desk.run(
      "wallet", "create", "savings", Self.account, "--network", "mainnet")
    try #require(made.code == .done, "\(made.err)")
    let store = try Store(path: desk.path("home/coordinator.sqlite"))
    let unsigned = Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 1))],
      outputs: [
        TxOut(rawValue: 9_000, scriptPubKey: .p2wpkh(hash: [UInt8](repeating: 1, count: 20)))
      ])
    var final = unsigned
    final.inputs[0].witness = [[1]]
    let wallet = RestoredWallet(
      name: "savings", descriptor: try Descriptor(parsing: Self.account), birthHeight: 0,
      gapLimit: 20, next: [0, 0], people: [:], labels: [],
      payments: [
        RestoredPayment(
          number: 1, state: .complete, unsigned: unsigned, psbt: StoredPacket(bytes: [1]),
          final: final,
          fee: try Amount(satoshis: 100), summary: "rent", created: 5)
      ])
    _ = try store.restore([wallet], nodes: [], document: [], on: .mainnet)
    let refused = await desk.fails(
      ["broadcast", "1", "--yes"],
      saying: "--yes cannot approve real money: the setting \(Self.name) of this home is off")
    #expect(refused.err.contains("`settings \(Self.name) 1`"))
    // On the terminal as well: it is what was typed before anything was read.
    let typed = await desk.run("broadcast", "1", "--yes", answers: [RecordingScreen.read])
    #expect(typed.code == .failed && typed.err.contains(Self.name))
    await desk.fails(["broadcast", "1"], saying: "there is no node yet")
    #expect(await desk.run("settings", Self.name, "1", answers: [Self.name]).code == .done)
    await desk.fails(["broadcast", "1", "--yes"], saying: "there is no node yet")
  }
}
