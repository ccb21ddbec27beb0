import Bytes
import Foundation
import QRTransport
import TerminalUI
import TestSupport
import Testing

@testable import OnlineCoordinator

/// Files and resources of other programs, as a person gives them.
@Suite struct PeerFileTests {
  private static let importing = ["wallet", "import", "theirs", "--network", "mainnet", "--from"]

  @Test func `an encrypted Electrum file is imported with its password, typed or from a file`()
    async throws
  {
    let desk = try Desk()
    let file = try desk.write(ElectrumFiles.watching, to: "wallet")
    let typed = await desk.execute(Self.importing + [file], answers: [ElectrumFiles.password])
    #expect(typed.code == .done, "\(typed.err)")
    #expect(typed.terminal.contains("Password of the Electrum file"))
    #expect(typed.err.contains("watch-only wallet"))
    let address = (typed.out + typed.err).replacing(" ", with: "")
    #expect(address.contains(ElectrumFiles.firstAddress), "\(typed.out)")
    #expect(!(typed.out + typed.err + typed.terminal).contains(ElectrumFiles.password))
    let other = try Desk()
    let again = try other.write(ElectrumFiles.watching, to: "wallet")
    let password = try other.write(ElectrumFiles.password + "\n", to: "password")
    let read = await other.execute(Self.importing + [again, "--password-file", password])
    #expect(read.code == .done, "\(read.err)")
  }

