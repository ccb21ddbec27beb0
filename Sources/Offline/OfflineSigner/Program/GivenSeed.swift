import BitcoinPrimitives
import EncryptedVault
import ExtendedKeys
import SecretKeys
import SecureMemory
import TerminalUI

/// A seed in any of the forms that this program keeps: entropy of words, a BIP-32 seed, or a master
/// key.
struct GivenSeed: ~Copyable {
  let kind: StoredSeed.Kind
  let secret: SecretBytes
  /// Of the words, when it is made of words.
  let language: MnemonicLanguage?
  /// How it was written, in words: `words`, `codex32` ...
  let form: String

  /// Takes words.
  init(_ mnemonic: borrowing Mnemonic, form: String = "words") {
    kind = .mnemonic
    secret = mnemonic.withEntropy { SecretBytes(copying: $0) }
    language = mnemonic.language
    self.form = form
  }

  /// Takes a BIP-32 seed.
  init(_ seed: borrowing Seed, form: String) {
    kind = .seed
    secret = seed.withUnsafeBytes { SecretBytes(copying: $0) }
    language = nil
    self.form = form
  }

  /// Takes a master key; refuses one that has a parent or belongs to another kind of network.
  init(_ master: borrowing Xpriv, on network: Network) throws(ProgramError) {
    guard master.depth == 0 else {
      throw ProgramError(
        "this extended private key is \(master.depth) steps below its master key",
        hint: "give the master key, of depth 0: accounts are derived from it")
    }
    guard master.network == KeyNetwork(network) else {
      throw ProgramError(
        "this extended private key belongs to \(master.network), and this home to \(network.name)",
        hint: "use a home of its network")
    }
    kind = .xpriv
    secret = master.revealingBytes()
    language = nil
    form = "extended private key"
  }

  /// Takes what the vault keeps.
  init(_ stored: StoredSeed) throws(ProgramError) {
    if stored.kind == .wif {
      throw ProgramError(
        "the seed \(stored.name) is a single private key",
        hint: "it has no accounts: use it as what it is")
    }
    kind = stored.kind
    secret = stored.secret.duplicated()
    language = stored.language.flatMap { MnemonicLanguage(rawValue: $0) }
    form = stored.origin
  }

  /// The words; throws when it is not made of words.
  func mnemonic() throws(ProgramError) -> Mnemonic {
    guard kind == .mnemonic, let language else {
      throw ProgramError(
        "this seed has no words: it is of the kind \(kind.rawValue)",
        hint: "show or use it as what it is")
    }
    let entropy = secret.duplicated()
    return try hinted { () throws(MnemonicError) in
      try Mnemonic(entropy: entropy, language: language)
    }
  }

  /// The master key; `passphrase` is that of BIP-39, and only words have one.
  func masterKey(
    passphrase: borrowing SecretBytes, on network: Network
  ) throws(ProgramError) -> Xpriv {
    let secret = secret.duplicated()
    do {
      switch kind {
      case .mnemonic:
        return try MasterKeys.masterKey(of: mnemonic(), passphrase: passphrase, on: network)
      case .seed: return try Xpriv(seed: Seed(secret), network: KeyNetwork(network))
      case .xpriv: return try Xpriv(decoding: secret)
      case .wif: throw ProgramError("a single key has no master key", hint: "use it as it is")
      }
    } catch {
      throw ProgramError(any: error)
    }
  }

  /// The form in which a person writes it down, for the terminal, and what that is called.
  func revealingSheet() throws(ProgramError) -> SecretBytes {
    switch kind {
    case .mnemonic: return try WordSheet.text(of: mnemonic())
    case .xpriv:
      return try masterKey(passphrase: SecretBytes(count: 0), on: .regtest).revealingText()
    case .seed, .wif: break
    }
    let secret = secret.duplicated()
    let identifier = try codex32Identifier()
    return try hinted { () throws(Codex32Error) in
      try Codex32Share(seed: secret, identifier: identifier).revealingText()
    }
  }

  /// What ``revealingSheet()`` shows.
  var sheetTitle: String {
    switch kind {
    case .mnemonic: "The words of"
    case .seed: "The seed, as codex32 writes it (BIP-93), of"
    case .xpriv: "The extended private key of"
    case .wif: "The private key of"
    }
  }

  /// The first 20 bits of the fingerprint in codex32's alphabet: tells sheets of several seeds apart.
  private func codex32Identifier() throws(ProgramError) -> String {
    let master = try masterKey(passphrase: SecretBytes(count: 0), on: .regtest)
    let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l")
    return String(
      [27, 22, 17, 12].map { alphabet[Int(master.fingerprint.value >> UInt32($0) & 31)] })
  }
}
