import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import EncryptedVault
import ExtendedKeys
import PacketSigning
import ReviewFixtures
import SecondReading
import SignerHome
import Signing
import TerminalUI
import Testing
import TransactionReview

@testable import KeyKeeper

/// What is written down of a signing, from the second reading.
@Suite struct `What key-keeper remembers` {
  private func remembered(
    _ scene: Scene, _ contents: VaultContents? = nil, accepting more: [String] = []
  ) throws -> VaultContents {
    let review = try scene.review()
    let kept = try scene.kept(review, contents)
    var after = contents ?? scene.contents
    let accepted = review.acknowledgements + more
    let made = KeptSigning.Signed(
      signatures: [], accepted: accepted.map { LoggedAcceptance($0, .notKept) })
    _ = try after.remember(kept, made, now: 1_800_000_000)
    return after
  }

  private func key(_ coin: PacketDraft.Coin) -> CoinKey {
    let point = coin.input.previousOutput
    return CoinKey(txid: point.txid.bytes, vout: point.vout)
  }

  @Test func `is who was paid what, out of which coins, and when`() throws {
    var scene = try HonestPayment.scene()
    scene.draft.coins.append(try HonestPayment.foreignCoin(satoshis: 200_000))
    scene.draft.payments[0].output.rawValue = 800_000
    let log = try remembered(scene).log
    let record = try #require(log.first)
    #expect(log.count == 1 && record.time == 1_800_000_000 && record.wallet == "savings-wpkh")
    #expect(record.fee == 10_000 && record.sent == 610_000, "\(record.sent)")
    #expect(record.spent == scene.draft.coins.map(key) && record.own == [true, true, false])
    let payee = scene.draft.payments[0].output
    #expect(record.payees == PayeeMark(payee).bytes)
    #expect(record.accepted.map(\.name) == ["R12"])
    #expect(record.unsignedTxid == scene.draft.transaction.txid.bytes)
  }

  @Test func `is a lock only where it holds something back`() throws {
    for (sequences, lock) in [
      ([TxIn.finalSequence, TxIn.finalSequence], 0 as UInt32),
      ([TxIn.finalSequence, 0xffff_fffe], 839_990), ([0xffff_fffd, 0xffff_fffd], 839_990),
    ] {
      var scene = try HonestPayment.scene()
      for (number, sequence) in sequences.enumerated() {
        scene.draft.coins[number].input.sequence = sequence
      }
      #expect(try remembered(scene).log.first?.lockTime == lock)
    }
  }

