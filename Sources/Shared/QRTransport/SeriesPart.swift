/// Where the part in a QR code stands among those of its message.
public struct SeriesPart: Equatable, Sendable {
  /// The series that it is of, of more than one part.
  public let series: SeriesIdentity
  /// Its number, from 1; of a uniform resource one over the number of parts is that of a spare part, which mixes
  /// others.
  public let number: Int

  /// Reads what a QR code says of itself; nil where it is no part, is the only one, or is damaged.
  public init?(symbol: [UInt8]) {
    guard let frame = try? SymbolFrame(parsing: symbol, limits: .standard), let key = frame.series
    else { return nil }
    switch frame {
    case .part(let part): number = Int(part.sequenceNumber)
    case .first(let part): number = part.number
    case .bbqr(let part): number = part.index + 1
    case .specter(let part): number = part.number
    case .resource, .plain: return nil
    }
    series = SeriesIdentity(key)
    guard series.count > 1 else { return nil }
  }
}
