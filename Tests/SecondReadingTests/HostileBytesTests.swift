import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import Foundation
import ReviewFixtures
import Testing
import TransactionReview

@testable import SecondReading

/// Whatever comes, it is read or refused; nothing crashes.
@Suite struct `Hostile bytes and the second reader` {
  private static func texts(_ scene: Scene) -> [String] {
    scene.machine.wallets.map { $0.descriptor.canonical }
  }

  /// Reads everything that can be read.
  private static func read(_ bytes: [UInt8], _ texts: [String]) throws(SecondReadingError) {
    let reader = try SecondReader(bytes, wallets: texts, on: .main)
    var (coins, pays): ([CoinReading], [OutputReading]) = ([], [])
    for number in 0..<reader.inputCount {
      let coin = try reader.input(number, at: nil)
      _ = reader.digest(number, coin, isDefault: false, leaf: nil)
      _ = reader.digest(number, coin, isDefault: true, leaf: .zero)
      coins.append(coin)
    }
    for number in 0..<reader.outputCount { pays.append(try reader.output(number, at: nil)) }
    _ = try reader.reading(coins, pays)
  }

  static let scenes = HonestScene.all.filter { honest in
    ["pkh", "tr", "sh-wpkh", "quorum-wsh", "quorum-tree", "proved-before"].contains(honest.name)
  }

  @Test(arguments: scenes)
  func `no packet that is cut short or goes on is read`(honest: HonestScene) throws {
    let scene = try honest.scene()
    let bytes = scene.draft.encoded()
    let texts = Self.texts(scene)
    try Self.read(bytes, texts)
    for count in bytes.indices {
      #expect(throws: SecondReadingError.self) { try Self.read(Array(bytes[..<count]), texts) }
    }
    for more: [UInt8] in [[0], [1], bytes] {
      #expect(throws: SecondReadingError.self) { try Self.read(bytes + more, texts) }
    }
  }

  @Test(arguments: scenes)
  func `bytes that are changed, left out or doubled are read or refused`(honest: HonestScene) throws
  {
    let count =
      ProcessInfo.processInfo.environment["DRAWBRIDGE_SECOND_MUTATIONS"].flatMap { Int($0) }
      ?? 1_500
    var numbers = FixedNumbers(seed: 2)
    let scene = try honest.scene()
    let bytes = scene.draft.encoded()
    let texts = Self.texts(scene)
    var refused = 0
    for _ in 0..<count {
      var changed = bytes
      for _ in 0...Int.random(in: 0...3, using: &numbers) {
        let place = changed.indices.randomElement(using: &numbers) ?? 0
        switch Int.random(in: 0..<5, using: &numbers) {
        case 0: changed[place] = UInt8.random(in: .min ... .max, using: &numbers)
        case 1: changed[place] = [0, 1, 0xfc, 0xfd, 0xfe, 0xff].randomElement(using: &numbers) ?? 0
        case 2: changed[place] ^= 1 << UInt8.random(in: 0...7, using: &numbers)
        case 3: changed.remove(at: place)
        default:
          changed.insert(
            contentsOf: numbers.bytes(Int.random(in: 1...9, using: &numbers)), at: place)
        }
      }
      do throws(SecondReadingError) {
        try Self.read(changed, texts)
      } catch {
        refused += 1
      }
    }
    #expect(refused > 0)
  }

