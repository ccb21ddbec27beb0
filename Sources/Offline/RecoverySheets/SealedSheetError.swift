public import Refusals

/// Why an encrypted sheet cannot be opened, or made; never a word of it.
public enum SealedSheetError: HintedError, Equatable, Sendable {
  /// The bytes do not begin as an encrypted sheet does.
  case notSealed
  /// A later version of the program printed it.
  case version(UInt8)
  /// Numbers for scrypt that are too weak, or that a hostile sheet could ask for.
  case parameters(String)
  /// A character was misread, or is missing.
  case damaged
  /// Everything was read right, and the sheet words do not open it.
  case wrongWords
  /// There are no words, or what was given is not text.
  case words
  /// The contents are longer than a sheet may be.
  case tooLong
  /// libcrypto could not compute the key from the sheet words.
  case stretching(String)
  /// What was opened is not what a sheet holds; the field is named.
  case contents(String)

  public var description: String {
    switch self {
    case .notSealed: "this is not an encrypted sheet"
    case .version(let number):
      "the encrypted sheet is of version \(number), which is not known here"
    case .parameters(let reason): "the encrypted sheet's work factors: \(reason)"
    case .damaged: "the encrypted sheet was misread or is damaged: its check does not match"
    case .wrongWords:
      "these are not the sheet words; the sheet itself was read without an error"
    case .words: "no sheet words were given"
    case .tooLong: "the encrypted sheet would hold too much"
    case .stretching(let reason): "no key could be computed from the sheet words: \(reason)"
    case .contents(let field):
      "the sheet words open the encrypted sheet, but a part of it cannot be read: \(field)"
    }
  }

  /// The rule that refuses it: a sheet is a vault on paper.
  public var rule: Rule? {
    switch self {
    case .parameters, .damaged, .contents: .r26
    case .notSealed, .version, .wrongWords, .words, .tooLong, .stretching: nil
    }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .notSealed: "check that this is the right picture"
    case .version: "use the version of this program that the sheet names at its foot"
    case .parameters: "it was not made by this program; do not trust it"
    case .damaged:
      "take the picture again, sharper; or type the letters printed below the QR code"
    case .wrongWords:
      "check them and their order (spaces and capitals do not matter); they are not the words of the seed, and "
        + "the fingerprint on the sheet says which seed it is"
    case .words:
      "type the sheet words that were chosen when it was printed; they are not the words of the seed"
    case .tooLong: "print fewer wallets on it"
    case .stretching: "close other programs: 128 MiB of memory are needed"
    case .contents: "restore from another sheet, and report it"
    }
  }
}
