import ArgumentParser
import BitcoinPrimitives
import Bytes
import Descriptors
import EncryptedVault
import Foundation
import KeeperProcess
import PacketSigning
import RecordingScreens
import Refusals
import SecondReading
import SecureMemory
import SignerHome
import Synchronization
import TerminalUI
import TestSupport
import Testing
import TransactionReview

@testable import KeyKeeper
@testable import OfflineSigner

/// The way to what holds the seeds, with somebody in it who changes what the reviewer asks.
private final class ChangingLink: KeeperLink {
  private let server: KeeperServer
  private let change: @Sendable (inout KeeperRequest) -> Void
  /// How often the vault was said to be saved.
  let saved = Mutex(0)

  init(_ server: KeeperServer, _ change: @escaping @Sendable (inout KeeperRequest) -> Void) {
    self.server = server
    self.change = change
  }

  func answer(to request: [UInt8]) throws(KeeperProcessError) -> [UInt8] {
    var message = request
    if var asked = try? KeeperRequest(decoding: request) {
      change(&asked)
      message = asked.encoded
    }
    let answer = server.answer(to: message)
    if case .saved? = try? KeeperAnswer(decoding: answer) { saved.withLock { $0 += 1 } }
    return answer
  }
}

/// Always the same: the question is about groups 2 and 3 of the first address.
private struct NoChance: RandomSource {
  func fill(_ memory: UnsafeMutableRawBufferPointer) throws(RandomnessError) {
    for index in memory.indices { memory[index] = 0 }
  }
}

extension KeeperServer {
  /// The server of a command line, as the program makes it.
  fileprivate convenience init(_ arguments: [String], in environment: SignerEnvironment) throws {
    let command = try #require(try OfflineSigner.parseAsRoot(arguments) as? any SignerCommand)
    self.init(try SignerSession(command.common, in: environment), for: command.keeperTask)
  }

  /// Asks, and gives why there is no other answer.
  fileprivate func refusal(_ request: KeeperRequest) throws -> ProgramError? {
    guard case .refused(let error) = try KeeperAnswer(decoding: answer(to: request.encoded)) else {
      return nil
    }
    return error
  }
}

extension Desk {
  /// Runs a command with a reviewer that somebody has taken over; gives the run, and how often the vault was saved.
  fileprivate func runTakenOver(
    _ arguments: [String], typing answers: [String]? = nil,
    change: @escaping @Sendable (inout KeeperRequest) -> Void
  ) throws -> (run: Run, saved: Int) {
    let screen = RecordingScreen(answers: answers ?? [], hasTerminal: answers != nil)
    var environment = environment(screen, random: NoChance())
    let arguments = arguments + ["--passphrase-file", path("passphrase")]
    let link = ChangingLink(try KeeperServer(arguments, in: environment), change)
    environment.keeper = link
    let code = Desk.unlocked { SignerProgram.run(arguments, in: environment) }
    let run = Run(code: code, out: screen.result, err: screen.talk, terminal: screen.terminal)
    return (run, link.saved.withLock { $0 })
  }

  fileprivate var walletNames: [String?] {
    run("wallet", "list", "--json").json.arrayValue?.map { $0["name"]?.stringValue } ?? ["?"]
  }
}

/// The reviewer reads the wallet's file: whatever it makes of it, nothing is registered or removed that was not asked
/// about by what holds the seeds.
@Suite struct `A reviewer that is taken over while a wallet is registered` {
  private let family: Family
  private let desk: Desk
  private let descriptor: Descriptor
  private let arguments: [String]

  init() throws {
    family = try Family()
    desk = family.desks[0]
    descriptor = try family.descriptor()
    let file = try desk.write(descriptor.canonical + "\n", to: "family.txt")
    arguments = ["wallet", "register", "family", "--from", file]
  }

  /// Groups 2 and 3 of a wallet's first address.
  private func groups(of wallet: Descriptor) throws -> String {
    let address = try #require(try wallet.address(branch: 0, index: 0, on: .regtest))
    return String(address.string.dropFirst(4).prefix(8))
  }

