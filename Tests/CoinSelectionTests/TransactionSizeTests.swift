import BitcoinPrimitives
import CoinSelection
import Testing

@Suite struct TransactionSizeTests {
  @Test func `one wpkh input and two wpkh outputs weigh what a real one weighs`() {
    // 4+1+41+1+62+4 = 113 base bytes, 2+108 of witness: 562 units with a 72-byte signature.
    var size = TransactionSize()
    size.add(Kind.wpkh.weight)
    size.addOutput(scriptLength: 22)
    size.addOutput(scriptLength: 22)
    #expect(size.units == 562)
  }

  @Test(arguments: [1, 2, 251, 252, 253, 254, 300, 1000])
  func `sizes step with the count of inputs and outputs`(count: Int) {
    for kinds in [[Kind.wpkh], [.pkh], [.pkh, .wpkh, .tr, .wrapped]] {
      let inputs = (0..<count).map { kinds[$0 % kinds.count].weight }
      for outputs in [1, 2, 252, 253, 254] {
        let scripts = (0..<outputs).map { [22, 34, 25][$0 % 3] }
        var size = TransactionSize()
        for input in inputs { size.add(input) }
        for script in scripts { size.addOutput(scriptLength: script) }
        #expect(size.units == countedWeight(inputs, outputScripts: scripts))
      }
    }
  }

  @Test func `the 253rd input and output cost eight units more`() {
    var size = TransactionSize()
    for _ in 0..<252 { size.add(Kind.pkh.weight) }
    let before = size.units
    size.add(Kind.pkh.weight)
    #expect(size.units - before == Kind.pkh.weight.units + 8)
    for _ in 0..<252 { size.addOutput(scriptLength: 22) }
    let full = size.units
    size.addOutput(scriptLength: 22)
    #expect(size.units - full == 4 * 31 + 8)
  }

  @Test func `taking an input out undoes adding it`() {
    var random = FixedRandom(state: 1)
    var size = TransactionSize()
    size.addOutput(scriptLength: 34)
    var states: [(TransactionSize, InputWeight)] = []
    for _ in 0..<400 {
      let weight = Kind.allCases[Int.random(in: 0..<4, using: &random)].weight
      states.append((size, weight))
      size.add(weight)
    }
    for (before, weight) in states.reversed() {
      size.remove(weight)
      #expect(size == before)
    }
  }

  @Test func `a long unlocking script takes a longer length`() {
    let short = InputWeight(scriptSigLength: 252, witnessLength: 0)
    let long = InputWeight(scriptSigLength: 253, witnessLength: 0)
    #expect(long.baseLength - short.baseLength == 3)
    #expect(InputWeight(scriptSigLength: -1, witnessLength: -1).units == 164)
  }
}
