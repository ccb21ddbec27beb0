internal import Hashes

/// Joins the parts of one resource, in any order, with any of them lost or repeated, and with
/// forged ones among them.
///
/// The first part fixes type, counts, lengths and checksum; a part that differs is refused, so two
/// messages are never mixed. Work and memory are bounded by `TransportLimits`, whatever arrives.
///
/// The parts are kept as they came. When two contradict each other, or the message has the wrong
/// checksum, the plain ones are tried among each other, then all but one: the checksum says which
/// were forged. Where that finds nothing and nothing new comes, all are forgotten and the message
/// begins anew.
public struct URDecoder: Sendable {
  private struct Kept: Sendable {
    let number: UInt32
    let fragment: [UInt8]
    let source: Int
  }

  /// How often everything is forgotten and begun anew before the message is given up.
  static let restartLimit = 8
  /// The most bytes that may be gone through between two beginnings to find out which parts were
  /// forged.
  static let workLimit = 512_000_000

  private let first: URPart
  private let limits: TransportLimits
  private let chooser: FragmentChooser
  private var system: FragmentSystem
  private var finished: UR?
  private var kept: [Kept] = []
  private var numbers: [UInt32: [Int]] = [:]
  private var keptBytes = 0
  private var isInDoubt = false
  private var work = 0
  private var repeats = 0
  private var restarts = 0
  /// The parts that the message was not made of, once it is whole.
  private(set) var leftOut: [FrameCollector.LeftOut] = []

  /// Begins a message with any of its parts.
  ///
  /// Throws: `messageChecksumMismatch` if the message is that one part and is damaged.
  public init(
    first part: URPart, limits: TransportLimits = .standard, source: Int = 0
  ) throws(QRTransportError) {
    first = part
    self.limits = limits
    chooser = FragmentChooser(count: part.sequenceLength, checksum: part.checksum)
    system = FragmentSystem(
      count: part.sequenceLength, length: part.fragment.count, waitingBytes: limits.waitingBytes)
    try receive(part, source: source)
  }

  /// The parts that would suffice if nothing were lost.
  public var needed: Int { first.sequenceLength }
  /// How many parts so far told something new: the message is whole when it reaches `needed`.
  public var received: Int {
    finished == nil ? min(system.rank, needed - 1) : needed
  }
  /// Whether a fragment, from 0, is known.
  func isKnown(_ index: Int) -> Bool { finished != nil || system.isKnown(index) }
  /// The message, once it is whole and its checksum has been verified.
  public var message: UR? { finished }
  /// Whether the message was begun anew as often as it ever is.
  var isExhausted: Bool { restarts > Self.restartLimit }

  /// Takes one more part; a repeated one changes nothing.
  ///
  /// `source` is what the caller calls its picture.
  ///
  /// Throws: `differentMessage` for a part of another message, `contradictoryPart`,
  /// `messageChecksumMismatch`. After an error the parts received before are still held, and this
  /// one too: which is wrong may turn out later.
  public mutating func receive(_ part: URPart, source: Int = 0) throws(QRTransportError) {
    try requireSameMessage(part)
    guard finished == nil else { return }
    guard try keep(part, source) else { return }
    if isInDoubt {
      guard try !resolve() else { return }
      throw .contradictoryPart(sequenceNumber: part.sequenceNumber)
    }
    let fragments = chooser.fragments(of: part.sequenceNumber)
    guard system.insert(fragments: fragments, data: part.fragment) else {
      isInDoubt = true
      guard try !resolve() else { return }
      throw .contradictoryPart(sequenceNumber: part.sequenceNumber)
    }
    guard system.isSolvable else { return }
    guard try !finish(with: system.solved()) else { return }
    isInDoubt = true
    guard try !resolve() else { return }
    throw .messageChecksumMismatch
  }

  /// Whether a part is what the message, which is whole, says that it must be.
  func agrees(_ part: URPart) -> Bool {
    guard let cbor = finished?.cbor, part.fragment.count == first.fragment.count else {
      return false
    }
    let length = part.fragment.count
    var mixed = part.fragment
    for index in chooser.fragments(of: part.sequenceNumber) where index * length < cbor.count {
      mixed.combine(cbor[index * length..<min(cbor.count, (index + 1) * length)])
    }
    return mixed.allSatisfy { $0 == 0 }
  }

  // MARK: What came

