import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Secp256k1
import TransactionReview

extension Flaw {
  /// R01 to R05: amounts, fee, duplicates.
  static let money: [Flaw] = [
    Flaw("r01-no-previous-transaction", .refuse) { $0.draft.coins[1].remove(.nonWitnessUTXO) },
    Flaw("r01-no-previous-transaction-nested", .refuse, .shWpkh) {
      $0.draft.coins[0].remove(.nonWitnessUTXO)
    },
    Flaw("r01-no-previous-transaction-legacy", .refuse, .pkh) {
      $0.draft.coins[0].remove(.nonWitnessUTXO)
    },
    Flaw("r01-legacy-with-witness-utxo-only", .refuse, .pkh) {
      let output = $0.draft.coins[0].output.encoded()
      $0.draft.coins[0].remove(.nonWitnessUTXO)
      $0.draft.coins[0].set(.witnessUTXO, [], output)
    },
    Flaw("r01-output-index-too-high", .refuse) {
      let point = $0.draft.coins[0].input.previousOutput
      $0.draft.coins[0].input.previousOutput = OutPoint(txid: point.txid, vout: 2)
    },
    Flaw("r01-output-index-highest", .refuse) {
      let point = $0.draft.coins[0].input.previousOutput
      $0.draft.coins[0].input.previousOutput = OutPoint(txid: point.txid, vout: .max)
    },
    Flaw("r01-unproven-by-setting", .warn) {
      $0.machine.limits.acceptsUnprovenSegwitV0 = true
      $0.draft.coins[1].remove(.nonWitnessUTXO)
    },
    Flaw("r01-setting-does-not-cover-legacy", .refuse, .pkh) {
      $0.machine.limits.acceptsUnprovenSegwitV0 = true
      let output = $0.draft.coins[0].output.encoded()
      $0.draft.coins[0].remove(.nonWitnessUTXO)
      $0.draft.coins[0].set(.witnessUTXO, [], output)
    },
    Flaw("r01-taproot-beside-v0", .refuse, .tr) {
      $0.machine.wallets.append(try Accounts.wallet(.wpkh))
      $0.draft.coins[1] = try HonestPayment.coin(.wpkh, branch: 1, index: 1, satoshis: 500_000)
    },
    Flaw("r12-taproot-beside-a-claimed-stranger", .warn, .tr) {
      var coin = try HonestPayment.foreignCoin(satoshis: 200_000)
      coin.remove(.nonWitnessUTXO)
      $0.draft.coins.append(coin)
      $0.draft.payments[0].output.rawValue = 800_000
    },
    Flaw("r02-claimed-amount-too-low", .refuse) {
      var output = $0.draft.coins[0].output
      output.rawValue = 10_000
      $0.draft.coins[0].set(.witnessUTXO, [], output.encoded())
    },
    Flaw("r02-claimed-amount-off-by-one", .refuse) {
      var output = $0.draft.coins[1].output
      output.rawValue += 1
      $0.draft.coins[1].set(.witnessUTXO, [], output.encoded())
    },
    Flaw("r02-claimed-script-differs", .refuse) {
      var output = $0.draft.coins[0].output
      output.scriptPubKey = .p2wpkh(hash: [UInt8](repeating: 9, count: 20))
      $0.draft.coins[0].set(.witnessUTXO, [], output.encoded())
    },
    Flaw("r02-contradicts-proof-from-before", .refuse) {
      let coin = $0.draft.coins[1]
      $0.machine.proved[coin.input.previousOutput] = coin.output
      var output = coin.output
      output.rawValue -= 100_000
      $0.draft.coins[1].remove(.nonWitnessUTXO)
      $0.draft.coins[1].set(.witnessUTXO, [], output.encoded())
    },
    Flaw("r02-contradicts-claim-from-before", .refuse) {
      $0.machine.limits.acceptsUnprovenSegwitV0 = true
      let coin = $0.draft.coins[1]
      var before = coin.output
      before.rawValue += 1
      $0.machine.claimed[coin.input.previousOutput] = before
      $0.draft.coins[1].remove(.nonWitnessUTXO)
    },
    Flaw("r03-output-negative", .refuse) { $0.draft.payments[0].output.rawValue = -1 },
    Flaw("r03-output-lowest", .refuse) { $0.draft.payments[0].output.rawValue = .min },
    Flaw("r03-output-highest", .refuse) { $0.draft.payments[0].output.rawValue = .max },
    Flaw("r03-output-above-21-million", .refuse) {
      $0.draft.payments[0].output.rawValue = Amount.maxSatoshis + 1
    },
    Flaw("r03-outputs-add-up-above-21-million", .refuse) {
      $0.draft.payments[0].output.rawValue = Amount.maxSatoshis
      $0.draft.payments[1].output.rawValue = Amount.maxSatoshis
    },
    Flaw("r03-input-negative", .refuse) {
      $0.draft.coins[0].changePrevious { $0.outputs[1].rawValue = -5 }
    },
    Flaw("r03-inputs-add-up-above-21-million", .refuse, .tr) {
      for index in 0..<2 {
        $0.draft.coins[index].changePrevious {
          $0.outputs[$0.outputs.count - 1].rawValue = Amount.maxSatoshis
        }
      }
    },
    Flaw("r03-more-out-than-in", .refuse) { $0.draft.payments[0].output.rawValue = 610_001 },
    Flaw("r04-above-ten-percent", .warn) { $0.draft.payments[1].output.rawValue = 839_999 },
    Flaw("r04-above-ten-percent-to-ourselves", .warn) {
      $0.draft.payments = [
        try HonestPayment.change(.wpkh, branch: 0, index: 5, satoshis: 1_349_999)
      ]
    },
    Flaw("r04-rate-hidden-behind-a-foreign-script", .warn) {
      // Final with ten thousand bytes that can be anything: whoever holds that coin shortens them
      // after we signed.
      let script = Script([UInt8](repeating: 0x75, count: 20) + [0x51])
      var coin = HonestPayment.bareCoin(paying: .p2wsh(script), satoshis: 10_000, seed: 0x55)
      coin.set(.nonWitnessUTXO, [], coin.previous.encoded())
      var witness = ByteWriter()
      witness.writeCompactSize(21)
      for _ in 0..<20 { witness.writeVarBytes([UInt8](repeating: 7, count: 520)) }
      witness.writeVarBytes(script.bytes)
      coin.set(.finalScriptWitness, [], witness.bytes)
      $0.draft.coins.append(coin)
      $0.machine.limits.feeWarningPercent = 100
      $0.draft.payments[1].output.rawValue = 900_000 + 10_000 - 140_000
    },
    Flaw("r04-share-made-small-by-a-foreign-coin", .warn) {
      $0.draft.payments[1].output.rawValue -= 90_000
      $0.draft.coins.append(try HonestPayment.foreignCoin(satoshis: 1_000_000_000))
      $0.draft.payments.append(
        try HonestPayment.payment(to: HonestPayment.recipient, satoshis: 1_000_000_000))
    },
    Flaw("r04-above-500-sat-per-vbyte", .warn) {
      $0.draft.coins[0].changePrevious { $0.outputs[1].rawValue = 1_000_000_000 }
      $0.draft.payments[0].output.rawValue = 500_000_000
      $0.draft.payments[1].output.rawValue = 500_380_000
    },
    Flaw("r04-above-a-quarter-of-the-inputs", .refuse) {
      $0.draft.payments[1].output.rawValue = 524_999
    },
    Flaw("r04-everything-is-fee", .refuse) { $0.draft.payments[1].output.rawValue = 1_000 },
    Flaw("r05-same-coin-twice", .refuse) { $0.draft.coins.append($0.draft.coins[0]) },
  ]
}
