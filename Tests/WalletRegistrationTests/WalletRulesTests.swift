import BitcoinPrimitives
import Descriptors
import EncryptedVault
import ExtendedKeys
import Refusals
import SecureMemory
import SignerHome
import TerminalUI
import Testing
import TransactionReview

@testable import WalletRegistration

@Suite struct `The rules of a wallet` {
  /// The public test seed `abandon ... about` at m/84h/1h/0h.
  private static let key =
    "[73c5da0a/84h/1h/0h]tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M"

  private func refusal(_ rule: Rule, _ run: () throws(ProgramError) -> Void) {
    do throws(ProgramError) {
      try run()
      Issue.record("nothing was refused")
    } catch {
      #expect(error.rule == rule, "\(error.message)")
    }
  }

  @Test func `refuse a path of another network`() throws {
    let path = try DerivationPath(parsing: "m/84h/0h/0h")
    refusal(.r11) { () throws(ProgramError) in
      try WalletRules.requireCoinType(of: path, on: .regtest)
    }
    try WalletRules.requireCoinType(of: path, on: .mainnet)
  }

  @Test(arguments: ["m", "m/84h/1h/0", "m/44h/1h/0h"])
  func `hand out no master key, no unhardened step and no account of another script`(text: String)
    throws
  {
    let path = try DerivationPath(parsing: text)
    refusal(.r06) { () throws(ProgramError) in
      try WalletRules.require(path, isFor: .wpkh, on: .regtest)
    }
  }

  @Test func `refuse what needs a private key or is not signed here`() throws {
    let descriptor = try Descriptor(parsing: "wpkh(\(Self.key)/<0;1>/*)")
    try WalletRules.require(descriptor)
    refusal(.r23) { () throws(ProgramError) in
      guard let raw = try? Descriptor(parsing: "raw(51)") else {
        throw ProgramError("no descriptor of raw", rule: .r23, hint: "none")
      }
      try WalletRules.require(raw)
    }
  }

  @Test func `say whether every key lies under the coin type of a test network`() throws {
    let bound = try Descriptor(parsing: "wpkh(\(Self.key)/<0;1>/*)")
    #expect(WalletRules.isBound(bound, to: .regtest))
    #expect(!WalletRules.isBound(bound, to: .mainnet))
  }

  /// Keys of three cosigners at m/48h/1h/0h/2h, each with its branches.
  private static let cosigners = [
    "[73c5da0a/48h/1h/0h/2h]tpubDFH9dgzveyD8zTbPUFuLrGmCydNvxehyNdUXKJAQN8x4aZ4j6UZqGfnqFrD4NqyaTVGKbvEW54tsvPTK2UoSbCC1PJY8iCNiwTL3RWZEheQ/<0;1>/*",
    "[b8688df1/48h/1h/0h/2h]tpubDEfobrrtptRTbKf4gysDhoabneABDTAcdj3Vbn4XwPsLE2pmqpizSPRG6zHsbAMuiSgWmWPsYCLHTKTPpyrGJ5rAoTpKoQNZcxodiPf2tSJ/<0;1>/*",
    "[28645006/48h/1h/0h/2h]tpubDEwqCvJxKwKWX9xvRe48uofWJn1Y89Jn8UeH1Efrjb1UEVjUDy3URYTiqWaVCW7WdvHrL8XrSihHEhTwv5H3VDJoakjuCHiAnr6xcF2Xm4s/<0;1>/*",
  ]

  private static func quorum(_ form: String, _ numbers: [Int]) throws -> Descriptor {
    let keys = numbers.map { cosigners[$0] }.joined(separator: ",")
    return try Descriptor(parsing: form.replacing("@", with: keys))
  }

  private static func stored(_ name: String, _ descriptor: Descriptor) -> StoredWallet {
    StoredWallet(
      name: name, descriptor: descriptor.canonical, keys: [OwnKey(position: 0, seed: "first")],
      source: "", registered: 0)
  }

  private func message(_ run: () throws(ProgramError) -> Void) -> String {
    do throws(ProgramError) {
      try run()
      return ""
    } catch {
      return "\(error.message) \(error.hint)"
    }
  }

