/// Receives the contents of QR codes as they are read, in any order, with loss and repeats, until a
/// message is whole.
///
/// Sans-I/O: the caller decides where the QR codes come from. One message at a time: a QR code of
/// another message is refused and changes nothing (R22).
public struct FrameCollector: Sendable {
  /// A whole message, by the way it was carried.
  public enum Message: Equatable, Sendable {
    /// A uniform resource.
    case ur(UR)
    /// A BBQr file with the letter of its type.
    case bbqr(BBQrFile)
    /// A QR code that is a message by itself, whatever it says.
    case plain([UInt8])
  }

  /// Where a message stands after a QR code.
  public enum Stage: Equatable, Sendable {
    /// `received` parts of the `needed` ones told something new so far; both count parts, not QR
    /// codes.
    case collecting(received: Int, needed: Int)
    /// The message is whole.
    case complete(Message)
  }

  /// A part that was left out of a message that is whole, because it does not go with the others.
  public struct LeftOut: Hashable, Sendable {
    /// Its number, from 1.
    public let part: Int
    /// What the caller called the picture that it came from.
    public let source: Int
  }

  private let limits: TransportLimits
  private let isWhole: @Sendable (Message) -> Bool
  // At most one of them. Not an enum: taking a decoder out of one and putting it back copies its
  // message.
  private var ur: URDecoder?
  private var first: FirstURDecoder?
  private var bbqr: BBQrDecoder?
  private var specter: SpecterDecoder?
  /// The message, once it is whole.
  public private(set) var message: Message?
  /// The parts that the message was not made of, once it is whole.
  public private(set) var leftOut: [LeftOut] = []
  /// Why the parts cannot become a message any more, though all of them came more than once; nil
  /// while they may.
  public private(set) var failure: QRTransportError?
  private var lastTrouble: QRTransportError?
  /// The parts that the message was made of, and those beside them, where they have no checksum.
  private var finished: PartSeries?
  private var finishedResource: URDecoder?
  /// The parts left out, as they came: they may belong to a second message of the same form.
  private(set) var remainder: [(frame: SymbolFrame, source: Int)] = []

  /// A collector for one message.
  ///
  /// `isWhole` judges what parts without a checksum of their own make (BBQr, Specter's): a part
  /// that was cut off or slipped in is recognised by what the parts become. It is asked a bounded
  /// number of times.
  public init(
    limits: TransportLimits = .standard,
    isWhole: @escaping @Sendable (Message) -> Bool = { _ in true }
  ) {
    self.limits = limits
    self.isWhole = isWhole
  }

  /// Whether a QR code says that it is a resource, a part of one, of a BBQr file, or of a text of
  /// Specter's.
  public static func isFrame(_ symbol: [UInt8]) -> Bool {
    URFrame.recognizes(symbol) || BBQrPart.recognizes(symbol) || SpecterPart.recognizes(symbol)
  }

  /// Whether a QR code is a uniform resource, or a part of one, in the first version of `ur:`.
  public static func isFirstVersion(_ symbol: [UInt8]) -> Bool {
    guard URFrame.recognizes(symbol) else { return false }
    return FirstURPart.recognizes(
      symbol[3...].split(separator: 0x2F, maxSplits: 3, omittingEmptySubsequences: false))
  }

  /// How far the message is; nil before the first QR code of a series.
  public var progress: Stage? {
    if let message { return .complete(message) }
    if let ur { return .collecting(received: ur.received, needed: ur.needed) }
    if let series {
      // While all parts came but do not make a message, at least one more is needed.
      return .collecting(received: min(series.received, series.total - 1), needed: series.total)
    }
    return nil
  }

  /// How many parts there are, and which of them are known; no part where nothing is waited for.
  var knowledge: (total: Int, isKnown: (Int) -> Bool) {
    if let ur { return (ur.needed, ur.isKnown) }
    if let series { return (series.total, series.isReceived) }
    return (0, { _ in true })
  }

  private var series: PartSeries? { bbqr?.series ?? specter?.series ?? first?.series }

  /// Whether no series has begun yet.
  private var isEmpty: Bool { ur == nil && first == nil && bbqr == nil && specter == nil }

  /// Takes the content of one QR code; `source` is what the caller calls the picture that it came
  /// from.
  ///
  /// Once the message is whole, later QR codes are not looked at.
  ///
  /// Throws: any error of the QR code. What was received before it is still held, so a caller may
  /// go on; a part that contradicts another one is held as well, because nobody knows yet which of
  /// them is wrong.
  @discardableResult
  public mutating func receive(_ frame: [UInt8], source: Int = 0) throws(QRTransportError)
    -> Stage
  {
    if let message { return .complete(message) }
    return try receive(SymbolFrame(parsing: frame, limits: limits), source: source)
  }

  /// Takes the content of one QR code as text.
  @discardableResult
  public mutating func receive(_ text: String) throws(QRTransportError) -> Stage {
    try receive(Array(text.utf8))
  }

