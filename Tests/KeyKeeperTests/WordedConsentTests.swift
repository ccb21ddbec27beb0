import BitcoinPrimitives
import Bytes
import CommandLineInterface
import Descriptors
import EncryptedVault
import PacketSigning
import RecordingScreens
import Refusals
import ReviewFixtures
import SecondReading
import SignerHome
import Signing
import TerminalUI
import Testing
import TransactionReview

@testable import KeyKeeper

/// What key-keeper wants said in words, by its own reading.
@Suite struct `Consents in words` {
  /// Every payment of the fixtures that nothing refuses, with its review; no payloads, which key-keeper gets as PSBTs.
  private static let payments: [(name: String, scene: Scene, review: Review)] = {
    let scenes =
      Flaw.all.map { flaw in (flaw.name, try? flaw.scene()) }
      + HonestScene.all.map { honest in (honest.name, try? honest.scene()) }
    return scenes.compactMap { name, scene in
      guard let scene, !scene.machine.isFromPayload, let review = try? scene.review(),
        review.refusals.isEmpty
      else { return nil }
      return (name, scene, review)
    }
  }()

  private static func consents(_ review: Review) -> Set<Finding.Consent> {
    Set(review.warnings.compactMap(\.consent))
  }

  @Test func `are the same in both readings of every payment, to the last word`() throws {
    var seen: Set<String> = []
    for (name, scene, review) in Self.payments {
      let kept: KeptSigning
      do {
        kept = try scene.kept(review)
      } catch {
        Issue.record("\(name): \(error)")
        continue
      }
      let demands = kept.consents.demands
      // The review names the first payment that is replaced, key-keeper each of them.
      let own = Set(demands.map(\.consent))
      #expect(Self.consents(review).isSubset(of: own), "\(name)")
      let more = own.subtracting(Self.consents(review))
      #expect(more.isEmpty || name.hasPrefix("r33-") && more.allSatisfy { $0.name == "replace" })
      let single = demands.map(\.consent.name).filter { $0 != "replace" }
      #expect(Set(single).count == single.count, "\(name)")
      for demand in demands {
        // Whatever the review says of it, it says by the same rule.
        let rules = review.warnings.filter { $0.consent?.name == demand.consent.name }.map(\.rule)
        #expect(rules.contains(demand.rule), "\(name)")
        seen.insert(demand.consent.name)
      }
    }
    #expect(seen == ["sweep", "handed-out", "real-coins", "no-vault", "replace", "replay"])
  }