  @Test func `mistakes that the standards name are refused`() throws {
    let scene = try HonestPayment.scene()
    let texts = Self.texts(scene)
    func refuses(_ name: String, _ change: (inout PacketDraft) -> Void) {
      var draft = scene.draft
      change(&draft)
      #expect(throws: SecondReadingError.self, "\(name)") { try Self.read(draft.encoded(), texts) }
    }
    refuses("a key twice") { $0.coins[0].fields.append($0.coins[0].fields[0]) }
    refuses("a global key twice") {
      $0.global = [.init(0x40, [1], []), .init(0x41, [1], []), .init(0x40, [1], [2])]
    }
    refuses("a field of version 2") { $0.global.append(.init(0x02, [], [2, 0, 0, 0])) }
    refuses("version 1") { $0.global.append(.init(0xfb, [], [1, 0, 0, 0])) }
    refuses("version 3") { $0.global.append(.init(0xfb, [], [3, 0, 0, 0])) }
    refuses("a version of three bytes") { $0.global.append(.init(0xfb, [], [0, 0, 0])) }
    refuses("a second unsigned transaction") { $0.global.append(.init(0x00, [1], [])) }
    refuses("a coin spent twice") { $0.coins.append($0.coins[0]) }
    refuses("no inputs") { $0.coins = [] }
    refuses("no outputs") { $0.payments = [] }
    refuses("a witness UTXO with key data") { $0.coins[0].fields.append(.init(0x01, [9], [])) }
    refuses("a witness UTXO that is longer") {
      $0.coins[0].set(.witnessUTXO, [], $0.coins[0].output.encoded() + [0])
    }
    refuses("a claimed coin that is not the proved one") {
      var output = $0.coins[0].output
      output.rawValue += 1
      $0.coins[0].set(.witnessUTXO, [], output.encoded())
    }
    refuses("a claimed coin with another script") {
      var output = $0.coins[0].output
      output.scriptPubKey = $0.payments[0].output.scriptPubKey
      $0.coins[0].set(.witnessUTXO, [], output.encoded())
    }
    refuses("another previous transaction") {
      $0.coins[0].set(.nonWitnessUTXO, [], $0.coins[1].previous.encoded())
    }
    refuses("a previous transaction with another amount, and no other word about the coin") {
      var other = $0.coins[0].previous
      other.outputs[1].rawValue += 1
      $0.coins[0].set(.nonWitnessUTXO, [], other.encoded())
      $0.coins[0].remove(.witnessUTXO)
    }
    refuses("an output that the previous transaction does not have") {
      let point = $0.coins[0].input.previousOutput
      $0.coins[0].remove(.witnessUTXO)
      $0.coins[0].input.previousOutput = OutPoint(txid: point.txid, vout: 2)
    }
    refuses("a previous transaction that goes on") {
      $0.coins[0].set(.nonWitnessUTXO, [], $0.coins[0].previous.encoded() + [0])
    }
    refuses("more out than in") { $0.payments[0].output.rawValue = 610_001 }
    refuses("more than all money") { $0.payments[0].output.rawValue = 2_100_000_000_000_001 }
    refuses("a negative amount") { $0.payments[0].output.rawValue = -1 }
    refuses("sums beyond 64 bits") {
      for index in $0.payments.indices { $0.payments[index].output.rawValue = .max }
    }
    refuses("a key origin of three bytes") {
      $0.payments[1].fields = [.init(0x02, [2] + [UInt8](repeating: 1, count: 32), [1, 2, 3])]
    }
    #expect(throws: SecondReadingError.self) { try Self.read([], texts) }
    #expect(throws: SecondReadingError.self) { try Self.read(Array("psbt".utf8), texts) }
    // The first length written in three bytes, which one byte holds.
    var long = scene.draft.encoded()
    long.replaceSubrange(5..<6, with: [0xfd, 1, 0])
    #expect(throws: SecondReadingError.self) { try Self.read(long, texts) }
    // A count of 2^63 inputs in a few bytes: nothing is allocated for it.
    let count: [UInt8] = [0xff, 0, 0, 0, 0, 0, 0, 0, 0x80]
    let unsigned: [UInt8] = [2, 0, 0, 0] + count
    let packet: [UInt8] =
      [0x70, 0x73, 0x62, 0x74, 0xff, 1, 0, UInt8(unsigned.count)] + unsigned + [0, 0]
    #expect(throws: SecondReadingError.self) { try Self.read(packet, texts) }
  }

  @Test func `as many maps, fields and bytes are read as the limits say, and not one more`() throws
  {
    let magic: [UInt8] = [0x70, 0x73, 0x62, 0x74, 0xff]
    let empty = magic + [UInt8](repeating: 0, count: 10_001)
    var maps = try PacketMaps(empty)
    #expect(try maps.next(10_000).count == 10_000)
    var one = try PacketMaps(empty)
    #expect(throws: SecondReadingError.self) { try one.next(10_001) }
    for (count, isRead) in [(10_000, true), (10_001, false)] {
      // Fields of type 5, each under a key of its own.
      let fields = (0..<count).flatMap { [3, 5, UInt8($0 >> 8), UInt8($0 & 0xff), 0] as [UInt8] }
      var maps = try PacketMaps(magic + fields + [0])
      if isRead {
        #expect(try maps.next().count == count)
      } else {
        #expect(throws: SecondReadingError.self) { try maps.next() }
      }
    }
    _ = try PacketMaps(empty, mostBytes: empty.count)
    #expect(throws: SecondReadingError.self) {
      try PacketMaps(empty, mostBytes: empty.count - 1)
    }
  }

  @Test func `a place is asked for that no packet or wallet has`() throws {
    let scene = try HonestPayment.scene()
    let reader = try SecondReader(
      scene.draft.encoded(), wallets: Self.texts(scene) + [], on: .main)
    let home = Home(wallet: 0, branch: 0, index: 2)
    #expect(try reader.input(0, at: home).home == home)
    for place in [
      Home(wallet: 1, branch: 0, index: 2), Home(wallet: -1, branch: 0, index: 2),
      Home(wallet: 0, branch: 2, index: 2), Home(wallet: 0, branch: 0, index: 3),
      Home(wallet: 0, branch: 0, index: .max),
    ] {
      #expect(throws: SecondReadingError.self) { try reader.input(0, at: place) }
    }
    for number in [-1, 2, Int.max] {
      #expect(throws: SecondReadingError.self) { try reader.input(number, at: nil) }
      #expect(throws: SecondReadingError.self) { try reader.output(number, at: nil) }
    }
    #expect(throws: SecondReadingError.self) { try reader.reading([], []) }
  }
}