  /// What the person has on paper: groups of the first address, and the words that the coordinator shows.
  private var typed: [String] {
    get throws { [try groups(of: descriptor), "\(descriptor.checkWords)"] }
  }

  @Test func `is needed for nothing else: the honest one gets its wallet`() throws {
    let ran = try desk.runTakenOver(arguments, typing: typed) { _ in }
    #expect(ran.run.code == .done && ran.saved == 1, "\(ran.run.err)\(ran.run.terminal)")
    #expect(ran.run.out.contains("Registered the wallet family: 2 of 3 keys must sign."))
    let asked = ran.run.terminal.unwrapped
    let begin = "Wallet family on regtest: 2 of 3 keys must sign. Scripts: wsh sortedmulti."
    let question = try #require(asked.range(of: begin), "\(asked)")
    let shown = asked[question.lowerBound...]
    #expect(shown.contains("Class shared: others can spend from it without us."), "\(asked)")
    // Every key is there, whole, with its origin.
    let run = shown.filter { !$0.isWhitespace }
    for (number, key) in family.keys.enumerated() {
      let owner = number == 0 ? "OURS(seedfirst)" : "anotherperson's"
      let parts = key.split(separator: "]")
      #expect(run.contains("Key\(number + 1),\(owner):\(parts[0])]\(parts[1])"), "\(asked)")
    }
    #expect(shown.contains("The first address, in groups of four:"), "\(asked)")
    // The words are not in the question: they are read from elsewhere.
    #expect(!shown.contains("\(descriptor.checkWords)"), "\(asked)")
    let kept = desk.run("wallet", "show", "family", "--json").json
    #expect(kept["descriptor"]?.stringValue == descriptor.canonical)
    #expect(kept["source"]?.stringValue == "a descriptor")
  }

  private static let thief = "bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry"

  /// What the reviewer shows of the wallet, with one thing of it changed.
  private static let lies: [(String, @Sendable (inout RegisterRequest) -> Void)] = [
    ("another name", { $0.name = "friends" }),
    ("no name", { $0.name = "" }),
    ("another descriptor", { $0.descriptor = $0.descriptor.replacing("multi(2", with: "multi(1") }),
    ("a descriptor without checksum", { $0.descriptor = String($0.descriptor.dropLast(9)) }),
    ("no descriptor", { $0.descriptor = "" }),
    ("another key is ours, too", { $0.own.append(OwnKey(position: 1, seed: "first")) }),
    ("every key is ours", { $0.own = (0..<3).map { OwnKey(position: $0, seed: "first") } }),
    ("no key is ours", { $0.own = [] }),
    ("our key is another one", { $0.own = [OwnKey(position: 2, seed: "first")] }),
    ("our key is of another seed", { $0.own = [OwnKey(position: 0, seed: "second")] }),
    ("another threshold", { $0.policy = "all 3 keys must sign" }),
    ("fewer keys", { $0.policy = "1 key signs" }),
    ("only we can spend", { $0.trust = "sole" }),
    ("another class", { $0.trust = "joint" }),
    ("other words", { $0.words = "abandon abandon abandon abandon" }),
    ("another first address", { $0.addresses[0] = thief }),
    ("another change address", { $0.addresses[5] = thief }),
    ("an address less", { $0.addresses.removeLast() }),
    ("no address", { $0.addresses = [] }),
    ("another source", { $0.source = "a letter of your bank" }),
  ]

  @Test func `gets no wallet for any one thing that is not so`() throws {
    for (name, lie) in Self.lies {
      for answers in [try typed, nil] {
        let yes = answers == nil ? ["--yes"] : []
        let ran = try desk.runTakenOver(arguments + yes, typing: answers) { request in
          guard case .register(var asked) = request else { return }
          lie(&asked)
          request = .register(asked)
        }
        #expect(ran.run.code == .failed && ran.saved == 0, "\(name): \(ran.run.err)")
      }
    }
    #expect(desk.walletNames == [])
  }

