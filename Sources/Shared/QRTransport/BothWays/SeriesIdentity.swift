internal import Hashes

/// What tells one series of parts from another in a report: a number, and how many parts there are.
///
/// Who shows a series and who reads it find the same one. It is no proof of anything.
public struct SeriesIdentity: Hashable, Sendable {
  /// Of `ur:` the checksum that each part has; of other forms a checksum of what all parts have in common.
  public let identifier: UInt32
  /// Parts that suffice if none is lost.
  public let count: Int

  /// An identity as a report has it.
  public init(identifier: UInt32, count: Int) {
    (self.identifier, self.count) = (identifier, count)
  }

  init(_ series: SymbolFrame.Series) {
    switch series {
    case .ur(_, let count, _, let checksum, _):
      (identifier, self.count) = (checksum, count)
    case .first(let type, let total, let digest):
      identifier = CRC32.checksum(Array("ur1 \(type) \(total) ".utf8) + (digest ?? []))
      count = total
    case .bbqr(let encoding, let kind, let total):
      identifier = CRC32.checksum(
        [0x42, 0x24, encoding.rawValue] + Array("\(kind.rawValue)\(total)".utf8))
      count = total
    case .specter(let total):
      identifier = CRC32.checksum(Array("specter \(total)".utf8))
      count = total
    }
  }
}

/// How far a series is: what a report says of it.
public struct SeriesState: Equatable, Sendable {
  /// Which series.
  public let series: SeriesIdentity
  /// How many parts told something new.
  public let received: Int
  /// Parts that are not known yet, from 0: the first, and those of a report's window behind it.
  public let missing: [Int]
}

extension FrameEncoder {
  /// What a receiver's report calls the series; nil where one QR code is all.
  public var identity: SeriesIdentity? {
    guard !isSingle,
      let frame = try? SymbolFrame(parsing: Array(frame(0).utf8), limits: .standard)
    else { return nil }
    return frame.series.map(SeriesIdentity.init)
  }
}

extension FrameCollector {
  /// The parts that are not known, the first and those of a report's window behind it.
  var missing: [Int] {
    var places: [Int] = []
    let (total, isKnown) = knowledge
    for place in 0..<total where !isKnown(place) {
      if let first = places.first, place - first >= ReceptionReport.window { break }
      places.append(place)
    }
    return places
  }
}
