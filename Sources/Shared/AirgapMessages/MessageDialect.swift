internal import Bytes
public import QRTransport

/// How a message was written, so that its answer can be written alike.
public enum MessageDialect: Hashable, Sendable {
  /// Bytes as they are, or in a form that has no other name here.
  case binary
  /// Text in Base64.
  case base64
  /// Text in hexadecimal.
  case hex
  /// Electrum's text in base 43.
  case base43
  /// A uniform resource with a type of the first registry, such as `crypto-psbt`.
  case ur
  /// A uniform resource with a type of the second registry, such as `psbt`.
  case newerUR
  /// A uniform resource of the first version, in BC32.
  case firstUR
  /// BBQr.
  case bbqr
  /// Specter's parts.
  case specter
  /// A payment made short, between this project's two programs.
  case compact

  /// The dialect of a message that QR codes carried; `symbol` is the content of one of them.
  public init(of carried: FrameCollector.Message, in symbol: [UInt8]) {
    switch carried {
    case .bbqr: self = .bbqr
    case .plain(let bytes):
      self = FrameCollector.isFrame(symbol) ? .specter : Self(ofPlain: bytes)
    case .ur(let ur):
      if FrameCollector.isFirstVersion(symbol) {
        self = .firstUR
      } else if ur.type == PaymentMessage.newerType {
        self = .newerUR
      } else if ur.type == BytesMessage.type,
        let bytes = (try? CBORReader.parse(ur.cbor))?.bytesValue, CompactPayment.recognizes(bytes)
      {
        self = .compact
      } else {
        self = .ur
      }
    }
  }

  /// The dialect of a file, a pasted text or a QR code that is a message by itself.
  public init(ofPlain bytes: [UInt8]) {
    let text = bytes.drop(while: Self.isBlank)
    let first = text.prefix { !Self.isBlank($0) }
    if FrameCollector.isFrame(Array(first.prefix(512))) {
      let symbol = Array(first)
      var collector = FrameCollector()
      // A series as lines of text: its first line tells the dialect as well as the whole does.
      if case .complete(let carried) = try? collector.receive(symbol) {
        self = Self(of: carried, in: symbol)
      } else {
        self = Self(ofPart: symbol)
      }
    } else if CompactPayment.recognizes(bytes) {
      self = .compact
    } else if first.starts(with: Array("cHNidP".utf8)) {
      self = .base64
    } else if !first.isEmpty, text.allSatisfy({ Self.isHex($0) || Self.isBlank($0) }) {
      self = .hex
    } else if !first.isEmpty,
      text.allSatisfy({ Alphabet.base43.values[Int($0)] < 43 || Self.isBlank($0) })
    {
      self = .base43
    } else {
      self = .binary
    }
  }

  private init(ofPart symbol: [UInt8]) {
    let text = String(decoding: symbol.prefix(24), as: UTF8.self).lowercased()
    if FrameCollector.isFirstVersion(symbol) {
      self = .firstUR
    } else if text.hasPrefix("ur:\(PaymentMessage.newerType)/") {
      self = .newerUR
    } else if text.hasPrefix("ur:") {
      self = .ur
    } else {
      self = text.hasPrefix("b$") ? .bbqr : .specter
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
  }
}
