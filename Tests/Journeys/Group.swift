import Foundation
import Testing

/// Several people who share a wallet: a signer each, in homes of their own, and one coordinator.
struct Group {
  /// One person, with the seeds and the keys that stand in the wallet.
  struct Member {
    let name: String
    let offline: Side
    /// Where each key was exported to, in order.
    let keys: [String]
  }

  let scratch: Scratch
  let node: JourneyNode
  let online: Side
  let members: [Member]

  /// The endings of the files that keys travel in, in turn: each kind of export is read.
  private static let endings = ["png", "json", "txt"]

  /// Makes the signers, exports `accounts` keys of each, makes the wallet and registers it with
  /// everybody, each from another form of it.
  ///
  /// `others` are keys of people who have other software, as text.
  init(
    _ names: [String], threshold: Int, script: String, accounts: Int = 1,
    isSorted: Bool = true, others: [(name: String, key: String)] = []
  ) throws {
    let scratch = try Scratch()
    self.scratch = scratch
    node = try JourneyNode(in: scratch)
    online = try Side.coordinator(in: scratch)
    members = try names.enumerated().map { number, name in
      let offline = try Side.signer(in: scratch, home: "\(name)-home")
      try offline("init", "--network", "regtest", "--yes")
      try offline("seed", "create", name, "--words", "12", "--yes")
      let keys = try (0..<accounts).map { account in
        let place = Self.place(of: script, account: account)
        let ending =
          place.ending ?? Self.endings[(number + account) % Self.endings.count]
        let file = scratch.path("\(name)-\(account).\(ending)")
        try offline.call(["account", "export", name] + place.options + ["--out", file])
        return file
      }
      return Member(name: name, offline: offline, keys: keys)
    }
    try online("node", "add", "node", node.url, "--cookie", node.cookie)
    var keys: [String] = []
    for member in members {
      for (number, file) in member.keys.enumerated() {
        keys.append("\(member.name)\(accounts > 1 ? "-\(number)" : "")=\(file)")
      }
    }
    for other in others {
      keys.append("\(other.name)=\(try scratch.write(other.key + "\n", to: "\(other.name).txt"))")
    }
    try online.call(
      ["wallet", "create", "family", "--threshold", "\(threshold)", "--script", script]
        + (isSorted ? [] : ["--unsorted"]) + keys)
    try register()
  }

  /// Where a key lies and in which form it is written.
  ///
  /// BIP-45 knows one account only, and no standard has keys of taproot for several people: those
  /// lie at a path of their own, and a taproot key is written without saying a script.
  private static func place(of script: String, account: Int) -> (options: [String], ending: String?)
  {
    switch script {
    case "tr":
      let path = "m/48h/1h/\(account)h/3h"
      return (["--script", "wsh", "--path", path, "--as", "specter"], "txt")
    case "sh": return (["--script", "sh", "--path", "m/48h/1h/\(account)h/0h"], nil)
    default: return (["--script", script, "--account", "\(account)"], nil)
    }
  }

  /// Hands the wallet to every signer, in the forms that hold it, and compares what they derive.
  func register() throws {
    for (number, member) in members.enumerated() {
      let file = scratch.path("family-\(member.name).\(number % 2 == 0 ? "txt" : "png")")
      try online("wallet", "export", "family", "--as", "descriptor", "--out", file)
      try SingleKeyJourneys.Pair.compareWords(
        member.offline("wallet", "register", "family", "--from", file, "--yes", "--json"),
        online("wallet", "show", "family", "--json"))
    }
  }

  /// Hands out an address, which every signer derives and finds again.
  func receive() throws -> String {
    let given = try online("receive", "family", "--json").json()
    let address = try #require(given["address"] as? String)
    let index = try #require(given["index"] as? Int)
    for member in members {
      let shown = try member.offline("address", "show", "family", "\(index)", "--json").json()
      #expect(shown["address"] as? String == address, "\(member.name)")
    }
    let found = try members[0].offline("address", "verify", address, "--json").json()
    #expect(found["index"] as? Int == index)
    return address
  }

  /// Makes a mature coin of 50 BTC.
  func fund() throws {
    try node.mine(1, to: receive())
    try node.mine(100)
    try online("sync", "family")
  }

  /// A payment to somebody else; writes it to `file` and returns its number.
  func pay(to file: String, _ more: String...) throws -> String {
    let pay = try online.call(
      [
        "pay", "family", "--to", "\(SingleKeyJourneys.elsewhere)=0.12", "--fee-rate", "5", "--out",
        file, "--json",
      ] + more
    ).json()
    return "\(try #require(pay["payment"]))"
  }

  /// Broadcasts a complete payment, mines it, and sees it in the history.
  func finish(_ payment: String) throws {
    let sent = try online("broadcast", payment, "--yes", "--json").json()
    let txid = try #require(sent["txid"] as? String)
    #expect(try node.call("getrawmempool").contains(txid))
    try node.mine(1)
    try online("sync", "family")
    #expect(try online("history", "family").out.contains(txid))
  }

  /// A coordinator whose home is a copy of this one's, as it is now.
  func copiedCoordinator(_ name: String) throws -> Side {
    try FileManager.default.copyItem(
      atPath: scratch.path("coordinator-home"), toPath: scratch.path(name))
    return try Side.coordinator(in: scratch, home: name)
  }
}
