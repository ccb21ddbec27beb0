import Foundation
import Testing

/// Ten years later: both machines are gone, and only paper is left.
///
/// Everything starts from fresh homes and photographs of sheets; the journeys end when a coin of the
/// lost wallet was spent.
@Suite(
  .enabled(if: JourneyNode.canRun, "skipped: run Tests/run, which builds the programs"),
  .serialized)
struct RecoveryJourneys {
  /// A seed as its sheet has it: the digits of its SeedQR.
  private enum Sheet {
    /// `abandon` eleven times, `about`.
    static let alice = "000000000000000000000000000000000000000000000003"
    /// `legal winner thank year wave sausage worth useful legal winner thank yellow`.
    static let bob = "101920151790203919831533203119191019201517902040"
    /// `letter advice cage absurd amount doctor acoustic avoid letter advice cage above`.
    static let carol = "102800320257000800640514001601281028003202570004"
  }

  /// A fresh signer whose seed comes from a photograph of its sheet.
  private static func signer(
    _ name: String, from digits: String, in scratch: Scratch, home: String, number: Int = 0
  ) throws -> Side {
    let offline = try Side.signer(in: scratch, home: home)
    try offline("init", "--network", "regtest", "--yes")
    let photo = try scratch.photograph(sheetWith: digits, as: "\(home)-sheet.jpg", number: number)
    try offline("seed", "import", name, "--from", photo)
    return offline
  }

  static func coordinator(_ node: JourneyNode, in scratch: Scratch, home: String) throws
    -> Side
  {
    let online = try Side.coordinator(in: scratch, home: home)
    try online("node", "add", "node", node.url, "--cookie", node.cookie)
    return online
  }

  /// Pays out of a wallet with the signers in turn, and sees it confirmed.
  static func spend(
    _ wallet: String, _ online: Side, _ signers: [Side], _ node: JourneyNode, _ scratch: Scratch
  ) throws {
    let unsigned = scratch.path("\(wallet)-unsigned.gif")
    let pay = try online(
      "pay", wallet, "--to", "\(SingleKeyJourneys.elsewhere)=0.12", "--fee-rate", "5",
      "--accept", "R33", "--out",
      unsigned, "--json"
    ).json()
    for (number, signer) in signers.enumerated() {
      let signed = scratch.path("\(wallet)-signed-\(number).gif")
      // The same recipient and amount out of another wallet is the same payment twice for both.
      try signer("sign", unsigned, "--out", signed, "--yes", "--accept", "R33")
      try online("collect", signed, exit: number == signers.count - 1 ? 0 : 3)
    }
    try confirm("\(try #require(pay["payment"]))", of: wallet, online, node)
  }

  private static func confirm(
    _ payment: String, of wallet: String, _ online: Side, _ node: JourneyNode
  ) throws {
    let sent = try online("broadcast", payment, "--yes", "--json").json()
    let txid = try #require(sent["txid"] as? String)
    try node.mine(1)
    try online("sync", wallet)
    #expect(try online("history", wallet).out.contains(txid))
  }

  static func balance(_ wallet: String, _ online: Side) throws -> Int? {
    try online("balance", wallet, "--json").json()["confirmed"] as? Int
  }

  // MARK: One key

  @Test func `a single seed comes back with all the accounts that were used`() throws {
    let scratch = try Scratch()
    let node = try JourneyNode(in: scratch)
    try node.mine(20)
    // The life before: accounts 0 and 2 of wpkh, account 0 of tr; account 1 was never used.
    let lived = try Self.signer("first", from: Sheet.alice, in: scratch, home: "old-signer")
    let before = try Self.coordinator(node, in: scratch, home: "old-coordinator")
    for (script, account) in [("wpkh", 0), ("wpkh", 2), ("tr", 0)] {
      let (name, file) = ("\(script)\(account)", scratch.path("\(script)\(account).txt"))
      try lived(
        "account", "export", "first", "--script", script, "--account", "\(account)", "--out", file)
      try before("wallet", "create", name, file)
      let address = try #require(
        try before("receive", name, "--json").json()["address"] as? String)
      try node.mine(1, to: address)
    }
    try node.mine(100)

