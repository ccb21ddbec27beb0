/// Finds the positions of a list by what stands at them, at four bytes a slot; the list itself is its user's.
///
/// Its user hashes and compares: with `Hasher`, whose seed is another one in each process, so that nobody outside
/// can choose values that collide.
package struct PositionIndex: Sendable {
  /// One more than a position, or 0 where nothing is; at least half of them are free, and each position lies at its
  /// hash or in the next free slot behind it.
  private var slots: [UInt32] = []
  /// How many positions it has.
  package private(set) var count = 0

  /// The most positions, and the number that none of them has.
  package static let limit = UInt32.max - 1

  /// An empty one.
  package init() {}

  /// The position with this hash that the body accepts; nil when there is none.
  package func position(hash: Int, where isWanted: (Int) -> Bool) -> Int? {
    guard !slots.isEmpty else { return nil }
    let slot = slot(hash, where: isWanted)
    return slots[slot] == 0 ? nil : Int(slots[slot]) - 1
  }

  /// Puts a position in the place of the one with this hash that the body accepts, or adds it where there is none.
  ///
  /// `hashOf` is asked for the hashes of the others when more room is needed.
  package mutating func set(
    _ position: Int, hash: Int, where isSame: (Int) -> Bool, hashOf: (Int) -> Int
  ) {
    precondition(position < Int(Self.limit), "too many positions")
    if 2 * (count + 1) > slots.count { grow(hashOf) }
    let slot = slot(hash, where: isSame)
    if slots[slot] == 0 { count += 1 }
    slots[slot] = UInt32(position) + 1
  }

  /// Where a position lies that the body accepts, or the free slot where it would.
  private func slot(_ hash: Int, where isWanted: (Int) -> Bool) -> Int {
    slots.withUnsafeBufferPointer { slots in
      let mask = slots.count - 1
      var slot = hash & mask
      while slots[slot] != 0, !isWanted(Int(slots[slot]) - 1) { slot = (slot + 1) & mask }
      return slot
    }
  }

  private mutating func grow(_ hashOf: (Int) -> Int) {
    var larger = [UInt32](repeating: 0, count: max(16, 2 * slots.count))
    let mask = larger.count - 1
    for entry in slots where entry != 0 {
      var slot = hashOf(Int(entry) - 1) & mask
      while larger[slot] != 0 { slot = (slot + 1) & mask }
      larger[slot] = entry
    }
    slots = larger
  }
}
