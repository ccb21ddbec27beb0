internal import Hashes
public import SecureMemory
internal import Synchronization

/// The compartment of the seeds: what opens the secrets of a seed, one seed at a time.
///
/// Opening a vault opens no seed. Without a second passphrase the key of the seeds comes from the same
/// stretched passphrase as that of the other contents, by another label; with one, from both
/// passphrases together, so that neither the vault's passphrase nor the open contents alone help to
/// guess it.
public final class SeedCompartment: Sendable {
  /// What a second passphrase gave.
  private final class Unlocked: Sendable {
    /// The second passphrase, stretched; nothing where there is none.
    let stretched: SecretBytes
    let key: SecretBytes

    init(stretched: consuming SecretBytes, key: consuming SecretBytes) {
      self.stretched = stretched
      self.key = key
    }
  }

  /// What the contents keep of the second passphrase; nil where there is none.
  let lock: SeedsPassphrase?
  /// From the vault's passphrase.
  private let base: SecretBytes
  private let unlocked: Mutex<Unlocked?>

  /// The compartment of a vault with this master key.
  init(master: borrowing SecretBytes, lock: SeedsPassphrase?) {
    self.lock = lock
    base = Self.base(master)
    unlocked = Mutex(
      lock == nil ? Unlocked(stretched: SecretBytes(count: 0), key: Self.base(master)) : nil)
  }

  /// The same seeds' passphrase in a vault with another master key, or another one in the same vault.
  private init(base: consuming SecretBytes, stretched: consuming SecretBytes, _ lock: Lock) {
    let key = Self.key(base, stretched)
    self.lock = SeedsPassphrase(parameters: lock.parameters, salt: lock.salt, of: key)
    self.base = base
    unlocked = Mutex(Unlocked(stretched: stretched, key: key))
  }

  private typealias Lock = (parameters: KDFParameters, salt: [UInt8])

  // MARK: The second passphrase

  /// Whether a second passphrase must be told before a seed opens.
  public var needsPassphrase: Bool { unlocked.withLock { $0 == nil } }

  /// Takes the second passphrase; does nothing where none is needed.
  ///
  /// Throws: `wrongSeedsPassphrase`; `cryptography` when there is not enough memory.
  public func unlock(_ passphrase: borrowing SecretBytes) throws(VaultError) {
    guard let lock, needsPassphrase else { return }
    let stretched = try lock.parameters.stretched(passphrase, salt: lock.salt)
    let key = Self.key(base, stretched)
    guard lock.isMade(with: key) else { throw .wrongSeedsPassphrase }
    let made = Unlocked(stretched: stretched, key: key)
    unlocked.withLock { $0 = made }
  }

  /// Whether this is the second passphrase; false where there is none.
  ///
  /// Throws: `seedsPassphraseNeeded`, `cryptography`.
  func isPassphrase(_ passphrase: borrowing SecretBytes) throws(VaultError) -> Bool {
    guard let lock else { return false }
    let unlocked = try requiredKey()
    return try lock.parameters.stretched(passphrase, salt: lock.salt)
      .constantTimeEquals(unlocked.stretched)
  }

  /// The compartment after the vault's passphrase was changed; a second passphrase stays.
  ///
  /// Throws: `seedsPassphraseNeeded`.
  func moved(toMaster master: borrowing SecretBytes) throws(VaultError) -> SeedCompartment {
    guard let lock else { return SeedCompartment(master: master, lock: nil) }
    return SeedCompartment(
      base: Self.base(master), stretched: try requiredKey().stretched.duplicated(),
      (lock.parameters, lock.salt))
  }

  /// The compartment with another second passphrase.
  ///
  /// Throws: `emptyPassphrase`, `cryptography`.
  func changed(
    to passphrase: borrowing SecretBytes, parameters: KDFParameters, salt: [UInt8]
  ) throws(VaultError) -> SeedCompartment {
    guard !passphrase.isEmpty else { throw .emptyPassphrase }
    return SeedCompartment(
      base: base.duplicated(), stretched: try parameters.stretched(passphrase, salt: salt),
      (parameters, salt))
  }

  // MARK: Opening and sealing

  /// The seed with its secrets open; a seed whose secrets are open is given back as it is.
  ///
  /// Throws: `seedsPassphraseNeeded` where the second passphrase was not told; `seedIsAltered` when
  /// its bytes are not what was sealed.
  public func opened(_ seed: StoredSeed) throws(VaultError) -> StoredSeed {
    var opened = seed
    opened.secret = try self.opened(seed.secret, .secret, of: seed)
    if let passphrase = seed.storedPassphrase {
      opened.storedPassphrase = try self.opened(passphrase, .passphrase, of: seed)
    }
    return opened
  }

  private func opened(
    _ secret: StoredSecret, _ role: SealedSecret.Role, of seed: StoredSeed
  ) throws(VaultError) -> StoredSecret {
    guard !secret.isOpen, let blob = secret.blob else { return secret }
    guard let bytes = try opened(blob, role, of: seed) else {
      throw .seedIsAltered(name: seed.name)
    }
    return StoredSecret(bytes, opening: blob)
  }

  /// The bytes of a sealed secret; nil when they are not what was sealed.
  func opened(
    _ blob: SealedSecret, _ role: SealedSecret.Role, of seed: StoredSeed
  ) throws(VaultError) -> SecretBytes? {
    blob.opened(of: seed.owner(role), key: try requiredKey().key)
  }

  /// An open secret, sealed with a new salt.
  func sealed(
    _ secret: StoredSecret, _ role: SealedSecret.Role, of seed: StoredSeed,
    _ random: any RandomSource
  ) throws(VaultError) -> StoredSecret {
    let salt: [UInt8]
    do throws(RandomnessError) {
      salt = try random.bytes(count: SealedSecret.saltLength)
    } catch {
      throw .random(error)
    }
    return StoredSecret(
      sealed: try SealedSecret(
        sealing: secret.revealed(seed: seed.name), of: seed.owner(role), key: requiredKey().key,
        salt: salt))
  }

  private func requiredKey() throws(VaultError) -> Unlocked {
    guard let unlocked = unlocked.withLock({ $0 }) else { throw .seedsPassphraseNeeded }
    return unlocked
  }

  // MARK: Keys

  private static func base(_ master: borrowing SecretBytes) -> SecretBytes {
    HMAC.secretSHA256(key: master, message: Array("drawbridge seeds key".utf8))
  }

  /// The key of seeds that have a passphrase of their own.
  private static func key(
    _ base: borrowing SecretBytes, _ stretched: borrowing SecretBytes
  ) -> SecretBytes {
    var label = Array("drawbridge seeds key of two passphrases".utf8)
    let message = SecretBytes(joining: SecretBytes(moving: &label), stretched)
    return base.withUnsafeBytes { base in
      message.withUnsafeBytes { HMAC.secretSHA256(key: base, message: $0) }
    }
  }
}

extension StoredSeed {
  /// What a sealed secret of this seed is bound to.
  func owner(_ role: SealedSecret.Role) -> SealedSecret.Owner {
    SealedSecret.Owner(role: role, kind: kind, language: language, fingerprint: fingerprint)
  }
}