  @Test func `take one address, one branch, and every kind of script of a key`() throws {
    let lone = "03774c910fcf07fa96886ea794f0d5caed9afe30b44b83f7e213bb92930e7df4bd"
    for text in [
      "wpkh(\(Self.key)/0/*)", "wpkh(\(lone))", "combo(\(Self.key)/<0;1>/*)",
      "pkh(\(Self.key)/<0;1>/*)", "sh(wpkh(\(Self.key)/<0;1>/*))", "tr(\(Self.key)/<0;1>/*)",
    ] {
      try WalletRules.require(try Descriptor(parsing: text))
    }
    try WalletRules.require(try Self.quorum("wsh(sortedmulti(2,@))", [0, 1, 2]))
    try WalletRules.require(try Self.quorum("sh(wsh(multi(1,@)))", [0, 1]))
    // One key without an address is a form that nobody can pay to.
    refusal(.r23) { () throws(ProgramError) in
      guard let bare = try? Descriptor(parsing: "pk(\(Self.key)/<0;1>/*)") else {
        throw ProgramError("no descriptor of pk", rule: .r23, hint: "none")
      }
      try WalletRules.require(bare)
    }
  }

  @Test func `name an account at the path of its script`() throws {
    for (script, standard) in [
      (StandardAccount.wpkh, "m/84h/1h/ACCOUNTh"), (.wsh, "m/48h/1h/0h/2h"),
      (.shWsh, "m/48h/1h/0h/1h"),
    ] {
      for path in ["m", "m/48h/1"] {
        let said = message { () throws(ProgramError) in
          guard let path = try? DerivationPath(parsing: path) else { return }
          try WalletRules.require(path, isFor: script, on: .regtest)
        }
        #expect(said.hasSuffix(standard), "\(said)")
      }
    }
    // A cosigner's key may lie at any hardened path, an account of one key at its own alone.
    for path in ["m/48h/1h/0h/2h", "m/99h", "m/84h/1h/0h"] {
      try WalletRules.require(try DerivationPath(parsing: path), isFor: .wsh, on: .regtest)
    }
    try WalletRules.require(try DerivationPath(parsing: "m/84h/1h/7h"), isFor: .wpkh, on: .regtest)
    refusal(.r06) { () throws(ProgramError) in
      guard let path = try? DerivationPath(parsing: "m/99h") else { return }
      try WalletRules.require(path, isFor: .wpkh, on: .regtest)
    }
    // A path that names no network is no path of another one.
    try WalletRules.requireCoinType(of: DerivationPath(parsing: "m/45h"), on: .regtest)
  }

  @Test func `know a wallet again that is written in another way, and no other`() throws {
    let known = [Self.stored("family", try Self.quorum("wsh(sortedmulti(2,@))", [0, 1]))]
    for (same, isKnown) in [
      (try Self.quorum("wsh(sortedmulti(2,@))", [0, 1]), true),
      (try Self.quorum("wsh(sortedmulti(2,@))", [1, 0]), true),
      (try Self.quorum("wsh(sortedmulti(1,@))", [0, 1]), false),
      (try Self.quorum("wsh(sortedmulti(2,@))", [0, 2]), false),
    ] {
      let said = message { () throws(ProgramError) in
        try WalletRules.require(same, isNewAmong: known)
      }
      #expect(said.contains("already registered, as family") == isKnown, "\(said)")
      #expect(said.isEmpty != isKnown)
    }
    var contents = VaultContents(network: "regtest")
    contents.wallets = known
    let (taken, free) = (
      try #require(EntryName(argument: "family")),
      try #require(EntryName(argument: "holiday"))
    )
    #expect(throws: ProgramError.self) { try contents.requireFree(taken) }
    try contents.requireFree(free)
  }

  @Test func `name the key that was swapped, as people count`() throws {
    let known = [Self.stored("family", try Self.quorum("wsh(sortedmulti(2,@))", [0, 1]))]
    let origin = try #require(Self.cosigners[1].split(separator: "]").first)
    let carol = try #require(Self.cosigners[2].split(separator: "]").last)
    let swapped = try Descriptor(
      parsing: "wsh(sortedmulti(2,\(Self.cosigners[0]),\(origin)]\(carol)))")
    let said = message { () throws(ProgramError) in
      try WalletRules.require(swapped, agreesWith: known)
    }
    #expect(said.hasPrefix("key 2 of the wallet claims to be [b8688df1/48h/1h/0h/2h]"), "\(said)")
    let counted = try Descriptor(
      parsing: "wsh(multi(2,\(Self.cosigners[0]),\(Self.cosigners[1].dropLast(8))/<2;3>/*))")
    let other = message { () throws(ProgramError) in try WalletRules.require(counted) }
    #expect(other.hasPrefix("keys 1 and 2 of the wallet count"), "\(other)")
  }

