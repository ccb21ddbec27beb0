package import BitcoinPrimitives
internal import Bytes
package import EncryptedVault
package import ExtendedKeys
package import Mnemonics
internal import Refusals
internal import Secp256k1
package import SecretKeys
package import SecureMemory
internal import SeedShares
package import SignerHome
package import TerminalUI

/// A seed in any of the forms that this program keeps.
package enum GivenSeed: ~Copyable {
  /// Words of BIP-39.
  case words(Mnemonic)
  /// A BIP-32 seed.
  case seed(Seed)
  /// A master key.
  case master(Xpriv)
  /// A single private key, which has no accounts.
  case key(WIFKey)

  /// Takes words.
  package init(_ mnemonic: borrowing Mnemonic) { self = .words(mnemonic.duplicated()) }

  /// Takes a master key; refuses one that has a parent or belongs to another kind of network.
  package init(_ master: consuming Xpriv, on network: Network) throws(ProgramError) {
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
    self = .master(master)
  }

  /// Takes a single private key; refuses one of another kind of network.
  package init(_ key: consuming WIFKey, on network: Network) throws(ProgramError) {
    guard key.network == KeyNetwork(network) else {
      throw ProgramError(
        "this private key is for \(key.network), but this home is for \(network.name)", rule: .r11,
        hint: "use a home of its network: in a rehearsal nobody should handle keys of real coins")
    }
    self = .key(key)
  }

  /// Takes what the vault keeps of a seed that was opened; throws when that is not one of the forms.
  package init(_ stored: StoredSeed) throws(ProgramError) {
    do {
      let secret = try stored.revealingSecret()
      switch stored.kind {
      case .mnemonic:
        guard let language = stored.language.flatMap({ MnemonicLanguage(rawValue: $0) }) else {
          throw VaultError.contents(field: "language of \(stored.name)")
        }
        self = .words(try Mnemonic(entropy: secret, language: language))
      case .seed: self = .seed(try Seed(secret))
      case .xpriv: self = .master(try Xpriv(decoding: secret))
      case .wif: self = .key(try WIFKey(parsing: secret))
      }
    } catch {
      throw ProgramError(any: error)
    }
  }

  /// What the vault calls its form.
  package var kind: StoredSeed.Kind {
    switch self {
    case .words: .mnemonic
    case .seed: .seed
    case .master: .xpriv
    case .key: .wif
    }
  }

  /// Of the words, when it is made of words.
  package var language: MnemonicLanguage? {
    switch self {
    case .words(let mnemonic): mnemonic.language
    default: nil
    }
  }

  /// What the vault keeps of it: the entropy of words, a seed, the bytes of a master key, or the text of
  /// a single key.
  package func revealingStored() -> SecretBytes {
    switch self {
    case .words(let mnemonic): mnemonic.withEntropy { SecretBytes(copying: $0) }
    case .seed(let seed): seed.withUnsafeBytes { SecretBytes(copying: $0) }
    case .master(let master): master.revealingBytes()
    case .key(let key): key.revealingText()
    }
  }

  /// The single private key; throws when this is a seed.
  package func singleKey() throws(ProgramError) -> WIFKey {
    switch self {
    case .key(let key):
      do throws(SingleKeyError) { return try key.duplicated() } catch { throw ProgramError(error) }
    default:
      throw ProgramError(
        "this is a seed, not a single private key", hint: "use it as a seed")
    }
  }

  /// What names it: that of the master key without a BIP-39 passphrase, or of the key itself.
  package func fingerprint(on network: Network) throws(ProgramError) -> Fingerprint {
    switch self {
    case .key(let key): return Fingerprint(of: key.publicKey)
    default: return try masterKey(passphrase: SecretBytes(count: 0), on: network).fingerprint
    }
  }

  /// The words; throws when it is not made of words.
  package func mnemonic() throws(ProgramError) -> Mnemonic {
    switch self {
    case .words(let mnemonic): return mnemonic.duplicated()
    default:
      throw ProgramError(
        "this seed has no words: it is of the kind \(kind.rawValue)",
        hint: "choose a form that a seed of this kind has, or use a seed that is made of words")
    }
  }

  /// The master key; `passphrase` is that of BIP-39, and only words have one.
  package func masterKey(
    passphrase: borrowing SecretBytes, on network: Network
  ) throws(ProgramError) -> Xpriv {
    do {
      switch self {
      case .words(let mnemonic):
        return try MasterKeys.masterKey(of: mnemonic, passphrase: passphrase, on: network)
      case .seed(let seed): return try Xpriv(seed: seed, network: KeyNetwork(network))
      case .master(let master): return try master.duplicated()
      case .key:
        throw ProgramError(
          "this is a single private key, which has no accounts",
          hint: "export its wallet, the combo of its public key: `account export NAME --out "
            + "key.txt`")
      }
    } catch {
      throw ProgramError(any: error)
    }
  }

  /// Whether this backup brings a stored seed back: the same in the same form, or in another form that
  /// leads to the same master key.
  ///
  /// Shares of SLIP-39 and codex32 hold what words lead to and not the words; they are not a backup
  /// of words with a BIP-39 passphrase, which could not be added to them any more.
  ///
  /// A seed with another fingerprint is not opened.
  package func restores(
    _ stored: StoredSeed, on network: Network, opening seeds: SeedOpener
  ) throws(ProgramError) -> Bool {
    let isSameForm = kind == stored.kind
    guard isSameForm || (kind != .wif && stored.kind != .wif && !stored.usesPassphrase),
      try fingerprint(on: network).bytes == stored.fingerprint
    else { return false }
    let opened = try seeds.opened(stored)
    if isSameForm {
      return try isHeld(as: opened)
        && language?.rawValue == (kind == .mnemonic ? opened.language : nil)
    }
    let none = SecretBytes(count: 0)
    let own = try masterKey(passphrase: none, on: network).revealingBytes()
    let other = try GivenSeed(opened).masterKey(passphrase: none, on: network).revealingBytes()
    return own.constantTimeEquals(other)
  }

  /// Whether the vault keeps the same bytes of a seed that was opened.
  package func isHeld(as opened: StoredSeed) throws(ProgramError) -> Bool {
    let secret = try hinted { () throws(VaultError) in try opened.revealingSecret() }
    return revealingStored().constantTimeEquals(secret)
  }

  /// The form in which a person writes it down, for the terminal, and what that is called.
  package func revealingSheet() throws(ProgramError) -> SecretBytes {
    switch self {
    case .words(let mnemonic): return WordSheet.text(of: mnemonic)
    case .master(let master): return master.revealingText()
    case .key(let key): return key.revealingText()
    case .seed(let seed):
      let identifier = try codex32Identifier()
      do throws(Codex32Error) {
        let bytes = seed.withUnsafeBytes { SecretBytes(copying: $0) }
        return try Codex32Share(seed: bytes, identifier: identifier).revealingText()
      } catch {
        throw ProgramError(error)
      }
    }
  }

  /// What its accounts derive from: of words their BIP-39 seed of 64 bytes, without a passphrase.
  ///
  /// Throws for master keys, which come from no seed that is known, and for single keys.
  package func rootSeed() throws(ProgramError) -> SecretBytes {
    switch self {
    case .seed(let seed): return seed.withUnsafeBytes { SecretBytes(copying: $0) }
    case .words(let mnemonic):
      do throws(MnemonicError) {
        return try mnemonic.seed().withUnsafeBytes { SecretBytes(copying: $0) }
      } catch {
        throw ProgramError(error)
      }
    default:
      throw ProgramError(
        "a key of the kind \(kind.rawValue) comes from no seed that is known here",
        hint: "keep it as it is: `seed show NAME`")
    }
  }

  /// The first 20 bits of the fingerprint in codex32's alphabet: tells sheets of several seeds apart.
  func codex32Identifier() throws(ProgramError) -> String {
    let master = try masterKey(passphrase: SecretBytes(count: 0), on: .regtest)
    let value = master.fingerprint.value
    return String(
      [27, 22, 17, 12].map {
        let character = Alphabet.bech32.character(
          ofSecret: UInt8(truncatingIfNeeded: value >> UInt32($0)) & 31)
        return Character(Unicode.Scalar(character))
      })
  }
}
