internal import Hashes

/// Cuts a resource into parts: first every fragment as it is, then mixtures of them without end.
///
/// Parts are numbered, not stored: any one can be made at any time.
public struct UREncoder: Sendable {
  private let ur: UR
  private let checksum: UInt32
  private let chooser: FragmentChooser
  /// The number of fragments; that many parts suffice when none is lost.
  public let fragmentCount: Int
  /// The bytes in each part.
  public let fragmentLength: Int

  /// An encoder whose fragments have at most `maxFragmentLength` bytes (10 at least).
  ///
  /// Throws: `tooManyParts` when the message would need more parts than any reader has to accept.
  public init(_ ur: UR, maxFragmentLength: Int) throws(QRTransportError) {
    self.ur = ur
    fragmentLength = Self.fragmentLength(messageLength: ur.cbor.count, limit: maxFragmentLength)
    fragmentCount = max(1, (ur.cbor.count + fragmentLength - 1) / fragmentLength)
    guard fragmentCount <= TransportLimits.standard.parts else {
      throw .tooManyParts(
        count: UInt64(fragmentCount), limit: TransportLimits.standard.parts)
    }
    checksum = CRC32.checksum(ur.cbor)
    chooser = FragmentChooser(count: fragmentCount, checksum: checksum)
  }

  /// The length of a fragment: of the equal cuts that fit `limit`, the one with the fewest parts.
  ///
  /// Rounds up, so the last fragment is padded with fewer zeros than there are fragments.
  static func fragmentLength(messageLength: Int, limit: Int) -> Int {
    let limit = max(10, limit)
    let count = max(1, (messageLength + limit - 1) / limit)
    return max(1, (messageLength + count - 1) / count)
  }

  /// The number of the part to show at `position` (from 0) of an endless row: every fragment as it
  /// is, then as many mixtures (twice as many in a message of up to 16 fragments), and so on, the
  /// mixtures always new.
  ///
  /// Mixtures of one or two fragments tell a reader that lost some frames little, so of each eight
  /// numbers the first that mixes at least three is taken; in a short message every second mixture
  /// is one of about half the fragments. At 30 % loss this brings the frames needed from 1.3 to
  /// under 1.2 of the least possible, and no reader that only peels fares worse. Plain fragments
  /// come round again for such a reader that began late.
  public func sequenceNumber(at position: Int) -> UInt32 {
    let position = max(0, position)
    let isShort = fragmentCount <= 16
    let mixtures = isShort ? 2 * fragmentCount : fragmentCount
    let (round, step) = position.quotientAndRemainder(dividingBy: fragmentCount + mixtures)
    guard step >= fragmentCount else { return UInt32(step + 1) }
    let blocks = (Int(UInt32.max) - fragmentCount) / 8
    let block = (round % blocks * mixtures + step - fragmentCount) % blocks
    let first = UInt32(fragmentCount + 8 * block + 1)
    let candidates = first..<first + 8
    guard !isShort || block % 2 == 1 else {
      let half = max(2, fragmentCount / 2)
      return candidates.min {
        abs(chooser.degree(of: $0) - half) < abs(chooser.degree(of: $1) - half)
      } ?? first
    }
    return candidates.first { chooser.degree(of: $0) >= min(3, fragmentCount) } ?? first
  }

