import Hashes

/// Joins the parts of one resource, in any order, with any of them lost or repeated.
///
/// The first part fixes type, counts, lengths and checksum; a part that differs is refused, so two messages are never
/// mixed. Work and memory are bounded by `TransportLimits`, whatever arrives.
public struct URDecoder: Sendable {
  private let first: URPart
  private let chooser: FragmentChooser
  private var system: FragmentSystem
  private var finished: UR?

  /// Begins a message with any of its parts.
  ///
  /// Throws: `messageChecksumMismatch` if the message is that one part and is damaged.
  public init(first part: URPart, limits: TransportLimits = .standard) throws(QRTransportError) {
    first = part
    chooser = FragmentChooser(count: part.sequenceLength, checksum: part.checksum)
    system = FragmentSystem(
      count: part.sequenceLength, length: part.fragment.count, waitingBytes: limits.waitingBytes)
    try receive(part)
  }

  /// The parts that would suffice if nothing were lost.
  public var needed: Int { first.sequenceLength }
  /// How many parts so far told something new: the message is whole when it reaches `needed`.
  public var received: Int { system.rank }
  /// The message, once it is whole and its checksum has been verified.
  public var message: UR? { finished }

  /// Takes one more part; a repeated one changes nothing.
  ///
  /// Throws: `differentMessage` for a part of another message, `contradictoryPart`, `messageChecksumMismatch`.
  /// After an error the parts received before are still held.
  public mutating func receive(_ part: URPart) throws(QRTransportError) {
    try requireSameMessage(part)
    guard finished == nil else { return }
    let fragments = chooser.fragments(of: part.sequenceNumber)
    guard system.insert(fragments: fragments, data: part.fragment) else {
      throw .contradictoryPart(sequenceNumber: part.sequenceNumber)
    }
    guard system.isSolvable else { return }
    let message = Array(system.solved().prefix(first.messageLength))
    guard CRC32.checksum(message) == first.checksum else { throw .messageChecksumMismatch }
    finished = try UR(type: first.type, checkedCBOR: message, limits: .standard)
    system = FragmentSystem(solvedCount: first.sequenceLength)
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
