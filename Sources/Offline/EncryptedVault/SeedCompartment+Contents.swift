internal import SecureMemory

// All seeds of contents at once, as a vault saves them.

extension SeedCompartment {
  /// Contents in which every seed is sealed: open ones now, the others as they are.
  ///
  /// Throws: `random`, `cryptography`, `seedsPassphraseNeeded` where a seed is to be sealed.
  func sealed(
    _ contents: VaultContents, _ random: any RandomSource
  ) throws(VaultError) -> VaultContents {
    try contents.mappingSecrets { secret, role, seed throws(VaultError) in
      secret.isOpen ? try sealed(secret, role, of: seed, random) : secret
    }
  }

  /// New contents in which every seed is sealed under this key: one of the present contents as it lies
  /// there, a new one now.
  ///
  /// An open secret that the present contents have already is not sealed a second time: it would look
  /// like the removal of the first.
  ///
  /// Throws: `seedOfAnotherKey` for a sealed secret that is not of the present contents.
  func sealed(
    _ new: VaultContents, after present: VaultContents, _ random: any RandomSource
  ) throws(VaultError) -> VaultContents {
    let known = present.sealedSecretsByOwner
    var sealed = try new.mappingSecrets { secret, role, seed throws(VaultError) in
      let own = known[seed.owner(role)] ?? []
      if let blob = secret.blob, own.contains(blob) { return StoredSecret(sealed: blob) }
      guard secret.isOpen else { throw .seedOfAnotherKey(name: seed.name) }
      for blob in own where try holds(secret, blob, role, of: seed) {
        return StoredSecret(sealed: blob)
      }
      return try self.sealed(secret, role, of: seed, random)
    }
    sealed.seedsPassphrase = lock
    return sealed
  }

  /// Whether a sealed secret of the present contents is this open one.
  private func holds(
    _ secret: StoredSecret, _ blob: SealedSecret, _ role: SealedSecret.Role, of seed: StoredSeed
  ) throws(VaultError) -> Bool {
    guard let bytes = try opened(blob, role, of: seed) else { return false }
    return bytes.constantTimeEquals(try secret.revealed(seed: seed.name))
  }

  /// Contents with every seed taken out of this compartment and sealed in another.
  ///
  /// Throws: `seedsPassphraseNeeded`, `seedIsAltered`, `random`, `cryptography`.
  func resealed(
    _ contents: VaultContents, for other: SeedCompartment, _ random: any RandomSource
  ) throws(VaultError) -> VaultContents {
    var resealed = contents
    resealed.seeds = []
    for seed in contents.seeds {
      // One at a time: no more than one is open at once.
      var opened = try opened(seed)
      opened.secret = try other.sealed(opened.secret, .secret, of: seed, random)
      if let passphrase = opened.storedPassphrase {
        opened.storedPassphrase = try other.sealed(passphrase, .passphrase, of: seed, random)
      }
      resealed.seeds.append(opened)
    }
    resealed.seedsPassphrase = other.lock
    return resealed
  }
}

extension VaultContents {
  /// The secrets of all seeds, as they are sealed.
  var sealedSecrets: Set<SealedSecret> {
    Set(seeds.flatMap(\.secrets).compactMap(\.blob))
  }

  fileprivate var sealedSecretsByOwner: [SealedSecret.Owner: [SealedSecret]] {
    var found: [SealedSecret.Owner: [SealedSecret]] = [:]
    for seed in seeds {
      if let blob = seed.secret.blob { found[seed.owner(.secret), default: []].append(blob) }
      if let blob = seed.storedPassphrase?.blob {
        found[seed.owner(.passphrase), default: []].append(blob)
      }
    }
    return found
  }

  fileprivate func mappingSecrets(
    _ body: (StoredSecret, SealedSecret.Role, StoredSeed) throws(VaultError) -> StoredSecret
  ) throws(VaultError) -> VaultContents {
    var mapped = self
    for index in mapped.seeds.indices {
      let seed = seeds[index]
      mapped.seeds[index].secret = try body(seed.secret, .secret, seed)
      if let passphrase = seed.storedPassphrase {
        mapped.seeds[index].storedPassphrase = try body(passphrase, .passphrase, seed)
      }
    }
    return mapped
  }
}