  @Test func `is an amount, as proved or as claimed`() throws {
    let proved = try HonestPayment.scene()
    var coins = try remembered(proved).coins
    #expect(coins.count == 2 && coins.values.allSatisfy(\.isProved))
    #expect(coins[key(proved.draft.coins[0])]?.amount == 1_000_000)
    #expect(
      coins[key(proved.draft.coins[1])]?.script == proved.draft.coins[1].output.scriptPubKey.bytes)
    // Accepted by a setting: a claim, beside what was proved before.
    var claimed = proved
    claimed.machine.limits.acceptsUnprovenSegwitV0 = true
    for number in 0..<2 { claimed.draft.coins[number].remove(.nonWitnessUTXO) }
    coins = try remembered(claimed).coins
    #expect(coins.count == 2 && !coins.values.contains(where: \.isProved))
    let point = claimed.draft.coins[0].input.previousOutput
    claimed.machine.proved[point] = claimed.draft.coins[0].output
    coins = try remembered(claimed).coins
    #expect(coins[key(claimed.draft.coins[0])]?.isProved == true)
    #expect(coins[key(claimed.draft.coins[1])]?.isProved == false)
    // A taproot signature commits to every amount: nothing is remembered, but beside another's.
    let taproot = try HonestPayment.scene(.tr)
    #expect(try remembered(taproot).coins.isEmpty)
    #expect(try remembered(taproot, accepting: ["R01"]).coins.count == 2)
  }

  @Test func `is no script beyond 520 bytes`() throws {
    for (length, isKept) in [(520, true), (521, false)] {
      var scene = try HonestPayment.scene()
      var coin = HonestPayment.bareCoin(
        paying: Script([UInt8](repeating: 0x51, count: length)), satoshis: 10_000, seed: 9)
      coin.set(.nonWitnessUTXO, [], coin.previous.encoded())
      scene.draft.coins.append(coin)
      scene.draft.payments[0].output.rawValue += 10_000
      #expect((try remembered(scene).coins[key(coin)] != nil) == isKept, "\(length)")
    }
  }

  @Test func `is an index in use, raised by twenty at most where nobody was asked`() throws {
    // Known are index 4 of branch 0 and 2 of branch 1.
    for (index, isAsked, known) in [
      (1, false, 2), (3, false, 3), (22, false, 22), (23, false, 22), (1_002, false, 22),
      (1_003, true, 1_003),
    ] as [(UInt32, Bool, UInt32)] {
      var scene = try HonestPayment.scene()
      scene.draft.payments[1] = try HonestPayment.change(
        .wpkh, branch: 1, index: index, satoshis: 890_000)
      #expect(try scene.review().acknowledgements.contains("R07") == isAsked)
      let wallet = try remembered(scene).wallets[0]
      #expect(wallet.highestChange == known && wallet.highestReceive == 4, "\(index)")
    }
    // A coin far out is spent without a warning, and raises nothing.
    for (index, known) in [(24, 24), (25, 24), (1_004, 24), (1_005, 4)] as [(UInt32, UInt32)] {
      var scene = try HonestPayment.scene()
      scene.draft.coins[0] = try HonestPayment.coin(
        .wpkh, branch: 0, index: index, satoshis: 1_000_000)
      let wallet = try remembered(scene, accepting: ["R07"]).wallets[0]
      #expect(wallet.highestReceive == known && wallet.highestChange == 3, "\(index)")
    }
    // Where none is known, the first index is the first.
    var scene = try HonestPayment.scene()
    let wallet = scene.machine.wallets[0]
    scene.machine.wallets = [
      RegisteredWallet(name: wallet.name, network: .mainnet, descriptor: wallet.descriptor)
    ]
    scene.draft.payments[1] = try HonestPayment.change(
      .wpkh, branch: 1, index: 999, satoshis: 890_000)
    let after = try remembered(scene).wallets[0]
    #expect(after.highestReceive == 2 && after.highestChange == 19)
  }

  @Test func `is the first index of all, where it is used`() throws {
    var scene = try HonestPayment.scene()
    let wallet = scene.machine.wallets[0]
    scene.machine.wallets = [
      RegisteredWallet(name: wallet.name, network: .mainnet, descriptor: wallet.descriptor)
    ]
    scene.draft.coins = [try HonestPayment.coin(.wpkh, branch: 0, index: 0, satoshis: 1_500_000)]
    scene.draft.payments[1] = try HonestPayment.change(
      .wpkh, branch: 1, index: 0, satoshis: 890_000)
    let after = try remembered(scene).wallets[0]
    #expect(after.highestReceive == 0 && after.highestChange == 0)
  }

  @Test func `is that a fee was not known`() throws {
    let flaw = try #require(Flaw.all.first { $0.name == "r21-payload-without-amounts" })
    #expect(try remembered(flaw.scene()).log.first?.fee == -1)
  }

  @Test func `is a receiving address of ours that is paid, too`() throws {
    var scene = try HonestPayment.scene()
    scene.draft.payments.append(
      try HonestPayment.change(.wpkh, branch: 0, index: 9, satoshis: 2_000))
    scene.draft.payments[1].output.rawValue -= 2_000
    #expect(try remembered(scene).wallets[0].highestReceive == 9)
  }
}

