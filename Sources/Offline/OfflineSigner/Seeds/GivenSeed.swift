internal import BitcoinPrimitives
internal import EncryptedVault
internal import ExtendedKeys
internal import Mnemonics
internal import RecoverySheets
internal import Refusals
internal import Secp256k1
internal import SecretKeys
internal import SecureMemory
internal import SeedShares
internal import TerminalUI

/// A seed in any of the forms that this program keeps: entropy of words, a BIP-32 seed, a master key,
/// or a single private key, which has no accounts.
struct GivenSeed: ~Copyable {
  let kind: StoredSeed.Kind
  let secret: SecretBytes
  /// Of the words, when it is made of words.
  let language: MnemonicLanguage?
  /// How it was written, in words: `words`, `codex32` ...
  var form: String
  /// How many parts of Seed XOR it was joined from; nil when it was not.
  var xorParts: Int?
  /// What an encrypted sheet said of it beside the seed.
  var sheet: SheetRest?

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
        rule: .r11,
        hint: "use a home of its network")
    }
    kind = .xpriv
    secret = master.revealingBytes()
    language = nil
    form = "extended private key"
  }

  /// Takes a single private key; refuses one of another kind of network.
  init(_ key: borrowing WIFKey, form: String, on network: Network) throws(ProgramError) {
    guard key.network == KeyNetwork(network) else {
      throw ProgramError(
        "this private key is for \(key.network), but this home is for \(network.name)", rule: .r11,
        hint: "use a home of its network: in a rehearsal nobody should handle keys of real coins")
    }
    kind = .wif
    secret = key.revealingText()
    language = nil
    self.form = form
  }

  /// Takes what the vault keeps; throws when its language is none.
  init(_ stored: StoredSeed) throws(ProgramError) {
    if stored.kind == .mnemonic {
      guard let known = stored.language.flatMap({ MnemonicLanguage(rawValue: $0) }) else {
        throw ProgramError(VaultError.contents(field: "language of \(stored.name)"))
      }
      language = known
    } else {
      language = nil
    }
    kind = stored.kind
    secret = stored.secret.duplicated()
    form = stored.origin
  }

  /// The single private key; throws when this is a seed.
  func singleKey() throws(ProgramError) -> WIFKey {
    guard kind == .wif else {
      throw ProgramError(
        "this is a seed, not a single private key", hint: "use it as a seed")
    }
    let secret = secret.duplicated()
    return try hinted { () throws(SingleKeyError) in try WIFKey(parsing: secret) }
  }

  /// What names it: that of the master key without a BIP-39 passphrase, or of the key itself.
  func fingerprint(on network: Network) throws(ProgramError) -> Fingerprint {
    if kind == .wif { return Fingerprint(of: try singleKey().publicKey) }
    return try masterKey(passphrase: SecretBytes(count: 0), on: network).fingerprint
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
      case .wif:
        throw ProgramError(
          "this is a single private key, which has no accounts",
          hint: "its wallet is the combo of its public key: account export NAME --out key.txt")
      }
    } catch {
      throw ProgramError(any: error)
    }
  }

  /// Whether this backup brings a stored seed back: the same in the same form, or in another form that
  /// leads to the same master key.
  ///
  /// Shares of SLIP-39 and codex32 hold what words lead to and not the words; they are no backup of
  /// words with a BIP-39 passphrase, which could not be added to them any more.
  func restores(_ stored: StoredSeed, on network: Network) throws(ProgramError) -> Bool {
    if kind == stored.kind {
      return StoredSecret(secret.duplicated()).constantTimeEquals(stored.secret)
        && (kind != .mnemonic || language?.rawValue == stored.language)
    }
    guard kind != .wif, stored.kind != .wif, !stored.usesPassphrase else { return false }
    let none = SecretBytes(count: 0)
    let own = try masterKey(passphrase: none, on: network).revealingBytes()
    let other = try GivenSeed(stored).masterKey(passphrase: none, on: network).revealingBytes()
    return own.constantTimeEquals(other)
  }

  /// The form in which a person writes it down, for the terminal, and what that is called.
  func revealingSheet() throws(ProgramError) -> SecretBytes {
    switch kind {
    case .mnemonic: return try WordSheet.text(of: mnemonic())
    case .xpriv:
      return try masterKey(passphrase: SecretBytes(count: 0), on: .regtest).revealingText()
    case .wif: return secret.duplicated()
    case .seed: break
    }
    let secret = secret.duplicated()
    let identifier = try codex32Identifier()
    return try hinted { () throws(Codex32Error) in
      try Codex32Share(seed: secret, identifier: identifier).revealingText()
    }
  }

  /// What its accounts derive from: of words their BIP-39 seed of 64 bytes, without a passphrase.
  ///
  /// Throws for master keys, which come from no seed that is known, and for single keys.
  func rootSeed() throws(ProgramError) -> SecretBytes {
    switch kind {
    case .seed: return secret.duplicated()
    case .mnemonic:
      let words = try mnemonic()
      let seed = try hinted { () throws(MnemonicError) in try words.seed() }
      return seed.withUnsafeBytes { SecretBytes(copying: $0) }
    case .xpriv, .wif:
      throw ProgramError(
        "a key of the kind \(kind.rawValue) comes from no seed that is known here",
        hint: "keep it as it is: seed show NAME")
    }
  }

  /// The first 20 bits of the fingerprint in codex32's alphabet: tells sheets of several seeds apart.
  func codex32Identifier() throws(ProgramError) -> String {
    let master = try masterKey(passphrase: SecretBytes(count: 0), on: .regtest)
    let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l")
    return String(
      [27, 22, 17, 12].map { alphabet[Int(master.fingerprint.value >> UInt32($0) & 31)] })
  }
}
