public import Mnemonics
public import Refusals

/// Refusals of one share of SLIP-39; never with a word.
///
/// Positions count words from 1.
public enum SLIP39Error: HintedError, Equatable, Sendable {
  /// The number of words belongs to no share.
  case wordCount(found: Int)
  /// A word is not in the list.
  case unknownWord(position: Int)
  /// The words are all in the list, but one is wrong or in the wrong place.
  case checksum
  /// The bits before the value are not zero.
  case padding
  /// More groups are needed than there are.
  case groupThreshold(needed: Int, count: Int)
  /// What was given is not text.
  case text(MnemonicError)
  /// A master secret has fewer than 16 or more than 64 bytes, or an odd number.
  case secretLength(found: Int)
  /// A passphrase has a character that is not printable ASCII; which one is not said.
  case passphrase
  /// The iteration exponent is not 0 to 15.
  case iterationExponent(Int)
  /// There is no randomness to split with.
  case randomness
  /// libcrypto could not stretch the passphrase.
  case stretchingFailed
}

extension SLIP39Error {
  public var description: String {
    switch self {
    case .wordCount(let found):
      "a share of \(found) words; one of SLIP-39 usually has 20 or 33"
    case .unknownWord(let position): "word \(position) is not in the list of SLIP-39"
    case .checksum:
      "the words of the share do not belong together: their checksum does not match (SLIP-39)"
    case .padding: "the share is malformed: the bits before its value are not zero"
    case .groupThreshold(let needed, let count):
      "the share is malformed: it needs \(needed) of \(count) groups"
    case .text(let error): "\(error)"
    case .secretLength(let found):
      "a secret of \(found) bytes; there must be 16 to 64, and an even number"
    case .passphrase: "a passphrase of SLIP-39 has letters, digits and signs of ASCII only"
    case .iterationExponent(let found): "iteration exponent \(found) is not from 0 to 15"
    case .randomness: "the system provides no randomness"
    case .stretchingFailed: "no key could be computed from the passphrase"
    }
  }

  /// The rule that refuses it, where the machine gives no randomness.
  ///
  /// A part that was mistyped breaks a standard, which the sentence names.
  public var rule: Rule? {
    self == .randomness ? .r32 : nil
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .wordCount: "write all words of one share in order, separated by spaces"
    case .unknownWord(let position): "compare word \(position) with the sheet, letter by letter"
    case .checksum: "a word is wrong or in the wrong place: compare all of them with the sheet"
    case .padding, .groupThreshold: "the share was not made as SLIP-39 says; look for another one"
    case .text(let error): error.hint
    case .secretLength: "use 16 or 32 bytes"
    case .passphrase: "write it without accents and other alphabets"
    case .iterationExponent: "use 1"
    case .randomness: "do not continue on this machine; restart it and run `doctor`"
    case .stretchingFailed: "restart the machine and try again"
    }
  }
}