/// What is never signed, exactly at its limits.
@Suite struct `Limits of key-keeper's own` {
  private func error(_ scene: Scene, _ contents: VaultContents? = nil) throws -> KeyKeeperError? {
    // What the review refuses, key-keeper is asked all the same.
    let review = try scene.review()
    do {
      _ = try scene.kept(review, contents)
      return nil
    } catch let error as ProgramError {
      let known: [KeyKeeperError] = [
        .nothingToSign, .message, .unproven(input: 0), .unproven(input: 1),
        .contradicts(input: 0), .contradicts(input: 1), .fee(percent: 25),
        .outOfReach(output: 1, index: 1_000_000), .wasOurs(input: 2),
      ]
      let refused: KeyKeeperError = try #require(
        known.first { ProgramError($0) == error }, "\(error.message)")
      return refused
    }
  }

  @Test func `a fee of 100,000 sat, or of a quarter, is signed, and no satoshi more`() throws {
    for (coins, fee, isSigned) in [
      (190_000, 100_000, true), (190_000, 100_001, false), (500_000, 250_000, true),
      (500_000, 250_001, false),
    ] as [(Int64, Int64, Bool)] {
      var scene = try HonestPayment.scene()
      for index in 0..<2 {
        scene.draft.coins[index].changePrevious {
          $0.outputs[$0.outputs.count - 1].rawValue = coins
        }
      }
      scene.draft.payments.removeLast()
      scene.draft.payments[0].output.rawValue = 2 * coins - fee
      #expect(try error(scene) == (isSigned ? nil : .fee(percent: 25)), "\(fee)")
    }
  }

  @Test func `change at index 999,999 is signed, at the next it is not`() throws {
    for (index, isSigned) in [(999_999 as UInt32, true), (1_000_000, false)] {
      var scene = try HonestPayment.scene()
      scene.draft.payments[1] = try HonestPayment.change(
        .wpkh, branch: 1, index: index, satoshis: 890_000)
      #expect(
        try error(scene) == (isSigned ? nil : .outOfReach(output: 1, index: 1_000_000)), "\(index)")
    }
  }

  @Test
  func `a claimed amount is signed where a setting takes it, and never against an earlier one`()
    throws
  {
    var scene = try HonestPayment.scene()
    scene.draft.coins[1].remove(.nonWitnessUTXO)
    #expect(try error(scene) == .unproven(input: 1))
    scene.machine.limits.acceptsUnprovenSegwitV0 = true
    #expect(try error(scene) == nil)
    let point = scene.draft.coins[1].input.previousOutput
    let script = scene.draft.coins[1].output.scriptPubKey.bytes
    for (amount, script, isSigned) in [
      (500_000, script, true), (500_001, script, false), (500_000, script.dropLast() + [0], false),
    ] as [(Int64, [UInt8], Bool)] {
      var contents = scene.contents
      contents.coins[CoinKey(txid: point.txid.bytes, vout: point.vout)] = CoinRecord(
        amount: amount, script: script, isProved: false)
      #expect(try error(scene, contents) == (isSigned ? nil : .contradicts(input: 1)), "\(amount)")
    }
  }

  @Test func `a taproot coin commits to no amount for an older coin of ours beside it`() throws {
    var scene = try HonestPayment.scene(.tr)
    scene.machine.wallets.append(try Accounts.wallet(.wpkh))
    #expect(try error(scene) == nil)
    scene.draft.coins[1] = try HonestPayment.coin(.wpkh, branch: 1, index: 1, satoshis: 500_000)
    #expect(try error(scene) == .unproven(input: 0))
  }

  @Test func `inputs are signed in order, each once`() throws {
    let scene = try HonestPayment.scene()
    let review = try scene.review()
    for inputs in [[0, 0], [1, 0], [1, 1]] {
      #expect(throws: ProgramError(KeyKeeperError.message), "\(inputs)") {
        try scene.kept(review) { $0.inputs = inputs }
      }
    }
    _ = try scene.kept(review) { $0.inputs = [1] }
  }

  @Test func `another's claimed coin must look like segwit, from 4 to 42 bytes`() throws {
    func script(_ first: UInt8, _ count: Int) -> Script {
      Script([first, UInt8(count - 2)] + [UInt8](repeating: 7, count: count - 2))
    }
    for (script, isSigned) in [
      (script(0, 4), true), (script(0, 42), true), (script(0, 3), false), (script(0, 43), false),
      (script(0x51, 34), true), (script(0x60, 4), true), (script(0x50, 22), false),
      (script(0x61, 22), false), (script(0x01, 22), false), (Script.p2sh(Script([0x51])), true),
      (Script([0xa9, 20] + [UInt8](repeating: 7, count: 21)), true),
      (Script([0xa9, 19] + [UInt8](repeating: 7, count: 20)), false),
      (Script.p2pkh(hash: [UInt8](repeating: 7, count: 20)), false),
    ] {
      var scene = try HonestPayment.scene()
      scene.machine.limits.acceptsUnprovenSegwitV0 = true
      var coin = HonestPayment.bareCoin(paying: script, satoshis: 500_000, seed: 9)
      coin.set(.witnessUTXO, [], coin.output.encoded())
      scene.draft.coins[1] = coin
      #expect(try error(scene) == (isSigned ? nil : .unproven(input: 1)), "\(script)")
    }
  }

  @Test func `without any amount nothing of others is signed`() throws {
    var scene = try HonestPayment.scene()
    var coin = try HonestPayment.foreignCoin(satoshis: 500_000)
    coin.fields = []
    scene.draft.coins[1] = coin
    #expect(try error(scene) == .unproven(input: 1))
  }
}
