public import Refusals
public import SecretCodes

/// Refusals of seeds that are written as uniform resources; never with a part of one.
public enum SeedResourceError: HintedError, Equatable, Sendable {
  /// The text is not such a resource, or one of several QR codes.
  case resource
  /// A letter pair is not one of the bytewords, or the checksum does not match.
  case bytewords(SecretBytewordsError)
  /// What the letters say is not a seed.
  case malformed
  /// The payload has a length that no words have.
  case payloadLength(found: Int)
  /// The words are not valid.
  case words(MnemonicError)
  /// The words are not English, and this form says nothing of a language.
  case notEnglish(MnemonicLanguage)
}

extension SeedResourceError {
  init(_ error: SecretResourceError) {
    switch error {
    case .resource: self = .resource
    case .bytewords(let error): self = .bytewords(error)
    }
  }

  public var description: String {
    switch self {
    case .resource: "this is not a seed as a uniform resource in one QR code"
    case .bytewords(let error): "seed as a uniform resource: \(error)"
    case .malformed:
      "seed as a uniform resource: the letters are valid, but they do not encode a seed"
    case .payloadLength(let found):
      "seed as a uniform resource: \(found) bytes; there must be 16, 20, 24, 28 or 32"
    case .words(let error): "seed as a uniform resource: \(error)"
    case .notEnglish(let language):
      "the words are \(language), but a crypto-seed can only hold English ones"
    }
  }

  /// Nil: no rule is about words and keys that somebody mistyped; the sentence names their standard.
  public var rule: Rule? { nil }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .resource: "give ur:crypto-seed/..., ur:seed/... or ur:crypto-bip39/... as one line"
    case .bytewords(let error): error.hint
    case .malformed, .payloadLength: "have the seed written again, or give its words"
    case .words(let error): error.hint
    case .notEnglish: "write it as crypto-bip39, which names the language"
    }
  }
}