  /// Hands over another wallet from the beginning, with all that is true of it.
  private func registering(
    _ other: Descriptor, _ options: String..., typing answers: [String]
  ) throws -> (run: Desk.Run, saved: Int) {
    let text = other.canonical
    return try desk.runTakenOver(arguments + options, typing: answers) { request in
      if case .keys = request { request = .keys(ofWallet: text) }
    }
  }

  @Test func `gets no other wallet by the characters and words of the one that was meant`() throws {
    let mallory = try Desk.withSeed(
      words: "zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong")
    let stolen = try mallory.cosignerKey("wsh")
    let (ours, bob, carol) = (family.keys[0], family.keys[1], family.keys[2])
    let others: [(String, Descriptor)] = [
      ("a key is swapped", try Family.descriptor("wsh(sortedmulti(2,@))", [ours, stolen, carol])),
      (
        "the other is swapped", try Family.descriptor("wsh(sortedmulti(2,@))", [ours, bob, stolen])
      ),
      ("a key more", try Family.descriptor("wsh(sortedmulti(2,@))", [ours, bob, carol, stolen])),
      ("a key less", try Family.descriptor("wsh(sortedmulti(2,@))", [ours, bob])),
      ("another threshold", try Family.descriptor("wsh(sortedmulti(3,@))", [ours, bob, carol])),
      ("unsorted", try Family.descriptor("wsh(multi(2,@))", [ours, bob, carol])),
      ("nested", try Family.descriptor("sh(wsh(sortedmulti(2,@)))", [ours, bob, carol])),
      ("legacy", try Family.descriptor("sh(sortedmulti(2,@))", [ours, bob, carol])),
    ]
    for (name, other) in others {
      // The first address depends on every key, whichever is swapped.
      let unlike = try registering(other, typing: Array(repeating: typed[0], count: 3))
      #expect(unlike.run.code == .failed && unlike.saved == 0, "\(name): \(unlike.run.err)")
      #expect(unlike.run.terminal.contains("That does not match."), "\(name)")
      // Who reads the address from the question still has the words from elsewhere.
      let ran = try registering(
        other, typing: [groups(of: other)] + Array(repeating: typed[1], count: 3))
      #expect(ran.run.code == .failed && ran.saved == 0, "\(name): \(ran.run.err)")
      #expect(ran.run.terminal.contains("Those are not its Words."), "\(name)")
      #expect(ran.run.err.contains("declined: nothing was registered"), "\(name)")
    }
    #expect(desk.walletNames == [])
  }

  @Test func `cannot leave out that somebody else spends alone, or unusual branches`() throws {
    let keys = family.keys.map { $0 + "/<0;1>/*" }
    let wallets: [(String, String, Descriptor)] = [
      (
        "stranger", "STRANGER CAN SPEND ALONE",
        try Descriptor(parsing: "tr(\(keys[1]),pk(\(keys[0])))")
      ),
      (
        "R07", "(R07)",
        try Descriptor(
          parsing: "wsh(multi(2,\(keys.joined(separator: ",").replacing("<0;1>", with: "<0;9>"))))")
      ),
    ]
    for (_, warning, other) in wallets {
      let ran = try registering(other, "--yes", typing: ["yes", "yes"])
      #expect(ran.run.code == .failed && ran.saved == 0)
      #expect(ran.run.err.contains("not acknowledged: "), "\(ran.run.err)")
      #expect(ran.run.err.contains(warning), "\(ran.run.err)")
    }
    #expect(desk.walletNames == [])
  }

  /// Hands a text to what holds the seeds, past the reviewer.
  private func refusal(_ text: String, as name: String = "other") throws -> ProgramError? {
    let environment = desk.environment(RecordingScreen(hasTerminal: false))
    let server = try KeeperServer(
      [
        "wallet", "register", name, "--from", "-", "--yes", "--accept", "R23", "--accept", "R07",
        "--accept", "stranger", "--passphrase-file", desk.path("passphrase"),
      ], in: environment)
    try #require(try Desk.unlocked { try server.refusal(.open) } == nil)
    return try server.refusal(.keys(ofWallet: text))
  }