  @Test func `a wrong password and none are told apart, and nothing is kept`() async throws {
    let desk = try Desk()
    let file = try desk.write(ElectrumFiles.watching, to: "wallet")
    let wrong = try desk.write("correct\n", to: "password")
    await desk.fails(
      Self.importing + [file, "--password-file", wrong],
      saying: "the password does not open this wallet file, or the file was changed")
    let asked = await desk.fails(
      Self.importing + [file], saying: "there is no terminal on which to ask for the password")
    #expect(asked.err.contains("--password-file FILE"))
    let seed = try desk.write(SeedShownTests.seeds[0] + "\n", to: "seed")
    let shown = await desk.fails(
      Self.importing + [file, "--password-file", seed], saying: "this seed has touched a networked")
    #expect(!shown.err.contains("abandon"))
    #expect(
      await desk.run("wallet", "list", "--json").json["wallets"]?.arrayValue?.isEmpty != false)
  }

  @Test func `a file that can spend is refused with what to give in its place`() async throws {
    let desk = try Desk()
    let file = try desk.write(ElectrumFiles.spending, to: "wallet")
    let password = try desk.write(ElectrumFiles.password, to: "password")
    let said = await desk.fails(
      Self.importing + [file, "--password-file", password],
      saying: "this is an Electrum wallet with a private key: it is refused here and was not kept")
    #expect(said.err.contains("give the master public key that Electrum shows"))
    #expect(!said.err.contains("wild"))
  }

  @Test func `where no wallet file is encrypted a password is not wanted`() async throws {
    let desk = try Desk()
    let file = try desk.write(ElectrumFiles.watching, to: "wallet")
    let password = try desk.write(ElectrumFiles.password, to: "password")
    await desk.fails(
      Self.importing + [Desk.account, "--password-file", password],
      saying: "--password-file works only with a wallet file that Electrum encrypted",
      code: .wrongUsage)
    await desk.fails(
      ["wallet", "create", "theirs", file, "--network", "mainnet"],
      saying: "its password was not asked for")
    let told = await desk.run("qr", "read", file)
    #expect(told.out.contains("It is a wallet file that Electrum encrypted."), "\(told.err)")
  }

  @Test func `the only wallet in a ZIP archive is imported, shown and told from a damaged one`()
    async throws
  {
    let desk = try Desk()
    let (file, cut) = (desk.path("specter_backup.zip"), desk.path("cut.zip"))
    try Data(ArchiveFiles.streamed).write(to: URL(filePath: file))
    let told = await desk.run("qr", "read", file)
    #expect(told.out == "It is Specter's JSON.\n", "\(told.out) \(told.err)")
    let made = await desk.execute([
      "wallet", "import", "theirs", "--network", "signet", "--from", file,
    ])
    #expect(made.code == .done, "\(made.err)")
    try Data(ArchiveFiles.streamed.dropLast()).write(to: URL(filePath: cut))
    await desk.fails(
      ["wallet", "import", "cut", "--network", "signet", "--from", cut],
      saying: "ZIP archive is malformed: it ends too early, without the list of its files")
  }

  @Test func `Sparrow's database is imported; one that can spend or has a password is refused`()
    async throws
  {
    let desk = try Desk()
    func written(_ name: String) throws -> String {
      let bytes = try Deflate.inflated(SparrowDatabases.deflated(name), limit: 1_000_000)
      try Data(bytes).write(to: URL(filePath: desk.path("\(name).mv.db")))
      return desk.path("\(name).mv.db")
    }
    #expect(
      await desk.run("qr", "read", try written("single")).out == "It is a wallet of Sparrow.\n")
    let made = await desk.execute(Self.importing + [try written("single")])
    #expect(made.code == .done, "\(made.err)")
    let address = (made.out + made.err).replacing(" ", with: "")
    #expect(address.contains("bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"), "\(made.out)")
    for name in ["seed", "sealed"] {
      let refused = await desk.fails(
        ["wallet", "import", name, "--network", "mainnet", "--from", try written(name)],
        saying: "this is a Sparrow wallet with a seed: it is refused here and was not kept")
      #expect(refused.err.contains("give the Output Descriptor that Sparrow exports"))
      #expect(!refused.err.contains("abandon"))
    }
    try Data("H2encrypt\n\u{1}\u{2}".utf8).write(to: URL(filePath: desk.path("locked.mv.db")))
    let locked = await desk.fails(
      Self.importing + [desk.path("locked.mv.db")],
      saying: "this is a wallet database that Sparrow encrypted, which this program does not read")
    #expect(locked.err.contains("export the wallet as Output Descriptor"))
    let list = await desk.run("wallet", "list").out
    #expect(list.contains("theirs") && !list.contains("seed") && !list.contains("sealed"))
  }

  @Test func `a path and a coin by themselves are shown whole, and are not a wallet`() async throws
  {
    let desk = try Desk()
    let path = CBORValue.map([
      CBORPair(.unsigned(1), .array([.unsigned(84), .bool(true), .unsigned(0), .bool(true)])),
      CBORPair(.unsigned(2), .unsigned(0xd34d_b33f)), CBORPair(.unsigned(3), .unsigned(2)),
    ])
    let text = try UR(type: "crypto-keypath", cbor: CBORWriter.encode(path)).text
    let told = await desk.run("qr", "read", text)
    #expect(
      told.out.hasPrefix(
        "It is the path of a key, without the key.\n[d34db33f/84h/0h], depth 2.\n"), "\(told.err)")
    let json = await desk.run("qr", "read", text, "--json").json
    #expect(json["path"] == "84h/0h" && json["fingerprint"] == "d34db33f" && json["depth"] == 2)
    await desk.fails(
      Self.importing + [text], saying: "this is the path of a key, without the key, not an account")
    let carried = await desk.run("qr", "read", text, "--out", desk.path("path.txt"))
    #expect(carried.code == .done, "\(carried.err)")
    #expect(await desk.run("qr", "read", desk.path("path.txt")).out == told.out)

    let coin = try UR(
      type: "coin-info", cbor: CBORWriter.encode(.map([CBORPair(.unsigned(2), .unsigned(1))])))
    let named = await desk.run("qr", "read", coin.text)
    #expect(
      named.out.contains("It is of coin type 0 (bitcoin), network 1 (test network)."),
      "\(named.err)"
    )
    await desk.fails(
      Self.importing + [coin.text], saying: "the name of a coin, without a key or an address")
  }
}
