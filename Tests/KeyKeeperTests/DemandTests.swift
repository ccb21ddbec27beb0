import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import EncryptedVault
import ExtendedKeys
import Refusals
import ReviewFixtures
import SecondReading
import Secp256k1
import SignerHome
import Signing
import TerminalUI
import Testing
import TransactionReview

@testable import KeyKeeper

/// When key-keeper wants something said in words, and what stands above the question.
@Suite struct `Demands of consents` {
  private func demands(
    _ scene: Scene, _ contents: VaultContents? = nil, naming more: [String] = []
  ) throws -> [WordedConsents.Demand] {
    try scene.kept(scene.review(), contents) { request in
      request.accepted += more.map { LoggedAcceptance($0, .notKept) }
    }.consents.demands
  }

  /// A wallet of one key that came from outside, or was handed out.
  private func wallet(_ name: String, _ source: KeySource, _ index: UInt32) throws -> (
    RegisteredWallet, Script
  ) {
    let key = try Accounts.derived(.shWpkh, 0, index).keys[0].publicKey
    let wallet = RegisteredWallet(
      name: name, network: .mainnet, descriptor: try Descriptor(parsing: "wpkh(\(key))"),
      keySources: [0: source])
    return (wallet, .p2wpkh(key))
  }

  @Test func `name every wallet that others have the key of, and what it gets`() throws {
    for (source, one, several) in [
      (
        KeySource.importedKey,
        ", and its key came from outside: whoever has seen it can take the money",
        ", and their keys came from outside: whoever has seen one can take the money"
      ),
      (
        .child,
        ", and it is a wallet that was handed out (a BIP-85 child): whoever was given it can take the money",
        ", and each is a wallet that was handed out (a BIP-85 child): whoever was given it can take the money"
      ),
    ] {
      var scene = try HonestPayment.scene()
      let (first, paid) = try wallet("old", source, 3)
      let (second, also) = try wallet("older", source, 4)
      scene.machine.wallets += [first, second]
      scene.draft.payments[0].output = TxOut(rawValue: 600_000, scriptPubKey: paid)
      let alone = try demands(scene)
      #expect(alone.count == 1 && alone[0].rule == .r07)
      #expect(alone[0].warning == "old gets 0.00600000 BTC\(one)", "\(alone[0].warning)")
      scene.draft.payments[0].output.rawValue = 500_000
      scene.draft.payments.append(.init(TxOut(rawValue: 60_000, scriptPubKey: also)))
      scene.draft.payments.append(.init(TxOut(rawValue: 40_000, scriptPubKey: also)))
      let both = try demands(scene)
      #expect(both.count == 1)
      #expect(
        both[0].warning == "old gets 0.00500000 BTC, older gets 0.00100000 BTC\(several)",
        "\(both[0].warning)")
    }
  }

  @Test func `count what comes back to a key from outside only where other coins pay for it`()
    throws
  {
    let (sweep, script) = try wallet("old", .importedKey, 3)
    var coin = HonestPayment.bareCoin(paying: script, satoshis: 500_000, seed: 77)
    coin.set(.nonWitnessUTXO, [], coin.previous.encoded())
    for (back, warning) in [
      (499_999, nil), (500_000, nil), (500_001, "old gets 0.00000001 BTC more than it spends"),
    ] as [(Int64, String?)] {
      var scene = try HonestPayment.scene()
      scene.machine.wallets.append(sweep)
      scene.draft.coins[1] = coin
      scene.draft.payments[0].output.rawValue = 1_490_000 - back
      scene.draft.payments[1] = .init(TxOut(rawValue: back, scriptPubKey: script))
      let found = try demands(scene)
      #expect(found.count == (warning == nil ? 0 : 1), "\(back)")
      if let warning {
        #expect(found[0].warning.hasPrefix(warning) && found[0].rule == .r06, "\(found[0].warning)")
      }
    }
    // Emptied alone, what comes back to it is change.
    var alone = try HonestPayment.scene()
    alone.machine.wallets = [sweep]
    alone.draft.coins = [coin]
    alone.draft.payments[0].output.rawValue = 100_000
    alone.draft.payments[1] = .init(TxOut(rawValue: 390_000, scriptPubKey: script))
    #expect(try demands(alone).isEmpty)
  }

  @Test func `say of how many coins the amount is not known, and what the outputs pay`() throws {
    for (name, words) in [
      ("r21-payload-without-amounts", "the amounts of 2 inputs are not known"),
      ("r21-payload-with-one-amount", "the amount of 1 input is not known"),
    ] {
      let scene = try #require(Flaw.all.first { $0.name == name }).scene()
      let found = try demands(scene)
      #expect(found.map(\.consent) == [.unknownFee] && found[0].rule == .r21)
      #expect(found[0].warning.contains("the fee cannot be known: \(words), and"), "\(found[0])")
      #expect(found[0].warning.hasSuffix("They pay 0.01490000 BTC together"), "\(found[0])")
    }
  }

  @Test func `say how many inputs nothing remembers`() throws {
    let flaw = try #require(
      Flaw.all.first { $0.name == "r12-foreign-input-without-a-memory" })
    var scene = try flaw.scene()
    let one = try demands(scene)
    #expect(one.map(\.consent) == [.noVault])
    #expect(one[0].warning.contains(": 1 input shown as another person's"), "\(one)")
    scene.draft.coins.append(
      try HonestPayment.coin(
        .wpkh, of: Accounts.foreign, branch: 0, index: 8, satoshis: 1_000))
    scene.draft.payments[0].output.rawValue += 1_000
    #expect(try demands(scene)[0].warning.contains(": 2 inputs shown as another person's"))
    // With a vault there is nothing to ask.
    scene.machine.remembers = true
    #expect(try demands(scene).isEmpty)
  }

  // MARK: Signed before

  private static let day: Int64 = 86_400

  /// An entry about a payment of some coins to the n-th of some recipients.
  private func record(_ number: UInt8, coins: [PacketDraft.Coin], payee: UInt8) throws
    -> SigningRecord
  {
    let name = try #require(Bytes32([UInt8](repeating: number, count: 32)))
    return SigningRecord(
      time: 1_800_000_000 + Self.day * Int64(number), wallet: "", txid: name, sent: 0, fee: 0,
      lockTime: 0, accepted: [], unsignedTxid: name,
      spent: coins.map {
        CoinKey(
          txid: $0.input.previousOutput.txid.bytes, vout: $0.input.previousOutput.vout)
      }, own: coins.map { _ in true },
      payees: [UInt8](repeating: payee, count: SigningRecord.payeeLength))
  }

  private func replaced(_ scene: Scene, _ records: [SigningRecord]) throws
    -> [WordedConsents.Demand]
  {
    var contents = scene.contents
    for record in records { contents.appendToLog(record) }
    return try demands(scene, contents, naming: ["replace"])
  }

  private func hex(_ number: UInt8) -> String {
    Hex.encode([UInt8](repeating: number, count: 32))
  }

  @Test func `are one for each payment that is replaced, of five at most`() throws {
    var scene = try HonestPayment.scene()
    for index: UInt32 in 10..<14 {
      scene.draft.coins.append(
        try HonestPayment.coin(.wpkh, branch: 0, index: index, satoshis: 1_000))
    }
    scene.draft.payments[0].output.rawValue += 4_000
    let records = try scene.draft.coins.enumerated().map { number, coin in
      try record(UInt8(number + 1), coins: [coin], payee: UInt8(number + 1))
    }
    #expect(records.count == 6)
    let five = try replaced(scene, Array(records.prefix(5)))
    #expect(five.map(\.consent.name) == [String](repeating: "replace", count: 5))
    #expect(Set(five.map(\.consent.sentence)).count == 5 && five.allSatisfy { $0.rule == .r33 })
    #expect(!five[0].warning.contains("more payment"))
    let error = #expect(throws: ProgramError.self) { try replaced(scene, records) }
    #expect(
      error?.message.hasPrefix(
        "this would replace 6 payments that were signed before, and at most 5 are asked about")
        == true, "\(error?.message ?? "")")
  }

  @Test func `name those that changed the fee alone together, and count those replaced since`()
    throws
  {
    let scene = try HonestPayment.scene()
    let coins = Array(scene.draft.coins.prefix(1))
    // The same recipient three times.
    let bumps = try (1...3).map { try record($0, coins: coins, payee: 9) }
    let three = try replaced(scene, bumps)
    #expect(three.map(\.consent.sentence) == ["replace the payment of 2027-01-16"])
    #expect(
      three[0].warning.contains(
        "signed on 2027-01-16 (\(hex(1))) with other recipients or amounts; new is: "
          + "0.00600000 BTC to \(HonestPayment.recipient); 1 amount of it is not paid now. Only its "
          + "fee and change differ in those of 2027-01-17 (\(hex(2))), 2027-01-18 (\(hex(3))). At"),
      "\(three[0].warning)")
    // More than five since are counted.
    let eight = try replaced(scene, (1...8).map { try record($0, coins: coins, payee: 9) })
    #expect(
      eight[0].warning.contains("in those of 2027-01-19 (\(hex(4)))")
        && eight[0].warning.contains("2027-01-23 (\(hex(8))) and 2 before. At"),
      "\(eight[0].warning)")
    // Seven different ones of one coin: the last is asked about.
    let seven = try replaced(scene, (1...7).map { try record($0, coins: coins, payee: $0) })
    #expect(seven.map(\.consent.sentence) == ["replace the payment of 2027-01-22"])
    #expect(
      seven[0].warning.contains(". 6 more payments spent it that later ones replaced. At most"),
      "\(seven[0].warning)")
    // Of what is no longer remembered no difference is known.
    let forgotten = try replaced(scene, [try record(1, coins: coins, payee: 0)])
    #expect(forgotten[0].warning.contains("whose recipients are no longer remembered. At most"))
  }
}