  @Test func `count an unspendable key as nobody's, and one without origin as any network's`()
    throws
  {
    let nobody = "50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0"
    let leaf = try Self.quorum("tr(\(nobody),multi_a(2,@))", [0, 1])
    #expect(WalletRules.isBound(leaf, to: .regtest) && !WalletRules.isBound(leaf, to: .mainnet))
    let body = try #require(Self.cosigners[2].split(separator: "]").last)
    let mixed = try Descriptor(parsing: "wsh(multi(2,\(Self.cosigners[0]),\(body)))")
    #expect(!WalletRules.isBound(mixed, to: .regtest))
  }
}

/// Where our keys of a wallet come from, and what must be acknowledged before it is registered.
@Suite struct `What is said of a wallet's keys` {
  private func seed(_ kind: StoredSeed.Kind, origin: String = "", parent: String? = nil)
    -> StoredSeed
  {
    StoredSeed(
      name: "first", kind: kind, secret: StoredSecret(SecretBytes(count: 16)),
      fingerprint: [1, 2, 3, 4], origin: origin, created: 0, parent: parent)
  }

  @Test func `a key that came from outside and a child that was handed out are no seed's`() {
    #expect(seed(.mnemonic).keySource == .seed && seed(.seed).keySource == .seed)
    #expect(seed(.wif).keySource == .importedKey)
    #expect(seed(.mnemonic, parent: "old").keySource == .child)
    #expect(seed(.wif, parent: "old").keySource == .child)
    var contents = VaultContents(network: "regtest")
    contents.seeds = [seed(.wif)]
    let keys = [OwnKey(position: 0, seed: "first"), OwnKey(position: 2, seed: "gone")]
    #expect(contents.keySources(of: keys) == [0: .importedKey, 2: .seed])
  }

  @Test func `strangers are named one by one, or by how many of them it takes`() throws {
    func said(_ text: String, own: [Int]) throws -> [String] {
      WalletWarning.strangers(
        in: try Descriptor(parsing: text), ownKeys: own.map { OwnKey(position: $0, seed: "a") })
    }
    let keys = ["73c5da0a", "b8688df1", "28645006"].map { Self.key($0) }
    let all = keys.joined(separator: ",")
    #expect(try said("wsh(multi(2,\(keys[0]),\(keys[1])))", own: [0]) == [])
    #expect(
      try said("wsh(multi(1,\(keys[0]),\(keys[1])))", own: [0])
        == ["STRANGER CAN SPEND ALONE: key 2 [b8688df1/48h/1h/0h/2h]"])
    #expect(
      try said("wsh(multi(1,\(all)))", own: [1]) == ["EACH STRANGER CAN SPEND ALONE: key 1, key 3"])
    #expect(
      try said("tr(\(keys[0]),multi_a(2,\(keys[1]),\(keys[2])))", own: [0])
        == ["STRANGERS CAN SPEND WITHOUT US: any 2 of key 2, key 3"])
    // Of a plain rule the rule says as much.
    #expect(try said("wsh(multi(2,\(all)))", own: [0]) == [])
  }

  private static func key(_ fingerprint: String) -> String {
    let bodies = [
      "73c5da0a":
        "tpubDFH9dgzveyD8zTbPUFuLrGmCydNvxehyNdUXKJAQN8x4aZ4j6UZqGfnqFrD4NqyaTVGKbvEW54tsvPTK2UoSbCC1PJY8iCNiwTL3RWZEheQ",
      "b8688df1":
        "tpubDEfobrrtptRTbKf4gysDhoabneABDTAcdj3Vbn4XwPsLE2pmqpizSPRG6zHsbAMuiSgWmWPsYCLHTKTPpyrGJ5rAoTpKoQNZcxodiPf2tSJ",
      "28645006":
        "tpubDEwqCvJxKwKWX9xvRe48uofWJn1Y89Jn8UeH1Efrjb1UEVjUDy3URYTiqWaVCW7WdvHrL8XrSihHEhTwv5H3VDJoakjuCHiAnr6xcF2Xm4s",
    ]
    return "[\(fingerprint)/48h/1h/0h/2h]\(bodies[fingerprint] ?? "")/<0;1>/*"
  }
}