    // Both machines are gone. There is the sheet, with the birth height 20 on it.
    let offline = try Self.signer("first", from: Sheet.alice, in: scratch, home: "new-signer")
    try offline(
      "account", "export", "first", "--all", "--accounts", "4", "--out",
      scratch.path("accounts") + "/")
    let online = try Self.coordinator(node, in: scratch, home: "new-coordinator")
    let found = try online(
      "wallet", "discover", "first", scratch.photographs(of: "accounts"), "--birth-height", "20",
      "--json"
    ).json()
    #expect(found["searched"] as? Int == 16)
    let wallets = try #require(found["wallets"] as? [[String: Any]])
    let names = wallets.compactMap { $0["wallet"] as? String }
    #expect(names == ["first-wpkh-0", "first-wpkh-1", "first-wpkh-2", "first-tr-0"])
    #expect(wallets.map { $0["used"] as? Bool } == [true, false, true, true])
    for name in ["first-wpkh-0", "first-wpkh-2", "first-tr-0"] {
      #expect(try Self.balance(name, online) == 5_000_000_000)
    }
    #expect(try Self.balance("first-wpkh-1", online) == 0)
    // An address that was paid is not handed out again, and the signer derives the next one.
    let next = try online("receive", "first-wpkh-2", "--json").json()
    #expect(next["index"] as? Int == 1)
    let shown = try offline("address", "show", "first-wpkh-2", "1", "--json").json()
    #expect(shown["address"] as? String == next["address"] as? String)
    try Self.spend("first-wpkh-2", online, [offline], node, scratch)
    try Self.spend("first-tr-0", online, [offline], node, scratch)
  }

  @Test func `a birth height that is too late finds nothing and says so`() throws {
    let scratch = try Scratch()
    let node = try JourneyNode(in: scratch)
    let offline = try Self.signer("first", from: Sheet.bob, in: scratch, home: "signer")
    try offline(
      "account", "export", "first", "--all", "--accounts", "1", "--out", scratch.path("all.txt"))
    let online = try Self.coordinator(node, in: scratch, home: "coordinator")
    try node.mine(5)
    try online.fails(
      "wallet", "discover", "first", scratch.path("all.txt"), "--birth-height", "3",
      saying: "was ever used")
  }

  @Test func `a sheet of FullyNoded 2 brings seed and wallet back`() throws {
    let scratch = try Scratch()
    let node = try JourneyNode(in: scratch)
    try node.mine(3)
    // FullyNoded 2's example, recomputed, with a birth height of this chain.
    let key =
      "tprv8h9XdFy7mfEpt2GBLhCwNghDCVjeGQ44sGoQpZTkWu7iWEYV9ncbMJ2NTnTF4w8HpKG5D6M1JpCwkUrzGKWjHRhacymwo2nXaF4DQzNc4dc"
    let sheet = """
      {"entropy":"ed3032b2f69ad7037d0a1ab388d91065","descriptor":"wpkh([253110e5/84'/1'/0']\(key)\
      /0/*)#zkjnnv8q","birthdate":1582800776,"blockheight":2,"label":"FullyNoded2 - SingleSig"}
      """
    let photo = try scratch.photograph(sheetWith: sheet, as: "recovery.jpg")
    let offline = try Side.signer(in: scratch)
    try offline("init", "--network", "regtest", "--yes")
    let map = scratch.path("map.json")
    try offline("seed", "import", "old", "--from", photo, "--account-map", map, "--yes")
    // An Account Map has no checksum, which is a question of its own (R23).
    try offline("wallet", "register", "old-wallet", "--from", map, "--yes", "--accept", "R23")
    let online = try Self.coordinator(node, in: scratch, home: "coordinator")
    try online("wallet", "import", "old-wallet", "--from", map, "--yes")
    let address = try #require(
      try online("receive", "old-wallet", "--json").json()["address"] as? String)
    let shown = try offline("address", "show", "old-wallet", "0", "--json").json()
    #expect(shown["address"] as? String == address)
    try node.mine(1, to: address)
    try node.mine(100)
    // A second coordinator, fresh: the rescan starts at the sheet's height.
    let fresh = try Self.coordinator(node, in: scratch, home: "fresh")
    try fresh("wallet", "import", "old-wallet", "--from", map, "--yes")
    #expect(try Self.balance("old-wallet", fresh) == 5_000_000_000)
    try Self.spend("old-wallet", fresh, [offline], node, scratch)
  }

  // MARK: Several keys

  /// Two of three on sheets: signers, the coordinator, and a coin of 50 BTC.
  private struct Family {
    let scratch: Scratch
    let node: JourneyNode
    let online: Side
    let signers: [Side]
    static let names = ["alice", "bob", "carol"]
    static let sheets = [Sheet.alice, Sheet.bob, Sheet.carol]
    /// The public sheet: the wallet as one QR code of its descriptor.
    let sheet: String

    init() throws {
      let scratch = try Scratch()
      self.scratch = scratch
      node = try JourneyNode(in: scratch)
      try node.mine(10)
      online = try RecoveryJourneys.coordinator(node, in: scratch, home: "old-coordinator")
      signers = try zip(Self.names, Self.sheets).map { name, sheet in
        try RecoveryJourneys.signer(name, from: sheet, in: scratch, home: "\(name)-old")
      }
      var keys: [String] = []
      for (name, signer) in zip(Self.names, signers) {
        let file = scratch.path("\(name).png")
        try signer("account", "export", name, "--script", "wsh", "--out", file)
        keys.append("\(name)=\(file)")
      }
      try online.call(
        ["wallet", "create", "family", "--threshold", "2", "--birth-height", "10"] + keys)
      try online("wallet", "export", "family", "--out", scratch.path("family.png"))
      sheet = try scratch.photograph("family.png", as: "family-sheet.jpg", number: 3)
      for signer in signers {
        try signer("wallet", "register", "family", "--from", sheet, "--yes")
      }
      let given = try online("receive", "family", "--json").json()
      try node.mine(1, to: #require(given["address"] as? String))
      try node.mine(100)
      try online("sync", "family")
    }

    /// A signer that comes back from its sheet and the public one.
    func recovered(_ person: Int) throws -> Side {
      let name = Self.names[person]
      let signer = try RecoveryJourneys.signer(
        name, from: Self.sheets[person], in: scratch, home: "\(name)-new", number: person)
      try signer("wallet", "register", "family", "--from", sheet, "--yes")
      return signer
    }
  }

  @Test func `a lost signer comes back from its sheet and signs again`() throws {
    let family = try Family()
    try FileManager.default.removeItem(atPath: family.scratch.path("carol-old"))
    let carol = try family.recovered(2)
    try Self.spend(
      "family", family.online, [family.signers[0], carol], family.node, family.scratch)
  }

  @Test func `a lost coordinator comes back from its backup, a payment half signed and all`() throws
  {
    let family = try Family()
    let (scratch, online) = (family.scratch, family.online)
    let key = scratch.path("key.png")
    try family.signers[1]("backup", "key", "bob", "--out", key, "--yes")
    try online("backup", "key", "--from", scratch.photograph("key.png", as: "key.jpg"))
    let unsigned = scratch.path("unsigned.psbt")
    try online(
      "pay", "family", "--to", "\(SingleKeyJourneys.elsewhere)=0.12", "--fee-rate", "5", "--out",
      unsigned)
    let signed = scratch.path("alice.psbt")
    try family.signers[0]("sign", unsigned, "--out", signed, "--yes")
    try online("collect", signed, exit: 3)
    let coins = try online("coins", "family", "--json").jsonArray()
    let coin = try #require(coins.first?["outpoint"] as? String)
    try online("label", "family", coin, "from the mine")
    let backup = scratch.path("drawbridge.backup")
    try online("backup", "write", "--out", backup)
    try FileManager.default.removeItem(atPath: scratch.path("old-coordinator"))

    // A fresh machine: the file, and the key once more from the seed of one of them.
    let fresh = try Side.coordinator(in: scratch, home: "new-coordinator")
    try fresh.fails("backup", "restore", backup, "--yes", saying: "backup key")
    let bob = try family.recovered(1)
    try bob("backup", "key", "bob", "--out", scratch.path("again.txt"), "--yes")
    try fresh("backup", "key", "--from", scratch.path("again.txt"))
    let restored = try fresh("backup", "restore", backup, "--yes", "--json").json()
    #expect(restored["payments"] as? [Int] == [1])
    // No backup brings back a node's login, nor the path of a file.
    #expect(restored["nodesWithoutCookie"] as? [String] == ["node"])
    try fresh("node", "add", "node", family.node.url, "--cookie", family.node.cookie)
    try fresh("sync", "family")
    let found = try fresh("coins", "family", "--json").jsonArray()
    #expect(found.first?["label"] as? String == "from the mine")
    #expect(try fresh("payments", "--payment", "1").out.contains("alice"))
    // Bob signs what was on its way; alice's signature is still there.
    let second = scratch.path("bob.psbt")
    try bob("sign", unsigned, "--out", second, "--yes")
    let whole = try fresh("collect", second, "--json").json()
    #expect(whole["complete"] as? Bool == true)
    try Self.confirm("1", of: "family", fresh, family.node)
    // The signer writes the same records signed, and both programs read that.
    try fresh("backup", "write", "--out", backup, "--force")
    let signedBackup = scratch.path("family.aewb")
    try bob("backup", "write", "bob", "--from", backup, "--out", signedBackup)
    let read = try fresh("backup", "show", signedBackup, "--json").json()
    #expect(read["container"] as? String == "aewb")
    try bob("backup", "read", "bob", "--from", signedBackup)
    try family.signers[0].fails(
      "backup", "read", "alice", "--from", signedBackup, saying: "does not verify")
  }

  @Test func `a lost coordinator without a backup comes back from the public sheet`() throws {
    let family = try Family()
    let fresh = try Self.coordinator(family.node, in: family.scratch, home: "new-coordinator")
    try fresh(
      "wallet", "import", "family", "--from", family.sheet, "--birth-height", "10")
    try fresh("sync", "family")
    #expect(try Self.balance("family", fresh) == 5_000_000_000)
    try Self.spend(
      "family", fresh, [family.signers[1], family.signers[2]], family.node, family.scratch)
  }

  @Test func `everything lost, two sheets of three and the public one bring the coins back`() throws
  {
    let family = try Family()
    for home in ["old-coordinator", "alice-old", "bob-old", "carol-old"] {
      try FileManager.default.removeItem(atPath: family.scratch.path(home))
    }
    let fresh = try Self.coordinator(family.node, in: family.scratch, home: "new-coordinator")
    try fresh(
      "wallet", "import", "family", "--from", family.sheet, "--birth-height", "10")
    try fresh("sync", "family")
    #expect(try Self.balance("family", fresh) == 5_000_000_000)
    let signers = [try family.recovered(0), try family.recovered(2)]
    let given = try fresh("receive", "family", "--json").json()
    for signer in signers {
      let shown = try signer(
        "address", "show", "family", "\(try #require(given["index"] as? Int))", "--json"
      ).json()
      #expect(shown["address"] as? String == given["address"] as? String)
    }
    try Self.spend("family", fresh, signers, family.node, family.scratch)
  }
}
