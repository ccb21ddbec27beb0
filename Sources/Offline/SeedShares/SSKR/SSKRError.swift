public import Refusals
internal import SecretCodes
public import SecureMemory

/// Refusals of one share of SSKR; never with a part of it.
///
/// Positions count words from 1.
public enum SSKRError: HintedError, Equatable, Sendable {
  /// The text is longer than any share: bytes.
  case tooLong(limit: Int)
  /// A word, or a pair of letters, is not one of the bytewords.
  case word(position: Int)
  /// The words are all in the list, but one is wrong or in the wrong place.
  case checksum
  /// The uniform resource is not a share, or one of several QR codes.
  case resource
  /// What the words say is not a share.
  case malformed
  /// More groups are needed than there are.
  case groupThreshold(needed: Int, count: Int)
  /// A secret has fewer than 16 or more than 32 bytes, or an odd number.
  case secretLength(found: Int)
  /// There is no randomness to split with.
  case randomness(RandomnessError)
}

extension SSKRError {
  /// What a refusal of its bytewords says of a share.
  init(_ error: SecretBytewordsError) {
    switch error {
    case .tooLong(let limit): self = .tooLong(limit: limit)
    case .word(let position): self = .word(position: position)
    case .checksum: self = .checksum
    case .tooShort: self = .malformed
    }
  }

  public var description: String {
    switch self {
    case .tooLong(let limit): "the text is longer than \(limit) bytes"
    case .word(let position): "word \(position) is not a byteword"
    case .checksum:
      "the words of the share do not belong together: their checksum does not match (SSKR)"
    case .resource: "this is not a share of SSKR in one QR code"
    case .malformed: "the words are well written, but they are not a share of SSKR"
    case .groupThreshold(let needed, let count):
      "the share is malformed: it needs \(needed) of \(count) groups"
    case .secretLength(let found):
      "a secret of \(found) bytes; there must be 16 to 32, and an even number"
    case .randomness(let error): "\(error)"
    }
  }

  /// The rule that refuses it, where the machine gives no randomness.
  ///
  /// A share that was mistyped breaks a standard, which the sentence names.
  public var rule: Rule? {
    if case .randomness(let error) = self { error.rule } else { nil }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .tooLong: "give one share alone"
    case .word(let position): "compare word \(position) with the sheet, letter by letter"
    case .checksum: "a word is wrong or in the wrong place: compare all of them with the sheet"
    case .resource: "scan a QR code that starts with ur:sskr/ or ur:crypto-sskr/"
    case .malformed, .groupThreshold: "look for another share of the set"
    case .secretLength: "use 16 or 32 bytes"
    case .randomness(let error): error.hint
    }
  }
}
