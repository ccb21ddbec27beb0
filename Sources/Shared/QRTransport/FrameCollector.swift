/// Receives the contents of symbols as they are read, in any order, with loss and repeats, until a message is whole.
///
/// Sans-I/O: where the symbols come from is the caller's affair. One message at a time: a symbol of another message is
/// refused and changes nothing (R22).
public struct FrameCollector: Sendable {
  /// A whole message, by the way it was carried.
  public enum Message: Equatable, Sendable {
    /// A uniform resource.
    case ur(UR)
    /// A BBQr file with the letter of its type.
    case bbqr(BBQrFile)
    /// A symbol that stands for itself: whatever it says.
    case plain([UInt8])
  }

  /// Where a message stands after a symbol.
  public enum Progress: Equatable, Sendable {
    /// `received` parts of the `needed` ones told something new so far; both count parts, not symbols.
    case collecting(received: Int, needed: Int)
    /// The message is whole.
    case complete(Message)
  }

  private let limits: TransportLimits
  // At most one of them. Not an enum: taking a decoder out of one and putting it back copies its message.
  private var ur: URDecoder?
  private var bbqr: BBQrDecoder?
  private var specter: SpecterDecoder?
  /// The message, once it is whole.
  public private(set) var message: Message?

  /// A collector for one message.
  public init(limits: TransportLimits = .standard) { self.limits = limits }

  /// Whether a symbol says that it is a resource, a part of one, of a BBQr file, or of a text of Specter's.
  public static func isFrame(_ symbol: [UInt8]) -> Bool {
    URFrame.recognizes(symbol) || BBQrPart.recognizes(symbol) || SpecterPart.recognizes(symbol)
  }

  /// How far the message is; nil before the first symbol of a series.
  public var progress: Progress? {
    if let message { return .complete(message) }
    if let ur { return .collecting(received: ur.received, needed: ur.needed) }
    if let bbqr { return .collecting(received: bbqr.received, needed: bbqr.needed) }
    if let specter { return .collecting(received: specter.received, needed: specter.needed) }
    return nil
  }

  /// Takes the content of one symbol.
  ///
  /// Once the message is whole, later symbols are not looked at.
  ///
  /// Throws: any error of the symbol. What was received before it is still held, so a caller may go on.
  @discardableResult
  public mutating func receive(_ frame: [UInt8]) throws(QRTransportError) -> Progress {
    if let message { return .complete(message) }
    if URFrame.recognizes(frame) {
      return try receive(URFrame(parsing: frame, limits: limits))
    }
    if BBQrPart.recognizes(frame) {
      return try receive(BBQrPart(parsing: frame, limits: limits))
    }
    if SpecterPart.recognizes(frame) {
      return try receive(SpecterPart(parsing: frame, limits: limits))
    }
    guard ur == nil, bbqr == nil, specter == nil else { throw .unexpectedFrame }
    guard frame.count <= limits.messageBytes else {
      throw .messageTooLong(bytes: UInt64(frame.count), limit: limits.messageBytes)
    }
    return complete(.plain(frame))
  }

  /// Takes the content of one symbol as text.
  @discardableResult
  public mutating func receive(_ text: String) throws(QRTransportError) -> Progress {
    try receive(Array(text.utf8))
  }

  private mutating func complete(_ message: Message) -> Progress {
    self.message = message
    (ur, bbqr, specter) = (nil, nil, nil)
    return .complete(message)
  }

  private mutating func receive(_ frame: URFrame) throws(QRTransportError) -> Progress {
    guard bbqr == nil, specter == nil else { throw .unexpectedFrame }
    switch frame {
    case .whole(let whole):
      guard ur == nil else { throw .unexpectedFrame }
      return complete(.ur(whole))
    case .part(let part):
      if ur == nil {
        ur = try URDecoder(first: part, limits: limits)
      } else {
        try ur?.receive(part)
      }
      if let message = ur?.message { return complete(.ur(message)) }
      return .collecting(received: ur?.received ?? 0, needed: ur?.needed ?? 0)
    }
  }

  private mutating func receive(_ part: BBQrPart) throws(QRTransportError) -> Progress {
    guard ur == nil, specter == nil else { throw .unexpectedFrame }
    var decoder = bbqr ?? BBQrDecoder(first: part, limits: limits)
    try decoder.receive(part)
    if let file = decoder.file { return complete(.bbqr(file)) }
    bbqr = decoder
    return .collecting(received: decoder.received, needed: decoder.needed)
  }

  /// The text stands for itself once it is whole, as that of one symbol does.
  private mutating func receive(_ part: SpecterPart) throws(QRTransportError) -> Progress {
    guard ur == nil, bbqr == nil else { throw .unexpectedFrame }
    var decoder = specter ?? SpecterDecoder(first: part)
    try decoder.receive(part)
    if let text = decoder.text { return complete(.plain(text)) }
    specter = decoder
    return .collecting(received: decoder.received, needed: decoder.needed)
  }
}