  /// Keeps a part as it came; false for one that came before.
  private mutating func keep(_ part: URPart, _ source: Int) throws(QRTransportError) -> Bool {
    let number = part.sequenceNumber
    let same = numbers[number] ?? []
    if same.contains(where: { kept[$0].fragment == part.fragment }) {
      try count(repeated: number)
      return false
    }
    let isPlain = Int(number) <= needed
    guard same.count < PartSeries.candidatesLimit else {
      try count(repeated: number)
      throw .contradictoryPart(sequenceNumber: number)
    }
    repeats = 0
    // Mixed parts have no end: beyond the message once more they are solved, but no longer kept.
    guard isPlain || keptBytes <= 2 * needed * part.fragment.count + 65_536 else { return true }
    keptBytes += part.fragment.count
    numbers[number] = same + [kept.count]
    kept.append(Kept(number: number, fragment: part.fragment, source: source))
    return true
  }

  /// Counts what says nothing new; when all of it came again, begins anew.
  private mutating func count(repeated number: UInt32) throws(QRTransportError) {
    guard isInDoubt else { return }
    repeats += 1
    guard repeats >= 3 * needed + 32 else { return }
    restarts += 1
    (kept, numbers, keptBytes) = ([], [:], 0)
    (isInDoubt, work, repeats) = (false, 0, 0)
    system = FragmentSystem(
      count: needed, length: first.fragment.count, waitingBytes: limits.waitingBytes)
    throw .messageChecksumMismatch
  }

  // MARK: Forged parts

  /// Ends with the message if its checksum is right.
  private mutating func finish(with fragments: [UInt8]) throws(QRTransportError) -> Bool {
    let message = Array(fragments.prefix(first.messageLength))
    guard CRC32.checksum(message) == first.checksum else { return false }
    finished = try UR(type: first.type, checkedCBOR: message, limits: .standard)
    if isInDoubt {
      leftOut = kept.filter { !agrees($0, fragments) }.map {
        FrameCollector.LeftOut(part: Int($0.number), source: $0.source)
      }
    }
    system = FragmentSystem(solvedCount: needed)
    (kept, numbers, keptBytes) = ([], [:], 0)
    return true
  }

  private func agrees(_ part: Kept, _ fragments: [UInt8]) -> Bool {
    let length = part.fragment.count
    var mixed = part.fragment
    for index in chooser.fragments(of: part.number) {
      mixed.combine(fragments[index * length..<(index + 1) * length])
    }
    return mixed.allSatisfy { $0 == 0 }
  }

  /// Looks for parts among those kept that make a message with the right checksum.
  private mutating func resolve() throws(QRTransportError) -> Bool {
    if try resolvePlain() { return true }
    return try resolveLeavingOutOne()
  }

  /// Tries the plain parts among each other.
  private mutating func resolvePlain() throws(QRTransportError) -> Bool {
    var picks = [Int](repeating: 0, count: needed)
    var choices: [[Int]] = []
    for number in 1...UInt32(needed) {
      guard let known = numbers[number], !known.isEmpty else { return false }
      choices.append(known)
    }
    for _ in 0..<PartSeries.triesLimit {
      work += needed * first.fragment.count
      guard work <= Self.workLimit else { return false }
      let fragments = zip(choices, picks).flatMap { kept[$0[$1]].fragment }
      if try finish(with: fragments) { return true }
      var index = 0
      while index < needed, picks[index] + 1 == choices[index].count {
        picks[index] = 0
        index += 1
      }
      guard index < needed else { return false }
      picks[index] += 1
    }
    return false
  }

  /// Tries all parts but one, each in turn.
  private mutating func resolveLeavingOutOne() throws(QRTransportError) -> Bool {
    let cost = kept.count * (first.fragment.count + 8 * needed + 64)
    for skipped in kept.indices {
      work += cost
      guard work <= Self.workLimit else { return false }
      var rest = FragmentSystem(
        count: needed, length: first.fragment.count, waitingBytes: limits.waitingBytes)
      let agree = kept.indices.allSatisfy { index in
        index == skipped
          || rest.insert(
            fragments: chooser.fragments(of: kept[index].number), data: kept[index].fragment)
      }
      guard agree, rest.isSolvable else { continue }
      if try finish(with: rest.solved()) { return true }
    }
    return false
  }

  private func requireSameMessage(_ part: URPart) throws(QRTransportError) {
    guard part.type == first.type else { throw .differentMessage(field: "type") }
    guard part.sequenceLength == first.sequenceLength else {
      throw .differentMessage(field: "part count")
    }
    guard part.messageLength == first.messageLength else {
      throw .differentMessage(field: "message length")
    }
    guard part.checksum == first.checksum else { throw .differentMessage(field: "checksum") }
    guard part.fragment.count == first.fragment.count else {
      throw .differentMessage(field: "part length")
    }
  }
}
