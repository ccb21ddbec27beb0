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
  /// A signature that a cosigner gave is of no key of the address or coin, or does not sign this text.
  case cosigner(input: Int, what: String)
  /// A coin of a proof of funds is not proved, or contradicts itself.
  case coin(input: Int, what: String)
  /// The amount of a coin is not what the transaction that made it says; both in satoshis.
  case amount(input: Int, claimed: Int64, made: Int64)
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
    case .cosigner(let input, let what): "a signature for input \(input) \(what)"
    case .coin(let input, let what): "the coin of input \(input): \(what)"
    case .amount(let input, let claimed, let made):
      "the coin of input \(input) is said to have \(claimed) sat, and the transaction that made it says \(made) sat"
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
    case .otherKey, .notForKey, .otherMessage, .transaction, .script, .cosigner: .r20
    case .coin: .r01
    case .amount: .r02
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
    case .cosigner: "leave this file out, and have the cosigner sign the request again"
    case .amount: "ask for another request; if the amount is wrong again, do not trust who made it"
    case .transaction, .coin, .work: "ask who signed it to sign again with another program"
    }
  }
}
