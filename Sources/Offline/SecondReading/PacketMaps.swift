/// A PSBT cut into its maps, by offsets: what stands under which key, and that no key is there twice.
struct PacketMaps {
  /// One key with its value.
  struct Entry {
    /// The first number of the key.
    let type: UInt64
    /// The whole key, its type included.
    let key: Range<Int>
    /// What stands behind the type.
    let detail: Range<Int>
    let value: Range<Int>
  }

  /// 100 MB, as much as is read from a file.
  static let mostBytes = 100_000_000
  static let mostMaps = 10_000
  static let mostKeys = 10_000
  /// In all maps together: a hundred megabytes of empty fields would take gigabytes.
  static let mostEntries = 2_000_000

  let bytes: [UInt8]
  private var tape: Tape
  private var entriesLeft: Int

  /// Starts behind the magic, at the global map.
  init(
    _ bytes: [UInt8], mostBytes: Int = PacketMaps.mostBytes,
    mostEntries: Int = PacketMaps.mostEntries
  ) throws(SecondReadingError) {
    guard bytes.count <= mostBytes else {
      throw .packet("the PSBT is too long: \(bytes.count) bytes", offset: 0)
    }
    guard bytes.starts(with: [0x70, 0x73, 0x62, 0x74, 0xff]) else {
      throw .packet("this is not a PSBT", offset: 0)
    }
    self.bytes = bytes
    entriesLeft = mostEntries
    tape = Tape(bytes, bytes.indices.dropFirst(5))
  }

  /// Reads the next map, up to the zero byte that ends it.
  mutating func next() throws(SecondReadingError) -> [Entry] {
    var entries: [Entry] = []
    while true {
      let start = tape.position
      let key = try tape.string()
      if key.isEmpty { break }
      var inside = Tape(bytes, key)
      let type = try inside.compact()
      entries.append(
        Entry(
          type: type, key: key, detail: inside.position..<key.upperBound, value: try tape.string())
      )
      entriesLeft -= 1
      guard entries.count <= Self.mostKeys, entriesLeft >= 0 else {
        throw .packet("the PSBT has too many fields", offset: start)
      }
    }
    try requireDistinct(entries)
    return entries
  }

  /// Sorted by their bytes, equal keys are neighbours.
  private func requireDistinct(_ entries: [Entry]) throws(SecondReadingError) {
    let sorted = entries.map(\.key).sorted { bytes[$0].lexicographicallyPrecedes(bytes[$1]) }
    for (one, other) in zip(sorted, sorted.dropFirst()) where bytes[one] == bytes[other] {
      throw .packet("a field appears twice", offset: max(one.lowerBound, other.lowerBound))
    }
  }

  /// As many maps as there are inputs or outputs.
  mutating func next(_ count: Int) throws(SecondReadingError) -> [[Entry]] {
    guard count <= Self.mostMaps, count <= tape.left else {
      throw .packet("the PSBT cannot have \(count) more maps", offset: tape.position)
    }
    var maps: [[Entry]] = []
    for _ in 0..<count { maps.append(try next()) }
    return maps
  }

  func requireEnd() throws(SecondReadingError) { try tape.requireEnd() }

  /// The value under a type that has no other key; nil where there is none.
  func value(
    _ type: UInt64, in map: [Entry], bytes count: Int? = nil
  ) throws(SecondReadingError) -> Range<Int>? {
    var found: Range<Int>?
    for entry in map where entry.type == type {
      guard entry.detail.isEmpty, count == nil || count == entry.value.count else {
        throw .packet("field \(type) has the wrong length", offset: entry.key.lowerBound)
      }
      found = entry.value
    }
    return found
  }

  /// A number of four or eight bytes under a type.
  func number(
    _ type: UInt64, in map: [Entry], bytes count: Int = 4
  ) throws(SecondReadingError) -> UInt64? {
    guard let value = try value(type, in: map, bytes: count) else { return nil }
    var tape = Tape(bytes, value)
    return try tape.number(bytes: count)
  }
}
