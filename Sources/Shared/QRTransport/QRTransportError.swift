public import Refusals

/// What can be wrong with a frame, or with a series of frames.
///
/// Carries positions and numbers, never the text of the frame: a frame may be anything, a seed
/// included.
public enum QRTransportError: HintedError, Equatable, Sendable {
  /// The text does not begin with `ur:`.
  case notUR
  /// The type of a UR has a character outside `a-z`, `0-9` and `-`, is empty or over 64 characters.
  case invalidType(position: Int)
  /// The path of a UR is neither `type/body` nor `type/n-m/body`.
  case invalidPath
  /// Two letters at `position` of the body are not a byteword.
  case invalidByteword(position: Int)
  /// The body is too short to hold its own checksum.
  case bodyTooShort(bytes: Int)
  /// The checksum at the end of the body does not match: the QR code was misread or damaged.
  case bodyChecksumMismatch
  /// The CBOR of a part is not an array of four numbers and a byte string.
  case malformedPart
  /// The path of a part and the header inside it disagree (R22).
  case headerMismatch(field: String)
  /// More parts are announced than are ever accepted (R18).
  case tooManyParts(count: UInt64, limit: Int)
  /// A longer message is announced than is ever accepted (R18).
  case messageTooLong(bytes: UInt64, limit: Int)
  /// The number of parts, their length and the length of the message do not go together.
  case inconsistentLengths
  /// The part belongs to another message than the one being received (R22).
  case differentMessage(field: String)
  /// The part contradicts those already received.
  case contradictoryPart(sequenceNumber: UInt32)
  /// All parts are there and the message they make has the wrong checksum.
  case messageChecksumMismatch
  /// The QR code is too small for even one byte of the message.
  case symbolTooSmall(version: Int)
  /// A frame that is a message by itself arrived while a message of several parts is being
  /// received.
  case unexpectedFrame
  /// The header of a BBQr part is malformed.
  case invalidBBQrHeader(position: Int)
  /// The body of a BBQr part is not of its encoding, or of the wrong length.
  case invalidBBQrBody(part: Int)
  /// A part of Specter's series has a number beyond its own count.
  case invalidSpecterHeader
  /// A part of Specter's series has nothing after its header.
  case emptySpecterPart(number: Int)
  /// The compressed content inflates beyond the limit (R18).
  case cannotInflate(limit: Int)
  /// The compressed content is damaged or cut off (R22).
  case damagedContent
  /// A part of a BBQr file is longer or shorter than the others (R22).
  case partLength(part: Int, bytes: Int, expected: Int)
  /// All parts are there, and what they make is not a whole message (R22).
  case notWhole
  /// Parts of more messages are mixed than are kept apart (R22).
  case tooManySeries(limit: Int)

  public var description: String {
    switch self {
    case .notUR: "not a UR: the text does not begin with ur:"
    case .invalidType(let position):
      "UR type: bad character or length at position \(position)"
    case .invalidPath: "UR: neither of the form ur:TYPE/DATA nor ur:TYPE/PART-COUNT/DATA"
    case .invalidByteword(let position):
      "UR body: the letters at position \(position) are not a byteword"
    case .bodyTooShort(let bytes): "UR body: \(bytes) bytes cannot hold a checksum"
    case .bodyChecksumMismatch: "UR body: checksum does not match"
    case .malformedPart: "UR part: not four numbers and a byte string in canonical CBOR"
    case .headerMismatch(let field): "UR part: \(field) differs between path and content"
    case .tooManyParts(let count, let limit):
      "series of QR codes: \(count) parts announced, at most \(limit) accepted"
    case .messageTooLong(let bytes, let limit):
      "series of QR codes: \(bytes) bytes announced, at most \(limit) accepted"
    case .inconsistentLengths:
      "series of QR codes: part count, part length and message length contradict each other"
    case .differentMessage(let field):
      "series of QR codes: \(field) differs; this QR code belongs to another message"
    case .contradictoryPart(let number):
      "series of QR codes: part \(number) contradicts the parts already read"
    case .messageChecksumMismatch:
      "series of QR codes: the checksum of the whole message does not match"
    case .symbolTooSmall(let version): "QR code of version \(version): too small for this message"
    case .unexpectedFrame:
      "series of QR codes: this one is not part of the message being read"
    case .invalidBBQrHeader(let position):
      "BBQr header: bad character at position \(position)"
    case .invalidBBQrBody(let part): "BBQr part \(part): bad character or length"
    case .invalidSpecterHeader:
      "part pMofN of a series: M must be from 1 to N"
    case .emptySpecterPart(let number): "part \(number) of a series pMofN: nothing in it"
    case .cannotInflate(let limit):
      "compressed content: inflates to more than \(limit) bytes"
    case .damagedContent: "compressed content: damaged or cut off"
    case .partLength(let part, let bytes, let expected):
      "BBQr part \(part): \(bytes) bytes, where the other parts have \(expected)"
    case .notWhole:
      "series of QR codes: every part was read, but together they are not a valid message"
    case .tooManySeries(let limit):
      "series of QR codes: parts of more than \(limit) messages are mixed"
    }
  }

  /// The rule that refuses it: R18 for what is beyond a limit, R22 for everything else
  /// that was read; nil for a QR code of ours that is chosen too small.
  public var rule: Rule? {
    switch self {
    case .tooManyParts, .messageTooLong, .cannotInflate: .r18
    case .symbolTooSmall: nil
    default: .r22
    }
  }

  /// What the person can do about it.
  public var hint: String {
    switch self {
    case .tooManyParts, .messageTooLong, .cannotInflate:
      "carry messages over the limit as a file instead of QR codes"
    case .differentMessage, .contradictoryPart, .unexpectedFrame, .messageChecksumMismatch,
      .partLength, .notWhole, .damagedContent, .tooManySeries:
      "show one message at a time and start reading again"
    case .symbolTooSmall: "choose a larger QR code"
    default: "read the QR code again; if that fails again, have the sender make it again"
    }
  }
}