  @Test func `gets nothing past the rules of a wallet, which are judged again`() throws {
    try #require(try desk.register(descriptor).code == .done)
    let (ours, bob, carol) = (family.keys[0], family.keys[1], family.keys[2])
    let bare = { (key: String) in String(key.split(separator: "]").last ?? "") }
    let origin = { (key: String) in String(key.split(separator: "]").first ?? "") + "]" }
    let form = "wsh(sortedmulti(2,@))"
    let wallets: [(String, Descriptor, Rule?)] = [
      ("registered already", descriptor, nil),
      ("the same in another order", try Family.descriptor(form, [carol, bob, ours]), nil),
      ("no key of ours", try Family.descriptor(form, [bob, carol]), .r23),
      ("our key swapped", try Family.descriptor(form, [origin(ours) + bare(carol), bob]), .r08),
      (
        "our key under another name",
        try Family.descriptor(form, [ours, "[00112233/48h/1h/0h/2h]" + bare(ours), bob]), .r23
      ),
      (
        "our key as a stranger's",
        try Family.descriptor(form, ["[00112233/48h/1h/0h/2h]" + bare(ours), bob]), .r08
      ),
      (
        "a key that contradicts a registered wallet",
        try Family.descriptor(form, [ours, origin(bob) + bare(carol)]), .r08
      ),
      (
        "a path of another network",
        try Family.descriptor(form, [ours, bob.replacing("/1h/", with: "/0h/")]), .r11
      ),
      (
        "different steps",
        try Descriptor(parsing: "wsh(multi(2,\(ours)/<0;1>/*,\(carol)/<1;0>/*))"), .r07
      ),
    ]
    for (name, wallet, rule) in wallets {
      let refused = try #require(try refusal(wallet.canonical), "\(name)")
      #expect(refused.rule == rule, "\(name): \(refused)")
    }
    let taken = try #require(try refusal(descriptor.canonical, as: "family"))
    #expect(taken.message == "a wallet named family already exists")
    #expect(desk.walletNames == ["family"])
  }

