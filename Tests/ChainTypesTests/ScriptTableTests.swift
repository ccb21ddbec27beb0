import BitcoinPrimitives
import Bytes
import Testing

@testable import ChainTypes

/// What finds scripts, transactions and coins by their bytes finds what a list and a dictionary would.
@Suite struct ScriptTableTests {
  /// Scripts of every kind of length, some of them twice, and more than one piece of them.
  private static let scripts: [Script] =
    [Script(), Script([UInt8](repeating: 7, count: Script.maxSize)), Script()]
    + (0..<3_000).map { number in
      let bytes = [UInt8(number & 255), UInt8(number >> 8)]
      return Script([UInt8](repeating: 1, count: number % 71) + (number % 5 == 0 ? [] : bytes))
    } + [Script([UInt8](repeating: 9, count: 1 << 20)), Script([9])]

  /// Every hash the same, as if somebody had chosen the scripts; few different ones; all of them.
  @Test(arguments: [0, 3, ~0]) func `it has what was put in, in order, and finds the first of each`(
    hashMask: Int
  ) {
    let scripts = hashMask == 0 ? Array(Self.scripts.suffix(400)) : Self.scripts
    var table = ScriptTable(hashMask: hashMask)
    var first: [Script: Int] = [:]
    for (position, script) in scripts.enumerated() {
      if first[script] == nil {
        #expect(!table.contains(script))
        first[script] = position
      }
      table.append(script)
    }
    #expect(first.count < scripts.count)
    #expect(table.elementsEqual(scripts))
    #expect(scripts.allSatisfy { table.firstPosition(of: $0) == first[$0] })
    // What is not there: one byte more, one less, another one.
    for script in scripts {
      let bytes = script.bytes
      for other in [bytes + [0], Array(bytes.dropLast()), bytes.map { $0 ^ 0x80 }].map(Script.init)
      {
        #expect(table.firstPosition(of: other) == first[other])
      }
    }
  }

  @Test func `a script that it gave stays what it is while others are added`() {
    var table = ScriptTable()
    var given: [Script] = []
    for script in Self.scripts {
      table.append(script)
      given.append(table[table.count - 1])
    }
    #expect(given == Self.scripts)
    // A part of other bytes is the same script.
    let whole: [UInt8] = [1, 2, 3, 4]
    table.append(Script(whole[1..<3]))
    #expect(table.firstPosition(of: Script([2, 3])) == Self.scripts.count)
    #expect(table.last == Script([2, 3]))
  }

  @Test func `a copy is a table of its own`() {
    var table = ScriptTable()
    table.append(Script([1]))
    var copy = table
    copy.append(Script([2]))
    table.append(Script([3]))
    #expect(
      Array(table) == [Script([1]), Script([3])] && Array(copy) == [Script([1]), Script([2])])
    #expect(!table.contains(Script([2])) && !copy.contains(Script([3])))
  }

  @Test func `a position takes the place of the one that is the same`() {
    var index = PositionIndex()
    // All have one hash; positions 0 and 100, 1 and 101, ... stand for the same.
    for position in 0..<200 {
      index.set(position, hash: 5, where: { $0 % 100 == position % 100 }) { _ in 5 }
    }
    #expect(index.count == 100)
    for value in 0..<100 {
      #expect(index.position(hash: 5) { $0 % 100 == value } == value + 100)
    }
    #expect(index.position(hash: 5) { $0 == 7 } == nil)
    #expect(index.position(hash: 6) { _ in false } == nil)
    #expect(PositionIndex().position(hash: 5) { _ in true } == nil)
  }

  @Test func `each value gets one number`() {
    var txids = Numbered<Txid>()
    let values = (0..<1_000).map { number in
      Txid(Bytes32((0..<32).map { $0 == 31 ? UInt8(number % 251) : 0 }) ?? .zero)
    }
    let numbers = values.map { txids.add($0) }
    #expect(txids.values == Array(values.prefix(251)))
    #expect(zip(values, numbers).allSatisfy { txids[$1] == $0 && txids.number(of: $0) == $1 })
    #expect(txids.number(of: Txid(Bytes32([UInt8](repeating: 1, count: 32)) ?? .zero)) == nil)
  }
}
