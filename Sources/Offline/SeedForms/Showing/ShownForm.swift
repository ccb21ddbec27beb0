internal import ArgumentParser
internal import BitcoinPrimitives
package import EncryptedVault
internal import Mnemonics
package import SecretKeys
package import SecureMemory
internal import SeedShares
package import TerminalUI

/// The forms a seed is shown in.
package enum ShownForm: String, ExpressibleByArgument, CaseIterable, Sendable {
  case words
  case fourLetters = "four-letters"
  case seedQR = "seedqr"
  case compactSeedQR = "compact-seedqr"
  case cryptoSeed = "crypto-seed"
  case cryptoBIP39 = "crypto-bip39"
  /// The types of the second generation.
  case urSeed = "ur-seed"
  case urBIP39 = "ur-bip39"
  case codex32
  case xprv
  case wif
  case bip38
  case recoveryQR = "recovery-qr"

  /// Whether it is shown as a QR code unless text is asked for.
  package var isSymbol: Bool {
    switch self {
    case .seedQR, .compactSeedQR, .cryptoSeed, .cryptoBIP39, .urSeed, .urBIP39, .recoveryQR: true
    case .words, .fourLetters, .codex32, .xprv, .wif, .bip38: false
    }
  }

  /// How a seed is written unless somebody asks for another form.
  package static func standard(of kind: StoredSeed.Kind) -> ShownForm {
    switch kind {
    case .mnemonic: .words
    case .seed: .codex32
    case .xpriv: .xprv
    case .wif: .wif
    }
  }

  /// What the form is called on the screen.
  package var title: String {
    switch self {
    case .words: "The words of"
    case .fourLetters: "Four letters of each word of"
    case .seedQR: "SeedQR of"
    case .compactSeedQR: "CompactSeedQR of"
    case .cryptoSeed, .urSeed: "The seed as a uniform resource of"
    case .cryptoBIP39, .urBIP39: "The words as a uniform resource of"
    case .codex32: "The seed, as codex32 writes it (BIP-93), of"
    case .xprv: "The extended private key of"
    case .wif: "The private key of"
    case .bip38: "The private key, encrypted with a passphrase (BIP-38), of"
    case .recoveryQR: "Recovery QR of"
    }
  }
}

/// A secret on its way to the screen or to a picture.
package struct ShownSecret: ~Copyable {
  /// As a person reads it; nil when only a QR code can hold it.
  let text: SecretBytes?
  /// As a QR code holds it.
  let symbol: SecretBytes
  /// Whether the QR code holds bytes and no characters.
  let isBinary: Bool

  package init(text: consuming SecretBytes?, symbol: consuming SecretBytes, isBinary: Bool = false)
  {
    self.text = text
    self.symbol = symbol
    self.isBinary = isBinary
  }

  /// What text and QR code have in common.
  package init(_ both: consuming SecretBytes) {
    self.init(text: both.duplicated(), symbol: both)
  }
}

extension GivenSeed {
  /// The secret in one of the forms but `recovery-qr`, which needs a wallet.
  ///
  /// `bip38Passphrase` is for BIP-38 alone, `master` for xprv. Throws when this kind of secret cannot
  /// be written so.
  package func revealing(
    _ form: ShownForm, bip38Passphrase: () throws(ProgramError) -> SecretBytes,
    master: () throws(ProgramError) -> Xpriv
  ) throws(ProgramError) -> ShownSecret {
    switch form {
    case .words:
      let words = try mnemonic()
      return ShownSecret(text: WordSheet.text(of: words), symbol: words.revealingSentence())
    case .fourLetters:
      let words = try mnemonic()
      let cut = try hinted { () throws(MnemonicError) in try words.revealingAbbreviations() }
      return ShownSecret(text: WordSheet.text(ofSentence: cut), symbol: cut)
    case .seedQR:
      let words = try mnemonic()
      return ShownSecret(
        try hinted { () throws(SeedQRError) in try words.revealingSeedQR() })
    case .compactSeedQR:
      let words = try mnemonic()
      let bytes = try hinted { () throws(SeedQRError) in try words.revealingCompactSeedQR() }
      return ShownSecret(text: nil, symbol: bytes, isBinary: true)
    case .cryptoSeed, .urSeed:
      let words = try mnemonic()
      return ShownSecret(
        try hinted { () throws(SeedResourceError) in
          try words.revealingSeedResource(isNew: form == .urSeed)
        })
    case .cryptoBIP39, .urBIP39:
      return ShownSecret(try mnemonic().revealingWordsResource(isNew: form == .urBIP39))
    case .codex32:
      let seed = try rootSeed()
      let identifier = try codex32Identifier()
      return ShownSecret(
        try hinted { () throws(Codex32Error) in
          try Codex32Share(seed: seed, identifier: identifier).revealingText()
        })
    case .xprv: return ShownSecret(try master().revealingText())
    case .wif:
      guard kind == .wif else { throw notSingle }
      return ShownSecret(try singleKey().revealingText())
    case .bip38:
      guard kind == .wif else { throw notSingle }
      let key = try singleKey()
      let passphrase = try bip38Passphrase()
      let sealed = try hinted { () throws(BIP38Error) in
        try BIP38Key.encrypting(key, passphrase: passphrase)
      }
      var text = Array(sealed.text.utf8)
      return ShownSecret(SecretBytes(moving: &text))
    case .recoveryQR: throw ProgramError("a Recovery QR needs a wallet", hint: "name it: --wallet")
    }
  }

  private var notSingle: ProgramError {
    ProgramError(
      "this is not a single private key, but of the kind \(kind.rawValue)",
      hint: "derive one from it: `seed derive NAME --as wif --index 0`")
  }
}
