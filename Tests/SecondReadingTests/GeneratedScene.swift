import BitcoinPSBT
import BitcoinPrimitives
import Descriptors
import ExtendedKeys
import ReviewFixtures
import TransactionReview

/// A payment drawn by fixed numbers: any wallet of the fixtures, any places, amounts, payees, order.
struct GeneratedScene {
  private static let scripts: [StandardAccount] = [.pkh, .shWpkh, .wpkh, .tr]

  static func scene(_ numbers: inout FixedNumbers) throws -> Scene {
    let kind = Quorum.Kind.allCases.randomElement(using: &numbers) ?? .wsh
    let isQuorum = numbers.isOne(in: 2)
    let script = scripts.randomElement(using: &numbers) ?? .wpkh
    let sorted = kind == .tree || numbers.isOne(in: 2)
    let quorum = try Quorum.descriptor(
      kind, threshold: Int.random(in: 1...3, using: &numbers), sorted: sorted)
    // No index is known to be in use: a payee is looked for among few addresses.
    let full = isQuorum ? try Quorum.wallet(kind, quorum) : try Accounts.wallet(script)
    let wallet = RegisteredWallet(
      name: full.name, network: full.network, descriptor: full.descriptor, ownKeys: full.ownKeys)

    var coins: [PacketDraft.Coin] = []
    var total: Int64 = 0
    for seed in 0..<Int.random(in: 1...4, using: &numbers) {
      let (branch, index) = place(&numbers)
      let satoshis = Int64.random(in: 100_000...10_000_000_000, using: &numbers)
      let decoys = Int.random(in: 0...2, using: &numbers)
      var coin =
        isQuorum
        ? try Quorum.coin(quorum, branch: branch, index: index, satoshis: satoshis, decoys: decoys)
        : try HonestPayment.coin(
          script, branch: branch, index: index, satoshis: satoshis, decoys: decoys)
      // Two coins at one place are still two coins.
      coin.changePrevious { $0.lockTime = LockTime(rawValue: UInt32(seed)) }
      if numbers.isOne(in: 4) {
        coin.input.sequence = UInt32.random(in: 0x8000_0000...(.max), using: &numbers)
      }
      if numbers.isOne(in: 8) { coin.set(.sighashType, [], [1, 0, 0, 0]) }
      if numbers.isOne(in: 12) { coin.remove(.witnessScript) }
      coins.append(coin)
      total += satoshis
    }

    var payments: [PacketDraft.Payment] = []
    var left = total - Int64.random(in: 300...20_000, using: &numbers)
    for _ in 0..<Int.random(in: 1...3, using: &numbers) where left > 4_000 {
      let satoshis = Int64.random(in: 1_000...(left / 2), using: &numbers)
      payments.append(
        PacketDraft.Payment(TxOut(rawValue: satoshis, scriptPubKey: payee(&numbers))))
      left -= satoshis
    }
    let (branch, index) = place(&numbers)
    var change =
      isQuorum
      ? try Quorum.change(quorum, branch: branch, index: index, satoshis: left)
      : try HonestPayment.change(script, branch: branch, index: index, satoshis: left)
    if numbers.isOne(in: 10) { change.fields = [] }
    payments.insert(change, at: Int.random(in: 0...payments.count, using: &numbers))

    var scene = try HonestPayment.scene()
    scene.draft = PacketDraft(coins: coins, payments: payments)
    scene.machine = ContextDraft(wallets: [wallet])
    scene.draft.version = numbers.isOne(in: 5) ? 1 : 2
    scene.draft.lockTime =
      numbers.isOne(in: 3)
      ? .none : LockTime(rawValue: UInt32.random(in: 0...840_000, using: &numbers))
    if numbers.isOne(in: 6) {
      for coin in scene.draft.coins where numbers.isOne(in: 2) {
        scene.machine.proved[coin.input.previousOutput] = coin.output
      }
      for number in scene.draft.coins.indices
      where scene.machine.proved[scene.draft.coins[number].input.previousOutput] != nil {
        scene.draft.coins[number].remove(.nonWitnessUTXO)
      }
    }
    if numbers.isOne(in: 12) {
      var coin = try HonestPayment.foreignCoin(satoshis: 250_000)
      coin.input.sequence = 0xffff_fffd
      scene.draft.coins.append(coin)
      scene.draft.payments[0].output.rawValue += 240_000
    }
    scene.draft.coins.shuffle(using: &numbers)
    return scene
  }

  private static func place(_ numbers: inout FixedNumbers) -> (branch: Int, index: UInt32) {
    let branch = numbers.isOne(in: 2) ? 1 : 0
    return (branch, UInt32.random(in: 0...(numbers.isOne(in: 9) ? 900 : 8), using: &numbers))
  }

  private static func payee(_ numbers: inout FixedNumbers) -> Script {
    switch Int.random(in: 0..<6, using: &numbers) {
    case 0: .p2pkh(hash: numbers.bytes(20))
    case 1: .p2sh(hash: numbers.bytes(20))
    case 2: .p2wpkh(hash: numbers.bytes(20))
    case 3: .p2wsh(Script(numbers.bytes(30)))
    case 4: .p2tr(outputKey: Script(numbers.bytes(9)).sha256)
    default: Script([0x52, 0x20] + numbers.bytes(32))
    }
  }
}