  @Test func `gets nothing for texts that are refused, past the reviewer`() throws {
    for sample in RefusalSamples.wallets {
      #expect(try refusal(String(decoding: sample.content, as: UTF8.self)) != nil, "\(sample.name)")
    }
    // Only one way to write a wallet is taken, and only with its checksum.
    let texts = [
      descriptor.textWithoutChecksum, descriptor.canonical + "\n", " " + descriptor.canonical,
      descriptor.canonical + descriptor.canonical,
    ]
    for text in texts {
      let refused = try #require(try refusal(text))
      #expect(refused.message.contains("second reading of the wallet"), "\(text): \(refused)")
    }
    let spelled = descriptor.textWithoutChecksum.replacing("h/", with: "'/")
    let refused = try #require(
      try refusal("\(spelled)#\(try DescriptorChecksum.checksum(of: spelled))"))
    #expect(refused.message.contains("two readings of the wallet differ. descriptor"), "\(refused)")
  }

  @Test func `gets an answer in its turn, of the command that was typed, and once`() throws {
    let outOfTurn = ProgramError(KeyKeeperError.outOfTurn)
    let passphrase = ["--passphrase-file", desk.path("passphrase")]
    func server(_ arguments: [String]) throws -> KeeperServer {
      let screen = RecordingScreen(hasTerminal: false)
      return try KeeperServer(arguments + passphrase, in: desk.environment(screen))
    }
    let keys = KeeperRequest.keys(ofWallet: descriptor.canonical)
    let register = KeeperRequest.register(
      RegisterRequest(
        name: "family", descriptor: descriptor.canonical, own: [OwnKey(position: 0, seed: "first")],
        policy: "2 of 3 keys must sign", trust: "shared", words: "\(descriptor.checkWords)",
        addresses: [], source: "a descriptor"))
    let sign = KeeperRequest.sign(
      SignRequest(
        packet: [], isPutTogether: false,
        claims: ReviewClaims(
          version: 2, lockTime: 0, coins: [], outputs: [], totalIn: nil, totalOut: nil, fee: nil,
          leaving: nil, payees: [], sole: []), inputs: [], accepted: []))
    let backup = [KeeperRequest.backupKey, .archive([123, 125])]
    let all = [keys, register, sign, .remove(name: "family")] + backup

    // Nothing before the vault is open.
    let registering = arguments + ["--yes"]
    let early = try server(registering)
    for request in all { #expect(try early.refusal(request) == outOfTurn) }
    // Nothing but what the command is for.
    try #require(try desk.register(descriptor, as: "kept").code == .done)
    let lines = [
      registering: [register, sign, .remove(name: "kept")] + backup,
      ["wallet", "remove", "kept", "--yes"]: [keys, register, sign] + backup,
      ["wallet", "list"]: all,
      ["sign", "-", "--out", "-", "--yes"]: [keys, register, .remove(name: "family")] + backup,
      ["backup", "read", "first", "--from", "-"]: all.filter { $0 != .backupKey },
      ["backup", "write", "first", "--from", "-", "--out", "-"]: all.filter { $0 != .backupKey },
    ]
    for (arguments, requests) in lines {
      for request in requests {
        let server = try server(arguments)
        try #require(try Desk.unlocked { try server.refusal(.open) } == nil)
        #expect(try server.refusal(request) == outOfTurn, "\(arguments)")
      }
    }
    // One wallet is read in its life, whether it is taken or not.
    let twice = try server(registering)
    try #require(try Desk.unlocked { try twice.refusal(.open) } == nil)
    #expect(try twice.refusal(.keys(ofWallet: "")) != nil)
    #expect(try twice.refusal(keys) == outOfTurn)
    #expect(try twice.refusal(register) == outOfTurn)
    // Also after it was taken; the home is free again behind this.
    do {
      let taken = try server(["wallet", "register", "pair", "--from", "-", "--yes"])
      try #require(try Desk.unlocked { try taken.refusal(.open) } == nil)
      let pair = try Family.descriptor("wsh(sortedmulti(2,@))", Array(family.keys.prefix(2)))
      #expect(try taken.refusal(.keys(ofWallet: pair.canonical)) == nil)
      #expect(try taken.refusal(.keys(ofWallet: pair.canonical)) == outOfTurn)
    }
    #expect(desk.walletNames == ["kept"])
    // A backup's key is handed out once; what reads signs none, and what writes signs one.
    for (command, signs) in [("read", false), ("write", true)] {
      let out = signs ? ["--out", "-"] : []
      let server = try server(["backup", command, "first", "--from", "-"] + out)
      try #require(try Desk.unlocked { try server.refusal(.open) } == nil)
      #expect(try server.refusal(.backupKey) == nil)
      #expect(try server.refusal(.backupKey) == outOfTurn)
      #expect(try server.refusal(.archive([123, 125])) == (signs ? nil : outOfTurn))
      #expect(try server.refusal(.archive([123, 125])) == outOfTurn)
    }
  }

  @Test func `removes no other wallet than the one that was named, and asks itself`() throws {
    try #require(try desk.register(descriptor).code == .done)
    let pair = try Family.descriptor("wsh(sortedmulti(2,@))", Array(family.keys.prefix(2)))
    try #require(try desk.register(pair, as: "pair").code == .done)
    let remove = ["wallet", "remove", "pair"]
    for (answers, options) in [(["yes"], []), (nil, ["--yes"])] as [([String]?, [String])] {
      let ran = try desk.runTakenOver(remove + options, typing: answers) { request in
        if case .remove = request { request = .remove(name: "family") }
      }
      #expect(ran.run.code == .failed && ran.saved == 0, "\(ran.run.err)")
    }
    let declined = try desk.runTakenOver(remove, typing: ["no"]) { _ in }
    #expect(declined.run.code == .failed && declined.saved == 0)
    #expect(declined.run.terminal.contains("Forget the wallet pair?"))
    #expect(desk.walletNames == ["family", "pair"])
    let agreed = try desk.runTakenOver(remove, typing: ["yes"]) { _ in }
    #expect(agreed.run.code == .done && agreed.saved == 1, "\(agreed.run.err)")
    #expect(desk.walletNames == ["family"])
  }
}