  mutating func receive(_ frame: SymbolFrame, source: Int) throws(QRTransportError) -> Stage {
    if let message { return .complete(message) }
    do throws(QRTransportError) {
      switch frame {
      case .resource(let resource):
        guard isEmpty else { throw .unexpectedFrame }
        return complete(.ur(resource))
      case .part(let part): try receive(part, source)
      case .first(let part): try receive(part, source)
      case .bbqr(let part): try receive(part, source)
      case .specter(let part): try receive(part, source)
      case .plain(let bytes):
        guard isEmpty else { throw .unexpectedFrame }
        return complete(.plain(bytes))
      }
    } catch {
      lastTrouble = error
      conclude(if: series?.isExhausted ?? ur?.isExhausted ?? false)
      throw error
    }
    conclude(if: series?.isExhausted ?? ur?.isExhausted ?? false)
    return progress ?? .collecting(received: 0, needed: 1)
  }

  /// Ends the waiting for parts: no further QR code will come.
  ///
  /// Parts that are all there, each with one content, make the message even when `isWhole` refuses
  /// it: then whoever reads it says what is wrong with it.
  public mutating func end() { conclude(if: series?.isFull ?? false) }

  private mutating func conclude(if isDue: Bool) {
    guard isDue, message == nil else { return }
    if let series, !series.isAmbiguous {
      finished = series
      if let file = bbqr?.doubtful { _ = complete(.bbqr(file)) }
      if let text = specter?.doubtful { _ = complete(.plain(text)) }
    }
    if message == nil { failure = lastTrouble ?? .notWhole }
  }

  private mutating func complete(_ message: Message) -> Stage {
    self.message = message
    failure = nil
    (ur, first, bbqr, specter) = (nil, nil, nil, nil)
    return .complete(message)
  }

  /// Whether a part is one of the message that is whole, or was left out of it.
  func holds(_ frame: SymbolFrame) -> Bool {
    switch frame {
    case .part(let part): finishedResource?.agrees(part) ?? true
    case .first(let part): finished?.holds(part.content, at: part.number - 1) ?? true
    case .bbqr(let part): finished?.holds(part.content, at: part.index) ?? true
    case .specter(let part): finished?.holds(part.content, at: part.number - 1) ?? true
    case .resource, .plain: true
    }
  }

  private mutating func receive(_ part: URPart, _ source: Int) throws(QRTransportError) {
    guard first == nil, bbqr == nil, specter == nil else { throw .unexpectedFrame }
    if ur == nil {
      ur = try URDecoder(first: part, limits: limits, source: source)
    } else {
      try ur?.receive(part, source: source)
    }
    guard let decoder = ur, let message = decoder.message else { return }
    leftOut = decoder.leftOut
    finishedResource = decoder
    _ = complete(.ur(message))
  }

  private mutating func receive(_ part: FirstURPart, _ source: Int) throws(QRTransportError) {
    guard ur == nil, bbqr == nil, specter == nil else { throw .unexpectedFrame }
    if first == nil { first = FirstURDecoder(first: part, limits: limits) }
    try first?.receive(part, source: source)
    guard let decoder = first, let resource = decoder.resource else { return }
    leftOut = decoder.leftOut.map { LeftOut(part: $0.index + 1, source: $0.source) }
    finished = decoder.series
    _ = complete(.ur(resource))
  }

  private mutating func receive(_ part: BBQrPart, _ source: Int) throws(QRTransportError) {
    guard ur == nil, first == nil, specter == nil else { throw .unexpectedFrame }
    if bbqr == nil { bbqr = BBQrDecoder(first: part, limits: limits) }
    do throws(QRTransportError) {
      try bbqr?.receive(part, source: source, isWhole: isWhole)
    } catch {
      // Nothing is kept of a file of one part that is not a file.
      if part.total == 1 { bbqr = nil }
      throw error
    }
    guard let decoder = bbqr, let file = decoder.file else { return }
    leftOut = decoder.leftOut.map { LeftOut(part: $0.index + 1, source: $0.source) }
    remainder = decoder.leftOut.map {
      (.bbqr(BBQrPart(of: part, index: $0.index, content: $0.content)), $0.source)
    }
    finished = decoder.series
    _ = complete(.bbqr(file))
  }

  /// A whole text is a message by itself, like that of a single QR code.
  private mutating func receive(_ part: SpecterPart, _ source: Int) throws(QRTransportError) {
    guard ur == nil, first == nil, bbqr == nil else { throw .unexpectedFrame }
    if specter == nil { specter = SpecterDecoder(first: part) }
    try specter?.receive(part, source: source, isWhole: isWhole)
    guard let decoder = specter, let text = decoder.text else { return }
    leftOut = decoder.leftOut.map { LeftOut(part: $0.index + 1, source: $0.source) }
    remainder = decoder.leftOut.map {
      let part = SpecterPart(number: $0.index + 1, total: part.total, content: $0.content)
      return (.specter(part), $0.source)
    }
    finished = decoder.series
    _ = complete(.plain(text))
  }
}
