import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Testing
import WalletTypes

@testable import PaymentBuilding

/// Wallets of several keys.
@Suite struct MultisigPaymentTests {
  /// Three cosigners' accounts (BIP-48) of public test seeds.
  static let accounts = [
    "[b317ec86/48h/1h/0h/2h]tpubDEToKMGFhyuP6kfwvjtYaf56khzS1cUcwc47C6aMH6bQ8sNVLMcCK6jr21YDCkU2QhTK5CAnddhfgZ8dD4EL1wGCaAKZaGFeVVdXHaJMTMn",
    "[d3c05b2e/48h/1h/0h/2h]tpubDFnAczXQTHxuBh7FxrpLDHBidkC1Di54pTPSPMu4AQjKziFQQTTEFXEVugqm8ucKQhJfLGesBjRZWtLpqAkAmecoXtvaPwCzf4teqrY7Uu5",
    "[f04828fe/48h/1h/0h/2h]tpubDFekS5zvPSdW6WWjH2p7vPRkxmeeNGnirmj36AUyoAYbJvfKBj6UARWR5gQ6FRrr98dzT1XFTi6rfGo9AAAeutY1S6SoWijQ8BKxDhYQzDR",
  ]
  private static let nums = "50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0"

  /// A form with a threshold and this many keys.
  struct Form: Sendable, CustomTestStringConvertible {
    let text: String
    let threshold: Int
    let count: Int

    var testDescription: String { "\(threshold) of \(count) \(text.prefix(12))" }

    static func make(_ wrapping: String, _ threshold: Int, _ count: Int) -> Form {
      let keys = (0..<count).map { "\(accounts[$0 % 3])/\($0 / 3)/<0;1>/*" }.joined(separator: ",")
      let inner = "(\(threshold),\(keys))"
      return Form(
        text: wrapping.split(separator: "%", omittingEmptySubsequences: false)
          .joined(separator: inner), threshold: threshold, count: count)
    }

    static let all = [
      make("wsh(sortedmulti%)", 2, 3), make("wsh(multi%)", 3, 5), make("wsh(sortedmulti%)", 11, 20),
      make("sh(wsh(sortedmulti%))", 3, 5), make("sh(multi%)", 2, 3),
      make("sh(sortedmulti%)", 8, 15),
      make("tr(\(nums),multi_a%)", 2, 2), make("tr(\(nums),sortedmulti_a%)", 2, 3),
    ]
  }

