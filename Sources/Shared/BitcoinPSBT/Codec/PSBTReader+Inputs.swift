internal import BitcoinPrimitives
internal import ParallelWork

extension PSBTReader {
  /// The maps that are worth a thread of their own.
  private static let minimumRun = 64

  /// Reads the maps of the inputs, on all cores when there are many.
  ///
  /// - Throws: the same `PSBTError` as reading one map after the other: when anything is wrong,
  ///   that is what is done again.
  mutating func readInputs(_ count: Int) throws(PSBTError) -> [PSBTInput] {
    if count >= 2 * Self.minimumRun, ParallelMap.cores > 1,
      let inputs = readInputsSideBySide(count)
    {
      return inputs
    }
    var inputs: [PSBTInput] = []
    inputs.reserveCapacity(count)
    for index in 0..<count {
      inputs.append(PSBTInput(try readMap(.input(index), check: InputRules.check)))
    }
    return inputs
  }

  /// Holds each previous transaction against the outpoint of its input, as Bitcoin Core's reader
  /// does (R01); each one's bytes are hashed once.
  ///
  /// - Throws: `PSBTError` for the first that is another one.
  func requirePreviousTransactions(
    of inputs: [PSBTInput], spentBy transaction: Transaction
  ) throws(PSBTError) {
    let type = PSBTInputKey.nonWitnessUTXO.rawValue
    // A thousand inputs may carry one and the same transaction: it is compared, not hashed again.
    var first: [Txid: ArraySlice<UInt8>] = [:]
    let isKnown = inputs.indices.map { index -> Bool in
      guard let value = inputs[index].map.value(type) else { return true }
      let spends = transaction.inputs[index].previousOutput.txid
      if let known = first[spends] { return known == value }
      first[spends] = value
      return false
    }
    let strangers = ParallelMap.results(count: inputs.count, minimumRun: Self.minimumRun) {
      index -> Txid? in
      if isKnown[index] { return nil }
      let spends = transaction.inputs[index].previousOutput.txid
      guard let found = inputs[index].nonWitnessUTXO?.txid, found != spends else { return nil }
      return found
    }
    for (index, stranger) in strangers.enumerated() {
      guard let stranger else { continue }
      let field = inputs[index].map.fields.first { $0.type == type }
      // The key is one byte, behind the byte that is its length.
      let offset = (field?.key.startIndex ?? base + 1) - 1 - base
      throw .malformed(
        .otherPreviousTransaction(
          spends: transaction.inputs[index].previousOutput.txid, found: stranger),
        at: PSBTLocation(map: .input(index), keyType: type, offset: offset))
    }
  }

  /// Nil, and nothing read, when any of the maps is not as it should be.
  private mutating func readInputsSideBySide(_ count: Int) -> [PSBTInput]? {
    // Where each map starts is known from lengths alone; what takes time are the checks.
    var ahead = self
    var starts: [Int] = []
    starts.reserveCapacity(count + 1)
    for _ in 0..<count {
      starts.append(ahead.offset)
      guard ahead.skipMap() else { return nil }
    }
    starts.append(ahead.offset)
    let (first, bounds) = (self, starts)
    let maps = ParallelMap.results(count: count, minimumRun: Self.minimumRun) {
      index -> PSBTInput? in
      var reader = first
      guard reader.skip(to: bounds[index]),
        let map = try? reader.readMap(.input(index), check: InputRules.check),
        reader.offset == bounds[index + 1]
      else { return nil }
      return PSBTInput(map)
    }
    let inputs = maps.compactMap { $0 }
    guard inputs.count == count, skip(to: bounds[count]) else { return nil }
    lastMap = .input(count - 1)
    return inputs
  }
}
