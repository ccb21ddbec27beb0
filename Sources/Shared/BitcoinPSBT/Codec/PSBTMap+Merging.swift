extension PSBTMap {
  /// Takes over the other map's fields that are not here, each behind the last field whose type is
  /// not greater; `conflict` is called for keys that have another value there.
  ///
  /// The work is that of sorting, not of comparing every key with every other: a map may have
  /// 10,000 keys.
  mutating func merge(
    _ other: PSBTMap, sameValue: (PSBTField, PSBTField) -> Bool, conflict: (UInt64) -> Void
  ) {
    if other == self { return }
    let mine = Dictionary(fields.map { ($0.key, $0) }) { first, _ in first }
    var added: [PSBTField] = []
    for field in other.fields {
      if let same = mine[field.key] {
        if !sameValue(same, field) { conflict(field.type) }
      } else {
        added.append(field)
      }
    }
    insert(added)
  }

  /// Inserts fields whose keys are new.
  private mutating func insert(_ added: [PSBTField]) {
    guard !added.isEmpty else { return }
    // The least type from each place to the end never falls, so the last place whose type is not
    // greater than a given one is found by halving.
    var least = fields.map(\.type)
    for index in least.indices.dropLast().reversed() {
      least[index] = min(least[index], least[index + 1])
    }
    let place = { (type: UInt64) -> Int in
      var (low, high) = (0, least.count)
      while low < high {
        let middle = (low + high) / 2
        if least[middle] <= type { low = middle + 1 } else { high = middle }
      }
      return low
    }
    let sorted = added.enumerated().sorted {
      ($0.element.type, $0.offset) < ($1.element.type, $1.offset)
    }
    var merged: [PSBTField] = []
    merged.reserveCapacity(fields.count + added.count)
    var taken = 0
    for (_, field) in sorted {
      let end = place(field.type)
      merged.append(contentsOf: fields[taken..<end])
      taken = end
      merged.append(field)
    }
    merged.append(contentsOf: fields[taken...])
    replaceAll(with: merged)
  }
}
