public import BitcoinPrimitives

// The mempool as a curve: how much pays a rate or more, in few enough steps to be drawn.
extension MempoolDepth {
  /// How many virtual bytes pay this rate or more: at most that many, where the source tells wide steps.
  public func size(atLeast rate: FeeRate) -> Int {
    steps.reduce(0) { sum, step in
      guard let highest = step.highest else { return sum + step.size }
      return highest >= rate ? sum + step.size : sum
    }
  }

  /// The same in at most 1,400 steps, their rates rounded up to two digits.
  ///
  /// No step is said to pay less than it may: a rate that outbids a step here outbids it in the mempool.
  public var coarse: MempoolDepth {
    var coarse: [Step] = []
    for step in steps where step.size > 0 {
      let highest = step.highest.map(Self.roundedUp)
      if let last = coarse.last, last.highest == highest {
        coarse[coarse.count - 1] = Step(highest: highest, size: last.size + step.size)
      } else {
        coarse.append(Step(highest: highest, size: step.size))
      }
    }
    return MempoolDepth(coarse)
  }

  /// The next rate that is two digits and zeros, in sat/kvB.
  private static func roundedUp(_ rate: FeeRate) -> FeeRate {
    var unit: Int64 = 1
    while rate.satoshisPerKvB / unit >= 100 { unit *= 10 }
    let up = (rate.satoshisPerKvB + unit - 1) / unit * unit
    // The highest rate there is stays in range.
    return (try? FeeRate(satoshisPerKvB: up)) ?? rate
  }
}
