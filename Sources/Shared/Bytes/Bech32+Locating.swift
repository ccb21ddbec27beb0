extension Bech32 {
  /// Finds the one or two characters of a text that are most likely wrong, as BIP-173 allows: where
  /// they are, not what they should be.
  ///
  /// `prefix` is the prefix that the text has, in lower case; `isSound` tells whether values
  /// (without the checksum) and the variant of their checksum belong together. Offsets count
  /// characters of the text. Nil when the checksum matches, when no such change makes it match, or
  /// when several places would: the code tells errors of up to two characters apart, not of more.
  public static func likelyErrors(
    in text: some StringProtocol, prefix: String,
    isSound: (_ values: ArraySlice<UInt8>, _ variant: Variant) -> Bool
  ) -> [Int]? {
    let characters = Array(text.lowercased().utf8.prefix(91))
    let start = prefix.utf8.count + 1
    guard characters.count <= 90, characters.count >= start + 6,
      characters.starts(with: Array((prefix + "1").utf8))
    else { return nil }
    let found = characters[start...].map { Alphabet.bech32.values[Int($0)] }
    guard !found.contains(255) else { return nil }
    var checksum = Polymod(hrp: Array(prefix.utf8))
    for value in found { checksum.feed(value) }
    guard Variant(rawValue: checksum.state) == nil else { return nil }
    let table = Effects(count: found.count)
    for count in 1...2 {
      var places: Set<[Int]> = []
      for variant in [Variant.bech32, .bech32m] {
        for errors in table.explaining(checksum.state ^ variant.rawValue, count: count) {
          var mended = found
          for error in errors { mended[error.place] ^= error.value }
          guard isSound(mended.dropLast(6), variant) else { continue }
          places.insert(errors.map { start + $0.place }.sorted())
        }
      }
      if places.count > 1 { return nil }
      if let only = places.first { return only }
    }
    return nil
  }

  /// What each error of one character does to the checksum; the code is linear, so errors add up.
  private struct Effects {
    struct Error {
      let place: Int
      let value: UInt8
    }

    private var effects: [(effect: UInt32, error: Error)] = []
    private var byEffect: [UInt32: Error] = [:]

    init(count: Int) {
      effects.reserveCapacity(count * 31)
      var row = (1...31).map { UInt32($0) }
      for place in (0..<count).reversed() {
        for (index, effect) in row.enumerated() {
          let error = Error(place: place, value: UInt8(index + 1))
          effects.append((effect, error))
          byEffect[effect] = error
        }
        row = row.map { Polymod.next($0) }
      }
    }

    /// All that would make a difference of the checksum.
    func explaining(_ difference: UInt32, count: Int) -> [[Error]] {
      guard count > 1 else { return byEffect[difference].map { [[$0]] } ?? [] }
      return effects.compactMap { effect, error in
        guard let other = byEffect[difference ^ effect], other.place > error.place else {
          return nil
        }
        return [error, other]
      }
    }
  }
}
