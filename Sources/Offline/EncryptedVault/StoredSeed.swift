public import SecureMemory

/// A seed with where it came from.
///
/// Out of a vault its secrets are sealed, and everything else about it is there.
public struct StoredSeed: Sendable {
  /// What the secret bytes are.
  public enum Kind: String, Sendable, CaseIterable {
    /// Entropy of a BIP-39 mnemonic, 16 to 32 bytes; `language` names the list.
    case mnemonic = "bip39"
    /// A BIP-32 seed, 16 to 64 bytes.
    case seed = "seed"
    /// A serialized extended private key, 78 bytes.
    case xpriv = "xpriv"
    /// A single private key in WIF, as text.
    case wif = "wif"
  }

  /// What the person calls it; unique in the vault.
  public var name: String
  /// What the secret bytes are.
  public let kind: Kind
  /// The bytes themselves, sealed or in locked memory.
  public internal(set) var secret: StoredSecret
  /// The number of words of a mnemonic: 12 to 24.
  public let wordCount: Int?
  /// The BIP-39 word list, for a mnemonic.
  public let language: String?
  /// Of the master key, or the first bytes of the HASH160 of a WIF key's public key; 4 bytes.
  ///
  /// Without the BIP-39 passphrase when `usesPassphrase`.
  public let fingerprint: [UInt8]
  /// Whether its keys need a BIP-39 passphrase: asked for at each use, unless ``storedPassphrase`` is
  /// there.
  public let usesPassphrase: Bool
  /// How it came to be, in words: which sources of entropy, or imported from what.
  public let origin: String
  /// Seconds since 1970.
  public let created: Int64
  /// When its backup was verified, in seconds since 1970, oldest first.
  public var verifiedOn: [Int64]
  /// Whether it came from words, a sheet or shares that the person already holds.
  public let isRestored: Bool
  /// When the backup is to be tried next, in seconds since 1970.
  public var nextDrill: Int64?
  /// The BIP-39 passphrase, UTF-8 as typed; kept only because the person asked for it.
  public var storedPassphrase: StoredSecret?
  /// The height of the chain below which no coin of it can be.
  public var birthHeight: UInt32?
  /// The name of the seed that this one is a BIP-85 child of.
  public var parent: String?

  /// Takes everything that the vault keeps of a seed; the number of words is known while the secret is
  /// open.
  public init(
    name: String, kind: Kind, secret: StoredSecret, language: String? = nil,
    fingerprint: [UInt8], usesPassphrase: Bool = false, origin: String, created: Int64,
    verifiedOn: [Int64] = [], isRestored: Bool = false, nextDrill: Int64? = nil,
    storedPassphrase: StoredSecret? = nil, birthHeight: UInt32? = nil, parent: String? = nil,
    wordCount: Int? = nil
  ) {
    self.name = name
    self.kind = kind
    self.secret = secret
    self.language = language
    self.fingerprint = fingerprint
    self.usesPassphrase = usesPassphrase
    self.origin = origin
    self.created = created
    self.verifiedOn = verifiedOn
    self.isRestored = isRestored
    self.nextDrill = nextDrill
    self.storedPassphrase = storedPassphrase
    self.birthHeight = birthHeight
    self.parent = parent
    self.wordCount = wordCount ?? (kind == .mnemonic ? secret.count.map { $0 * 3 / 4 } : nil)
  }

  /// Whether the secrets are here to be used.
  public var isOpen: Bool { secrets.allSatisfy(\.isOpen) }

  /// The secret bytes.
  ///
  /// Throws: `seedIsSealed` where the seed was not opened.
  public func revealingSecret() throws(VaultError) -> SecretBytes {
    try secret.revealed(seed: name)
  }

  /// The BIP-39 passphrase that is kept with it; nil where none is.
  ///
  /// Throws: `seedIsSealed` where the seed was not opened.
  public func revealingPassphrase() throws(VaultError) -> SecretBytes? {
    guard let storedPassphrase else { return nil }
    return try storedPassphrase.revealed(seed: name)
  }

  /// Its secrets, in a fixed order.
  var secrets: [StoredSecret] {
    [secret] + (storedPassphrase.map { [$0] } ?? [])
  }

  /// Whether a backup of it was read back: it was restored from one, or one was verified.
  public var isReadBack: Bool { isRestored || !verifiedOn.isEmpty }
}
