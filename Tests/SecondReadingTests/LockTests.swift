import Bytes
import Secp256k1
import Testing

@testable import SecondReading

/// What an input shows of its script, of which the txid is made.
@Suite struct `Scripts that inputs show` {
  private static let keys: [[UInt8]] = (1...3).map { [UInt8](repeating: $0, count: 33) }
  private static let signature = [UInt8](repeating: 0x30, count: 71)

  @Test func `as many signatures as a script needs, in the order of its keys`() throws {
    let lock = Lock(bare: [0x51], keys: Self.keys, given: .signatures(2))
    let made = Dictionary(
      uniqueKeysWithValues: Self.keys.map { ($0, Self.signature + [$0[0]]) })
    let pushed = { (key: [UInt8]) in [72] + Self.signature + [key[0]] }
    #expect(lock.inputScript(made) == [0] + pushed(Self.keys[0]) + pushed(Self.keys[1]))
    var two = made
    two[Self.keys[0]] = nil
    #expect(lock.inputScript(two) == [0] + pushed(Self.keys[1]) + pushed(Self.keys[2]))
    two[Self.keys[1]] = nil
    #expect(lock.inputScript(two) == nil)
  }

  @Test func `a hidden script of any length is pushed as scripts push it`() {
    let key = Self.keys[0]
    for (count, push) in [
      (75, [75]), (76, [0x4c, 76]), (255, [0x4c, 255]), (256, [0x4d, 0, 1]), (520, [0x4d, 8, 2]),
    ] as [(Int, [UInt8])] {
      let script = [UInt8](repeating: 0x51, count: count)
      let lock = Lock(bare: script, keys: [key], given: .signature).nested
      #expect(lock.inputScript([key: Self.signature]) == [71] + Self.signature + push + script)
      #expect(lock.witnessed.inputScript([:]) == [])
    }
  }
}

/// What a payment takes from us, reckoned by the second reader alone.
@Suite struct `What leaves us, by the second reading` {
  /// Coins and outputs as (wallet, amount); a wallet that is nil is somebody else's.
  private static func reading(
    _ coins: [(wallet: Int?, amount: UInt64?)], _ outputs: [(wallet: Int?, amount: UInt64)]
  ) -> SecondReading {
    let home = { (wallet: Int?) in wallet.map { Home(wallet: $0, branch: 0, index: 0) } }
    let amounts = coins.compactMap(\.amount)
    return SecondReading(
      version: 2, lockTime: 0,
      inputs: coins.enumerated().map { number, coin in
        CoinReading(
          txid: .zero, vout: UInt32(number), sequence: 0, amount: coin.amount, proof: .claimed,
          script: nil, home: home(coin.wallet), lock: nil)
      },
      outputs: outputs.map {
        OutputReading(amount: $0.amount, script: [0x51], address: nil, home: home($0.wallet))
      },
      totalIn: amounts.count == coins.count ? amounts.reduce(0, +) : nil,
      totalOut: outputs.reduce(0) { $0 + $1.amount })
  }

  @Test func `of one wallet it is what others are paid`() {
    let (amount, payees) = Self.reading([(0, 100)], [(nil, 30), (0, 60)]).leaving(sole: [])
    #expect(amount == 30 && payees == [0])
  }

  @Test func `of several wallets it is also what one of others gains`() {
    let coins: [(wallet: Int?, amount: UInt64?)] = [(0, 100), (1, 50), (1, 20)]
    let more = Self.reading(coins, [(0, 60), (1, 40), (1, 60)])
    var (amount, payees) = more.leaving(sole: [0])
    #expect(amount == 30 && payees == [1, 2])
    (amount, payees) = more.leaving(sole: [0, 1])
    #expect(amount == 0 && payees == [])
    // What it gave is no gain, and less is none either.
    for gets: UInt64 in [70, 69] {
      (amount, payees) = Self.reading(coins, [(0, 60), (1, gets)]).leaving(sole: [0])
      #expect(amount == 0 && payees == [])
    }
    // Where nobody knows what it gives, all that it gets is gain.
    (amount, payees) = Self.reading([(0, 100), (1, nil)], [(0, 60), (1, 40)]).leaving(sole: [0])
    #expect(amount == 40 && payees == [1])
  }

  @Test func `beside coins of others it is what our wallets lose`() {
    var (amount, payees) = Self.reading(
      [(0, 100), (nil, 50), (0, 30)], [(0, 90), (nil, 55)]
    ).leaving(sole: [])
    #expect(amount == 40 && payees == [1])
    (amount, payees) = Self.reading([(0, 10), (nil, 50)], [(0, 20), (nil, 35)]).leaving(sole: [])
    #expect(amount == 0 && payees == [1])
    for coins: [(wallet: Int?, amount: UInt64?)] in [
      [(0, 100), (nil, nil)], [(0, nil), (nil, 50)],
    ] {
      (amount, payees) = Self.reading(coins, [(0, 90), (nil, 55)]).leaving(sole: [])
      #expect(amount == nil && payees == [1])
    }
  }

  @Test func `a taproot coin is one by the length and the first bytes of its script`() {
    for (script, isTaproot) in [
      ([0x51, 0x20] + [UInt8](repeating: 1, count: 32), true),
      ([0x51, 0x20] + [UInt8](repeating: 1, count: 31), false),
      ([0x00, 0x20] + [UInt8](repeating: 1, count: 32), false), (nil, false),
    ] as [([UInt8]?, Bool)] {
      let coin = CoinReading(
        txid: .zero, vout: 0, sequence: 0, amount: nil, proof: .none, script: script, home: nil,
        lock: nil)
      #expect(coin.isTaproot == isTaproot && !coin.commitsToAmount)
    }
    for (lock, commits) in [
      (Lock.keyHash([2]), false), (Lock.keyHash([2]).nested, false), (.witnessKeyHash([2]), true),
    ] {
      let coin = CoinReading(
        txid: .zero, vout: 0, sequence: 0, amount: nil, proof: .none, script: nil, home: nil,
        lock: lock)
      #expect(coin.commitsToAmount == commits)
    }
  }
}
