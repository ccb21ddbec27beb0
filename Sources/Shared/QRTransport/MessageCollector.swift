/// Receives the contents of QR codes of any number of messages, as pictures show them: in any
/// order, mixed, with loss, repeats, and with QR codes among them that are wrong.
///
/// Parts are sorted by the message that they say they belong to, so that a part of another message,
/// real or made up, does no harm. Nothing is swallowed: each QR code that was not used is in
/// `troubles` or `leftOut`, with its picture.
public struct MessageCollector: Sendable {
  /// A whole message, and the picture that made it whole.
  public struct Found: Sendable {
    /// The message.
    public let message: FrameCollector.Message
    /// The picture that made it whole, by the number that the caller gave it.
    public let source: Int
    /// The parts that it came in; nil for a resource in one QR code.
    public let series: SeriesIdentity?
  }

  /// What was wrong with the QR code of a picture.
  public struct Trouble: Equatable, Sendable {
    /// Why the QR code could not be used.
    public let error: QRTransportError
    /// The picture that showed it, by the number that the caller gave it.
    public let source: Int
  }

  /// The most messages whose parts are kept apart.
  public static let seriesLimit = 8
  /// The most messages that are kept.
  public static let messagesLimit = 64
  /// The most troubles that are kept; `troubleCount` goes on.
  public static let troublesLimit = 64

  private let isWhole: @Sendable (FrameCollector.Message) -> Bool
  private var series: [(key: SymbolFrame.Series, collector: FrameCollector, source: Int)] = []
  private var whole: Set<UR> = []
  /// The messages that are whole, in the order in which they became so.
  public private(set) var messages: [Found] = []
  /// What was wrong with QR codes, the first ones.
  public private(set) var troubles: [Trouble] = []
  /// How many QR codes something was wrong with.
  public private(set) var troubleCount = 0
  private var lost: [FrameCollector.LeftOut] = []
  /// The series that a part came of last.
  private var newest: SymbolFrame.Series?

  /// A collector; `isWhole` as for `FrameCollector`.
  public init(isWhole: @escaping @Sendable (FrameCollector.Message) -> Bool = { _ in true }) {
    self.isWhole = isWhole
  }

  /// How far the message is that began first, of those that are not whole; nil when there is none.
  ///
  /// Where it came in parts of several sizes, those that are farthest count.
  public var progress: (received: Int, needed: Int)? {
    var first: SymbolFrame.Series?
    var farthest: (received: Int, needed: Int)?
    for entry in series where entry.collector.message == nil {
      guard case .collecting(let received, let needed) = entry.collector.progress,
        first.map({ Self.isSameMessage($0, entry.key) }) ?? true
      else { continue }
      first = first ?? entry.key
      if let known = farthest, received * known.needed < known.received * needed { continue }
      farthest = (received, needed)
    }
    return farthest
  }

  /// Whether two series are of one uniform resource, in parts of one size or of two.
  private static func isSameMessage(_ one: SymbolFrame.Series, _ other: SymbolFrame.Series) -> Bool
  {
    guard case .ur(let type, _, let length, let checksum, _) = one,
      case .ur(type, _, length, checksum, _) = other
    else { return false }
    return true
  }

  /// How far the series is that a part came of last; nil when none is waited for.
  public var state: SeriesState? {
    guard let newest,
      let entry = series.last(where: { $0.key == newest && $0.collector.message == nil }),
      case .collecting(let received, _) = entry.collector.progress
    else { return nil }
    return SeriesState(
      series: SeriesIdentity(newest), received: received, missing: entry.collector.missing)
  }

  /// The messages of which parts came, but not enough: how many of how many, and the picture of the
  /// first.
  ///
  /// A message that is whole may have begun in parts of another size: those are not counted.
  public var unfinished: [(received: Int, needed: Int, source: Int)] {
    series.compactMap { entry in
      guard entry.collector.message == nil, !isWhole(entry.key),
        case .collecting(let received, let needed) = entry.collector.progress
      else { return nil }
      return (received, needed, entry.source)
    }
  }

  /// Why the parts cannot become a message any more; nil while they may.
  public var failure: QRTransportError? {
    let open = series.filter { $0.collector.message == nil }
    guard !open.isEmpty, open.allSatisfy({ $0.collector.failure != nil }) else { return nil }
    return open.first?.collector.failure
  }