  @Test(arguments: Form.all)
  func `a payment has everything that every signer needs`(form: Form) throws {
    let fixture = try Fixture(form.text, amounts: [100_000, 200_000, 300_000])
    let payment = try fixture.build(Fixture.request([400_000]))
    let isTaproot = form.text.hasPrefix("tr")
    let isWrapped = form.text.hasPrefix("sh")
    let isSegwit = form.text.contains("wsh")
    for input in payment.psbt.inputs {
      // The transactions that made the coins always, but for taproot.
      #expect(isTaproot == (input.nonWitnessUTXO == nil))
      #expect((isSegwit || isTaproot) == (input.witnessUTXO != nil))
      #expect(isWrapped == (input.redeemScript != nil))
      #expect(isSegwit == (input.witnessScript != nil))
      if isTaproot {
        #expect(input.tapLeafScripts.count == 1 && input.tapInternalKey != nil)
        let named = input.tapBIP32Derivations.filter { !$0.leafHashes.isEmpty }
        #expect(named.count == form.count)
      } else {
        #expect(input.bip32Derivations.count == form.count)
      }
    }
    let position = try #require(payment.changePosition)
    let change = payment.psbt.outputs[position]
    #expect(isWrapped == (change.redeemScript != nil))
    #expect(isSegwit == (change.witnessScript != nil))
    #expect(
      change.bip32Derivations.count
        + change.tapBIP32Derivations.filter { !$0.leafHashes.isEmpty }
        .count == form.count)
    // The account keys with their origins, once each.
    let xpubs = payment.psbt.global.xpubs
    #expect(Set(xpubs.map { "\($0.origin)" }).count == min(3, form.count))
    for xpub in xpubs {
      let key = try Xpub(decoding: Array(xpub.encodedXpub))
      #expect(Self.accounts.contains("[\(xpub.origin)]\(key)"))
    }
    // And it is a PSBT that others can read.
    #expect(try PSBT(decoding: payment.psbt.encoded()) == payment.psbt)
    try payment.psbt.checkCoins()
  }

  @Test(arguments: Form.all)
  func `the fee is exact for the longest signatures that any signer writes`(form: Form) throws {
    let fixture = try Fixture(form.text, amounts: Array(repeating: 100_000, count: 5))
    for count in [1, 2, 5] {
      let coins = fixture.coins.prefix(count).map(\.outPoint)
      let payment = try fixture.build(Fixture.request([20_000], coins: Array(coins)))
      var signed = payment.unsigned
      for (index, coin) in payment.inputs.enumerated() {
        let derived = try fixture.descriptor.derived(branch: coin.branch, index: coin.index)
        let signatures = Array(
          repeating: [UInt8](repeating: 1, count: 72), count: form.threshold)
        if let leaf = derived.taproot?.leaves.first {
          signed.inputs[index].witness =
            Array(repeating: [UInt8](repeating: 1, count: 65), count: form.threshold)
            + Array(repeating: [], count: form.count - form.threshold)
            + [leaf.script.bytes, [UInt8](repeating: 0xc0, count: 33)]
        } else if let witness = derived.witnessScript {
          signed.inputs[index].witness = [[]] + signatures + [witness.bytes]
          if let redeem = derived.redeemScript {
            signed.inputs[index].scriptSig = Script([UInt8(redeem.count)] + redeem.bytes)
          }
        } else {
          var builder = ScriptBuilder()
          for item in [[]] + signatures + [try #require(derived.redeemScript).bytes] {
            builder.append(push: item)
          }
          signed.inputs[index].scriptSig = builder.script
        }
      }
      #expect(signed.weight == payment.weight)
      let exact = try FeeRate(satoshisPerKvB: 5000).fee(for: signed.weight)
      #expect(payment.changePosition == nil ? payment.fee >= exact : payment.fee == exact)
    }
  }

  @Test func `a key without origin is named only when it is a master key`() throws {
    let master =
      "tpubD6NzVbkrYhZ4WaWSyoBvQwbpLkojyoTZPRsgXELWz3Popb3qkjcJyJUGLnL4qHHoQvao8ESaAstxYSnhyswJ76uZPStJRJCTKvosUCJZL5B"
    let account = String(Self.accounts[0].split(separator: "]")[1])
    let fixture = try Fixture(
      "wsh(multi(1,\(master)/<0;1>/*,\(account)/<0;1>/*))", amounts: [100_000])
    let xpubs = try fixture.build(Fixture.request([20_000])).psbt.global.xpubs
    #expect(xpubs.map { $0.origin.path.steps.count } == [0])
  }

  @Test func `a wallet of one key names no account key`() throws {
    let fixture = try Fixture(amounts: [100_000])
    #expect(try fixture.build(Fixture.request([20_000])).psbt.global.xpubs.isEmpty)
  }

  @Test func `a transaction that is not the wallet's is not packed`() throws {
    let fixture = try Fixture(Form.all[0].text, amounts: [100_000, 100_000])
    let builder = PacketBuilder(fixture.descriptor)
    let transaction = Transaction(
      inputs: [TxIn(previousOutput: fixture.coins[0].outPoint)],
      outputs: [TxOut(rawValue: 1, scriptPubKey: Script([0x51]))])
    func pack(_ coins: [WalletCoin], _ own: [Int: DerivedScript] = [:]) throws -> PSBT {
      try builder.packet(
        for: transaction, spending: coins, previous: fixture.previous(Set(fixture.made.keys)),
        paying: own)
    }
    #expect(throws: Never.self) { try pack([fixture.coins[0]]) }
    // Another coin, another place, another amount, an output that is not ours.
    #expect(throws: PaymentError.self) { try pack([fixture.coins[1]]) }
    let coin = fixture.coins[0]
    for (branch, index, amount) in [(1, 0, 100_000), (0, 7, 100_000), (5, 0, 100_000), (0, 0, 9)] {
      let lie = WalletCoin(
        outPoint: coin.outPoint, amount: try Amount(satoshis: Int64(amount)), branch: branch,
        index: UInt32(index), height: 1)
      #expect(throws: PaymentError.self) { try pack([lie]) }
    }
    let derived = try fixture.descriptor.derived(branch: 1, index: 0)
    #expect(throws: PaymentError.self) { try pack([coin], [0: derived]) }
  }
}