  @Test func `that the reviewer leaves out, or makes up, end it`() throws {
    var tried = 0
    var plain = 0
    for (name, scene, review) in Self.payments {
      let own = Self.consents(review).map(\.name)
      // Of payments that want none the first few are enough.
      if own.isEmpty { plain += 1 }
      guard !own.isEmpty || plain <= 3 else { continue }
      for consent in own {
        tried += 1
        #expect(throws: ProgramError.self, "\(name)") {
          try scene.kept(review) { request in request.accepted.removeAll { $0.name == consent } }
        }
      }
      for consent in [
        "sweep", "handed-out", "real-coins", "no-vault", "replace", "unknown-fee", "replay",
      ]
      where !own.contains(consent) {
        let error = #expect(throws: ProgramError.self, "\(name) \(consent)") {
          try scene.kept(review) { $0.accepted.append(LoggedAcceptance(consent, .option)) }
        }
        #expect(error?.message.contains("consents in words") == true, "\(name) \(consent)")
      }
    }
    #expect(tried > 10)
  }

  @Test func `cannot be escaped by keeping silent about where an output is`() throws {
    var tried = 0
    for (name, scene, review) in Self.payments {
      guard Self.consents(review).contains(where: { ["sweep", "handed-out"].contains($0.name) })
      else { continue }
      let error = #expect(throws: ProgramError.self, "\(name)") {
        try scene.kept(review) { request in
          // A coordinator that works with it says nothing of keys either.
          request.accepted.removeAll { ["sweep", "handed-out"].contains($0.name) }
          for number in request.claims.outputs.indices {
            let home = request.claims.outputs[number].home
            guard let wallet = home?.wallet, scene.machine.wallets[wallet].trust.isNeverPaid,
              !request.claims.outputs[number].returns
            else { continue }
            request.claims.outputs[number].home = nil
          }
        }
      }
      tried += 1
      #expect(error?.rule == .r29, "\(name): \(error?.message ?? "")")
    }
    #expect(tried >= 3)
  }

  @Test func `say what they are about`() throws {
    func warning(_ name: String) throws -> String {
      let payment = try #require(Self.payments.first { $0.name == name })
      let demands = try payment.scene.kept(payment.review).consents.demands
      return try #require(demands.first).warning
    }
    let sweep = try warning("r07-to-a-sweep-key")
    #expect(
      sweep.contains("paper-combo gets 0.00600000 BTC, and its key came from outside: "), "\(sweep)"
    )
    // Who is new stands there whole: what differs is not the review's word alone.
    let once = try warning("r33-a-coin-signed-away-to-another-payee")
    #expect(
      once.contains("2027-01-15 (") && once.contains(") with other recipients or amounts; new is: ")
    )
    #expect(
      once.contains(
        " BTC to bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3; "
          + "1 amount of it is not paid now"),
      "\(once)")
    let name = "r33-a-coin-signed-away-twice-before"
    let payment = try #require(Self.payments.first { $0.name == name })
    let twice = try payment.scene.kept(payment.review).consents.demands
    #expect(
      twice.map(\.consent.sentence)
        == ["replace the payment of 2027-01-15", "replace the payment of 2027-01-16"])
    let txids = [
      "3a1ec5eb94fd9f0512b92c18959fe399d08d5c846cfa00ebb80d76c78587f7ac",
      "81afb1ba20196e8dbe759bd4d9c33af89b6c4f411cd3c140216a30a9bdca1e1e",
    ]
    for (demand, txid) in zip(twice, txids) {
      #expect(demand.warning.contains(txid), "\(demand.warning)")
    }
    // Where all coins are ours, there is nothing to remember without a vault either.
    var scene = try HonestPayment.scene()
    scene.machine.remembers = false
    #expect(try scene.kept(scene.review()).consents.demands == [])
  }

  @Test func `about real coins are for keys that are not under a test network's coin type`() throws
  {
    let body =
      "tpubD6NzVbkrYhZ4WaWSyoBvQwbpLkojyoTZPRsgXELWz3Popb3qkjcJyJUGLnL4qHHoQvao8ESaAstxYSnhyswJ76uZPStJRJCTKvosUCJZL5B"
    func key(_ text: String) throws -> WalletReading.Key {
      let canonical = try Descriptor(parsing: "wpkh(\(text))").canonical
      return try #require(try WalletReading(canonical, on: AddressChain(.testnet4)).keys.first)
    }
    for purpose in [44, 48, 49, 84, 86, 87] {
      for (rest, isReal) in [
        ("1h/0h", false), ("1h", false), ("0h/1h", true), ("2h", true), ("1", true),
      ] {
        let own = try key("[73c5da0a/\(purpose)h/\(rest)]\(body)/<0;1>/*")
        #expect(own.isOfAnyNetwork(isChild: false) == isReal, "\(purpose)h/\(rest)")
      }
    }
    for path in ["45h/1h", "43h/1h", "85h/1h", "88h/1h", "84/1h", "84h", "1h", "0h/1h"] {
      #expect(try key("[73c5da0a/\(path)]\(body)/*").isOfAnyNetwork(isChild: false), "\(path)")
    }
    #expect(try key("\(body)/<0;1>/*").isOfAnyNetwork(isChild: false))
    // A key alone came as WIF, which says its network itself; that of a child does not.
    let lone = try key("03774c910fcf07fa96886ea794f0d5caed9afe30b44b83f7e213bb92930e7df4bd")
    #expect(!lone.isOfAnyNetwork(isChild: false) && lone.isOfAnyNetwork(isChild: true))
  }

  // MARK: How they are asked

  private static let demands = WordedConsents([
    WordedConsents.Demand(consent: .realCoins, rule: .r11, warning: "first"),
    WordedConsents.Demand(consent: .replace("2027-01-15"), rule: .r33, warning: "second"),
  ])

  private func answers(
    _ typed: [String]?, accepting accepted: [String] = []
  ) throws -> (answers: [String: LoggedAcceptance.Answer], screen: RecordingScreen) {
    let screen = RecordingScreen(answers: typed ?? [], hasTerminal: typed != nil)
    let arguments = accepted.compactMap { RuleArgument(argument: $0) }
    let answers = try Self.demands.answers(
      accepting: arguments, about: "REAL bitcoin (mainnet)", on: Console(screen: screen))
    return (answers, screen)
  }

  @Test func `are typed one after the other, or named on the command line`() throws {
    let real = "these signatures could spend real coins"
    let replace = "replace the payment of 2027-01-15"
    #expect(Self.demands.namesRealCoins && !WordedConsents([]).namesRealCoins)
    let typed = try answers([real, replace])
    #expect(typed.answers == ["real-coins": .typed(real), "replace": .typed(replace)])
    #expect(typed.screen.terminal.contains("WARNING, REAL bitcoin (mainnet): first (R11)"))
    let mixed = try answers([replace], accepting: ["real-coins", "R33", "sweep"])
    #expect(mixed.answers == ["real-coins": .option, "replace": .typed(replace)])
    #expect(mixed.screen.talk.contains("accepted real-coins by --accept: first"))
    #expect(try answers(nil, accepting: ["real-coins", "replace"]).screen.terminal.isEmpty)
  }

  @Test func `are not given by anything else`() throws {
    let real = "these signatures could spend real coins"
    let others = [
      [], [real], ["yes"], ["R11", "R33"], [real, "replace the payment of 2027-01-14"],
      [real, "replace"],
    ]
    for typed in others {
      #expect(throws: ProgramError.self, "\(typed)") { try answers(typed) }
    }
    for accepted in [[], ["R11", "R33"], ["real-coins", "R33"], ["replace"]] {
      let error = #expect(throws: ProgramError.self, "\(accepted)") {
        try answers(nil, accepting: accepted)
      }
      let isFirst = !accepted.contains("real-coins")
      #expect(error?.rule == (isFirst ? .r11 : .r33))
      #expect(error?.hint.contains("--accept \(isFirst ? "real-coins" : "replace")") == true)
    }
  }

  @Test func `to replace several payments are each given, and all kept`() throws {
    let two = WordedConsents([
      WordedConsents.Demand(consent: .replace("2027-01-15"), rule: .r33, warning: "first"),
      WordedConsents.Demand(consent: .replace("2027-03-03"), rule: .r33, warning: "second"),
    ])
    let (one, other) = ("replace the payment of 2027-01-15", "replace the payment of 2027-03-03")
    func typed(_ answers: [String]) throws -> [String: LoggedAcceptance.Answer] {
      let screen = RecordingScreen(answers: answers, hasTerminal: true)
      return try two.answers(accepting: [], about: "regtest", on: Console(screen: screen))
    }
    #expect(try typed([one, other]) == ["replace": .typed("\(one); \(other)")])
    #expect(throws: ProgramError.self) { try typed([one, one]) }
    #expect(throws: ProgramError.self) { try typed([one]) }
    try two.require(named: [LoggedAcceptance("replace", .notKept)])
  }

  @Test func `and rules that nobody was asked about are not taken from the reviewer`() throws {
    let wanted = ["real-coins", "replace"].map { LoggedAcceptance($0, .notKept) }
    let argument = try #require(RuleArgument(argument: "R04"))
    func require(_ more: [LoggedAcceptance], _ options: [RuleArgument] = []) throws {
      try Self.demands.require(named: wanted + more, accepting: options)
    }
    try require([])
    for answer in [LoggedAcceptance.Answer.typed("R04"), .notKept] {
      try require([LoggedAcceptance("R04", answer)])
    }
    let both = [LoggedAcceptance("R04", .option), LoggedAcceptance("R16", .typed("R16"))]
    try require(both, [argument])
    let lies: [[LoggedAcceptance]] = [
      [LoggedAcceptance("stranger", .typed("a stranger can spend alone"))],
      [LoggedAcceptance("wallet", .option)], [LoggedAcceptance("practice", .notKept)],
      [LoggedAcceptance("replace", .notKept)],
      [LoggedAcceptance("R33", .typed("replace the payment of 2027-01-15"))],
      [LoggedAcceptance("R05", .option)], [LoggedAcceptance("made up", .notKept)],
      [LoggedAcceptance("R04", .notKept), LoggedAcceptance("R04", .typed("R04"))],
    ]
    for lie in lies {
      #expect(throws: PacketSigningError.self, "\(lie)") { try require(lie, [argument]) }
    }
  }

  // MARK: What was signed before

  private static let coin = CoinKey(txid: .zero, vout: 1)
  private static let other = CoinKey(txid: .zero, vout: 2)
  private static let mark = [UInt8](repeating: 7, count: SigningRecord.payeeLength)
  private static let forgotten = [UInt8](repeating: 0, count: SigningRecord.payeeLength)

  /// A hash that only this number has.
  private static func hash(_ number: UInt8) throws -> Bytes32 {
    try #require(Bytes32([UInt8](repeating: number, count: 32)))
  }

  private func record(
    _ number: UInt8, _ time: Int64, spent: [CoinKey], own: [Bool], payees: [UInt8] = mark
  ) throws -> SigningRecord {
    SigningRecord(
      time: time, wallet: "", txid: try Self.hash(number), sent: 0, fee: 0, lockTime: 0,
      accepted: [], unsignedTxid: try Self.hash(number), spent: spent, own: own, payees: payees)
  }

  private func before(_ records: [SigningRecord]) throws -> [SignedBefore] {
    var contents = VaultContents(network: "regtest")
    for record in records { contents.appendToLog(record) }
    return SignedBefore.all(spending: [Self.coin], in: contents.log, except: try Self.hash(9))
  }

  @Test func `are about coins of ours that were signed for in another payment`() throws {
    let (coin, other) = (Self.coin, Self.other)
    #expect(try before([]).isEmpty)
    #expect(try before([record(1, 5, spent: [other], own: [true])]).isEmpty)
    // The same transaction in a second round, and somebody else's coin beside ours.
    #expect(try before([record(9, 5, spent: [coin], own: [true])]).isEmpty)
    #expect(try before([record(1, 5, spent: [coin, other], own: [false, true])]).isEmpty)
    // An older entry does not say whose coins it spent.
    #expect(try before([record(1, 5, spent: [coin, other], own: [])]).map(\.time) == [5])
    let found = try before([
      record(2, 8, spent: [other, coin], own: [false, true]),
      record(1, 5, spent: [coin], own: [true]),
    ])
    let names = [try Self.hash(2), try Self.hash(1)]
    #expect(found.map(\.time) == [8, 5] && found.map(\.txid) == names)
    #expect(found[0].pays([Self.mark]) && !found[0].pays([]) && !found[0].pays([Self.forgotten]))
    #expect(!found[0].pays([Self.mark, Self.mark]))
  }

  @Test func `are asked about one by one, of many only those that no later one replaced`() throws {
    let (coin, other) = (Self.coin, Self.other)
    let all = try before([
      record(1, 5, spent: [coin], own: [true]),
      record(2, 6, spent: [coin], own: [true], payees: []),
      record(3, 7, spent: [coin, other], own: [true, true], payees: Self.mark + Self.mark),
    ])
    #expect(all.map(\.coins) == [[coin], [coin], [coin]])
    func asked(_ all: [SignedBefore], _ most: Int) -> [[Int64]] {
      SignedBefore.asked(of: all, atMost: most).map { $0.map(\.time) }
    }
    #expect(asked(all, 3) == [[5], [6], [7]])
    #expect(asked(all, 2) == [[7]])
    // One that changed the fee alone is named with the one that it replaced; not where coins are others.
    let bumps = try before([
      record(1, 5, spent: [coin], own: [true]),
      record(2, 6, spent: [coin], own: [true], payees: []),
      record(3, 7, spent: [coin, other], own: [true, true]),
    ])
    #expect(asked(bumps, 2) == [[5, 7], [6]])
    #expect(asked(bumps, 1) == [[5, 7]])
    let forgotten = try before([
      record(1, 5, spent: [coin], own: [true], payees: Self.forgotten),
      record(2, 6, spent: [coin], own: [true], payees: Self.forgotten),
    ])
    #expect(asked(forgotten, 2) == [[5], [6]])
    // Payments of different coins do not replace each other.
    let coins = (0..<6).map { CoinKey(txid: .zero, vout: 10 + $0) }
    var contents = VaultContents(network: "regtest")
    for (number, own) in coins.enumerated() {
      contents.appendToLog(
        try record(UInt8(10 + number), Int64(number), spent: [own], own: [true]))
    }
    let apart = SignedBefore.all(
      spending: Set(coins), in: contents.log, except: try Self.hash(9))
    #expect(asked(apart, 5) == (0..<6).map { [$0] })
  }

  @Test func `take the rounds of one payment together`() throws {
    let (coin, other) = (Self.coin, Self.other)
    // A coin that was ours in one round was ours, though another round took it for somebody else's.
    let rounds = try before([
      record(1, 5, spent: [coin, other], own: [false, true]),
      record(1, 6, spent: [coin, other], own: [true, false]),
    ])
    #expect(rounds.map(\.time) == [5])
    #expect(
      try before([
        record(1, 5, spent: [coin, other], own: [false, true]),
        record(1, 6, spent: [coin, other], own: []),
      ]).count == 1)
    // The first round that remembers its coins gives the day; the recipients may be known by a later one.
    let forgetful = try before([
      record(1, 4, spent: [], own: [], payees: []),
      record(1, 5, spent: [coin], own: [true], payees: Self.forgotten),
      record(1, 6, spent: [coin], own: [true]),
    ])
    #expect(forgetful.map(\.time) == [5] && forgetful[0].pays([Self.mark]))
    let forgotten = try before([record(1, 5, spent: [coin], own: [true], payees: Self.forgotten)])
    #expect(forgotten.count == 1 && forgotten[0].payees == nil)
    #expect(!forgotten[0].pays([]) && !forgotten[0].pays([Self.forgotten]))
    let none = try before([record(1, 5, spent: [coin], own: [true], payees: [])])
    #expect(none.count == 1 && none[0].pays([]) && !none[0].pays([Self.mark]))
    let two = try before([
      record(1, 5, spent: [coin], own: [true], payees: Self.mark + [UInt8](repeating: 3, count: 24))
    ])
    #expect(two[0].pays([[UInt8](repeating: 3, count: 24), Self.mark]))
  }
}