  /// The parts that were left out of the messages that are whole, because they do not go with the
  /// others.
  public var leftOut: [FrameCollector.LeftOut] { lost }

  /// Takes the content of one QR code that `FrameCollector.isFrame`; `source` is what the caller
  /// calls its picture.
  public mutating func receive(_ symbol: [UInt8], source: Int = 0) {
    do throws(QRTransportError) {
      let frame = try SymbolFrame(parsing: symbol, limits: .standard)
      guard let key = frame.series else {
        if case .resource(let resource) = frame, whole.insert(resource).inserted {
          try add(.ur(resource), source, nil)
        }
        return
      }
      try receive(frame, of: key, source)
    } catch {
      note(error, source)
    }
  }

  /// Says that no further QR code will come.
  public mutating func end() {
    for index in series.indices where series[index].collector.message == nil {
      series[index].collector.end()
      if series[index].collector.message != nil { try? finish(index, series[index].source) }
    }
  }

  /// Whether a series is of a uniform resource that came in parts of another size.
  private func isWhole(_ key: SymbolFrame.Series) -> Bool {
    series.contains { $0.collector.message != nil && Self.isSameMessage($0.key, key) }
  }

  private mutating func receive(
    _ frame: SymbolFrame, of key: SymbolFrame.Series, _ source: Int
  ) throws(QRTransportError) {
    newest = key
    let known = series.indices.filter { series[$0].key == key }
    if case .part(let part) = frame, let index = known.first,
      series[index].collector.message != nil
    {
      // The checksum of the message has proved it: this part is forged, and changes nothing any
      // more.
      if !series[index].collector.holds(frame), lost.count < Self.troublesLimit {
        lost.append(FrameCollector.LeftOut(part: Int(part.sequenceNumber), source: source))
      }
      return
    }
    if known.contains(where: {
      series[$0].collector.message != nil && series[$0].collector.holds(frame)
    }) {
      return
    }
    let index: Int
    if let open = known.first(where: { series[$0].collector.message == nil }) {
      index = open
    } else {
      index = try begin(key, source)
    }
    do throws(QRTransportError) {
      _ = try series[index].collector.receive(frame, source: source)
    } catch {
      // A collector without parts takes no place.
      if series[index].collector.progress == nil { series.remove(at: index) }
      throw error
    }
    if series[index].collector.message != nil { try finish(index, source) }
  }

  private mutating func begin(
    _ key: SymbolFrame.Series, _ source: Int
  ) throws(QRTransportError) -> Int {
    guard series.count < Self.seriesLimit else { throw .tooManySeries(limit: Self.seriesLimit) }
    var limits = TransportLimits.standard
    if !series.isEmpty { limits.waitingBytes = 8 << 20 }
    series.append((key, FrameCollector(limits: limits, isWhole: isWhole), source))
    return series.count - 1
  }

  private mutating func finish(_ index: Int, _ source: Int) throws(QRTransportError) {
    let collector = series[index].collector
    guard let message = collector.message else { return }
    lost += collector.leftOut
    try add(message, source, SeriesIdentity(series[index].key))
    // Parts of the same form that were left out may be those of a second message.
    guard !collector.remainder.isEmpty, series.count < Self.seriesLimit else { return }
    let next = try begin(series[index].key, collector.remainder[0].source)
    for (frame, source) in collector.remainder {
      _ = try? series[next].collector.receive(frame, source: source)
    }
    if series[next].collector.message != nil { try finish(next, source) }
  }

  private mutating func add(
    _ message: FrameCollector.Message, _ source: Int, _ series: SeriesIdentity?
  ) throws(QRTransportError) {
    guard !messages.contains(where: { $0.message == message }) else { return }
    guard messages.count < Self.messagesLimit else {
      throw .tooManySeries(limit: Self.messagesLimit)
    }
    messages.append(Found(message: message, source: source, series: series))
  }

  private mutating func note(_ error: QRTransportError, _ source: Int) {
    troubleCount += 1
    if troubles.count < Self.troublesLimit {
      troubles.append(Trouble(error: error, source: source))
    }
  }
}
