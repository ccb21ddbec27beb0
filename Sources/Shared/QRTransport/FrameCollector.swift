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

  private enum State: Sendable {
    case empty
    case ur(URDecoder)
    case bbqr(BBQrDecoder)
    case complete(Message)
  }

  private let limits: TransportLimits
  private var state = State.empty

  /// A collector for one message.
  public init(limits: TransportLimits = .standard) { self.limits = limits }

  /// The message, once it is whole.
  public var message: Message? {
    if case .complete(let message) = state { return message }
    return nil
  }

  /// How far the message is; nil before the first symbol of a series.
  public var progress: Progress? {
    switch state {
    case .empty: nil
    case .ur(let decoder): .collecting(received: decoder.received, needed: decoder.needed)
    case .bbqr(let decoder): .collecting(received: decoder.received, needed: decoder.needed)
    case .complete(let message): .complete(message)
    }
  }

  /// Takes the content of one symbol.
  ///
  /// Once the message is whole, later symbols are not looked at.
  ///
  /// Throws: any error of the symbol. What was received before it is still held, so a caller may go on.
  @discardableResult
  public mutating func receive(_ frame: [UInt8]) throws(QRTransportError) -> Progress {
    if case .complete(let message) = state { return .complete(message) }
    if URFrame.recognizes(frame) {
      return try receive(URFrame(parsing: frame, limits: limits))
    }
    if BBQrPart.recognizes(frame) {
      return try receive(BBQrPart(parsing: frame, limits: limits))
    }
    guard case .empty = state else { throw .unexpectedFrame }
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
    state = .complete(message)
    return .complete(message)
  }

  private mutating func receive(_ frame: URFrame) throws(QRTransportError) -> Progress {
    switch (frame, state) {
    case (.whole(let ur), .empty): return complete(.ur(ur))
    case (.whole, _): throw .unexpectedFrame
    case (.part(let part), .empty):
      return try advance(URDecoder(first: part, limits: limits))
    case (.part(let part), .ur(var decoder)):
      // The decoder leaves the enum while it changes: two owners would copy the whole message each time.
      state = .empty
      do {
        try decoder.receive(part)
      } catch {
        state = .ur(decoder)
        throw error
      }
      return try advance(decoder)
    case (.part, _): throw .unexpectedFrame
    }
  }

  private mutating func advance(_ decoder: URDecoder) throws(QRTransportError) -> Progress {
    if let message = decoder.message { return complete(.ur(message)) }
    state = .ur(decoder)
    return .collecting(received: decoder.received, needed: decoder.needed)
  }

  private mutating func receive(_ part: BBQrPart) throws(QRTransportError) -> Progress {
    var decoder: BBQrDecoder
    switch state {
    case .empty: decoder = BBQrDecoder(first: part, limits: limits)
    case .bbqr(let current): decoder = current
    default: throw .unexpectedFrame
    }
    try decoder.receive(part)
    if let file = decoder.file { return complete(.bbqr(file)) }
    state = .bbqr(decoder)
    return .collecting(received: decoder.received, needed: decoder.needed)
  }
}
