public import Refusals
public import ScriptVerification

/// Why a signature of a message proves nothing.
public enum MessageError: HintedError, Equatable, Sendable {
  /// The signature, or the file that holds it, is not of the form that it says.
  case form(String, what: String)
  /// The recoverable key is not the one of the address, or there is none: another text, key or address.
  case otherKey
  /// A recoverable signature says nothing about an address of this kind.
  case notForKey
  /// The transaction does not spend what commits to this text and address.
  case otherMessage
  /// The transaction or PSBT is not made as BIP-322 says.
  case transaction(what: String)
  /// A coin of a proof of funds is not proved, or contradicts itself.
  case coin(input: Int, what: String)
  /// The scripts do not allow the spend: a signature is wrong, or of another text.
  case script(input: Int, ScriptError)
  /// The text cannot be signed so that a person has read what is agreed to.
  case unreadable(String)
  /// Checking takes more work than is done for one message.
  case work

  public var description: String {
    switch self {
    case .form(let name, let what): "the \(name) cannot be read: \(what)"
    case .otherKey:
      "the signature is wrong: the key of this address did not sign this text"
    case .notForKey:
      "a signature of 65 bytes is of one key, but this address does not stand for one key"
    case .otherMessage: "the signature is of another text, or of another address"
    case .transaction(let what): "the signature is not made as BIP-322 says: \(what)"
    case .coin(let input, let what): "the coin of input \(input): \(what)"
    case .script(0, .nullFail), .script(0, .evaluatedFalse), .script(0, .schnorrSignature):
      "the signature is wrong: the keys of this address did not sign this text"
    case .script(0, let error): "the signature is wrong: \(error) (\(error.coreName))"
    case .script(let input, let error):
      "the signature for the coin of input \(input) is wrong: \(error) (\(error.coreName))"
    case .unreadable(let why): "this text is not signed: \(why)"
    case .work: "checking the signature takes more work than is done for one message"
    }
  }

  public var rule: Rule? {
    switch self {
    case .form: nil
    case .otherKey, .notForKey, .otherMessage, .transaction, .script: .r20
    case .coin: .r01
    case .unreadable: .r29
    case .work: .r18
    }
  }

  public var hint: String {
    switch self {
    case .form: "copy the signature again, whole, from the program that made it"
    case .notForKey: "ask for a signature as BIP-322 says: it exists for addresses of every kind"
    case .otherKey, .otherMessage, .script:
      "compare the text letter by letter (blanks and line breaks count) and the whole address; if both are right, trust nothing that it says"
    case .unreadable:
      "ask for a text in words that says what is agreed to; a hash or a key may stand in it"
    case .transaction, .coin, .work: "ask who signed it to sign again with another program"
    }
  }
}