  /// The numbers of the parts of a finite row: every fragment, and a third as many mixtures.
  ///
  /// Every fragment is in a mixture, so any one frame may be lost, whichever it is, and a reader
  /// that only peels has the fragment back from that mixture and the others. In a message of up to
  /// 256 fragments the mixtures are besides the ones of each sixteen that tell most fragments
  /// apart: of two lost ones there is a mixture that holds one alone, wherever that can be had.
  /// Where the numbers tried leave a fragment out, one mixture more is taken (a set of all that are
  /// left comes round sooner or later: one of all fragments is among each few thousand numbers).
  public func loop() -> [UInt32] {
    guard fragmentCount > 1 else { return [1] }
    let mixtures = (fragmentCount + 2) / 3
    var numbers = (1...UInt32(fragmentCount)).map { $0 }
    var isCovered = [Bool](repeating: false, count: fragmentCount)
    var next = UInt32(fragmentCount + 1)
    if fragmentCount <= 256 {
      numbers += tellingApart(mixtures)
      next += UInt32(16 * mixtures)
    } else {
      numbers += (fragmentCount..<fragmentCount + mixtures).map(sequenceNumber)
      next += UInt32(8 * mixtures)
    }
    for number in numbers.dropFirst(fragmentCount) {
      for fragment in chooser.fragments(of: number) { isCovered[fragment] = true }
    }
    while isCovered.contains(false) {
      let missing = isCovered.indices.filter { !isCovered[$0] }
      var best: (number: UInt32, fragments: [Int], count: Int) = (next, [], 0)
      for number in next..<next + Self.searchLimit {
        let degree = chooser.degree(of: number)
        guard degree > best.count else { continue }
        let fragments = chooser.fragments(of: number)
        let count = fragments.reduce(0) { $0 + (isCovered[$1] ? 0 : 1) }
        if count > best.count { best = (number, fragments, count) }
        if count == missing.count { break }
      }
      if best.count > 0 { numbers.append(best.number) }
      for fragment in best.fragments { isCovered[fragment] = true }
      next += Self.searchLimit
    }
    return numbers
  }

  /// How many numbers are searched for a mixture of the fragments that no other holds.
  private static let searchLimit: UInt32 = 256

  /// Of each sixteen numbers the one whose mixture tells most fragments apart.
  private func tellingApart(_ mixtures: Int) -> [UInt32] {
    var numbers: [UInt32] = []
    // Fragments of one class are in the same mixtures so far; those of class 0 in none.
    var classes = [Int](repeating: 0, count: fragmentCount)
    for mixture in 0..<mixtures {
      let first = UInt32(fragmentCount + 16 * mixture + 1)
      var best = (number: first, classes: classes, cost: Int.max)
      for number in first..<first + 16 {
        var candidate = classes.map { 2 * $0 }
        for fragment in chooser.fragments(of: number) { candidate[fragment] += 1 }
        let cost = Self.cost(candidate, isLast: mixture == mixtures - 1)
        if cost < best.cost { best = (number, candidate, cost) }
      }
      numbers.append(best.number)
      // Numbered anew, 0 staying 0, so that they never grow beyond the number of fragments.
      let order = Set(best.classes).subtracting([0]).sorted()
      var ranks = [0: 0]
      for (rank, old) in order.enumerated() { ranks[old] = rank + 1 }
      classes = best.classes.map { ranks[$0] ?? 0 }
    }
    return numbers
  }

  /// How many pairs of fragments are in one class; those in no mixture count more, and most of all
  /// in the end.
  private static func cost(_ classes: [Int], isLast: Bool) -> Int {
    var sizes: [Int: Int] = [0: 1]
    for number in classes { sizes[number, default: 0] += 1 }
    let uncovered = (sizes[0] ?? 1) - 1
    return sizes.values.reduce(0) { $0 + $1 * $1 } + (isLast ? uncovered << 32 : 0)
  }

  /// The part with `sequenceNumber`, from 1; numbers above `fragmentCount` mix fragments.
  public func part(_ sequenceNumber: UInt32) -> URPart {
    var fragment = [UInt8](repeating: 0, count: fragmentLength)
    for index in chooser.fragments(of: max(1, sequenceNumber)) {
      let start = index * fragmentLength
      let end = min(ur.cbor.count, start + fragmentLength)
      if start < end { fragment.combine(ur.cbor[start..<end]) }
    }
    return URPart(
      type: ur.type, sequenceNumber: max(1, sequenceNumber), sequenceLength: fragmentCount,
      messageLength: ur.cbor.count, checksum: checksum, fragment: fragment)
  }
}
